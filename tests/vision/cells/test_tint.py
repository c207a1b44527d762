"""Cells that tint the light alike belong together, however dark it is on some of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.cells.tint import AGAINST, MOST, PAINTED, are_of_one_paint, fullness, likeness, oddness, plainness, tints_of

BLUE, RED, GREY, PAPER = (0.8, 0.3, 0.2), (0.2, 0.25, 0.8), (0.5, 0.52, 0.5), (1.0, 1.0, 1.0)
PIECE = list(range(5))
COLS = 8


def row_of(*tops: tuple[float, float, float], shade: float = 1.0) -> np.ndarray:
    """Tints of a row of tops (BGR), the last of them in a shadow that leaves that share of the light, then paper."""
    linear = np.array([*tops, *[PAPER] * (COLS - len(tops))]) ** 2.2
    linear[len(tops) - 1] *= shade
    return tints_of((linear ** (1 / 2.2)).astype(np.float32)[None])


def against(tints: np.ndarray, cells: list[int]) -> float:
    return float(oddness(tints, np.array([cells]))[0])


@given(st.floats(0.1, 1.0))
def test_no_shadow_speaks_against_a_piece(shade: float) -> None:
    shaded = row_of(*[BLUE] * 5, shade=shade)
    assert against(shaded, PIECE) == 0
    assert are_of_one_paint(shaded, PIECE)


@pytest.mark.parametrize("other", [RED, GREY, PAPER], ids=["another paint", "grey", "paper"])
def test_a_cell_of_another_colour_speaks_against_a_piece(other: tuple[float, float, float]) -> None:
    odd = row_of(*[BLUE] * 4, other)
    assert against(odd, PIECE) == pytest.approx(AGAINST)
    assert not are_of_one_paint(odd, PIECE)


def test_of_grey_pieces_and_of_cells_that_are_not_known_nothing_is_said() -> None:
    assert against(row_of(*[GREY] * 4, PAPER), PIECE) == 0
    assert not are_of_one_paint(row_of(*[GREY] * 5), PIECE)
    hidden = row_of(*[BLUE] * 4, RED)
    hidden[0, 4] = 0
    assert against(hidden, PIECE) == 0
    assert not are_of_one_paint(hidden, PIECE)


def test_that_a_piece_has_fewer_cells_than_others_says_nothing() -> None:
    assert against(row_of(*[BLUE] * 5), [*PIECE, COLS]) == 0
    assert are_of_one_paint(row_of(*[BLUE] * 5), [*PIECE, COLS])


def test_neighbours_of_one_paint_belong_together_and_others_do_not() -> None:
    right, down = likeness(np.concatenate([row_of(BLUE, BLUE, RED, GREY), row_of(BLUE, RED)]))
    assert right[0, :4] == pytest.approx([MOST, -MOST, -MOST, 0], abs=0.1)
    assert down[0, :3] == pytest.approx([MOST, -MOST, -MOST], abs=0.1)
    assert (right[:, -1] == 0).all()
    assert (down[-1] == 0).all()


@given(st.floats(0.1, 1.0))
def test_what_tints_the_light_is_painted_however_dark(shade: float) -> None:
    said = plainness(row_of(GREY, RED, BLUE, shade=shade))
    assert said[0, :4] == pytest.approx([0, PAINTED, PAINTED, 0])


def test_what_is_tinted_on_both_planes_is_filled() -> None:
    tops, below = row_of(BLUE, BLUE, BLUE, GREY, PAPER), row_of(BLUE, RED, PAPER, GREY, BLUE)
    assert fullness(tops, below)[0, :5] == pytest.approx([PAINTED, 0, 0, 0, 0])


def test_of_cells_that_are_not_known_no_tint_tells_anything() -> None:
    unknown = np.zeros((1, COLS, 3), np.float32)
    assert (plainness(unknown) == 0).all()
    assert (fullness(unknown, row_of(BLUE)) == 0).all()
