"""What might lie instead of a part of what is chosen: all swaps within a horizon of the best choice.

A swap takes some columns out of the best choice and puts others in their place, or nothing. It grows from one column:
items that are set free are given to another one or stay unused, and who comes may drive out further ones. So every swap
hangs together, and what is unclear in two places are two swaps, not all the ways to combine them: their number stays
small where that of the choices does not. How probable a column is follows from the swaps that take it out.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from vision.pieces.packing import Packing, Values

FREE = 1e-9
"""What an item costs at most that nobody misses."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Columns of the best choice that are ``gone``, those that have ``come`` instead, and how much less is gained."""

    gone: frozenset[int]
    come: frozenset[int]
    loss: float


@dataclass
class Exchange:
    """Looks for the swaps of a ``chosen`` set of columns that lose no more than a ``horizon``. ``prices`` (item_count,)
    are those of a relaxation, which bound what is still to come. After ``most_nodes`` steps from one column the search
    is left there, and that column ``unfinished``."""

    packing: Packing
    prices: Values
    chosen: Collection[int]
    horizon: float
    most_nodes: int
    unfinished: set[int] = field(default_factory=set)

    def run(self) -> list[Swap]:
        """The swaps, in no order; each is found once, from the first of its columns that go."""
        self._items = [tuple(int(i) for i in row if i < self.packing.item_count) for row in self.packing.items]
        self._mask = [sum(1 << item for item in items) for items in self._items]
        self._loss = np.maximum(self.packing.losses(self.prices), 0.0).tolist()
        self._price = self.prices.tolist()
        self._owner = {item: column for column in self.chosen for item in self._items[column]}
        self._comers = self._by_item(column for column in range(len(self._items)) if column not in self.chosen)
        unused = set(chain.from_iterable(self._items)).difference(self._owner)
        # The relaxation may gain more than the choice does: by so much a swap may seem to lose too little.
        short = sum(self._loss[column] for column in self.chosen) + sum(self._price[item] for item in unused)
        self._limit = self.horizon + short
        self._found: list[Swap] = []
        self._kept = 0
        for column in sorted(self.chosen):
            self._nodes = 0
            self._visit(frozenset((column,)), frozenset(), self._mask[column], 0, 0.0)
            if self._nodes > self.most_nodes:
                self.unfinished.add(column)
            self._kept |= self._mask[column]
        return self._found

    def _by_item(self, columns: Iterable[int]) -> dict[int, list[int]]:
        """For each item the columns that use it, cheapest first."""
        found: dict[int, list[int]] = {}
        for column in sorted(columns, key=lambda each: (self._loss[each], each)):
            for item in self._items[column]:
                found.setdefault(item, []).append(column)
        return found

    def _visit(self, gone: frozenset[int], come: frozenset[int], free: int, shut: int, loss: float) -> None:
        """``free`` items were those of columns that are gone, ``shut`` ones are used again or to stay unused."""
        self._nodes += 1
        if self._nodes > self.most_nodes:
            return
        item, comers = self._tightest(free & ~shut, shut | self._kept, self._limit - loss)
        if item < 0:
            self._note(gone, come)
            return
        for column in comers:
            driven = {self._owner[each] for each in self._items[column] if each in self._owner} - gone
            freed = sum(self._mask[each] for each in driven)
            self._visit(
                gone | driven, come | {column}, free | freed, shut | self._mask[column], loss + self._loss[column]
            )
        if loss + self._price[item] <= self._limit:
            self._visit(gone, come, free, shut | 1 << item, loss + self._price[item])

    def _tightest(self, open_items: int, shut: int, budget: float) -> tuple[int, list[int]]:
        """The open item with the fewest affordable columns, and those columns; -1 if nobody asks for the open items and
        none of them costs anything."""
        best: tuple[int, list[int]] = (-1, [])
        while open_items:
            item = (open_items & -open_items).bit_length() - 1
            open_items &= open_items - 1
            comers = [
                each
                for each in self._comers.get(item, ())
                if self._loss[each] <= budget and not self._mask[each] & shut
            ]
            if not comers and self._price[item] <= FREE:
                continue
            if best[0] < 0 or len(comers) < len(best[1]):
                best = item, comers
        return best

    def _note(self, gone: frozenset[int], come: frozenset[int]) -> None:
        gain = self.packing.gain
        loss = float(sum(gain[each] for each in gone) - sum(gain[each] for each in come))
        if loss <= self.horizon:
            self._found.append(Swap(gone, come, loss))


def probabilities(chosen: Collection[int], swaps: Collection[Swap], trust: float) -> dict[int, float]:
    """How probable every column is that is chosen or might come, if so great a share of the losses counts.

    Of the swaps that take a column out one at most takes place. What else must be so for it makes it less probable yet:
    a column that is chosen is at least as probable as said, and what may come instead at most.
    """
    weights = [float(np.exp(-trust * max(swap.loss, 0.0))) for swap in swaps]
    against = dict.fromkeys(chosen, 0.0)
    for swap, weight in zip(swaps, weights, strict=True):
        for column in swap.gone:
            against[column] += weight
    found = {column: 1 / (1 + odds) for column, odds in against.items()}
    for swap, weight in zip(swaps, weights, strict=True):
        likely = weight * min(1 / (1 + against[column]) for column in swap.gone)
        for column in swap.come:
            found[column] = found.get(column, 0.0) + likely
    return found
