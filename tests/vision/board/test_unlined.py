"""A board of which no line is seen, by what lies on it."""

import numpy as np

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.vision.board.test_locate import corner_error, photo
from vision.board.nudge import shifted
from vision.board.unlined import unlined
from vision.kind import KINDS, POLYSSIMO
from vision.pose import BoardPose, pose_from_corners
from vision.simulated.still import picture

GRID = GridSize(11, 12)


def both_ways(corners: np.ndarray, bgr: np.ndarray) -> list[BoardPose]:
    """A guess that is a little off, either way round."""
    guess = shifted(pose_from_corners(corners, GRID, bgr.shape[1::-1]), (0.2, 0.1))
    return [guess.quarter_turned(), guess]


def test_a_board_is_set_right_by_what_lies_on_it() -> None:
    bgr, corners = photo("009_full")
    found = unlined(bgr, both_ways(corners, bgr), POLYSSIMO)
    assert found is not None
    assert corner_error(found, corners) < 0.15


def test_a_board_on_which_little_lies_is_not_told_by_that() -> None:
    bgr, facts = picture(581002, packaged_piece_set("polyssimo"), "empty")
    assert unlined(bgr, both_ways(np.array(facts["corners"]), bgr), POLYSSIMO) is None


def test_nothing_is_found_where_pieces_lie_on_no_cells() -> None:
    bgr, corners = photo("009_full")
    assert unlined(bgr, both_ways(corners * 0.5 + 60, bgr), POLYSSIMO) is None


def test_a_square_board_looks_the_same_a_quarter_turn_round() -> None:
    puzzle = packaged_piece_set("polyssimo-puzzle")
    bgr, facts = picture(581004, puzzle, "full")
    pose = pose_from_corners(np.array(facts["corners"]), puzzle.grid, bgr.shape[1::-1])
    found = unlined(bgr, [pose, pose.quarter_turned()], KINDS["polyssimo-puzzle"])
    assert found is not None
    away = [np.abs(np.roll(found.corners_px, step, axis=0) - pose.corners_px).max() for step in range(4)]
    assert min(away) < 0.2 * pose.cell_px
