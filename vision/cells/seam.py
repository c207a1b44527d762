"""How dark the lines between cells are, held against those of the same picture: patches of one print meet in a seam.

How a seam looks depends on cardboard, lamp and camera, and no network has seen them all. But where different prints
meet it is plain that there is one, and within a piece that there is none; what is doubtful is told by what those look
like.
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.cells.reading import Reading
from vision.frame import Picture

ALONG = (0.16, 0.84)
"""The part of a border that is looked at: at its ends others meet."""
ON_LINE, BESIDE = 0.1, 0.22
"""A line lies no farther from the border than the first, and what is beside it no farther than the second, in cells."""
PLAIN, FEWEST = 4.0, 5
"""From this evidence (log-odds) on a border tells how such ones look; fewer of either kind say too little."""
LEAST_SPREAD = 1.0
"""What lines of one kind look like is never more alike than this (standard deviation, grey levels)."""
NORMAL = 1.48
"""Standard deviations a median distance from the middle, of a normal distribution."""
TAILS = 4.0
"""Degrees of freedom of the tails of their distribution."""
COUNTS, MOST, HALF = 0.6, 4.0, 0.1
"""What these log-odds count beside the network's, and at most; where seams stand apart from the others by so much only
(square of standard deviations), half of that. Of 1,848 borders of patches in 30 pictures, ten of them rendered
photographs and twenty made from those, in which they stand apart by .9 in the middle, the log-loss falls from .0090 to
.0046, of the 75 in doubt from .203 to .092; of 7,123 of simulated ones, by .1, from .0275 to .0273."""

Lines = npt.NDArray[np.float32]


def lines_of(upper: Picture, scale: int) -> Lines:
    """How much lighter (grey levels) the darkest of what lies on the border of each cell with its neighbour to the
    right, and below, is than the darkest just beside it (2 x rows x cols): negative for a dark line, and not for an
    edge between light and dark. ``upper`` is the plane of the tops (H x W x 3, BGR uint8), with ``scale`` pixels a
    cell. Of the last column and row, which have no neighbours, 0."""
    light = cv2.cvtColor(upper, cv2.COLOR_BGR2LAB)[..., 0].astype(np.float32)
    right, down = _across(light, scale), _across(light.T, scale).T
    return np.stack([np.pad(right, ((0, 0), (0, 1))), np.pad(down, ((0, 1), (0, 0)))])


def _across(light: Lines, scale: int) -> Lines:
    """The same for the borders between columns only (rows x cols - 1)."""
    start, end = (round(part * scale) for part in ALONG)
    near, far = round(ON_LINE * scale), round(BESIDE * scale)
    rows = light.reshape(len(light) // scale, scale, -1)[:, start:end].mean(axis=1)
    borders = np.arange(scale, light.shape[1], scale)
    darkest = [
        rows[:, borders[:, None] + np.arange(first, last)].min(axis=2)
        for first, last in ((-near, near), (-far, -near), (near, far))
    ]
    return np.asarray(darkest[0] - np.minimum(darkest[1], darkest[2]), np.float32)


def with_seams(reading: Reading) -> Reading:
    """The same reading with evidence for borders between filled cells whose lines look like those where there surely is
    a seam, or surely none."""
    if reading.lines is None:
        return reading
    filled, joins = reading.occupied > 0, np.stack([reading.joined_right, reading.joined_down])
    between = np.zeros(joins.shape, bool)
    between[0, :, :-1] = filled[:, :-1] & filled[:, 1:]
    between[1, :-1] = filled[:-1] & filled[1:]
    whole, seamed = (reading.lines[between & plain] for plain in (joins > PLAIN, joins < -PLAIN))
    if min(len(whole), len(seamed)) < FEWEST:
        return reading
    told = joins + np.where(between, np.clip(_likelier(reading.lines, whole, seamed), -MOST, MOST), 0)
    return replace(reading, joined_right=told[0].astype(np.float32), joined_down=told[1].astype(np.float32))


def _likelier(lines: Lines, whole: Lines, seamed: Lines) -> Lines:
    """Log-odds that each of some lines is one within a piece, by some that are, and some that are seams."""
    (middle, spread), (dark, dark_spread) = _heap(whole), _heap(seamed)
    apart = max(middle - dark, 0.0) ** 2 / (spread**2 + dark_spread**2)
    odds = _likelihood(lines, middle, spread) - _likelihood(lines, dark, dark_spread)
    return np.asarray(COUNTS * apart / (apart + HALF) * odds)


def _heap(known: Lines) -> tuple[float, float]:
    """The median of some lines, and how far they are spread around it (as a standard deviation, by the median)."""
    middle = float(np.median(known))
    return middle, float(np.median(np.abs(known - middle))) * NORMAL + LEAST_SPREAD


def _likelihood(lines: Lines, middle: float, spread: float) -> Lines:
    """Logarithms of Student's distribution for each of some lines."""
    return np.asarray(-(TAILS + 1) / 2 * np.log1p(((lines - middle) / spread) ** 2 / TAILS) - np.log(spread))
