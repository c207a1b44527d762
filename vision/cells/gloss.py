"""Squares lighter than bare board could be where they lie: glossy pieces mirror a lamp more than the board does.

Where a lamp burns a piece out, no colour of it is left and hardly a groove, so that the networks take it for bare
board. But the light on the board changes little from square to square, as all that are bare tell together.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy import ndimage
from scipy.optimize import least_squares

from vision.cells.hidden import VEILED
from vision.cells.reading import RING, Reading

FEWEST_BARE = 30
"""Fewer bare squares do not tell how the light changes."""
DEGREE = 3
"""Of the polynomial by which the light changes across the board and down."""
DARKEST = 8.0
"""Grey levels that are added to all before the logarithm: of what is darker most is noise."""
NEAR, FEWEST_NEAR = 4, 8
"""So near, in squares each way, bare ones are neighbours; fewer of them say nothing."""
LEAST_SPREAD = 0.01
"""The light on bare squares is never more even than this (logarithm)."""
LIGHTER, LIGHTER_THERE = 4.0, 0.05
"""A square is too light to be bare if its dimmest quarter, over which no lighter piece beside it can lean, is lighter
than the light there by so many spreads, and than three quarters of the bare ones near it by this (logarithm). Of 37,148
bare squares on rendered photographs one is, of 71 filled ones that were taken for bare 32; of 52,150 simulated ones 2,
of 102 11."""
PLAINLY_BARE = -10.0
"""Where the evidence for a piece is less (log-odds), it is left as it is: 28 bare squares more would be too light, and
no filled ones."""
LIKELY = 2.0
"""The evidence for a piece in a square that is too light to be bare, though it does not look like one: of those 46
three are bare. If it is left open (0) a wrong piece more is claimed of 1,042 on rendered photographs."""

Light = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def with_gloss(reading: Reading) -> Reading:
    """The same reading where squares are likely filled that seem to be bare and are too light for that. Those that are
    hidden, or beside such, are left as they are."""
    if reading.relief is None:
        return reading
    inner = slice(RING, -RING)
    evidence = reading.occupied[inner, inner]
    light = np.log(reading.relief.dimmest[inner, inner].astype(np.float64) + DARKEST)
    bare = evidence < 0
    if bare.sum() < FEWEST_BARE:
        return reading
    near_hand = ndimage.binary_dilation(reading.hidden > VEILED, np.ones((3, 3)))[inner, inner]
    asked = bare & (evidence > PLAINLY_BARE) & ~near_hand
    lighter = asked & _is_beyond_the_light(light, bare)
    mirroring = [square for square in np.argwhere(lighter) if _is_beyond_its_neighbours(square, light, bare)]
    occupied = reading.occupied.copy()
    for row, col in mirroring:
        occupied[row + RING, col + RING] = LIKELY
    return replace(reading, occupied=occupied)


def _is_beyond_the_light(light: Light, bare: Mask) -> Mask:
    """Which squares are lighter than the light on ``bare`` ones, as it changes across the board, by many spreads."""
    y, x = (np.linspace(-0.5, 0.5, side) for side in light.shape)
    terms = np.polynomial.polynomial.polyvander2d(*np.meshgrid(x, y), (DEGREE, DEGREE))
    terms = terms[..., [i + j <= DEGREE for i in range(DEGREE + 1) for j in range(DEGREE + 1)]]
    known, told = terms[bare], light[bare]
    begun = np.linalg.lstsq(known, told)[0]
    found = least_squares(
        lambda factors: known @ factors - told,
        begun,
        jac=lambda _: known,
        loss="cauchy",
        f_scale=2 * _spread(told - known @ begun),
    ).x
    off = light - terms @ found
    return np.asarray(off > LIGHTER * _spread(off[bare]))


def _spread(off: Light) -> float:
    """The standard deviation of most, whatever a few are."""
    return max(1.48 * float(np.median(np.abs(off - np.median(off)))), LEAST_SPREAD)


def _is_beyond_its_neighbours(square: npt.NDArray[np.intp], light: Light, bare: Mask) -> bool:
    """Whether a bare square (row, col) is lighter than most of the bare ones near it."""
    row, col = (int(at) for at in square)
    near = slice(max(row - NEAR, 0), row + NEAR + 1), slice(max(col - NEAR, 0), col + NEAR + 1)
    others = bare[near].copy()
    others[row - near[0].start, col - near[1].start] = False
    known = light[near][others]
    return len(known) >= FEWEST_NEAR and bool(light[row, col] - np.percentile(known, 75) > LIGHTER_THERE)
