"""Landmarks: a board in place, a knocked camera, and pieces that come and go."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.flat_table import BLUE, POSE, RED, FlatTable, knocked
from vision.frame import Picture
from vision.motion.drift import Landmarks

FREE = FlatTable()
STRETCHED = replace(POSE, focal_px=POSE.focal_px * 0.8, stretch=1.25)
"""One whose picture was made lower than it was."""
ASIDE = replace(POSE, focal_px=608.0, k1=0.0, turn=(-0.82, 0.25, 0.4), shift=(-4.8, -5.3, 26.0))
"""A camera that looks at the board from aside."""
LANDMARKS = Landmarks.of(FREE.picture(1), POSE)
PIECES = {(row, col): RED for row in range(3) for col in range(2, 9)} | {(7, col): BLUE for col in range(6)}


@pytest.mark.parametrize("light", [0.6, 1.0])
def test_pieces_and_light_do_not_move_the_board(light: float) -> None:
    assert LANDMARKS.drift(FlatTable(painted=PIECES, light=light).picture(2), POSE).is_none


def test_an_arm_does_not_move_the_board() -> None:
    assert LANDMARKS.drift(FlatTable(arm=(4.0, 5.0)).picture(2), POSE).is_none


@pytest.mark.parametrize("degrees", [(0.3, 0.0, 0.0), (1.0, -0.8, 1.0), (-2.0, 1.5, -2.5), (3.0, 2.0, 0.5)])
def test_a_knocked_camera_is_found_out_and_the_board_placed_within_half_a_pixel(
    degrees: tuple[float, float, float],
) -> None:
    pose = knocked(POSE, *degrees)
    drift = LANDMARKS.drift(FlatTable(pose, painted={(4, 4): RED}).picture(2), POSE)
    assert not drift.is_none
    errors = [np.abs(one.corners_px - pose.corners_px).max() for one in drift.poses]
    assert min(errors) < 0.5


@pytest.mark.parametrize(
    "degrees",
    [(0.6, -0.5, 0.4), (-1.2, 0.8, -1.0), (1.5, 1.2, 1.5), (-2.0, -1.5, 2.0), (-3.0, 0.0, 3.0), (3.0, -2.5, -3.0)],
)
def test_so_is_one_that_looks_from_aside(degrees: tuple[float, float, float]) -> None:
    landmarks, pose = Landmarks.of(FlatTable(ASIDE).picture(1), ASIDE), knocked(ASIDE, *degrees)
    drift = landmarks.drift(FlatTable(pose, painted={(4, 4): RED}).picture(2), ASIDE)
    assert not drift.is_none
    assert min(np.abs(one.corners_px - pose.corners_px).max() for one in drift.poses) < 1.0


def test_and_one_whose_picture_was_stretched() -> None:
    landmarks, pose = Landmarks.of(FlatTable(STRETCHED).picture(1), STRETCHED), knocked(STRETCHED, 1.0, -0.8, 1.0)
    drift = landmarks.drift(FlatTable(pose, painted={(4, 4): RED}).picture(2), STRETCHED)
    assert min(np.abs(one.corners_px - pose.corners_px).max() for one in drift.poses) < 0.5


@pytest.mark.parametrize("seed", range(4))
def test_in_the_dark_noise_moves_every_landmark_but_not_the_board_as_a_whole(seed: int) -> None:
    first, second, third = (np.random.default_rng((seed, number)) for number in range(3))
    landmarks = Landmarks.of(in_the_dark(FREE, first), POSE)
    drift = landmarks.drift(in_the_dark(FREE, second), POSE)
    assert not drift.is_none
    assert drift.as_whole
    assert not landmarks.drift(in_the_dark(FlatTable(knocked(POSE, 0.3, 0.0, 0.0)), third), POSE).as_whole


@pytest.mark.parametrize("right_deg", [-1.4, -1.0, -0.1, 0.0, 0.02, 0.7, 1.4, 2.0])
def test_an_empty_board_that_sways_is_followed_be_it_by_a_whole_cell(right_deg: float) -> None:
    pose = knocked(POSE, right_deg, 0.1, -0.2)  # a cell is about 1.4 degrees wide
    seen = FlatTable(pose).picture(2)
    (there,) = LANDMARKS.swayed(seen, POSE)[:1]
    assert np.abs(there.corners_px - pose.corners_px).max() < 0.5
    assert LANDMARKS.fits_best(seen, there)
    assert LANDMARKS.fits_best(seen, POSE) is (abs(right_deg) < 0.7)


@pytest.mark.parametrize("seed", range(4))
def test_noise_alone_moves_no_board(seed: int) -> None:
    first, second = (np.random.default_rng((seed, number)) for number in range(2))
    landmarks = Landmarks.of(in_the_dark(FREE, first), POSE)
    assert set(landmarks.swayed(in_the_dark(FREE, second), POSE)) <= {POSE}
    assert LANDMARKS.swayed(FREE.picture(5), POSE) == (POSE,)


def in_the_dark(table: FlatTable, rng: np.random.Generator) -> Picture:
    """What is seen of a table by hardly any light: mostly noise."""
    return np.asarray(np.clip(20 + 0.03 * table.picture(1) + rng.normal(0, 8, (480, 640, 3)), 0, 255), np.uint8)


def test_landmarks_are_stale_when_pieces_cover_them() -> None:
    full = {(row, col): RED if (row + col) % 2 else BLUE for row in range(11) for col in range(12)}
    assert not LANDMARKS.are_stale(FlatTable(painted={(1, 1): RED}).picture(2), POSE)
    assert LANDMARKS.are_stale(FlatTable(FlatTable().pose, painted=full, arm=(0.0, 3.0)).picture(2), POSE)


def test_without_any_landmark_nothing_is_claimed() -> None:
    blank = np.full((480, 640, 3), 128, np.uint8)
    landmarks = Landmarks.of(blank, POSE)
    drift = landmarks.drift(blank, POSE)
    assert (drift.at_rest, drift.poses, drift.as_whole) == (0.0, (), False)
    assert landmarks.are_stale(blank, POSE)


def test_landmarks_that_have_not_moved_together_tell_of_no_place() -> None:
    now = FREE.picture(2)
    middle_y, middle_x = POSE.project(np.array([POSE.grid.cols / 2, POSE.grid.rows / 2, 0.0])).astype(int)[::-1]
    for number, (down, right) in enumerate(((8, 0), (0, 8), (-8, 0), (0, -8))):
        rows = slice(0, middle_y) if number % 2 else slice(middle_y, None)
        cols = slice(0, middle_x) if number // 2 else slice(middle_x, None)
        now[rows, cols] = np.roll(now[rows, cols], (down, right), axis=(0, 1))
    drift = LANDMARKS.drift(now, POSE)
    assert (drift.is_none, drift.poses) == (False, ())
