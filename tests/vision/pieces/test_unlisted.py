"""Where a part of the board has more explanations than are listed, what the listed ones hold is not sure for that."""

from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.cells.reading import RING, Reading
from vision.pieces import assemble
from vision.pieces.assemble import HORIZON, MOST_EXPLANATIONS, Explained, explain, narrowed
from vision.pieces.before import Before
from vision.pieces.catalogue import catalogue
from vision.pieces.claims import claims
from vision.pieces.scores import Scores, scores

EVERY = catalogue(packaged_piece_set("patchwork"))
HEEDLESS = replace(EVERY, kind=replace(EVERY.kind, crowded=False))
"""The same patches, looked at as if all rivals were always listed."""
BLOCK = np.array([list("AAAABB"), list("CCDDBB"), list("CDDEEE"), list("CFFFEG")])
TRUE = {tuple((int(row), int(col)) for row, col in np.argwhere(letter == BLOCK)) for letter in np.unique(BLOCK)}
SEEDS = range(8)


def heap(seed: int, clear: float) -> Reading:
    """A block of patches with noise of 4 log-odds in what is seen of the borders, which are ``clear`` by so much."""
    dice = np.random.default_rng(seed)
    shape = (EVERY.grid.rows + 2 * RING, EVERY.grid.cols + 2 * RING)
    owner = np.full(shape, ".")
    owner[RING : RING + len(BLOCK), RING : RING + len(BLOCK[0])] = BLOCK
    filled = owner != "."
    low = np.full(shape, -8, np.float32)
    right, down = low.copy(), low.copy()
    across, below = filled[:, :-1] & filled[:, 1:], filled[:-1] & filled[1:]
    right[:, :-1][across] = _seen(owner[:, :-1] == owner[:, 1:], clear, dice)[across]
    down[:-1][below] = _seen(owner[:-1] == owner[1:], clear, dice)[below]
    paints, occupied = np.zeros((len(EVERY.kind.paints), *shape), np.float32), np.where(filled, 8, low)
    return Reading(EVERY.grid, occupied, right, down, low, low, paints, np.zeros((*shape, 3), np.float32), 0.1)


def _seen(joined: np.ndarray, clear: float, dice: np.random.Generator) -> np.ndarray:
    return np.where(joined, clear, -clear) + dice.normal(0, 4, joined.shape)


def crowd(found: Explained) -> frozenset[int]:
    """The placements of the best explanation of parts with more explanations than are listed."""
    return frozenset(n for part in found.parts if len(part) == MOST_EXPLANATIONS for n in part[0].placements)


def best_without(number: int, evidence: Scores, found: Explained) -> float:
    return explain(evidence, EVERY, found.near[found.near != number]).found[0].score


def test_what_may_lie_instead_of_a_piece_loses_as_much_as_the_best_explanation_without_it() -> None:
    compared = 0
    for seed in SEEDS:
        evidence = scores(heap(seed, 5), EVERY)
        found = explain(evidence, EVERY)
        best, swaps = found.found[0].score, [swap for place in found.swaps.values() for swap in place]
        for number in crowd(found) - found.contested:
            losses = [swap.loss for swap in swaps if number in swap.gone]
            without = best - best_without(number, evidence, found)
            assert min(losses, default=HORIZON) == pytest.approx(min(without, HORIZON))
            compared += bool(losses)
    assert compared


def test_swaps_hang_together_and_leave_an_explanation() -> None:
    for seed in SEEDS:
        found = explain(scores(heap(seed, 5), EVERY), EVERY)
        for place, swaps in found.swaps.items():
            best = found.parts[place][0].placements
            for swap in swaps:
                assert swap.gone <= best
                assert swap.come.isdisjoint(best)
                cells = [cell for n in best - swap.gone | swap.come for cell in EVERY.cells_of(n)]
                assert len(cells) == len(set(cells))
            assert len({(swap.gone, swap.come) for swap in swaps}) == len(swaps)


def test_of_a_crowd_what_is_claimed_is_hardly_ever_wrong_and_more_than_what_nothing_comes_near() -> None:
    right, wrong, unrivalled = 0, 0, 0
    for seed in range(24):
        seen = heap(seed, 7)
        evidence = scores(seen, EVERY)
        found = explain(evidence, EVERY)
        claimed = crowd(found) & claims(found, seen, EVERY).claimed
        true = {number for number in claimed if EVERY.cells_of(number) in TRUE}
        right, wrong = right + len(true), wrong + len(claimed - true)
        least = found.found[0].score - HORIZON
        unrivalled += sum(best_without(number, evidence, found) < least for number in claimed)
    assert wrong <= 0.03 * right
    assert right > unrivalled


def test_what_all_listed_explanations_hold_is_left_open_if_it_has_likely_rivals() -> None:
    left_open = 0
    for seed in SEEDS:
        seen = heap(seed, 4)
        evidence = scores(seen, EVERY)
        found, heedless = explain(evidence, EVERY), explain(evidence, HEEDLESS)
        assert not heedless.swaps
        said, rash = claims(found, seen, EVERY), claims(heedless, seen, HEEDLESS)
        always = frozenset.intersection(*(each.placements for each in found.found))
        for number in always & rash.claimed - said.claimed:
            assert set(EVERY.cells_of(number)) <= said.uncertain
            left_open += 1
    assert left_open


def test_where_the_search_had_no_time_what_nothing_comes_near_without_is_sure_nevertheless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    narrower, open_still = 0, 0
    for seed in SEEDS:
        evidence = scores(heap(seed, 7), EVERY)
        with monkeypatch.context() as hurried:
            hurried.setattr(assemble, "MOST_NODES", 8)
            found = explain(evidence, EVERY)
        less = narrowed(found, evidence, EVERY)
        least = found.found[0].score - HORIZON
        assert less.contested <= found.contested
        assert all(best_without(number, evidence, found) < least for number in found.contested - less.contested)
        narrower += len(found.contested - less.contested)
        open_still += len(less.contested)
    assert narrower
    assert open_still


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_known_to_lie_there_is_claimed_in_a_crowd_as_anywhere(seed: int) -> None:
    seen = heap(seed, 4)
    evidence = scores(seen, EVERY)
    heedless = explain(evidence, HEEDLESS)
    lying = tuple(sorted(claims(heedless, seen, HEEDLESS).claimed))
    found = explain(Before(lying).lower(evidence, EVERY, 0.1), EVERY)
    assert claims(found, seen, EVERY, known=lying, before=Before(lying)).claimed >= set(lying) - found.contested


def test_where_all_explanations_are_listed_there_is_no_crowd() -> None:
    seen = heap(0, 20)
    found = explain(scores(seen, EVERY), EVERY)
    assert all(len(part) < MOST_EXPLANATIONS for part in found.parts)
    assert not found.swaps
