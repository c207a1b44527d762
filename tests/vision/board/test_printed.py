"""Whether the printed lines are those of a board that lies just there, and whether they go on beyond it."""

from dataclasses import replace

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from vision.board.fine import fine_scale
from vision.board.lattice import Lattice
from vision.board.printed import MANY, BareLines, goes_on, is_printed_so
from vision.board.trial import is_sure
from vision.kind import POLYSSIMO
from vision.pose import pose_from_corners
from vision.simulated.still import picture

OURS = packaged_piece_set("polyssimo")


@pytest.mark.parametrize(
    ("missing", "on"),
    [
        pytest.param((0, 0, 0, 0), False, id="all of a board"),
        pytest.param((0, 0, 0, 1), True, id="all but its last row"),
        pytest.param((1, 0, 0, 0), True, id="all but its first column"),
        pytest.param((1, 1, 1, 1), False, id="within a board: any may be printed so all around"),
    ],
)
def test_a_board_goes_on_where_its_lines_do(missing: tuple[int, int, int, int], on: bool) -> None:
    left, right, top, bottom = missing
    bgr, facts = picture(569000, replace(OURS, grid=GridSize(12, 12)), "empty")
    whole = pose_from_corners(np.array(facts["corners"]), GridSize(12, 12), (facts["width"], facts["height"]))
    grid = GridSize(12 - top - bottom, 12 - left - right)
    corners = np.array([(left, top), (12 - right, top), (12 - right, 12 - bottom), (left, 12 - bottom)], float)
    part = pose_from_corners(whole.project(np.column_stack([corners, np.zeros(4)])), grid, whole.size_px)
    assert goes_on(Lattice.of(bgr, part, 0.0, fine_scale(part))) == on
    assert is_sure(bgr, replace(part, confidence=0.98), POLYSSIMO) != on
    assert not (on and is_printed_so(bgr, part, {}, fine_scale(part)))


@pytest.mark.parametrize(
    ("beside", "printed_so"),
    [
        pytest.param(0.08, True, id="a little beside its lines"),
        pytest.param(0.25, False, id="between them"),
    ],
)
def test_all_lines_of_a_board_may_be_seen_a_little_beside_the_grid(beside: float, printed_so: bool) -> None:
    bgr, facts = picture(569000, OURS, "empty")
    right = pose_from_corners(np.array(facts["corners"]), OURS.grid, (facts["width"], facts["height"]))
    pose = right.transformed(np.eye(3), np.array([beside, 0.0, 0.0]))
    assert is_printed_so(bgr, pose, list(OURS.grid), fine_scale(pose)) == printed_so


def test_few_lines_between_bare_cells_say_nothing_and_many_whether_a_board_lies_on_them() -> None:
    few, on = BareLines((MANY - 1, MANY - 1), (0, 0)), BareLines((MANY, 0), (MANY, 0))
    off_one_way = BareLines((MANY, 3 * MANY), (MANY // 3, 3 * MANY))
    assert [lines.agree for lines in (few, on, off_one_way)] == [False, True, False]
    assert [lines.disagree for lines in (few, on, off_one_way)] == [False, False, True]
    both = BareLines((MANY, MANY), (MANY, MANY))
    assert [lines.agree_both_ways for lines in (few, on, off_one_way, both)] == [False, False, False, True]


def test_a_grid_on_which_far_more_of_many_lines_stand_is_the_better_one() -> None:
    most, half = BareLines((8, 2 * MANY), (0, 2 * MANY)), BareLines((7, 2 * MANY), (0, 3 * MANY // 2))
    assert (most.share, half.share) == (1.0, 0.75)
    assert most.stand_better_than(half)
    assert not half.stand_better_than(most)
    few = BareLines((MANY - 1, 3), (MANY - 1, 3))
    assert not few.stand_better_than(half)
    assert not most.stand_better_than(few)  # nothing is known of it
