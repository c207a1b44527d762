"""How far a piece lies off the cells: where its colour ends, against where its cells do.

Only for pieces of one colour each. What the pieces around it seem to be off is the error of the board's pose there.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from referee.polyomino import Cells
from vision.frame import Picture
from vision.pose import BoardPose
from vision.rectify import Raster, rectified

SCALE_PX, MARGIN = 20, 3
"""Pixels a cell, and cells around the grid, of the plane that is looked at."""
REACH_PX, INSET_PX = 12, 4
"""So far to both sides of a cell's side the end of its colour is looked for; so much at the side's ends is left out."""
APART = 13.0
"""Colours nearer to one another than this (CIE Lab) have no end between them."""
UNEQUAL = 0.2
"""Ends of one piece that have moved by so much more in one direction than the other (cells) tell nothing."""
NEIGHBOURS, FEWEST = 10, 4
"""So many of the nearest pieces tell the error of the pose; fewer than the second tell nothing of it."""
LEAST_SPREAD = 0.03
"""No offset is measured better than this (standard deviation, in cells)."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))

Colours = npt.NDArray[np.float32]
Offsets = npt.NDArray[np.float64]


def offsets(
    bgr: Picture, pose: BoardPose, height: float, pieces: Mapping[int, Cells]
) -> tuple[dict[int, Offsets], float]:
    """How far each piece lies off its cells, (x, y) in cells, nought where it cannot be told; and the spread of that.

    Args:
        bgr: the picture.
        pose: of the board.
        height: of the tops, in cells.
        pieces: the cells of each, by any number.
    """
    lab = looks_of(rectified(bgr, pose, Raster(pose.grid, SCALE_PX, float(MARGIN)), height))
    if len(pieces) <= FEWEST:
        return {number: np.zeros(2) for number in pieces}, np.inf
    numbers = list(pieces)
    colour = cache(partial(_colour, lab))
    ends = np.array([_ends(lab, colour, pieces[number]) for number in numbers])
    middles = np.array([np.mean(pieces[number], axis=0) for number in numbers])
    off = _shifts(ends - _around(ends, middles))
    known = np.abs(off[np.isfinite(off)])
    spread = max(1.48 * float(np.median(known)), LEAST_SPREAD) if len(known) else np.inf
    return dict(zip(numbers, np.nan_to_num(off), strict=True)), spread


def looks_of(plane: Picture) -> Colours:
    """The colours of a plane (BGR) as CIE L*a*b*."""
    return np.asarray(cv2.cvtColor((plane / 255).astype(np.float32), cv2.COLOR_BGR2LAB), np.float32)


def cell_colour(lab: Colours, cell: Cell, scale: int, margin: int = 0) -> Colours:
    """The colour of the inner half of a cell (row, col), ``scale`` pixels wide, on a plane with a margin of cells."""
    top, left = ((side + margin) * scale + scale // 4 for side in cell)
    part = lab[top : top + scale // 2, left : left + scale // 2]
    return np.asarray(np.median(part.reshape(-1, 3), axis=0), np.float32)


def _around(measured: Offsets, middles: Offsets) -> Offsets:
    """What is measured of the nearest other pieces, in the median, for each piece; nan where too few have it."""
    found = np.full_like(measured, np.nan)
    for number, middle in enumerate(middles):
        nearest = np.argsort(np.linalg.norm(middles - middle, axis=1), kind="stable")[1 : NEIGHBOURS + 1]
        for end in range(measured.shape[1]):
            known = measured[nearest, end]
            known = known[np.isfinite(known)]
            if len(known) >= FEWEST:
                found[number, end] = np.median(known)
    return found


def _shifts(ends: Offsets) -> Offsets:
    """How far (x, y) pieces have moved by how far each of their ends has; nan where one end alone has, as where a lamp
    is mirrored in it."""
    top, right, bottom, left = ends.T
    one, other = np.stack([right, bottom]), np.stack([left, top])
    return np.asarray(np.where(np.abs(one + other) > UNEQUAL, np.nan, (one - other) / 2).T)


def _ends(lab: Colours, colour: Callable[[Cell], Colours], cells: Cells) -> list[float]:
    """How far the colour of a piece reaches beyond its cells at the top, right, bottom and left; nan where no end of it
    is seen."""
    mine = np.median([colour(cell) for cell in cells], axis=0)
    ends: tuple[list[float], ...] = ([], [], [], [])
    for cell, side in _sides(cells):
        beyond = colour((cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]))
        if np.linalg.norm(beyond - mine) >= APART:
            ends[side].append(_end(_profile(lab, cell, side), mine, beyond))
    return [float(np.median(each)) if each else np.nan for each in ends]


def _sides(cells: Cells) -> Iterator[tuple[Cell, int]]:
    """The outer sides of a piece, by cell and step, that have no other cell of it two steps on."""
    inside = set(cells)
    for row, col in cells:
        for side, (down, over) in enumerate(STEPS):
            if (row + down, col + over) not in inside and (row + 2 * down, col + 2 * over) not in inside:
                yield (row, col), side


def _colour(lab: Colours, cell: Cell) -> Colours:
    return cell_colour(lab, cell, SCALE_PX, MARGIN)


def _profile(lab: Colours, cell: Cell, side: int) -> Colours:
    """The colours across a side of a cell, from within to beyond it."""
    upright = side % 2 == 0
    view, (along, across) = (lab, cell[::-1]) if upright else (lab.transpose(1, 0, 2), cell)
    edge = (across + MARGIN + (side in (1, 2))) * SCALE_PX
    start = (along + MARGIN) * SCALE_PX + INSET_PX
    strip = view[edge - REACH_PX : edge + REACH_PX, start : start + SCALE_PX - 2 * INSET_PX]
    colours = np.median(strip, axis=1)
    return np.asarray(colours if side in (1, 2) else colours[::-1], np.float32)


def _end(profile: Colours, mine: Colours, beyond: Colours) -> float:
    """Where along a profile the colour ends, in cells beyond the side."""
    to_mine, to_beyond = np.linalg.norm(profile - mine, axis=1), np.linalg.norm(profile - beyond, axis=1)
    share = to_beyond / (to_mine + to_beyond + 1e-6)
    return float(np.clip((share - 0.3) / 0.4, 0, 1).sum() - REACH_PX) / SCALE_PX
