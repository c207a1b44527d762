"""The camera fitted to the lattice: printed lines on the board, edges and grooves of the tops, lines of the rim.

Unknown besides the camera are the height of the tops and how far outside the grid the lines of the rim run (frame,
border, outline of the card), each at the same distance on all four sides. Solved by damped least squares with a
Geman-McClure loss, in several rounds in which the search narrows.
"""

from dataclasses import dataclass, replace

import numpy as np

from vision.frame import Picture
from vision.lattice import Lattice
from vision.pose import FOCAL_SPREAD, K1_SPREAD, TYPICAL_FOCAL_PER_WIDTH, BoardPose, Points

SEARCH = (0.35, 0.25, 0.15, 0.1, 0.07)
"""Half the width of the search around each expected line in successive rounds, in cells."""
ROUGH_ROUNDS = 2
"""Rounds before the rim is used and the lens is let free."""
NARROWEST = 0.12
"""The search is never narrower than this, in cells; later rounds only forgive less."""
NARROWEST_PX = 3.0
USUAL_HEIGHT, HEIGHT_SPREAD = 0.75, 0.15
"""Height of the tops in cells, and its spread."""
TOPS_WEIGHT = 0.3
"""What a line of the tops counts against a printed one: some are shadows and sides of pieces."""
RIM_WEIGHT = 0.7
"""The same for a line of the rim: the print need not lie in the middle of the card."""
TOTAL_WEIGHT = 300.0
"""What all marks together count, against what is known beforehand of lens and tops."""
RIM_LINES = 3
"""Lines of the rim that are used."""
RIM_SPREAD = 0.3
FEWEST = 20
"""Fewer peaks than this solve nothing."""
ERROR_PX = 0.7
"""Error of a peak that is not to be bettered, in pixels of the picture."""
STEPS = 8
STEP = 1e-5


@dataclass(frozen=True, eq=False)
class Fit:
    """A pose, the height of the tops and the distances of the rim's lines from the grid, both in cells."""

    pose: BoardPose
    tops: float = USUAL_HEIGHT
    rim: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class _Marks:
    """Lines seen in the picture, an entry each.

    A mark says: the line at board coordinate ``base + outward * rim[rim_line]`` (of x where ``axis`` is 0, of y where
    it is 1), at ``along`` on the other axis, is seen at ``pixel_xy``. ``raised`` marks belong to the plane of the tops.
    """

    axis: np.ndarray
    base: Points
    outward: Points
    rim_line: np.ndarray
    along: Points
    raised: np.ndarray
    weight: Points
    pixel_xy: Points

    def points(self, tops: float, rim: Points, shift: float = 0.0) -> Points:
        """N x 3 board coordinates, ``shift`` cells along the lines."""
        across = self.base + self.outward * np.append(rim, 0.0)[self.rim_line]
        along = self.along + shift
        x, y = np.where(self.axis == 0, across, along), np.where(self.axis == 0, along, across)
        return np.column_stack([x, y, self.raised * tops])


def refine(
    bgr: Picture, start: Fit, scale: int, search: tuple[float, ...] = SEARCH, *, rough: int = ROUGH_ROUNDS
) -> Fit:
    """The fit after one round for each width in ``search``; in the first ``rough`` ones only the lattice counts."""
    fit = start
    for number, width in enumerate(search):
        board = Lattice.of(bgr, fit.pose, 0.0, scale)
        tops = Lattice.of(bgr, fit.pose, fit.tops, scale)
        fine = number >= rough
        if fine:
            fit = replace(fit, rim=rim_lines(board))
        marks = _marks(fit, board, tops, max(width, NARROWEST, NARROWEST_PX / scale), fine)
        if marks is None:
            return fit
        fit = _solve(fit, marks, max(0.5 * width * fit.pose.cell_px, ERROR_PX), lens_free=fine)
    return fit


def rim_lines(board: Lattice) -> tuple[float, ...]:
    """How far outside the grid lines run along at least three sides, the clearest first, in cells."""
    offsets, profiles = board.rim_profiles()
    shared = np.sort(profiles, axis=0)[1:].mean(axis=0)
    peaks = np.flatnonzero((shared[1:-1] >= shared[:-2]) & (shared[1:-1] > shared[2:])) + 1
    return tuple(float(offsets[k]) for k in peaks[np.argsort(-shared[peaks], kind="stable")][:RIM_LINES])


def _marks(fit: Fit, board: Lattice, tops: Lattice, width: float, with_rim: bool) -> _Marks | None:
    free = np.pad(board.free_cells(), 1)
    parts = []
    for axis in (0, 1):
        beside = free if axis == 0 else free.T
        parts.append(_lattice_marks(fit, board, axis, width, beside, raised=False))
        parts.append(_lattice_marks(fit, tops, axis, width, beside, raised=True))
        if with_rim and fit.rim:
            parts.append(_rim_marks(fit, board, axis, width))
    joined = _Marks(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    if len(joined.axis) < FEWEST:
        return None
    return replace(joined, weight=joined.weight * TOTAL_WEIGHT / joined.weight.sum())


def _lattice_marks(
    fit: Fit, lattice: Lattice, axis: int, width: float, beside: np.ndarray, *, raised: bool
) -> tuple[np.ndarray, ...]:
    """On the board the inner lines between two free cells count, on the tops all lines not between free cells."""
    count = lattice.lines(axis)
    peaks = lattice.peaks(axis, np.arange(count + 1), width)
    free = beside[peaks.band + 1, peaks.line].astype(int) + beside[peaks.band + 1, peaks.line + 1]
    border = (peaks.line == 0) | (peaks.line == count)
    keep = (free == 0) | ((free == 1) & ~border) if raised else (free == 2) & ~border
    none = np.full(int(keep.sum()), -1)
    return _columns(
        fit,
        axis,
        peaks.line[keep].astype(float),
        none * 0.0,
        none,
        peaks.band[keep] + 0.5,
        raised,
        peaks.place[keep],
        peaks.weight[keep] * (TOPS_WEIGHT if raised else 1.0),
    )


def _rim_marks(fit: Fit, board: Lattice, axis: int, width: float) -> tuple[np.ndarray, ...]:
    count, lines = board.lines(axis), len(fit.rim)
    outward = np.repeat([-1.0, 1.0], lines)
    base = np.repeat([0.0, float(count)], lines)
    peaks = board.peaks(axis, base + outward * np.tile(fit.rim, 2), width)
    which = peaks.line
    return _columns(
        fit,
        axis,
        base[which],
        outward[which],
        which % lines,
        peaks.band + 0.5,
        False,
        peaks.place,
        peaks.weight * RIM_WEIGHT,
    )


def _columns(
    fit: Fit,
    axis: int,
    base: Points,
    outward: Points,
    rim_line: np.ndarray,
    along: Points,
    raised: bool,
    place: Points,
    weight: Points,
) -> tuple[np.ndarray, ...]:
    """The fields of ``_Marks`` for peaks measured at ``place`` in the rectified plane."""
    x, y = (place, along) if axis == 0 else (along, place)
    height = fit.tops if raised else 0.0
    pixels = fit.pose.project(np.column_stack([x, y, np.full(len(place), height)]))
    return (
        np.full(len(place), axis),
        base,
        outward,
        rim_line.astype(int),
        along,
        np.full(len(place), raised),
        weight,
        pixels,
    )


def _solve(fit: Fit, marks: _Marks, forgive_px: float, *, lens_free: bool) -> Fit:
    """Levenberg-Marquardt on camera, height of the tops and rim; only distance across a line counts."""
    values = _pack(fit)
    pose, rim = fit.pose, np.array(fit.rim)
    typical = np.log(TYPICAL_FOCAL_PER_WIDTH * max(pose.size_px))
    lens, stiff = ([typical, 0.0], 1.0) if lens_free else (list(values[6:8]), 0.05)
    mean = np.concatenate([values[:6], lens, [USUAL_HEIGHT], rim])
    spread = np.concatenate(
        [
            np.full(3, 10.0),
            np.full(3, 1e3),
            np.array([FOCAL_SPREAD, K1_SPREAD]) * stiff,
            [HEIGHT_SPREAD],
            np.full(len(rim), RIM_SPREAD),
        ]
    )

    def seen(values: Points, shift: float = 0.0) -> Points:
        return _unpack(pose, values).project(marks.points(values[8], values[9:], shift))

    along = seen(values, 0.3) - seen(values)
    normal = (
        np.column_stack([-along[:, 1], along[:, 0]]) / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    )

    def errors(values: Points) -> Points:
        return np.asarray(((seen(values) - marks.pixel_xy) * normal).sum(axis=1) / forgive_px)

    def cost(error: Points, values: Points) -> float:
        return float((marks.weight * error**2 / (1 + error**2)).sum() + (((values - mean) / spread) ** 2).sum())

    error, damping = errors(values), 1e-3
    now = cost(error, values)
    for _ in range(STEPS):
        slope = np.column_stack([(errors(values + step) - error) / STEP for step in np.eye(len(values)) * STEP])
        weight = marks.weight / (1 + error**2) ** 2
        matrix = (slope * weight[:, None]).T @ slope + np.diag(1 / spread**2)
        vector = -(slope * weight[:, None]).T @ error - (values - mean) / spread**2
        for _ in range(4):
            tried = values + np.linalg.solve(matrix + np.diag(np.diag(matrix)) * damping, vector)
            tried_error = errors(tried)
            then = cost(tried_error, tried)
            if then < now:
                break
            damping *= 8
        else:
            break
        settled = now - then < 1e-4 * now
        values, error, now, damping = tried, tried_error, then, damping / 5
        if settled:
            break
    return Fit(_unpack(pose, values), float(values[8]), tuple(float(v) for v in values[9:]))


def _pack(fit: Fit) -> Points:
    pose = fit.pose
    return np.array([*pose.turn, *pose.shift, np.log(pose.focal_px), pose.k1, fit.tops, *fit.rim])


def _unpack(pose: BoardPose, values: Points) -> BoardPose:
    x, y, z, across, down, away, focal, k1 = (float(v) for v in values[:8])
    return replace(pose, turn=(x, y, z), shift=(across, down, away), focal_px=float(np.exp(focal)), k1=k1)
