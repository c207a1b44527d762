"""Measured colours become colours of the screen."""

import numpy as np
import pytest
from skimage.color import rgb2lab

from calibration.colour import css


@pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#c8465a", "#12788a", "#f0d158", "#010203"])
def test_a_colour_comes_back_as_it_was(colour: str) -> None:
    rgb = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    lightness, a, b = (float(value) for value in rgb2lab(rgb))
    assert css((lightness, a, b)) == colour


def test_a_colour_beyond_the_screen_is_brought_within() -> None:
    assert css((100.0, 120.0, -120.0)).startswith("#ff")
