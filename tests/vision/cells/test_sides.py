"""Before thick pieces, seen aslant, bare cells show the sides of these."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.grid import Cell, GridSize
from tests.readings import CLEAR, clear_reading
from vision.cells.observe import Shift, shifts
from vision.cells.reading import RING, Reading
from vision.cells.sides import AS_FILLED, past_sides, sides_of
from vision.pose import pose_from_corners

GRID = GridSize(11, 12)
LONE: Cell = (5, 5)


def lone(height: float = 0.75) -> Reading:
    return clear_reading(GRID, [(LONE,)], height)


def part(shift: Shift, cell: Cell) -> float:
    filled = 1 / (1 + np.exp(-lone().occupied.astype(np.float64)))
    return float(sides_of(filled, shift)[:, cell[0] + RING, cell[1] + RING].sum())


@pytest.mark.parametrize(
    ("shift", "before_it"),
    [((0.5, 0, 0, 0), (5, 4)), ((-0.5, 0, 0, 0), (5, 6)), ((0, 0, 0.5, 0), (4, 5)), ((0, 0, -0.5, 0), (6, 5))],
)
def test_a_side_is_seen_where_the_tops_have_moved_away_from(shift: Shift, before_it: Cell) -> None:
    assert part(shift, before_it) == pytest.approx(0.5, abs=0.01)
    others = [(row, col) for row in range(3, 8) for col in range(3, 8) if (row, col) != before_it]
    assert max(part(shift, cell) for cell in others) < 0.01


def test_a_side_takes_no_more_than_all_of_a_cell() -> None:
    assert part((1.7, 0, 0, 0), (5, 4)) == pytest.approx(1.0, abs=0.01)


def test_it_is_the_side_that_the_camera_sees() -> None:
    """Of a piece in the middle of the board, seen from the lower edge of the picture, the lower side shows."""
    board = np.array([(200.0, 100), (680, 100), (880, 540), (0, 540)])
    pose = pose_from_corners(board, GRID, (880, 660))
    foot, top = (pose.project(np.array([[5.5, 6.0, height]]))[0] for height in (0.0, 0.75))
    assert top[1] < foot[1] - 5  # the top is seen farther up than the foot of the side that is turned to the camera
    assert part(shifts(pose, 0.75), (6, 5)) > 0.3
    assert part(shifts(pose, 0.75), (4, 5)) < 0.01


def test_whose_side_it_is_is_known() -> None:
    past = past_sides(lone(), (0.5, 0.0, 0.3, 0.0))
    assert past.side_in((5, 4), LONE) == pytest.approx(0.5, abs=0.01)
    assert past.side_in((4, 5), LONE) == pytest.approx(0.3, abs=0.01)
    assert past.side_in((5, 4), (5, 3)) < 0.01
    assert past.side_in((5, 6), LONE) == 0
    assert lone().side_in((5, 4), LONE) == 0  # nothing is known


def test_a_hand_shows_no_sides() -> None:
    hidden = lone().hidden.copy()
    hidden[LONE[0] + RING, LONE[1] + RING] = CLEAR
    assert past_sides(replace(lone(), hidden=hidden), (0.8, 0.0, 0.0, 0.0)).side_in((5, 4), LONE) < 0.01


def test_of_a_lone_piece_and_what_looks_filled_before_it_the_piece_is_surer() -> None:
    seen = clear_reading(GRID, [(LONE,), ((5, 4),)], 0.75)
    past = past_sides(seen, (0.9, 0.0, 0.0, 0.0))
    assert past.at(past.occupied, LONE) == pytest.approx(CLEAR, abs=0.1)
    assert past.at(past.occupied, (5, 4)) == pytest.approx(CLEAR - 0.9 * AS_FILLED, abs=0.1)


@given(st.tuples(*[st.floats(-2, 2), st.floats(-0.1, 0.1)] * 2), st.integers(0, 2**32 - 1))
def test_cells_look_no_fuller_for_it_and_bare_ones_stay_as_they_are(shift: Shift, seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen = lone()
    seen = replace(seen, occupied=rng.normal(0, 6, seen.occupied.shape).astype(np.float32))
    past = past_sides(seen, shift)
    assert past.sides is not None
    assert ((past.sides >= 0) & (past.sides <= 1)).all()
    assert (past.occupied <= seen.occupied + 1e-6).all()
    assert (past.occupied >= seen.occupied - AS_FILLED - 1e-5).all()
    bare = seen.occupied < -8
    assert np.abs(past.occupied - seen.occupied)[bare].max(initial=0) < 0.01
