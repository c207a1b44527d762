"""Training samples: rectified planes of pictures with known truth, and what each cell of them should be called."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from referee.piece import packaged_piece_set
from vision.cells.observe import White, raster, shifts, white_of
from vision.cells.reading import RING
from vision.faults.overlap import hidden_by
from vision.frame import Picture
from vision.kind import COLOURS, KINDS, LEATHER, STRIPED_KIND
from vision.pose import BoardPose, pose_from_corners
from vision.rectify import rectified

NOBODY = -1
UNKNOWN = -2
"""Owner of a cell whose top cannot be judged: it does not count in training."""
CORNER_SPREAD = {"polyssimo": 0.025, "blokus": 0.06, "patchwork": 0.04}
"""Error of the corners that the eyes must stand, in cells (standard deviation)."""
SHIFT_SPREAD = 0.04
"""Error that the eyes must stand in how far the tops are shifted, in cells (standard deviation). Seen from straight
above, the thickness itself can hardly be measured, and need not be."""


@dataclass(frozen=True, eq=False)
class Sample:
    """One look: both planes at so many pixels a cell, their shift and the board's white, and for each cell with its
    ring the owner, hidden, troubled, the number of its paint (of Polyssimo's pieces 1 for those in black and white;
    -1 where no piece lies), and whether what is to be seen of it is ``raised``: on top of other pieces.
    """

    upper: Picture
    lower: Picture
    shift: tuple[float, float, float, float]
    level: int
    scale: int
    white: White
    owner: npt.NDArray[np.int8]
    hidden: npt.NDArray[np.int8]
    troubled: npt.NDArray[np.int8]
    paint: npt.NDArray[np.int8]
    raised: npt.NDArray[np.int8]


def sample(bgr: Picture, truth: dict[str, Any], rng: np.random.Generator, level: int = 0) -> Sample:
    """A look at a picture through a slightly wrong pose and thickness."""
    grid = GridSize(truth["rows"], truth["cols"])
    corners = np.array(truth["corners"], dtype=np.float64)
    exact = pose_from_corners(corners, grid, (truth["width"], truth["height"]))
    spread = CORNER_SPREAD[truth["game"]] * rng.choice([0.3, 1.0, 2.0])
    error = rng.normal(0, spread, (4, 2)) * exact.cell_px
    pose = pose_from_corners(corners + error, grid, (truth["width"], truth["height"]))
    true_height = float(truth["scene"]["piece_height_cells"])
    height = (
        _measured(true_height, exact, rng)
        if truth["game"] == "polyssimo"
        else float(KINDS[truth["game"]].thickness or 0)
    )
    owner, hidden, troubled, raised = _labels(truth, exact, true_height, level)
    layout = raster(grid, KINDS[truth["game"]].networks.scale)
    lower = rectified(bgr, pose, layout, level * height)
    return Sample(
        rectified(bgr, pose, layout, (level + 1) * height),
        lower,
        shifts(pose, height, level),
        level,
        layout.scale,
        white_of(lower, layout.scale),
        owner,
        hidden,
        troubled,
        np.append(_paints(truth), -1)[np.maximum(owner, -1)].astype(np.int8),
        raised,
    )


def _measured(true_height: float, pose: BoardPose, rng: np.random.Generator) -> float:
    """The thickness as it would be measured."""
    slant = max(float(np.tan(np.radians(pose.tilt_deg))), 0.1)
    return float(np.clip(true_height + rng.normal(0, np.clip(SHIFT_SPREAD / slant, 0.05, 0.25)), 0.3, 1.2))


def _paints(truth: dict[str, Any]) -> list[int]:
    """The number of each piece's paint."""
    if truth["game"] == "blokus":
        return [COLOURS.index(piece["colour"]) for piece in truth["pieces"]]
    kind = {piece.id: piece.kind for piece in packaged_piece_set(truth["game"]).pieces}
    return [int(kind.get(piece["id"], LEATHER) in (STRIPED_KIND, LEATHER)) for piece in truth["pieces"]]


def _labels(truth: dict[str, Any], pose: BoardPose, height: float, level: int) -> tuple[npt.NDArray[np.int8], ...]:
    shape = (truth["rows"] + 2 * RING, truth["cols"] + 2 * RING)
    owner = np.full(shape, NOBODY, np.int8)
    hidden, troubled, raised = (np.zeros(shape, np.int8) for _ in range(3))
    above = "overlap" if level else "none"
    for number, piece in enumerate(truth["pieces"]):
        if piece["situation"] == above or (not level and piece["situation"] == "overhang"):
            _set(owner, piece["cells"] + piece.get("cells_off_grid", []), number)
    for piece in truth["pieces"]:
        if piece["situation"] == "overlap":
            _set(raised, piece["cells"], 1)
        if piece["situation"] == "overlap" and not level:
            _set(troubled, piece["cells"], 1)
            _set(owner, hidden_by(_cells(piece["cells"]), pose, height), UNKNOWN)
        if piece["situation"] == "misaligned":
            for row, col, share in piece["covered_cells"]:
                _set(owner, [[row, col]], UNKNOWN)
                if not KINDS[truth["game"]].thick:  # thin pieces that lie askew may lie partly on others
                    _set(raised, [[row, col]], UNKNOWN)
                _set(troubled, [[row, col]], 1 if share >= 0.25 else UNKNOWN)
    for cell in truth["hand_covers_cells"]:
        _set(hidden, [cell], 1)
        _set(owner, [cell], UNKNOWN)
        _set(raised, [cell], UNKNOWN)
    return owner, hidden, troubled, raised


def _cells(pairs: list[list[int]]) -> list[Cell]:
    return [(row, col) for row, col in pairs]


def _set(table: npt.NDArray[np.int8], cells: Iterable[Sequence[int]], value: int) -> None:
    for row, col in cells:
        if 0 <= row + RING < table.shape[0] and 0 <= col + RING < table.shape[1]:
            table[row + RING, col + RING] = value
