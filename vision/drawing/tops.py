"""What the tops of striped pieces show, as pictures for the page: the pattern that was seen, in black and white."""

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from referee.polyomino import Cells
from vision.cells.thickness import thickness
from vision.frame import Picture, size_of
from vision.kind import USUAL_THICKNESS
from vision.pose import pose_in
from vision.rectify import Raster, rectified
from vision.sighting import SeenBoard

SCALE_PX, ENLARGED = 32, 2
"""Pixels a cell in which the tops are looked at, and by how much they are enlarged to draw a smooth line."""
EDGE_PX = 4
"""So much of each cell's edge says nothing of its paint: grooves and neighbours show there."""
DARK, LIGHT = 0.1, 0.9
"""The quantiles of a top's brightness that count as its black and its white."""
LEAST_CONTRAST = 30.0
"""Levels by which black and white differ at least; with less no pattern can be told."""
SOFTNESS = 0.07
"""Width of the border between black and white, as a part of their difference."""
INK, PAPER = 29.0, 249.0
"""The levels that black and white become, of 255."""

Levels = npt.NDArray[np.float32]


def patterns(bgr: Picture, board: SeenBoard, lying: Mapping[str, Cells]) -> dict[str, bytes]:
    """The patterns of pieces that lie on a board, each as a grey PNG of the box around its cells; those that are too
    faint to be told are left out.

    Args:
        bgr: the picture, height x width x 3, BGR.
        board: where the board lies in it.
        lying: the cells of each piece.
    """
    pose = pose_in(board, size_of(bgr))
    height = thickness(bgr, pose) or USUAL_THICKNESS
    tops = cv2.cvtColor(rectified(bgr, pose, Raster(board.grid, SCALE_PX, 0.0), height), cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(tops, (0, 0), 0.7).astype(np.float32)
    taken = {piece: _pattern(grey, cells) for piece, cells in lying.items()}
    return {piece: _png(pattern) for piece, pattern in taken.items() if pattern is not None}


def _pattern(grey: Levels, cells: Cells) -> Levels | None:
    """The box around the cells, enlarged, with a clear border between black and white; None where all is alike."""
    rows, cols = zip(*cells, strict=True)
    dark, light = np.quantile(np.concatenate([_inner(grey, row, col) for row, col in cells]), (DARK, LIGHT))
    if light - dark < LEAST_CONTRAST:
        return None
    box = grey[min(rows) * SCALE_PX : (max(rows) + 1) * SCALE_PX, min(cols) * SCALE_PX : (max(cols) + 1) * SCALE_PX]
    large = cv2.resize(box, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    steep = (large - (dark + light) / 2) / (SOFTNESS * float(light - dark))
    return np.asarray(INK + (PAPER - INK) / (1 + np.exp(-np.clip(steep, -30, 30))), np.float32)


def _inner(grey: Levels, row: int, col: int) -> Levels:
    top, left = row * SCALE_PX + EDGE_PX, col * SCALE_PX + EDGE_PX
    inner = SCALE_PX - 2 * EDGE_PX
    return grey[top : top + inner, left : left + inner].ravel()


def _png(levels: Levels) -> bytes:
    return cv2.imencode(".png", np.rint(levels).astype(np.uint8))[1].tobytes()
