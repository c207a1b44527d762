"""Whether the same surface is still seen on some squares, in whatever light.

The lines between squares, the grain of a board and the prints of what lies there stay where they are when a shadow
falls on them, or a lamp is mirrored in them: brighter or darker, but in the same pattern. What comes to lie on them
hides it. And what comes ends where its squares do, but light knows nothing of squares.
"""

from collections.abc import Iterator, Set

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell, beside
from vision.live.light import BLACK
from vision.live.squares import CELL_PX, Plane, mask_of
from vision.pose import Points

COARSE_PX = 5.0
"""What is smoother than this (of ``CELL_PX`` a cell) is light, not pattern."""
SHARPEST = 1.5
"""What is stronger than so many times the usual of the pattern that was, as the edge of a shadow, counts as no more."""
LASTS, LASTS_ALONE = 0.6, 0.8
"""So well correlated is the pattern of squares that have stayed, or of one: there are no lines within it. In the light
of other lamps, as simulated, 19 of 20 were above on quilts and nine in ten in Blokus; of 47 patches that came none was
above 0.41, of 53 pieces of Blokus, whose squares are as large as those below, none above 0.59, of 14 single squares
none above 0.67."""
HIDDEN = 0.3
"""With less of it the pattern is hidden. In such light it was .52 and more on squares that light went on beyond."""
LEAST = 0.3
"""With less of it (CIE L*, in the mean) there is no pattern."""
NEAR, FAR, PARTS = 2, 6, 5
"""On either side of a border what is from the first to the second number of pixels away is looked at, without the first
number at each end, for nearer there are lines; in so many parts along it."""
GOES_ON = 0.5
"""What changes goes on beyond a border if over that it changes by less than this share of itself. In the light of other
lamps, and of the sun through a window, it was up to .44 where only light had changed; of leather .81 and more, but once
.53 where the light had changed besides; of other patches that were not seen for what they are .66."""

FARTHEST = 0.6
"""So far aside what has slid is looked for, in cells."""
LIKELY, SLID, AS_WELL = 0.4, 0.7, 0.05
"""So well correlated is what is seen with what was there at a place that is looked at, and where that has slid to; what
differs by the third fits as well."""
PRINTED = 1.5
"""What varies by less (CIE L*, standard deviation) has no print to be known by."""
SAME_TINT = 5.0
"""So far apart (CIE a*, b*) may be what it is painted with in the mean, for light changes a little."""

Pattern = npt.NDArray[np.float32]
"""How light a plane is: rows x columns, CIE L*."""


class Texture:
    """What the squares of one board looked like, pixel by pixel, when they were last seen for sure."""

    def __init__(self) -> None:
        self._ground: Plane | None = None
        self._seen: frozenset[Cell] = frozenset()

    def lasts_on(self, cells: Set[Cell], ground: Plane) -> bool:
        """Whether these squares, all together, show the pattern they did."""
        return self._likeness(cells, ground) > (LASTS if len(cells) > 1 else LASTS_ALONE)

    def _likeness(self, cells: Set[Cell], ground: Plane) -> float:
        """How well the pattern of these squares, all together, correlates with what it was; 0 where none is known."""
        if self._ground is None or not cells <= self._seen:
            return 0.0
        there = np.asarray(cv2.erode(mask_of(cells, ground.shape).astype(np.float32), np.ones((3, 3))), np.float32)
        before, now = (_pattern(each, there) for each in (self._ground[..., 0], ground[..., 0]))
        most = SHARPEST * before.std()
        before, now = (each.clip(-most, most) for each in (before, now))
        strength = float(before.std() * now.std())
        alike = float((before * now).mean() - before.mean() * now.mean())
        return alike / strength if strength > LEAST**2 else 0.0

    def goes_on(self, cells: Set[Cell], ground: Plane, come: Set[Cell] = frozenset()) -> bool:
        """Whether these squares, all together, have become lighter or darker than most others have as what is beside
        them has, where nothing has ``come``; and where they lie side by side still show the lines between them: a card
        may reach beyond them too."""
        others = self._seen - cells - come
        if self._ground is None or not cells <= self._seen or not others:
            return False
        lined = {cell for cell in cells if not cells.isdisjoint(beside(cell))}
        if lined and self._likeness(lined, ground) < HIDDEN:
            return False
        change = np.log(ground[..., 0] + BLACK[0]) - np.log(self._ground[..., 0] + BLACK[0])
        change -= np.median(change[mask_of(others, ground.shape)])
        sides = [side for cell in cells for side in _sides(change, cell, others)]
        if not sides:
            return False
        inside, outside = np.stack(sides, axis=1)
        step, size = np.abs(inside - outside), np.maximum(np.abs(inside), np.abs(outside))
        return bool(step.sum() < GOES_ON * size.sum())

    def slid(self, cells: Set[Cell], ground: Plane) -> Points | None:
        """How far (right, down; in cells) what lay on these squares has slid, all together; None where its print is not
        seen near there, or it has none. Of several places where a print fits as well the nearest is told."""
        if self._ground is None or not cells <= self._seen:
            return None
        there = np.asarray(cv2.erode(mask_of(cells, ground.shape).astype(np.float32), np.ones((3, 3))), np.float32)
        print_of_it = _pattern(self._ground[..., 0], there)
        if print_of_it.std() < PRINTED:
            return None
        tint = self._ground[there > 0, 1:].mean(axis=0)
        found: list[tuple[float, Points]] = []
        for place in _likely(print_of_it, there, ground[..., 0]):
            here = np.roll(there, place[::-1], axis=(0, 1))
            if np.linalg.norm(ground[here > 0, 1:].mean(axis=0) - tint) < SAME_TINT:
                alike = float(np.corrcoef(print_of_it, _pattern(ground[..., 0], here))[0, 1])
                found += [(alike, place / CELL_PX)] if alike > SLID else []
        best = max((alike for alike, _ in found), default=0.0)
        return min((way for alike, way in found if alike > best - AS_WELL), key=np.linalg.norm, default=None)

    def remember(self, sure: Set[Cell], ground: Plane) -> None:
        """These squares are seen for sure."""
        there = mask_of(sure, ground.shape)[..., None]
        self._ground = np.where(there, ground, np.zeros_like(ground) if self._ground is None else self._ground)
        self._seen |= sure

    def forget(self, cells: Set[Cell]) -> None:
        """What is remembered of these squares tells nothing any more."""
        self._seen -= cells


def _sides(change: Pattern, cell: Cell, others: Set[Cell]) -> Iterator[Pattern]:
    """How what is within a square has changed along each side on which one of the others lies, and what is beyond it
    (2 x ``PARTS``)."""
    row, col = cell
    top, left = (CELL_PX * (1 + at) - FAR for at in cell)
    around = change[top : top + CELL_PX + 2 * FAR, left : left + CELL_PX + 2 * FAR]
    nearby = (row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)  # as the sides come to the top in turn
    for quarter in (number for number, other in enumerate(nearby) if other in others):
        along = np.rot90(around, quarter)[:, FAR + NEAR : -FAR - NEAR]
        both = np.stack([along[FAR + NEAR : 2 * FAR], along[: FAR - NEAR]])
        yield both.reshape(2, FAR - NEAR, PARTS, -1).mean(axis=(1, 3))


def _likely(print_of_it: Pattern, there: Pattern, lightness: Pattern) -> list[npt.NDArray[np.int_]]:
    """Where a print that was in some pixels of a plane seems to be now: how far to the right and down, in pixels."""
    far = round(FARTHEST * CELL_PX)
    before = np.zeros_like(there)
    before[there > 0] = print_of_it
    rows, cols = (np.flatnonzero(there.any(axis=axis)) for axis in (1, 0))
    inner, outer = (np.s_[rows[0] - by : rows[-1] + by + 1, cols[0] - by : cols[-1] + by + 1] for by in (0, far))
    fine = lightness - cv2.GaussianBlur(lightness, (0, 0), COARSE_PX)
    alike = cv2.matchTemplate(fine[outer], before[inner], cv2.TM_CCOEFF_NORMED, mask=there[inner])
    alike = np.where(np.isfinite(alike), alike, 0.0)  # where all is even
    peaks = (alike == cv2.dilate(alike, np.ones((3, 3)))) & (alike > LIKELY)
    return [place[::-1] - far for place in np.argwhere(peaks)]


def _pattern(lightness: Pattern, there: Pattern) -> Pattern:
    """What is not smooth in some pixels of a plane; what is beside them is not looked at."""
    share = cv2.GaussianBlur(there, (0, 0), COARSE_PX) + np.float32(1e-6)
    fine = (lightness - cv2.GaussianBlur(lightness * there, (0, 0), COARSE_PX) / share)[there > 0]
    return np.asarray(fine - fine.mean(), np.float32)
