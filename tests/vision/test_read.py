"""Carried photographs are read from nothing, all the way to the pieces."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.piece import packaged_piece_set
from tests.benchmarks.scoring import score
from tests.benchmarks.truth import names_by_shape, parse_truth, read_facts
from vision.cells.reading import RING, Reading
from vision.frame import size_of
from vision.pieces.glance import PosedBoard
from vision.pose import pose_from_corners
from vision.read import UNTOLD, read_board, read_photo
from vision.sighting import Sighting
from vision.simulated import picture

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


@pytest.mark.parametrize(("game", "quarters"), [("polyssimo", 2), ("polyssimo-puzzle", 1), ("polyssimo-puzzle", 3)])
def test_a_photo_is_read_the_way_up_that_people_see_it(
    game: str, quarters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = packaged_piece_set(game)
    bgr, facts = picture(3, pieces, "partial")
    corners = np.array(facts["corners"])

    def read_from(first: int) -> Sighting:
        pose = pose_from_corners(np.roll(corners, first, axis=0), pieces.grid, size_of(bgr))
        monkeypatch.setattr("vision.read.find_board", lambda *_: pose)
        return read_photo(bgr, pieces)

    seen, again = read_from(0), read_from(quarters)
    assert np.argmin(np.array(seen.board.corners_xy).sum(axis=1)) == 0
    assert np.allclose(again.board.corners_xy, seen.board.corners_xy, atol=1.0)
    assert {piece.cells for piece in again.pieces} == {piece.cells for piece in seen.pieces}
    assert seen.pieces


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


@pytest.mark.parametrize("game", ["polyssimo", "patchwork"])
@pytest.mark.parametrize(("trouble", "is_doubtful"), [(UNTOLD - 0.5, False), (UNTOLD + 0.5, True)])
def test_where_something_looks_askew_and_nothing_is_told_of_it_is_doubtful(
    game: str, trouble: float, is_doubtful: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece_set = packaged_piece_set(game)
    bgr, facts = picture(7811001, piece_set, "few")  # nothing in it is doubtful
    pose = pose_from_corners(np.array(facts["corners"]), piece_set.grid, (facts["width"], facts["height"]))
    filled = tuple(facts["pieces"][0]["cells"][0])
    bare = next(cell for cell in piece_set.grid if all(list(cell) not in one["cells"] for one in facts["pieces"]))
    as_seen = PosedBoard.lying

    def lying(board: PosedBoard, height: float, *, twice: bool) -> Reading:
        seen = as_seen(board, height, twice=twice)
        for row, col in (filled, bare):
            seen.troubled[row + RING, col + RING] = trouble
        return seen

    monkeypatch.setattr(PosedBoard, "lying", lying)
    assert read_board(bgr, pose, piece_set).uncertain == ({bare} if is_doubtful else set())
