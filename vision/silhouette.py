"""Thin pieces of one colour that lie askew, by their silhouettes.

Pieces that lie properly show what each colour looks like today, and bare cells what the board does: so every pixel of
the plane of the tops is known to be of a colour or of the board. What is left of a colour beside those pieces is
compared with each piece that it may be, turned all ways, middle on middle.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from referee.grid import Cell, GridSize
from referee.polyomino import Cells, normalised
from vision.askew import covered
from vision.catalogue import Catalogue
from vision.frame import Picture
from vision.observe import shifts
from vision.offset import Colours, cell_colour, looks_of
from vision.pose import BoardPose
from vision.reading import Reading
from vision.rectify import Raster, rectified

SCALE_PX = 16
"""Pixels a cell where pixels are told apart."""
KNOWN_NEAR, FEWEST_KNOWN = 8, 3
"""So many of the nearest cells tell what a colour, or the board, looks like at a place; of a colour of which fewer than
the second are known nothing is said."""
BARE = -4.0
"""Evidence (log-odds) up to which a cell shows the bare board."""
TROUBLE = -3.0
"""Evidence (log-odds) for trouble on one cell at least, without which nothing lies askew: shadows have colours too."""
FREE = 0.12
"""So far around pieces that lie properly, in cells, nothing is looked at."""
BOARD = -1
"""Stands for no paint."""
SMALLEST = 0.6
"""Less than this, in squares, is no piece."""
LARGEST_SHARE, LEAST_SHARE = 1.3, 0.55
"""What is seen of a piece is so large at most and at least, as a share of it."""
REMNANT = 2
"""A piece of so few squares, or what is left to be seen of a larger one."""
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

Mask = npt.NDArray[np.bool_]
Paints = npt.NDArray[np.int64]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Blot:
    """A region of one colour (a mask on the whole plane) that belongs to no piece lying properly. It may go on where
    the view is not ``free``."""

    mask: Mask
    free: Mask
    paint: int

    @property
    def squares(self) -> float:
        return float(self.mask.sum()) / SCALE_PX**2

    @property
    def middle(self) -> Points:
        """The middle (x, y), in cells."""
        rows, cols = np.nonzero(self.mask)
        return np.array([cols.mean() + 0.5, rows.mean() + 0.5]) / SCALE_PX

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
    def is_straight(self) -> bool:
        """Whether it lies on the cells."""
        off = np.array([self.x, self.y]) - _middle(self.shape)
        turned = min(self.turn_deg % 90, 90 - self.turn_deg % 90)
        return bool(turned < STRAIGHT_DEG and np.abs(off - np.round(off)).max() < QUARTER)


def find_silhouettes(
    bgr: Picture,
    pose: BoardPose,
    reading: Reading,
    lying: Mapping[str, Cells],
    hidden: Collection[Cell],
    catalogue: Catalogue,
) -> dict[str, Cells]:
    """The pieces that lie askew beside those ``lying`` properly, as far as it is clear which they are, and the cells of
    which each covers a good part.

    Args:
        bgr: the picture.
        pose: of the board.
        reading: of the plane of the tops.
        lying: the pieces that lie on the cells, by their names.
        hidden: cells that something hides.
        catalogue: the placements; its pieces are of one colour each.
    """
    filled = {cell for cells in lying.values() for cell in cells if cell in pose.grid}
    troubled = {cell for cell in pose.grid if reading.at(reading.troubled, cell) > TROUBLE}
    if troubled.issubset(filled):
        return {}
    lab = looks_of(rectified(bgr, pose, Raster(pose.grid, SCALE_PX, 0.0), reading.height))
    bare = [cell for cell in pose.grid if reading.at(reading.occupied, cell) < BARE and cell not in filled]
    painted = _painted(lab, pose, lying, bare, catalogue)
    free = ~_taken(painted.shape, pose, reading.height, filled, hidden)
    found: list[tuple[str, Cells]] = []
    for blot in _blots(painted, free):
        if not blot.touches(troubled):
            continue
        shapes = _shapes(catalogue, blot.paint, frozenset(lying))
        best = _likest(blot, _side(blot, pose, reading.height), shapes)
        if best is None or best.is_straight or (blot.is_cut and len(best.shape) <= REMNANT):
            continue
        cells = best.cells_in(pose.grid)
        if cells and reading.paint_lead(cells, blot.paint) > 0:  # a colour of which nothing lies yet looks like another
            found.append((best.piece, cells))
    names = [name for name, _ in found]
    return {name: cells for name, cells in found if names.count(name) == 1}  # of two places neither is sure


def _painted(
    lab: Colours, pose: BoardPose, lying: Mapping[str, Cells], bare: Collection[Cell], catalogue: Catalogue
) -> Paints:
    """The number of the paint that each pixel looks like, ``BOARD`` where it looks like the bare board."""
    known: dict[int, list[Cell]] = {BOARD: list(bare)}
    for name, cells in lying.items():
        known.setdefault(_paints(catalogue)[name], []).extend(cell for cell in cells if cell in pose.grid)
    told = [paint for paint, cells in known.items() if len(cells) >= FEWEST_KNOWN]
    if BOARD not in told:
        return np.full(lab.shape[:2], BOARD)
    far = [((lab - _around(lab, pose, known[paint])) ** 2).sum(axis=2) for paint in told]
    return np.asarray(np.array(told)[np.argmin(far, axis=0)])


def _blots(painted: Paints, free: Mask) -> Iterator[Blot]:
    """What is left of each paint, region by region."""
    for paint in set(np.unique(painted).tolist()) - {BOARD}:
        mask = ((painted == paint) & free).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        for region in range(1, len(stats)):
            if stats[region, cv2.CC_STAT_AREA] >= SMALLEST * SCALE_PX**2:
                yield Blot(labels == region, free, paint)


@lru_cache(maxsize=8)
def _paints(catalogue: Catalogue) -> dict[str, int]:
    """The number of each piece's paint, by its name."""
    first = np.unique(catalogue.piece, return_index=True)[1]
    return {name: int(paint) for name, paint in zip(catalogue.names, catalogue.paint[first], strict=True)}


def _around(lab: Colours, pose: BoardPose, cells: Collection[Cell]) -> Colours:
    """What some cells look like at every pixel: the median of those nearest to it, cell by cell."""
    seen, places = np.array([cell_colour(lab, cell, SCALE_PX) for cell in cells]), np.array(list(cells), float)
    rows, cols = pose.grid.rows, pose.grid.cols
    every = np.stack(np.meshgrid(np.arange(rows), np.arange(cols), indexing="ij"), axis=-1).reshape(-1, 1, 2)
    nearest = np.argsort(np.linalg.norm(every - places, axis=2), axis=1, kind="stable")[:, :KNOWN_NEAR]
    table = np.median(seen[nearest], axis=1).reshape(rows, cols, 3).astype(np.float32)
    return np.asarray(cv2.resize(table, lab.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _taken(
    shape: tuple[int, ...], pose: BoardPose, height: float, filled: Collection[Cell], hidden: Collection[Cell]
) -> Mask:
    """Pixels of pieces that lie properly, with their sides as they are seen, and of what hides the view."""
    mask = np.zeros(shape, np.uint8)
    x0, x_a_col, y0, y_a_row = shifts(pose, height)
    edge = FREE * SCALE_PX
    for row, col in filled:
        side_x, side_y = (x0 + x_a_col * (col + 0.5)) * SCALE_PX, (y0 + y_a_row * (row + 0.5)) * SCALE_PX
        left, right = col * SCALE_PX - edge + min(0, -side_x), (col + 1) * SCALE_PX + edge + max(0, -side_x)
        top, bottom = row * SCALE_PX - edge + min(0, -side_y), (row + 1) * SCALE_PX + edge + max(0, -side_y)
        mask[max(0, round(top)) : max(0, round(bottom)), max(0, round(left)) : max(0, round(right))] = 1
    for row, col in hidden:
        mask[row * SCALE_PX : (row + 1) * SCALE_PX, col * SCALE_PX : (col + 1) * SCALE_PX] = 1
    return mask > 0


def _side(blot: Blot, pose: BoardPose, height: float) -> Points:
    """Where (x, y), in cells, the foot of a side is seen from its top."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height)
    x, y = blot.middle
    return -np.array([x0 + x_a_col * x, y0 + y_a_row * y])


@lru_cache(maxsize=64)
def _shapes(catalogue: Catalogue, paint: int, lying: frozenset[str]) -> tuple[tuple[str, Cells], ...]:
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


def _likest(blot: Blot, side: Points, shapes: Collection[tuple[str, Cells]]) -> Likeness | None:
    """The piece that a blot is clearly the silhouette of, if any."""
    window = _window(blot, side)
    coarse, fine = window.every(COARSE), window.every(FINE)
    x, y = (float(value) for value in blot.middle - side / 2)
    best: dict[str, Likeness] = {}
    for name, shape in shapes:
        if not LEAST_SHARE * len(shape) <= blot.squares <= LARGEST_SHARE * len(shape) + SMALLEST:
            continue
        for turn_deg in TURNS_DEG:
            one = Likeness(name, shape, x, y, float(turn_deg), coarse.agreement(shape, np.array([x, y, turn_deg])))
            best[name] = max(best.get(name, one), one, key=lambda each: each.share)
    ranked = sorted(best.values(), key=lambda one: -one.share)[:RIVALS]
    settled = sorted((_settled(fine, one) for one in ranked), key=lambda one: -one.share)
    if not settled or settled[0].share < LIKE or (len(settled) > 1 and settled[0].share < settled[1].share + LEAD):
        return None
    return settled[0]


@dataclass(frozen=True, eq=False)
class _Window:
    """Pixels around a blot: their places (rows x cols x 2: x, y in cells), which are of it, and which are free to see;
    and where the foot of its sides is seen from their tops."""

    points: Points
    seen: Mask
    free: Mask
    side: Points

    def every(self, step: int) -> "_Window":
        """The same with fewer pixels."""
        thin = (slice(None, None, step), slice(None, None, step))
        return _Window(self.points[thin], self.seen[thin], self.free[thin], self.side)

    def agreement(self, shape: Cells, pose: Points) -> float:
        """Which share of a silhouette and of what is seen they have in common, for a piece in a pose (x, y, turn)."""
        drawn = np.zeros(self.seen.shape, bool)
        for step in (0.0, 0.5, 1.0):
            drawn |= _inside(self.points - step * self.side, shape, pose)
        both, either = (drawn & self.seen).sum(), ((drawn | self.seen) & self.free).sum()
        return float(both / max(int(either), 1))


def _window(blot: Blot, side: Points) -> _Window:
    left, top, wide, tall = cv2.boundingRect(blot.mask.astype(np.uint8))
    room = SCALE_PX
    rows, cols = np.arange(top - room, top + tall + room), np.arange(left - room, left + wide + room)
    x, y = np.meshgrid((cols + 0.5) / SCALE_PX, (rows + 0.5) / SCALE_PX)
    part = (slice(top, top + tall + 2 * room), slice(left, left + wide + 2 * room))
    seen, free = np.pad(blot.mask, room)[part], np.pad(blot.free, room)[part]
    return _Window(np.stack([x, y], axis=-1), seen, free, side)


def _inside(points: Points, shape: Cells, pose: Points) -> Mask:
    """Which points lie within a piece in a pose (x, y of its middle, turn in degrees)."""
    angle = np.radians(pose[2])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    own = (points - pose[:2]) @ turn + _middle(shape)
    cells = np.floor(own).astype(int)
    table = np.zeros((8, 8), bool)
    table[tuple(np.array(shape).T)] = True
    within = (cells >= 0).all(axis=-1) & (cells < 8).all(axis=-1)
    cells = cells.clip(0, 7)
    return np.asarray(within & table[cells[..., 1], cells[..., 0]])


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
