"""Filling free cells exactly: every cell covered once, every piece left used once.

Knuth's Algorithm X ("Dancing Links", 2000), on sets of placements written as integers: the cell or the piece with the
fewest placements left is settled first, which finds dead ends early.
"""

from collections.abc import Collection, Iterator

from referee.grid import Cell
from referee.placements import Placement, Placements


def covers(
    every: Placements, free: Collection[Cell], pieces: Collection[str], among: int
) -> Iterator[tuple[Placement, ...]]:
    """All ways to cover the free cells with all the pieces; ``among`` are the placements that may be used.

    In each way the placements stand in the order found: the most constrained first.
    """
    wanted = [every.covering[every.grid.index(cell)] for cell in free] + [every.of_piece[piece] for piece in pieces]
    return _covers(every, wanted, among, ())


def _covers(
    every: Placements, wanted: list[int], among: int, found: tuple[Placement, ...]
) -> Iterator[tuple[Placement, ...]]:
    if not wanted:
        yield found
        return
    scarcest = min((column & among for column in wanted), key=int.bit_count)
    while scarcest:
        lowest = scarcest & -scarcest
        scarcest ^= lowest
        placement = every.all[lowest.bit_length() - 1]
        clashing = every.hit_by(placement.cells) | every.of_piece[placement.piece]
        left = [column for column in wanted if not column & lowest]
        yield from _covers(every, left, among & ~clashing, (*found, placement))
