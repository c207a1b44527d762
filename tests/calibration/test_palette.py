"""Paints that are close to each other are named, by a distance that agrees with the published one."""

import pytest

from calibration.palette import close_pairs, difference


def test_the_distance_is_ciede2000_as_published() -> None:
    # Sharma, Wu, Dalal 2005, pairs 1 and 25 of the test data
    assert difference((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


def test_close_paints_are_named_the_closest_first() -> None:
    paints = {"F": (50.0, 40.0, 20.0), "I": (52.0, 41.0, 22.0), "L": (55.0, 46.0, 24.0), "N": (40.0, -30.0, -30.0)}
    pairs = close_pairs(paints)
    assert [(pair.one, pair.other) for pair in pairs] == [("F", "I"), ("I", "L"), ("F", "L")]
    assert pairs[0].very_close
    assert "N" not in {name for pair in pairs for name in (pair.one, pair.other)}
