"""A recorded game whose pictures go bad so that the board is looked for in vain, with all that is tried then."""

import cv2
import numpy as np
import pytest

from tests import test_spoilt_pictures as spoilt
from tests.test_spoilt_pictures import SPOILT_AT, Evening, noisy, warped
from vision.frame import Picture
from vision.live.watch import View

film, begun, evening = spoilt.film, spoilt.begun, spoilt.evening


@pytest.mark.fault("F6")
def test_a_board_pushed_half_out_of_the_picture_is_asked_for(evening: Evening, film: list[Picture]) -> None:
    lying = evening.lying
    looks, events = evening.see([warped(film[SPOILT_AT - 1], number, (500, 0)) for number in range(7)])
    assert (looks[-1].view, events, evening.lying) == (View.NO_BOARD, [], lying)
    assert "not where it was" in looks[-1].reason


@pytest.mark.fault("F7")
def test_a_turned_picture_squeezed_into_the_old_size_is_waited_out(evening: Evening, film: list[Picture]) -> None:
    """As FFmpeg gives a stream whose camera is turned: it keeps the size of the first picture."""
    lying = evening.lying
    squeezed = cv2.resize(np.rot90(film[SPOILT_AT - 1]), (1280, 720))
    looks, events = evening.see([noisy(squeezed, number) for number in range(4)])
    assert View.SETTLED not in {look.view for look in looks}
    assert (events, evening.lying) == ([], lying)
