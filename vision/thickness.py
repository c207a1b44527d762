"""How thick the pieces are, found from the picture itself: the plane on which edges fall on the lattice.

Seen at an angle, the tops of the pieces are shifted against the printed grid. Of all planes above the board, the one
of the tops is that on which edges and grooves stand at whole cells, and nothing stands between them.
"""

import numpy as np
import numpy.typing as npt

from vision.frame import Picture
from vision.pose import BoardPose
from vision.rectify import Raster, fitted, rectified

SCALE_PX = 16
HEIGHTS = np.arange(0.36, 1.121, 0.04)
"""Planes tried, in cells above the board."""
USUAL, USUAL_SPREAD = 0.75, 0.22
"""Pieces are about 0.5 to 1 cell thick."""
PRIOR_SHARE = 0.25
"""How much of the edges' total one spread away from the usual thickness costs: decides where the view is steep."""
MOST_EDGE = 24.0
"""No border counts for more than this difference (sum over L*, a*, b* as 8-bit values): one strong edge is one edge."""
BESIDE_PX = (-5, -4, 3, 4)
"""Where no edge is expected, relative to a lattice line."""


def thickness(lab: Picture, pose: BoardPose) -> float:
    """Thickness of the pieces in cells.

    Args:
        lab: the picture in 8-bit CIE L*a*b*, height x width x 3.
        pose: where the board lies in it.
    """
    lab, pose = fitted(lab, pose, SCALE_PX)
    edges = np.array([lattice_edges(lab, pose, float(height)) for height in HEIGHTS])
    edges -= PRIOR_SHARE * max(edges.max(), 1.0) * ((HEIGHTS - USUAL) / USUAL_SPREAD) ** 2
    tops = [at for at in range(1, len(HEIGHTS) - 1) if edges[at - 1] <= edges[at] > edges[at + 1]]
    if not tops:  # it only rises towards the board, whose own print is seen there
        return USUAL
    best = max(tops, key=lambda at: edges[at])
    left, here, right = edges[best - 1 : best + 2]
    bend = left - 2 * here + right
    return float(HEIGHTS[best] + 0.5 * (left - right) / bend * (HEIGHTS[1] - HEIGHTS[0]))


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
