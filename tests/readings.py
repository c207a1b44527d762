"""What the eyes make of a board, without a picture."""

from collections.abc import Iterable

import numpy as np

from referee.grid import GridSize
from referee.polyomino import Cells
from vision.cells.reading import RING, Reading

CLEAR = 9.0
"""Evidence (log-odds) of which there is no doubt."""


def clear_reading(grid: GridSize, pieces: Iterable[Cells], height: float) -> Reading:
    """Pieces so high, in cells, on these cells of the grid or beside it, each with clear borders around it."""
    shape = (grid.rows + 2 * RING, grid.cols + 2 * RING)
    low = np.full(shape, -CLEAR, np.float32)
    occupied, right, down = low.copy(), low.copy(), low.copy()
    for piece in pieces:
        for row, col in piece:
            occupied[row + RING, col + RING] = CLEAR
            right[row + RING, col + RING] = CLEAR if (row, col + 1) in piece else -CLEAR
            down[row + RING, col + RING] = CLEAR if (row + 1, col) in piece else -CLEAR
    paints, lab = np.zeros((2, *shape), np.float32), np.zeros((*shape, 3), np.float32)
    return Reading(grid, occupied, right, down, low, low, paints, lab, height)
