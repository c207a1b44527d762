"""Guesses that are wrong by a cell and more are moved to where the board is."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from referee.piece import packaged_piece_set
from tests.benchmarks.truth import read_facts
from vision.board.align import align
from vision.frame import Picture
from vision.network import answer
from vision.pose import Points, grid_corners

GRID = packaged_piece_set("polyssimo").grid
PHOTOS = Path(__file__).parents[2] / "data" / "photos"


def _photo(name: str) -> tuple[Picture, Points, float]:
    """The picture, the true corners and the size of a cell in pixels."""
    bgr, facts = cv2.imread(str(PHOTOS / f"{name}.jpg")), read_facts(PHOTOS / f"{name}.jpg")
    assert bgr is not None
    corners = np.array(facts["corners"], np.float64)
    return np.asarray(bgr, np.uint8), corners, float(np.sqrt(cv2.contourArea(corners.astype(np.float32)) / len(GRID)))


@pytest.mark.parametrize("name", ["000_hand", "006_full", "014_few"])
@pytest.mark.parametrize("off", [(1.2, 0.0), (-0.6, -0.9)])
def test_a_guess_beside_the_board_is_moved_onto_it(name: str, off: tuple[float, float]) -> None:
    bgr, corners, cell_px = _photo(name)
    found = align(bgr, corners + np.array(off) * cell_px, GRID)
    assert np.linalg.norm(found.corners_px - corners, axis=1).max() < 0.45 * cell_px


def test_a_guess_of_another_size_is_moved_onto_it_too() -> None:
    bgr, corners, cell_px = _photo("009_full")
    larger = corners.mean(axis=0) + 1.15 * (corners - corners.mean(axis=0))
    found = align(bgr, larger, GRID)
    assert np.linalg.norm(found.corners_px - corners, axis=1).max() < 0.45 * cell_px


@pytest.mark.parametrize("larger", [2.0, 2.7, 4.1])
def test_in_a_larger_picture_it_comes_to_the_same_place(larger: float) -> None:
    bgr, corners, cell_px = _photo("014_few")
    enlarged = np.asarray(cv2.resize(bgr, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC), np.uint8)
    scale = np.array(enlarged.shape[1::-1]) / np.array(bgr.shape[1::-1])
    found = align(enlarged, (corners + cell_px / 2 + 0.5) * scale - 0.5, GRID).corners_px
    assert np.abs((found + 0.5) / scale - 0.5 - align(bgr, corners, GRID).corners_px).max() < 0.15 * cell_px


def test_where_there_is_no_board_the_cells_are_far_less_sure() -> None:
    bgr, corners, _ = _photo("009_full")
    nothing = np.random.default_rng(1).integers(90, 120, bgr.shape, np.uint8)
    assert align(nothing, corners, GRID).spread > 2 * align(bgr, corners, GRID).spread


def test_a_guess_far_outside_the_picture_stays_one_that_nobody_believes() -> None:
    bgr, corners, _ = _photo("009_full")
    found = align(bgr, corners + 3.0 * bgr.shape[1], GRID)
    assert np.isfinite(found.corners_px).all()
    assert found.spread > 2 * align(bgr, corners, GRID).spread


def test_a_guess_that_comes_to_nothing_is_left_early(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(network: str, planes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        asked.append(network)
        return answer(network, planes)

    monkeypatch.setattr("vision.board.align.answer", counted)
    bgr, corners, _ = _photo("009_full")
    nothing = np.random.default_rng(1).integers(90, 120, bgr.shape, np.uint8)
    assert align(nothing, corners, GRID, most_spread=0.1).spread > 0.1
    assert len(asked) == 1
    begun = corners.mean(axis=0) + 1.15 * (corners - corners.mean(axis=0))
    found = align(bgr, begun, GRID, most_spread=0.2)
    assert found.corners_px.tolist() == align(bgr, begun, GRID).corners_px.tolist()


def test_corners_go_clockwise_from_the_top_left() -> None:
    assert grid_corners(GRID).tolist() == [[0, 0], [12, 0], [12, 11], [0, 11]]
