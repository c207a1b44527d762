"""A plain table drawn for tests: a flat board with a printed border, flat pieces, an arm, light and noise."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from referee.grid import GridSize
from vision.frame import Picture
from vision.pose import BoardPose, pose_from_corners

GRID = GridSize(11, 12)
SIZE_PX = (640, 480)
SCALE, MARGIN = 20, 10
"""Pixels a cell and cells around the grid of the table seen from above."""
CORNERS = np.array([[170.0, 120.0], [480.0, 135.0], [500.0, 400.0], [140.0, 380.0]])
POSE = pose_from_corners(CORNERS, GRID, SIZE_PX)

Paint = tuple[int, int, int]
RED: Paint = (40, 40, 200)
BLUE: Paint = (190, 90, 40)


@dataclass(frozen=True)
class FlatTable:
    """What stands before the camera. ``painted`` gives the paint of covered cells; ``arm`` (x, y in cells) is where a
    fist rests that comes in from the right."""

    pose: BoardPose = POSE
    painted: Mapping[tuple[int, int], Paint] | None = None
    arm: tuple[float, float] | None = None
    light: float = 1.0
    noise: float = 2.0

    def picture(self, seed: int) -> Picture:
        """The table through the camera; another seed, other noise."""
        rows, cols = GRID.rows + 2 * MARGIN, GRID.cols + 2 * MARGIN
        corners = np.float32([[-0.5, -0.5], [cols * SCALE - 0.5, -0.5], [cols * SCALE - 0.5, rows * SCALE - 0.5]])
        board = np.column_stack([(corners + 0.5) / SCALE - MARGIN, np.zeros(3)])
        fourth = np.array([[-MARGIN, GRID.rows + MARGIN, 0.0]])
        from_px = np.vstack([corners, np.float32([[-0.5, rows * SCALE - 0.5]])])
        to_px = np.float32(replace(self.pose, k1=0.0).project(np.vstack([board, fourth])))
        warp = cv2.getPerspectiveTransform(from_px, to_px)
        above = _from_above(frozenset((self.painted or {}).items()), self.arm)
        seen = cv2.warpPerspective(above, warp, self.pose.size_px).astype(np.float32)
        return np.clip(seen * self.light + _grain(seen.shape, seed) * self.noise, 0, 255).astype(np.uint8)


def knocked(pose: BoardPose, right_deg: float, down_deg: float, twist_deg: float) -> BoardPose:
    """The camera turned on the spot."""
    turn = cv2.Rodrigues(np.radians([down_deg, right_deg, twist_deg]))[0]
    rotation = cv2.Rodrigues(turn @ pose.rotation)[0].ravel()
    shift = turn @ np.array(pose.shift)
    return replace(pose, turn=tuple(rotation.tolist()), shift=tuple(shift.tolist()))


@lru_cache(maxsize=16)
def _grain(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Noise of deviation 1: most tests show the first few seeds, and to draw it takes longer than all else."""
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


@lru_cache(maxsize=8)
def _from_above(painted: frozenset[tuple[tuple[int, int], Paint]], arm: tuple[float, float] | None) -> Picture:
    table = _bare().copy()
    for (row, col), paint in painted:
        _box(table, col, row, col + 0.97, row + 0.97, paint)
    if arm is not None:
        x, y = arm
        _box(table, x, y - 1.5, GRID.cols + MARGIN, y + 1.5, (120, 150, 205))
    return table


@lru_cache(maxsize=1)
def _bare() -> Picture:
    """The table from above with nothing on its board."""
    dice = np.random.default_rng(7)
    tall, wide = (GRID.rows + 2 * MARGIN) * SCALE, (GRID.cols + 2 * MARGIN) * SCALE
    grain = cv2.resize(dice.uniform(-30, 30, (tall // 30, wide // 30)), (wide, tall))
    table = np.clip(grain[..., None] + (60, 90, 120), 0, 255).astype(np.uint8)
    _box(table, -0.7, -0.7, GRID.cols + 0.7, GRID.rows + 0.7, (235, 240, 240))
    for step in range(2 * (GRID.cols + 1)):
        for y in (-0.5, GRID.rows + 0.1):
            _box(table, step / 2 - 0.5, y, step / 2 - 0.1, y + 0.4, _any(dice))
    for step in range(2 * (GRID.rows + 1)):
        for x in (-0.5, GRID.cols + 0.1):
            _box(table, x, step / 2 - 0.5, x + 0.4, step / 2 - 0.1, _any(dice))
    for row in range(GRID.rows):
        for col in range(GRID.cols):
            _box(table, col, row, col + 0.94, row + 0.94, (190, 215, 230))
    return table


def _box(table: Picture, left: float, top: float, right: float, bottom: float, paint: Paint) -> None:
    x0, y0, x1, y1 = (round((edge + MARGIN) * SCALE) for edge in (left, top, right, bottom))
    table[y0:y1, x0:x1] = paint


def _any(dice: np.random.Generator) -> Paint:
    blue, green, red = (int(level) for level in dice.integers(20, 235, 3))
    return blue, green, red
