"""How much the colour changes within a cell, and what that says of bare ones."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cells.test_ground import FILLED, SIDE, reading
from vision.cells.grain import grains_of
from vision.cells.ground import MOST_GRAINY, with_ground
from vision.frame import Picture

SCALE = 32
SHADE = 0.45
"""A shadow leaves so much of the light."""


def board(*, shaded: float) -> Picture:
    """A board of one colour, with a little noise; a checked cell of the same mean colour; a part in the shade."""
    rng = np.random.default_rng(5)
    image = np.full((SIDE * SCALE, SIDE * SCALE, 3), (120.0, 170.0, 210.0))
    row, col = FILLED
    stripes = np.where(np.arange(SCALE) // 4 % 2, 1, -1)[None, :, None] * np.array([25.0, 0.0, -12.0])
    image[row * SCALE : (row + 1) * SCALE, col * SCALE : (col + 1) * SCALE] += stripes
    down, right = np.mgrid[: len(image), : len(image)]
    image[down + 10 * right > (11 - 11 * shaded) * len(image)] *= SHADE
    return np.clip(image + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("shaded", [0.0, 0.35, 0.6])
def test_a_print_of_the_colour_of_the_board_is_filled_and_no_edge_of_a_shadow_is(shaded: float) -> None:
    bare_looks = reading((75 - FILLED[1], 8, 22))
    seen = with_ground(replace(bare_looks, grains=grains_of(board(shaded=shaded), SCALE)))
    assert seen.occupied[FILLED] > -5 + MOST_GRAINY / 3  # noise is more of what is left in the shade
    assert (np.delete(seen.occupied.ravel(), FILLED[0] * SIDE + FILLED[1]) == -5).all()


def test_the_colour_changes_as_much_in_a_darker_picture() -> None:
    bright = board(shaded=0.0)
    dark = (bright.astype(np.float64) * 0.6).astype(np.uint8)
    assert grains_of(dark, SCALE)[FILLED] == pytest.approx(grains_of(bright, SCALE)[FILLED], abs=0.1)
