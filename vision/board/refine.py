"""The camera fitted to the lattice: printed lines on the board, edges and grooves of the tops, lines of the rim.

Unknown besides the camera are the height of the tops and how far outside the grid the lines of the rim run (frame,
border, outline of the card), each at the same distance on all four sides. Solved by damped least squares with a
Geman-McClure loss, in several rounds in which the search narrows.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.board.lattice import Lattice
from vision.board.rim import RimLine, rim_lines, visible_bands
from vision.frame import Picture
from vision.kind import USUAL_THICKNESS, Kind
from vision.pose import BoardPose, LensUsual, Points, lens_usual
from vision.rectify import fitted

SEARCH = (0.35, 0.25, 0.15, 0.1, 0.07)
"""Half the width of the search around each expected line in successive rounds, in cells."""
ROUGH_ROUNDS = 1
"""Rounds before the rim is used and the lens is let free."""
NARROWEST = 0.12
"""The search is never narrower than this, in cells; later rounds only forgive less."""
NARROWEST_PX = 3.0
"""Nor than this, in pixels of the rectified picture: a printed line is as wide as that in it."""
HEIGHT_SPREAD = 0.2
"""By this part the height of the tops differs from the usual one."""
TOPS_WEIGHT = 0.3
"""What a line of the tops counts against a printed one: some are shadows and sides of pieces."""
RIM_WEIGHT = 0.7
"""The same for a line of the rim: the print need not lie in the middle of the card."""
ENOUGH_PRINTED, MOST_WITHOUT = 60, 0.85
"""With so many printed lines in view, the tops and the rim lose this part of their weight."""
TOTAL_WEIGHT = 300.0
"""What all marks together count, against what is known beforehand of lens and tops."""
RIM_USUAL = 0.45
"""Where the rim is, for the question whether it can be seen, in cells outside the grid."""
RIM_SLACK = 0.3
"""How far a side of the rim may be off at first, in cells."""
RIM_SPREAD = 0.3
"""By so much, in cells, the lines of a rim differ in how far they lie outside the grid from one make to the next."""
FEWEST = 20
"""Fewer peaks than this solve nothing."""
ERROR_PX = 0.7
"""Error of a peak that is not to be bettered, in pixels of the picture."""
STRETCH_SPREAD = 0.2
"""By this part pictures that are stretched are so, more or less."""
STIFF = 0.05
"""While an unknown lens is not free, it may move by so much of what is usual."""
STEPS = 8
"""Steps of the solver at most in a round."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A pose, the height of the tops, the ``usual`` one of such pieces, and the distances of the rim's lines from the
    grid, all in cells."""

    pose: BoardPose
    tops: float
    usual: float
    rim: tuple[float, ...] = ()

    @classmethod
    def of(cls, pose: BoardPose, kind: Kind) -> "Fit":
        """A pose with pieces of this kind on it, before anything is fitted."""
        usual = USUAL_THICKNESS if kind.thickness is None else kind.thickness
        return cls(pose, usual, usual)


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
    small, pose = fitted(bgr, start.pose, scale)
    fit = replace(start, pose=pose)
    for number, width in enumerate(search):
        board, tops = planes(small, fit, scale)
        fine = number >= rough
        free = board.free_cells()
        visible = [visible_bands(fit.pose, fit.tops, free, side, np.array([RIM_USUAL]))[:, 0] for side in range(4)]
        rim = rim_lines(board, visible, min(width, RIM_SLACK)) if fine else []
        fit = replace(fit, rim=tuple(line.offset for line in rim))
        marks = _marks(fit, board, tops, max(width, NARROWEST, NARROWEST_PX / scale), rim, free, visible)
        if marks is None:
            break
        fit = _solve(fit, marks, max(0.5 * width * fit.pose.cell_px, ERROR_PX), lens_free=fine)
    return replace(fit, pose=rescaled(fit.pose, start.pose.size_px))


def planes(bgr: Picture, fit: Fit, scale: int) -> tuple[Lattice, Lattice]:
    """The board and the plane of the tops, ``scale`` pixels a cell."""
    small, pose = fitted(bgr, fit.pose, scale)
    return Lattice.of(small, pose, 0.0, scale), Lattice.of(small, pose, fit.tops, scale)


def rescaled(pose: BoardPose, size_px: tuple[int, int]) -> BoardPose:
    """The same camera on a picture of another size."""
    return replace(pose, size_px=size_px, focal_px=pose.focal_px * size_px[0] / pose.size_px[0])


def _marks(
    fit: Fit,
    board: Lattice,
    tops: Lattice,
    width: float,
    rim: list[RimLine],
    free: np.ndarray,
    visible: list[np.ndarray],
) -> _Marks | None:
    free = np.pad(free, 1)
    parts = []
    for axis in (0, 1):
        beside = free if axis == 0 else free.T
        parts.append(_lattice_marks(fit, board, axis, width, beside, raised=False))
        parts.append(_lattice_marks(fit, tops, axis, width, beside, raised=True))
        if rim:
            parts.append(_rim_marks(fit, board, axis, rim, visible[2 * axis : 2 * axis + 2]))
    joined = _Marks(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    if len(joined.axis) < FEWEST:
        return None
    printed = ~joined.raised & (joined.rim_line < 0)
    others = 1 - MOST_WITHOUT * min(1.0, printed.sum() / ENOUGH_PRINTED) ** 2
    weight = joined.weight * np.where(printed, 1.0, others)
    return replace(joined, weight=weight * TOTAL_WEIGHT / weight.sum())


def _lattice_marks(
    fit: Fit, lattice: Lattice, axis: int, width: float, beside: np.ndarray, *, raised: bool
) -> tuple[np.ndarray, ...]:
    """On the board the inner lines between two free cells count, on the tops all lines not between free cells."""
    count = lattice.lines(axis)
    peaks = lattice.peaks(axis, np.arange(count + 1), width)
    free = beside[peaks.band + 1, peaks.line].astype(int) + beside[peaks.band + 1, peaks.line + 1]
    border = (peaks.line == 0) | (peaks.line == count)
    keep = (free == 0) if raised else (free == 2) & ~border
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


def _rim_marks(
    fit: Fit, board: Lattice, axis: int, rim: list[RimLine], visible: list[np.ndarray]
) -> tuple[np.ndarray, ...]:
    lines = len(rim)
    near, far = ([line.places[2 * axis + side] for line in rim] for side in (0, 1))
    peaks = board.peaks(axis, np.column_stack([*near, *far]), NARROWEST)
    seen = np.where(peaks.line < lines, visible[0][peaks.band], visible[1][peaks.band])
    outward = np.where(peaks.line < lines, -1.0, 1.0)
    base = np.where(peaks.line < lines, 0.0, float(board.lines(axis)))
    return _columns(
        fit,
        axis,
        base,
        outward,
        peaks.line % lines,
        peaks.band + 0.5,
        False,
        peaks.place,
        peaks.weight * seen * RIM_WEIGHT,
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
    usual = _lens_usual(fit.pose)
    if fit.pose.lens is None and not lens_free:
        usual = LensUsual(_lens(fit.pose), usual.spread * STIFF)
    mean = np.array([*usual.mean, fit.usual, *fit.rim])
    spread = np.array([*usual.spread, HEIGHT_SPREAD * fit.usual, *[RIM_SPREAD] * len(fit.rim)])
    hold = np.concatenate([np.full(6, 1e-9), spread**-2.0])
    along = _seen(fit, marks, 0.3) - _seen(fit, marks)
    normal = np.column_stack([-along[:, 1], along[:, 0]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9) * forgive_px

    def errors(tried: Fit) -> Points:
        return np.asarray(((_seen(tried, marks) - marks.pixel_xy) * normal).sum(axis=1))

    def strain(tried: Fit) -> Points:
        return np.asarray([*_lens(tried.pose), tried.tops, *tried.rim] - mean)

    def cost(error: Points, tried: Fit) -> float:
        return float((marks.weight * error**2 / (1 + error**2)).sum() + ((strain(tried) / spread) ** 2).sum())

    error, damping = errors(fit), 1e-3
    now = cost(error, fit)
    for _ in range(STEPS):
        slope = _slopes(fit, marks, normal)
        weight = marks.weight / (1 + error**2) ** 2
        matrix = (slope * weight[:, None]).T @ slope + np.diag(hold)
        vector = -(slope * weight[:, None]).T @ error
        vector[6:] -= strain(fit) * hold[6:]
        for _ in range(4):
            tried = _moved(fit, np.asarray(np.linalg.solve(matrix + np.diag(np.diag(matrix)) * damping, vector)))
            tried_error = errors(tried)
            then = cost(tried_error, tried)
            if then < now:
                break
            damping *= 8
        else:
            return fit
        settled = now - then < 1e-4 * now
        fit, error, now, damping = tried, tried_error, then, damping / 5
        if settled:
            break
    return fit


def _lens(pose: BoardPose) -> Points:
    """What is solved of a lens: the logarithm of its focal length, its radial term, and where pixels are not square the
    logarithm of the stretch."""
    return np.array([np.log(pose.focal_px), pose.k1, *([] if pose.is_square else [np.log(pose.stretch)])])


def _lens_usual(pose: BoardPose) -> LensUsual:
    """The same as it usually is."""
    usual = lens_usual(pose)
    if pose.is_square:
        return usual
    return LensUsual(np.append(usual.mean, 0.0), np.append(usual.spread, STRETCH_SPREAD))


def _seen(fit: Fit, marks: _Marks, shift: float = 0.0) -> Points:
    return fit.pose.project(marks.points(fit.tops, np.array(fit.rim), shift))


def _slopes(fit: Fit, marks: _Marks, normal: Points) -> Points:
    """N x (9 + rim lines, and one more where pixels are not square): derivatives of the errors by turn (3), shift (3),
    the lens (as ``_lens``), tops and rim."""
    pose, board = fit.pose, marks.points(fit.tops, np.array(fit.rim))
    turned = (board * (1, 1, -1)) @ pose.rotation.T
    x, y, depth = (turned + np.array(pose.shift)).T
    ray = np.column_stack([x, y]) / depth[:, None]
    radius = (ray**2).sum(axis=1)
    bend = 1 + pose.k1 * radius
    across = normal * pose.focal_xy_px
    by_ray = across * bend[:, None] + 2 * pose.k1 * ray * (across * ray).sum(axis=1, keepdims=True)
    by_point = np.column_stack([by_ray, -(by_ray * ray).sum(axis=1)]) / depth[:, None]
    along = (across * ray).sum(axis=1)
    by_board = by_point @ pose.rotation
    by_line = np.where(marks.axis == 0, by_board[:, 0], by_board[:, 1]) * marks.outward
    by_rim = by_line[:, None] * (marks.rim_line[:, None] == np.arange(len(fit.rim)))
    lens = [along * bend, along * radius]
    if not pose.is_square:
        lens.append(across[:, 0] * ray[:, 0] * bend)
    tops = -by_board[:, 2] * marks.raised
    return np.column_stack([np.cross(turned, by_point), by_point, *lens, tops, by_rim])


def _moved(fit: Fit, step: Points) -> Fit:
    pose = fit.pose
    rotation = cv2.Rodrigues(step[:3])[0] @ pose.rotation
    x, y, z = (float(v) for v in cv2.Rodrigues(rotation)[0].ravel())
    across, down, away = (float(v) for v in np.array(pose.shift) + step[3:6])
    moved = replace(_relensed(pose, step[6 : -1 - len(fit.rim)]), turn=(x, y, z), shift=(across, down, away))
    tops, *outward = step[-1 - len(fit.rim) :]
    rim = tuple(float(r + s) for r, s in zip(fit.rim, outward, strict=True))
    return replace(fit, pose=moved, tops=float(fit.tops + tops), rim=rim)


def _relensed(pose: BoardPose, step: Points) -> BoardPose:
    """The same camera with its lens (as ``_lens``) moved so far."""
    by_focal, by_k1, *by_stretch = step
    stretch = pose.stretch * float(np.exp(sum(by_stretch)))
    return replace(pose, focal_px=float(pose.focal_px * np.exp(by_focal)), k1=float(pose.k1 + by_k1), stretch=stretch)
