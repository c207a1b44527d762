"""Behind thick pieces, seen aslant, bare cells show their sides."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.grid import Cell, GridSize
from tests.readings import clear_reading
from vision.observe import shifts
from vision.pose import pose_from_corners
from vision.reading import RING, Reading
from vision.sides import AS_FILLED, Shift, past_sides, sides_of

GRID = GridSize(11, 12)
LONE: Cell = (5, 5)


def lone(height: float = 0.75) -> Reading:
    return clear_reading(GRID, [(LONE,)], height)


def part(shift: Shift, cell: Cell) -> float:
    filled = 1 / (1 + np.exp(-lone().occupied.astype(np.float64)))
    return float(sides_of(filled, shift)[cell[0] + RING, cell[1] + RING])


@pytest.mark.parametrize(
    ("shift", "behind"),
    [((0.5, 0, 0, 0), (5, 4)), ((-0.5, 0, 0, 0), (5, 6)), ((0, 0, 0.5, 0), (4, 5)), ((0, 0, -0.5, 0), (6, 5))],
)
def test_a_side_is_seen_where_the_tops_have_moved_away_from(shift: Shift, behind: Cell) -> None:
    assert part(shift, behind) == pytest.approx(0.5, abs=0.01)
    others = [(row, col) for row in range(3, 8) for col in range(3, 8) if (row, col) != behind]
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


@given(st.tuples(*[st.floats(-2, 2), st.floats(-0.1, 0.1)] * 2), st.integers(0, 2**32 - 1))
def test_cells_look_no_fuller_for_it_and_clear_ones_stay_clear(shift: Shift, seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen = lone()
    seen = replace(seen, occupied=rng.normal(0, 6, seen.occupied.shape).astype(np.float32))
    past = past_sides(seen, shift)
    assert past.sides is not None
    assert (past.occupied <= seen.occupied + 1e-6).all()
    assert (past.occupied >= seen.occupied - AS_FILLED * past.sides - 1e-5).all()
    bare = seen.occupied < -8
    assert np.abs(past.occupied - seen.occupied)[bare].max(initial=0) < 0.01
    assert ((past.sides >= 0) & (past.sides <= 1)).all()
