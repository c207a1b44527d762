"""What the tops of cells show beside their colour: stripes, checks or dots.

Patterns mostly begin anew on every square of a piece, or on every second one the other way round. Then the tops of its
cells look alike, and a cell that shows something else belongs to another piece, or to none. No pattern is known
beforehand: each piece is compared with itself.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Patterns = npt.NDArray[np.float32]

ALIKE = 0.9
"""A pattern is the same on every cell if the others look so much alike (correlation, in the median)."""
FAINT = 0.05
"""Patterns of less contrast (standard deviation, of the board's white) are none."""
ODD, LIKE = 0.25, 0.5
"""A cell that is less like the others than the first speaks against a piece as much as any may, with more than the
second not at all. Of 242 pieces with such patterns in 30 photographs and 60 simulated pictures (some in the edge of a
shadow, or under another) two had a cell below the first and eight one below the second; of 2,328 placements with one
cell of another 1,847 and 2,223."""
AGAINST = 8.0
"""Log-odds against a piece of which a cell is odd: with the trust of the game's kind about what those figures say."""


def patterns_of(brightness: Patterns, scale: int) -> Patterns:
    """How the brightness (rows x scale, cols x scale) differs from its mean within each cell: rows x cols x places, but
    for the edges of the cells, where grooves and neighbours show."""
    rows, cols = brightness.shape[0] // scale, brightness.shape[1] // scale
    inner = slice(scale // 8, -scale // 8)
    cells = brightness.reshape(rows, scale, cols, scale)[:, inner, :, inner].transpose(0, 2, 1, 3)
    flat = cells.reshape(rows, cols, -1)
    return np.asarray(flat - flat.mean(axis=2, keepdims=True), np.float32)


def oddness(patterns: Patterns, cells: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
    """Log-odds (N,) against placements on cells (N x K, numbers in reading order, one more for none) of which one is
    unlike the others; nothing of those with a cell of which nothing is known (its pattern is nought all over).
    """
    asked = np.unique(cells)
    cells = np.searchsorted(asked, cells)
    flat = np.pad(patterns.reshape(-1, patterns.shape[-1]), ((0, 1), (0, 0)))[asked]
    length = np.linalg.norm(flat, axis=1)
    unit = flat / np.maximum(length, 1e-6)[:, None]
    likeness = np.abs(np.einsum("ik,jk->ij", unit, unit))  # as BLAS has it, but that wakes every core for it
    count = cells.shape[1]
    pairs = likeness[cells[:, :, None], cells[:, None, :]]  # each with itself too, which comes last in its order
    to_others = np.sort(np.partition(pairs, (count - 1) // 2, axis=2)[:, :, (count - 1) // 2], axis=1)
    oddest, rest = to_others[:, 0], to_others[:, 1 + (count - 1) // 2]
    contrast = np.median(length[cells], axis=1) / np.sqrt(flat.shape[1])
    same = (rest >= ALIKE) & (contrast >= FAINT) & (length[cells] > 0).all(axis=1)
    return np.asarray(AGAINST * same * np.clip((LIKE - oddest) / (LIKE - ODD), 0, 1), np.float64)


def is_of_another(patterns: Patterns, cells: Sequence[int], other: int) -> bool:
    """Whether a cell (its number in reading order) is unlike those of a piece, which are like each other."""
    alone, together = (oddness(patterns, np.array([some]))[0] for some in ([*cells], [*cells, other]))
    return bool(alone == 0 and together > AGAINST / 2)
