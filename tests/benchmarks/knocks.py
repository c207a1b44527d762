"""How a knock against the camera is followed: ``python -m tests.benchmarks.knocks GAME --seeds 300 312``.

Each seed draws a table as for ``anywhere``, on which the first pieces of its game lie, and the camera turns by up to so
many degrees each way. *Followed* is in which picture after that the board is said to have moved: the first shows it as
it has come to rest, by the second it is settled. *Off* is how far its worst corner is then, in cells.
"""

import random
import time

import click
import numpy as np

from referee.grid import GridSize
from referee.piece import PieceSet
from tests.benchmarks.anywhere import film
from vision.live.eyes import watcher_for
from vision.look import Known, Look
from vision.pose import Points, mean_cell_px
from vision.simulated import Film, Knock, LyingPiece
from web.camera.simulated import FPS
from web.companion.naming import name_of
from web.games.demo import script, usual_players
from web.games.equipment import seen_piece_set_for

COLUMNS = ("game", "seed", "tilt", "followed", "off", "seconds")
LYING = 8


@click.command()
@click.argument("game", type=click.Choice(("polyssimo", "blokus")))
@click.option("--seeds", nargs=2, default=(300, 312), show_default=True, help="First and last.")
@click.option("--degrees", default=1.5, show_default=True, help="How far the camera turns at most, each way.")
def main(game: str, seeds: tuple[int, int], degrees: float) -> None:
    """Prints a line for every table."""
    piece_set = seen_piece_set_for(game)
    click.echo("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    for seed in range(seeds[0], seeds[1] + 1):
        began_s = time.monotonic()
        shown = _knocked(seed, piece_set, degrees)
        followed, off = _watched(shown, piece_set)
        row = (game, seed, round(shown.scene.view.tilt_deg), followed, off, round(time.monotonic() - began_s))
        click.echo("| " + " | ".join(map(str, row)) + " |")


def _knocked(seed: int, piece_set: PieceSet, degrees: float) -> Film:
    """A table on which pieces lie, and before which the camera is knocked."""
    whole, dice = script(seed, piece_set, usual_players(piece_set.game)), random.Random(seed)
    usual = film(whole, seed, piece_set)
    lying = [LyingPiece(name_of(move), move.cells) for move in whole.moves[:LYING]]
    knock = Knock(*(dice.uniform(-degrees, degrees) for _ in range(3)))
    return Film(usual.scene, usual.piece_set, [knock], FPS, lying)


def _watched(shown: Film, piece_set: PieceSet) -> tuple[str, str]:
    """In which picture after the knock the board is said to have moved, and how far off it is in the end."""
    eyes, known, after, followed = watcher_for(piece_set), Known(), 0, ""
    look: Look | None = None
    for frame, truth in shown:
        look = eyes.look(frame, known)
        after += truth["state"] == "after_bump"
        if look.sighting is not None and not after:
            known = Known(look.sighting.pieces)
        if look.camera_moved and not followed:
            followed = str(after)
    if look is None or look.board is None:
        return "not found", ""
    return followed or "not", f"{_off(np.array(look.board.corners_xy), np.array(truth['corners']), piece_set.grid):.2f}"


def _off(seen_px: Points, true_px: Points, grid: GridSize) -> float:
    """How far the worst of four corners is, in cells, however the board is labelled."""
    ways = (np.roll(seen_px, step, axis=0) for step in range(4))
    worst_px = min(float(np.linalg.norm(way - true_px, axis=1).max()) for way in ways)
    return worst_px / mean_cell_px(true_px, grid)


if __name__ == "__main__":
    main()
