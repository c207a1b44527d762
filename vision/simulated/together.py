"""Pieces that lie together by no rule but that they do not overlap."""

import numpy as np

from referee.grid import beside
from referee.piece import PieceSet
from referee.placements import Placement, placements


def close_together(rng: np.random.Generator, piece_set: PieceSet, count: int) -> list[Placement]:
    """Up to ``count`` placements that do not overlap, each piece once, rather close together."""
    table = placements(piece_set)
    chosen: list[Placement] = []
    taken = 0
    for piece in rng.permutation([piece.id for piece in piece_set.pieces]):
        if len(chosen) == count:
            break
        free = [one for one in table.listed(table.of_piece[str(piece)]) if not one.mask & taken]
        if free:
            some = [free[number] for number in rng.choice(len(free), size=min(60, len(free)), replace=False)]
            best = max(some, key=lambda one: _contact(piece_set, one, taken) + rng.uniform(0, 3))
            chosen.append(best)
            taken |= best.mask
    return chosen


def _contact(piece_set: PieceSet, one: Placement, taken: int) -> int:
    """How many edges of the piece touch others or the end of the grid."""
    grid = piece_set.grid
    edges = (near for cell in one.cells for near in beside(cell))
    return sum(near not in grid or bool(taken >> grid.index(near) & 1) for near in edges)
