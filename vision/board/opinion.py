"""A second opinion on where the board lies, from what the cells show there.

The lines of a board that is nearly covered, or lies in the dark, may not be enough to be sure of its place. But pieces
that fill whole cells, with nothing like a piece on the cells around the grid, are not seen anywhere else.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from vision.cells.observe import occupancy
from vision.cells.reading import RING, Evidence
from vision.cells.thickness import thickness
from vision.frame import Picture
from vision.kind import USUAL_THICKNESS, Kind
from vision.pose import BoardPose
from vision.rectify import fitted

FEWEST_FILLED = 15
"""Cells that must be filled: an empty grid may be any grid."""
LEAST_CLEAR = 5.4
"""Mean evidence (log-odds, at most ``MOST_CLEAR`` a cell) for what each cell shows."""
MOST_CLEAR = 6.0
LEAST_CLEAR_EDGE = 3.8
"""The same for each outermost row or column: those of a grid that reaches over its board lie on the rim."""
LEAST_SEEN = 0.5
"""How clear an outermost row or column is, is not asked where a smaller share of it is seen, beside an arm: the three
cells that were left of one of ours had 3.4."""
MOST_FILLED_BEYOND = 0.5
"""Pieces that hang over an edge fill no greater share of the cells beyond it."""
LEAST_EMPTY, MEAN_EMPTY = -4.0, -9.5
"""Evidence on the cells just outside the grid: on each of them at most the first, in the mean at most the second."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """How clear (log-odds in the mean) it is what each cell shows, how many are filled, and whether the cells just
    outside the grid are plainly empty; cells that something hides, such as a hand, are left out. ``outside`` is the
    highest evidence that a piece fills a cell beyond the first row, the last row, the first and the last column, and on
    the ``bare`` cells of the grid plainly nothing lies. ``ends``: as far as the cells show the board ends where the
    grid does, neither before nor after."""

    clear: float
    filled: int
    alone: bool
    outside: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    bare: frozenset[Cell] = frozenset()
    ends: bool = True

    @property
    def is_clear(self) -> bool:
        """Whether pieces are seen to lie on the cells, and not between them."""
        return self.clear > LEAST_CLEAR and self.ends and self.is_used

    def ends_rather_than(self, other: "Opinion") -> bool:
        """Whether a board ends here and not where another guess says, with cells that are as clear: then it is that
        guess that is far off."""
        return self.ends and not other.ends and self.clear >= other.clear

    @property
    def confirms(self) -> bool:
        """Whether pieces are seen to lie on the cells, and none around them."""
        return self.alone and self.is_clear

    @property
    def is_used(self) -> bool:
        """Whether enough lies on the board to hide its lines."""
        return self.filled >= FEWEST_FILLED


def opinion(bgr: Picture, pose: BoardPose, kind: Kind, *, careful: bool = False) -> Opinion:
    """What the cells say of a board of this kind lying so: on the plane on which they are clearest, where pieces may be
    of any thickness, for of few pieces a wrong one may be measured.

    ``careful``: looked at more slowly and steadily. Of a bare board with deep grooves a single look may make little, by
    whichever side they cast their shadows to, and be plain another way round."""
    known, (bgr, pose) = kind.thickness, fitted(bgr, pose, kind.networks.scale)  # once for all that is looked at
    heights = {USUAL_THICKNESS, thickness(bgr, pose) or USUAL_THICKNESS} if known is None else {known}
    every = [opinion_at(bgr, pose, height, kind, careful=careful) for height in sorted(heights)]
    return max(every, key=lambda one: (one.confirms, one.is_clear, one.clear))


def opinion_at(bgr: Picture, pose: BoardPose, height: float, kind: Kind, *, careful: bool = False) -> Opinion:
    """The same if the pieces are known to be so thick (cells)."""
    return _said(*occupancy(bgr, pose, height, kind, twice=careful))


def _said(filled: Evidence, hidden: Evidence) -> Opinion:
    near = slice(RING - 1, 1 - RING or None)
    occupied, free = filled[near, near], hidden[near, near] <= 0
    inner = np.zeros(occupied.shape, bool)
    inner[1:-1, 1:-1] = True
    grid, around = occupied[inner & free], occupied[~inner & free]
    if len(grid) == 0 or len(around) == 0:
        return Opinion(0.0, 0, False)
    clear = float(np.minimum(np.abs(grid), MOST_CLEAR).mean())
    alone = bool(around.max() < LEAST_EMPTY and around.mean() < MEAN_EMPTY)
    shown = np.where(free, occupied, -np.inf)[..., None]
    sides = (shown[0], shown[-1], shown[:, 0], shown[:, -1])
    plain = np.argwhere((occupied < LEAST_EMPTY) & free & inner) - 1
    bare = frozenset((int(row), int(col)) for row, col in plain)
    highest = tuple(float(side.max()) for side in sides)
    return Opinion(clear, int((grid > 0).sum()), alone, highest, bare, _ends(occupied, free))


def _ends(occupied: Evidence, free: npt.NDArray[np.bool_]) -> bool:
    """Whether the cells of a grid with one more around it (rows + 2 x cols + 2) show that it ends where its board does;
    true where too little is to be seen."""
    for quarter in range(4):
        evidence, seen = np.rot90(occupied, quarter), np.rot90(free, quarter)
        beyond, edge = evidence[0][seen[0]], evidence[1, 1:-1][seen[1, 1:-1]]
        if len(beyond) and (beyond > 0).mean() > MOST_FILLED_BEYOND:
            return False
        told = len(edge) >= LEAST_SEEN * (seen.shape[1] - 2)
        if told and np.minimum(np.abs(edge), MOST_CLEAR).mean() < LEAST_CLEAR_EDGE:
            return False
    return True
