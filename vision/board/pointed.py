"""A board shown by somebody: four corners pointed at in a picture become a pose, fitted to the lines that are there.

People point to within a third of a cell, and need not begin at any corner in particular. Where the picture does not
bear out a better place than the one pointed at, the corners stand as they were given.
"""

from dataclasses import replace

import cv2
import numpy as np

from calibration.lens import Lens
from referee.grid import GridSize
from referee.said import Said
from vision.board.align import Alignment
from vision.board.fine import LATTICE_ROUNDS, fine_scale
from vision.board.pixels import Guess
from vision.board.places import place_near, places_seen
from vision.board.refine import SEARCH, Fit, refine
from vision.board.trial import by_lens
from vision.board.verify import Evidence, examine
from vision.errors import VisionError
from vision.frame import Picture, size_of
from vision.kind import Kind
from vision.pose import BoardPose, Points, mean_cell_px, pose_from_corners
from vision.sighting import Corners

MOST_MOVED = 0.8
"""A fit whose corners lie farther from those pointed at, in cells, is of something else."""
LEAST_CELL_PX = 5.0
"""A grid whose cells are smaller cannot be read."""
STEEPEST = 0.25
"""The shorter of two opposite sides is at least this part of the longer one: else the board is seen from too low."""

POINTED_SPREAD = 0.1
"""How far people who take care are off in the median, in cells."""
LEAST_BORNE_OUT, MOST_BESIDE = 0.05, 1.0
"""A board is seen where it was shown if its lines bear that out so much, or if it is known as a whole so few cells
beside. Of 135 pointed at to within a third of a cell, in sharp pictures of all games, it is 133 times, of 27 that are
out of focus 5 times; of 81 with one corner on the middle of another side it never is."""
UNSEEN = Said(
    "no lines of a board are seen there: see that each point is on an outer corner of the grid, then use them once more"
)


class CornersError(VisionError):
    """Four points that cannot be the corners of a board seen by a camera; one line that says why."""


def from_corners(
    bgr: Picture, corners_px: Points | Corners, grid: GridSize, kind: Kind, lens: Lens | None = None
) -> BoardPose:
    """The pose of a board whose outer grid corners were pointed at.

    Args:
        bgr: the picture, height x width x 3, BGR.
        corners_px: 4 x 2, (x, y) in pixels of the picture, in any order.
        grid: the board's grid.
        kind: of the pieces that may lie on it.
        lens: the camera's lens, if it has been calibrated.

    Returns:
        The pose, ``confidence`` as the picture bears it out (0 to 1); however low, it is the place that was shown.

    Raises:
        CornersError: the points are no quadrilateral that a board could show.
    """
    quad = clockwise(np.asarray(corners_px, np.float64))
    _check(quad, grid)
    size_px = size_of(bgr)
    lens = lens if lens and lens.suits(size_px) else None
    either = [pose_from_corners(np.roll(quad, turn, axis=0), grid, size_px, lens=lens) for turn in (0, 1)]
    if lens is None:
        others = Guess(Alignment(quad, POINTED_SPREAD), grid, size_px).stretched
        either += [pose for pose in others if not pose.is_square]
    tried = [attempt for pose in either for attempt in _attempts(bgr, Fit.of(pose, kind))]
    evidence, pose = max(tried, key=lambda attempt: attempt[0].score - by_lens(attempt[1]))
    return replace(pose, confidence=evidence.confidence)


def is_seen(bgr: Picture, shown: BoardPose) -> bool:
    """Whether a picture shows a board where somebody has shown one."""
    if shown.confidence >= LEAST_BORNE_OUT:
        return True
    place = place_near(bgr, shown.corners_px)
    if place is None:
        return False
    turns = [np.roll(place.corners_px, turn, axis=0) for turn in range(4)]
    beside_px = min(np.linalg.norm(turn - shown.corners_px, axis=1).max() for turn in turns)
    return bool(beside_px < MOST_BESIDE * mean_cell_px(shown.corners_px, shown.grid))


def suggested(bgr: Picture) -> Corners:
    """Where the corners seem to be, clockwise from the top left, to begin pointing from; () where none can be seen."""
    found = places_seen(bgr)
    return tuple((float(x), float(y)) for x, y in clockwise(found[0].corners_px)) if found else ()


def clockwise(points: Points) -> Points:
    """Four points (4 x 2) in clockwise order as they are seen, beginning with the one nearest the top left."""
    middle = points.mean(axis=0)
    order = np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]), kind="stable")
    ordered = points[order]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)


def _check(quad: Points, grid: GridSize) -> None:
    around = np.asarray(quad, np.float32)
    if not cv2.isContourConvex(around) or len(np.unique(np.round(quad), axis=0)) < 4:
        raise CornersError(Said("these four points make no board: put each on another outer corner of the grid"))
    if mean_cell_px(quad, grid) < LEAST_CELL_PX:
        raise CornersError(Said("the board is too small in the picture: move the camera nearer"))
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    if (np.minimum(sides[:2], sides[2:]) < STEEPEST * np.maximum(sides[:2], sides[2:])).any():
        raise CornersError(Said("the board is seen from too low: look down on it more steeply"))


def _attempts(bgr: Picture, shown: Fit) -> list[tuple[Evidence, BoardPose]]:
    """The pose as it was shown, and two fits near it: led by lattice and rim together, and by the lattice first."""
    scale = fine_scale(shown.pose)
    fits = [refine(bgr, shown, scale, SEARCH, rough=rough) for rough in (1, LATTICE_ROUNDS)]
    near = [fit for fit in fits if _moved(fit.pose, shown.pose) < MOST_MOVED]
    return [(examine(bgr, fit, scale), fit.pose) for fit in [shown, *near]]


def _moved(pose: BoardPose, shown: BoardPose) -> float:
    """How far the farthest corner has moved, in cells."""
    return float(np.linalg.norm(pose.corners_px - shown.corners_px, axis=1).max()) / shown.cell_px
