"""Whether what has come to lie on a bare square fills it, as a piece of one square does.

A coin, a token or a die is hardly ever as large as a square, and hardly ever laid right on one. What lies there may
look like anything: the square is held against how it looked when it was bare, to its edges and in small parts. A part
that looks as before is one on which nothing lies.
"""

from collections.abc import Mapping, Set

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from vision.frame import Picture, size_of
from vision.live.light import Light
from vision.live.past import UNCHANGED
from vision.live.squares import CELL_PX, pose_in
from vision.rectify import Raster, rectified
from vision.sighting import SeenBoard

PARTS, INSET = 5, 2
"""Into how many parts a square is divided, across and down, and how many of its ``CELL_PX`` are left out at each side,
where lines may run."""
LITTLE = 0.35
"""A part has not changed if it is farther than usual from how it looked by less than this share of what most are."""
MOST = 0.8
"""A square is filled if this share of its parts has changed. Of 30 patches of leather as simulated all left at most a
tenth as they were, a die and a token off the middle of the square a half."""

Tile = npt.NDArray[np.float32]
"""How a square looks in its parts: parts x parts x 3, CIE L*a*b*."""
Tiles = Mapping[Cell, Tile]


class Filling:
    """What the squares of one board looked like when they were last seen bare, part by part."""

    def __init__(self) -> None:
        self._bare: dict[Cell, Tile] = {}

    def unfilled(self, cells: Set[Cell], tiles: Tiles, light: Light, bare: Set[Cell]) -> frozenset[Cell]:
        """Those of the cells of which something has come to lie on a part only, now that they look like these tiles in
        this light; ``bare`` ones still are. Where it is not known how a cell looked, it is none of them."""
        apart = light.apart({cell: self._bare[cell] for cell in (cells | bare) & self._bare.keys()}, tiles)
        others = [parts for cell, parts in apart.items() if cell not in cells]
        usual = float(np.median(others)) if others else 0.0
        return frozenset(cell for cell in cells & apart.keys() if _changed(apart[cell] - usual) < MOST)

    def bared(self, cells: Set[Cell], tiles: Tiles, light: Light) -> frozenset[Cell]:
        """Those of the cells which look again as they did when they were bare."""
        apart = light.apart({cell: self._bare[cell] for cell in cells & self._bare.keys()}, tiles)
        return frozenset(cell for cell, parts in apart.items() if parts.mean() < UNCHANGED)

    def remember(self, bare: Set[Cell], tiles: Tiles, light: Light, *, careful: bool) -> None:
        """On these cells nothing was seen to lie, by a careful look or by one that may overlook what has come there.
        What is remembered of the others is carried into the light of now."""
        proved = bare if careful else self.bared(bare, tiles, light) | (bare - self._bare.keys())
        self._bare = light.falling_on(self._bare) | {cell: tiles[cell] for cell in proved}


def tiles_of(bgr: Picture, board: SeenBoard) -> Tiles:
    """What the squares of a board look like, each in its parts."""
    plane = rectified(bgr, pose_in(board, size_of(bgr)), Raster(board.grid, CELL_PX, 0.0), 0.0)
    lab = cv2.cvtColor(plane.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    grid, part = board.grid, (CELL_PX - 2 * INSET) // PARTS
    inner = lab.reshape(grid.rows, CELL_PX, grid.cols, CELL_PX, 3)[:, INSET:-INSET, :, INSET:-INSET]
    parts = inner.reshape(grid.rows, PARTS, part, grid.cols, PARTS, part, 3).mean(axis=(2, 5))
    parts = parts.transpose(0, 2, 1, 3, 4)
    return {cell: np.asarray(parts[cell], np.float32) for cell in grid}


def _changed(farther: npt.NDArray[np.float32]) -> float:
    """Which share of the parts has changed."""
    return float((farther >= LITTLE * np.percentile(farther, 75)).mean())
