"""What may lie instead of a chosen column: swaps against all choices there are, counted one by one."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.pieces.packing import Packing, Search
from vision.pieces.swap import Exchange, Swap, probabilities

ITEMS, FAR, TRUST = 6, 1000.0, 0.3
COLUMNS = st.lists(
    st.tuples(st.sets(st.integers(0, ITEMS - 1), min_size=1, max_size=3), st.integers(1, 80)), min_size=1, max_size=8
)


def packing_of(columns: list[tuple[set[int], int]]) -> Packing:
    table = np.array([[*sorted(items), *[ITEMS] * (3 - len(items))] for items, _ in columns], np.int32)
    ties = np.linspace(0, 0.01, len(columns))  # so that one choice is the best
    return Packing(np.array([gain / 10 for _, gain in columns]) + ties, table, ITEMS)


def choices_of(columns: list[tuple[set[int], int]]) -> list[frozenset[int]]:
    """All sets of columns that use no item twice."""
    return [
        frozenset(some)
        for count in range(len(columns) + 1)
        for some in combinations(range(len(columns)), count)
        if len(set().union(*(columns[n][0] for n in some))) == sum(len(columns[n][0]) for n in some)
    ]


def best_and_swaps(packing: Packing) -> tuple[frozenset[int], list[Swap]]:
    """The best choice, and all that may come instead of a part of it."""
    relaxation = packing.relaxed()
    best = Search(packing, relaxation, 1.0, 2, 10_000).run()[0].columns
    return best, Exchange(packing, relaxation.prices, best, FAR, 10_000).run()


@given(COLUMNS)
def test_swaps_are_all_the_ways_to_change_the_best_choice_in_one_place(columns: list[tuple[set[int], int]]) -> None:
    packing = packing_of(columns)
    best, swaps = best_and_swaps(packing)
    assert len({(swap.gone, swap.come) for swap in swaps}) == len(swaps)
    every = set(choices_of(columns))
    for swap in swaps:
        assert best - swap.gone | swap.come in every
        assert swap.loss >= -1e-9
    singly = {(swap.gone, swap.come) for swap in swaps}
    for choice in every - {best}:
        assert _is_composed(best - choice, choice - best, singly)


def _is_composed(
    gone: frozenset[int], come: frozenset[int], singly: set[tuple[frozenset[int], frozenset[int]]]
) -> bool:
    """Whether a change is made of swaps."""
    if not gone:
        return not come
    first = min(gone)
    return any(
        _is_composed(gone - out, come - new, singly)
        for out, new in singly
        if first in out and out <= gone and new <= come
    )


@given(COLUMNS)
def test_what_is_chosen_is_at_least_as_probable_as_said(columns: list[tuple[set[int], int]]) -> None:
    packing = packing_of(columns)
    best, swaps = best_and_swaps(packing)
    said = probabilities(best, swaps, TRUST)
    weights = {choice: float(np.exp(TRUST * sum(packing.gain[n] for n in choice))) for choice in choices_of(columns)}
    for column in best:
        exact = sum(weight for choice, weight in weights.items() if column in choice) / sum(weights.values())
        assert said[column] <= exact + 1e-9


def test_a_search_without_an_end_says_where_it_was_left() -> None:
    packing = packing_of([({0}, 5), ({1}, 5), ({0, 1}, 9), ({0, 2}, 4), ({1, 2}, 4)])
    exchange = Exchange(packing, packing.relaxed().prices, {0, 1}, FAR, 1)
    exchange.run()
    assert exchange.unfinished == {0, 1}
