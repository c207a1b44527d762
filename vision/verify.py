"""How well a picture agrees with a board lying as a pose says: the same questions for every candidate.

Lines must stand where the lattice has them and nowhere else, on the board or on the tops; the rim must run at the
same distance on all sides; and outside the grid the lattice must end.
"""

from dataclasses import dataclass

import numpy as np

from vision.frame import Picture
from vision.lattice import Lattice
from vision.refine import Fit

ON_LINE = 0.1
"""A peak this near to a line, in cells, is on it; one in five is by chance."""
SEARCH = 0.45
"""Half the width in which the strongest peak is looked for."""
RIM_OFFSETS = np.arange(0.22, 0.85, 0.03)
"""Distances from the grid at which the rim's clearest line may run, in cells."""
ON_RIM = 0.07
RIM_CONTRAST = 0.35
"""A peak of the rim has at least this contrast (0 to 1)."""
LATTICE_WEIGHT, RIM_WEIGHTS, OUTSIDE_WEIGHT = 4.0, (0.5, 1.0, 1.0, 1.0), 3.0
"""Weights of the lines found; of the four sides of the rim, weakest first; of a lattice that goes on outside."""
CHANCE_OUTSIDE = 0.5
"""Share of peaks on lines outside the grid that an ordinary table may show."""
UNSEEN = 2.0
"""Peaks outside the grid that are taken for granted to lie elsewhere: a share of few peaks says little."""
EVEN_SCORE, SCORE_STEP = 4.6, 0.25
"""Score at which a board is as likely as not, and how much more makes it e times as likely."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Shares from 0 to 1: of the strongest peaks that are on lattice lines, of bands that show the rim on each side
    (weakest first), and of peaks outside the grid that go on with the lattice."""

    lattice: float
    rim: tuple[float, ...]
    rim_offset: float
    outside: float

    @property
    def score(self) -> float:
        rim = sum(weight * side for weight, side in zip(RIM_WEIGHTS, self.rim, strict=True))
        return LATTICE_WEIGHT * self.lattice + rim - OUTSIDE_WEIGHT * max(0.0, self.outside - CHANCE_OUTSIDE)

    @property
    def confidence(self) -> float:
        return float(1 / (1 + np.exp((EVEN_SCORE - self.score) / SCORE_STEP)))


def examine(bgr: Picture, fit: Fit, scale: int) -> Evidence:
    """What the picture says about this fit."""
    board, tops = (Lattice.of(bgr, fit.pose, height, scale) for height in (0.0, fit.tops))
    offset, rim = _rim(board)
    return Evidence(_on_lattice(board, tops), rim, offset, _outside(board))


def _on_lattice(board: Lattice, tops: Lattice) -> float:
    free = np.pad(board.free_cells(), 1)
    hits, total = 0.0, 1e-9
    for axis in (0, 1):
        beside = free if axis == 0 else free.T
        for lattice, raised in ((board, False), (tops, True)):
            peaks = lattice.peaks(axis, np.arange(1, lattice.lines(axis)), SEARCH)
            both = beside[peaks.band + 1, peaks.line + 1] & beside[peaks.band + 1, peaks.line + 2]
            weight = peaks.weight * (both != raised)
            hits += float(weight[np.abs(peaks.place - peaks.line - 1) < ON_LINE].sum())
            total += float(weight.sum())
    return hits / total


def _rim(board: Lattice) -> tuple[float, tuple[float, ...]]:
    """The offset at which most bands show a line on all four sides, and their shares."""
    shares = []
    for axis in (0, 1):
        contrast = board.contrast(axis)
        crest = (contrast >= np.roll(contrast, 1, axis=1)) & (contrast >= np.roll(contrast, -1, axis=1))
        crest &= contrast > RIM_CONTRAST
        reach = round(ON_RIM * board.raster.scale)
        near = np.array([np.convolve(row, np.ones(2 * reach + 1), mode="same") > 0 for row in crest])
        for base, outward in ((0, -1), (board.lines(axis), 1)):
            at = np.rint(board.raster.to_px(base + outward * RIM_OFFSETS)).astype(int)
            shares.append(near[:, at].mean(axis=0))
    ordered = np.sort(np.array(shares), axis=0)
    best = int((ordered * np.array(RIM_WEIGHTS)[:, None]).sum(axis=0).argmax())
    return float(RIM_OFFSETS[best]), tuple(float(share) for share in ordered[:, best])


def _outside(board: Lattice) -> float:
    """Of the four strips of table, the largest share of peaks that stand on the lines of the lattice."""
    shares = []
    for axis in (0, 1):
        peaks = board.peaks(axis, np.arange(1, board.lines(axis)), SEARCH, outside=True)
        on_line = np.abs(peaks.place - peaks.line - 1) < ON_LINE
        for strip in (0, 1):
            weight = peaks.weight * (peaks.band == strip)
            shares.append(float((weight * on_line).sum() / (weight.sum() + UNSEEN)))
    return max(shares)
