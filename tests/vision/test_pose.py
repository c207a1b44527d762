"""The camera is found again from what it saw."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.grid import GridSize
from vision.live.judgement import relabelled
from vision.pose import BoardPose, Points, pose_from_corners, pose_in, unusual
from vision.sighting import SeenPiece

GRID = GridSize(11, 12)
STRETCHES = st.floats(0.7, 1.4)


def camera(tilt_deg: float, turn_deg: float, focal: float = 1200.0, k1: float = 0.0) -> BoardPose:
    """A camera 35 cells from the middle of the board, looking at it."""
    tilt, turn = np.radians([tilt_deg, turn_deg])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    rotation = lean @ spin
    shift = np.array([0, 0, 35.0]) - rotation @ np.array([6, 5.5, 0])
    x, y, z = cv2.Rodrigues(rotation)[0].ravel()
    return BoardPose(GRID, (1280, 720), focal, k1, (float(x), float(y), float(z)), tuple(float(v) for v in shift))


@settings(max_examples=25)
@given(st.floats(0, 50), st.floats(-180, 180))
def test_four_corners_give_the_camera_back(tilt_deg: float, turn_deg: float) -> None:
    true = camera(tilt_deg, turn_deg)
    found = pose_from_corners(true.corners_px, GRID, (1280, 720))
    assert np.abs(found.corners_px - true.corners_px).max() < 0.6
    assert abs(found.tilt_deg - true.tilt_deg) < 1.5


@settings(max_examples=25)
@given(st.floats(0, 50), st.floats(-180, 180), st.floats(-0.1, 0.02), st.floats(0, 1), STRETCHES)
def test_pixels_go_back_to_the_plane_they_came_from(
    tilt: float, turn: float, k1: float, height: float, stretch: float
) -> None:
    seen = replace(camera(tilt, turn, k1=k1), stretch=stretch)
    points = np.array([[0.0, 0.0], [12.0, 11.0], [3.3, 7.7]])
    pixels = seen.project(np.column_stack([points, np.full(3, height)]))
    assert np.allclose(seen.on_plane(pixels, height), points, atol=1e-3)


@settings(max_examples=25)
@given(st.floats(0, 50), st.floats(-180, 180), st.floats(-0.1, 0.02), st.floats(0, 1), STRETCHES)
def test_pixels_move_with_the_camera_as_its_slopes_say(
    tilt: float, turn: float, k1: float, height: float, stretch: float
) -> None:
    seen = replace(camera(tilt, turn, k1=k1), stretch=stretch)
    points = np.array([[1.0, 2.0, height], [11.0, 7.0, 0.0], [4.0, 9.5, height]])
    values = np.array([*seen.turn, *seen.shift, np.log(seen.focal_px)])

    def pixels(at: Points) -> Points:
        return replace(seen.placed(at[:3], at[3:6]), focal_px=float(np.exp(at[6]))).project(points)

    steps = 1e-5 * np.eye(7)
    differences = [(pixels(values + step) - pixels(values - step)) / 2e-5 for step in steps]
    assert np.allclose(seen.slopes(points), np.stack(differences, axis=-1), rtol=1e-4, atol=0.01)


@settings(max_examples=25)
@given(st.floats(0, 50), st.floats(-180, 180), st.floats(-0.1, 0.02), STRETCHES)
def test_a_stretched_picture_is_the_square_one_made_wider(tilt: float, turn: float, k1: float, stretch: float) -> None:
    square = camera(tilt, turn, k1=k1)
    wide = replace(square, size_px=(round(1280 * stretch), 720), stretch=round(1280 * stretch) / 1280)
    points = np.array([[1.0, 2.0, 0.0], [11.0, 7.0, 0.7], [4.0, 9.5, 0.0]])
    assert np.allclose(wide.project(points) + 0.5, (square.project(points) + 0.5) * (wide.stretch, 1), atol=1e-6)
    again = pose_from_corners(wide.corners_px, GRID, wide.size_px, k1=k1, stretch=wide.stretch)
    assert again.stretch == wide.stretch
    assert again.apart(wide) < 0.02
    assert np.abs(pose_in(again.seen_board(), wide.size_px).camera_xyh - again.camera_xyh).max() < 1.0


@pytest.mark.parametrize("size_px", [(1280, 720), (720, 1280)])
def test_a_camera_held_upright_stands_no_nearer_than_one_held_level(size_px: tuple[int, int]) -> None:
    rng, true = np.random.default_rng(0), replace(camera(5, 90), size_px=size_px)
    found = [pose_from_corners(true.corners_px + rng.normal(0, 0.5, (4, 2)), GRID, size_px) for _ in range(15)]
    assert np.median([one.camera_xyh[2] for one in found]) == pytest.approx(true.camera_xyh[2], rel=0.15)


def test_half_a_turn_swaps_opposite_corners_and_moves_nothing() -> None:
    seen = camera(30, 20)
    other = seen.half_turned()
    assert np.allclose(other.corners_px, np.roll(seen.corners_px, 2, axis=0), atol=1e-6)
    assert other.tilt_deg == pytest.approx(seen.tilt_deg)


def test_tops_of_pieces_are_shifted_away_from_the_foot_of_the_camera() -> None:
    seen = camera(35, 0)
    foot, top = seen.on_plane(seen.project(np.array([[6.0, 5.5, 0.8]])))[0], seen.camera_xyh[:2]
    assert np.dot(foot - (6.0, 5.5), top - (6.0, 5.5)) < 0


@pytest.mark.parametrize(("grid", "ways"), [(GRID, 2), (GridSize(7, 7), 4)])
def test_a_board_is_labelled_from_every_corner_from_which_it_has_the_same_shape(grid: GridSize, ways: int) -> None:
    seen = pose_from_corners(camera(30, 20).corners_px, grid, (1280, 720))
    corners = [pose.corners_px for pose in seen.labellings]
    expected = [np.roll(seen.corners_px, -number * 4 // ways, axis=0) for number in range(ways)]
    assert np.allclose(corners, expected, atol=1e-6)


@pytest.mark.parametrize("quarters", range(4))
def test_what_lies_on_a_board_keeps_its_place_in_the_picture_however_it_is_labelled(quarters: int) -> None:
    seen = pose_from_corners(camera(30, 20).corners_px, GridSize(7, 7), (1280, 720))
    [(_, cells)] = relabelled([SeenPiece("P5", ((1, 2),))], GridSize(7, 7), quarters)
    [(row, col)] = cells
    there = seen.labellings[quarters].project(np.array([col + 0.5, row + 0.5, 0.0]))
    assert np.allclose(there, seen.project(np.array([2.5, 1.5, 0.0])), atol=1e-6)


def test_corners_that_fit_no_camera_quite_are_not_given_up() -> None:
    """They were, with a camera that had turned seventeen times around: one of them counted as wrong."""
    seen = np.array([(667.0, 123.0), (922.0, 120.0), (936.0, 301.0), (673.0, 310.0)])
    found = pose_from_corners(seen, GridSize(9, 9), (1600, 900))
    assert np.abs(found.corners_px - seen).max() < 2


def test_corners_that_are_only_guessed_are_not_believed_to_the_pixel() -> None:
    """Seen from above, corners half a dozen pixels off are fitted exactly only by a lens that nobody has."""
    true = camera(10, 0)
    guessed = true.corners_px + np.array([(6, -4), (-5, 6), (5, 5), (-6, -5)])
    believed = pose_from_corners(guessed, GRID, (1280, 720))
    doubted = pose_from_corners(guessed, GRID, (1280, 720), spread_px=6.0)
    assert unusual(doubted) < 0.5 < unusual(believed)
