"""Two quilts as one wide board: the columns of the left one come first, those of the right one begin ``APART`` columns
after them."""

from referee.polyomino import Cells
from vision.cells.reading import RING

APART = 11
"""So many columns after that of the left quilt the same column of the right one is counted."""


def on_quilt(cells: Cells, quilt: int) -> Cells:
    """The cells of a quilt (0 is the left one) as they are counted on the wide board."""
    return tuple((row, col + APART * quilt) for row, col in cells)


def own_cells(cells: Cells) -> Cells:
    """Cells of the wide board as they are counted on their own quilt."""
    return on_quilt(cells, -quilt_of(cells))


def quilt_of(cells: Cells) -> int:
    """On which quilt cells of the wide board lie."""
    return int(min(col for _, col in cells) >= APART - RING)
