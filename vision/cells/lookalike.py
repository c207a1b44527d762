"""Cells are held against those of the same picture that surely are bare or filled, by what they show in any light.

Which ones are sure the networks say; what those look like they need never have seen before.
"""

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from vision.cells.ground import BARE, FEWEST_BARE, Table
from vision.cells.hidden import VEILED
from vision.cells.reading import RING, Reading
from vision.cells.relief import Relief
from vision.kind import ByRelief

FULL = 1.0
"""Evidence (log-odds) of a piece from which on a cell tells how pieces look."""
FEWEST_FULL = 4
"""With fewer of those nothing tells for a piece, only the board against it."""
SHADED = 0.5
"""Nothing tells for a piece where there is less than so much of the light on bare cells: noise may hide lines there."""
TROUBLED = -3.0
"""A cell with more evidence (log-odds) of trouble may be covered in part, by what lies askew."""
USUAL = 3.0
"""That cells of a kind look like nothing in particular, and vary as they do in the mean place, counts for so many."""
LEAST_SPREAD = 0.005
"""What one kind shows at a place is never more alike than this (standard deviation): a grey level in 200."""
TAILS = 4.0
"""Degrees of freedom of the tails of what is seen at one place."""
AGAINST, DENIED = 0.5, -2.0
"""So much counts of what tells against a piece, for the edges of one look like lines of the board, and there are plain
prints; and of what tells for one where the networks have less evidence (log-odds) than the second."""
SIDE = 0.25
"""So far, in cells, the sides of pieces and their shadows may reach into the cells beside them."""
MOST = 4.0
"""It counts for so many log-odds at most: where a lamp burns out much of the board, bare cells lose their lines too."""

Mask = npt.NDArray[np.bool_]


def with_lookalikes(reading: Reading, by_relief: ByRelief | None) -> Reading:
    """The same reading with evidence that cells of the grid are filled, or bare, by whether they look more like those
    that surely are the one or the other. Cells that are hidden (their evidence is nought), or beside such, or covered
    in part, are left as they are."""
    if reading.relief is None or by_relief is None:
        return reading
    told = told_by_relief(reading, reading.relief, by_relief)
    evidence, level = reading.occupied, reading.relief.level
    known = np.isfinite(told)
    bare, full = known & (evidence < BARE), known & (evidence > FULL)
    told = np.where((told < 0) | (evidence < DENIED), AGAINST * told, told)
    shaded = level < SHADED * np.median(level[bare]) if bare.any() else bare
    most = np.where(shaded | (full.sum() < FEWEST_FULL), 0, MOST)
    counted = np.where(known, np.clip(told, -MOST, most), 0)
    return replace(reading, occupied=(evidence + counted).astype(evidence.dtype))


def told_by_relief(reading: Reading, relief: Relief, by_relief: ByRelief) -> Table:
    """How much likelier (log-odds, rows x cols) cells are filled than bare by what they look like; nan for those that
    are hidden (their evidence is nought), or beside such, or covered in part, and where too few are surely bare."""
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    near_hand = ndimage.binary_dilation(reading.hidden > VEILED, np.ones((3, 3)))
    seen = grid & ~near_hand & (reading.troubled < TROUBLED) & (reading.occupied != 0)
    found = np.full(reading.occupied.shape, np.nan)
    looks, evidence = relief.places[seen].astype(np.float64), reading.occupied[seen]
    bare, full = evidence < BARE, evidence > FULL
    if bare.sum() < FEWEST_BARE:
        return found
    likelier = _likelihood(looks, full) - _likelihood(looks, bare)
    clear = _clear_of_sides(reading.occupied > 0, relief.places.shape[2])[seen]
    means = (np.average(likelier, axis=1, weights=shown) for shown in (None, clear))
    told, inner = (by_relief.anyway + by_relief.each * mean for mean in means)
    found[seen] = np.where(told > 0, np.clip(inner, 0, told), told)
    return found


def _clear_of_sides(filled: Mask, places: int) -> Mask:
    """Which places of each cell (rows x cols x places) no side of a piece in a ``filled`` cell beside it may hide."""
    side, around = math.isqrt(places), np.pad(filled, 1)
    clear, reach = np.ones((*filled.shape, side, side), bool), round(SIDE * side)
    clear[around[:-2, 1:-1], :reach] = False
    clear[around[2:, 1:-1], -reach:] = False
    clear[around[1:-1, :-2], :, :reach] = False
    clear[around[1:-1, 2:], :, -reach:] = False
    return clear.reshape(*filled.shape, places)


def _likelihood(looks: Table, known: Mask) -> Table:
    """Logarithms of Student's distribution, but for a constant, for the places of each of some cells (N x places), by
    what other ones of its kind look like, which are ``known``."""
    own, others = known[:, None], known.sum() - known[:, None]
    total, squares = (looks[known].sum(axis=0) - own * looks, (looks[known] ** 2).sum(axis=0) - own * looks**2)
    middle = total / (others + USUAL)
    usual = looks[known].var(axis=0).mean() if known.sum() > USUAL else looks.var()
    spread = (squares - 2 * middle * total + others * middle**2 + USUAL * usual) / (others + USUAL)
    spread = np.maximum(spread, LEAST_SPREAD**2)
    return np.asarray(-(TAILS + 1) / 2 * np.log1p((looks - middle) ** 2 / (TAILS * spread)) - np.log(spread) / 2)
