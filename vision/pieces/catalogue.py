"""Every way in which every piece can lie on the cells, as arrays, made once a piece set.

Placements may hang over the edge of the grid into the ring around it, as far as one cell stays on the board.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from referee.piece import PieceSet
from referee.polyomino import Cells, free_polyominoes, orientations
from vision.cells.reading import RING
from vision.kind import KINDS, Kind
from vision.names import STRANGER, colour_of, paint_of, seen_set

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Catalogue:
    """N placements. Cells of the grid with its ring are numbered row by row; the number after the last means none.

    ``piece`` (N,) indexes ``names``; ``cells`` (N, most squares) and ``joins`` (N, most inner borders) are padded
    with "none". ``overhangs`` and ``paint`` (N,) tell whether it hangs over the edge, and the number of its piece's
    paint. The border to the right of cell i has number i, the one below it ``cell_count`` + i. ``twins`` are, for the
    name that stands for several pieces which look alike, all their names; pieces of the name ``STRANGER`` have shapes
    that are not in the set. ``odd`` (N,) are the log-odds against their shapes.
    """

    names: tuple[str, ...]
    grid: GridSize
    piece: Indices
    cells: Indices
    joins: Indices
    overhangs: npt.NDArray[np.bool_]
    paint: Indices
    odd: npt.NDArray[np.float64]
    kind: Kind
    twins: Mapping[str, tuple[str, ...]]

    @property
    def cell_count(self) -> int:
        return (self.grid.rows + 2 * RING) * (self.grid.cols + 2 * RING)

    @property
    def item_count(self) -> int:
        """What there is to be used up: cells, and pieces by their names."""
        return self.cell_count + len(self.names)

    @property
    def single(self) -> npt.NDArray[np.bool_]:
        """Of which names there is one piece only."""
        return np.array([name not in self.twins and name != STRANGER for name in self.names])

    def __len__(self) -> int:
        return len(self.piece)

    def cells_of(self, number: int) -> Cells:
        """The cells of a placement as (row, col); outside the grid they are negative or beyond the last."""
        wide = self.grid.cols + 2 * RING
        return tuple((int(i) // wide - RING, int(i) % wide - RING) for i in self.cells[number] if i < self.cell_count)

    def name_of(self, number: int) -> str:
        return self.names[int(self.piece[number])]

    def stand_in(self, piece: str) -> str:
        """The name that stands for this piece, and for those that look like it."""
        return _stand_ins(self).get(piece, piece)

    def used_up(self, lying: Iterable[str]) -> frozenset[str]:
        """The names of which no piece is left if these lie there, be twins called by their own names or all by one."""
        count = Counter(map(self.stand_in, lying))
        return frozenset(name for name in count if count[name] >= len(self.twins.get(name, (name,))))

    def number_of(self, cell: Cell) -> int:
        """The number of a cell."""
        return (cell[0] + RING) * (self.grid.cols + 2 * RING) + cell[1] + RING

    def meeting(self, cells: Collection[Cell]) -> npt.NDArray[np.intp]:
        """The numbers of the placements that use any of the cells."""
        wanted = [self.number_of(cell) for cell in cells]
        return np.flatnonzero(np.isin(self.cells, wanted).any(axis=1))

    def find(self, piece: str, cells: Cells) -> int | None:
        """The number of a placement, or None where there is no such placement."""
        name, there = self.stand_in(piece), tuple(sorted(cells))
        if name not in self.names or len(there) > self.cells.shape[1]:
            return None
        at = self.names.index(name)
        first, last = np.searchsorted(self.piece, [at, at + 1])  # the placements of a piece stand one after the other
        wanted = np.full(self.cells.shape[1], self.cell_count, np.int32)
        wanted[: len(there)] = [self.number_of(cell) for cell in there]
        found = first + np.flatnonzero((self.cells[first:last] == wanted).all(axis=1))
        return next((int(number) for number in found if self.cells_of(number) == there), None)


@lru_cache(maxsize=8)
def catalogue(piece_set: PieceSet) -> Catalogue:
    """The catalogue of a piece set, made once and kept."""
    kind, pieces = KINDS[piece_set.game], seen_set(piece_set).pieces
    alike: dict[tuple[Cells, str | None], list[int]] = {}
    for number, each in enumerate(pieces):
        alike.setdefault((piece_set.canonical(each.cells), colour_of(each.id)), []).append(number)
    first = [pieces[numbers[0]] for numbers in alike.values()]
    strange = _strange(piece_set, 1 + len(kind.odds.strange))
    shapes = [piece.cells for piece in first] + strange
    lying = {shape: _lying(shape, piece_set) for shape in dict.fromkeys(shapes)}
    tables = [lying[shape] for shape in shapes]
    count = (piece_set.grid.rows + 2 * RING) * (piece_set.grid.cols + 2 * RING)
    numbers = np.minimum(np.arange(len(shapes)), len(first)).astype(np.int32)  # all strangers have one
    ways = [len(cells) for cells, _, _ in tables]
    piece, overhangs = np.repeat(numbers, ways), np.concatenate([overhangs for _, _, overhangs in tables])
    odd = [0.0] * len(first) + [kind.odds.strange[len(shape) - 2] for shape in strange]
    return Catalogue(
        tuple(each.id for each in first) + ((STRANGER,) if kind.odds.strange else ()),
        piece_set.grid,
        piece,
        _stacked([cells for cells, _, _ in tables], count),
        _stacked([joins for _, joins, _ in tables], 2 * count),
        overhangs,
        np.array([*(paint_of(each, kind) for each in first), 0], np.int32)[piece],
        np.repeat(odd, ways),
        kind,
        {pieces[same[0]].id: tuple(pieces[n].id for n in same) for same in alike.values() if len(same) > 1},
    )


def _strange(piece_set: PieceSet, most: int) -> list[Cells]:
    """The shapes of two squares and up to ``most`` that no piece of the set has."""
    known = {piece_set.canonical(piece.cells) for piece in piece_set.pieces}
    every = {piece_set.canonical(shape) for squares in range(2, most + 1) for shape in free_polyominoes(squares)}
    return sorted(every - known)


def _lying(shape: Cells, piece_set: PieceSet) -> tuple[Indices, Indices, npt.NDArray[np.bool_]]:
    """The cells and the inner borders of every placement of a shape, by number, and whether it hangs over the edge."""
    found = [_shifted(turned, piece_set.grid) for turned in orientations(shape, flip=piece_set.two_sided)]
    count = (piece_set.grid.rows + 2 * RING) * (piece_set.grid.cols + 2 * RING)
    cells, joins, overhangs = zip(*found, strict=True)
    return _stacked(cells, count), _stacked(joins, 2 * count), np.concatenate(overhangs)


def _shifted(shape: Cells, grid: GridSize) -> tuple[Indices, Indices, npt.NDArray[np.bool_]]:
    """The same for one orientation of it: row by row over the grid and the ring around it."""
    wide, count = grid.cols + 2 * RING, (grid.rows + 2 * RING) * (grid.cols + 2 * RING)
    rows, cols = np.array(sorted(shape), np.int32).T
    downs = np.arange(-RING, grid.rows + RING - rows.max(), dtype=np.int32)
    rights = np.arange(-RING, grid.cols + RING - cols.max(), dtype=np.int32)
    down, right = (each.reshape(-1, 1) for each in np.meshgrid(downs, rights, indexing="ij"))
    row, col = down + rows, right + cols
    inside = (row >= 0) & (row < grid.rows) & (col >= 0) & (col < grid.cols)
    on_board = inside.any(axis=1)
    cells = ((row + RING) * wide + col + RING)[on_board]
    members = set(shape)
    across = [(r, c) in members and (r, c + 1) in members for r, c in sorted(shape)]
    below = [(r + 1, c) in members for r, c in sorted(shape)]
    joins = np.concatenate([cells[:, across], count + cells[:, below]], axis=1)
    return cells.astype(np.int32), joins.astype(np.int32), ~inside.all(axis=1)[on_board]


def _stacked(tables: Sequence[Indices], none: int) -> Indices:
    """Tables below each other, the narrower ones filled up."""
    width = max(table.shape[1] for table in tables)
    return np.concatenate(
        [np.pad(table, ((0, 0), (0, width - table.shape[1])), constant_values=none) for table in tables]
    )


@lru_cache(maxsize=8)
def _stand_ins(catalogue: Catalogue) -> dict[str, str]:
    return {twin: name for name, twins in catalogue.twins.items() for twin in twins}
