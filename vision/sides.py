"""The sides of thick pieces: seen aslant, they hide the bare cells behind them, which then look filled.

On the plane of the tops a side is seen in the cell beyond it, in the piece's own paint and with no groove between. How
much of that cell it takes, the camera's place says: as much as tops are shifted against the board there.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.reading import RING, Reading

AS_FILLED = 3.0
"""What looks filled is so much less certain (log-odds) where a side takes all of it, and not at all where none does: by
a regression over the 1,099 cells of 200 simulated pictures of which the network is not certain, whose log-loss it takes
from .057 to .046."""

Parts = npt.NDArray[np.float32]
Shift = tuple[float, float, float, float]


def past_sides(reading: Reading, shift: Shift) -> Reading:
    """The same reading with less evidence for filled cells where they may show the sides of others, and with the parts
    that do.

    Args:
        reading: of thick pieces.
        shift: how tops are shifted on the board, as ``vision.observe.shifts`` has it.
    """
    filled = 1 / (1 + np.exp(-reading.occupied.astype(np.float64)))
    sides = sides_of(filled, shift)
    occupied = (reading.occupied - AS_FILLED * sides * filled).astype(np.float32)
    return replace(reading, occupied=occupied, sides=sides)


def sides_of(filled: npt.NDArray[np.float64], shift: Shift) -> Parts:
    """The part (0 to 1, rows x cols with the ring) of each cell that shows the side of a neighbour, by how probably
    cells are ``filled`` (0 to 1, of the same shape)."""
    x, x_a_col, y, y_a_row = shift
    across, down = (
        start + step * (np.arange(count) - RING + 0.5)
        for start, step, count in ((x, x_a_col, filled.shape[1]), (y, y_a_row, filled.shape[0]))
    )
    around = np.pad(filled, 1)
    beside = np.where(across > 0, around[1:-1, 2:], around[1:-1, :-2])
    along = np.where(down[:, None] > 0, around[2:, 1:-1], around[:-2, 1:-1])
    parts = np.maximum(np.abs(across).clip(max=1) * beside, np.abs(down).clip(max=1)[:, None] * along)
    return np.asarray(parts, np.float32)
