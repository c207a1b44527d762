"""All placements of a piece set on its grid, as bit masks made once.

Besides the mask of the cells of each placement, its transpose is kept: for each cell, the set of placements
that cover it, written as one large integer with one bit a placement. What is still free is then a handful of
integer operations, whatever the number of placements.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from referee.grid import Cell, GridSize
from referee.piece import Piece, PieceSet
from referee.polyomino import Cells, orientations

TRUTH = bytes(octet == ord("1") for octet in range(256))
"""Turns the digits 0 and 1 into false and true."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece on given cells of the board; ``mask`` has a bit for each of them."""

    piece: str
    cells: Cells
    mask: int

    @property
    def text(self) -> str:
        """As digests are made of it: ``I3:0,0 0,1 0,2``."""
        return f"{self.piece}:{self.cells_text}"

    @property
    def cells_text(self) -> str:
        return " ".join(f"{row},{col}" for row, col in self.cells)


@dataclass(frozen=True, eq=False)
class Placements:
    """Every placement of every piece on the empty board, numbered in order of piece and cells.

    ``covering[i]`` and ``of_piece[id]`` are sets of placement numbers as integers: bit n stands for ``all[n]``.
    """

    grid: GridSize
    all: tuple[Placement, ...]
    covering: tuple[int, ...]
    of_piece: dict[str, int]

    def hit_by(self, cells: Cells) -> int:
        """The set of placements that share a cell with ``cells`` (which lie on the grid)."""
        hit = 0
        for cell in cells:
            hit |= self.covering[self.grid.index(cell)]
        return hit

    def of_hand(self, hand: frozenset[str]) -> int:
        """The set of placements of the pieces of a hand."""
        mine = 0
        for piece in hand:
            mine |= self.of_piece[piece]
        return mine

    def listed(self, numbers: int) -> tuple[Placement, ...]:
        """The placements of a set, in order."""
        return tuple(compress(self.all, f"{numbers:b}".encode()[::-1].translate(TRUTH)))


def placements_of(piece: Piece, grid: GridSize, *, flip: bool = True) -> tuple[Placement, ...]:
    """All placements of one piece on the empty grid, each set of cells once, in order of cells."""
    found = []
    for shape in orientations(piece.cells, flip=flip):
        height = 1 + max(row for row, _ in shape)
        width = 1 + max(col for _, col in shape)
        if height > grid.rows or width > grid.cols:
            continue
        mask = grid.mask(shape)
        for top in range(grid.rows - height + 1):
            for left in range(grid.cols - width + 1):
                cells = tuple((top + row, left + col) for row, col in shape)
                found.append(Placement(piece.id, cells, mask << grid.index((top, left))))
    return tuple(sorted(found, key=lambda placement: placement.cells))


def texts(listed: Iterable[Placement]) -> tuple[str, ...]:
    """The texts of placements, of which digests are made."""
    return tuple(placement.text for placement in listed)


@lru_cache(maxsize=8)
def placements(piece_set: PieceSet) -> Placements:
    """The placements of a piece set, made once and kept."""
    every: list[Placement] = []
    of_piece: dict[str, int] = {}
    for piece in piece_set.pieces:
        mine = placements_of(piece, piece_set.grid, flip=piece_set.two_sided)
        of_piece[piece.id] = ((1 << len(mine)) - 1) << len(every)
        every.extend(mine)
    covering: dict[Cell, list[int]] = {cell: [] for cell in piece_set.grid}
    for number, placement in enumerate(every):
        for cell in placement.cells:
            covering[cell].append(number)
    return Placements(
        piece_set.grid, tuple(every), tuple(_bits(numbers, len(every)) for numbers in covering.values()), of_piece
    )


def _bits(numbers: list[int], size: int) -> int:
    octets = bytearray(size // 8 + 1)
    for number in numbers:
        octets[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(octets, "little")
