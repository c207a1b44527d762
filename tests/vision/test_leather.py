"""A square that may be a leather patch is told by those that surely are, and by the bare ones."""

from collections.abc import Mapping

import numpy as np
import pytest

from referee.grid import Cell, GridSize
from vision.kind import LEATHER, STUFFS
from vision.leather import MOST, with_leather
from vision.reading import RING, Reading

SIDE = 9 + 2 * RING
BROWN, DARK, DARK_RED = (46.0, 12.0, 20.0), (22.0, 8.0, 6.0), (24.0, 22.0, 8.0)
BARE, PATCHES, DOUBTFUL = [(0, col) for col in range(4)], [(8, col) for col in range(3)], (4, 4)


def reading(
    patches: tuple[float, float, float],
    doubtful: tuple[float, float, float],
    evidence: float = 2.0,
    others: Mapping[Cell, float] | None = None,
) -> Reading:
    """A quilt full of cloth but for four bare squares, three that surely are leather and one that may be."""
    rng = np.random.default_rng(3)
    lab = rng.normal((60, 0, 0), (15, 25, 25), (SIDE, SIDE, 3)).astype(np.float32)
    occupied, paints = np.full((SIDE, SIDE), 9.0, np.float32), np.zeros((2, SIDE, SIDE), np.float32)
    paints[STUFFS.index(LEATHER)] = -9
    told = dict.fromkeys(BARE, -8.0) | dict.fromkeys(PATCHES, 8.0) | {DOUBTFUL: evidence} | dict(others or {})
    for (row, col), odds in told.items():
        here = row + RING, col + RING
        occupied[here] = odds
        paints[(STUFFS.index(LEATHER), *here)] = 8
        middle = BROWN if (row, col) in BARE else patches if (row, col) in PATCHES else doubtful
        lab[here] = rng.normal(middle, 0.7)
    nothing = np.zeros((SIDE, SIDE), np.float32)
    return Reading(GridSize(9, 9), occupied, nothing, nothing, nothing, nothing, paints, lab, 0.1)


def said_of_the_doubtful(seen: Reading) -> float:
    return with_leather(seen).at(with_leather(seen).occupied, DOUBTFUL) - seen.at(seen.occupied, DOUBTFUL)


@pytest.mark.parametrize("leather", [DARK, DARK_RED])
def test_what_looks_like_the_leather_is_filled(leather: tuple[float, float, float]) -> None:
    assert said_of_the_doubtful(reading(leather, leather)) > 1


def test_what_looks_like_the_bare_squares_is_bare() -> None:
    assert said_of_the_doubtful(reading(DARK, BROWN)) == -MOST


def test_a_bare_square_in_a_shade_of_its_own_is_not_taken_for_leather_of_another_colour() -> None:
    less = (24 + 16) / (46 + 16)
    assert said_of_the_doubtful(reading(DARK_RED, (24, 12 * less, 20 * less))) < 0


def test_hidden_squares_cloth_and_those_that_are_seen_to_be_bare_stay_as_they_are() -> None:
    assert said_of_the_doubtful(reading(DARK, DARK, 0.0)) == 0
    assert said_of_the_doubtful(reading(DARK, DARK, -3.0)) == 0
    seen = reading(DARK, DARK)
    others = np.ones(seen.occupied.shape, bool)
    for row, col in (*PATCHES, DOUBTFUL):
        others[row + RING, col + RING] = False
    assert (with_leather(seen).occupied[others] == seen.occupied[others]).all()


def test_with_no_bare_squares_likeness_counts_for_less() -> None:
    full = reading(DARK, DARK, others=dict.fromkeys(BARE, 9.0))
    assert 0 < said_of_the_doubtful(full) < said_of_the_doubtful(reading(DARK, DARK))


def test_cloth_that_looks_like_the_leather_is_likelier_leather_and_other_cloth_as_before() -> None:
    def leads(look: tuple[float, float, float]) -> list[float]:
        seen = reading(DARK, look)
        here = DOUBTFUL[0] + RING, DOUBTFUL[1] + RING
        seen.paints[(STUFFS.index(LEATHER), *here)] = -3
        return [float(np.subtract(*paints[:, *here])) for paints in (seen.paints, with_leather(seen).paints)]

    before, after = leads(DARK)
    assert after < before - 2
    before, after = leads((70, -30, 40))
    assert after == pytest.approx(before)
