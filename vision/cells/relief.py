"""What cells show whatever the light: the lines and the relief of the bare board, or those of what lies on it, held
against cells of the same picture that surely are the one or the other.

A lamp that burns out a glossy piece takes its colour but does not draw the board's lines on it, and a cast of light
that takes the colours of a print leaves its marks: light multiplies, so that in the logarithm of lightness what is fine
stays the same. No network is asked, which may not have seen such a board, such a print or such a light.
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
from scipy import ndimage

from vision.cells.hidden import VEILED
from vision.cells.reading import RING, Evidence, Reading
from vision.frame import Picture
from vision.kind import Relieved

COARSER = 2
"""So many pixels each way are taken for one: a cell's noise and small shifts count less."""
DARKEST = 48.0
"""Grey levels added to all, so that noise in the dark counts no more than it is."""
FINE = 0.1
"""What changes over more than this part of a cell is light."""
BARE, FULL = -1.0, 1.0
"""Evidence (log-odds) of a piece up to which a cell tells how the bare board looks, and from which on how pieces do."""
FEWEST_BARE, FEWEST_FULL = 12, 4
"""Fewer bare cells say too little; with fewer that are filled, only the board tells."""
TROUBLED = -3.0
"""A cell with more evidence (log-odds) of trouble may be covered in part, by what lies askew."""
USUAL = 3.0
"""What all cells together are like counts for so many of either kind."""
TAILS = 4.0
"""Degrees of freedom of the tails of what is seen at one place."""
AGAINST = 0.5
"""So much counts of what tells against a piece: the edges of one look like lines of the board."""
MOST = 4.0
"""It counts for so many log-odds at most."""

Table = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def relief_of(plane: Picture, scale: int) -> Evidence:
    """What each cell shows whatever the light (rows x cols x places): how much lighter each place of it is than what is
    around that, as a logarithm. ``plane`` is H x W x 3, BGR uint8, with ``scale`` pixels a cell."""
    wide, tall = plane.shape[1] // COARSER, plane.shape[0] // COARSER
    grey = cv2.resize(plane.mean(axis=2, dtype=np.float32), (wide, tall), interpolation=cv2.INTER_AREA)
    light, side = np.log(grey + np.float32(DARKEST)), scale // COARSER
    fine = light - cv2.GaussianBlur(light, (0, 0), FINE * side)
    rows, cols = tall // side, wide // side
    cells = fine.reshape(rows, side, cols, side).transpose(0, 2, 1, 3)
    return np.asarray(cells.reshape(rows, cols, side * side), np.float32)


def with_relief(reading: Reading, relieved: Relieved | None) -> Reading:
    """The same reading with evidence that cells of the grid are filled, or bare, by whether they look more like those
    that surely are the one or the other. Cells that are hidden, or beside such, or covered in part are left alone."""
    if reading.relief is None or relieved is None:
        return reading
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    near_hand = ndimage.binary_dilation(reading.hidden > VEILED, np.ones((3, 3)))
    seen = grid & ~near_hand & (reading.troubled < TROUBLED)
    looks, evidence = reading.relief[seen].astype(np.float64), reading.occupied[seen]
    bare, full = evidence < BARE, evidence > FULL
    if bare.sum() < FEWEST_BARE:
        return reading
    odds = _likelihood(looks, full) - _likelihood(looks, bare)
    most = MOST if full.sum() >= FEWEST_FULL else 0.0
    occupied = reading.occupied.copy()
    told = relieved.anyway + relieved.each * odds
    occupied[seen] += np.clip(np.where(told < 0, AGAINST * told, told), -MOST, most)
    return replace(reading, occupied=occupied)


def _likelihood(looks: Table, known: Mask) -> Table:
    """Logarithms of Student's distribution (N, of the mean place) for each of some cells (N x places), by what other
    ones of its kind look like, which are ``known``."""
    own, others = known[:, None], known.sum() - known[:, None]
    total, squares = (looks[known].sum(axis=0) - own * looks, (looks[known] ** 2).sum(axis=0) - own * looks**2)
    middle = total / (others + USUAL)
    usual = looks[known].var(axis=0).mean() if known.sum() > USUAL else looks.var()
    spread = (squares - 2 * middle * total + others * middle**2 + USUAL * usual) / (others + USUAL)
    odds = -(TAILS + 1) / 2 * np.log1p((looks - middle) ** 2 / (TAILS * spread)) - np.log(spread) / 2
    return np.asarray(odds.mean(axis=1))
