"""What cells show whatever the light."""

import numpy as np
import pytest

from vision.cells.relief import DARKEST, fine_light, relief_of
from vision.frame import Picture

SCALE, ROWS, COLS = 16, 3, 5
LEVEL, LINE = 160.0, 24.0


def board(light: float = 1.0) -> Picture:
    """Cells with a dark line along their lower edges."""
    level = np.full((ROWS * SCALE, COLS * SCALE), LEVEL)
    level[np.arange(ROWS * SCALE) % SCALE >= SCALE - 2] -= LINE
    return np.repeat(np.round(level * light).astype(np.uint8)[..., None], 3, axis=2)


def test_a_line_is_seen_where_it_is() -> None:
    places = relief_of(board(), SCALE).places
    assert places.shape == (ROWS, COLS, (SCALE // 2) ** 2)
    cell = places[1, 2].reshape(SCALE // 2, SCALE // 2)
    assert cell[-1].max() < -0.02
    assert np.abs(cell[2:-3]).max() < 0.005


@pytest.mark.parametrize("light", [0.8, 0.4, 0.2])
def test_in_less_light_the_same_is_seen(light: float) -> None:
    bright, dark = relief_of(board(), SCALE), relief_of(board(light), SCALE)
    left = light * LEVEL / (light * LEVEL + DARKEST) * (LEVEL + DARKEST) / LEVEL
    assert dark.places == pytest.approx(left * bright.places, abs=0.01)
    assert bright.level.shape == (ROWS, COLS)
    assert dark.level == pytest.approx(light * bright.level, abs=0.6)


def test_black_shows_nothing() -> None:
    assert relief_of(np.zeros_like(board()), SCALE).places == pytest.approx(0, abs=1e-6)


def test_colours_are_as_good_as_their_mean() -> None:
    grey = board().mean(axis=2).astype(np.float32)
    assert fine_light(board(), SCALE, 4, 0.25) == pytest.approx(fine_light(grey, SCALE, 4, 0.25))


def test_lighter_pieces_that_lean_over_two_sides_of_a_cell_leave_its_dimmest_quarter_as_it_is() -> None:
    leant_over = board()
    leant_over[SCALE : SCALE + 6, SCALE : 2 * SCALE] = 240
    leant_over[SCALE : 2 * SCALE, 2 * SCALE - 6 : 2 * SCALE] = 240
    bare, there = (relief_of(plane, SCALE) for plane in (board(), leant_over))
    assert there.level[1, 1] > bare.level[1, 1] + 20
    assert there.dimmest == pytest.approx(bare.dimmest)
