"""Where a part of the board has more explanations than are listed, what the listed ones hold is not sure for that."""

from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.assemble import HORIZON, MOST_EXPLANATIONS, Explained, Scores, explain, scores
from vision.catalogue import catalogue
from vision.claims import claims
from vision.reading import RING, Reading

EVERY = catalogue(packaged_piece_set("patchwork"))
HEEDLESS = replace(EVERY, kind=replace(EVERY.kind, crowded=False))
"""The same patches, looked at as if all rivals were always listed."""
BLOCK = np.array([list("AAAABB"), list("CCDDBB"), list("CDDEEE"), list("CFFFEG")])
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


def best_without(number: int, evidence: Scores, found: Explained) -> float:
    return explain(evidence, EVERY, found.near[found.near != number]).found[0].score


def test_of_a_crowd_what_has_no_rival_is_claimed_and_nothing_that_has_one_which_is_not_listed() -> None:
    claimed = 0
    for seed in SEEDS:
        seen = heap(seed, 6)
        evidence = scores(seen, EVERY)
        found = explain(evidence, EVERY)
        crowds = {n for part in found.parts if len(part) == MOST_EXPLANATIONS for n in part[0].placements}
        for number in crowds & claims(found, seen, EVERY).claimed:
            assert best_without(number, evidence, found) < found.found[0].score - HORIZON
            claimed += 1
    assert claimed


def test_what_all_listed_explanations_hold_is_left_open_if_it_has_a_rival() -> None:
    left_open = 0
    for seed in SEEDS:
        seen = heap(seed, 4)
        evidence = scores(seen, EVERY)
        found, heedless = explain(evidence, EVERY), explain(evidence, HEEDLESS)
        assert not heedless.crowded
        said, rash = claims(found, seen, EVERY), claims(heedless, seen, HEEDLESS)
        always = frozenset.intersection(*(each.placements for each in found.found))
        for number in always & rash.claimed - said.claimed:
            if best_without(number, evidence, found) >= found.found[0].score - HORIZON:
                assert set(EVERY.cells_of(number)) <= said.uncertain
                left_open += 1
    assert left_open


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_known_to_lie_there_is_claimed_in_a_crowd_as_anywhere(seed: int) -> None:
    seen = heap(seed, 4)
    evidence = scores(seen, EVERY)
    found, heedless = explain(evidence, EVERY), explain(evidence, HEEDLESS)
    lying = claims(heedless, seen, HEEDLESS).claimed
    assert claims(found, seen, EVERY, known=lying, lying=lying).claimed >= lying - found.contested


def test_where_all_explanations_are_listed_there_is_no_crowd() -> None:
    seen = heap(0, 20)
    found = explain(scores(seen, EVERY), EVERY)
    assert all(len(part) < MOST_EXPLANATIONS for part in found.parts)
    assert not found.crowded
