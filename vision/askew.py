"""A piece lying askew: turned or shifted against the cells. It is read on a lattice of its own.

Where a piece lies off the cells, its own edges and grooves still form a lattice. The direction of that lattice is that
of the strongest edges there, its offset the phase of those edges; the board's pose, moved accordingly, makes the piece
lie on whole cells again, and it can be read like any other.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from referee.polyomino import Cells
from vision.assemble import Scores, scores
from vision.catalogue import Catalogue
from vision.frame import Picture
from vision.observe import observe
from vision.pose import BoardPose
from vision.reading import RING
from vision.rectify import Raster, rectified

SCALE_PX = 20
"""Pixels a cell where directions and phases are measured."""
BINS = 45
"""Directions told apart within a quarter turn."""
STRAIGHT_DEG = 5.0
"""A lattice less turned than this is taken for straight."""
COVERED = 0.25
"""A board cell counts as covered from this share of its square on."""
INSIDE = 0.7
"""So much of the piece must lie within the troubled cells."""
QUARTER = 0.25
"""A piece that is not turned, and off the cells by less than this, lies on them."""
NEAR, FEWEST_NEAR = 6.0, 10
"""Cells so near a piece, if they are so many, tell how far off all seems to be there."""
LEAST_LEAD = 2.0
"""Log-odds by which the best piece must lead the next, and how much of evidence a cell it must have."""


@dataclass(frozen=True, slots=True)
class Askew:
    """A piece off the lattice: its id, and the board cells it covers by at least a quarter. Where it ``is_straight`` it
    lies on these cells after all, and only looks troubled."""

    piece: str
    cells: Cells
    gain: float
    is_straight: bool = False


def find_askew(
    bgr: Picture,
    pose: BoardPose,
    height: float,
    troubled: Collection[Cell],
    catalogue: Catalogue,
    lying: Mapping[str, Cells],
) -> Askew | None:
    """The piece that lies off the cells among the ``troubled`` ones, if one is clearly the likeliest.

    Args:
        bgr: the picture.
        pose: of the board.
        height: thickness of the pieces in cells.
        troubled: cells where something lies askew.
        catalogue: the placements.
        lying: pieces that lie on the cells elsewhere; how far they seem to be off is the error of the pose there.
    """
    center = np.mean(np.array(list(troubled), float), axis=0)[::-1] + 0.5
    free = ~np.isin(catalogue.piece, [catalogue.names.index(piece) for piece in lying])
    error = _error(bgr, pose, height, center, lying)
    best: dict[str, Askew] = {}
    for turn_deg in (0.0, *_turns(bgr, pose, height, troubled)):
        turned = moved(pose, center, turn_deg, (0.0, 0.0))
        offset = _phases(bgr, turned, height, _carried(troubled, center, turn_deg, pose))
        lattice = moved(pose, center, turn_deg, offset)
        evidence = scores(observe(bgr, lattice, height, kind=catalogue.kind), catalogue)
        right, down = np.array(offset) - error @ _turn(turn_deg)
        straight = turn_deg == 0 and max(abs(right), abs(down)) < QUARTER
        for number in _likeliest(evidence, free):
            shares = covered(catalogue.cells_of(number), center, turn_deg, (float(right), float(down)))
            share = sum(shares[cell] for cell in troubled) / sum(shares.values())
            name, gain = catalogue.name_of(number), float(evidence.gain[number])
            if share >= INSIDE and (name not in best or gain > best[name].gain):
                least = 0.5 if straight else COVERED
                cells = tuple(sorted(cell for cell, part in shares.items() if part >= least and cell in pose.grid))
                best[name] = Askew(name, cells, gain, straight)
    ranked = sorted(best.values(), key=lambda each: -each.gain)
    clear = ranked and ranked[0].gain > LEAST_LEAD and (len(ranked) < 2 or ranked[0].gain > ranked[1].gain + LEAST_LEAD)
    return ranked[0] if clear else None


def _error(
    bgr: Picture, pose: BoardPose, height: float, center: npt.NDArray[np.float64], lying: Mapping[str, Cells]
) -> npt.NDArray[np.float64]:
    """By how much (x, y) in cells pieces that lie properly seem to be off around a point (x, y)."""
    cells = [cell for each in lying.values() for cell in each]
    near = [cell for cell in cells if np.hypot(*(np.array(cell[::-1]) + 0.5 - center)) < NEAR]
    return np.array(_phases(bgr, pose, height, near) if len(near) >= FEWEST_NEAR else (0.0, 0.0))


def _turn(turn_deg: float) -> npt.NDArray[np.float64]:
    angle = np.radians(turn_deg)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def moved(pose: BoardPose, center: npt.ArrayLike, turn_deg: float, offset: tuple[float, float]) -> BoardPose:
    """The pose of a lattice turned about a point (x, y) of the board and shifted by (x, y) cells along its own axes."""
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    about = np.append(np.asarray(center, float), 0.0)
    return pose.transformed(turn, about + turn @ (np.append(offset, 0.0) - about))


def _turns(bgr: Picture, pose: BoardPose, height: float, troubled: Collection[Cell]) -> list[float]:
    """The direction of the strongest edges of the region, in degrees from the lattice, if it is not straight."""
    layout = Raster(pose.grid, SCALE_PX, 1.0)
    grey = cv2.cvtColor(rectified(bgr, pose, layout, height), cv2.COLOR_BGR2GRAY).astype(np.float32)
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


def _phases(bgr: Picture, pose: BoardPose, height: float, region: Collection[Cell]) -> tuple[float, float]:
    """By how much of a cell the edges of a region are shifted against the lattice of a pose, each in -0.5 to 0.5."""
    layout = Raster(pose.grid, SCALE_PX, 1.0)
    lab = cv2.cvtColor(rectified(bgr, pose, layout, height), cv2.COLOR_BGR2LAB).astype(np.float32)
    mask = _mask(region, layout)
    return _phase(lab, mask), _phase(lab.transpose(1, 0, 2), mask.T)


def _phase(lab: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> float:
    steps = np.zeros(lab.shape[:2], np.float32)
    held = cv2.blur(lab[:, 1:] - lab[:, :-1], (1, SCALE_PX // 2))  # an edge of a piece holds for half a cell at least
    steps[:, 1:] = np.minimum(np.abs(held).sum(axis=2), 40.0)
    strength = (steps * mask).sum(axis=0)
    folded = np.bincount(np.arange(len(strength)) % SCALE_PX, strength, SCALE_PX)
    smooth = folded + 0.5 * (np.roll(folded, 1) + np.roll(folded, -1))
    at = _top(smooth, int(np.argmax(smooth))) / SCALE_PX
    return at if at <= 0.5 else at - 1.0


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


def _carried(cells: Collection[Cell], center: npt.NDArray[np.float64], turn_deg: float, pose: BoardPose) -> set[Cell]:
    """The cells of a turned lattice in which the middles of some board cells fall."""
    turn = _turn(-turn_deg)
    found = set()
    for row, col in cells:
        x, y = turn @ (np.array([col + 0.5, row + 0.5]) - center) + center
        found.add((int(np.floor(y)), int(np.floor(x))))
    rows, cols = pose.grid.rows, pose.grid.cols
    return {(row, col) for row, col in found if -RING <= row < rows + RING and -RING <= col < cols + RING}


def _likeliest(evidence: Scores, free: npt.NDArray[np.bool_], most: int = 40) -> list[int]:
    gain = np.where(free, evidence.gain, -np.inf)
    return [int(number) for number in np.argsort(-gain)[:most] if gain[number] > 0]


def covered(
    cells: Cells, center: npt.NDArray[np.float64], turn_deg: float, offset: tuple[float, float]
) -> Counter[Cell]:
    """How much of each board cell a piece on the cells of a moved lattice covers (1 = all of it)."""
    turn = _turn(turn_deg)
    fine = (np.arange(8) + 0.5) / 8
    inner = np.stack(np.meshgrid(fine, fine), axis=-1).reshape(-1, 2)
    found: Counter[Cell] = Counter()
    for row, col in cells:
        points = (inner + np.array([col, row]) + offset - center) @ turn.T + center
        for x, y in np.floor(points).astype(int):
            found[(int(y), int(x))] += 1 / 64  # type: ignore[assignment]
    return found
