"""Quadrilaterals that stand out from a picture."""

import cv2
import numpy as np
import pytest

from vision.board.outlines import four_around, outlines

SHEET = np.array([(150, 60), (520, 90), (480, 400), (120, 360)], np.float64)


def sheet(colour: tuple[int, int, int], table: tuple[int, int, int]) -> np.ndarray:
    bgr = np.full((480, 640, 3), table, np.uint8)
    cv2.fillConvexPoly(bgr, SHEET.astype(np.int32), colour, cv2.LINE_AA)
    return bgr


def test_a_sheet_on_a_table_is_found_whether_lighter_darker_or_of_another_hue() -> None:
    for colour, table in (
        ((230, 230, 230), (60, 90, 120)),
        ((40, 40, 40), (150, 150, 150)),
        ((90, 110, 160), (150, 110, 90)),
    ):
        quad = outlines(sheet(colour, table))[0]
        assert min(np.abs(np.roll(quad, turn, axis=0) - SHEET).max() for turn in range(4)) < 4


def test_nothing_stands_out_from_a_bare_table_or_a_round_thing_on_it() -> None:
    bare = np.full((480, 640, 3), 120, np.uint8)
    assert outlines(bare) == []
    cv2.circle(bare, (320, 240), 150, (220, 220, 220), -1)
    assert outlines(bare) == []


@pytest.mark.parametrize("corners", [[(0, 0), (60, 0), (0, 60)], [(0, 0), (60, 0), (50, 60), (0, 60)]])
def test_a_region_with_three_corners_has_no_four_sides(corners: list[tuple[int, int]]) -> None:
    """Such as a corner of the table in the picture's own corner; OpenCV complains of those."""
    drawn = cv2.fillConvexPoly(np.zeros((100, 100), np.uint8), np.array(corners), 1)
    (region,), _ = cv2.findContours(drawn, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    assert (four_around(np.asarray(region, np.int32)) is None) == (len(corners) == 3)
