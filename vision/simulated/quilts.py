"""Two quilts of Patchwork side by side on one simulated table, in prints that nobody can mix up."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from referee.grid import GridSize
from referee.piece import PieceSet
from vision.kind import LEATHER
from vision.pieces.wide import APART
from vision.pose import Points, grid_corners
from vision.simulated.colour import distinct_paints, srgb
from vision.simulated.scene import Paint

RIM = 0.4
"""Cells of the boards outside their grids."""
CLOTH = (srgb(130, 146, 120), srgb(120, 136, 110))
SEAM, HEM, HIDE = srgb(84, 98, 76), srgb(60, 72, 54), srgb(82, 50, 34)
"""The colours of the squares, of the lines between them and around them, and of leather."""


def side_by_side(piece_set: PieceSet) -> PieceSet:
    """The pieces, on a grid that holds both quilts and what lies between them."""
    grid = piece_set.grid
    return replace(piece_set, grid=GridSize(grid.rows, grid.cols + APART))


def quilt_corners(corners_px: Points, quilt: int, grid: GridSize) -> Points:
    """The corners (4 x 2, pixels) of one quilt of a grid, given those of the grid that holds both."""
    wide = grid_corners(GridSize(grid.rows, grid.cols + APART)).astype(np.float32)
    to_picture = cv2.getPerspectiveTransform(wide, corners_px.astype(np.float32))
    own = grid_corners(grid) + np.array((APART * quilt, 0))
    return np.asarray(cv2.perspectiveTransform(own.reshape(-1, 1, 2), to_picture).reshape(-1, 2))


def two_quilts(seed: int, piece_set: PieceSet) -> dict[str, Any]:
    """What is fixed of a scene in which two quilts lie side by side, seen from where people put a webcam."""
    boards = {"apart": APART, "rim": RIM, "thick": 0.0, "squares": CLOTH, "ink": SEAM, "frame": 0.05, "frame_ink": HEM}
    view = {"height": 720, "fill": 0.95, "tilt_deg": 6 + seed * 7 % 12, "azimuth_deg": (seed * 53) % 16 - 8}
    return {"paints": prints(seed, piece_set), "light": "fluorescent", "border": "plain", **boards, **view}


def prints(seed: int, piece_set: PieceSet) -> tuple[Paint, ...]:
    """A colour for each patch, as unlike all others and the cloth as so many can be; leather is dark."""
    colours = distinct_paints(np.random.default_rng((seed, 61)), 2 * len(piece_set.pieces))
    apart = sorted(colours, key=lambda colour: -float(np.linalg.norm(np.cbrt(colour) - np.cbrt(CLOTH[0]))))
    plain = [HIDE if piece.kind == LEATHER else colour for piece, colour in zip(piece_set.pieces, apart, strict=False)]
    return tuple(Paint("plain", one, one, grain_seed=300) for one in plain)
