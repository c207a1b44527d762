"""The table as seen from straight above, up to scale, and the board-like rectangles in it.

Seen along a cross of the right directions, a board is an axis-aligned rectangle of known proportions. Rectangles
are made from pairs of long parallel lines and one line across; the fourth side follows.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.board.lines import Cross
from vision.frame import Picture, size_of
from vision.kind import USUAL_THICKNESS
from vision.pose import BoardPose, Points

Energy = npt.NDArray[np.float32]

STRETCHES = ((0.15, 14), (0.3, 14), (0.5, 10))
"""Lengths of stretches, as a part of the shorter side of the view, and how many lines of each direction with the
strongest such stretches may be sides of a rectangle."""
ENDLESS_COST = 0.35
"""The sides of a board end, the lines of cloths and planks do not: what their mean energy costs."""
SMALLEST_SIDE = 0.15
"""Shortest side of a board, as a part of the shorter side of the view."""
RECTANGLES_KEPT = 80
"""Rectangles whose lattice is looked at."""
CANDIDATES_KEPT = 5
"""Boards handed on for each cross."""
MARGINS = (0.08, 0.33, 0.55)
"""Where a rectangle may lie outside the grid, in cells: frame line, border, outline of the card."""
RIMS = (0.3, 0.42, 0.55)
"""Where the outline of the card may be, in cells outside the grid."""
LATTICE_WEIGHT = 2.0
"""Evidence of the lattice against that of the rim."""
BEYOND = (0.8, 2.3)
"""The strip of table that is looked at, in cells outside the grid."""
SAME_CELLS = 0.3
"""Boards nearer than this are one, in cells."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A pose worth looking at, and how promising it is."""

    pose: BoardPose
    promise: float


@dataclass(frozen=True, eq=False)
class Overhead:
    """A view along the normal of a cross: cumulative sums of line energy, so that any line is summed in one step.

    ``upright`` is (height + 1) x width, sums down the columns of the energy of vertical lines; ``level`` is
    (width + 1) x height, the same for horizontal lines with the axes exchanged. Plane coordinates (directions of
    the cross, camera at unit distance) are ``origin + pixel / scale``.
    """

    cross: Cross
    upright: Energy
    level: Energy
    origin: Points
    scale: float

    @property
    def nadir(self) -> Points:
        """The pixel straight below the camera: tops of pieces shift away from it."""
        return -self.origin * self.scale


def look_down(bgr: Picture, cross: Cross) -> Overhead:
    """The view from above; ``cross.focal_px`` refers to this picture."""
    height, width = bgr.shape[:2]
    center, focal, axes = np.array([width - 1, height - 1]) / 2, cross.focal_px, cross.axes
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]]) - center
    rays = np.column_stack([corners / focal, np.ones(4)]) @ axes
    seen = rays[:, :2] / np.maximum(rays[:, 2:], 0.15)
    middle = axes[2, :2] / axes[2, 2]
    scale = focal * axes[2, 2] ** 1.5  # keeps the area of things in the middle of the picture
    reach = 0.85 * max(width, height) / scale
    low, high = np.maximum(seen.min(axis=0), middle - reach), np.minimum(seen.max(axis=0), middle + reach)
    size = np.ceil((high - low) * scale).astype(int)
    to_plane = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    camera = np.array([[focal, 0, center[0]], [0, focal, center[1]], [0, 0, 1]])
    view = cv2.warpPerspective(
        bgr,
        camera @ axes @ to_plane,
        (int(size[0]), int(size[1])),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    upright, level = _line_energy(np.asarray(view, dtype=np.uint8))
    return Overhead(cross, _sums(upright), _sums(np.ascontiguousarray(level.T)), low, scale)


def candidates(bgr: Picture, cross: Cross, grid: GridSize) -> list[Candidate]:
    """Boards that the view along this cross suggests, most promising first."""
    view = look_down(bgr, cross)
    size_px = size_of(bgr)
    found: list[tuple[float, Points, float, bool]] = []
    for turned in {False, grid.rows != grid.cols}:
        seen = GridSize(grid.cols, grid.rows) if turned else grid
        rectangles = _rectangles(view, seen)
        if len(rectangles):
            for margin in MARGINS:
                cells = (rectangles[:, 2] - rectangles[:, 0]) / (seen.cols + 2 * margin)
                inner = rectangles + (np.array([1, 1, -1, -1]) * margin) * cells[:, None]
                promise = _promise(view, inner, seen)
                found += [
                    (float(p), box, float(cell), turned) for p, box, cell in zip(promise, inner, cells, strict=True)
                ]
    found.sort(key=lambda entry: -entry[0])
    kept: list[tuple[float, Points, float, bool]] = []
    for entry in found:
        if all(np.abs(entry[1] - other[1]).max() > SAME_CELLS * entry[2] for other in kept):
            kept.append(entry)
        if len(kept) == CANDIDATES_KEPT:
            break
    return [Candidate(_pose(view, box, turned, grid, size_px), promise) for promise, box, _, turned in kept]


def _line_energy(view: Picture) -> tuple[Energy, Energy]:
    """How strongly each pixel lies on a vertical and on a horizontal line, 0 to 1, whatever the light."""
    smooth = np.asarray(cv2.GaussianBlur(view, (3, 3), 0), dtype=np.uint8)
    across, down = _steepest(smooth, 1, 0), _steepest(smooth, 0, 1)
    usual = 2 * cv2.boxFilter(cv2.max(across, down), cv2.CV_32F, (31, 31)) + 8
    upright = np.minimum(across / usual, 1) * (across > 1.2 * down)
    level = np.minimum(down / usual, 1) * (down > 1.2 * across)
    return (
        np.asarray(cv2.dilate(upright, np.ones((1, 3), np.uint8)), dtype=np.float32),
        np.asarray(cv2.dilate(level, np.ones((3, 1), np.uint8)), dtype=np.float32),
    )


def _steepest(smooth: Picture, dx: int, dy: int) -> Picture:
    """Absolute slope in one direction, of the channel where it is largest."""
    slope = cv2.convertScaleAbs(cv2.Sobel(smooth, cv2.CV_16S, dx, dy, ksize=3), alpha=0.5)
    blue, green, red = cv2.split(slope)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)


def _sums(energy: Energy) -> Energy:
    return np.vstack([np.zeros((1, energy.shape[1]), np.float32), np.cumsum(energy, axis=0, dtype=np.float32)])


def _mean_along(sums: Energy, at: Points, start: Points, end: Points) -> Points:
    """Mean energy of the lines at column ``at`` from row ``start`` to ``end`` (arrays that broadcast)."""
    height, width = sums.shape[0] - 1, sums.shape[1]
    column = np.rint(at).astype(np.intp)
    inside = (column >= 0) & (column < width)
    column = np.clip(column, 0, width - 1)
    first, last = (np.clip(np.rint(v).astype(np.intp), 0, height) for v in (start, end))
    flat = sums.ravel()
    total = flat[last * width + column] - flat[first * width + column]
    return np.where(inside, total / np.maximum(end - start, 1), 0)


def _strong_lines(sums: Energy, whole: int) -> np.ndarray:
    """Columns where some stretch carries most energy, above what runs through the whole view, for short and for long
    stretches: the outline of the card is long, though the stripes of pieces may be stronger."""
    found: list[np.ndarray] = []
    for part, count in STRETCHES:
        length = int(part * whole)
        support = (sums[length:] - sums[:-length]).max(axis=0) / length - ENDLESS_COST * sums[-1] / len(sums)
        around = cv2.dilate(support.reshape(1, -1), np.ones((1, 5), np.uint8))[0]
        peaks = np.flatnonzero((support >= around) & (support > 0))
        found.append(peaks[np.argsort(-support[peaks], kind="stable")][:count])
    return np.unique(np.concatenate(found))


def _rectangles(view: Overhead, grid: GridSize) -> Points:
    """N x 4 (x0, y0, x1, y1), those with most energy on their sides, well apart."""
    whole = min(view.upright.shape[1], view.level.shape[1])
    columns, rows = _strong_lines(view.upright, whole), _strong_lines(view.level, whole)
    ratio = (grid.cols + 1) / (grid.rows + 1)
    shortest = int(SMALLEST_SIDE * whole)
    found = []
    for x0, y0, x1, y1 in _side_triples(columns, rows, ratio, shortest):
        found.append(np.column_stack([x0, y0, x1, y1]))
    for y0, x0, y1, x1 in _side_triples(rows, columns, 1 / ratio, shortest):
        found.append(np.column_stack([x0, y0, x1, y1]))
    boxes = np.concatenate(found).astype(np.float64)
    width, height = view.upright.shape[1], view.level.shape[1]
    slack = 0.08 * np.array([width, height, width, height])
    inside = ((boxes >= -slack) & (boxes <= np.array([width, height, width, height]) + slack)).all(axis=1)
    boxes = boxes[inside]
    sides = np.sort(_sides(view, boxes, 0.0), axis=0)
    strength = sides[1:].sum(axis=0) + 0.7 * sides[0]
    return _apart(boxes, strength, 4.0, RECTANGLES_KEPT)


def _side_triples(
    pairs: np.ndarray, across: np.ndarray, ratio: float, shortest: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """(near, start, far, end) of rectangles with two sides among ``pairs`` and a third among ``across``."""
    i, j = np.triu_indices(len(pairs), 1)
    i, j = i[pairs[j] - pairs[i] > shortest], j[pairs[j] - pairs[i] > shortest]
    near, far = np.repeat(pairs[i], len(across)), np.repeat(pairs[j], len(across))
    length = (far - near) / ratio
    line = np.tile(across, len(i))
    yield near, line, far, line + length
    yield near, line - length, far, line


def _sides(view: Overhead, boxes: Points, cut: Points | float) -> Points:
    """4 x N mean energy of the left, right, top and bottom sides, each shortened by ``cut`` at both ends."""
    x0, y0, x1, y1 = boxes.T
    return np.array(
        [
            _mean_along(view.upright, x0, y0 + cut, y1 - cut),
            _mean_along(view.upright, x1, y0 + cut, y1 - cut),
            _mean_along(view.level, y0, x0 + cut, x1 - cut),
            _mean_along(view.level, y1, x0 + cut, x1 - cut),
        ]
    )


def _apart(boxes: Points, strength: Points, distance: float, most: int) -> Points:
    """The strongest boxes, none within ``distance`` of a stronger one."""
    order = np.argsort(-strength, kind="stable")[:1500]
    left, kept = boxes[order], list[Points]()
    while len(left) and len(kept) < most:
        kept.append(left[0])
        left = left[np.abs(left - left[0]).max(axis=1) > distance]
    return np.array(kept).reshape(-1, 4)


def _promise(view: Overhead, inner: Points, grid: GridSize) -> Points:
    """How well grids with these outer borders agree with the view: lattice of board or of tops, and rim."""
    cells = (inner[:, 2] - inner[:, 0]) / grid.cols
    lattice = np.maximum(_lattice(view, inner, grid, 0.0), _lattice(view, inner, grid, USUAL_THICKNESS)).sum(axis=0)
    outward = np.array([-1, -1, 1, 1]) * cells[:, None]
    rims = [np.sort(_sides(view, inner + outward * rim, 0.5 * cells), axis=0)[1:].mean(axis=0) for rim in RIMS]
    border = np.sort(_sides(view, inner, 0.5 * cells), axis=0)[1:].mean(axis=0)
    goes_on = _outside(view, inner, grid, cells)
    return np.asarray(LATTICE_WEIGHT * (lattice - goes_on) + np.max(rims, axis=0) + 0.5 * border)


def _lattice(view: Overhead, inner: Points, grid: GridSize, height: float) -> Points:
    """2 x N: energy on the inner lines less that halfway between them, on the plane at ``height`` cells."""
    cells = (inner[:, 2] - inner[:, 0]) / grid.cols
    nearer = 1 / (1 - height * np.minimum(cells / view.scale, 0.5))
    box = view.nadir[[0, 1, 0, 1]] + (inner - view.nadir[[0, 1, 0, 1]]) * nearer[:, None]
    cell = cells * nearer
    upright = _comb(view.upright, box[:, 0], cell, grid.cols, box[:, 1], box[:, 3])
    level = _comb(view.level, box[:, 1], cell, grid.rows, box[:, 0], box[:, 2])
    return np.array([upright, level])


def _outside(view: Overhead, inner: Points, grid: GridSize, cells: Points) -> Points:
    """How far the lattice goes on outside the rim, as that of a cloth does."""
    x0, y0, x1, y1 = inner.T
    near, far = (part * cells for part in BEYOND)
    strips = [
        _comb(view.upright, x0, cells, grid.cols, y0 - far, y0 - near),
        _comb(view.upright, x0, cells, grid.cols, y1 + near, y1 + far),
        _comb(view.level, y0, cells, grid.rows, x0 - far, x0 - near),
        _comb(view.level, y0, cells, grid.rows, x1 + near, x1 + far),
    ]
    return np.asarray(np.maximum(strips, 0).mean(axis=0) * 2)


def _comb(sums: Energy, first: Points, cell: Points, count: int, start: Points, end: Points) -> Points:
    teeth = first[:, None] + cell[:, None] * np.arange(1, 2 * count) / 2
    energy = _mean_along(sums, teeth, start[:, None], end[:, None])
    return np.asarray(energy[:, 1::2].mean(axis=1) - energy[:, 0::2].mean(axis=1))


def _pose(view: Overhead, box: Points, turned: bool, grid: GridSize, size_px: tuple[int, int]) -> BoardPose:
    """The pose of a board whose grid fills this box of the view, ``turned`` when its rows stand upright."""
    x0, y0, x1, y1 = box
    axes = view.cross.axes
    corner = np.array([x1, y0] if turned else [x0, y0])
    directions = np.column_stack([axes[:, 1], -axes[:, 0], axes[:, 2]]) if turned else axes
    cell = (y1 - y0 if turned else x1 - x0) / grid.cols / view.scale
    shift = axes @ np.array([*(view.origin + corner / view.scale), 1.0]) / cell
    turn = cv2.Rodrigues(directions)[0].ravel()
    return BoardPose(
        grid,
        size_px,
        view.cross.focal_px,
        0.0,
        (float(turn[0]), float(turn[1]), float(turn[2])),
        (float(shift[0]), float(shift[1]), float(shift[2])),
    )
