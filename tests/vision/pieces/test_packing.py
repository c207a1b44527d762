"""The search finds exactly what trying everything finds."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.pieces.packing import Packing, Search

HORIZON = 3.0


def everything(gain: list[float], items: list[list[int]]) -> dict[frozenset[int], float]:
    found = {}
    for size in range(len(gain) + 1):
        for chosen in combinations(range(len(gain)), size):
            used = [item for column in chosen for item in items[column]]
            if len(used) == len(set(used)):
                found[frozenset(chosen)] = sum(gain[column] for column in chosen)
    return found


columns = st.lists(
    st.tuples(st.integers(1, 40), st.sets(st.integers(0, 6), min_size=1, max_size=3)), min_size=1, max_size=8
)


@settings(max_examples=150)
@given(columns)
def test_the_best_choice_and_all_near_ones_are_found(given_columns: list[tuple[int, set[int]]]) -> None:
    gain = [each / 4 for each, _ in given_columns]
    items = [sorted(used) for _, used in given_columns]
    table = np.array([used + [7] * (3 - len(used)) for used in items], np.int32)
    packing = Packing(np.array(gain), table, 7)
    search = Search(packing, packing.relaxed(), HORIZON, most=10_000, most_nodes=100_000)
    found = search.run()
    possible = everything(gain, items)
    best = max(possible.values())
    assert search.proven
    assert abs(found[0].gain - best) < 1e-6
    near = {chosen for chosen, total in possible.items() if total >= best - HORIZON + 1e-6}
    assert near <= {choice.columns for choice in found}
    for choice in found:
        assert abs(possible[choice.columns] - choice.gain) < 1e-6


@settings(max_examples=150)
@given(columns, st.lists(st.integers(0, 40), min_size=7, max_size=7))
def test_estimated_prices_lead_to_the_same_choices_as_those_of_the_relaxation(
    given_columns: list[tuple[int, set[int]]], worth: list[int]
) -> None:
    table = np.array([[*sorted(used)[1:], *[7] * (3 - len(used)), min(used)] for _, used in given_columns], np.int32)
    packing = Packing(np.array([each / 4 for each, _ in given_columns]), table, 7)
    estimate = packing.estimated(np.array(worth) / 4)
    assert (packing.losses(estimate.prices) > -1e-9).all()
    chosen = [set(packing.items[n]) - {7} for n in np.flatnonzero(estimate.parts)]
    assert all(one.isdisjoint(other) for one, other in combinations(chosen, 2))
    found, expected = (
        {choice.columns: round(choice.gain, 6) for choice in Search(packing, each, HORIZON, 10_000, 100_000).run()}
        for each in (estimate, packing.relaxed())
    )
    assert found == expected


@settings(max_examples=100)
@given(columns, st.lists(st.integers(0, 40), min_size=7, max_size=7))
def test_no_choice_gains_more_than_all_items_cost_at_raised_prices(
    given_columns: list[tuple[int, set[int]]], worth: list[int]
) -> None:
    gain = [each / 4 for each, _ in given_columns]
    items = [sorted(used) for _, used in given_columns]
    packing = Packing(np.array(gain), np.array([used + [7] * (3 - len(used)) for used in items], np.int32), 7)
    prices = packing.raised(np.array(worth) / 4)
    assert (packing.losses(prices) > -1e-9).all()
    assert max(everything(gain, items).values()) <= prices.sum() + 1e-9


def test_what_items_are_worth_is_tight_where_the_best_columns_use_them_up() -> None:
    packing = Packing(np.array([5.0, 4.0, 6.0]), np.array([[0, 1], [2, 4], [1, 2]], np.int32), 4)
    estimate = packing.estimated(np.array([2.0, 3.0, 4.0, 0.0]))
    assert estimate.parts.tolist() == [1, 1, 0]
    assert estimate.is_tight(packing)
    assert not packing.estimated(np.array([9.0, 9.0, 9.0, 0.0])).is_tight(packing)


@settings(max_examples=100)
@given(columns)
def test_parts_share_no_item_and_their_best_choices_together_are_the_best(
    given_columns: list[tuple[int, set[int]]],
) -> None:
    gain = [float(each) for each, _ in given_columns]
    items = [sorted(used) for _, used in given_columns]
    packing = Packing(np.array(gain), np.array([used + [7] * (3 - len(used)) for used in items], np.int32), 7)
    relaxation, parts = packing.relaxed(), packing.apart()
    assert sorted(int(column) for part in parts for column in part) == list(range(len(gain)))
    used = [{item for column in part for item in items[column]} for part in parts]
    assert all(one.isdisjoint(other) for one, other in combinations(used, 2))
    searches = [Search(packing.only(part), relaxation.only(packing, part), HORIZON, 100, 100_000) for part in parts]
    assert abs(sum(search.run()[0].gain for search in searches) - max(everything(gain, items).values())) < 1e-6


def test_a_search_cut_short_says_so() -> None:
    packing = Packing(np.ones(30), np.arange(30, dtype=np.int32)[:, None], 30)
    search = Search(packing, packing.relaxed(), HORIZON, most=5, most_nodes=3)
    search.run()
    assert not search.proven
