"""Where a part of the board has more explanations than are listed, what all listed ones hold is not sure for that."""

from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.assemble import HORIZON, MOST_EXPLANATIONS, Explained, Scores, explain, scores
from vision.catalogue import Catalogue, catalogue
from vision.claims import claims
from vision.reading import RING, Reading

EVERY = catalogue(packaged_piece_set("patchwork"))
HEEDLESS = replace(EVERY, kind=replace(EVERY.kind, crowded=False))
"""The same patches, looked at as if all rivals were always listed."""
TALL, WIDE = 4, 6


def heap(seed: int) -> Reading:
    """A block of patches of like prints: it is filled, and little is seen of the borders between them."""
    dice = np.random.default_rng(seed)
    shape = (EVERY.grid.rows + 2 * RING, EVERY.grid.cols + 2 * RING)
    low = np.full(shape, -8, np.float32)
    block = (slice(RING, RING + TALL), slice(RING, RING + WIDE))
    occupied, right, down = low.copy(), low.copy(), low.copy()
    occupied[block] = 8
    right[block] = dice.normal(0, 4, (TALL, WIDE))
    down[block] = dice.normal(0, 4, (TALL, WIDE))
    right[:, RING + WIDE - 1] = down[RING + TALL - 1] = -8
    paints = np.zeros((len(EVERY.kind.paints), *shape), np.float32)
    return Reading(EVERY.grid, occupied, right, down, low, low, paints, np.zeros((*shape, 3), np.float32), 0.1)


def always(found: Explained) -> frozenset[int]:
    """What every listed explanation holds."""
    return frozenset.intersection(*(each.placements for each in found.found))


def best_without(number: int, evidence: Scores, found: Explained, among: Catalogue) -> float:
    return explain(evidence, among, found.near[found.near != number]).found[0].score


@pytest.mark.parametrize("seed", range(6))
def test_what_is_claimed_in_a_crowd_has_no_rival_that_is_merely_not_listed(seed: int) -> None:
    seen = heap(seed)
    evidence = scores(seen, EVERY)
    found = explain(evidence, EVERY)
    assert len(found.found) == MOST_EXPLANATIONS
    for number in claims(found, seen, EVERY).claimed:
        assert best_without(number, evidence, found, EVERY) < found.found[0].score - HORIZON


def test_a_patch_with_such_a_rival_is_left_open_and_its_cells_are_uncertain() -> None:
    open_ones = 0
    for seed in range(6):
        seen = heap(seed)
        evidence = scores(seen, EVERY)
        found, heedless = explain(evidence, EVERY), explain(evidence, HEEDLESS)
        assert not heedless.contested
        said = claims(found, seen, EVERY)
        rivalled = claims(heedless, seen, HEEDLESS).claimed - said.claimed
        assert rivalled <= found.contested
        for number in rivalled & always(found):
            assert best_without(number, evidence, found, EVERY) >= found.found[0].score - HORIZON - 1e-6
            assert set(EVERY.cells_of(number)) <= said.uncertain
            open_ones += 1
    assert open_ones


def test_where_all_explanations_are_listed_nothing_is_contested() -> None:
    seen = heap(0)
    clear = replace(seen, joined_right=9 * seen.joined_right, joined_down=9 * seen.joined_down)
    found = explain(scores(clear, EVERY), EVERY)
    assert len(found.found) < MOST_EXPLANATIONS
    assert not found.contested
