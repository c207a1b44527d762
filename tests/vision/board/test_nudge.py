"""Boards a little beside one: all of it moved, or one side alone."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.grid import GridSize
from vision.board.nudge import shifted, stretched, with_corners
from vision.pose import BoardPose, grid_corners, pose_from_corners

GRID = GridSize(11, 12)
SEEN = pose_from_corners(np.array([[400.0, 180.0], [900.0, 200.0], [960.0, 640.0], [340.0, 600.0]]), GRID, (1280, 720))


def moved(pose: BoardPose) -> np.ndarray:
    """How far each corner has moved from where it was seen, in cells to the right and down (4 x 2)."""
    to_board = cv2.getPerspectiveTransform(SEEN.corners_px.astype(np.float32), grid_corners(GRID).astype(np.float32))
    seen = cv2.perspectiveTransform(pose.corners_px.reshape(-1, 1, 2), to_board).reshape(-1, 2)
    return np.asarray(seen - grid_corners(GRID))


def test_a_board_is_moved_as_a_whole_by_so_many_cells() -> None:
    assert moved(shifted(SEEN, (0.5, -1.0))) == pytest.approx(np.tile([0.5, -1.0], (4, 1)), abs=0.05)


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        pytest.param(0, [[-0.5, 0], [0, 0], [0, 0], [-0.5, 0]], id="left"),
        pytest.param(1, [[0, 0], [0.5, 0], [0.5, 0], [0, 0]], id="right"),
        pytest.param(2, [[0, -0.5], [0, -0.5], [0, 0], [0, 0]], id="top"),
        pytest.param(3, [[0, 0], [0, 0], [0, 0.5], [0, 0.5]], id="bottom"),
    ],
)
def test_one_side_is_moved_outwards_and_the_opposite_one_stays(side: int, expected: list[list[float]]) -> None:
    assert moved(stretched(SEEN, side, 0.5)) == pytest.approx(np.array(expected, float), abs=0.05)


def test_a_lens_that_is_known_to_bend_still_does() -> None:
    bent = replace(SEEN, k1=-0.12)
    again = with_corners(bent, grid_corners(GRID), k1=bent.k1)
    assert np.abs(again.corners_px - bent.corners_px).max() < 0.5
    middle = np.array([[6.0, 5.5, 0.0]])
    straight = with_corners(bent, grid_corners(GRID))
    aside = [np.abs(pose.project(middle) - bent.project(middle)).max() for pose in (again, straight)]
    assert aside[0] < 0.3 * aside[1]
