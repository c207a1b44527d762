"""A board seen turned and mirrored: pieces stay pieces, and whoever looks so errs elsewhere."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Planes = npt.NDArray[np.float32]
Marks = npt.NDArray[np.float32]

SHIFT_X, SHIFT_Y = 6, 7
"""Which of the planes (``vision.observe.stacked``) say how the upper plane is shifted on the lower one."""
JOINED_RIGHT, JOINED_DOWN = 1, 2
"""Which of the marks (``vision.observe.MARKS``) are of borders."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Turned ``half`` round, then ``mirrored`` left to right, then ``transposed`` (for square boards only)."""

    half: bool = False
    mirrored: bool = False
    transposed: bool = False

    def applied(self, planes: Planes) -> Planes:
        """The network's input (planes x H x W) as if the board were seen so: shifts turn with it."""
        seen = planes.copy()
        if self.half:
            seen = seen[:, ::-1, ::-1].copy()
            seen[[SHIFT_X, SHIFT_Y]] *= -1
        if self.mirrored:
            seen = seen[:, :, ::-1].copy()
            seen[SHIFT_X] *= -1
        if self.transposed:
            seen = seen.transpose(0, 2, 1).copy()
            seen[[SHIFT_X, SHIFT_Y]] = seen[[SHIFT_Y, SHIFT_X]]
        return np.ascontiguousarray(seen)

    def undone(self, marks: Marks) -> Marks:
        """The marks (marks x rows x cols) of such an input for the cells as they are: a border to the left of a cell
        is that to the right of its neighbour."""
        seen = marks.copy()
        if self.transposed:
            seen = seen.transpose(0, 2, 1).copy()
            seen[[JOINED_RIGHT, JOINED_DOWN]] = seen[[JOINED_DOWN, JOINED_RIGHT]]
        if self.mirrored:
            seen = seen[:, :, ::-1].copy()
            seen[JOINED_RIGHT] = np.roll(seen[JOINED_RIGHT], -1, axis=1)
        if self.half:
            seen = seen[:, ::-1, ::-1].copy()
            seen[JOINED_RIGHT] = np.roll(seen[JOINED_RIGHT], -1, axis=1)
            seen[JOINED_DOWN] = np.roll(seen[JOINED_DOWN], -1, axis=0)
        return seen


AS_IT_IS, HALF_ROUND = Symmetry(), Symmetry(half=True)
EVERY = tuple(
    Symmetry(half, mirrored, transposed)
    for transposed in (False, True)
    for mirrored in (False, True)
    for half in (False, True)
)
"""All eight of a square; the first two are those of any board, the first four those that keep rows rows."""
