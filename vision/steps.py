"""Which tops lie a step above those beside them: what lies on others casts its shadow on them, and shows its side.

Thin pieces on others look much as if they lay on the board, and are hardly seen to be nearer to the camera. But all
round them there is a step, which those that lie side by side do not have. A network tells it for each side of a cell;
it was trained on simulated tables (``tests.training.steps``).
"""

from collections.abc import Collection, Iterable

import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from vision.frame import Picture
from vision.kind import Kind
from vision.network import answer
from vision.observe import planes_at
from vision.pose import BoardPose
from vision.reading import RING
from vision.symmetry import EVERY

ABOVE = 1
"""One thickness above the plane of the tops lies the top of what lies on others."""
SIDES: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""From a cell to its neighbours (rows, cols), in the order of what the network says of each."""

SLOPE, USUALLY, MOST_ELSEWHERE, ANYWAY = 1.13, 0.93, 0.76, -3.44
"""The evidence for a piece on others, for each log-odds of a step all round it in the mean, and against it for each of
those round other pieces, in the median and at most; and where all are nought. From a logistic regression over pieces
of simulated pictures and of photographs, in which black seams may look like steps."""
LEVEL, COUNTED = -4.0, 3
"""So much is seen round pieces beside one another, and so many such count as others besides those there are."""
LEAST = -2.0
"""At least so much may be seen round one of the others."""

Steps = npt.NDArray[np.float32]
"""For each side of each cell (4 x rows x cols, with the ring) the evidence (log-odds) for a step down to what is beyond
it, if the cell is of a piece on others."""


def steps_of(bgr: Picture, pose: BoardPose, height: float, kind: Kind, looks: int) -> Steps:
    """The steps between tops.

    Args:
        bgr: the picture.
        pose: of the board.
        height: of the tops, in cells.
        kind: of pieces, with a network that knows ``steps``.
        looks: so often it is asked, turned and mirrored (of eight ways), and the mean taken.
    """
    if kind.steps is None:
        raise ValueError("no network tells the steps of these pieces")
    *_, planes = planes_at(bgr, pose, height, ABOVE, kind.scale)
    seen = [each.undone_of_sides(answer(kind.steps, each.applied(planes))) for each in EVERY[:looks]]
    return np.asarray(np.mean(seen, axis=0), np.float32)


def likelier_higher(steps: Steps, cells: Collection[Cell], others: Iterable[Collection[Cell]]) -> float:
    """The evidence (log-odds) for a piece on some cells lying higher than what is all round it, held against what is
    seen round the other pieces there."""
    elsewhere = [_around(steps, one) for one in others]
    usual = float(np.median([*elsewhere, *[LEVEL] * COUNTED]))
    return SLOPE * _around(steps, cells) - USUALLY * usual - MOST_ELSEWHERE * max([*elsewhere, LEAST]) + ANYWAY


def _around(steps: Steps, cells: Collection[Cell]) -> float:
    """The mean evidence for a step down at the outer sides of some cells."""
    found = [
        steps[number, row + RING, col + RING]
        for row, col in cells
        for number, (down, right) in enumerate(SIDES)
        if (row + down, col + right) not in cells
    ]
    return float(np.mean(found))
