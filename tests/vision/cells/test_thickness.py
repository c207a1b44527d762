"""How thick the pieces of a game are is settled by several positions that agree."""

import pytest

from vision.cells.thickness import Gauge


def gauge(*readings: tuple[float | None, int]) -> Gauge:
    """One that was given these thicknesses, with the pieces that lay there."""
    found = Gauge()
    for height, pieces in readings:
        found = found.with_reading(height, pieces)
    return found


def test_four_positions_that_agree_settle_the_thickness() -> None:
    assert gauge((0.7, 4), (0.72, 5), (0.68, 6)).height is None
    assert gauge((0.7, 4), (0.72, 5), (0.68, 6), (0.7, 7)).height == pytest.approx(0.7)


def test_one_position_looked_at_again_and_again_settles_nothing() -> None:
    assert gauge((1.02, 4), (1.03, 4), (1.02, 4), (1.02, 4), (1.02, 5)).height is None


def test_few_pieces_and_what_is_not_told_count_for_nothing() -> None:
    assert gauge((1.0, 1), (1.0, 2), (1.0, 3), (None, 4), (1.0, 5)).found == (1.0,)


def test_what_was_wrong_at_first_is_forgotten_once_four_others_agree() -> None:
    readings = [(1.02, 4), (1.02, 5), (0.59, 6), (0.58, 7), (0.57, 8)]
    assert gauge(*readings).height is None
    assert gauge(*readings, (0.58, 9)).height == pytest.approx(0.58)


def test_a_thickness_that_is_settled_stays() -> None:
    settled = gauge((0.7, 4), (0.7, 5), (0.7, 6), (0.7, 7))
    assert settled.with_reading(1.0, 8) == settled
