"""Which other boards are taken for that of a game: ``python -m tests.benchmarks.other_boards [PHOTO...] --game GAME``.

Simulated boards of the same make and with the same pieces, but of another size, drawn tiled cloths and calendars, and
any photographs of other boards that are given. None should be taken for ours.
"""

import calendar
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np

from referee.grid import GridSize
from referee.piece import PieceSet, packaged_piece_set
from vision.board.boards import find_board
from vision.frame import Picture
from vision.names import seen_set
from vision.simulated.still import picture

SIZES = {
    "polyssimo": ((10, 12), (11, 11), (12, 12), (12, 13), (10, 11), (8, 8)),
    "blokus": ((14, 14), (18, 18), (19, 19), (19, 20), (22, 22)),
    "patchwork": ((7, 7), (8, 8), (8, 9), (10, 10), (11, 11)),
}
KINDS = ("empty", "few", "partial", "hand")
SIZE_PX = (1280, 720)
SHEET_PX = 900


@click.command()
@click.argument("photos", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(list(SIZES)), default="polyssimo", show_default=True, help="Whose is ours.")
@click.option("--count", default=8, show_default=True, help="Pictures of each kind.")
@click.option("--seed", default=540000, show_default=True, help="Seed of the first.")
@click.option("--verbose", is_flag=True, help="A line for every picture that is taken for ours.")
def main(photos: tuple[Path, ...], game: str, count: int, seed: int, verbose: bool) -> None:
    """Prints how many pictures of each other board are taken for ours."""
    ours = packaged_piece_set(game)
    counts: dict[str, list[int]] = {}
    for what, name, bgr in (*_given(photos), *_simulated(ours, range(seed, seed + count))):
        pose = find_board(bgr, ours)
        taken = counts.setdefault(what, [0, 0])
        taken[0] += 1
        taken[1] += pose is not None
        if verbose and pose is not None:
            click.echo(f"{what}, {name}: taken for ours, confidence {pose.confidence:.2f}", err=True)
    click.echo("| other boards | pictures | taken for ours |\n| --- | ---: | ---: |")
    for what, (pictures, wrong) in counts.items():
        click.echo(f"| {what} | {pictures} | {wrong} |")


def _given(photos: tuple[Path, ...]) -> Iterator[tuple[str, str, Picture]]:
    for photo in photos:
        bgr = cv2.imread(str(photo))
        if bgr is None:
            raise click.UsageError(f"{photo} is not a picture")
        yield "photographs given", photo.name, np.asarray(bgr, np.uint8)


def _simulated(ours: PieceSet, seeds: range) -> Iterator[tuple[str, str, Picture]]:
    """What it shows, which one it is, and the picture."""
    for rows, cols in SIZES[ours.game]:
        other = replace(seen_set(ours), grid=GridSize(rows, cols))
        for seed in seeds:
            kind = KINDS[seed % len(KINDS)]
            yield f"{rows} x {cols}, of our make", f"{seed} {kind}", picture(seed, other, kind)[0]
    for seed in seeds:
        yield "tiled cloth", str(seed), _laid(tiled_cloth(seed), seed)
    for seed in seeds:
        yield "calendar", str(seed), _laid(calendar_sheet(seed), seed)


def tiled_cloth(seed: int) -> Picture:
    """A cloth of square tiles in two colours with lines between them, seen from above."""
    rng = np.random.default_rng((seed, 1))
    tiles, line = int(rng.integers(9, 16)), int(rng.integers(1, 7))
    light, dark, thread = rng.integers((150, 90, 60), (256, 230, 200), (3, 3)).T
    cell = SHEET_PX // tiles
    sheet = np.full((SHEET_PX, SHEET_PX, 3), thread, np.uint8)
    for row in range(tiles):
        for col in range(tiles):
            top, left = row * cell + line, col * cell + line
            sheet[top : (row + 1) * cell, left : (col + 1) * cell] = light if (row + col) % 2 else dark
    return sheet


def calendar_sheet(seed: int) -> Picture:
    """A month on paper, six weeks of seven days with their numbers under a coloured head, seen from above."""
    rng = np.random.default_rng((seed, 2))
    sheet = np.full((SHEET_PX, SHEET_PX, 3), 245, np.uint8)
    ink, head = rng.integers(0, 120, 3).tolist(), rng.integers(60, 220, 3).tolist()
    sheet[30:150, 30:-30] = head
    wide, tall = (SHEET_PX - 60) // 7, (SHEET_PX - 200) // 6
    for row, week in enumerate(calendar.Calendar().monthdayscalendar(2026, 1 + seed % 12)):
        for col, day in enumerate(week):
            left, top = 30 + col * wide, 170 + row * tall
            cv2.rectangle(sheet, (left, top), (left + wide, top + tall), ink, 2)
            if day:
                cv2.putText(sheet, str(day), (left + 12, top + 40), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 2)
    return sheet


def _laid(sheet: Picture, seed: int) -> Picture:
    """A sheet on a plain table, seen at an angle."""
    rng = np.random.default_rng((seed, 3))
    side = float(rng.uniform(380, 640))
    turn = rng.uniform(0, 2 * np.pi) + np.arange(4) * np.pi / 2
    corners = np.column_stack([np.cos(turn), np.sin(turn) * rng.uniform(0.7, 1)]) * side / np.sqrt(2)
    corners = corners * rng.uniform(0.9, 1.1, (4, 1)) + np.array(SIZE_PX) / 2
    outline = np.array([[0, 0], [SHEET_PX, 0], [SHEET_PX, SHEET_PX], [0, SHEET_PX]], np.float32)
    warp = cv2.getPerspectiveTransform(outline, corners.astype(np.float32))
    table = np.full((SIZE_PX[1], SIZE_PX[0], 3), rng.integers(40, 200, 3), np.uint8)
    seen = cv2.warpPerspective(sheet, warp, SIZE_PX, flags=cv2.INTER_LINEAR)
    table[cv2.warpPerspective(np.full(sheet.shape[:2], 255, np.uint8), warp, SIZE_PX) > 127] = 0
    table = np.where(table == 0, seen, table)
    return np.clip(cv2.GaussianBlur(table, (3, 3), 0) + rng.normal(0, 3, table.shape), 0, 255).astype(np.uint8)


if __name__ == "__main__":
    main()
