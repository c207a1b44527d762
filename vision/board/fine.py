"""The fine fit of a pose that lies nearly on its board: at full size, to lattice and rim."""

from dataclasses import replace

import numpy as np

from vision.board.refine import SEARCH, Fit, refine, rescaled
from vision.board.verify import Evidence, examine
from vision.frame import Picture, size_of
from vision.pose import BoardPose

FINE_SCALES = (14, 28)
"""Pixels a cell in rectified pictures, at least and at most."""
PROVED = 0.97
"""Of 51 fits to rendered photographs with more confidence the other scored more 13 times, by which corners came nearer
by less than a thousandth of a cell in the mean."""
LATTICE_ROUNDS = 2
"""Rounds without the rim, in a fit that is led by the lattice."""


def fine_scale(pose: BoardPose) -> int:
    """Pixels a cell in the rectified pictures that a fit is made in last."""
    return int(np.clip(pose.cell_px, *FINE_SCALES))


def fitted_finely(bgr: Picture, fit: Fit) -> tuple[Evidence, Fit]:
    """A board that lies nearly there fitted to its lines.

    It is the better of two fits: one led by lattice and rim together, and one by the lattice first, unless the lines
    prove the first."""
    start = replace(fit, pose=rescaled(fit.pose, size_of(bgr)))
    scale = fine_scale(start.pose)
    finished = []
    for rough in (0, LATTICE_ROUNDS):
        final = refine(bgr, start, scale, SEARCH[1:], rough=rough)
        finished.append((examine(bgr, final, scale), final))
        if finished[-1][0].confidence > PROVED:
            break
    return max(finished, key=lambda one: one[0].score)
