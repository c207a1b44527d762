"""Whether a board is of the size that it is taken for: another one of the same make has the same cells and pieces.

Where the grid of ours is laid over a board with a row more or less, it is stretched to fit the outline or reaches over
the rim. Then the grid of the right size, moved onto the board in the same way (``align``), makes far clearer what each
cell shows.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from referee.grid import GridSize
from vision.align import align, pose_of
from vision.frame import Picture, size_of
from vision.kind import USUAL_THICKNESS
from vision.opinion import MOST_CLEAR, Opinion, opinion_at
from vision.pose import BoardPose

ELSEWHERE = 0.7
"""A board of which ``align`` would move a side so far, in cells, is one of another size."""
MOST_SPREAD = 0.2
"""A guess is of no board of ours where its parts disagree by more than this, in cells."""
HARDLY_UNCLEAR = 0.05
"""What lacks so little of being as clear as can be (log-odds, in the mean of the cells) needs no other size."""
CLEARER, NEARLY = 0.75, 2.0
"""The right size lacks less than the first part of what a wrong one lacks. Of 17 simulated boards of other sizes that
were taken for ours eleven are told by that; of 30 of ours no other size lacked less than 1.8 times as much. Where one
with a row or column more or less lacks less than the second part, it may be both."""
INNER, UNCLEAR = 0.5, 0.15
"""The same for one around which pieces lie, if ours lacks more than the second: it has lines where ours has none, for
within ours one is as clear as ours. Of 56 boards of ours with a hand none that lacked so much had one within it that
lacked less; one that was taken the wrong way round had one that lacked .1 to .4 times as much."""
ONE, BOTH = ((-1, 0), (1, 0), (0, -1), (0, 1)), ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Rows and columns more or less."""


def ends_there(bgr: Picture, pose: BoardPose) -> bool:
    """Whether the board ends about where the pose says, as ``align`` sees it."""
    seen = align(bgr, pose.corners_px, pose.grid)
    moved = np.sort(np.abs(seen.corners_px - pose.corners_px).max(axis=1)) / pose.cell_px
    return bool(seen.spread > MOST_SPREAD or moved[-2] < ELSEWHERE)  # one corner may be hidden


def is_of_another_size(bgr: Picture, pose: BoardPose, said: Opinion) -> bool:
    """Whether another size fits what is seen far better than that of the pose, of which this is ``said``."""
    lacks = MOST_CLEAR - said.clear
    if lacks < HARDLY_UNCLEAR:
        return False
    least = _least_lacking(bgr, pose, ONE)
    if CLEARER * lacks <= least < NEARLY * lacks:
        least = _least_lacking(bgr, pose, BOTH)
    return least < CLEARER * lacks


def _least_lacking(bgr: Picture, pose: BoardPose, more: Iterable[tuple[int, int]]) -> float:
    """How little the clearest lacks of the boards with so many rows and columns more that lie where this one seems to,
    and end there; infinite where none does."""
    said = (opinion_at(bgr, other, USUAL_THICKNESS) for other in _of_other_sizes(bgr, pose, more))
    return min((_lacking(one) for one in said if one.ends), default=np.inf)


def _lacking(said: Opinion) -> float:
    """How little a board of which this is said lacks of being as clear as can be, if all that lies there is its own."""
    lacks = MOST_CLEAR - said.clear
    return lacks if said.alone else max(lacks / INNER, UNCLEAR) * CLEARER


def _of_other_sizes(bgr: Picture, pose: BoardPose, more: Iterable[tuple[int, int]]) -> Iterator[BoardPose]:
    for rows, cols in more:
        grid = GridSize(pose.grid.rows + rows, pose.grid.cols + cols)
        seen = align(bgr, pose.corners_px, grid)
        if seen.spread <= MOST_SPREAD:
            yield pose_of(seen, grid, size_of(bgr))
