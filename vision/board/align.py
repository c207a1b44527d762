"""Moving a guess of the board's corners to where the board is: a small network looks straight down on the guess.

Under a guess that is wrong, the board lies shifted, turned or stretched in the picture as seen from above. The network
says for each cell of that picture by how much, and how sure it is of that; all cells together give the homography that
sets the guess right. Rim, print, pieces and table all tell, so that neither a hand nor a full board nor a chequered
cloth leaves nothing to go by. It was trained on the simulated table only (``tests.training``).
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.frame import Picture
from vision.network import answer
from vision.pose import KNOWN_CORNERS_PX, BoardPose, Points, grid_corners, mean_cell_px, pose_from_corners
from vision.rectify import MOST_SKIPPED, Raster

SCALE, RING = 16, 2
"""Pixels a cell, and cells around the grid, in what the network sees."""
LEAST_SPREAD = 0.01
"""No cell is believed to be right to better than this, in cells."""
FARTHEST, SMALLEST = 2.0, 0.05
"""No corner lies farther out, and no board is smaller than this, in longer sides of the picture."""
SETTLED = 0.1
"""A move smaller than this, in cells, is the last."""
HOPELESS = (8.0, 3.0, 2.0)
"""A guess that after the first, second and third move is still off by more than so many times what it may be in the
end comes to nothing. Of 851 that the network ``boards`` led to a board (of 2,393, in 170 pictures) none was off by more
than 2.9, 2.3 and 1.4 times as much, of 2,041 that ``align`` did (of 4,286) by 3.4, 2.3 and 1.8; but one seen since was
off by 5 times as much after the first, and by 1.3 after the second."""

CORNERS_OFF = 2.0
"""So many times as far as the cells think to be off a corner may be off. Of 79 guesses in simulated pictures the worst
corners were 2.5 times as far off in the median; the focal lengths were best with 1.5 to 2.3 times."""


@dataclass(frozen=True, eq=False)
class Alignment:
    """Corners (4 x 2, pixels) in the order of the guess; ``spread``: how far the cells think to be off still (median,
    in cells); ``others``: what else the network says of them, in the mean."""

    corners_px: Points
    spread: float
    others: tuple[float, ...] = ()


def pose_of(seen: Alignment, grid: GridSize, size_px: tuple[int, int], *, stretch: float = 1.0) -> BoardPose:
    """The camera that sees corners about where they seem to be: to the pixel they would fit no usual lens."""
    off_px = corners_off_px(seen, grid)
    return pose_from_corners(seen.corners_px, grid, size_px, spread_px=off_px, stretch=stretch)


def corners_off_px(seen: Alignment, grid: GridSize) -> float:
    """How far corners may be off."""
    return max(CORNERS_OFF * seen.spread * mean_cell_px(seen.corners_px, grid), KNOWN_CORNERS_PX)


def align(
    bgr: Picture, corners_px: Points, grid: GridSize, network: str = "align8", *, most_spread: float = np.inf
) -> Alignment:
    """Moves the corners of the grid (4 x 2, clockwise as seen, from the top left) until they hardly move, four times at
    most, or until it is plain that their ``spread`` will not be ``most_spread`` or less.

    A guess that is led to where no board can be stays where it was last, and its ``spread`` is infinite; else that is
    in squares of ``grid``: cells for ``align8``, and whatever a board is divided into for another ``network``.
    """
    for hopeless in (*HOPELESS, np.inf):
        found = _moved(bgr, corners_px, grid, network)
        if not _is_board(found.corners_px, bgr):
            return Alignment(corners_px, np.inf)
        cell_px = mean_cell_px(found.corners_px, grid)
        settled = np.abs(found.corners_px - corners_px).max() < SETTLED * cell_px
        if settled or found.spread > hopeless * most_spread:
            break
        corners_px = found.corners_px
    return found


def _is_board(corners_px: Points, bgr: Picture) -> bool:
    """Whether these may be corners of something large enough, that is at least partly in the picture."""
    longer = max(bgr.shape[:2])
    if not np.isfinite(corners_px).all() or np.abs(corners_px).max() > FARTHEST * longer:
        return False
    quad = corners_px.astype(np.float32)
    return bool(cv2.isContourConvex(quad)) and cv2.contourArea(quad) > (SMALLEST * longer) ** 2


def raster(grid: GridSize) -> Raster:
    """What the network sees."""
    return Raster(grid, SCALE, RING)


def places(grid: GridSize) -> Points:
    """The middles of the cells of which the network speaks, in board coordinates: rows x cols x 2 (x, y)."""
    down, right = np.mgrid[-RING : grid.rows + RING, -RING : grid.cols + RING] + 0.5
    return np.stack([right, down], axis=-1)


def from_above(bgr: Picture, corners_px: Points, grid: GridSize) -> Picture:
    """The plane of the board as it would be seen from straight above if the corners were right (``raster``)."""
    view = raster(grid)
    pixels = mean_cell_px(corners_px, grid) / SCALE
    if pixels > MOST_SKIPPED**2:  # more than it sees are left in any part
        part = min(int(np.ceil(pixels / MOST_SKIPPED)), *bgr.shape[:2])
        bgr, corners_px = _shrunk(bgr, part), (corners_px + 0.5) / part - 0.5
    at = np.asarray(view.to_px(grid_corners(grid)), dtype=np.float32)
    to_view = cv2.getPerspectiveTransform(corners_px.astype(np.float32), at)
    return np.asarray(cv2.warpPerspective(bgr, to_view, view.shape[::-1]), dtype=np.uint8)


def _shrunk(bgr: Picture, part: int) -> Picture:
    """A picture, less what is left over at its ends, in a whole part of its size, which is faster than any other."""
    tall, wide = (side // part for side in bgr.shape[:2])
    whole = bgr[: tall * part, : wide * part]
    return np.asarray(cv2.resize(whole, (wide, tall), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def said_of(bgr: Picture, corners_px: Points, grid: GridSize, network: str) -> npt.NDArray[np.float32]:
    """What a network says of each place (channels x rows x cols, with the ring) that looks down on a guess."""
    seen = from_above(bgr, corners_px, grid).astype(np.float32) / 255 - np.float32(0.5)
    return answer(network, np.ascontiguousarray(seen.transpose(2, 0, 1)))


def _moved(bgr: Picture, corners_px: Points, grid: GridSize, network: str) -> Alignment:
    said = said_of(bgr, corners_px, grid, network)
    here = places(grid)
    there = here + said[:2].transpose(1, 2, 0)
    spread = np.exp(said[2].astype(np.float64)) + LEAST_SPREAD
    back = _homography(there.reshape(-1, 2), here.reshape(-1, 2), 1 / spread.ravel())
    to_picture = cv2.getPerspectiveTransform(grid_corners(grid).astype(np.float32), corners_px.astype(np.float32))
    moved = cv2.perspectiveTransform(grid_corners(grid).reshape(-1, 1, 2), to_picture @ back).reshape(-1, 2)
    inner = np.s_[..., RING:-RING, RING:-RING]
    others = tuple(said[3:][inner].mean(axis=(1, 2)).tolist())
    return Alignment(np.asarray(moved, dtype=np.float64), float(np.median(spread[inner])), others)


def _homography(source: Points, target: Points, weight: Points) -> Points:
    """The homography from source to target points (both N x 2) by the direct linear transformation, with a weight for
    each pair (Hartley and Zisserman, Multiple View Geometry, 4.1)."""
    middle, size = source.mean(axis=0), float(source.std())
    tidy = np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])
    a, b = (source - middle) / size, (target - middle) / size
    one, zero = np.ones((len(a), 1)), np.zeros((len(a), 3))
    left = np.hstack([a, one, zero, -b[:, :1] * np.hstack([a, one])])
    right = np.hstack([zero, a, one, -b[:, 1:] * np.hstack([a, one])])
    rows = np.vstack([left, right]) * np.tile(weight, 2)[:, None]
    found = np.linalg.eigh(rows.T @ rows)[1][:, 0].reshape(3, 3)
    return np.asarray(np.linalg.inv(tidy) @ found @ tidy)
