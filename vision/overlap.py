"""A piece lying on another: looked for one thickness higher, and by what it leaves visible of those below."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.grid import Cell
from referee.polyomino import Cells
from vision.assemble import Explained, Scores, Weights, explain, scores
from vision.before import NOTHING, Before
from vision.catalogue import Catalogue
from vision.observe import shifts
from vision.pose import BoardPose
from vision.reading import RING, Reading

RARITY = 4.0
"""Log-odds against a piece lying on another, before anything is seen: about one picture in fifty."""
TRIED = 8
"""So many of the likeliest upper pieces are tried against all explanations of what lies below."""
MOST_LOST = 24.0
"""Log-odds by which the evidence for an upper piece may fall short of that for what else may fill its cells: what comes
to light below it explains hardly more than that."""
WHICH = 0.5
"""What the evidence one level up counts once more when it is asked which piece lies on others, not whether one does."""
RIVALS = 4
"""So many of the likeliest overlaps are compared with each other."""
LIFTED, TROUBLED, NEITHER = 0.15, 0.48, 4.8
"""Log-odds for a placement being an upper piece: for each log-odds of being seen one level up, for each of trouble on
its cells in the mean, and where both are nought; from a logistic regression over pieces of simulated pictures."""
PARTS = (0.2, 0.5, 0.8)
"""Where, across and down a cell, it is looked whether an upper piece hides it: all but a thin edge must be seen."""
LEAST_LIFT = -4.0
"""Placements with less are not tried."""
MOST_LIFT = 8.0
"""No more than this is said by them together: the cells of a piece err together."""


@dataclass(frozen=True, eq=False)
class Overlap:
    """An upper piece (its placement number), the numbers of those below it, and how the rest is explained then.

    ``lead`` is how much better (log-odds) this explains everything than the best explanation without an overlap, and
    ``margin`` than the next best one with another.
    ``below`` is the reading with nothing known where the upper piece hides the view.
    """

    upper: int
    cells: Cells
    on: tuple[int, ...]
    explained: Explained
    below: Reading
    lead: float
    margin: float = np.inf


def find_overlap(
    lower: Reading,
    upper: Reading,
    pose: BoardPose,
    catalogue: Catalogue,
    alone: Explained,
    before: Before = NOTHING,
) -> Overlap | None:
    """The likeliest overlap, if any explains the pictures better than none.

    Args:
        lower: reading at level 0.
        upper: reading at level 1, one thickness higher.
        pose: of the board.
        catalogue: the placements.
        alone: how everything is explained without an overlap.
        before: what is known from before.
    """
    seen_up = scores(upper, catalogue).gain
    alike = np.maximum(seen_up, scores(lower, catalogue).gain)
    lifts = _lifts(lower, upper, catalogue, before)
    told = alike + np.minimum(lifts, MOST_LIFT) - RARITY
    table = _Table(lower, pose, catalogue, alone, before)
    likely = np.where(alone.losses(alike, catalogue) < MOST_LOST, lifts, -np.inf)
    tried = [table.with_upper(number, float(told[number])) for number in _likeliest(likely, catalogue, before.lying)]
    # One of which nothing is seen to hold it would float: what lies below hardly ever hides so well.
    return table.best([each for each in tried if each.on and each.lead > 0], told + WHICH * seen_up)


@dataclass(frozen=True, eq=False)
class _Table:
    """What is seen on the plane of the tops, and how it is explained if no piece lies on another."""

    lower: Reading
    pose: BoardPose
    catalogue: Catalogue
    alone: Explained
    before: Before

    def with_upper(self, number: int, told: float) -> Overlap:
        """How all is explained with this placement on top, ``told`` being the evidence for it alone."""
        cells = self.catalogue.cells_of(number)
        hidden = hidden_by(cells, self.pose, self.lower.height)
        below = self.lower.without(hidden)
        explained = self._explained(below, hidden, number)
        rest = explained.found[0]
        there = sorted({*rest.placements, *self.before.lying})  # what is known to lie there may be hidden as a whole
        on = tuple(n for n in there if set(self.catalogue.cells_of(n)) & set(cells))
        # What only the upper piece hides is asked of neither explanation.
        flat = self._scores(self.lower.without(set(hidden) - set(cells))).gain
        best_flat = max(float(flat[list(each.placements)].sum()) for each in self.alone.found)
        return Overlap(number, cells, on, explained, below, told + rest.score - best_flat)

    def best(self, tried: list[Overlap], told: Weights) -> Overlap | None:
        """The likeliest of some overlaps; ``told`` is the evidence for each."""
        ranked = sorted(tried, key=lambda each: -each.lead)
        if not ranked:
            return None
        hidden = self._hidden_by(ranked[:1])
        here = [each for each in ranked if hidden.intersection(self._hidden_by([each]))]
        first = self._best_here(here[:RIVALS], told)
        elsewhere = [first.lead - each.lead for each in ranked if each not in here]
        return replace(first, margin=min([first.margin, *elsewhere]))

    def _best_here(self, rivals: Sequence[Overlap], told: Weights) -> Overlap:
        """The likeliest of some in one place, compared over what none of them hides."""
        if len(rivals) < 2:
            return rivals[0]
        hidden = self._hidden_by(rivals)
        blank = self.lower.without(hidden)
        rest = [self._explained(blank, hidden, one.upper).found[0].score for one in rivals]
        totals = [float(told[one.upper]) + score for one, score in zip(rivals, rest, strict=True)]
        first, second = (int(at) for at in np.argsort(totals)[:-3:-1])
        return replace(rivals[first], margin=totals[first] - totals[second])

    def _hidden_by(self, rivals: Sequence[Overlap]) -> set[Cell]:
        return {cell for each in rivals for cell in hidden_by(each.cells, self.pose, self.lower.height)}

    def _explained(self, below: Reading, hidden: Collection[Cell], upper: int) -> Explained:
        """What lies below, by the placements that count without an upper piece, or are hidden in part by it."""
        of_interest = (self.alone.near, np.array(self.before.lying, np.int64), self.catalogue.meeting(hidden))
        among = np.unique(np.concatenate(of_interest))
        among = among[self.catalogue.piece[among] != self.catalogue.piece[upper]]
        return explain(self._scores(below), self.catalogue, among)

    def _scores(self, seen: Reading) -> Scores:
        return self.before.lower(scores(seen, self.catalogue), self.catalogue, self.lower.height)


def _lifts(lower: Reading, upper: Reading, catalogue: Catalogue, before: Before) -> Weights:
    """Log-odds for each placement being an upper piece, from what is seen where it lies, and from before."""
    seen = before.upper(scores(upper, catalogue), catalogue, lower.height).gain
    of_cells = np.append(lower.troubled.ravel(), 0.0)[catalogue.cells].sum(axis=1)
    trouble = of_cells / (catalogue.cells < catalogue.cell_count).sum(axis=1)
    return np.asarray(LIFTED * seen + TROUBLED * trouble + NEITHER, dtype=np.float64)


def _likeliest(lifts: Weights, catalogue: Catalogue, known: Collection[int]) -> list[int]:
    """The placements that look most like an upper piece; what is known to lie there lies below."""
    possible = np.where(np.isin(catalogue.piece, catalogue.piece[list(known)]), -np.inf, lifts)
    return [int(n) for n in np.argsort(-possible, kind="stable")[:TRIED] if possible[n] > LEAST_LIFT]


def hidden_by(cells: Collection[Cell], pose: BoardPose, height: float) -> Cells:
    """The cells of the plane of the tops that a piece lying on others hides: its own, and those behind it."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height, 1)
    found = set(cells)
    for row, col in cells:
        for part in PARTS:
            x, y = col + part, row + part
            found.add((int(np.floor(y + y0 + y_a_row * y)), int(np.floor(x + x0 + x_a_col * x))))
    rows, cols = pose.grid.rows, pose.grid.cols
    return tuple(sorted((r, c) for r, c in found if -RING <= r < rows + RING and -RING <= c < cols + RING))
