"""A board seen turned and mirrored: pieces stay pieces, and whoever looks so errs elsewhere."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Planes = npt.NDArray[np.float32]
Marks = npt.NDArray[np.float32]

SHIFT_X, SHIFT_Y = 6, 7
"""Which of the planes (``vision.cells.observe.stacked``) say how the upper plane is shifted on the lower one."""
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""From a cell to its neighbours (rows, cols), in the order of marks that are of sides."""
RIGHT, BELOW, LEFT, ABOVE = range(4)
"""The numbers of these sides."""
JOINED_RIGHT, JOINED_DOWN = 1, 2
"""Which of the marks (``vision.cells.observe.MARKS``) are of borders."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Turned ``half`` round, then ``mirrored`` left to right, then ``transposed`` (for square boards only)."""

    half: bool = False
    mirrored: bool = False
    transposed: bool = False

    @property
    def _steps(self) -> tuple[int, int]:
        """Which way rows and columns go before they change places: -1 is backwards."""
        return -1 if self.half else 1, -1 if self.half != self.mirrored else 1

    def applied(self, planes: Planes) -> Planes:
        """The network's input (planes x H x W) as if the board were seen so: shifts turn with it."""
        down, right = self._steps
        seen = planes[:, ::down, ::right].copy()
        seen[SHIFT_X] *= right
        seen[SHIFT_Y] *= down
        if not self.transposed:
            return seen
        seen[[SHIFT_X, SHIFT_Y]] = seen[[SHIFT_Y, SHIFT_X]]
        return np.ascontiguousarray(seen.transpose(0, 2, 1))

    def undone(self, marks: Marks) -> Marks:
        """The marks (marks x rows x cols) of such an input for the cells as they are: a border to the left of a cell
        is that to the right of its neighbour."""
        if self.transposed:
            marks = marks.transpose(0, 2, 1).copy()
            marks[[JOINED_RIGHT, JOINED_DOWN]] = marks[[JOINED_DOWN, JOINED_RIGHT]]
        down, right = self._steps
        seen = marks[:, ::down, ::right].copy()
        if right < 0:
            seen[JOINED_RIGHT] = np.roll(seen[JOINED_RIGHT], -1, axis=1)
        if down < 0:
            seen[JOINED_DOWN] = np.roll(seen[JOINED_DOWN], -1, axis=0)
        return seen

    def undone_of_sides(self, marks: Marks) -> Marks:
        """The marks of the sides of the cells (4 x rows x cols) of such an input for the cells as they are."""
        sides = [RIGHT, BELOW, LEFT, ABOVE]
        if self.transposed:
            marks, sides = marks.transpose(0, 2, 1), [BELOW, RIGHT, ABOVE, LEFT]
        down, right = self._steps
        if right < 0:
            sides[RIGHT], sides[LEFT] = sides[LEFT], sides[RIGHT]
        if down < 0:
            sides[BELOW], sides[ABOVE] = sides[ABOVE], sides[BELOW]
        return marks[:, ::down, ::right][sides]


EVERY = tuple(
    Symmetry(half, mirrored, transposed)
    for transposed in (False, True)
    for mirrored in (False, True)
    for half in (False, True)
)
"""All eight of a square; the first two are those of any board, the first four those that keep rows rows."""
