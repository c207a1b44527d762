"""The light of now against that of before, by values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.grid import Cell
from vision.live.light import BLACK, ENOUGH, Light

Looks = dict[Cell, np.ndarray]

BOARD: list[Cell] = [(row, col) for row in range(11) for col in range(12)]
PIECE: list[Cell] = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (3, 0)]
"""In a corner, where a few squares weigh most."""


def cloth(seed: int) -> Looks:
    """What squares of many colours look like (CIE L*a*b*)."""
    rng = np.random.default_rng(seed)
    return {cell: np.array((rng.uniform(20, 70), *rng.uniform(-20, 20, 2)), np.float32) for cell in BOARD}


def lit(before: Looks, gain: float, slope: float, tint: float, spot: float) -> Looks:
    """The same where the light grows from the first row to the last, where a lamp is mirrored, and is tinted."""
    found = {}
    for (row, col), look in before.items():
        factor = gain * np.exp(slope * row + spot * (row / 10) ** 2)
        found[row, col] = np.asarray((look + BLACK) * factor - BLACK + (0, tint, -tint), np.float32)
    return found


@given(st.integers(0, 99), st.floats(0.5, 2.0), st.floats(-0.05, 0.05), st.floats(-5, 5), st.floats(0, 0.4))
def test_the_light_is_told_whatever_has_come_to_lie_there(seed, gain, slope, tint, spot) -> None:
    before = cloth(seed)
    now = lit(before, gain, slope, tint, spot)
    now |= {cell: np.array((95.0, -50.0, 60.0), np.float32) for cell in PIECE}
    apart = Light.between(before, now).apart(before, now)
    assert max(apart[cell] for cell in BOARD if cell not in PIECE) < 5.0
    assert min(apart[cell] for cell in PIECE) > 20


def test_a_piece_that_comes_in_the_same_light_changes_nothing_else() -> None:
    before = cloth(1)
    now = before | {cell: np.array((20.0, 5.0, 10.0), np.float32) for cell in PIECE}
    light = Light.between(before, now)
    assert light.is_alike
    assert light.falling_on(before)[5, 5] == pytest.approx(before[5, 5])


def test_noise_is_no_light() -> None:
    before, rng = cloth(1), np.random.default_rng(3)
    now = {cell: look + rng.normal(0, 4, 3).astype(np.float32) for cell, look in before.items()}
    assert Light.between(before, now).is_alike


def test_a_lamp_may_be_mirrored_in_one_end_alone() -> None:
    before = cloth(1)
    now = before | {(row, col): before[row, col] + np.float32(4 * (row - 7)) for row, col in BOARD if row > 7}
    light = Light.between(before, now)
    assert not light.is_alike
    assert max(light.apart(before, now).values()) < 0.7 * 12 * np.sqrt(3)


@pytest.mark.parametrize("count", [1, ENOUGH - 1])
def test_few_squares_tell_only_what_has_become_of_most(count: int) -> None:
    before = {cell: look for cell, look in cloth(1).items() if BOARD.index(cell) < count}
    now = lit(before, 0.7, 0.0, 3.0, 0.0)
    light = Light.between(before, now)
    assert light.is_alike
    assert light.falling_on({(10, 11): before[0, 0]})[10, 11] == pytest.approx(now[0, 0], abs=1e-3)


def test_where_nothing_is_remembered_the_light_has_not_changed() -> None:
    look = np.array((40.0, 5.0, -5.0), np.float32)
    light = Light.between({}, {})
    assert light.falling_on({(3, 4): look})[3, 4] == pytest.approx(look, abs=1e-3)
    assert light.falling_on({}) == {}


def test_the_parts_of_a_square_are_held_against_those_before() -> None:
    before = np.full((2, 2, 3), 50.0, np.float32)
    now = before.copy()
    now[0, 1] += (3.0, 4.0, 0.0)
    apart = Light.of().apart({(0, 0): before}, {(0, 0): now, (0, 1): before})
    assert list(apart) == [(0, 0)]
    assert apart[0, 0] == pytest.approx(np.array(((0.0, 5.0), (0.0, 0.0))), abs=1e-3)
