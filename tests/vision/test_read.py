"""Carried photographs are read from nothing, all the way to the pieces."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.piece import packaged_piece_set
from tests.benchmarks.scoring import score
from tests.benchmarks.truth import names_by_shape, parse_truth, read_facts
from vision.read import read_photo

PIECES = packaged_piece_set("polyssimo")
PHOTOS = Path(__file__).parents[1] / "data" / "photos"


@pytest.mark.parametrize("name", ["001_overlap", "009_full", "020_overhang"])
def test_a_photograph_is_read_exactly(name: str) -> None:
    facts = read_facts(PHOTOS / f"{name}.jpg")
    truth = parse_truth(facts, name, names_by_shape([facts], PIECES))
    bgr = cv2.imread(str(PHOTOS / f"{name}.jpg"))
    assert bgr is not None
    result = score(truth, read_photo(np.asarray(bgr, np.uint8), PIECES))
    assert result.exact, result
    assert not result.false_alarms


def test_pieces_under_a_hand_are_left_out_and_not_guessed() -> None:
    facts = read_facts(PHOTOS / "000_hand.jpg")
    truth = parse_truth(facts, "000_hand", names_by_shape([facts], PIECES))
    bgr = cv2.imread(str(PHOTOS / "000_hand.jpg"))
    assert bgr is not None
    sighting = read_photo(np.asarray(bgr, np.uint8), PIECES)
    result = score(truth, sighting)
    assert sighting.occluded
    assert result.exact, result  # those beside the hand are all seen


@pytest.mark.parametrize("game", ["polyssimo", "blokus"])
@pytest.mark.parametrize("shape", [(1, 2000), (4000, 2), (5, 7)])
def test_a_picture_of_hardly_any_width_has_no_board(shape: tuple[int, int], game: str) -> None:
    strip = np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8)
    assert not read_photo(strip, packaged_piece_set(game)).board.found


def test_a_picture_of_nothing_has_no_board() -> None:
    grey = np.full((480, 640, 3), 128, np.uint8)
    assert not read_photo(grey, PIECES).board.found
