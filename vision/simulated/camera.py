"""The camera above the table: a pinhole with radial distortion.

Board coordinates are x in columns, y in rows and z upwards in cells, so (0, 0, 0) is the outer corner of cell (0, 0).
Pictures are first drawn on a larger undistorted *canvas*; ``lens_map`` then bends it into the picture.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.simulated.scene import View

Array = npt.NDArray[Any]
"""Numbers as float64."""


@dataclass(frozen=True, eq=False)
class Camera:
    """``rotation`` and ``shift`` take (x, y, -z) into the camera's axes (right, down, forward)."""

    width: int
    height: int
    focal_px: float
    k1: float
    rotation: Array
    shift: Array

    @property
    def centre(self) -> Array:
        """Where the camera stands, in board coordinates."""
        x, y, down = -self.rotation.T @ self.shift
        return np.array((x, y, -down))

    @property
    def middle_px(self) -> Array:
        return np.array(((self.width - 1) / 2, (self.height - 1) / 2))

    def rays(self, points_xyz: npt.ArrayLike) -> Array:
        """Undistorted image coordinates (N x 2, focal length 1) of board points (N x 3)."""
        points = np.asarray(points_xyz, float).reshape(-1, 3) * (1, 1, -1)
        seen = points @ self.rotation.T + self.shift
        return seen[:, :2] / np.maximum(seen[:, 2:], 1e-6)

    def project(self, points_xyz: npt.ArrayLike) -> Array:
        """Pixels (N x 2) of board points (N x 3) in the picture; the centre of the top-left pixel is (0, 0)."""
        flat = self.rays(points_xyz)
        bent = flat * (1 + self.k1 * (flat**2).sum(axis=1, keepdims=True))
        return np.asarray(bent * self.focal_px + self.middle_px)

    def depth(self, point_xyz: npt.ArrayLike) -> float:
        """Distance along the axis of view."""
        return float((self.rotation @ (np.asarray(point_xyz, float) * (1, 1, -1)) + self.shift)[2])

    @cached_property
    def scale(self) -> float:
        """Canvas pixels per picture pixel: finer than the picture, less so for large pictures."""
        return min(2.0, max(1.0, 1800 / self.width))

    @cached_property
    def canvas_size(self) -> tuple[int, int]:
        """Width and height of the canvas, which reaches a little beyond what the bent lens sees."""
        corners = np.array([(-0.5, -0.5), (self.width - 0.5, self.height - 0.5)])
        bent = (corners - self.middle_px) / self.focal_px
        flat = bent * self._stretch((bent**2).sum(axis=1, keepdims=True))
        reach = np.abs(flat * self.focal_px).max(axis=0) * self.scale + 3
        return 2 * int(np.ceil(reach[0])), 2 * int(np.ceil(reach[1]))

    def on_canvas(self, points_xyz: npt.ArrayLike) -> Array:
        """Canvas pixels (N x 2) of board points (N x 3)."""
        return self.rays(points_xyz) * (self.focal_px * self.scale) + self._canvas_middle

    def plane(self, z: float) -> Array:
        """Homography (3 x 3) from board (x, y) at height ``z`` to canvas pixels."""
        flip = self.rotation * np.array((1, 1, -1))
        ground = np.column_stack((flip[:, 0], flip[:, 1], flip[:, 2] * z + self.shift))
        focal, (cx, cy) = self.focal_px * self.scale, self._canvas_middle
        return np.asarray(np.array(((focal, 0, cx), (0, focal, cy), (0, 0, 1))) @ ground)

    def lens_map(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """For every pixel of the picture the canvas pixel that it shows, ready for ``cv2.remap``."""
        across, down = ((np.arange(size) - (size - 1) / 2) / self.focal_px for size in (self.width, self.height))
        share = self._stretch(across**2 + (down**2)[:, None]) * (self.focal_px * self.scale)
        middle = self._canvas_middle
        columns, rows = across * share + middle[0], down[:, None] * share + middle[1]
        return columns.astype(np.float32), rows.astype(np.float32)

    @property
    def _canvas_middle(self) -> Array:
        width, height = self.canvas_size
        return np.array(((width - 1) / 2, (height - 1) / 2))

    def _stretch(self, squared: Array) -> Array:
        """How many times as far from the middle a point of the bent picture is once straightened, by its squared
        distance."""
        share = np.ones_like(squared)
        for _ in range(12):
            np.square(share, out=share)
            share *= squared
            share *= self.k1
            share += 1
            np.reciprocal(share, out=share)
        return share


def camera_of(view: View, grid: GridSize, rim: float) -> Camera:
    """The camera of a view, so far away that the board with its rim (cells) fills the wanted share of the picture."""
    edge = np.array(
        [(-rim, -rim), (grid.cols + rim, -rim), (grid.cols + rim, grid.rows + rim), (-rim, grid.rows + rim)]
    )
    board = np.column_stack((edge, np.zeros(4)))
    aim = np.array((grid.cols / 2, grid.rows / 2))
    size = np.array((view.width, view.height), float)
    near, far = 5.0, 400.0
    for _ in range(40):
        middle = (near + far) / 2
        too_big = (np.ptp(_placed(view, aim, middle).project(board), axis=0) / size).max() > view.fill
        near, far = (middle, far) if too_big else (near, middle)
    for _ in range(6):
        camera = _placed(view, aim, far)
        seen = camera.project(board)
        room = np.maximum(size * 0.97 - np.ptp(seen, axis=0), 0) / 2
        wanted = camera.middle_px + room * view.aim
        off = (seen.max(axis=0) + seen.min(axis=0)) / 2 - wanted
        moved = cv2.perspectiveTransform(
            (camera._canvas_middle + off * camera.scale).reshape(1, 1, 2), np.linalg.inv(camera.plane(0.0))
        )
        aim = moved.reshape(2)
    camera = _placed(view, aim, far)
    while not _inside(camera.project(board), size):
        far *= 1.03
        camera = _placed(view, aim, far)
    return _knocked(camera, view)


def _inside(seen: Array, size: Array) -> bool:
    return bool((seen > 2).all() and (seen < size - 3).all())


def _placed(view: View, aim: Array, distance: float) -> Camera:
    tilt, azimuth, roll = np.radians((view.tilt_deg, view.azimuth_deg, view.roll_deg))
    turn = cv2.Rodrigues(np.array((0.0, 0.0, roll)))[0] @ cv2.Rodrigues(np.array((-tilt, 0.0, 0.0)))[0]
    rotation = turn @ cv2.Rodrigues(np.array((0.0, 0.0, azimuth)))[0]
    shift = np.array((0.0, 0.0, distance)) - rotation @ np.array((*aim, 0.0))
    return Camera(view.width, view.height, view.focal_mm / 36 * view.width, view.k1, rotation, shift)


def _knocked(camera: Camera, view: View) -> Camera:
    right, down, twist = view.knock
    turn = cv2.Rodrigues(np.radians((down, right, twist)))[0]
    shift = turn @ camera.shift - np.array(view.moved)
    return replace(camera, focal_px=camera.focal_px * view.zoom, rotation=turn @ camera.rotation, shift=shift)
