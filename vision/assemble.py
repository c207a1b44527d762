"""The set of pieces that explains all evidence best, and how far behind the next best ones are.

Choosing placements so that no cell is covered twice and no piece used twice, at the highest total evidence, is a
weighted set packing; ``packing`` solves it exactly and gives every choice near the best.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.catalogue import Catalogue, Indices
from vision.packing import Packing, Search
from vision.reading import Reading

MOST_TRIED = 4000
"""In a picture that fits nothing well, no more placements than this are weighed."""
MOST_NODES = 3000
"""Steps after which the search is left with what it has: a count, so that results never depend on the machine."""
HORIZON = 7.0
"""Explanations are listed down to this much log-odds below the best: one in 1,100."""
MOST_EXPLANATIONS = 12
"""No more explanations than this are listed."""
EMPTY = -4.0
"""A cell with less evidence (log-odds) of being occupied than this is empty."""
CAP = 6.0
"""No single cell or border counts for more log-odds than this: evidence is never that independent."""

FIRST_TRIED = 600
"""The most hopeful placements, solved first for a lower bound; up to so many are solved without more pruning."""

Weights = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Placements by their number in the catalogue, and their total evidence in log-odds."""

    placements: frozenset[int]
    score: float


@dataclass(frozen=True, eq=False)
class Scores:
    """Evidence for every placement of the catalogue.

    ``gain`` (N,) is its total in log-odds: its cells are occupied, its inner borders joined. ``slack`` (N,) is by how
    much that stays below what its cells could give at best, and ``bound`` what all cells together could give at best:
    prices that make the dual of the linear relaxation feasible, and so prove at once that most placements are hopeless.
    """

    gain: Weights
    slack: Weights
    bound: float

    def favouring(self, numbers: Collection[int], bonus: float) -> "Scores":
        """The same with extra evidence for some placements, e.g. for pieces known to lie there."""
        extra = np.zeros_like(self.gain)
        extra[list(numbers)] = bonus
        return Scores(self.gain + extra, self.slack - extra, self.bound + bonus * len(numbers))


def scores(reading: Reading, catalogue: Catalogue) -> Scores:
    """The evidence of a reading for every placement."""
    cells = np.clip(reading.occupied, -CAP, CAP).astype(np.float64)
    joins = np.clip(np.stack([reading.joined_right, reading.joined_down]), -CAP, CAP).astype(np.float64)
    joins[:, cells < EMPTY] = -CAP  # the network was never asked whether empty cells are joined
    gain = _total(cells, catalogue.cells) + _total(joins, catalogue.joins)
    hope = np.maximum(joins, 0) / 2
    price = np.maximum(cells, 0) + hope[0] + hope[1]
    price[:, 1:] += hope[0][:, :-1]
    price[1:] += hope[1][:-1]
    return Scores(gain, _total(price, catalogue.cells) - gain, float(price.sum()))


def _total(evidence: Weights, numbers: Indices) -> Weights:
    return np.append(evidence.ravel(), 0.0)[numbers].sum(axis=1)


def explanations(
    evidence: Scores, catalogue: Catalogue, banned: npt.NDArray[np.bool_] | None = None
) -> list[Explanation]:
    """The best explanations, best first, down to ``HORIZON`` below the best.

    Args:
        evidence: of each placement; those with no gain never help and are left out.
        catalogue: the placements.
        banned: (N,) placements that are not possible, e.g. of pieces that nobody holds any more.
    """
    useful = evidence.gain > 0
    if banned is not None:
        useful &= ~banned
    hopeful = np.flatnonzero(useful)
    hopeful = hopeful[np.argsort(evidence.slack[hopeful], kind="stable")]
    first = _search(evidence.gain, catalogue, hopeful[:FIRST_TRIED], most=1)
    near = hopeful[evidence.slack[hopeful] <= HORIZON + evidence.bound - first[0].score][:MOST_TRIED]
    return _search(evidence.gain, catalogue, near, most=MOST_EXPLANATIONS)


def _search(gain: Weights, catalogue: Catalogue, numbers: Numbers, most: int) -> list[Explanation]:
    """The best explanations with some placements only."""
    if len(numbers) == 0:
        return [Explanation(frozenset(), 0.0)]
    packing = Packing(gain[numbers], items_of(catalogue)[numbers], catalogue.cell_count + len(catalogue.names))
    search = Search(packing, packing.prices(), HORIZON, most, MOST_NODES)
    return [Explanation(frozenset(int(numbers[n]) for n in each.columns), each.gain) for each in search.run()]


@lru_cache(maxsize=8)
def items_of(catalogue: Catalogue) -> Indices:
    """(N, most squares + 1) what each placement uses up: its cells, and its piece."""
    count = catalogue.cell_count + len(catalogue.names)
    cells = np.where(catalogue.cells < catalogue.cell_count, catalogue.cells, count)
    return np.column_stack([cells, catalogue.cell_count + catalogue.piece]).astype(np.int32)
