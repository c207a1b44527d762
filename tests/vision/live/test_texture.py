"""The same surface in another light, and another one."""

import cv2
import numpy as np
import pytest

from referee.grid import Cell
from vision.live.squares import CELL_PX, Plane
from vision.live.texture import Texture

ROWS = COLS = 6
BAR: frozenset[Cell] = frozenset({(2, 1), (2, 2), (2, 3)})
"""Squares in the middle of a board."""
GRID = [(row, col) for row in range(ROWS) for col in range(COLS)]


def board(number: int = 0) -> Plane:
    """A ruled board of an even colour, and a square of table around it; another number, other noise."""
    side = CELL_PX * (ROWS + 2)
    lab = np.full((side, side, 3), (55.0, 3.0, 8.0), np.float32)
    for line in range(CELL_PX, side, CELL_PX):
        lab[line - 1 : line + 1] = lab[:, line - 1 : line + 1] = (45.0, 3.0, 8.0)
    return lab + np.random.default_rng(number).normal(0, 0.5, lab.shape).astype(np.float32)


def shaded(plane: Plane) -> Plane:
    """Half of it in a soft shadow, whose edge runs over the squares."""
    across = 1 - 0.4 / (1 + np.exp(-(np.arange(plane.shape[1]) - 70) / 8))
    return np.asarray(plane * across[None, :, None], np.float32)


def with_piece(plane: Plane, cells: frozenset[Cell], lightness: float) -> Plane:
    """An even piece on these squares."""
    covered = plane.copy()
    for row, col in cells:
        top, left = CELL_PX * (row + 1), CELL_PX * (col + 1)
        covered[top : top + CELL_PX, left : left + CELL_PX, 0] = lightness
    return covered + np.random.default_rng(9).normal(0, 0.5, plane.shape).astype(np.float32)


def remembered(plane: Plane, *, but: frozenset[Cell] = frozenset()) -> Texture:
    """Of all squares but some."""
    texture = Texture()
    texture.remember(set(GRID) - but, plane)
    return texture


@pytest.mark.parametrize("darker", [1.0, 0.4, 1.6])
def test_in_another_light_a_surface_is_the_same(darker: float) -> None:
    texture = remembered(board())
    assert texture.lasts_on(BAR, board(1) * np.float32(darker))
    assert texture.lasts_on(BAR, shaded(board(2)))


@pytest.mark.parametrize("lightness", [20.0, 53.0, 90.0])
def test_what_comes_to_lie_on_it_hides_it(lightness: float) -> None:
    texture, now = remembered(board()), with_piece(board(1), BAR, lightness)
    assert not texture.lasts_on(BAR, now)
    assert not texture.lasts_on(BAR, shaded(now))
    assert texture.lasts_on({(0, 1), (0, 2)}, now)


def test_where_all_is_even_nothing_is_told() -> None:
    even = np.full_like(board(), 50.0)
    assert not remembered(even).lasts_on(BAR, even)


def test_nor_of_what_is_not_remembered() -> None:
    assert not Texture().lasts_on(BAR, board())
    assert not remembered(board(), but=frozenset({(2, 2)})).lasts_on(BAR, board(1))


def test_what_has_come_is_remembered_instead() -> None:
    texture, piece = remembered(board()), with_piece(board(1), BAR, 20.0)
    piece[CELL_PX * 3 + 8 : CELL_PX * 3 + 12] += 12  # a print
    texture.remember(BAR, piece)
    assert texture.lasts_on(BAR, piece * np.float32(0.8))
    assert not texture.lasts_on(BAR, board(2))
    assert texture.lasts_on({(4, 1), (4, 2)}, board(2))


def test_one_square_alone_must_show_it_more_clearly() -> None:
    """There are no lines within it."""
    assert not remembered(board()).lasts_on({(2, 2)}, board(1))
    grained = board() + np.random.default_rng(5).normal(0, 4, board().shape).astype(np.float32)
    assert remembered(grained).lasts_on({(2, 2)}, grained * np.float32(0.7))


def slatted(plane: Plane, at: float, soft: float = 3.0) -> Plane:
    """A beam of the sun, as wide as a square, falls aslant over it between two slats."""
    down, right = np.mgrid[: plane.shape[0], : plane.shape[1]]
    across = 0.8 * right + 0.6 * down - at
    lit = 1 / (1 + np.exp(-across / soft)) - 1 / (1 + np.exp(-(across - CELL_PX) / soft))
    sunny = plane.copy()
    sunny[..., 0] *= (1 + 0.5 * lit).astype(np.float32)
    return sunny


SQUARE: frozenset[Cell] = frozenset({(2, 2)})


@pytest.mark.parametrize("at", [90.0, 100.0, 115.0])
def test_light_goes_on_beyond_a_square(at: float) -> None:
    assert remembered(board()).goes_on(SQUARE, slatted(board(1), at))
    assert remembered(slatted(board(), at)).goes_on(SQUARE, board(1))


@pytest.mark.parametrize("cells", [SQUARE, BAR])
@pytest.mark.parametrize("lightness", [20.0, 45.0, 80.0])
def test_what_lies_there_ends_with_it(lightness: float, cells: frozenset[Cell]) -> None:
    texture = remembered(board())
    assert not texture.goes_on(cells, with_piece(board(1), cells, lightness))
    assert not texture.goes_on(cells, 0.7 * with_piece(board(1), cells, lightness))


def test_nor_does_light_go_on_where_the_border_of_what_has_come_is_blurred() -> None:
    blurred = cv2.GaussianBlur(with_piece(board(1), SQUARE, 20.0), (0, 0), 3)
    assert not remembered(board()).goes_on(SQUARE, blurred)


def test_nor_is_a_card_light_that_reaches_beyond_the_squares_it_covers() -> None:
    card = board(1)
    top, left = CELL_PX * 3 - 14, CELL_PX * 2 - 14
    card[top : top + CELL_PX + 28, left : left + 3 * CELL_PX + 28] = (90.0, 0.0, 4.0)
    assert not remembered(board()).goes_on(BAR, card + np.random.default_rng(3).normal(0, 0.5, card.shape))
    assert remembered(board()).goes_on(BAR, slatted(board(1), 90.0, 9.0))


def test_beside_what_has_come_light_goes_on_where_nothing_has() -> None:
    come = frozenset({(2, 1), (3, 2)})
    now = with_piece(slatted(board(1), 100.0), come, 20.0)
    assert remembered(board()).goes_on(SQUARE, now, come)
    assert not remembered(board()).goes_on(SQUARE, now)


def test_how_a_square_changes_on_each_side_is_told_in_the_order_of_what_is_beside_it() -> None:
    """Beyond the first three sides it is as within, beyond the last one nothing has changed."""
    for quarter in range(4):
        now = board()
        lighter = np.zeros(now.shape[:2], np.float32)
        lighter[: CELL_PX * 4, :] = 10  # to the lower side of the third row
        now[..., 0] += np.rot90(lighter, quarter)
        cell = {0: (2, 2), 1: (3, 2), 2: (3, 3), 3: (2, 3)}[quarter]
        assert remembered(board()).goes_on({cell}, now)
        alone = frozenset({cell, {0: (3, 2), 1: (3, 3), 2: (2, 3), 3: (2, 2)}[quarter]})
        assert not remembered(board(), but=frozenset(set(GRID) - alone)).goes_on({cell}, now)


def test_where_nothing_beside_it_is_remembered_nothing_goes_on() -> None:
    assert not Texture().goes_on(SQUARE, board())
    assert not remembered(board(), but=SQUARE).goes_on(SQUARE, slatted(board(), 115.0))
    assert not remembered(board(), but=frozenset(set(GRID) - SQUARE)).goes_on(SQUARE, slatted(board(), 115.0))
