"""A piece lying on another: looked for one thickness higher, and by what it leaves visible of those below."""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.grid import Cell
from referee.polyomino import Cells
from vision.cells.observe import shifts
from vision.cells.reading import RING, Reading
from vision.pieces.assemble import Explained, explain
from vision.pieces.before import NOTHING, Before
from vision.pieces.catalogue import Catalogue
from vision.pieces.scores import Numbers, Scores, Weights, scores
from vision.pose import BoardPose

RARITY = 4.0
"""Log-odds against a piece lying on another, before anything is seen: about one picture in fifty."""
TRIED = 8
"""So many of the likeliest upper pieces are tried against all explanations of what lies below, and as many of those
that besides lose least against what else may fill their cells."""
MOST_LOST = 24.0
"""Log-odds by which the evidence for an upper piece may fall short of that for what else may fill its cells: what comes
to light below it explains hardly more than that."""
WHICH = 0.5
"""What the evidence one level up counts once more when it is asked which piece lies on others, not whether one does."""
WHICH_BY_STEPS = 1.5
"""The same for steps: of one that lies about there too some of the sides are within the piece."""
DOUBTFUL = 1.0
"""An overlap that leads by less (log-odds) is none. In 500 pictures, 60 of them drawn with one, four led by less, which
were not there, and four by that to 3.3, three of which were."""
FLOATING = 8.0
"""An overlap must lead by so much (log-odds) if nothing is seen of what lies below, nor enough of steps. In 340
pictures none led by more than four that was not there (before steps counted), unless another one was; one askew on bare
board may lead by far (18 in a picture)."""
HELD = 9.5
"""Evidence (log-odds) by the steps down from a piece from which on something holds it, though nothing is seen of that.
Of 27 that lay askew on bare board none had more than 8.2, of five that hid all they lay on four had 9.9 and more."""
SEEN_BELOW = 2.0
"""Evidence (log-odds) for the pieces below one, by what is seen of them, from which on they hold it. Of 94 that were
told on simulated pictures all had 3.4 and more, but for one that hid all below it; one that lay flat beside strips of
light and shadow on bare board, which were taken for the stripes of a piece below, had 0.8."""
RIVALS = 4
"""So many of the likeliest overlaps in one place are compared with each other; the more there are, the less is seen
whichever of them lies there, and the lead of one says little beside that of another which hides other cells."""
SURE_LEAD = 2.0
"""Log-odds by which an overlap must lead to be named; below it, its cells are uncertain."""
LIFTED, TROUBLED, NEITHER = 0.15, 0.48, 4.8
"""Log-odds for a placement being an upper piece: for each log-odds of being seen one level up, for each of trouble on
its cells in the mean, and where both are nought; from a logistic regression over pieces of simulated pictures."""
BARELY, PLAINLY = 0.4, 0.8
"""Of a cell of which an upper piece leaves less than the first share to be seen nothing counts, from the second on all
does. Of 142 such cells behind upper pieces none of 47 bare ones looked filled that are seen for six tenths or more, and
5 of 46 filled ones bare; with less, many do."""
LEAST_LIFT = -4.0
"""Placements with less are not tried."""
MOST_LIFT, MOST_STEPS = 8.0, 8.0
"""No more than this is said by them together, and as much by the steps down from a piece: its cells err together."""
LITTLE = 2.0
"""Fewer log-odds of steps, for or against, say nothing: the network has seen simulated tables only, and is less sure
of photographs. Of 341 flat pieces in 30 rendered ones six had more than 3, of 1,096 in simulated pictures none."""
MOST_AGAINST = 4.0
"""Where it is asked whether a piece lies on others steps speak only against it, with no more log-odds than this."""
ASKED = 100
"""Of so many of the likeliest upper pieces, chosen as those that are tried, it is asked whether there are steps down
from them."""


@dataclass(frozen=True, eq=False)
class Overlap:
    """An upper piece (its placement number), the numbers of those below it, and how the rest is explained then.

    ``lead`` is how much better (log-odds) this explains everything than the best explanation without an overlap, and
    ``margin`` than the next best one with another; ``rivals`` are those that explain it hardly less well. ``stepped``
    is the evidence for it by the steps down from it alone, ``seen_below`` that for the pieces below, by what is seen of
    them and known from before. ``below`` is the reading in which what the upper piece hides counts as far as it is
    seen.
    """

    upper: int
    cells: Cells
    on: tuple[int, ...]
    explained: Explained
    below: Reading
    lead: float
    margin: float = np.inf
    rivals: tuple["Overlap", ...] = ()
    stepped: float = 0.0
    seen_below: float = 0.0

    @property
    def possible(self) -> tuple["Overlap", ...]:
        """This one and its rivals."""
        return (self, *self.rivals)

    @property
    def is_told(self) -> bool:
        """Whether a piece lies on others for sure, and which it is."""
        return min(self.lead, self.margin) >= SURE_LEAD

    @property
    def is_held(self) -> bool:
        """Whether something holds it: others are seen below it, or steps down all round it."""
        return self.seen_below > SEEN_BELOW or self.stepped > HELD


def find_overlap(
    lower: Reading,
    upper: Reading,
    pose: BoardPose,
    catalogue: Catalogue,
    alone: Explained,
    higher: Callable[[int], float],
    before: Before = NOTHING,
) -> Overlap | None:
    """The likeliest overlap, if it explains the pictures so much better than none (``DOUBTFUL``).

    Args:
        lower: reading at level 0.
        upper: reading at level 1, one thickness higher.
        pose: of the board.
        catalogue: the placements.
        alone: how everything is explained without an overlap.
        higher: the evidence (log-odds) for a placement lying on others by the steps down from it.
        before: what is known from before.
    """
    up = scores(upper, catalogue)
    alike = np.maximum(up.gain, scores(lower, catalogue).gain)
    lifts = _lifts(lower, up, catalogue, before)
    lost = np.maximum(alone.losses(alike, catalogue), 0.0)  # of what comes to light below it nothing is known

    def likely(lifts: Weights, least: Weights | float, most_lost: Weights | float, count: int) -> list[int]:
        lifted = np.where((lost < most_lost) & (lifts > least), lifts, -np.inf)
        found = (_likeliest(promise, catalogue, before.lying, count) for promise in (lifted, lifted - lost))
        return sorted(set().union(*found))

    steps = {number: higher(number) for number in likely(lifts, LEAST_LIFT - MOST_STEPS, MOST_LOST + MOST_STEPS, ASKED)}
    stepped = np.full(len(lifts), -np.inf)
    said = np.array(list(steps.values()))
    stepped[list(steps)] = np.where(np.abs(said) < LITTLE, 0.0, said).clip(-MOST_STEPS, MOST_STEPS)
    told = alike + np.minimum(lifts, MOST_LIFT) + stepped.clip(-MOST_AGAINST, 0) - RARITY
    flat = _OneLayer(lower, pose, catalogue, alone, before)
    uppers = likely(lifts + stepped, LEAST_LIFT, MOST_LOST + stepped, TRIED)
    found_on = {number: flat.with_upper(number, float(told[number])) for number in uppers}
    tried = [replace(each, stepped=steps[number]) for number, each in found_on.items() if each is not None]
    # One of which nothing is seen to hold it would float: what lies below hardly ever hides so well.
    which = WHICH * up.gain + WHICH_BY_STEPS * stepped
    found = flat.best([each for each in tried if each.lead > (0 if each.is_held else FLOATING)], told, which)
    return found if found is not None and found.lead > DOUBTFUL else None


@dataclass(frozen=True, eq=False)
class _OneLayer:
    """What is seen on the plane of the tops, and how it is explained if no piece lies on another."""

    lower: Reading
    pose: BoardPose
    catalogue: Catalogue
    alone: Explained
    before: Before

    def with_upper(self, number: int, told: float) -> Overlap | None:
        """How all is explained with this placement on top, ``told`` being the evidence for it alone; None where it can
        only be explained worse than without."""
        cells = self.catalogue.cells_of(number)
        seen = self._seen_past([number])
        below = self.lower.weakened(seen)
        among = self._of_interest(seen, number)
        evidence = self._scores(below, among)
        # What the upper piece hides of others counts as little without it: no more is asked of one explanation.
        veiled = self.lower.weakened({cell: seen[cell] for cell in seen.keys() - set(cells)})
        held = sorted(frozenset[int]().union(*(each.placements for each in self.alone.found)))
        flat = self._scores(veiled, np.array(held, np.int64)).gain
        best_flat = max(float(flat[list(each.placements)].sum()) for each in self.alone.found)
        if told + self.alone.most_below(evidence, self.catalogue, among, seen, number) <= best_flat:
            return None
        explained = explain(evidence, self.catalogue, among)
        rest = explained.found[0]
        there = sorted({*rest.placements, *self.before.lying})  # what is known to lie there may be hidden as a whole
        on = tuple(n for n in there if set(self.catalogue.cells_of(n)) & set(cells))
        seen_below = float(np.maximum(evidence.gain[list(on)], 0).sum())  # one that is known may have been taken away
        lead = told + rest.score - best_flat
        return Overlap(number, cells, on, explained, below, lead, seen_below=seen_below)

    def best(self, tried: list[Overlap], told: Weights, which: Weights) -> Overlap | None:
        """The likeliest of some overlaps; ``told`` is the evidence for each, and ``which`` that for which of them lies
        there if one does."""
        ranked = sorted(tried, key=lambda each: -each.lead)
        if not ranked:
            return None
        hidden = self._seen_past([ranked[0].upper]).keys()
        here = [each for each in ranked if hidden & self._seen_past([each.upper]).keys()]
        likely = sorted(here, key=lambda each: -each.lead - float(which[each.upper]))
        first = self._best_here(likely[:RIVALS], told + which)
        others = [each for each in ranked if each not in here]
        margin = min([first.margin, *(first.lead - each.lead for each in others)])
        rivals = first.rivals + tuple(each for each in others if first.lead - each.lead < SURE_LEAD)
        return replace(first, margin=margin, rivals=rivals)

    def _best_here(self, rivals: Sequence[Overlap], told: Weights) -> Overlap:
        """The likeliest of some in one place, compared over what is seen whichever of them lies there."""
        if len(rivals) < 2:
            return rivals[0]
        seen = self._seen_past([one.upper for one in rivals])
        veiled = self.lower.weakened(seen)
        rest = [self._explained(veiled, seen, one.upper).found[0].score for one in rivals]
        totals = [float(told[one.upper]) + score for one, score in zip(rivals, rest, strict=True)]
        first, second, *_ = (int(at) for at in np.argsort(totals)[::-1])
        near = tuple(one for one, total in zip(rivals, totals, strict=True) if totals[first] - total < SURE_LEAD)
        others = tuple(one for one in near if one is not rivals[first])
        return replace(rivals[first], margin=totals[first] - totals[second], rivals=others)

    def _seen_past(self, rivals: Sequence[int]) -> dict[Cell, float]:
        """How much of what is seen of cells counts whichever of some placements lies on top."""
        every = [seen_past(self.catalogue.cells_of(number), self.pose, self.lower.height) for number in rivals]
        return {cell: min(seen.get(cell, 1.0) for seen in every) for seen in every for cell in seen}

    def _explained(self, below: Reading, hidden: Collection[Cell], upper: int) -> Explained:
        """What lies below an upper placement, where so much is hidden."""
        among = self._of_interest(hidden, upper)
        return explain(self._scores(below, among), self.catalogue, among)

    def _of_interest(self, hidden: Collection[Cell], upper: int) -> Numbers:
        """The placements that count without an upper piece, or are hidden in part by it."""
        of_interest = (self.alone.near, np.array(self.before.lying, np.int64), self.catalogue.meeting(hidden))
        among = np.unique(np.concatenate(of_interest))
        others: Numbers = among[self.catalogue.piece[among] != self.catalogue.piece[upper]]
        return others

    def _scores(self, seen: Reading, among: Numbers) -> Scores:
        return self.before.lower(scores(seen, self.catalogue, among), self.catalogue, self.lower.height)


def _lifts(lower: Reading, upper: Scores, catalogue: Catalogue, before: Before) -> Weights:
    """Log-odds for each placement being an upper piece, from what is seen where it lies, and from before."""
    seen = before.upper(upper, catalogue, lower.height).gain
    of_cells = np.append(lower.troubled.ravel(), 0.0)[catalogue.cells].sum(axis=1)
    trouble = of_cells / (catalogue.cells < catalogue.cell_count).sum(axis=1)
    return np.asarray(LIFTED * seen + TROUBLED * trouble + NEITHER, dtype=np.float64)


def _likeliest(promise: Weights, catalogue: Catalogue, known: Collection[int], count: int) -> list[int]:
    """So many placements that look most like an upper piece; what is known to lie there lies below."""
    possible = np.where(np.isin(catalogue.piece, catalogue.piece[list(known)]), -np.inf, promise)
    return [int(n) for n in np.argsort(-possible, kind="stable")[:count] if np.isfinite(possible[n])]


def hidden_by(cells: Collection[Cell], pose: BoardPose, height: float) -> Cells:
    """The cells of the plane of the tops that a piece lying on others hides for more than a thin edge."""
    return tuple(sorted(seen_past(cells, pose, height)))


def seen_past(cells: Collection[Cell], pose: BoardPose, height: float) -> dict[Cell, float]:
    """How much (0 to 1) of the evidence for cells of the plane of the tops counts, of those that a piece lying on
    others hides for more than a thin edge: of its own nothing, of those behind it as is seen of them."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height, 1)
    hidden: defaultdict[Cell, float] = defaultdict(float)
    for row, col in cells:
        for below, tall in _spans(row * (1 + y_a_row) + y0, 1 + y_a_row):
            for right, wide in _spans(col * (1 + x_a_col) + x0, 1 + x_a_col):
                hidden[below, right] += tall * wide
    seen = {cell: float(np.clip((1 - part - BARELY) / (PLAINLY - BARELY), 0, 1)) for cell, part in hidden.items()}
    seen |= dict.fromkeys(cells, 0.0)
    ring = range(-RING, pose.grid.rows + RING), range(-RING, pose.grid.cols + RING)
    return {cell: share for cell, share in seen.items() if share < 1 and cell[0] in ring[0] and cell[1] in ring[1]}


def _spans(start: float, length: float) -> list[tuple[int, float]]:
    """The whole numbers between which a stretch begins or goes on, and how long it is there."""
    first, last = math.floor(start), math.floor(start + length)
    return [(at, min(start + length, at + 1) - max(start, at)) for at in range(first, last + 1)]
