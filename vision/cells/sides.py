"""The sides of thick pieces: seen aslant, they lie over the bare cells before them, which then look filled.

On the plane of the tops a side is seen in the next cell towards the camera, in the piece's own paint and with no groove
between. How much of that cell it takes, the camera's place says: as much as tops are shifted against the board there.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.cells.observe import Shift
from vision.cells.reading import RING, Reading
from vision.cells.symmetry import SIDES

AS_FILLED = 3.0
"""What looks filled is so much less certain (log-odds) where a side takes all of it, and not at all where none does: by
a regression over the 1,099 cells of 200 simulated pictures of which the network is not certain, whose log-loss it takes
from .057 to .046."""

Parts = npt.NDArray[np.float32]


def past_sides(reading: Reading, shift: Shift) -> Reading:
    """The same reading with less evidence for filled cells where they may show the sides of others, and with the parts
    that do.

    Args:
        reading: of thick pieces.
        shift: how tops are shifted on the board, as ``vision.cells.observe.shifts`` has it.
    """
    filled, seen = (_probable(evidence) for evidence in (reading.occupied, -reading.hidden))
    sides = sides_of(filled * seen, shift)
    part = 1 - np.prod(1 - sides, axis=0)
    occupied = np.asarray(reading.occupied - AS_FILLED * part * filled, np.float32)
    return replace(reading, occupied=occupied, sides=sides)


def sides_of(filled: npt.NDArray[np.float64], shift: Shift) -> Parts:
    """The parts (0 to 1, 4 x rows x cols with the ring) of each cell that show the sides of its neighbours, in
    the order of ``SIDES``, by how probably cells are ``filled`` (0 to 1, rows x cols). What reaches farther than
    one cell is left out.
    """
    x, x_a_col, y, y_a_row = shift
    rows, cols = filled.shape
    across = np.broadcast_to(x + x_a_col * (np.arange(cols) - RING + 0.5), filled.shape)
    down = np.broadcast_to((y + y_a_row * (np.arange(rows) - RING + 0.5))[:, None], filled.shape)
    around = np.pad(filled, 1)
    sides = np.zeros((len(SIDES), rows, cols), np.float32)
    for number, (below, right) in enumerate(SIDES):
        towards = right * across + below * down  # tops are shifted from here to there: the side is turned this way
        sides[number] = towards.clip(0, 1) * around[1 + below : rows + 1 + below, 1 + right : cols + 1 + right]
    return sides


def _probable(evidence: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-evidence.astype(np.float64))))
