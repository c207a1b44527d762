"""Pictures to train on, with the corners of the grid in them; and boards put on other tables."""

import json
from pathlib import Path

import cv2
import numpy as np

from referee.grid import GridSize
from vision.frame import Picture
from vision.pose import Points, grid_corners

Example = tuple[Picture, Points]
RIM = (0.9, 1.2)
"""So much around the grid goes with the board to another table, in cells: rims are narrower."""


def read_example(path: Path, longer_side_px: int) -> Example:
    """A shrunk picture and the corners of the grid in it (4 x 2), from NAME.json beside NAME.jpg."""
    truth, bgr = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
    factor = min(1.0, longer_side_px / max(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), (np.array(truth["corners"]) + 0.5) * factor - 0.5


def game_of(path: Path) -> str:
    """The game of a picture."""
    return str(json.loads(path.read_text())["game"])


def on_table_of(
    board: Example, table: Example, grid: GridSize, rng: np.random.Generator, rim: tuple[float, float] = RIM
) -> Example:
    """One picture's board laid over that of another, and so among its clutter and on its cloth."""
    bgr, corners = board
    below, there = table
    if rng.random() < 0.5:
        there = np.roll(there, 2, axis=0)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), there.astype(np.float32))
    laid = cv2.warpPerspective(bgr, warp, below.shape[1::-1])
    flat = grid_corners(grid)
    around = rng.uniform(*rim) * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    to_picture = cv2.getPerspectiveTransform(flat.astype(np.float32), there.astype(np.float32))
    outline = cv2.perspectiveTransform((flat + around).reshape(-1, 1, 2), to_picture).reshape(-1, 2)
    mask = np.zeros(below.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(outline * 16).astype(np.int32), 255, shift=4)
    soft = cv2.GaussianBlur(mask, (3, 3), 0)[..., None].astype(np.float32) / 255
    return np.asarray(below * (1 - soft) + laid * soft, dtype=np.uint8), there
