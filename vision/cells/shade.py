"""Cells in the shade: dark as below a sleeve, but the board itself is seen there.

Light multiplies: in the logarithm of lightness, what a bare cell shows (its lines, its relief) is the same in the shade
as it is in full light. Where most of a dark region shows that, nothing hides what does.
"""

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from vision.cells.hidden import VEILED
from vision.cells.reading import RING, Evidence
from vision.cells.relief import fine_light
from vision.frame import Picture

BARE, CLEAR = -3.0, -5.0
"""Evidence (log-odds) of a piece and of a hand with less than which a cell is bare for sure."""
FEWEST_BARE = 4
"""So many bare cells tell what one looks like."""
DARKEST = 4.0
"""Grey levels added to all, so that noise in the dark counts no more than it is."""
FINE = 0.25
"""What changes over more than this part of a cell is light."""
MOST = 3.0
"""What is so many times stronger than the strongest of what a bare cell shows is the edge of a shadow or a thing."""
SHOWN, MOSTLY = 0.5, 0.7
"""A cell shows the board if it and those around it show at least so much of what a bare cell does; of a region in the
shade more than this share does. Below 63 hands on simulated tables .54 did at most, and .42 below all others; on 18
pictures of one board in deep shade .76 at least."""
PLAIN = 4.0
"""Where there is more evidence (log-odds) for a hand it is one: in careful looks there was more below all but four of
those 63, and 1.4 at most in that shade; in quick ones there may be more in the shade too, so that a careful one is
taken."""
LEAST, GREATEST = -1.0, 2.0
"""So little and so much counts of what one cell shows."""
NONE_HIDES = VEILED - 1
"""Evidence for a hand (log-odds) that is left where the board is seen."""

Mask = npt.NDArray[np.bool_]


def past_shade(hidden: Evidence, occupied: Evidence, lower: Picture, scale: int) -> Evidence:
    """The evidence that cells are hidden, without that of regions in which the board is seen.

    Args:
        hidden: rows x cols with the ring, log-odds.
        occupied: the same, for a piece.
        lower: the plane of the board (H x W x 3, BGR uint8), with its ring.
        scale: pixels a cell.
    """
    grid = (slice(RING, -RING), slice(RING, -RING))
    bare = (occupied[grid] < BARE) & (hidden[grid] < CLEAR)
    if not (hidden[grid] > 0).any() or bare.sum() < FEWEST_BARE:
        return hidden
    past, regions = hidden.copy(), ndimage.label(hidden > VEILED, np.ones((3, 3)))[0]
    seen = _seen_through(regions[grid], _shown(_relief(lower, scale), bare), occupied[grid] > 0)
    past[grid][seen & ~np.isin(regions, regions[hidden > PLAIN])[grid]] = NONE_HIDES
    return past


def _relief(lower: Picture, scale: int) -> Evidence:
    """What each cell of the grid shows whatever the light: rows x cols x scale x scale."""
    return fine_light(lower, scale, DARKEST, FINE)[RING:-RING, RING:-RING]


def _shown(cells: Evidence, bare: Mask) -> Evidence:
    """How much each cell shows of what a bare one does (1: as much)."""
    usual = np.median(cells[bare], axis=0)
    usual -= usual.mean()
    most = MOST * np.abs(usual).max()
    share = (np.clip(cells, -most, most) * usual).sum(axis=(2, 3)) / max(float((usual**2).sum()), 1e-9)
    return np.asarray(np.clip(share, LEAST, GREATEST), np.float32)


def _seen_through(regions: npt.NDArray[np.int_], shown: Evidence, filled: Mask) -> Mask:
    """The cells of doubtful regions (numbered from 1) most of which show the board, but for heaps of cells that show
    nothing: neither the board, nor a piece, nor the edge of a shadow, which may run along a line and be a cell wide."""
    doubtful, size = regions > 0, np.maximum(np.bincount(regions.ravel()), 1)
    around = ndimage.uniform_filter(np.where(doubtful, shown, 0), 3, mode="constant")
    count = ndimage.uniform_filter(doubtful.astype(np.float32), 3, mode="constant")
    shows = around > SHOWN * count
    share = np.bincount(regions.ravel(), shows.ravel()) / size
    nothing = doubtful & ~shows & ~filled & (np.abs(shown) < SHOWN)
    return np.asarray(doubtful & (share > MOSTLY)[regions] & ~ndimage.binary_opening(nothing, np.ones((2, 2))))
