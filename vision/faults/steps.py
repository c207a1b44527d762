"""Where what lies on others ends: it is a step above what is beside it, casts its shadow on it, and shows its side.

Thin pieces on others, and thick ones seen from straight above, look much as if they lay on the board, and are hardly
seen to be nearer to the camera. But all round them there is a step, which those that lie side by side do not have. A
network tells it for each side of a cell; it was trained on simulated tables (``tests.training.steps``).
"""

from collections.abc import Callable, Collection, Iterable
from functools import cache, partial

import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from referee.polyomino import Cells
from vision.cells.observe import planes_at
from vision.cells.reading import RING
from vision.cells.symmetry import EVERY, SIDES
from vision.frame import Picture
from vision.kind import Kind, Stepped
from vision.network import answer
from vision.pose import BoardPose

ON_TOPS = 1
"""One thickness above the plane of the tops lies the top of what lies on others."""

LEVEL, COUNTED = -4.0, 3
"""About so much (log-odds) is seen round pieces side by side; so many such count besides those there are."""
LEAST = -3.0
"""At least so much may be seen round one of the others."""

Steps = npt.NDArray[np.float32]
"""For each side of each cell (4 x rows x cols, with the ring) the evidence (log-odds) that the cell is of a piece on
others and what is beyond that side is not."""
Around = Callable[[Cells], float]
"""The mean evidence for a step down at the outer sides of the piece on some cells."""


def steps_of(bgr: Picture, pose: BoardPose, height: float, kind: Kind, looks: int) -> Steps:
    """The steps between tops.

    Args:
        bgr: the picture.
        pose: of the board.
        height: of the tops, in cells.
        kind: of the pieces.
        looks: so often it is asked, turned and mirrored (of eight ways), and the mean taken.
    """
    *_, planes = planes_at(bgr, pose, height, ON_TOPS, kind.networks.scale)
    seen = [each.undone_of_sides(answer(kind.steps.network, each.applied(planes))) for each in EVERY[:looks]]
    return np.asarray(np.mean(seen, axis=0), np.float32)


def without(steps: Steps, hidden: Collection[Cell]) -> Steps:
    """The same with nothing known of the sides of hidden cells, nor of those towards them (nan)."""
    unseen = np.zeros(steps.shape[1:], bool)
    for row, col in hidden:
        unseen[row + RING, col + RING] = True
    return np.where(unseen | _beyond(unseen), np.float32(np.nan), steps)


def onto_others(steps: Steps, filled: npt.NDArray[np.bool_]) -> Steps:
    """The same with nothing known of the sides beyond which nothing lies (nan), by the cells that are ``filled`` (rows
    x cols, with the ring): how far down bare board lies can hardly be told."""
    return np.where(_beyond(filled), steps, np.float32(np.nan))


def _beyond(cells: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """For each side of each cell (4 x rows x cols) what is so of the cell beyond it; outside, nothing is."""
    rows, cols = cells.shape
    around = np.pad(cells, 1)
    return np.stack([around[1 + down : 1 + down + rows, 1 + right : 1 + right + cols] for down, right in SIDES])


def around_in(steps: Steps) -> Around:
    """What is seen round pieces in some steps; round each it is looked for once."""
    return cache(partial(_around, steps))


def likelier_higher(around: Around, cells: Cells, others: Iterable[Cells], stepped: Stepped) -> float:
    """The evidence (log-odds) for a piece on some cells lying higher than what is all round it, held against what is
    seen round the other pieces there."""
    elsewhere = [around(one) for one in others]
    usual = float(np.median([*elsewhere, *[LEVEL] * COUNTED]))
    seams = stepped.usually * usual + stepped.at_most * max([*elsewhere, LEAST])
    return stepped.each * (around(cells) - seams) + stepped.anyway


def _around(steps: Steps, cells: Cells) -> float:
    """The mean evidence for a step down at those outer sides of some cells of which anything is known."""
    found = [
        steps[number, row + RING, col + RING]
        for row, col in cells
        for number, (down, right) in enumerate(SIDES)
        if (row + down, col + right) not in cells
    ]
    known = [float(step) for step in found if np.isfinite(step)]
    return float(np.mean(known)) if known else LEVEL
