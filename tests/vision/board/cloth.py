"""A board that is small in its picture, on a cloth whose tiles are much like its cells."""

import cv2
import numpy as np

from tests.benchmarks.other_boards import tiled_cloth
from vision.frame import Picture
from vision.pose import Points


def on_cloth(bgr: Picture, corners_px: Points, smaller: float = 0.5) -> tuple[Picture, Points]:
    """A picture and the corners in it, so much smaller on a cloth of square tiles, a little blurred."""
    tile = cv2.resize(tiled_cloth(5), (640, 640))
    cloth = np.tile(tile, (2, 2, 1))[: bgr.shape[0], : bgr.shape[1]].copy()
    small = cv2.resize(bgr, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    left, top = 300, 100
    cloth[top : top + small.shape[0], left : left + small.shape[1]] = small
    return np.asarray(cv2.GaussianBlur(cloth, (0, 0), 0.7), np.uint8), corners_px * smaller + np.array([left, top])
