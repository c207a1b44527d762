"""How well a picture agrees with a board lying as a pose says: the same questions for every candidate.

Lines must stand where the lattice has them and nowhere else, on the board or on the tops; a line of the rim must run
at the same distance along all four sides, except where pieces lean over it; and outside the rim the lattice must end.
"""

from dataclasses import dataclass

import numpy as np

from vision.board.lattice import Lattice
from vision.board.refine import Fit, planes
from vision.board.rim import visible_bands
from vision.frame import Picture
from vision.pose import Points

ON_LINE = 0.06
"""A peak this near to a line, in cells, is on it; one in eight is by chance."""
SEARCH = 0.45
"""Half the width in which the strongest peak is looked for."""
RIM_OFFSETS = np.arange(0.22, 0.85, 0.03)
"""Distances from the grid at which the rim's clearest line may run, in cells."""
ON_RIM = 0.06
"""A peak this near to a line of the rim, in cells, is on it, as of lines within."""
RIM_CONTRAST = 0.25
"""A peak of the rim has at least this contrast (0 to 1)."""
RIM_LINES_APART = 0.12
"""The two lines of the rim that are looked for are at least so far from each other, in cells."""
ALIKE_OFFSETS = np.arange(0.0, 0.62, 0.02)
"""Where the colours of the sides are compared, in cells outside the grid."""
LEAST_SEEN, HIDDEN_SHARE = 3, 0.5
"""A side of which fewer bands can be seen counts as hidden, and as showing its lines in this share."""
ENOUGH_PRINTED = 30.0
"""Weight of peaks on the bare board that settles whether there is a lattice."""
MISSING = 0.7
"""Weight of a line between two free cells that is not there (a clear one weighs up to 4)."""
UNSEEN = 4.0
"""Peaks outside the grid that are taken for granted to lie elsewhere: a share of few peaks says little."""


CLEAR = 0.6
"""Lines this clear in the mean are as good as any."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the evidence is worth, as logarithms of odds; from a logistic regression over right and wrong candidates
    in photographs and simulated pictures of our board, and in pictures of other boards."""

    lattice: float = 8.1
    printed: float = 3.5
    border: float = 7.7
    rim: float = 6.0
    alike: float = 1.8
    beyond: float = -9.5
    none: float = -9.0
    """For a candidate of which nothing is known: it is the best of many."""


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the rim: whether enough of it can be seen; in which share (0 to 1) of its bands its two lines are
    found; and the share of the lines seen on the table beyond it that go on with the lattice."""

    visible: bool
    found: float
    beyond: float

    @property
    def open_beyond(self) -> float:
        """A lattice beyond a rim may belong to the table, one without a rim does not end there."""
        return self.beyond * (1 - self.found if self.visible else 1)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Shares (0 to 1) of lines that stand on the lattice: of all, and of those printed on the bare board, with their
    weight; how clear the lines on the lattice are in the mean (0 to 4), and in the poorest border row or column as a
    part of that; the four sides of the rim; and how alike the colours of the sides are (1 the same, 0 unlike).
    """

    lattice: float
    printed: float
    printed_weight: float
    clearness: float
    border: float
    sides: tuple[Side, ...]
    alike: float

    @property
    def score(self) -> float:
        """Logarithm of the odds for a board."""
        w = WEIGHTS
        return (
            w.none
            + w.lattice * self.lattice * min(self.clearness, CLEAR)
            + w.printed * (self.printed - 0.6) * min(1.0, self.printed_weight / ENOUGH_PRINTED)
            + w.border * min(self.border, CLEAR)
            + w.rim * min(side.found if side.visible else HIDDEN_SHARE for side in self.sides)
            + w.alike * self.alike
            + w.beyond * max(side.open_beyond for side in self.sides)
        )

    @property
    def confidence(self) -> float:
        return float(1 / (1 + np.exp(np.clip(-self.score, -50, 50))))


def examine(bgr: Picture, fit: Fit, scale: int) -> Evidence:
    """What the picture says about this fit."""
    board, tops = planes(bgr, fit, scale)
    free = board.free_cells()
    printed_hits, printed, printed_border = _on_lattice(board, free, raised=False)
    tops_hits, tops_weight, tops_border = _on_lattice(tops, free, raised=True)
    visible = [visible_bands(fit.pose, fit.tops, free, side, RIM_OFFSETS) for side in range(4)]
    inner_lines = 2 * len(board.grid) - board.grid.rows - board.grid.cols
    clearness = (printed_hits + tops_hits) / inner_lines
    return Evidence(
        (printed_hits + tops_hits) / max(printed + tops_weight, 1e-9),
        printed_hits / max(printed, 1e-9),
        printed,
        clearness,
        float((printed_border + tops_border).min() / max(clearness, 1e-9)),
        _sides(board, visible, np.maximum(_beyond(board), _beyond(tops))),
        _alike(board, visible),
    )


def _on_lattice(lattice: Lattice, free: np.ndarray, *, raised: bool) -> tuple[float, float, Points]:
    """Weight of the peaks on inner lines and of all peaks, between free cells or where ``raised`` elsewhere; and the
    mean weight of the lines that cross each of the four border rows and columns."""
    hits, total, border = 0.0, 0.0, []
    for axis in (0, 1):
        beside = free if axis == 0 else free.T
        peaks = lattice.peaks(axis, np.arange(1, lattice.lines(axis)), SEARCH)
        both = beside[peaks.band, peaks.line] & beside[peaks.band, peaks.line + 1]
        weight = peaks.weight * (both != raised)
        on_line = weight * (np.abs(peaks.place - peaks.line - 1) < ON_LINE)
        hits += float(on_line.sum())
        total += float(weight.sum())
        last = len(lattice.activity[axis]) - 1
        border += [on_line[peaks.band == band].sum() / (lattice.lines(axis) - 1) for band in (0, last)]
        if not raised:
            total += MISSING * float((beside[:, :-1] & beside[:, 1:]).sum() - both.sum())
    return hits, total, np.array(border)


def _sides(board: Lattice, visible: list[np.ndarray], beyond: Points) -> tuple[Side, ...]:
    """Left, right, top and bottom, for the two lines that most bands of all sides show."""
    seen = np.array([mask.sum(axis=0) for mask in visible])
    hits = np.array([(mask & _shows_line(board, side)).sum(axis=0) for side, mask in enumerate(visible)])
    share = np.where(seen >= LEAST_SEEN, hits / np.maximum(seen, 1), HIDDEN_SHARE)
    order = np.argsort(-share.sum(axis=0), kind="stable")
    second = next(at for at in order if abs(RIM_OFFSETS[at] - RIM_OFFSETS[order[0]]) > RIM_LINES_APART)
    found = share[:, [order[0], second]].mean(axis=1)
    enough = seen[:, order[0]] >= LEAST_SEEN
    return tuple(Side(bool(v), float(f), float(b)) for v, f, b in zip(enough, found, beyond, strict=True))


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


def _beyond(plane: Lattice) -> Points:
    """For left, right, top and bottom: the share of peaks on the table beyond that stand on lines of the lattice."""
    shares = []
    for axis in (1, 0):
        peaks = plane.peaks(axis, np.arange(1, plane.lines(axis)), SEARCH, of=plane.beyond[axis])
        on_line = np.abs(peaks.place - peaks.line - 1) < ON_LINE
        for strip in (0, 1):
            weight = peaks.weight * (peaks.band == strip)
            shares.append((weight * on_line).sum() / (weight.sum() + UNSEEN))
    return np.array(shares)


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
