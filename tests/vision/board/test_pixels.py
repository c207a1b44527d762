"""Pictures that were stretched along one side, and pictures that were not."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens import Lens
from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.cameras import stretched
from tests.vision.test_pose import camera
from vision.board.align import Alignment
from vision.board.boards import find_board, glimpse_board
from vision.board.locate import _shown
from vision.board.pixels import Guess, stretched_camera, with_its_pixels
from vision.board.pointed import from_corners
from vision.board.trial import Trial
from vision.frame import Picture, size_of
from vision.kind import KINDS, POLYSSIMO
from vision.pose import BoardPose, Points, pose_from_corners

DATA = Path(__file__).parents[2] / "data"
GRID = GridSize(11, 12)
SEEN_SPREAD = 0.045
"""As the cells of most guesses think to be off, in cells."""


def photo_stretched(photo: str, stretch: float) -> tuple[Picture, Points]:
    """A carried picture made less high, or less wide, and the true corners of its grid."""
    bgr = np.asarray(cv2.imread(str(DATA / f"{photo}.jpg")), np.uint8)
    corners = np.array(json.loads((DATA / f"{photo}.json").read_text())["corners"])
    wider = stretched(bgr, stretch)
    return wider, (corners + 0.5) * size_of(wider) / size_of(bgr) - 0.5


def off_cells(pose: BoardPose, corners: Points) -> float:
    """Largest distance of a corner from the true one, whichever comes first."""
    turns = [np.roll(corners, turn, axis=0) for turn in range(4)]
    return float(min(np.linalg.norm(pose.corners_px - turn, axis=1).max() for turn in turns)) / pose.cell_px


def guess(pose: BoardPose) -> Guess:
    """What is guessed where a network sees the corners just where they are."""
    return Guess(Alignment(pose.corners_px, SEEN_SPREAD), pose.grid, pose.size_px)


@pytest.mark.parametrize(
    ("game", "photo", "stretch"),
    [
        pytest.param("polyssimo", "photos/009_full", 3 / 4, id="16 : 9 shown as 4 : 3, from above"),
        pytest.param("polyssimo", "photos/000_hand", 4 / 3, id="4 : 3 shown as 16 : 9, a hand above it"),
        pytest.param("blokus", "blokus/003", 1 / 1.2, id="Blokus"),
        pytest.param("patchwork", "patchwork/005", 3 / 4, id="a quilt"),
    ],
)
def test_a_board_is_found_in_a_picture_that_was_stretched(game: str, photo: str, stretch: float) -> None:
    bgr, corners = photo_stretched(photo, stretch)
    pose = find_board(bgr, packaged_piece_set(game))
    assert pose is not None
    assert off_cells(pose, corners) < 0.2
    assert pose.stretch == pytest.approx(stretch, rel=0.02)


@pytest.mark.parametrize(("stretch", "found"), [(1.5, True), (1 / 1.5, True), (1.8, False), (1 / 1.8, False)])
def test_no_picture_is_stretched_by_far_more_than_screens_differ(
    stretch: float, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that was turned and squeezed into the size it had before."""
    pose = replace(camera(5, 12), stretch=stretch)
    monkeypatch.setattr("vision.board.boards.locate", lambda *_, **__: pose)
    polyssimo, bgr = packaged_piece_set("polyssimo"), np.zeros((720, 1280, 3), np.uint8)
    assert (find_board(bgr, polyssimo) is not None) is found
    assert (glimpse_board(bgr, polyssimo) is not None) is found


@pytest.mark.parametrize("photo", ["009_full", "014_few"])
def test_one_that_was_not_stretched_has_square_pixels(photo: str) -> None:
    bgr, corners = photo_stretched(f"photos/{photo}", 1.0)
    pose = pose_from_corners(corners, GRID, size_of(bgr))
    assert with_its_pixels(bgr, pose, POLYSSIMO) is pose
    assert not guess(pose).is_of_others


def test_from_far_aside_lines_and_tops_tell_and_a_calibrated_lens_is_not_asked() -> None:
    bgr, corners = photo_stretched("photos/014_few", 1.2)
    size_px = size_of(bgr)
    free = pose_from_corners(corners, GRID, size_px)
    assert with_its_pixels(bgr, free, POLYSSIMO).stretch == pytest.approx(1.2, rel=0.02)
    held = replace(free, lens=Lens(size_px, free.focal_px, 0.0, 0.1, 12))
    assert with_its_pixels(bgr, held, POLYSSIMO) is held


@settings(max_examples=10, deadline=None)
@given(st.floats(0, 50), st.floats(-180, 180), st.floats(0.7, 1.35))
def test_a_camera_with_square_pixels_needs_no_proof_where_it_explains_the_corners(
    tilt: float, turn: float, zoom: float
) -> None:
    seen = guess(camera(tilt, turn, focal=1216.0 * zoom))
    assert not seen.is_of_others
    assert seen.is_plain


@pytest.mark.parametrize(("tilt", "turn", "wide"), [(2.0, 5.0, 3 / 4), (8.0, -20.0, 4 / 3), (5.0, 12.0, 1.2)])
def test_a_stretched_one_is_its_rival_where_it_explains_them_far_better(tilt: float, turn: float, wide: float) -> None:
    true = replace(camera(tilt, turn), stretch=wide)
    seen = guess(true)
    assert seen.is_of_others
    nearest = min(seen.stretched, key=true.apart)
    assert nearest.apart(true) < 0.1
    assert nearest.stretch == pytest.approx(wide, rel=0.05)


def test_both_ways_round_are_tried_where_one_looks_stretched() -> None:
    """A board that is seen from above looks like one that is stretched and lies a quarter turn round."""
    seen = guess(camera(0, 0))
    assert sorted(way.is_square for way in seen.stretched) == [False, True]
    assert min(way.apart(camera(0, 0)) for way in seen.stretched if way.is_square) < 0.05


def test_a_square_board_is_asked_about_one_way_round() -> None:
    size_px, seen = (1280, 720), camera(5, 10)
    square = replace(seen, grid=GridSize(12, 12))
    wide = replace(square, stretch=4 / 3)
    assert stretched_camera(Alignment(square.corners_px, SEEN_SPREAD), square.grid, size_px) is None
    found = stretched_camera(Alignment(wide.corners_px, SEEN_SPREAD), square.grid, size_px)
    assert found is not None
    assert found.stretch == pytest.approx(4 / 3, rel=0.05)


def test_corners_that_were_pointed_at_may_be_those_of_a_stretched_picture() -> None:
    bgr, corners = photo_stretched("photos/009_full", 3 / 4)
    pose = from_corners(bgr, corners + np.array([[2, -1], [-2, 1], [1, 2], [-1, -2]]), GRID, KINDS["polyssimo"])
    assert off_cells(pose, corners) < 0.1
    assert pose.stretch == pytest.approx(3 / 4, rel=0.02)


class _Tried(Trial):
    """What is borne out of square and of stretched cameras, with how plausible each is."""

    def __init__(self, square: BoardPose | None, wider: BoardPose | None, plausible: dict[bool, float]) -> None:
        self.borne, self.given, self.asked = {True: square, False: wider}, plausible, list[bool]()

    def by_edges(self, ways: list[BoardPose]) -> list[BoardPose]:
        return ways

    def borne_out(self, ways: Iterable[BoardPose], least: float = -np.inf) -> BoardPose | None:
        self.asked.append(all(way.is_square for way in ways))
        return self.borne[self.asked[-1]]

    def plausible(self, pose: BoardPose) -> float:
        return self.given[pose.is_square]


LEVEL = camera(5, 12)
WIDE = replace(LEVEL, stretch=4 / 3)


@pytest.mark.parametrize(
    ("square", "wider", "plausible", "followed"),
    [
        pytest.param(LEVEL, WIDE, {True: 2.0, False: 1.0}, LEVEL, id="square pixels are more plausible"),
        pytest.param(LEVEL, WIDE, {True: 1.0, False: 2.0}, WIDE, id="others are"),
        pytest.param(replace(LEVEL, confidence=0.99), WIDE, {True: 1.0, False: 2.0}, WIDE, id="though lines prove it"),
        pytest.param(None, WIDE, {}, WIDE, id="none with square pixels is borne out"),
        pytest.param(LEVEL, None, {}, LEVEL, id="no other one is"),
        pytest.param(None, None, {}, None, id="none is"),
    ],
)
def test_of_cameras_of_both_kinds_the_more_plausible_one_is_followed(
    square: BoardPose | None, wider: BoardPose | None, plausible: dict[bool, float], followed: BoardPose | None
) -> None:
    seen = _shown(_Tried(square, wider, plausible), guess(WIDE))
    assert (seen and seen.stretch) == (followed and followed.stretch)


def test_where_lines_prove_square_pixels_and_these_are_plausible_no_other_is_tried() -> None:
    trial = _Tried(replace(LEVEL, confidence=0.99), WIDE, {})
    assert _shown(trial, guess(LEVEL)) is trial.borne[True]
    assert trial.asked == [True]
