"""Squares lighter than bare board could be where they lie: glossy pieces mirror a lamp more than the board does.

Where a lamp burns a piece out, no colour of it is left, so that the networks take it for bare board. But the light on
the board changes little from square to square, as all that are bare tell together; and where it does, at the edge of a
shadow, the lines of the board are to be seen in it.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy.optimize import least_squares

from referee.grid import Cell
from vision.cells.lookalike import told_by_relief
from vision.cells.reading import RING, Reading
from vision.kind import ByRelief

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
"""A square is too light to be bare if its dimmest quarter, over which as a rule no lighter piece beside it leans, is
lighter than the light there by so many spreads, and than three quarters of the bare ones near it by this (logarithm).
"""
PLAINLY_BARE = -10.0
"""Where the evidence for a piece is less (log-odds), it is left as it is."""
UNLINED, SURELY_UNLINED = 1.0, 4.0
"""And if it looks filled by its relief, or surely so (log-odds): light on bare board shows its lines. Of 37,148 bare
squares on rendered photographs and 52,150 simulated ones none is as light as that and has more than the first, of 71
and 102 filled ones that were taken for bare 28 and 4, most of them one piece in many lights. On eight tables lit
through blinds 16 bare ones have, by 3.7 at most."""
OPEN, LIKELY = 0.0, 2.0
"""The evidence for a piece in such a square, though it does not look like one, and in one that surely looks so."""

Light = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def with_gloss(reading: Reading, by_relief: ByRelief | None) -> Reading:
    """The same reading where it is left open whether squares are filled, or they likely are, that seem to be bare, look
    filled by their relief, and are too light to be bare. Those that are hidden, or beside such, are left as they are.
    """
    if reading.relief is None or by_relief is None:
        return reading
    inner = slice(RING, -RING)
    evidence = reading.occupied[inner, inner]
    light = np.log(reading.relief.dimmest[inner, inner].astype(np.float64) + DARKEST)
    bare = evidence < 0
    if bare.sum() < FEWEST_BARE:
        return reading
    lighter = bare & (evidence > PLAINLY_BARE) & _is_beyond_the_light(light, bare)
    if not lighter.any():
        return reading
    told = told_by_relief(reading, reading.relief, by_relief)[inner, inner]
    lighter &= told > UNLINED
    occupied = reading.occupied.copy()
    for row, col in np.argwhere(lighter):
        if _is_beyond_its_neighbours((row, col), light, bare):
            least = LIKELY if told[row, col] > SURELY_UNLINED else OPEN
            occupied[row + RING, col + RING] = max(evidence[row, col], least)
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


def _is_beyond_its_neighbours(square: Cell, light: Light, bare: Mask) -> bool:
    """Whether a bare square is lighter than most of the bare ones near it."""
    row, col = square
    near = slice(max(row - NEAR, 0), row + NEAR + 1), slice(max(col - NEAR, 0), col + NEAR + 1)
    others = bare[near].copy()
    others[row - near[0].start, col - near[1].start] = False
    known = light[near][others]
    return len(known) >= FEWEST_NEAR and bool(light[row, col] - np.percentile(known, 75) > LIGHTER_THERE)
