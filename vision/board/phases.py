"""How many rows and columns a board has: where in its cells is each place of a grid that is laid over it?

Laid over a board with a row more, stretched to its outline, a grid drifts past the lines by one whole cell from one
side to the other, and lies on them again at its end. So what is seen in each of its cells, as a phase, turns round
once: a row more is the first harmonic of a Fourier transform, and a grid that fits is the constant.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from referee.grid import GridSize
from vision.board.align import RING, said_of
from vision.frame import Picture
from vision.pose import BoardPose, Points, grid_corners

Evidence = npt.NDArray[np.complex128]
MOST_MORE = 3
"""So many rows or columns more and less are compared."""
SHIFTS = np.linspace(-0.2, 0.2, 9)
"""The ends of a board are known to within about this, in cells."""
FITS, ENDS, FITS_NOT = 4.0, 3.0, -3.0
"""What phases tell (log-odds) of a grid that surely fits, of one that surely ends where its board does, and of one that
surely does not fit. Of 60 rendered and 250 simulated boards of ours 284 are sure by the first two, and none fits by
less than .2; of 104 grids of ours stretched over boards of seven other sizes the best one, with a hand over it, fits by
2.4, 95 by less than the third, and 192 over parts of such boards end there by -1.9 at most."""
ENDS_NOT = -7.0
"""What they tell of a grid beyond which the board surely goes on. Of 560 boards of ours, some of them cut off or below
a hand, none was below -5.4; a part of one of 12 x 12 whose lines proved one of ours was at -10.5."""
MOST_BESIDE = 0.25
"""A grid that surely fits lies no farther beside the board than this, in cells."""
SURELY_FITS, SURELY_ENDS = 8.0, 1.0
"""What they tell of a grid that fits so surely that no line need be seen, if it ends there as well: bare boards of
which a camera shows hardly a line tell 20 to 40 and 2 to 8. Over 320 boards of eight other sizes, most of them bare and
half of them by other cameras, 300 cloths, calendars, blank sheets, with rims and with grids, 120 boards of other games
and the 39 photographs of such, no guess of ours told more than 1.4."""


@dataclass(frozen=True, eq=False)
class Phases:
    """Where in a cell of a board the middle of each cell of a grid lies that is laid over it (rows x cols).

    The likelihood of a phase p (radians, 0 in the middle of a cell of the board, rising to the right or down) is
    proportional to the exponential of the real part of ``across``, or ``down``, times exp(-ip): a von Mises
    distribution (Bishop, Pattern Recognition and Machine Learning, 2.3.8). ``inside`` is the evidence (log-odds) that
    it lies on a board at all, for the cells around the grid as well (rows + 2 x cols + 2).
    """

    across: Evidence
    down: Evidence
    inside: npt.NDArray[np.float64]

    @classmethod
    def of(cls, bgr: Picture, pose: BoardPose) -> "Phases":
        """What a network sees that looks straight down on a board which seems to lie so. It was trained on the
        simulated table only (``tests.training.phases``), with boards of many sizes."""
        said = said_of(bgr, pose.corners_px, pose.grid, "phases8").astype(np.float64)
        inner, near = np.s_[RING:-RING, RING:-RING], np.s_[RING - 1 : 1 - RING, RING - 1 : 1 - RING]
        return cls(said[0][inner] + 1j * said[1][inner], said[2][inner] + 1j * said[3][inner], said[4][near])

    @property
    def fit(self) -> float:
        """By how much more (log-odds in the mean of the cells) they speak for a board with as many rows and columns as
        are laid than for one with a few more or less of either, between about the same ends."""
        return min(_fit(self.down.sum(axis=1)), _fit(self.across.sum(axis=0))) / self.down.size

    @property
    def ends(self) -> float:
        """The evidence (log-odds) that the board ends with the grid, at the side where there is least: that cells along
        it are inside, in the median, and those beyond it are not."""
        sides = [np.rot90(self.inside, quarter) for quarter in range(4)]
        return min(min(float(np.median(side[1, 1:-1])), -float(np.median(side[0, 1:-1]))) for side in sides)

    @property
    def corners_xy(self) -> Points:
        """Where by them the corners of the board are likeliest to be (4 x 2, cells of the grid that is laid): its
        phases change evenly from one end to the other."""
        rows, cols = self.down.shape
        corners = grid_corners(GridSize(rows, cols)).astype(np.float64)
        off = np.stack([_beside(self.across, corners), _beside(self.down, corners)], axis=1)
        return corners - off

    @property
    def tell_ours(self) -> bool:
        """Whether they tell for sure that no other size fits."""
        return self.fit > FITS and self.ends > ENDS

    @property
    def prove_ours(self) -> bool:
        """Whether they tell that nothing else is seen so, though no line is."""
        return self.fit > SURELY_FITS and self.ends > SURELY_ENDS

    @property
    def tell_another_size(self) -> bool:
        """Whether they tell that another size fits."""
        return self.fit < FITS_NOT

    @property
    def tell_another(self) -> bool:
        """Whether they tell that another size fits, or that the board goes on beyond the grid: lines of a part of
        another board may prove ours as well. (Wide rims of other games look as if it did.)"""
        return self.tell_another_size or self.ends < ENDS_NOT


def _beside(along: Evidence, corners: Points) -> Points:
    """How far beside the board each corner of a grid lies along one axis, in cells: the likeliest plane through what
    each of its cells tells (rows x cols)."""
    rows, cols = along.shape
    down, right = ((np.arange(cells) + 0.5) / cells for cells in (rows, cols))
    places = np.array([(1.0, x, y) for y in down for x in right])
    told = along.ravel() / np.abs(along).sum()

    def against(plane: Points) -> tuple[float, Points]:
        left = told * np.exp(-2j * np.pi * (places @ plane))
        return -float(left.real.sum()), -2 * np.pi * (left.imag @ places)

    bounds = [(-MOST_BESIDE, MOST_BESIDE)] * 3
    plane = minimize(against, np.zeros(3), jac=True, method="L-BFGS-B", bounds=bounds).x
    return np.asarray(np.column_stack([np.ones(4), corners / (cols, rows)]) @ plane)


def _fit(along: Evidence) -> float:
    """How much the evidence along rows, or columns, speaks for none more rather than for a few more or less."""
    others = (more for more in range(-MOST_MORE, MOST_MORE + 1) if more)
    return _told(along, 0) - max(_told(along, more) for more in others)


def _told(along: Evidence, more: int) -> float:
    """How much the evidence along rows, or columns, speaks for so many more."""
    where = (np.arange(len(along)) + 0.5) / len(along)
    turned = complex((along * np.exp(-2j * np.pi * more * where)).sum())
    return float((turned * np.exp(-2j * np.pi * SHIFTS)).real.max())
