"""A piece lying askew: turned or shifted against the cells. It is read on a lattice of its own.

Where a piece lies off the cells, its own edges and grooves still form a lattice. The direction of that lattice is that
of the strongest edges there, its offset the phase of those edges; the board's pose, moved accordingly, makes the piece
lie on whole cells again, and it can be read like any other.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt
from scipy import ndimage

from referee.grid import Cell
from referee.polyomino import Cells
from vision.cells.observe import observe, occupancy
from vision.cells.reading import RING, Evidence, Reading
from vision.frame import Picture
from vision.pieces.catalogue import Catalogue
from vision.pieces.claims import Claims
from vision.pieces.scores import Scores, scores
from vision.pose import BoardPose
from vision.rectify import Raster, fitted, rectified

SCALE_PX = 20
"""Pixels a cell where directions and phases are measured."""
BINS = 45
"""Directions told apart within a quarter turn."""
STRAIGHT_DEG = 5.0
"""A lattice less turned than this is taken for straight."""
PATTERN = 0.45
"""What is bright between dark parts, and narrower than this, in cells, is of a pattern."""
COVERED = 0.25
"""A board cell counts as covered from this share of its square on."""
INSIDE = 0.7
"""So much of the piece must lie within the troubled cells."""
QUARTER = 0.25
"""A piece that is not turned, and off the cells by less than this, lies on them."""
NEAR, FEWEST_NEAR = 6.0, 10
"""Cells so near a piece, if they are so many, tell how far off all seems to be there."""
MOST_PHASES, WEAKER = 2, 6.0
"""So many places of its edges within a cell are tried, across and down; log-odds against all but the strongest."""
BETTER = 1.1
"""A lattice fits better if the cells on it look so many times as plainly filled: edges tell its place to a pixel."""
BESIDE = np.arange(-0.3, 0.31, 0.1)
"""Lattices that are tried beside the one that a piece fits, in cells."""
TURN_DEG = 40.0
"""A turn that moves the cells of a piece about as much as a shift by one cell does."""
CENTRED, ROUNDS = 0.1, 2
"""A lattice that was farther off than this is centred once more: of what lies off to one side not all was seen."""
MOST_TROUBLE = 6.0
"""Evidence of trouble counts for so much a cell at most."""
FINENESS = 50
"""Points a cell's side in which it is told how much of a cell is covered: it may be just about a quarter."""
LEAST_LEAD = 2.0
"""Log-odds by which the best piece must lead the next, or none, and by which a lattice is likelier than another."""
FEWEST_TROUBLED = 3
"""A piece that lies askew troubles at least so many cells."""

Grey = npt.NDArray[np.uint8]
Look = Callable[[Grey], Grey]
"""How the brightness of a rectified picture (``SCALE_PX`` pixels a cell) is looked at."""
_Square = Callable[[Cell], Counter[Cell]]
"""How many points of a cell of a lattice lie on each board cell."""


@dataclass(frozen=True, slots=True)
class Askew:
    """A piece off the lattice: its id, and the board cells it covers by at least a quarter. Where it ``is_straight`` it
    lies on these cells after all, and only looks troubled."""

    piece: str
    cells: Cells
    is_straight: bool = False


def askew_beside(bgr: Picture, pose: BoardPose, seen: Reading, said: Claims, every: Catalogue) -> Askew | None:
    """The piece that lies off the cells beside those that are claimed, if one is clearly the likeliest."""
    claimed = {cell for piece in said.pieces for cell in piece.cells}
    evidence = {cell: seen.at(seen.troubled, cell) for cell in seen.grid if cell not in claimed}
    troubled = {cell: trouble for cell, trouble in evidence.items() if trouble > 0}
    if len(troubled) < FEWEST_TROUBLED:
        return None
    return find_askew(bgr, pose, seen.height, troubled, every, {piece.piece: piece.cells for piece in said.pieces})


def find_askew(
    bgr: Picture,
    pose: BoardPose,
    height: float,
    troubled: Mapping[Cell, float],
    catalogue: Catalogue,
    lying: Mapping[str, Cells],
) -> Askew | None:
    """The piece that lies off the cells among the ``troubled`` ones, if one is clearly the likeliest.

    Args:
        bgr: the picture.
        pose: of the board.
        height: thickness of the pieces in cells.
        troubled: cells where something lies askew, with the evidence of that (log-odds).
        catalogue: the placements.
        lying: pieces that lie on the cells elsewhere; how far they seem to be off is the error of the pose there.
    """
    edges, cells = (fitted(bgr, pose, scale) for scale in (SCALE_PX, catalogue.kind.networks.scale))
    center = np.mean(np.array(list(troubled), float), axis=0)[::-1] + 0.5
    place = _Place(edges, cells, height, troubled, catalogue, center, _error(*edges, height, center, lying))
    free = ~np.isin(catalogue.piece, [catalogue.names.index(piece) for piece in lying])
    best: dict[str, _Found] = {}
    for one in (one for lattice in place.lattices() for one in place.pieces(lattice, free)):
        name = catalogue.name_of(one.number)
        best[name] = best.get(name, one).or_better(one)
    ranked = sorted(best.values(), key=lambda each: -each.gain)
    least = max([0.0, *(each.gain for each in ranked[1:2])]) + LEAST_LEAD
    return place.askew(ranked[0]) if ranked and ranked[0].gain > least else None


@dataclass(frozen=True, slots=True)
class _Lattice:
    """One that is turned so far, and shifted by (x, y) cells along its own axes; with the log-odds against it."""

    turn_deg: float
    offset: tuple[float, float]
    doubt: float = 0.0

    def moved(self, by: float, axis: int) -> "_Lattice":
        """Shifted farther along an axis (0 is x, 1 is y), in cells, or turned farther (2), in ``TURN_DEG``."""
        if axis == 2:
            return replace(self, turn_deg=self.turn_deg + by * TURN_DEG)
        right, down = self.offset
        return replace(self, offset=(right + by, down) if axis == 0 else (right, down + by))


@dataclass(frozen=True, slots=True)
class _Found:
    """A placement (its number) on a lattice: how likely that piece is (``gain``, log-odds), and how well it fits."""

    number: int
    lattice: _Lattice
    gain: float
    fit: float

    def or_better(self, other: "_Found") -> "_Found":
        """The same piece on another lattice, if it is likelier there, or about as likely and fits clearly better."""
        if abs(self.gain - other.gain) > LEAST_LEAD:
            return max(self, other, key=lambda each: each.gain)
        return replace(other if other.fit > BETTER * self.fit else self, gain=max(self.gain, other.gain))


@dataclass(frozen=True, eq=False)
class _Place:
    """Where something lies askew: on ``troubled`` cells about a ``center`` (x, y), where all seems to be off by an
    ``error`` (x, y, cells). The picture, and the pose in it, is shrunk once for all lattices: to look for ``edges``,
    and for what ``cells`` show."""

    edges: tuple[Picture, BoardPose]
    cells: tuple[Picture, BoardPose]
    height: float
    troubled: Mapping[Cell, float]
    catalogue: Catalogue
    center: npt.NDArray[np.float64]
    error: npt.NDArray[np.float64]

    def lattices(self) -> Iterator[_Lattice]:
        """Those that go by the strongest edges there and, for stripes have edges too, by the next ones; then those that
        go by what is left without patterns."""
        for look in (_as_it_is, _without_pattern):
            bgr, pose = self.edges
            for turn_deg in (0.0, *_turns(look, bgr, pose, self.height, self.troubled)):
                turned = moved(pose, self.center, turn_deg, (0.0, 0.0))
                strongest = _phases(look, bgr, turned, self.height, self._carried(turn_deg))
                for number, offset in enumerate(product(*strongest)):
                    yield _Lattice(turn_deg, offset, WEAKER if number else 0.0)

    def pieces(self, lattice: _Lattice, free: npt.NDArray[np.bool_]) -> Iterator[_Found]:
        """The ``free`` placements that fill cells of a lattice there."""
        seen = observe(*self._posed(lattice), self.height, self.catalogue.kind)
        among = np.flatnonzero(free & _within(self._carried(lattice.turn_deg), self.catalogue))
        evidence, square = scores(seen, self.catalogue, among), cache(self._square(lattice))
        for number in _likeliest(evidence):
            shares = _together(self.catalogue.cells_of(number), square)
            if sum(shares.get(cell, 0.0) for cell in self.troubled) >= INSIDE * sum(shares.values()):
                gain = float(evidence.gain[number]) - self._unexplained(shares) - lattice.doubt
                yield _Found(number, lattice, gain, self._fit(seen.occupied, number))

    def askew(self, found: _Found) -> Askew:
        """The board cells on which it lies; straight only where edges and cells both say so."""
        centred = self._centred(found)
        lattice = next((one for one in (centred, found.lattice) if not self._is_straight(one)), centred)
        shares = _together(self.catalogue.cells_of(found.number), self._square(lattice))
        straight = self._is_straight(lattice)
        least = 0.5 if straight else COVERED
        cells = tuple(sorted(cell for cell, part in shares.items() if part >= least and cell in self.catalogue.grid))
        return Askew(self.catalogue.name_of(found.number), cells, straight)

    def _is_straight(self, lattice: _Lattice) -> bool:
        return lattice.turn_deg == 0 and max(map(abs, self._offset(lattice))) < QUARTER

    def _centred(self, found: _Found) -> _Lattice:
        """The middle of the lattices on which the cells of a piece look filled: that is steadier than the best one."""
        lattice = found.lattice
        for axis in (2, 0, 1) if lattice.turn_deg else (0, 1):
            for _ in range(ROUNDS):
                filled = [self._filled(lattice.moved(by, axis)) for by in BESIDE]
                weights = [max(self._fit(one, found.number), 0.0) for one in filled]
                by = float(np.average(BESIDE, weights=weights)) if sum(weights) > 0 else 0.0
                lattice = lattice.moved(by, axis)
                if abs(by) < CENTRED:
                    break
        return lattice

    def _posed(self, lattice: _Lattice) -> tuple[Picture, BoardPose]:
        bgr, pose = self.cells
        return bgr, moved(pose, self.center, lattice.turn_deg, lattice.offset)

    def _filled(self, lattice: _Lattice) -> Evidence:
        """The evidence that the cells of a lattice are filled."""
        return occupancy(*self._posed(lattice), self.height, self.catalogue.kind)[0]

    def _fit(self, filled: Evidence, number: int) -> float:
        """How plainly (log-odds) the cells of a placement look filled: most where it lies on them just so."""
        return float(np.append(filled, 0.0)[self.catalogue.cells[number]].sum())

    def _offset(self, lattice: _Lattice) -> tuple[float, float]:
        """How far (x, y, cells) the lattice is off, without the error that all has there."""
        right, down = np.array(lattice.offset) - self.error @ _turn(lattice.turn_deg)
        return float(right), float(down)

    def _square(self, lattice: _Lattice) -> _Square:
        return partial(_covered_by, self.center, lattice.turn_deg, self._offset(lattice))

    def _unexplained(self, shares: Mapping[Cell, float]) -> float:
        """Evidence (log-odds) of trouble on cells of which a piece covers next to nothing."""
        left = (trouble for cell, trouble in self.troubled.items() if shares.get(cell, 0.0) < COVERED / 2)
        return sum(min(trouble, MOST_TROUBLE) for trouble in left)

    def _carried(self, turn_deg: float) -> set[Cell]:
        """The cells of a turned lattice in which the middles of the troubled cells fall."""
        turn = _turn(-turn_deg)
        found = set()
        for row, col in self.troubled:
            x, y = turn @ (np.array([col + 0.5, row + 0.5]) - self.center) + self.center
            found.add((int(np.floor(y)), int(np.floor(x))))
        rows, cols = self.catalogue.grid.rows, self.catalogue.grid.cols
        return {(row, col) for row, col in found if -RING <= row < rows + RING and -RING <= col < cols + RING}


def _within(cells: Collection[Cell], catalogue: Catalogue) -> npt.NDArray[np.bool_]:
    """Which placements lie on some cells of a lattice and those around them, and nowhere else."""
    near = np.zeros((catalogue.grid.rows + 2 * RING, catalogue.grid.cols + 2 * RING), bool)
    for row, col in cells:
        near[row + RING, col + RING] = True
    near = ndimage.binary_dilation(near, np.ones((3, 3), bool))
    return np.asarray(np.append(near, True)[catalogue.cells].all(axis=1))


def _error(
    bgr: Picture, pose: BoardPose, height: float, center: npt.NDArray[np.float64], lying: Mapping[str, Cells]
) -> npt.NDArray[np.float64]:
    """By how much (x, y) in cells pieces that lie properly seem to be off around a point (x, y)."""
    cells = [cell for each in lying.values() for cell in each]
    near = [cell for cell in cells if np.hypot(*(np.array(cell[::-1]) + 0.5 - center)) < NEAR]
    if len(near) < FEWEST_NEAR:
        return np.zeros(2)
    return np.array([axis[0] for axis in _phases(_without_pattern, bgr, pose, height, near)])


def _turn(turn_deg: float) -> npt.NDArray[np.float64]:
    angle = np.radians(turn_deg)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def moved(pose: BoardPose, center: npt.ArrayLike, turn_deg: float, offset: tuple[float, float]) -> BoardPose:
    """The pose of a lattice turned about a point (x, y) of the board and shifted by (x, y) cells along its own axes."""
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    about = np.append(np.asarray(center, float), 0.0)
    return pose.transformed(turn, about + turn @ (np.append(offset, 0.0) - about))


def _as_it_is(grey: Grey) -> Grey:
    return grey


def _without_pattern(grey: Grey) -> Grey:
    """As if patterns were as dark all over as their dark parts: edges within them have other directions and places than
    those of the piece."""
    side = round(PATTERN * SCALE_PX) | 1
    disk = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.morphologyEx(grey, cv2.MORPH_OPEN, disk), np.uint8)


def _turns(look: Look, bgr: Picture, pose: BoardPose, height: float, troubled: Collection[Cell]) -> list[float]:
    """The direction of the strongest edges of the region, in degrees from the lattice, if it is not straight."""
    layout = Raster(pose.grid, SCALE_PX, 1.0)
    shown = cv2.cvtColor(rectified(bgr, pose, layout, height), cv2.COLOR_BGR2GRAY)
    grey = look(np.asarray(shown, np.uint8)).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    region = _mask(troubled, layout)
    angle = np.degrees(np.arctan2(down, across))[region] % 90
    weight = np.hypot(across, down)[region]
    counts = np.bincount((angle / 90 * BINS).astype(int) % BINS, weight, BINS)
    smooth = counts + 0.6 * (np.roll(counts, 1) + np.roll(counts, -1))
    crest = (smooth >= np.roll(smooth, 1)) & (smooth >= np.roll(smooth, -1))  # the flank of the straight ones is none
    straight = int(STRAIGHT_DEG / 90 * BINS)
    crest[:straight] = crest[BINS - straight :] = False
    if not crest.any():
        return []
    best = (_top(smooth, int(np.argmax(smooth * crest))) + 0.5) * 90 / BINS
    return [best if best <= 45 else best - 90]


def _phases(
    look: Look, bgr: Picture, pose: BoardPose, height: float, region: Collection[Cell]
) -> tuple[list[float], list[float]]:
    """By how much of a cell the edges of a region may be shifted across and down against the lattice of a pose, each in
    -0.5 to 0.5, the likeliest first: stripes have edges too."""
    layout = Raster(pose.grid, SCALE_PX, 1.0)
    shown = np.array(cv2.cvtColor(rectified(bgr, pose, layout, height), cv2.COLOR_BGR2LAB), np.uint8)
    shown[..., 0] = look(shown[..., 0])
    lab = shown.astype(np.float32)
    mask = _mask(region, layout)
    return _phase(lab, mask), _phase(lab.transpose(1, 0, 2), mask.T)


def _phase(lab: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> list[float]:
    steps = np.zeros(lab.shape[:2], np.float32)
    held = cv2.blur(lab[:, 1:] - lab[:, :-1], (1, SCALE_PX // 2))  # an edge of a piece holds for half a cell at least
    steps[:, 1:] = np.minimum(np.abs(held).sum(axis=2), 40.0)
    strength = (steps * mask).sum(axis=0)
    folded = np.bincount(np.arange(len(strength)) % SCALE_PX, strength, SCALE_PX)
    smooth = folded + 0.5 * (np.roll(folded, 1) + np.roll(folded, -1))
    crests = np.flatnonzero((smooth >= np.roll(smooth, 1)) & (smooth > np.roll(smooth, -1)))
    highest = (
        crests[np.argsort(-smooth[crests], kind="stable")][:MOST_PHASES] if len(crests) else [int(smooth.argmax())]
    )
    shifts = (_top(smooth, int(at)) / SCALE_PX for at in highest)
    return [at if at <= 0.5 else at - 1.0 for at in shifts]


def _top(heights: npt.NDArray[np.float64], at: int) -> float:
    """Where the parabola through the highest of some values in a ring and its neighbours is highest."""
    left, here, right = heights[at - 1], heights[at], heights[(at + 1) % len(heights)]
    bend = left - 2 * here + right
    return at + (0.5 * float((left - right) / bend) if bend < 0 else 0.0)


def _mask(cells: Collection[Cell], layout: Raster) -> npt.NDArray[np.bool_]:
    mask = np.zeros(layout.shape, bool)
    for row, col in cells:
        top, left = round((row + layout.margin) * layout.scale), round((col + layout.margin) * layout.scale)
        mask[max(top, 0) : top + layout.scale, max(left, 0) : left + layout.scale] = True
    return mask


def _likeliest(evidence: Scores, most: int = 40) -> list[int]:
    return [int(number) for number in np.argsort(-evidence.gain)[:most] if evidence.gain[number] > 0]


def covered(
    cells: Cells, center: npt.NDArray[np.float64], turn_deg: float, offset: tuple[float, float]
) -> dict[Cell, float]:
    """How much of each board cell a piece on the cells of a moved lattice covers (1 = all of it)."""
    return _together(cells, partial(_covered_by, center, turn_deg, offset))


def _together(cells: Cells, square: _Square) -> dict[Cell, float]:
    counts = sum((square(cell) for cell in cells), Counter[Cell]())
    return {cell: count / FINENESS**2 for cell, count in counts.items()}


def _covered_by(
    center: npt.NDArray[np.float64], turn_deg: float, offset: tuple[float, float], cell: Cell
) -> Counter[Cell]:
    """How many points (of ``FINENESS`` squared) of a cell of a moved lattice lie on each board cell."""
    fine = (np.arange(FINENESS) + 0.5) / FINENESS
    inner = np.stack(np.meshgrid(fine, fine), axis=-1).reshape(-1, 2)
    points = (inner + cell[::-1] + offset - center) @ _turn(turn_deg).T + center
    touched = np.floor(points).astype(int)
    right, down = touched.min(axis=0)
    counts = np.bincount((touched - (right, down)) @ (3, 1), minlength=9).reshape(3, 3)  # a square meets no more
    return Counter({(int(down + y), int(right + x)): int(counts[x, y]) for x, y in np.argwhere(counts)})
