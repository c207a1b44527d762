"""How thick the pieces are, found from the picture itself: the plane on which edges fall on the lattice.

Seen at an angle, the tops of the pieces are shifted against the printed grid. Of all planes above the board, the one
of the tops is that on which edges and grooves stand at whole cells, and nothing stands between them.
"""

from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Picture
from vision.kind import USUAL_THICKNESS
from vision.pose import BoardPose
from vision.rectify import Raster, fitted, rectified

Heights = npt.NDArray[np.float64]

SCALE_PX = 16
HEIGHTS = np.arange(0.36, 1.121, 0.08)
"""Planes tried, in cells above the board; then half a step beside the best one."""
USUAL_SPREAD = 0.22
"""By so much they differ from the usual one."""
PRIOR_SHARE = 0.25
"""How much of the edges' total one spread away from the usual thickness costs: decides where the view is steep."""
MOST_EDGE = 24.0
"""No border counts for more than this difference (sum over L*, a*, b* as 8-bit values): one strong edge is one edge."""
FEWEST_PIECES, AGREEING, ALIKE = 4, 4, 0.1
"""In a game, readings of at least so many pieces settle it: so many in turn that differ by no more than this."""
BESIDE_PX = (-5, -4, 3, 4)
"""Where no edge is expected, relative to a lattice line."""


def thickness(bgr: Picture, pose: BoardPose) -> float | None:
    """Thickness of the pieces in cells; None where the picture does not tell.

    Args:
        bgr: the picture, height x width x 3, BGR uint8.
        pose: where the board lies in it.
    """
    small, pose = fitted(bgr, pose, SCALE_PX)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8)
    edges = _edges(lab, pose, HEIGHTS)
    most = max(float(edges.max()), 1.0)
    coarse = edges - most * _unusual(HEIGHTS)
    tops = [at for at in range(1, len(HEIGHTS) - 1) if coarse[at - 1] <= coarse[at] > coarse[at + 1]]
    if not tops:  # it only rises towards the board, whose own print is seen there
        return None
    best = max(tops, key=lambda at: coarse[at])
    half = (HEIGHTS[1] - HEIGHTS[0]) / 2
    heights = HEIGHTS[best] + half * np.arange(-2, 3)
    between = _edges(lab, pose, heights[1::2]) - most * _unusual(heights[1::2])
    near = np.array([coarse[best - 1], between[0], coarse[best], between[1], coarse[best + 1]])
    top = 1 + int(np.argmax(near[1:4]))
    return float(heights[top] + half * _crest(*near[top - 1 : top + 2]))


def _edges(lab: Picture, pose: BoardPose, heights: Heights) -> Heights:
    return np.array([lattice_edges(lab, pose, float(height)) for height in heights])


def _unusual(heights: Heights) -> Heights:
    return PRIOR_SHARE * ((heights - USUAL_THICKNESS) / USUAL_SPREAD) ** 2


def _crest(left: float, here: float, right: float) -> float:
    """Where the parabola through three neighbours is highest, in steps from the middle one."""
    bend = left - 2 * here + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0


@dataclass(frozen=True, slots=True)
class Gauge:
    """What thickness was found so far in a game: the set of pieces is the same all the time.

    ``pieces`` is how many lay there when it was found last: while nothing comes, the same error is made again.
    """

    found: tuple[float, ...] = ()
    pieces: int = 0

    @property
    def height(self) -> float | None:
        """The thickness in cells, once several readings have agreed on it."""
        return median(self.found) if len(self.found) == AGREEING and np.ptp(self.found) <= ALIKE else None

    def with_reading(self, found: float | None, pieces: int) -> "Gauge":
        """One more reading, of a board with so many pieces on it: of few, little can be told."""
        if self.height is not None or found is None or pieces < FEWEST_PIECES or pieces == self.pieces:
            return self
        return Gauge((*self.found, found)[-AGREEING:], pieces)


def lattice_edges(lab: Picture, pose: BoardPose, height: float) -> float:
    """How much more edge stands on the lattice lines of the plane at ``height`` than beside them."""
    plane = rectified(lab, pose, Raster(pose.grid, SCALE_PX, 0.0), height).astype(np.float32)
    return _upright_edges(plane) + _upright_edges(plane.transpose(1, 0, 2))


def _upright_edges(plane: npt.NDArray[np.float32]) -> float:
    """The same for the lines along the first axis; a difference counts as far as it holds along a cell's side."""
    steps = plane[:, 1:] - plane[:, :-1]
    sides = steps.reshape(-1, SCALE_PX, *steps.shape[1:])[:, 2:-2].mean(axis=1)
    strength = np.minimum(np.abs(sides).sum(axis=2), MOST_EDGE)
    lines = np.arange(SCALE_PX, plane.shape[1], SCALE_PX) - 1
    beside = np.mean([strength[:, lines + offset] for offset in BESIDE_PX], axis=0)
    return float((strength[:, lines] - beside).sum())
