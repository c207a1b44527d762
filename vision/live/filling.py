"""Whether what has come to lie on a bare square fills it, as a piece of one square does.

A coin, a token or a die is hardly ever as large as a square, and hardly ever laid right on one. What lies there may
look like anything: the square is held against how it looked when it was bare, to its edges and in small parts. A part
that looks as before is one on which nothing lies.
"""

from collections.abc import Mapping, Set

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from vision.live.light import Light
from vision.live.past import LEAST_CHANGED, UNCHANGED, Now
from vision.live.squares import Plane, parts_of

PARTS, INSET = 5, 2
"""Into how many parts a square is divided, across and down, and how many of its ``CELL_PX`` are left out at each side,
where lines may run."""
LITTLE = 0.35
"""A part has not changed if it is farther than usual from how it looked by less than this share of what most are."""
FILLED = 0.8
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
        this light; ``bare`` ones still are. Where it is not known how a cell looked, or it looks so again, it is none
        of them."""
        apart = light.apart({cell: self._bare[cell] for cell in (cells | bare) & self._bare.keys()}, tiles)
        others = [parts for cell, parts in apart.items() if cell not in cells]
        usual = float(np.median(others)) if others else 0.0
        come = (cell for cell in cells & apart.keys() if apart[cell].mean() >= UNCHANGED)
        return frozenset(cell for cell in come if _changed(apart[cell] - usual) < FILLED)

    def remember(self, bare: Set[Cell], tiles: Tiles, now: Now, *, careful: bool) -> None:
        """On these cells nothing was seen to lie, by a careful look or by one that may overlook what has come there.
        What is remembered of the others is carried into the light of now, if enough is as it was to tell that."""
        apart = now.light.apart({cell: self._bare[cell] for cell in bare & self._bare.keys()}, tiles)
        come = {cell for cell, parts in apart.items() if not careful and parts.mean() >= UNCHANGED}
        carried = now.light.falling_on(self._bare) if now.usual < LEAST_CHANGED else self._bare
        self._bare = carried | {cell: tiles[cell] for cell in bare - come}


def tiles_of(ground: Plane, grid: GridSize) -> Tiles:
    """What the squares of a board look like, each in its parts, as it is seen on its ground."""
    parts = parts_of(ground, INSET, PARTS)[1:-1, 1:-1]
    return {cell: parts[cell] for cell in grid}


def _changed(farther: npt.NDArray[np.float32]) -> float:
    """Which share of the parts has changed."""
    return float((farther >= LITTLE * np.percentile(farther, 75)).mean())
