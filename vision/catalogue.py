"""Every way in which every piece can lie on the cells, as arrays, made once a piece set.

Placements may hang over the edge of the grid into the ring around it, as far as one cell stays on the board.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from referee.piece import PieceSet
from referee.polyomino import Cells, orientations
from vision.reading import RING

STRIPED_KIND = "hexomino"
"""The pieces of this kind are painted in black and white, the others in a colour each."""

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Catalogue:
    """N placements. Cells of the grid with its ring are numbered row by row; the number after the last means none.

    ``piece`` (N,) indexes ``names``; ``cells`` (N, most squares) and ``joins`` (N, most inner borders) are padded
    with "none". ``overhangs`` and ``striped`` (N,) tell whether it hangs over the edge, and whether its piece is one of
    those in black and white. The border to the right of cell i has number i, the one below it ``cell_count`` + i.
    """

    names: tuple[str, ...]
    grid: GridSize
    piece: Indices
    cells: Indices
    joins: Indices
    overhangs: npt.NDArray[np.bool_]
    striped: npt.NDArray[np.bool_]

    @property
    def cell_count(self) -> int:
        return (self.grid.rows + 2 * RING) * (self.grid.cols + 2 * RING)

    def __len__(self) -> int:
        return len(self.piece)

    def cells_of(self, number: int) -> Cells:
        """The cells of a placement as (row, col); outside the grid they are negative or beyond the last."""
        wide = self.grid.cols + 2 * RING
        return tuple((int(i) // wide - RING, int(i) % wide - RING) for i in self.cells[number] if i < self.cell_count)

    def name_of(self, number: int) -> str:
        return self.names[int(self.piece[number])]

    def find(self, piece: str, cells: Cells) -> int | None:
        """The number of a placement, or None where there is no such placement."""
        return _numbers(self).get((piece, tuple(sorted(cells))))


@lru_cache(maxsize=8)
def catalogue(piece_set: PieceSet) -> Catalogue:
    """The catalogue of a piece set, made once and kept."""
    grid, wide = piece_set.grid, piece_set.grid.cols + 2 * RING
    count = (grid.rows + 2 * RING) * wide
    piece, cells, joins, overhangs = [], [], [], []
    for number, each in enumerate(piece_set.pieces):
        for placed in _lying(orientations(each.cells, flip=piece_set.two_sided), grid):
            index = {cell: (cell[0] + RING) * wide + cell[1] + RING for cell in placed}
            piece.append(number)
            cells.append(sorted(index.values()))
            joins.append(
                [i for (row, col), i in index.items() if (row, col + 1) in index]
                + [count + i for (row, col), i in index.items() if (row + 1, col) in index]
            )
            overhangs.append(any(cell not in grid for cell in placed))
    names = tuple(each.id for each in piece_set.pieces)
    striped = np.array([each.kind == STRIPED_KIND for each in piece_set.pieces])[piece]
    tables = (np.array(piece, np.int32), _padded(cells, count), _padded(joins, 2 * count), np.array(overhangs), striped)
    return Catalogue(names, grid, *tables)


def _lying(shapes: tuple[Cells, ...], grid: GridSize) -> list[Cells]:
    found: list[Cells] = []
    for shape in shapes:
        height, width = 1 + max(r for r, _ in shape), 1 + max(c for _, c in shape)
        for top in range(-RING, grid.rows + RING - height + 1):
            for left in range(-RING, grid.cols + RING - width + 1):
                placed: list[Cell] = [(top + r, left + c) for r, c in shape]
                if any(cell in grid for cell in placed):
                    found.append(tuple(placed))
    return found


def _padded(lists: list[list[int]], none: int) -> Indices:
    table = np.full((len(lists), max(len(each) for each in lists)), none, np.int32)
    for row, each in zip(table, lists, strict=True):
        row[: len(each)] = each
    return table


@lru_cache(maxsize=8)
def _numbers(catalogue: Catalogue) -> dict[tuple[str, Cells], int]:
    return {(catalogue.name_of(n), catalogue.cells_of(n)): n for n in range(len(catalogue))}
