"""The guesses of where the corners are: good enough to begin with, and in pixels of the picture they came from."""

import cv2
import numpy as np
import pytest

from tests.vision.board.test_locate import photo
from vision.board.corners import Square, corners_in_parts, corners_seen
from vision.pose import Points


def test_the_corners_of_a_board_are_guessed_to_within_a_cell() -> None:
    bgr, true = photo("009_full")
    cell_px = np.sqrt(cv2.contourArea(true.astype(np.float32)) / (11 * 12))
    best = corners_seen(bgr)[0]
    errors = [np.abs(np.roll(best, turn, axis=0) - true).max() for turn in range(4)]
    assert min(errors) < cell_px


def test_a_small_board_is_guessed_where_a_part_of_the_picture_shows_it_larger() -> None:
    board, there = photo("009_full")
    small = cv2.resize(board, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    bgr = np.full(board.shape, 90, np.uint8)
    left, top = board.shape[1] - small.shape[1], board.shape[0] - small.shape[0]
    bgr[top:, left:] = small
    true = there * 0.3 + np.array([left, top])
    cell_px = np.sqrt(cv2.contourArea(true.astype(np.float32)) / (11 * 12))

    def nearest(found: list[Points]) -> float:
        errors = [np.abs(np.roll(corners_px, turn, axis=0) - true).max() for corners_px in found for turn in range(4)]
        return min(errors, default=np.inf) / cell_px

    assert nearest(corners_seen(bgr)) > 1 > nearest(corners_in_parts(bgr))


def test_what_stands_out_by_its_outline_is_a_guess_of_a_careful_look() -> None:
    bgr = np.full((720, 1280, 3), 60, np.uint8)
    sheet = np.array([[400, 150], [900, 200], [860, 600], [350, 520]])
    cv2.fillConvexPoly(bgr, sheet, (220, 225, 230))

    def nearest(found: list[Points]) -> float:
        turned = (np.roll(corners_px, turn, axis=0) for corners_px in found for turn in range(4))
        return min((np.abs(corners_px - sheet).max() for corners_px in turned), default=np.inf)

    assert nearest(corners_seen(bgr, thrice=True)) < 6 < nearest(corners_seen(bgr))


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1920, 1080), (100, 900)])
def test_places_of_the_network_are_those_of_the_picture(size: tuple[int, int]) -> None:
    bgr = np.full((size[1], size[0], 3), 90, np.uint8)
    x, y = size[0] // 3, size[1] // 2
    cv2.circle(bgr, (x, y), max(size) // 20, (255, 255, 255), -1)
    square = Square.around(bgr)
    rows, cols = np.nonzero(square.of(bgr)[..., 0] > 200)
    place = (np.array([[cols.mean(), rows.mean()]]) + 0.5) / 4 - 0.5
    assert square.to_picture(place)[0] == pytest.approx((x, y), abs=max(size) / 300)
