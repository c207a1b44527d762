"""The set of pieces that explains all evidence best, and how far behind the next best ones are.

Choosing placements so that no cell is covered twice and no piece used twice, at the highest total evidence, is a
weighted set packing; ``packing`` solves it exactly and gives every choice near the best.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial

import numpy as np

from referee.grid import Cell
from vision.pieces.catalogue import Catalogue, Indices
from vision.pieces.packing import Packing, Search
from vision.pieces.scores import Numbers, Scores, Weights
from vision.pieces.swap import Exchange, Swap, probabilities

MOST_NODES = 3000
"""Steps after which the search is left with what it has: a count, so that results never depend on the machine."""
HORIZON = 7.0
"""Explanations are listed down to this much log-odds below the best: one in 1,100."""
MOST_EXPLANATIONS = 12
"""No more explanations of a part are listed than this, nor of the whole board; a part with so many is crowded."""
MOST_STEPS = 400
"""Steps after which the search for what may lie instead of one placement is left."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Placements by their number in the catalogue, and their total evidence in log-odds."""

    placements: frozenset[int]
    score: float


Exchanged = tuple[list[Swap], frozenset[int]]
"""What may lie instead of the best explanation of a part, and its placements for which not all of that was found."""


@dataclass(frozen=True, eq=False)
class Explained:
    """The best explanations, best first, down to ``HORIZON`` below the best, and the placements anywhere ``near``
    them. ``parts`` are what they are put together from: of each part of the board whose placements compete with none
    of another part, the best explanations, best first, down to ``HORIZON`` below its best; a part that is ``crowded``
    (its number) has no room to list all, and what may lie instead of its best one is looked for once it is asked.
    ``cut`` are placements of the best one that may have rivals which the search had no time to weigh. ``prices`` say
    what each of the items (``items_of``) is worth to them, in log-odds, of which the share ``trust`` counts."""

    found: list[Explanation]
    parts: list[list[Explanation]]
    near: Numbers
    prices: Weights
    trust: float
    cut: frozenset[int] = frozenset()
    crowded: Mapping[int, Callable[[], Exchanged]] = field(default_factory=dict)

    @cached_property
    def _exchanged(self) -> dict[int, Exchanged]:
        return {place: exchanged() for place, exchanged in self.crowded.items()}

    @property
    def swaps(self) -> dict[int, list[Swap]]:
        """What may lie instead of the best explanation of each crowded part (its number)."""
        return {place: swaps for place, (swaps, _) in self._exchanged.items()}

    @property
    def contested(self) -> frozenset[int]:
        """Placements of the best explanation of which not all rivals may have been found."""
        return self.cut.union(*(unfinished for _, unfinished in self._exchanged.values()))

    def probabilities(self) -> dict[int, float]:
        """How probable each placement is: the share of the explanations of its part that hold it, each weighed by its
        evidence, or what the swaps of a crowded part say."""
        found, swaps = dict[int, float](), self.swaps
        for place, part in enumerate(self.parts):
            if place in swaps:
                found |= probabilities(part[0].placements, swaps[place], self.trust)
                continue
            for each, share in zip(part, weighed(part, self.trust), strict=True):
                for number in each.placements:
                    found[number] = found.get(number, 0.0) + float(share)
        return found

    def shares(self) -> Weights:
        """How probable each of the explanations ``found`` is as a whole."""
        best = float(np.prod([weighed(part, self.trust)[0] for part in self.parts]))
        scores = np.array([each.score for each in self.found])
        return np.asarray(best * np.exp(self.trust * (scores - scores[0])))

    def losses(self, gain: Weights, catalogue: Catalogue) -> Weights:
        """By how much some evidence (N,) for each placement falls short of what its cells and its piece are worth."""
        return np.asarray(np.append(self.prices, 0.0)[items_of(catalogue)].sum(axis=1) - gain)

    def most_with(self, gain: Weights, catalogue: Catalogue) -> Weights:
        """The most (N,) that could be explained if each placement lies there, by the evidence ``gain`` for it: no
        explanation gains more than all is worth, less what is lost by the placement; mostly less can be."""
        return np.asarray(self.prices.sum() - self.losses(gain, catalogue))

    def most_below(
        self, evidence: Scores, catalogue: Catalogue, among: Numbers, seen: Mapping[Cell, float], upper: int
    ) -> float:
        """No less than can be explained below an upper placement by the ``evidence`` then, ``among`` some others: all
        that is worth something without it still is, but the piece itself, and cells only as far as they are ``seen``
        past it."""
        worth, items = np.append(self.prices, 0.0), items_of(catalogue)
        for cell, share in seen.items():
            worth[catalogue.number_of(cell)] *= share
        worth[items[upper, -1]] = 0.0
        hopeful = among[evidence.gain[among] > 0]
        every = Packing(evidence.gain[hopeful], items[hopeful], catalogue.item_count)
        return float(every.raised(worth[:-1]).sum()) if len(hopeful) else 0.0


def explain(evidence: Scores, catalogue: Catalogue, among: Numbers | None = None) -> Explained:
    """Explains the evidence of a reading.

    Args:
        evidence: of each placement; those with no gain never help and are left out.
        catalogue: the placements.
        among: the only placements to consider; all of them where it is not given.
    """
    every = np.arange(len(evidence.gain)) if among is None else among
    hopeful = every[evidence.gain[every] > 0]
    items = catalogue.item_count
    if len(hopeful) == 0:
        nothing = [Explanation(frozenset(), 0.0)]
        return Explained(nothing, [nothing], hopeful, np.zeros(items), evidence.trust)
    whole = Packing(evidence.gain[hopeful], items_of(catalogue)[hopeful], items)
    relaxation = whole.estimated(np.pad(evidence.worth, (0, items - catalogue.cell_count)))
    if not relaxation.is_tight(whole):
        relaxation = whole.relaxed()
    losses = whole.losses(relaxation.prices)
    reach = HORIZON
    while True:
        near = np.flatnonzero(losses <= HORIZON + reach)
        columns = [near[together] for together in whole.only(near).apart()]
        searches = [
            Search(whole.only(part), relaxation.only(whole, part), HORIZON, MOST_EXPLANATIONS, MOST_NODES)
            for part in columns
        ]
        parts = [_explanations(search, hopeful[part]) for search, part in zip(searches, columns, strict=True)]
        gap = float(relaxation.prices.sum()) - sum(part[0].score for part in parts)
        proven = all(search.proven for search in searches)
        if gap <= reach or len(near) == len(losses) or not proven:
            break
        reach = gap
    found = _together(parts)
    cut = frozenset() if proven else _contested(found[0], catalogue, hopeful[losses <= HORIZON + gap])
    listed = hopeful[losses <= 2 * HORIZON + gap]
    full = [place for place, part in enumerate(parts) if len(part) == MOST_EXPLANATIONS]
    crowded = {
        place: partial(_swaps, parts[place][0], whole, relaxation.prices, columns[place], hopeful)
        for place in (full if catalogue.kind.crowded and proven else ())  # else all that might be is contested
    }
    return Explained(found, parts, listed, relaxation.prices, evidence.trust, cut, crowded)


def _explanations(search: Search, columns: Numbers) -> list[Explanation]:
    """What a search finds, with the placements that its columns stand for."""
    return [Explanation(_named(columns, each.columns), each.gain) for each in search.run()]


def _swaps(best: Explanation, whole: Packing, prices: Weights, columns: Numbers, hopeful: Numbers) -> Exchanged:
    """What may lie instead of a part's best explanation, and its placements for which not all of that was found.

    Where much is unclear at once, the list of explanations is filled by the ways to combine the least sure pieces: what
    all of them hold looks certain though it was never doubted, and what few do not hold surer than it is.
    """
    numbers = hopeful[columns]
    chosen = np.flatnonzero(np.isin(numbers, list(best.placements))).tolist()
    exchange = Exchange(whole.only(columns), prices, chosen, HORIZON, MOST_STEPS)
    swaps = [replace(swap, gone=_named(numbers, swap.gone), come=_named(numbers, swap.come)) for swap in exchange.run()]
    return swaps, _named(numbers, exchange.unfinished)


def _named(numbers: Numbers, columns: Collection[int]) -> frozenset[int]:
    """The placements that columns stand for."""
    return frozenset(int(numbers[column]) for column in columns)


def _together(parts: list[list[Explanation]]) -> list[Explanation]:
    """The best explanations of all parts at once, best first, down to ``HORIZON`` below the best."""
    found = [Explanation(frozenset(), 0.0)]
    for part in parts:
        both = [Explanation(a.placements | b.placements, a.score + b.score) for a in found for b in part]
        both.sort(key=lambda each: -each.score)
        found = [each for each in both if each.score >= both[0].score - HORIZON][:MOST_EXPLANATIONS]
    return found


def weighed(part: list[Explanation], trust: float) -> Weights:
    """The probabilities of the explanations of a part."""
    shares = np.exp(trust * (np.array([each.score for each in part]) - part[0].score))
    return np.asarray(shares / shares.sum())


def unrivalled(explained: Explained, evidence: Scores, catalogue: Catalogue, among: Collection[int]) -> frozenset[int]:
    """Those of some placements of the best explanation without which nothing comes within ``HORIZON`` of it. The
    relaxation is asked, which gains at least as much: a few of them are not found."""
    best, near = explained.found[0], explained.near
    items = catalogue.item_count
    found = set()
    for number in best.placements.intersection(among):
        rest = near[near != number]
        without = Packing(evidence.gain[rest], items_of(catalogue)[rest], items).relaxed() if len(rest) else None
        if without is None or best.score - without.prices.sum() > HORIZON:
            found.add(number)
    return frozenset(found)


def narrowed(explained: Explained, evidence: Scores, catalogue: Catalogue) -> Explained:
    """The same, where the search had no time, without doubts about placements that nothing can come near without: half
    a board may be burnt out and the other half plain to see, yet all pieces of a colour are weighed together."""
    if not explained.cut:
        return explained
    return replace(explained, cut=explained.cut - unrivalled(explained, evidence, catalogue, explained.cut))


def _contested(best: Explanation, catalogue: Catalogue, near: Numbers) -> frozenset[int]:
    """The placements of the best explanation that share a cell with another one near it."""
    uses = np.bincount(catalogue.cells[near].ravel(), minlength=catalogue.cell_count + 1)[:-1]
    return frozenset(n for n in best.placements if any(uses[i] > 1 for i in catalogue.cells[n] if i < len(uses)))


@lru_cache(maxsize=8)
def items_of(catalogue: Catalogue) -> Indices:
    """(N, most squares + 1) what each placement uses up: its cells, and its piece if no other looks like it."""
    count = catalogue.item_count
    cells = np.where(catalogue.cells < catalogue.cell_count, catalogue.cells, count)
    single = catalogue.single[catalogue.piece]
    return np.column_stack([cells, np.where(single, catalogue.cell_count + catalogue.piece, count)]).astype(np.int32)
