"""How well a picture agrees with a board lying as a pose says: the same questions for every candidate.

Lines must stand where the lattice has them and nowhere else, on the board or on the tops; a line of the rim must run
at the same distance along all four sides, except where pieces lean over it; and outside the rim the lattice must end.
"""

from dataclasses import dataclass

import numpy as np

from vision.frame import Picture
from vision.lattice import Lattice
from vision.pose import Points
from vision.refine import Fit

ON_LINE = 0.06
"""A peak this near to a line, in cells, is on it; one in eight is by chance."""
SEARCH = 0.45
"""Half the width in which the strongest peak is looked for."""
RIM_OFFSETS = np.arange(0.22, 0.85, 0.03)
"""Distances from the grid at which the rim's clearest line may run, in cells."""
ON_RIM = 0.06
RIM_CONTRAST = 0.35
"""A peak of the rim has at least this contrast (0 to 1)."""
RIM_FOUND, RIM_CHANCE = 0.92, 0.5
"""Share of visible bands that show the rim's line on a board, and elsewhere."""
RIM_ALIKE = 4.0
"""Bands of one side that show the same thing: together they count as one."""
LATTICE_WEIGHT, LATTICE_EVEN = 16.0, 0.45
"""What the share of lattice lines found is worth, and the share at which a lattice is as likely as none."""
OUTSIDE_WEIGHT, OUTSIDE_CHANCE = 20.0, 0.5
"""What a lattice that goes on outside costs, and the share of peaks on its lines that an ordinary table may show."""
UNSEEN = 2.0
"""Peaks outside the grid that are taken for granted to lie elsewhere: a share of few peaks says little."""
EVEN_SCORE = 6.0
"""Score (a logarithm of odds) at which a board is as likely as not: candidates are the best of many."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The share (0 to 1) of peaks on lattice lines; for each side (left, right, top, bottom) how many bands could
    show the rim and how many do; where the rim runs; and the share of peaks outside that go on with the lattice."""

    lattice: float
    rim_seen: tuple[int, ...]
    rim_hits: tuple[int, ...]
    rim_offset: float
    outside: float

    @property
    def score(self) -> float:
        """Logarithm of the odds for a board."""
        lattice = LATTICE_WEIGHT * (self.lattice - LATTICE_EVEN)
        outside = OUTSIDE_WEIGHT * max(0.0, self.outside - OUTSIDE_CHANCE)
        rim = rim_score(np.array(self.rim_seen), np.array(self.rim_hits)).sum()
        return float(lattice + rim - outside)

    @property
    def confidence(self) -> float:
        return float(1 / (1 + np.exp(np.clip(EVEN_SCORE - self.score, -50, 50))))


def rim_score(seen: np.ndarray, hits: np.ndarray) -> Points:
    """Logarithm of the odds for a rim, given how many visible bands show it."""
    found, missed = np.log(RIM_FOUND / RIM_CHANCE), np.log((1 - RIM_FOUND) / (1 - RIM_CHANCE))
    return np.asarray((hits * found + (seen - hits) * missed) / RIM_ALIKE)


def examine(bgr: Picture, fit: Fit, scale: int) -> Evidence:
    """What the picture says about this fit."""
    board, tops = (Lattice.of(bgr, fit.pose, height, scale) for height in (0.0, fit.tops))
    free = board.free_cells()
    seen, hits, offset = _rim(board, fit, free)
    return Evidence(_on_lattice(board, tops, free), seen, hits, offset, _outside(board))


def _on_lattice(board: Lattice, tops: Lattice, free: np.ndarray) -> float:
    beside_all = np.pad(free, 1)
    hits, total = 0.0, 1e-9
    for axis in (0, 1):
        beside = beside_all if axis == 0 else beside_all.T
        for lattice, raised in ((board, False), (tops, True)):
            peaks = lattice.peaks(axis, np.arange(1, lattice.lines(axis)), SEARCH)
            both = beside[peaks.band + 1, peaks.line + 1] & beside[peaks.band + 1, peaks.line + 2]
            weight = peaks.weight * (both != raised)
            hits += float(weight[np.abs(peaks.place - peaks.line - 1) < ON_LINE].sum())
            total += float(weight.sum())
    return hits / total


def _rim(board: Lattice, fit: Fit, free: np.ndarray) -> tuple[tuple[int, ...], tuple[int, ...], float]:
    """Visible bands and hits for each side at the offset at which a rim is most likely, and that offset."""
    seen, hits = [], []
    for side in range(4):
        visible = _visible(fit, free, side)
        seen.append(visible.sum(axis=0))
        hits.append((visible & _shows_line(board, side)).sum(axis=0))
    counted, shown = np.array(seen), np.array(hits)
    best = int(rim_score(counted, shown).sum(axis=0).argmax())
    return tuple(map(int, counted[:, best])), tuple(map(int, shown[:, best])), float(RIM_OFFSETS[best])


def _shows_line(board: Lattice, side: int) -> np.ndarray:
    """Bands x offsets: whether a crest of contrast lies there. Sides are left, right, top, bottom."""
    axis, far = divmod(side, 2)
    contrast = board.contrast(axis)
    crest = (contrast >= np.roll(contrast, 1, axis=1)) & (contrast >= np.roll(contrast, -1, axis=1))
    crest &= contrast > RIM_CONTRAST
    reach = max(1, round(ON_RIM * board.raster.scale))
    near = np.array([np.convolve(row, np.ones(2 * reach + 1), mode="same") > 0 for row in crest])
    place = board.lines(axis) + RIM_OFFSETS if far else -RIM_OFFSETS
    return np.asarray(near[:, np.rint(board.raster.to_px(place)).astype(int)])


def _visible(fit: Fit, free: np.ndarray, side: int) -> np.ndarray:
    """Bands x offsets: whether the rim can be seen, inside the picture and not behind a piece in the border cell."""
    axis, far = divmod(side, 2)
    grid = fit.pose.grid
    across = (grid.cols, grid.rows)[axis] * far
    along = np.arange((grid.rows, grid.cols)[axis]) + 0.5
    outward = 2 * far - 1
    rim = across + outward * RIM_OFFSETS[None, :] + 0 * along[:, None]
    station = along[:, None] + 0 * rim
    points = np.stack([rim, station] if axis == 0 else [station, rim], axis=-1)
    pixels = fit.pose.project(np.concatenate([points, np.zeros((*rim.shape, 1))], axis=-1))
    inside = ((pixels >= 0) & (pixels <= np.array(fit.pose.size_px) - 1)).all(axis=-1)
    camera = fit.pose.camera_xyh
    lean = outward * (across - camera[axis]) * fit.tops / max(camera[2] - fit.tops, 1e-3)
    border = (free[:, -far], free[-far])[axis]
    return np.asarray(inside & (border[:, None] | (RIM_OFFSETS > lean + ON_RIM)[None, :]))


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
