"""Corners that somebody has pointed at lead to a fitted grid, whatever order they come in."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.board.pointed import CornersError, from_corners, suggested
from vision.frame import Frame, Picture
from vision.kind import KINDS
from vision.live.watch import Known, View, Watcher

PHOTOS = Path(__file__).parents[2] / "data" / "photos"
POLYSSIMO = packaged_piece_set("polyssimo")


def photo(name: str) -> tuple[Picture, np.ndarray]:
    """A picture and the true corners of its board."""
    truth = json.loads((PHOTOS / f"{name}.json").read_text())
    return np.asarray(cv2.imread(str(PHOTOS / f"{name}.jpg")), np.uint8), np.array(truth["corners"])


def error_cells(corners: np.ndarray, truth: np.ndarray) -> float:
    """How far the farthest corner is off, whichever of them comes first."""
    apart = min(np.abs(np.roll(corners, turn, axis=0) - truth).max() for turn in range(4))
    return float(apart / (np.linalg.norm(truth[1] - truth[0]) / POLYSSIMO.grid.cols))


@pytest.mark.parametrize("name", ["001_overlap", "009_full", "014_few"])
def test_corners_pointed_at_roughly_are_fitted_to_the_lines(name: str) -> None:
    bgr, truth = photo(name)
    cell_px = np.linalg.norm(truth[1] - truth[0]) / POLYSSIMO.grid.cols
    dice = np.random.default_rng(3)
    rough = dice.permutation(truth + dice.uniform(-0.2, 0.2, truth.shape) * cell_px)
    assert error_cells(from_corners(bgr, rough, POLYSSIMO.grid, KINDS["polyssimo"]).corners_px, truth) < 0.12


def test_corners_in_a_picture_without_lines_stand_as_they_were_given() -> None:
    bgr = np.full((480, 640, 3), 128, np.uint8)
    given = np.array([[140.0, 75.0], [500.0, 75.0], [500.0, 405.0], [140.0, 405.0]])
    pose = from_corners(bgr, given, POLYSSIMO.grid, KINDS["polyssimo"])
    assert error_cells(pose.corners_px, given) < 0.1
    assert pose.confidence < 0.5


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([(100, 100), (100, 100), (400, 300), (100, 300)], "put each on another outer corner"),
        ([(100, 100), (500, 100), (300, 400), (300, 150)], "no board"),
        ([(100, 100), (130, 100), (130, 130), (100, 130)], "nearer"),
        ([(300, 100), (320, 100), (600, 460), (20, 460)], "too low"),
    ],
)
def test_points_that_no_board_can_show_are_refused_in_words(corners: list[tuple[int, int]], words: str) -> None:
    with pytest.raises(CornersError, match=words):
        from_corners(
            np.zeros((480, 640, 3), np.uint8), np.array(corners, np.float64), POLYSSIMO.grid, KINDS["polyssimo"]
        )


def test_corners_are_suggested_where_a_board_seems_to_be_and_nowhere_else() -> None:
    bgr, truth = photo("009_full")
    assert error_cells(np.array(suggested(bgr)), truth) < 0.7
    assert all(suggested(np.full((480, 640, 3), grey, np.uint8)) == () for grey in (0, 60, 128, 190, 250))


def test_a_board_that_was_shown_is_watched_from_then_on() -> None:
    bgr, truth = photo("009_full")
    watcher = Watcher(POLYSSIMO, find=lambda *_: None)
    assert watcher.look(Frame(bgr, 1, 0.0), Known()).view is View.NO_BOARD
    watcher.show_board(from_corners(bgr, truth, POLYSSIMO.grid, KINDS["polyssimo"]))
    looks = [watcher.look(Frame(bgr, number, number / 3), Known()) for number in range(2, 6)]
    assert looks[0].board_found
    assert looks[-1].view is View.SETTLED
    assert looks[-1].sighting is not None
    assert len(looks[-1].sighting.pieces) > 10
