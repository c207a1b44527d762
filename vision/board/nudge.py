"""Boards a little beside where one seems to lie: where fits begin that did not lead to it from there, or where others
see it. The camera that would see them so is reckoned anew."""

from itertools import product

import cv2
import numpy as np

from vision.pose import BoardPose, Points, grid_corners, pose_from_corners

HALVES = (0.0, 0.5, -0.5)
"""How far a board is moved along either axis, in cells."""
BESIDE = tuple(sorted(product(HALVES, HALVES), key=lambda cells: abs(cells[0]) + abs(cells[1]))[1:])
"""In cells from where the board seems to be, the nearest first."""
NEXT = tuple((2 * right, 2 * down) for right, down in BESIDE)
"""The cells beside one that lies on lines, the nearest first."""
STRETCHED = tuple((side, cells) for cells in HALVES[1:] for side in range(4))
"""The same where one side (left, right, top, bottom) is moved, by so many cells outwards."""


def shifted(pose: BoardPose, cells: tuple[float, float]) -> BoardPose:
    """The board so many cells farther to the right and down."""
    return with_corners(pose, grid_corners(pose.grid) + np.array(cells))


def stretched(pose: BoardPose, side: int, cells: float) -> BoardPose:
    """The board with one side (left, right, top, bottom) so many cells farther out."""
    axis, far = divmod(side, 2)
    corners = grid_corners(pose.grid)
    at = corners[:, axis] > 0 if far else corners[:, axis] == 0
    corners[at, axis] += cells if far else -cells
    return with_corners(pose, corners)


def with_corners(pose: BoardPose, corners_xy: Points, *, k1: float = 0.0) -> BoardPose:
    """The board whose corners are seen where this one has these places (4 x 2, cells), through a lens with this radial
    term."""
    flat = grid_corners(pose.grid).astype(np.float32)
    to_picture = cv2.getPerspectiveTransform(flat, pose.corners_px.astype(np.float32))
    corners = cv2.perspectiveTransform(corners_xy.reshape(-1, 1, 2), to_picture).reshape(-1, 2)
    return pose_from_corners(np.asarray(corners, np.float64), pose.grid, pose.size_px, k1=k1, stretch=pose.stretch)
