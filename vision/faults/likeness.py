"""Which piece a silhouette is that of: compared with each that it may be, turned all ways, middle on middle."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from referee.grid import Cell, GridSize
from referee.polyomino import Cells, normalised
from vision.cells.observe import shifts
from vision.faults.askew import covered
from vision.pieces.catalogue import Catalogue
from vision.pose import BoardPose

SCALE_PX = 16
"""Pixels a cell where pixels are told apart."""
SMALLEST = 0.6
"""Less than this, in squares, is no piece."""
LARGEST_SHARE, LEAST_SHARE = 1.3, 0.55
"""What is seen of a piece is so large at most and at least, as a share of it."""
TURNS_DEG = np.arange(-45.0, 45.0, 5.0)
COARSE, FINE = 4, 2
"""Of so many pixels, each way, one is looked at while all pieces are tried, and while the best are settled."""
RIVALS = 4
"""So many of the likest pieces are settled."""
LIKE, LEAD = 0.75, 0.04
"""A silhouette is that of a piece of which so great a share agrees, and by how much before any other piece."""
STRAIGHT_DEG, QUARTER, COVERED = 6.0, 0.25, 0.25
"""A piece less turned than this, and off the cells by less than the second, lies on them; cells of which it covers the
third are told."""

Shape = tuple[str, Cells]
"""A piece, and one of its ways round."""
Mask = npt.NDArray[np.bool_]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Blot:
    """A region (a mask on the whole plane, ``SCALE_PX`` pixels a cell) that belongs to no piece lying properly. It may
    go on where the view is not ``free``. The plane is the grid and so many cells ``beyond`` it."""

    mask: Mask
    free: Mask
    beyond: int = 0

    @property
    def squares(self) -> float:
        return float(self.mask.sum()) / SCALE_PX**2

    @property
    def middle(self) -> Points:
        """The middle (x, y), in cells."""
        rows, cols = np.nonzero(self.mask)
        return np.array([cols.mean() + 0.5, rows.mean() + 0.5]) / SCALE_PX - self.beyond

    @property
    def is_cut(self) -> bool:
        """Whether it may go on where the view is not free."""
        around = cv2.dilate(self.mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return bool((around & ~self.free).any())

    def touches(self, cells: Collection[Cell]) -> bool:
        """Whether any of it lies on some cells."""
        return any(
            self.mask[row * SCALE_PX : (row + 1) * SCALE_PX, col * SCALE_PX : (col + 1) * SCALE_PX].any()
            for row, col in cells
        )


@dataclass(frozen=True, slots=True)
class Likeness:
    """A piece in a pose: its middle at (x, y) in cells, turned so far, and which share agrees with what is seen."""

    piece: str
    shape: Cells
    x: float
    y: float
    turn_deg: float
    share: float

    def cells_in(self, grid: GridSize) -> Cells:
        """The cells of a grid of which it covers a good part."""
        middle = np.array([self.x, self.y])
        right, down = (float(value) for value in middle - _middle(self.shape))
        shares = covered(self.shape, middle, self.turn_deg, (right, down))
        return tuple(sorted(cell for cell, share in shares.items() if share >= COVERED and cell in grid))

    @property
    def on_cells(self) -> Cells:
        """The cells that it covers if it lies on them, on a grid or beyond it."""
        right, down = (round(float(part)) for part in np.array([self.x, self.y]) - _middle(self.shape))
        return tuple(sorted((row + down, col + right) for row, col in self.shape))

    def is_straight(self, most_off: float = QUARTER) -> bool:
        """Whether it lies on the cells, or at most so far off them as some are taken to lie that do."""
        off = np.array([self.x, self.y]) - _middle(self.shape)
        turned = min(self.turn_deg % 90, 90 - self.turn_deg % 90)
        return bool(turned < STRAIGHT_DEG and np.abs(off - np.round(off)).max() < most_off)


@lru_cache(maxsize=64)
def shapes_of(catalogue: Catalogue, paint: int, lying: frozenset[str]) -> tuple[Shape, ...]:
    """Every way round of every piece of a paint that does not lie there, with its name."""
    found = []
    for at, name in enumerate(catalogue.names):
        numbers = np.flatnonzero(catalogue.piece == at)
        if name in lying or int(catalogue.paint[numbers[0]]) != paint:
            continue
        squares = len(catalogue.cells_of(int(numbers[0])))
        table = catalogue.cells[numbers, :squares]
        ways = numbers[np.unique(table - table[:, :1], axis=0, return_index=True)[1]]
        found += [(name, normalised(catalogue.cells_of(int(number)))) for number in ways]
    return tuple(found)


def side_of(blot: Blot, pose: BoardPose, height: float) -> Points:
    """Where (x, y), in cells, the foot of a side is seen from its top."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height)
    x, y = blot.middle
    return -np.array([x0 + x_a_col * x, y0 + y_a_row * y])


def likest(blot: Blot, side: Points, shapes: Collection[Shape]) -> Likeness | None:
    """The piece that a blot is clearly the silhouette of, if any."""
    found = ranked(blot, side, shapes)
    return found[0] if found and found[0].share >= LIKE and is_clear(found) else None


def is_clear(found: Sequence[Likeness]) -> bool:
    """Whether it is clearly the first of these pieces."""
    return len(found) == 1 or found[0].share >= found[1].share + LEAD


def ranked(blot: Blot, side: Points, shapes: Collection[Shape]) -> list[Likeness]:
    """The pieces that a blot may be the silhouette of, each where it agrees best, the likest first."""
    window = _window(blot, side)
    coarse, fine = window.every(COARSE), window.every(FINE)
    x, y = (float(value) for value in blot.middle - side / 2)
    best: dict[str, Likeness] = {}
    for name, shape in shapes:
        if not _may_be(blot, shape):
            continue
        for turn_deg in TURNS_DEG:
            one = Likeness(name, shape, x, y, float(turn_deg), coarse.agreement(shape, np.array([x, y, turn_deg])))
            best[name] = max(best.get(name, one), one, key=lambda each: each.share)
    likely = sorted(best.values(), key=lambda one: -one.share)[:RIVALS]
    return sorted((_settled(fine, one) for one in likely), key=lambda one: -one.share)


def on_the_cells(blot: Blot, side: Points, shapes: Collection[Shape]) -> list[Likeness]:
    """The pieces that a blot may be the silhouette of if they lie on the cells, each wherever that may be, the likest
    first."""
    fine, found = _window(blot, side).every(FINE), list[Likeness]()
    x, y = (float(value) for value in blot.middle - side / 2)
    for name, shape in shapes:
        if not _may_be(blot, shape):
            continue
        right, down = (float(part) for part in _middle(shape) % 1)
        for col in (math.floor(x - right), math.ceil(x - right)):
            for row in (math.floor(y - down), math.ceil(y - down)):
                share = fine.agreement(shape, np.array([col + right, row + down, 0.0]))
                found.append(Likeness(name, shape, col + right, row + down, 0.0, share))
    return sorted(found, key=lambda one: -one.share)


def _may_be(blot: Blot, shape: Cells) -> bool:
    """Whether a blot is about as large as a piece."""
    return LEAST_SHARE * len(shape) <= blot.squares <= LARGEST_SHARE * len(shape) + SMALLEST


@dataclass(frozen=True, eq=False)
class _Window:
    """Pixels around a blot: their places (2 x rows x cols: x, y in cells), which are of it, and which are free to see;
    and where the foot of its sides is seen from their tops."""

    points: Points
    seen: Mask
    free: Mask
    side: Points

    def every(self, step: int) -> "_Window":
        """The same with fewer pixels."""
        thin = (slice(None, None, step), slice(None, None, step))
        return _Window(np.ascontiguousarray(self.points[:, *thin]), self.seen[thin], self.free[thin], self.side)

    def agreement(self, shape: Cells, pose: Points) -> float:
        """Which share of a silhouette and of what is seen they have in common, for a piece in a pose (x, y, turn)."""
        angle, table = math.radians(pose[2]), _squares(shape)
        x, y = _turned(self.points[0] - pose[0], self.points[1] - pose[1], angle)
        side_x, side_y = _turned(self.side[0], self.side[1], angle)
        right, down = _middle(shape)
        drawn = np.zeros(self.seen.shape, bool)
        for step in (0.0, 0.5, 1.0):
            drawn |= _within(x + right - step * side_x, y + down - step * side_y, table)
        both, either = (drawn & self.seen).sum(), ((drawn | self.seen) & self.free).sum()
        return float(both / max(int(either), 1))


def _window(blot: Blot, side: Points) -> _Window:
    left, top, wide, tall = cv2.boundingRect(blot.mask.astype(np.uint8))
    room = SCALE_PX
    rows, cols = np.arange(top - room, top + tall + room), np.arange(left - room, left + wide + room)
    x, y = np.meshgrid((cols + 0.5) / SCALE_PX - blot.beyond, (rows + 0.5) / SCALE_PX - blot.beyond)
    part = (slice(top, top + tall + 2 * room), slice(left, left + wide + 2 * room))
    seen, free = np.pad(blot.mask, room)[part], np.pad(blot.free, room)[part]
    return _Window(np.stack([x, y]), seen, free, side)


def _turned(x: Points, y: Points, angle: float) -> tuple[Points, Points]:
    """Places as a piece sees them that is turned by so much, in radians."""
    cos, sin = math.cos(angle), math.sin(angle)
    return cos * x + sin * y, cos * y - sin * x


def _squares(shape: Cells) -> Mask:
    """Which squares of the box around a piece are its own (rows x cols), with a row and a column more on each side."""
    table = np.zeros(np.max(shape, axis=0) + 3, bool)
    table[tuple(np.array(shape).T + 1)] = True
    return table


def _within(x: Points, y: Points, table: Mask) -> Mask:
    """Which places, in cells, lie within a piece with these squares."""
    tall, wide = table.shape
    rows = np.floor(y + 1).clip(0, tall - 1).astype(np.intp)
    cols = np.floor(x + 1).clip(0, wide - 1).astype(np.intp)
    return np.asarray(table[rows, cols])


def _settled(window: _Window, one: Likeness) -> Likeness:
    """The same piece where it agrees best."""
    start = np.array([one.x, one.y, one.turn_deg])
    options = {
        "initial_simplex": np.vstack([start, start + np.diag((0.2, 0.2, 4.0))]),
        "xatol": 0.005,
        "fatol": 1e-3,
        "maxiter": 80,
    }
    best = minimize(lambda pose: -window.agreement(one.shape, pose), start, method="Nelder-Mead", options=options)
    x, y, turn_deg = (float(value) for value in best.x)
    return Likeness(one.piece, one.shape, x, y, turn_deg, -float(best.fun))


def _middle(shape: Cells) -> Points:
    """The middle (x, y) of a piece's squares."""
    return np.asarray(np.mean(np.array(shape, float), axis=0)[::-1] + 0.5)
