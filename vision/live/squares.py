"""What the squares of a board look like in a picture: on the board itself, and on the tops of what lies there."""

from collections.abc import Set

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from vision.frame import Picture, size_of
from vision.pose import BoardPose, pose_in
from vision.rectify import Raster, rectified
from vision.sighting import SeenBoard

CELL_PX, PARTS = 24, 2
"""Pixels of a cell as it is looked at, and into how many parts it is then divided, across and down."""
INSET = 4
"""So many of them at each side are left out: there run the lines, and the sides of what lies next to it."""
HEIGHTS = 9
"""At so many heights it is looked whether a piece stands before a square."""
BOARD, TOPS = 0, 1
"""The planes that are looked at. On the board itself the side of a piece is seen beside its top, which a neighbour
covers, so that what lies there is told by its top."""

Colours = npt.NDArray[np.float32]
"""How a square looks, on both planes, in its parts: planes x parts x parts x 3, CIE L*a*b*."""
Plane = npt.NDArray[np.float32]
"""A board, and one square around it, from straight above: rows x columns x 3, CIE L*a*b*, ``CELL_PX`` a cell."""
Parts = npt.NDArray[np.float32]


def plane_at(bgr: Picture, board: SeenBoard, height: float = 0.0) -> Plane:
    """A board as it is seen on a plane so many cells above it."""
    seen = rectified(bgr, pose_in(board, size_of(bgr)), Raster(board.grid, CELL_PX, 1.0), height)
    return np.asarray(cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def squares(bgr: Picture, board: SeenBoard, thickness: float, ground: Plane | None = None) -> dict[Cell, Colours]:
    """The colours of each cell of the grid, and of those around it that are in the picture, if pieces are so thick (in
    cells); on the board itself as it is seen on its ``ground``, if that is known already."""
    pose = pose_in(board, size_of(bgr))
    ground = plane_at(bgr, board) if ground is None else ground
    planes = np.stack([parts_of(plane, INSET, PARTS) for plane in (ground, plane_at(bgr, board, thickness))], axis=2)
    rows, cols = planes.shape[:2]
    cells = [(row - 1, col - 1) for row in range(rows) for col in range(cols)]
    return {
        (row, col): planes[row + 1, col + 1]
        for (row, col), whole in zip(cells, _in_picture(cells, pose), strict=True)
        if whole or (row, col) in board.grid
    }


def crossed(
    board: SeenBoard, size_px: tuple[int, int], covered: Set[Cell], lowest: float, highest: float, blur_px: float = 0.0
) -> frozenset[Cell]:
    """The cells before which other, ``covered`` ones stand in a picture of this size: the line of sight to what is
    looked at there, or to what is so near to that in the picture, runs over one of them, at some height from the lowest
    to the highest above the plane looked at (in cells; below it if the piece is thinner than thought)."""
    pose, grid = pose_in(board, size_px), board.grid
    taken = np.zeros((grid.rows + 2, grid.cols + 2), bool)  # with a ring on which nothing lies
    for row, col in (cell for cell in covered if cell in grid):
        taken[row + 1, col + 1] = True
    edge = INSET / CELL_PX - blur_px / pose.cell_px
    middle_y, middle_x = np.arange(grid.rows)[:, None, None, None] + 0.5, np.arange(grid.cols)[:, None, None] + 0.5
    looked_at = np.array((edge, 0.5, 1 - edge)) - 0.5
    y, x = middle_y + looked_at[:, None], middle_x + looked_at
    camera_x, camera_y, camera_high = pose.camera_xyh
    found = np.zeros((grid.rows, grid.cols), bool)
    for height in np.linspace(lowest, highest, HEIGHTS):
        nearer = height / camera_high
        rows, cols = np.floor(y + (camera_y - y) * nearer), np.floor(x + (camera_x - x) * nearer)
        other = (rows != np.floor(middle_y)) | (cols != np.floor(middle_x))
        there = taken[(rows.clip(-1, grid.rows) + 1).astype(int), (cols.clip(-1, grid.cols) + 1).astype(int)]
        found |= (there & other).any(axis=(2, 3))
    return frozenset((int(row), int(col)) for row, col in np.argwhere(found))


def pixels_of(cell: Cell) -> tuple[slice, slice]:
    """The rows and columns of a plane on which a cell is seen."""
    row, col = cell
    top, left = CELL_PX * (1 + row), CELL_PX * (1 + col)
    return slice(top, top + CELL_PX), slice(left, left + CELL_PX)


def mask_of(cells: Set[Cell], shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Which pixels of a plane are those of some cells."""
    there = np.zeros(shape[:2], bool)
    for cell in cells:
        there[pixels_of(cell)] = True
    return there


def parts_of(plane: Plane, inset: int, count: int) -> Parts:
    """The colours of each cell of a plane in so many parts across and down, without ``inset`` pixels at each side:
    rows x columns x parts x parts x 3, CIE L*a*b*."""
    rows, cols = (side // CELL_PX for side in plane.shape[:2])
    inner = plane.reshape(rows, CELL_PX, cols, CELL_PX, 3)[:, inset:-inset, :, inset:-inset]
    part = (CELL_PX - 2 * inset) // count
    parts = inner.reshape(rows, count, part, cols, count, part, 3).mean(axis=(2, 5))
    return np.asarray(parts.transpose(0, 2, 1, 3, 4), np.float32)


def _in_picture(cells: list[Cell], pose: BoardPose) -> list[bool]:
    """Which of the cells lie wholly in the picture."""
    ends = [[(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)] for row, col in cells]
    seen = pose.project(np.concatenate([np.array(ends, float), np.zeros((len(cells), 4, 1))], axis=2))
    inside = np.asarray((seen >= 0) & (seen <= np.array(pose.size_px) - 1))
    return [bool(each.all()) for each in inside]
