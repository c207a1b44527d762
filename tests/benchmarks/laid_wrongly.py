"""Pieces laid wrongly in a live game: ``python -m tests.benchmarks.laid_wrongly GAME --seeds 717000 717013``.

Each seed draws a table. It is seen bare, then with pieces that come to lie properly, which the match knows, then with
one more that does not: on others, over the edge or off the cells. What is told of that one is counted, and what is
claimed besides that does not lie there. A table on which nothing is said of the last picture, because something hides a
part of the board or the picture is no good, counts as not seen.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

import click
import numpy as np

from referee.piece import PieceSet, packaged_piece_set
from vision.frame import Frame, Picture
from vision.kind import KINDS
from vision.live.bare import Reminded
from vision.live.watch import Watcher
from vision.look import Known
from vision.names import seen_set
from vision.pieces.catalogue import catalogue
from vision.pose import pose_from_corners
from vision.sighting import SeenPiece, Sighting
from vision.simulated import LyingPiece, close_together, render, scene
from vision.simulated.still import faulty
from vision.simulated.truth import truth

LOOKS, EVERY_S = 14, 0.15
LYING = (8, 16)
"""So many pieces lie there at least, and fewer than so many."""
COMING = 4
"""So many come at once: one by one would take long."""


@dataclass(frozen=True)
class Table:
    """What lies properly, what has come last, and a picture of the bare board, of each few pieces more, and of all."""

    flat: tuple[LyingPiece, ...]
    wrong: LyingPiece
    pictures: tuple[Picture, ...]
    corners: np.ndarray

    def known(self, number: int) -> Known:
        """What the match knows when a picture is seen: all that lies properly there."""
        return Known(
            tuple(SeenPiece(one.piece, tuple(sorted(one.cells or ()))) for one in self.flat[: COMING * number])
        )


@click.command()
@click.argument("game")
@click.option("--kind", default="overlap", type=click.Choice(["overlap", "overhang", "misaligned"]), show_default=True)
@click.option("--seeds", nargs=2, default=(717000, 717013), show_default=True, help="First and last.")
@click.option("--verbose", is_flag=True, help="A line for every table.")
def main(game: str, kind: str, seeds: tuple[int, int], verbose: bool) -> None:
    """Prints how many were named, named wrongly, told without a name, or not told."""
    piece_set = packaged_piece_set(game)
    counts: Counter[str] = Counter()
    for seed in range(seeds[0], seeds[1] + 1):
        shown = table(seed, seen_set(piece_set), kind)
        told, claimed = outcome(shown, kind, watched(shown, piece_set), piece_set)
        counts.update((told,))
        counts["claimed besides"] += claimed
        if verbose:
            click.echo(f"{seed}: {shown.wrong.piece} {told}, {claimed} claimed besides", err=True)
    columns = (
        "named",
        "by a wrong name",
        "without a name",
        "as another fault",
        "not told",
        "not seen",
        "claimed besides",
    )
    click.echo("| game | kind | tables | " + " | ".join(columns) + " |\n" + "| --- " * (3 + len(columns)) + "|")
    cells = (game, kind, seeds[1] - seeds[0] + 1, *(counts[column] for column in columns))
    click.echo("| " + " | ".join(map(str, cells)) + " |")


def table(seed: int, pieces: PieceSet, kind: str) -> Table:
    """A table of any kind, with pieces that lie properly and one that does not."""
    rng, drawn = np.random.default_rng((seed, 5)), scene(seed, pieces)
    flat = tuple(LyingPiece(one.piece, one.cells) for one in close_together(rng, pieces, int(rng.integers(*LYING))))
    left = sorted({piece.id for piece in pieces.pieces if piece.squares > 1} - {one.piece for one in flat})
    wrong = faulty(rng, pieces, kind, str(rng.choice(left)), list(flat))
    shown = [flat[:count] for count in range(0, len(flat), COMING)] + [flat, (*flat, wrong)]
    pictures = tuple(render(drawn, pieces, lying, noise_seed=number) for number, lying in enumerate(shown))
    return Table(flat, wrong, pictures, np.array(truth(drawn, pieces, flat)["corners"]))


def watched(shown: Table, piece_set: PieceSet) -> list[Sighting]:
    """All that is seen in the last picture, one after the other, the board lying where it does; nothing where the view
    does not settle."""
    bgr = shown.pictures[0]
    pose = pose_from_corners(shown.corners, piece_set.grid, (bgr.shape[1], bgr.shape[0]))
    watcher = Watcher(piece_set, find=lambda *_: pose)
    eyes = Reminded(watcher, piece_set) if KINDS[piece_set.game].reminded else watcher
    seen: list[Sighting | None] = []
    for number in range(len(shown.pictures) * LOOKS):
        at = number // LOOKS
        frame = Frame(shown.pictures[at], number + 1, (number + 1) * EVERY_S)
        seen.append(eyes.look(frame, shown.known(at)).sighting)
    return [one for one in seen[-LOOKS:] if one is not None]


def outcome(shown: Table, kind: str, every: list[Sighting], piece_set: PieceSet) -> tuple[str, int]:
    """What is told in the end of the piece that lies wrongly, by its name or that of one of the same shape and look,
    and how many pieces are claimed at any time that do not lie there."""
    if not every:
        return "not seen", 0
    seen, flat = every[-1], {frozenset(one.cells or ()) for one in shown.flat}
    claimed = max(sum(frozenset(piece.cells) not in flat for piece in one.pieces) for one in every)
    told = [problem for problem in seen.problems if problem.piece is None or problem.kind == kind]
    if not told:
        return "as another fault" if seen.problems else "not told", claimed
    named = {problem.piece for problem in told} - {None}
    if not named:
        return "without a name", claimed
    alike = [names for names in catalogue(piece_set).twins.values() if shown.wrong.piece in names]
    return "named" if named <= {shown.wrong.piece, *chain(*alike)} else "by a wrong name", claimed


if __name__ == "__main__":
    main()
