"""Where boards on which nothing lies are found: ``python -m tests.benchmarks.bare_boards GAME --seeds 120 150``.

Each seed draws a table, before which a game of the demo is about to begin: what is watched from the first moment. Of
Patchwork both quilts are looked for, which lie beside one another. What is found where it is is read with care:
nothing lies there, and nothing hides anything.
"""

import time

import click
import numpy as np

from tests.benchmarks.anywhere import film
from vision.board.boards import find_board
from vision.board.pair import find_two
from vision.frame import Picture
from vision.pieces.before import Given
from vision.pose import BoardPose, Points
from vision.read import read_board
from vision.sighting import Sighting
from vision.simulated.quilts import quilt_corners
from web.games.demo import script, usual_players
from web.games.equipment import seen_piece_set_for

RIGHT = 0.35
"""A corner farther from where it is than this, in cells, belongs to another place."""


@click.command()
@click.argument("game")
@click.option("--seeds", nargs=2, default=(120, 150), show_default=True, help="First and last.")
def main(game: str, seeds: tuple[int, int]) -> None:
    """Prints a line for every table whose boards are not found where they are, and a total."""
    piece_set = seen_piece_set_for(game)
    counts = {"right": 0, "elsewhere": 0, "not found": 0}
    not_bare, taken_s = 0, []
    for seed in range(seeds[0], seeds[1] + 1):
        frame, facts = next(iter(film(script(seed, piece_set, usual_players(game)), seed, piece_set)))
        corners_px = np.array(facts["corners"])
        true = [quilt_corners(corners_px, quilt, piece_set.grid) for quilt in (0, 1)] if _is_two(game) else [corners_px]
        began_s = time.perf_counter()
        found = find_two(frame.bgr, piece_set) if _is_two(game) else _found(frame.bgr, game)
        taken_s.append(time.perf_counter() - began_s)
        off = [min(_off(pose, corners) for corners in true) for pose in found]
        told = "elsewhere" if max(off, default=0.0) > RIGHT else "right" if len(found) == len(true) else "not found"
        counts[told] += 1
        if told != "right":
            click.echo(f"seed {seed}: {told}, corners {[round(one, 2) for one in off]} cells off")
            continue
        seen = [read_board(frame.bgr, pose, piece_set, Given(careful=True)) for pose in found]
        if any(one.hidden or one.uncertain or one.pieces or one.problems for one in seen):
            not_bare += 1
            click.echo(f"seed {seed}: not bare, {[_said(one) for one in seen]}")
    shown = ", ".join(f"{count} {told}" for told, count in counts.items())
    read = f"{not_bare} of the right ones not read as bare"
    click.echo(f"{len(taken_s)} tables: {shown}; {read}; {np.median(taken_s):.1f} s each (median)")


def _is_two(game: str) -> bool:
    return game == "patchwork"


def _found(bgr: Picture, game: str) -> list[BoardPose]:
    pose = find_board(bgr, seen_piece_set_for(game))
    return [pose] if pose else []


def _said(seen: Sighting) -> str:
    """How much seems to lie on a board, and to hide it."""
    lying = f"{len(seen.pieces)} pieces, {len(seen.problems)} problems"
    return f"{lying}, {len(seen.hidden)} squares hidden, {len(seen.uncertain)} uncertain"


def _off(pose: BoardPose, corners_px: Points) -> float:
    """The worst corner in cells, for the labelling that fits best: nothing in the picture of a bare board tells it."""
    return min(float(np.abs(one.corners_px - corners_px).max() / pose.cell_px) for one in pose.labellings)


if __name__ == "__main__":
    main()
