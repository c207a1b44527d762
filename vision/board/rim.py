"""The lines that run around the grid: frame, border and outline of the card.

Nothing is known of them but that each runs at one distance from the grid on all four sides. While the pose is not
exact yet, a side may seem shifted and slanted, so each side is searched for its own straight lines first.
"""

from dataclasses import dataclass

import numpy as np

from vision.board.lattice import MARGIN, Lattice
from vision.pose import BoardPose, Points

STEP = 0.02
"""Resolution of the search, in cells."""
NEAREST, FARTHEST = 0.04, 0.86
"""Where lines are looked for, in cells outside the grid."""
SLANTS = 9
"""Slants tried for each side."""
SHIFT_COST = 0.5
"""What a side loses in contrast (0 to 1) by being shifted by a cell, or slanted by one from end to end."""
APART = 0.12
"""Lines nearer than this are one, in cells."""
FEWEST = 3
"""Bands of a side that must be seen for it to count."""
HIDDEN_BEYOND = 0.06
"""How far beyond the tops leaning over it the rim is seen again, in cells."""
MOST = 3
"""Lines that are used."""


@dataclass(frozen=True, eq=False)
class RimLine:
    """A line ``offset`` cells outside the grid, and where it seems to run along the left, right, top and bottom:
    the coordinate across, for each band."""

    offset: float
    places: tuple[Points, ...]


def visible_bands(pose: BoardPose, tops: float, free: np.ndarray, side: int, offsets: Points) -> np.ndarray:
    """Bands x offsets: whether that part of a side can be seen, inside the picture and not behind a piece that lies
    in the border cell and leans over it. Sides are left, right, top and bottom."""
    axis, far = divmod(side, 2)
    across, outward = (pose.grid.cols, pose.grid.rows)[axis] * far, 2 * far - 1
    along = np.arange((pose.grid.rows, pose.grid.cols)[axis])[:, None] + 0.5
    rim, station = np.broadcast_arrays(across + outward * offsets, along)
    points = np.stack([rim, station] if axis == 0 else [station, rim], axis=-1)
    pixels = pose.project(np.concatenate([points, np.zeros((*rim.shape, 1))], axis=-1))
    inside = ((pixels >= 0) & (pixels <= np.array(pose.size_px) - 1)).all(axis=-1)
    camera = pose.camera_xyh
    lean = outward * (across - camera[axis]) * tops / max(camera[2] - tops, 1e-3)
    border = (free[:, -far], free[-far])[axis]
    return np.asarray(inside & (border[:, None] | (offsets > lean + HIDDEN_BEYOND)))


def rim_lines(board: Lattice, visible: list[np.ndarray], slack: float) -> list[RimLine]:
    """The lines that the sides share, one side perhaps excepted, the clearest first.

    ``visible`` masks the bands of each side that can be seen; a side may seem off by ``slack`` cells.
    """
    steps = max(1, round(slack / STEP))
    sides = [_straight_lines(board, side, visible[side], slack) for side in range(4)]
    outwards = np.arange(-steps, steps + 1)
    count = round((FARTHEST - NEAREST) / STEP) + 1
    window = np.arange(count)[:, None] + steps + outwards
    penalty = SHIFT_COST * STEP * np.abs(outwards)
    best = [(contrast[window] - penalty) for contrast, _ in sides]
    seen = np.sort([part.max(axis=1) for part, mask in zip(best, visible, strict=True) if mask.sum() >= FEWEST], axis=0)
    if len(seen) < 2:
        return []
    shared = seen[len(seen) // 4 :].mean(axis=0)
    found: list[RimLine] = []
    for at in np.argsort(-shared, kind="stable"):
        offset = NEAREST + float(at) * STEP
        if all(abs(offset - other.offset) > APART for other in found):
            shifts = [int(part[at].argmax()) for part in best]
            found.append(
                RimLine(
                    offset, tuple(_places(board, k, window[at, s], sides[k][1], slack) for k, s in enumerate(shifts))
                )
            )
        if len(found) == MOST:
            break
    return found


def _straight_lines(board: Lattice, side: int, visible: np.ndarray, slack: float) -> tuple[Points, Points]:
    """For offsets from NEAREST - slack to FARTHEST + slack: the contrast of the best straight line, and its slant."""
    axis, far = divmod(side, 2)
    contrast = board.contrast(axis)
    offsets = _offsets(slack)
    along = np.linspace(-0.5, 0.5, len(contrast))
    slants = np.linspace(-slack, slack, SLANTS) if slack > STEP else np.zeros(1)
    outward = offsets + slants[:, None, None] * along[:, None]  # slants x bands x offsets
    at = board.raster.to_px(board.lines(axis) + outward if far else -outward)
    column = np.clip(np.rint(at).astype(int), 0, contrast.shape[1] - 1)
    energy = contrast[np.arange(len(contrast))[:, None], column][:, visible]
    mean = energy.sum(axis=1) / max(1, visible.sum()) - SHIFT_COST * np.abs(slants)[:, None]
    best = mean.argmax(axis=0)
    return mean.max(axis=0), slants[best]


def _offsets(slack: float) -> Points:
    steps = max(1, round(slack / STEP))
    count = round((FARTHEST - NEAREST) / STEP) + 1
    return np.asarray(np.minimum(NEAREST + STEP * np.arange(-steps, count + steps), MARGIN - 0.1))


def _places(board: Lattice, side: int, at: int, slants: Points, slack: float) -> Points:
    axis, far = divmod(side, 2)
    along = np.linspace(-0.5, 0.5, len(board.activity[axis]))
    outward = _offsets(slack)[at] + slants[at] * along
    return np.asarray(board.lines(axis) + outward if far else -outward)
