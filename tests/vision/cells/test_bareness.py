"""Cells that look like the bare board in every way are bare, whatever networks take them for."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cells.test_ground import FILLED, SIDE, reading
from vision.cells.bareness import DOUBTED, with_bareness
from vision.cells.reading import RING, Reading
from vision.cells.relief import Relief

BOARD = (75.0 - FILLED[1], 8.0, 22.0)
TAKEN_FOR_A_PIECE = 3.0


def seen(colour: tuple[float, float, float] = BOARD, light: float = 150.0, grain: float = 0.0) -> Reading:
    """A quilt with one cell that the network takes for a patch."""
    grains = np.random.default_rng(4).normal(1, 0.1, (SIDE, SIDE)).astype(np.float32)
    grains[FILLED] = 1 + grain
    level = np.full((SIDE, SIDE), 150, np.float32)
    level[FILLED] = light
    relief = Relief(np.zeros((SIDE, SIDE, 4), np.float32), level, np.full_like(level, 250))
    return replace(reading(colour, TAKEN_FOR_A_PIECE), relief=relief, grains=grains)


def lines(counted: float = -1.2) -> np.ndarray:
    """What relief counts for a piece: all cells but for one show lines, and that one does if no more is said."""
    relief = np.full((SIDE, SIDE), -2, np.float32)
    relief[FILLED] = counted
    return relief


def test_what_networks_take_for_a_piece_is_bare_if_it_has_the_colour_and_the_lines_of_the_board() -> None:
    told = with_bareness(seen(), lines()).occupied
    assert told[FILLED] == TAKEN_FOR_A_PIECE - 4
    assert np.median(told[RING:-RING, RING:-RING]) == -5 - 4, "so is what looks so besides"
    assert told.dtype == np.float32


def test_of_what_lies_beside_the_quilt_nothing_is_told() -> None:
    beside = seen()
    beside.occupied[RING - 1, RING] = TAKEN_FOR_A_PIECE
    assert with_bareness(beside, lines()).occupied[RING - 1, RING] == TAKEN_FOR_A_PIECE


@pytest.mark.parametrize(
    ("looks", "relief"),
    [
        pytest.param(seen(colour=(BOARD[0], 11, 25)), lines(), id="of another colour"),
        pytest.param(seen(colour=(BOARD[0] - 6, 8, 22)), lines(), id="darker"),
        pytest.param(seen(light=245), lines(), id="burnt out"),
        pytest.param(seen(grain=1.0), lines(), id="printed"),
        pytest.param(seen(), lines(-0.8), id="without lines"),
    ],
)
def test_one_thing_that_is_otherwise_leaves_it_as_it_was(looks: Reading, relief: np.ndarray) -> None:
    assert with_bareness(looks, relief).occupied[FILLED] == TAKEN_FOR_A_PIECE


def test_nothing_is_told_of_hidden_cells_nor_of_boards_of_which_too_little_is_bare() -> None:
    hidden = seen()
    hidden.occupied[FILLED] = 0
    assert with_bareness(hidden, lines()).occupied[FILLED] == 0
    full = replace(seen(), occupied=np.full((SIDE, SIDE), 5, np.float32))
    assert (with_bareness(full, lines()).occupied == 5).all()
    assert with_bareness(reading(BOARD, 3.0), lines()).occupied[FILLED] == TAKEN_FOR_A_PIECE


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param(seen(colour=(BOARD[0], 9, 23)), id="the colour of a board is not quite even"),
        pytest.param(seen(light=235), id="light"),
        pytest.param(seen(grain=0.3), id="hardly rougher"),
        pytest.param(replace(seen(), occupied=np.where(seen().occupied > 0, DOUBTED + 0.5, -5)), id="as good as bare"),
    ],
)
def test_what_is_hardly_otherwise_is_bare(looks: Reading) -> None:
    assert with_bareness(looks, lines()).occupied[FILLED] == looks.occupied[FILLED] - 4


def test_where_nothing_bare_is_taken_for_a_piece_all_stays_as_it_was() -> None:
    sure = replace(seen(), occupied=np.full((SIDE, SIDE), -5, np.float32))
    assert with_bareness(sure, lines()) is sure
