"""Quadrilaterals that stand out from a picture."""

import cv2
import numpy as np

from vision.board.outlines import outlines

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
