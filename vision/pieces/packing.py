"""Weighted set packing: all choices of columns within a horizon of the best one, exactly.

Every column gains something and uses some items; no item may be used twice. The prices of the linear relaxation's dual
turn the search round: a choice loses, against the relaxation's optimum, what its columns gain less than the price of
their items, and the price of every item left unused. Where evidence is clear almost every column is too dear at once,
and a depth-first search over the item with the fewest columns left finds the best choice and all near ones. Any prices
do that no column's gain exceeds; the nearer to the dual's, the less is left to search.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.optimize import linprog
from scipy.sparse.csgraph import connected_components

TIGHT = 8.0
"""Prices are as good as those of the relaxation if what is chosen gains so little less than all items cost."""

Table = npt.NDArray[np.int32]
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Packing:
    """Columns with ``gain`` (N,) using ``items`` (N, K), padded with ``item_count`` for none."""

    gain: Values
    items: Table
    item_count: int

    def only(self, columns: npt.NDArray[np.intp]) -> "Packing":
        """The same with some columns only, in the order given."""
        return Packing(self.gain[columns], self.items[columns], self.item_count)

    def estimated(self, worth: Values) -> "Relaxation":
        """What solves the relaxation if every item is worth (item_count,) what it is thought to be, and nearly does
        where that is nearly so: prices that no column's gain exceeds, and columns chosen whole, each in turn that which
        loses least."""
        prices = self.raised(worth)
        losses, parts = self.losses(prices), np.zeros(len(self.gain))
        taken: set[int] = set()
        for column in (int(n) for n in np.argsort(losses, kind="stable") if losses[n] <= TIGHT):
            needed = set(self.items[column].tolist()) - {self.item_count}
            if taken.isdisjoint(needed):
                taken |= needed
                parts[column] = 1.0
        return Relaxation(prices, parts)

    def raised(self, worth: Values) -> Values:
        """Prices (item_count,) that no column's gain exceeds, what it is short of being put on its last item: no choice
        gains more than all of them together. What no column uses has no price."""
        used = self.items[:, ::-1] < self.item_count
        last = self.items[:, ::-1][np.arange(len(used)), used.argmax(axis=1)]
        worth = np.where(np.isin(np.arange(self.item_count), self.items), worth, 0.0)
        short = np.zeros(self.item_count)
        np.maximum.at(short, last, -self.losses(worth))
        return worth + short

    def relaxed(self) -> "Relaxation":
        """Solves the linear relaxation, in which a column may be chosen in part."""
        used = self.items < self.item_count
        columns = np.nonzero(used)[0]
        shape = (self.item_count, len(self.gain))
        limits = sparse.csr_array((np.ones(len(columns)), (self.items[used], columns)), shape=shape)
        solved = linprog(
            -self.gain,
            A_ub=limits,
            b_ub=np.ones(self.item_count),
            bounds=(0, None),
            method="highs-ds",
            options={"presolve": False},  # takes longer than solving, here
        )
        return Relaxation(np.maximum(-np.asarray(solved.ineqlin.marginals), 0.0), np.asarray(solved.x))

    def apart(self) -> list[npt.NDArray[np.intp]]:
        """Columns that use the same items, directly or through others, by their numbers: each such part can be chosen
        from by itself. Columns that use nothing at all are a part each."""
        columns, places = np.nonzero(self.items < self.item_count)
        uses = (columns, len(self.gain) + self.items[columns, places])
        size = len(self.gain) + self.item_count
        links = sparse.coo_array((np.ones(len(columns)), uses), shape=(size, size))
        labels = connected_components(links, directed=False)[1][: len(self.gain)]
        return [np.flatnonzero(labels == label) for label in np.unique(labels)]

    def losses(self, prices: Values) -> Values:
        """(N,) by how much each column gains less than its items cost."""
        return np.asarray(np.append(prices, 0.0)[self.items].sum(axis=1) - self.gain)


@dataclass(frozen=True, eq=False)
class Relaxation:
    """``prices`` (item_count,) solve the dual, or come near to that; ``parts`` (N,) say how much of each column is
    chosen."""

    prices: Values
    parts: Values

    def is_tight(self, packing: Packing) -> bool:
        """Whether what is chosen gains nearly as much as all items cost, which no choice exceeds."""
        return bool(self.prices.sum() - packing.gain @ self.parts <= TIGHT)

    def only(self, packing: Packing, columns: npt.NDArray[np.intp]) -> "Relaxation":
        """The same for some columns of the packing: items that they do not use have no price."""
        used = np.zeros(len(self.prices) + 1)
        used[packing.items[columns]] = 1
        return Relaxation(self.prices * used[:-1], self.parts[columns])


@dataclass(frozen=True, slots=True)
class Choice:
    """Columns that use no item twice, and what they gain together."""

    columns: frozenset[int]
    gain: float


@dataclass
class Search:
    """Depth-first search for choices; ``proven`` tells whether it was allowed to finish."""

    packing: Packing
    relaxation: Relaxation
    horizon: float
    most: int
    most_nodes: int
    proven: bool = True

    def run(self) -> list[Choice]:
        """The best choices, best first, down to ``horizon`` below the best, ``most`` at the most."""
        prices = self.relaxation.prices
        losses = np.maximum(self.packing.losses(prices), 0.0)
        self._losses = [float(loss) for loss in losses]
        # where it is solved its own columns lose nothing and come first: its choice is nearly always the best one
        order = np.lexsort((-self.relaxation.parts, np.round(losses, 6)))
        self._by_item: list[list[int]] = [[] for _ in range(self.packing.item_count)]
        self._mask = [0] * len(order)
        for column in (int(n) for n in order):
            for item in self.packing.items[column]:
                if item < self.packing.item_count:
                    self._by_item[item].append(column)
                    self._mask[column] |= 1 << int(item)
        self._priced = [int(item) for item in np.argsort(-prices) if prices[item] > 1e-9]
        self._price = [float(price) for price in prices]
        self._found: dict[frozenset[int], float] = {}
        self._limit, self._nodes = float("inf"), 0
        self._visit((), 0, 0, 0.0)
        top = float(prices.sum())
        ranked = sorted(self._found.items(), key=lambda pair: (pair[1], sorted(pair[0])))
        return [Choice(columns, top - loss) for columns, loss in ranked if loss <= ranked[0][1] + self.horizon][
            : self.most
        ]

    def _visit(self, chosen: tuple[int, ...], used: int, closed: int, loss: float) -> None:
        """``used`` items are taken by chosen columns, ``closed`` ones are to stay without a column."""
        self._nodes += 1
        if self._nodes > self.most_nodes:
            self.proven = False
            return
        item, open_columns = self._tightest(used, closed, self._limit - loss)
        if item < 0:
            self._note(frozenset(chosen), loss)
            return
        bit = 1 << item
        for column in open_columns:
            after = loss + self._losses[column]
            if after <= self._limit:
                self._visit((*chosen, column), used | self._mask[column], closed, after)
        if loss + self._price[item] <= self._limit:
            self._visit(chosen, used, closed | bit, loss + self._price[item])

    def _tightest(self, used: int, closed: int, budget: float) -> tuple[int, list[int]]:
        """The priced item with the fewest affordable columns left, and those columns, cheapest first."""
        losses, masks, blocked = self._losses, self._mask, used | closed
        best, fewest, least = -1, list[int](), len(losses) + 1
        for item in self._priced:
            if blocked >> item & 1:
                continue
            free = []
            for column in self._by_item[item]:
                if losses[column] > budget:
                    break
                if not masks[column] & blocked:
                    free.append(column)
                    if len(free) == least:
                        break  # no fewer than of another item
            if len(free) < least:
                best, fewest, least = item, free, len(free)
                if not free:
                    break
        return best, fewest

    def _note(self, chosen: frozenset[int], loss: float) -> None:
        self._found[chosen] = min(loss, self._found.get(chosen, loss))
        losses = sorted(self._found.values())
        self._limit = losses[0] + self.horizon
        if len(losses) >= self.most:
            self._limit = min(self._limit, losses[self.most - 1])
