"""Why no board was found is said in words."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.benchmarks.lights import out_of_focus
from vision.board.absence import CUT_OFF, IN_THE_WAY, NOWHERE, UNSHARP, absence
from vision.frame import Picture

PHOTO = Path(__file__).parents[2] / "data" / "photos" / "006_full.jpg"


def photo() -> Picture:
    return np.asarray(cv2.imread(str(PHOTO)), np.uint8)


def test_a_board_that_goes_on_beyond_the_picture_is_cut_off() -> None:
    bgr = photo()
    corner_at = bgr.shape[1] // 3
    assert absence(np.ascontiguousarray(bgr[:, corner_at:])) == CUT_OFF


@pytest.mark.parametrize("grey", [0, 60, 128, 190, 250])
def test_a_picture_of_something_else_shows_no_board(grey: int) -> None:
    assert absence(np.full((480, 640, 3), grey, np.uint8)) == NOWHERE


def test_a_board_that_is_there_but_was_not_found_must_be_cleared_or_marked() -> None:
    assert absence(photo()) == IN_THE_WAY


def test_one_that_is_out_of_focus_is_not_said_to_be_elsewhere() -> None:
    bgr = photo()
    soft = out_of_focus(bgr.astype(np.float32), bgr.shape[1] / 150)
    assert absence(np.rint(soft).astype(np.uint8)) == UNSHARP
