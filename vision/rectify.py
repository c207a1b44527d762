"""Rectified images: the board, or the plane of the piece tops, seen straight from above."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.grid import GridSize
from vision.frame import Picture
from vision.pose import BoardPose, Points

MESH_PX = 8
"""The map is computed at every eighth pixel and interpolated: perspective and lens are smooth."""
MOST_SKIPPED = 1.6
"""Pictures with more pixels a cell than this times the rectified ones are shrunk first."""


@dataclass(frozen=True, slots=True)
class Raster:
    """How a rectified image is laid out: ``scale`` pixels a cell and ``margin`` cells around the grid."""

    grid: GridSize
    scale: int = 24
    margin: float = 1.5

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width) in pixels."""
        around = 2 * self.margin
        return round((self.grid.rows + around) * self.scale), round((self.grid.cols + around) * self.scale)

    def to_px(self, board: float | Points) -> float | Points:
        """A board coordinate (cells) as a coordinate of the rectified image (pixel centres at whole numbers)."""
        return (board + self.margin) * self.scale - 0.5

    def to_board(self, pixel: float | Points) -> float | Points:
        return (pixel + 0.5) / self.scale - self.margin


def rectified(bgr: Picture, pose: BoardPose, raster: Raster, height: float = 0.0) -> Picture:
    """The plane at ``height`` cells above the board, as a picture of ``raster.shape`` x 3, BGR uint8.

    What lies outside the picture is black.
    """
    bgr, pose = fitted(bgr, pose, raster.scale)
    map_xy = plane_map(pose, raster, height)
    plane = cv2.remap(bgr, map_xy[..., 0], map_xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(plane, dtype=np.uint8)


def fitted(bgr: Picture, pose: BoardPose, scale: int) -> tuple[Picture, BoardPose]:
    """Picture and pose shrunk so that a cell is about ``scale`` pixels wide, if it is much wider.

    Otherwise the map skips pixels, and stripes alias.
    """
    factor = scale / pose.cell_px
    if factor > 1 / MOST_SKIPPED:
        return bgr, pose
    size = (max(1, round(bgr.shape[1] * factor)), max(1, round(bgr.shape[0] * factor)))
    small = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return small, replace(pose, size_px=size, focal_px=pose.focal_px * size[0] / bgr.shape[1])


def plane_map(pose: BoardPose, raster: Raster, height: float) -> Points:
    """For each pixel of the rectified image (height x width) where it stands in the picture: (x, y) in pixels."""
    tall, wide = raster.shape
    mesh_y = np.arange(0, tall + MESH_PX, MESH_PX)
    mesh_x = np.arange(0, wide + MESH_PX, MESH_PX)
    x, y = np.meshgrid(raster.to_board(mesh_x.astype(float)), raster.to_board(mesh_y.astype(float)))
    coarse = pose.project(np.stack([x, y, np.full_like(x, height)], axis=-1)).astype(np.float32)
    to_mesh = np.diag([1 / MESH_PX, 1 / MESH_PX, 1])[:2]
    return np.asarray(cv2.warpAffine(coarse, to_mesh, (wide, tall), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
