"""Training samples: rectified planes of pictures with known truth, and what each cell of them should be called."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.frame import Picture
from vision.observe import raster, shifts
from vision.pose import BoardPose, pose_from_corners
from vision.reading import RING
from vision.rectify import rectified

NOBODY = -1
UNKNOWN = -2
"""Owner of a cell whose top cannot be judged: it does not count in training."""
CORNER_SPREAD = 0.025
"""Error of the corners that the eyes must stand, in cells (standard deviation)."""
HEIGHT_SPREAD = 0.06
"""Error of the thickness that the eyes must stand, in cells (standard deviation)."""


@dataclass(frozen=True, eq=False)
class Sample:
    """One look: both planes, their shift, and for each cell with its ring the owner, hidden and troubled."""

    upper: Picture
    lower: Picture
    shift: tuple[float, float, float, float]
    level: int
    owner: npt.NDArray[np.int8]
    hidden: npt.NDArray[np.int8]
    troubled: npt.NDArray[np.int8]


def sample(bgr: Picture, truth: dict[str, Any], rng: np.random.Generator, level: int = 0) -> Sample:
    """A look at a picture through a slightly wrong pose and thickness."""
    grid = GridSize(truth["rows"], truth["cols"])
    corners = np.array(truth["corners"], dtype=np.float64)
    exact = pose_from_corners(corners, grid, (truth["width"], truth["height"]))
    error = rng.normal(0, CORNER_SPREAD * rng.choice([0.3, 1.0, 2.0]), (4, 2)) * exact.cell_px
    pose = pose_from_corners(corners + error, grid, (truth["width"], truth["height"]))
    true_height = float(truth["scene"]["piece_height_cells"])
    height = true_height + rng.normal(0, HEIGHT_SPREAD)
    owner, hidden, troubled = _labels(truth, exact, true_height, level)
    return Sample(
        rectified(bgr, pose, raster(grid), (level + 1) * height),
        rectified(bgr, pose, raster(grid), level * height),
        shifts(pose, height, level),
        level,
        owner,
        hidden,
        troubled,
    )


def _labels(truth: dict[str, Any], pose: BoardPose, height: float, level: int) -> tuple[npt.NDArray[np.int8], ...]:
    shape = (truth["rows"] + 2 * RING, truth["cols"] + 2 * RING)
    owner = np.full(shape, NOBODY, np.int8)
    hidden, troubled = np.zeros(shape, np.int8), np.zeros(shape, np.int8)
    above = "overlap" if level else "none"
    for number, piece in enumerate(truth["pieces"]):
        if piece["situation"] == above or (not level and piece["situation"] == "overhang"):
            _set(owner, piece["cells"] + piece.get("cells_off_grid", []), number)
    for piece in truth["pieces"]:
        if piece["situation"] == "overlap" and not level:
            _set(troubled, piece["cells"], 1)
            _set(owner, piece["cells"] + _shadowed(piece["cells"], pose, height), UNKNOWN)
        if piece["situation"] == "misaligned":
            for row, col, share in piece["covered_cells"]:
                _set(owner, [[row, col]], UNKNOWN)
                _set(troubled, [[row, col]], 1 if share >= 0.25 else UNKNOWN)
    for cell in truth["hand_covers_cells"]:
        _set(hidden, [cell], 1)
        _set(owner, [cell], UNKNOWN)
    return owner, hidden, troubled


def _shadowed(cells: list[list[int]], pose: BoardPose, height: float) -> list[list[int]]:
    """Cells of the tops' plane that a piece lying one level up hides from the camera."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height, 1)
    found = []
    for row, col in cells:
        for part in (0.05, 0.5, 0.95):
            x, y = col + part, row + part
            found.append([int(np.floor(y + y0 + y_a_row * y)), int(np.floor(x + x0 + x_a_col * x))])
    return found


def _set(table: npt.NDArray[np.int8], cells: list[list[int]], value: int) -> None:
    for row, col in cells:
        if 0 <= row + RING < table.shape[0] and 0 <= col + RING < table.shape[1]:
            table[row + RING, col + RING] = value
