"""How well a picture agrees with a board lying as a pose says: the same questions for every candidate.

Lines must stand where the lattice has them and nowhere else, on the board or on the tops; a line of the rim must run
at the same distance along all four sides, except where pieces lean over it; and outside the rim the lattice must end.
"""

from dataclasses import dataclass

import numpy as np

from vision.frame import Picture
from vision.lattice import Lattice
from vision.refine import Fit, planes
from vision.rim import visible_bands

ON_LINE = 0.06
"""A peak this near to a line, in cells, is on it; one in eight is by chance."""
SEARCH = 0.45
"""Half the width in which the strongest peak is looked for."""
RIM_OFFSETS = np.arange(0.22, 0.85, 0.03)
"""Distances from the grid at which the rim's clearest line may run, in cells."""
ON_RIM = 0.06
RIM_CONTRAST = 0.25
"""A peak of the rim has at least this contrast (0 to 1)."""
RIM_FOUND, RIM_CHANCE = 0.92, 0.5
"""Share of visible bands that show the rim's line on a board, and elsewhere."""
RIM_ALIKE = 4.0
"""Bands of one side that show the same thing: together they count as one."""
ALIKE_OFFSETS = np.arange(0.0, 0.62, 0.02)
"""Where the colours of the sides are compared, in cells outside the grid."""
LEAST_SEEN = 3
"""A side of which fewer bands can be seen counts as hidden."""
ENOUGH_PRINTED = 30.0
"""Weight of peaks on the bare board that settles whether there is a lattice."""
MISSING = 0.7
"""Weight of a line between two free cells that is not there (a clear one weighs up to 4)."""
UNSEEN = 4.0
"""Peaks outside the grid that are taken for granted to lie elsewhere: a share of few peaks says little."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the evidence is worth, as logarithms of odds; from a logistic regression over right and wrong candidates
    in photographs and simulated pictures of our board, and in pictures of other boards."""

    lattice: float = 3.2
    printed: float = 6.8
    weakest_side: float = 1.35
    weaker_sides: float = 0.85
    alike: float = 1.9
    hidden: float = -0.2
    beyond: float = -10.0
    beyond_twice: float = -25.0
    none: float = -3.1
    """For a candidate of which nothing is known: it is the best of many."""


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the rim: bands that could show its line, those that do, and the share (0 to 1) of the lines seen
    on the table beyond it that go on with the lattice."""

    visible: int
    hits: int
    beyond: float

    @property
    def share(self) -> float:
        return self.hits / self.visible if self.visible >= LEAST_SEEN else 0.5

    @property
    def odds(self) -> float:
        """Logarithm of the odds for a rim."""
        found, missed = np.log(RIM_FOUND / RIM_CHANCE), np.log((1 - RIM_FOUND) / (1 - RIM_CHANCE))
        return float((self.hits * found + (self.visible - self.hits) * missed) / RIM_ALIKE)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Shares (0 to 1) of lines that stand on the lattice: of all, and of those printed on the bare board, with their
    weight; how clear the lines on the lattice are in the mean (0 to 4); the four sides of the rim; and how alike the
    colours of the sides are (1 the same, 0 unlike).
    """

    lattice: float
    printed: float
    printed_weight: float
    clearness: float
    sides: tuple[Side, ...]
    alike: float

    @property
    def score(self) -> float:
        """Logarithm of the odds for a board."""
        w = WEIGHTS
        beyond = sorted(side.beyond * (1 - side.share) for side in self.sides)
        shares = sorted(side.share for side in self.sides)
        return (
            w.none
            + w.lattice * self.lattice
            + w.printed * (self.printed - 0.6) * min(1.0, self.printed_weight / ENOUGH_PRINTED)
            + w.weakest_side * max(-5.0, min(side.odds for side in self.sides)) / 3
            + w.weaker_sides * (shares[0] + shares[1])
            + w.alike * self.alike
            + w.hidden * sum(side.visible < LEAST_SEEN for side in self.sides)
            + w.beyond * beyond[-1]
            + w.beyond_twice * beyond[-2]
        )

    @property
    def confidence(self) -> float:
        return float(1 / (1 + np.exp(np.clip(-self.score, -50, 50))))


def examine(bgr: Picture, fit: Fit, scale: int) -> Evidence:
    """What the picture says about this fit."""
    board, tops = planes(bgr, fit, scale)
    free = board.free_cells()
    printed_hits, printed = _on_lattice(board, free, raised=False)
    tops_hits, tops_weight = _on_lattice(tops, free, raised=True)
    visible = [visible_bands(fit.pose, fit.tops, free, side, RIM_OFFSETS) for side in range(4)]
    inner_lines = 2 * len(board.grid) - board.grid.rows - board.grid.cols
    return Evidence(
        (printed_hits + tops_hits) / max(printed + tops_weight, 1e-9),
        printed_hits / max(printed, 1e-9),
        printed,
        (printed_hits + tops_hits) / inner_lines,
        _sides(board, visible),
        _alike(board, visible),
    )


def _on_lattice(lattice: Lattice, free: np.ndarray, *, raised: bool) -> tuple[float, float]:
    """Weight of the peaks on inner lines, and of all peaks: between free cells, or where ``raised`` elsewhere."""
    hits, total = 0.0, 0.0
    for axis in (0, 1):
        beside = free if axis == 0 else free.T
        peaks = lattice.peaks(axis, np.arange(1, lattice.lines(axis)), SEARCH)
        both = beside[peaks.band, peaks.line] & beside[peaks.band, peaks.line + 1]
        weight = peaks.weight * (both != raised)
        hits += float(weight[np.abs(peaks.place - peaks.line - 1) < ON_LINE].sum())
        total += float(weight.sum())
        if not raised:
            total += MISSING * float((beside[:, :-1] & beside[:, 1:]).sum() - both.sum())
    return hits, total


def _sides(board: Lattice, visible: list[np.ndarray]) -> tuple[Side, ...]:
    """Left, right, top and bottom, at the offset at which a rim is most likely."""
    seen = np.array([mask.sum(axis=0) for mask in visible])
    hits = np.array([(mask & _shows_line(board, side)).sum(axis=0) for side, mask in enumerate(visible)])
    beyond = _beyond(board)
    choices = [
        tuple(Side(int(n), int(k), part) for n, k, part in zip(seen[:, at], hits[:, at], beyond, strict=True))
        for at in range(len(RIM_OFFSETS))
    ]
    return max(choices, key=lambda sides: sum(side.odds for side in sides))


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


def _beyond(board: Lattice) -> list[float]:
    """For left, right, top and bottom: the share of peaks on the table beyond that stand on lines of the lattice."""
    shares = []
    for axis in (1, 0):
        peaks = board.peaks(axis, np.arange(1, board.lines(axis)), SEARCH, outside=True)
        on_line = np.abs(peaks.place - peaks.line - 1) < ON_LINE
        for strip in (0, 1):
            weight = peaks.weight * (peaks.band == strip)
            shares.append(float((weight * on_line).sum() / (weight.sum() + UNSEEN)))
    return shares


def _alike(board: Lattice, visible: list[np.ndarray]) -> float:
    """How alike the colours along the rim are, for the side that differs most from the others, the light apart."""
    nearest = int(np.abs(RIM_OFFSETS - 0.46).argmin())
    profiles = []
    for side, mask in enumerate(visible):
        axis, far = divmod(side, 2)
        bands = board.colours[axis][mask[:, nearest]]
        if len(bands) >= LEAST_SEEN:
            place = board.lines(axis) + ALIKE_OFFSETS if far else -ALIKE_OFFSETS
            at = np.rint(board.raster.to_px(place)).astype(int)
            profile = np.median(np.log(bands[:, at] + 8), axis=0)
            profiles.append(profile - profile.mean(axis=0))
    if len(profiles) < 2:
        return 0.0
    total, share = np.sum(profiles, axis=0), []
    for profile in profiles:
        others = (total - profile) / (len(profiles) - 1)
        share.append(1 - ((profile - others) ** 2).sum() / ((profile**2).sum() + (others**2).sum() + 1e-3))
    return float(min(share))
