"""Is this our board, and lies its grid where it is said to? A small network looks at it and its surround, rectified.

It was trained on the simulated table (``tests.training.boards``) with right poses and with the mistakes that a search
makes: a lattice off by a cell, the outline or the tops taken for the grid, other grids, empty table.
"""

from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.frame import Picture
from vision.pose import BoardPose
from vision.rectify import Raster, rectified

SCALE_PX = 10
"""Pixels a cell."""
SURROUND = 2.0
"""Cells of the surround that are looked at: the rim of the board, and the table beyond."""
WHITE_PERCENTILE = 90
"""This percentile of each channel within the grid counts as the board's white."""


def raster(grid: GridSize) -> Raster:
    return Raster(grid, SCALE_PX, SURROUND)


def likeness(bgr: Picture, pose: BoardPose) -> float:
    """The probability that the board lies where the pose says."""
    net = _network()
    net.setInput(np.ascontiguousarray(view(rectified(bgr, pose, raster(pose.grid)))[None]))
    return float(1 / (1 + np.exp(-np.asarray(net.forward()).ravel()[0])))


def view(plane: Picture) -> npt.NDArray[np.float32]:
    """The network's input, 3 x H x W (BGR divided by the board's white), of a rectified board (H x W x 3 uint8)."""
    edge = round(SURROUND * SCALE_PX)
    inner = plane[edge:-edge, edge:-edge].reshape(-1, 3)
    white = np.maximum(np.percentile(inner, WHITE_PERCENTILE, axis=0), 16.0).astype(np.float32)
    return np.asarray((np.minimum(plane / white, 2.0) - 0.5).transpose(2, 0, 1), dtype=np.float32)


@lru_cache(maxsize=1)
def _network() -> cv2.dnn.Net:
    weights = (resources.files("vision") / "data" / "board.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
