"""The grid of a board: cells, bits and neighbours."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Cell = tuple[int, int]
"""A unit square as (row, col); (0, 0) is top left."""


def beside(cell: Cell) -> tuple[Cell, ...]:
    """The four cells that share an edge with a cell, on a grid or off it."""
    row, col = cell
    return (row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)


@dataclass(frozen=True, slots=True)
class GridSize:
    """Rows and columns of a board. A set of cells is also written as a bit mask, one bit a cell."""

    rows: int
    cols: int

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise ValueError(f"a grid needs at least 1 row and 1 column, got {self.rows} x {self.cols}")

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def __iter__(self) -> Iterator[Cell]:
        return iter([(row, col) for row in range(self.rows) for col in range(self.cols)])

    def __len__(self) -> int:
        return self.rows * self.cols

    def index(self, cell: Cell) -> int:
        """Number of a cell, counted row by row from 0."""
        return cell[0] * self.cols + cell[1]

    def mask(self, cells: Iterable[Cell]) -> int:
        """Bit mask of cells that lie on the grid; bit ``index(cell)`` stands for a cell."""
        return sum(1 << self.index(cell) for cell in set(cells))

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """The cells of a bit mask, row by row."""
        return tuple(cell for cell in self if mask >> self.index(cell) & 1)

    def edge_neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells of the grid that share an edge with ``cell``."""
        return tuple(near for near in beside(cell) if near in self)

    def corner_neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells of the grid that touch ``cell`` at a corner only."""
        row, col = cell
        around = ((row - 1, col - 1), (row - 1, col + 1), (row + 1, col - 1), (row + 1, col + 1))
        return tuple(near for near in around if near in self)
