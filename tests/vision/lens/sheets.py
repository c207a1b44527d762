"""Photographs of the lens sheet through a known lens, drawn pixel by pixel."""

import cv2
import numpy as np

from calibration.lens import Lens
from vision.frame import Picture
from vision.lens.chart import COLUMNS, ROWS, Chart
from vision.pose import Points

SQUARE_PX = 60
POSES = (
    # lean sideways, to and fro, roll (degrees); middle of the sheet in the picture (-1..1); distance in squares
    (0, 0, 0, 0.0, 0.0, 11),
    (30, 0, 0, -0.3, 0.0, 12),
    (-30, 0, 10, 0.3, 0.1, 12),
    (0, 32, 0, 0.0, -0.25, 12),
    (0, -32, 90, 0.1, 0.25, 12),
    (25, 25, 45, -0.5, -0.4, 14),
    (-25, 20, -30, 0.5, -0.4, 14),
    (20, -25, 90, -0.5, 0.4, 13),
    (-20, -25, 0, 0.5, 0.4, 14),
    (10, 5, 90, 0.0, 0.0, 9),
    (35, 10, 80, 0.2, 0.0, 12),
    (-5, 35, 100, -0.2, 0.1, 12),
)


def photographed(lens: Lens, pose: tuple[float, ...], seed: int = 0, noise: float = 3.0) -> Picture:
    """The sheet on a grey table, height x width x 3; its corners are exactly where the lens model puts them."""
    rays = _straightened(lens)
    origin, across, down, forward = _sheet(lens, pose)
    along = (origin @ forward) / (rays @ forward)
    hit = rays * along[..., None] - origin
    sheet = cv2.copyMakeBorder(Chart().drawn(SQUARE_PX), *[SQUARE_PX] * 4, cv2.BORDER_CONSTANT, value=235)
    x = (hit @ across) * SQUARE_PX + SQUARE_PX - 0.5
    y = (hit @ down) * SQUARE_PX + SQUARE_PX - 0.5
    grey = cv2.remap(sheet, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderValue=120)
    noisy = grey + np.random.default_rng(seed).normal(0, noise, grey.shape)
    return np.asarray(cv2.cvtColor(np.clip(noisy, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)


def _straightened(lens: Lens) -> Points:
    """Rays (x, y, 1) of the pixels, height x width x 3."""
    width, height = lens.size_px
    y, x = np.mgrid[0:height, 0:width].astype(float)
    bent = np.stack([x - (width - 1) / 2, y - (height - 1) / 2], axis=-1) / lens.focal_px
    rays = bent.copy()
    for _ in range(12):
        rays = bent / (1 + lens.k1 * (rays**2).sum(axis=-1, keepdims=True))
    return np.concatenate([rays, np.ones((*rays.shape[:2], 1))], axis=-1)


def _sheet(lens: Lens, pose: tuple[float, ...]) -> tuple[Points, ...]:
    """Top left corner of the sheet and its axes, in squares before the camera."""
    sideways, to_and_fro, roll = np.radians(pose[:3])
    turn = cv2.Rodrigues(np.array([to_and_fro, 0, 0]))[0] @ cv2.Rodrigues(np.array([0, sideways, 0]))[0]
    turn = turn @ cv2.Rodrigues(np.array([0, 0, roll]))[0]
    width, height = lens.size_px
    middle = np.array([pose[3] * width / 2, pose[4] * height / 2, lens.focal_px]) / lens.focal_px * pose[5]
    across, down, forward = turn.T
    return middle - turn @ np.array([COLUMNS / 2, ROWS / 2, 0]), across, down, forward
