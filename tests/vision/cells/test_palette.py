"""The colours of today's pieces: heaps in what the cells look like, named in spite of a lamp that moves them all."""

import numpy as np
import pytest

from referee.grid import GridSize
from vision.cells.palette import MOST_ELSE, with_palette
from vision.cells.reading import RING, Reading
from vision.kind import COLOURS

GRID = GridSize(20, 20)
USUAL = np.array([(45.0, 20, -65), (90, -10, 80), (50, 65, 35), (65, -55, 40)])
"""L*a*b* of blue, yellow, red and green pieces under an ordinary lamp."""


def a_board(looks: np.ndarray, said: np.ndarray, *, cells: int = 160) -> tuple[Reading, np.ndarray]:
    """A board with so many filled cells of all colours in turn, how each colour looks (4 x 3) and what the network
    says of it (4 x 4, probabilities), and the colour of each cell (-1: empty), ring included."""
    rng = np.random.default_rng(5)
    shape = (GRID.rows + 2 * RING, GRID.cols + 2 * RING)
    true = np.full((GRID.rows, GRID.cols), -1)
    true.ravel()[rng.permutation(true.size)[:cells]] = np.arange(cells) % len(COLOURS)
    true = np.pad(true, RING, constant_values=-1)
    lab = np.where(true[..., None] < 0, (95.0, 0, 0), looks[true] + rng.normal(0, 1.5, (*shape, 3)))
    paints = np.log(said[true] + 1e-6).transpose(2, 0, 1)
    blank = np.zeros(shape, np.float32)
    occupied = np.where(true < 0, -8, 8).astype(np.float32)
    return Reading(GRID, occupied, blank, blank, blank, blank, paints.astype(np.float32), lab, 0.25), true


def named(reading: Reading, true: np.ndarray) -> float:
    """Share of the filled cells that are given their colour."""
    return float((reading.paints.argmax(axis=0) == true)[true >= 0].mean())


SURE = 0.97 * np.eye(4) + 0.01
GREEN_FOR_YELLOW = np.where(np.arange(4)[:, None] == 3, (0.02, 0.6, 0.03, 0.35), SURE)


@pytest.mark.parametrize("cast", [(0, 0, 0), (-5, 12, 25), (0, -14, -20)])
def test_a_colour_that_the_network_takes_for_another_gets_its_name(cast: tuple[float, float, float]) -> None:
    reading, true = a_board(USUAL * (1, 0.35, 0.35) + cast, GREEN_FOR_YELLOW)
    assert named(reading, true) < 0.8
    assert named(with_palette(reading), true) == 1


def test_what_the_network_says_rightly_stays_and_is_surer() -> None:
    reading, true = a_board(USUAL, SURE)
    mended = with_palette(reading)
    assert named(mended, true) == 1
    filled = true >= 0
    assert mended.paints.max(axis=0)[filled].min() >= reading.paints.max(axis=0)[filled].min()


def test_cells_burnt_white_keep_what_the_network_says() -> None:
    reading, true = a_board(USUAL, SURE)
    burnt = (true >= 0) & (np.arange(true.size).reshape(true.shape) % 5 == 0)
    reading.paint_lab[burnt] = (100, 0, 0)
    assert named(with_palette(reading), true) == 1


@pytest.mark.parametrize("cells", [0, 3, 20])
def test_few_cells_say_nothing_of_the_colours(cells: int) -> None:
    reading, _ = a_board(USUAL, GREEN_FOR_YELLOW, cells=cells)
    assert with_palette(reading) is reading


def test_colours_that_look_alike_are_left_to_the_network() -> None:
    reading, _ = a_board(np.tile(USUAL[:1], (4, 1)), SURE)
    assert with_palette(reading) is reading


def test_a_piece_in_which_the_network_sees_nothing_is_told_by_its_colour() -> None:
    reading, true = a_board(USUAL, SURE)
    missed = (true >= 0) & (np.arange(true.size).reshape(true.shape) % 7 == 0)
    reading.occupied[missed] = -4
    mended = with_palette(reading)
    assert ((mended.occupied > 0) == (true >= 0)).all()


def test_a_piece_that_looks_little_unlike_bare_board_is_told_and_named_against_the_network() -> None:
    near = np.array([(80.0, 5, -16), (90, -5, 24), (78, 20, 10), (80, -20, 12)])  # washed out
    reading, true = a_board(near, SURE)
    missed = (true >= 0) & (np.arange(true.size).reshape(true.shape) % 7 == 0)
    reading.occupied[missed] = -9
    reading.paints[:, missed] = np.log(0.25)
    mended = with_palette(reading)
    assert ((mended.occupied > 0) == (true >= 0)).all()
    assert named(mended, true) == 1


def test_pieces_that_are_taken_for_bare_do_not_tell_how_the_board_looks() -> None:
    pale = np.array([(84.0, 1, -19), (97, -18, 70), (70, 45, 26), (87, -66, 22)])  # a burnt-out picture
    reading, true = a_board(pale, SURE, cells=300)
    reading.paint_lab[true < 0] = (100, 0, 0)
    missed = (true == 0) & (np.arange(true.size).reshape(true.shape) % 3 > 0)
    assert missed.sum() > 40
    reading.occupied[missed] = -11
    mended = with_palette(reading)
    assert ((mended.occupied > 0) == (true >= 0)).all()


def test_board_in_the_shade_tells_how_the_board_looks_though_it_resembles_a_piece() -> None:
    looks = np.vstack([[(66.0, 0, -5)], USUAL[1:]])
    reading, true = a_board(looks, SURE)
    reading.paint_lab[(true < 0) & (np.arange(true.size).reshape(true.shape) % 4 == 0)] = (66, 0, -5)
    mended = with_palette(reading)
    assert (mended.occupied[true < 0] < 0).all()


def test_what_may_be_board_in_the_shade_is_no_piece_for_its_colour_alone() -> None:
    looks = np.vstack([[(45.0, 0, -3)], USUAL[1:]])  # the blue one looks nearly black
    reading, true = a_board(looks, SURE)
    dark = (true == 0) & (np.arange(true.size).reshape(true.shape) % 7 == 0)
    reading.occupied[dark] = -9
    assert dark.any()
    assert (with_palette(reading).occupied[dark] < 0).all()


@pytest.mark.parametrize(("dye", "is_like_shade"), [((40.0, 17, 25), True), ((40.0, 22, -5), False)])
def test_a_piece_that_looks_as_a_tinted_board_would_in_the_shade_is_told_less_surely(
    dye: tuple[float, float, float], is_like_shade: bool
) -> None:
    reading, true = a_board(np.vstack([[dye], USUAL[1:]]), SURE)
    reading.paint_lab[true < 0] = (85, 30, 45)  # of which 56 parts in 101 are left in this shade
    dark = true == 0
    dark &= dark.cumsum().reshape(dark.shape) <= 3
    reading.occupied[dark] = -6
    gained = with_palette(reading).occupied[dark] + 6
    assert (gained <= MOST_ELSE).all() if is_like_shade else (gained > MOST_ELSE).all()


def test_what_looks_like_neither_board_nor_pieces_is_left_to_the_network() -> None:
    reading, true = a_board(USUAL * (1, 0.4, 0.4), SURE)
    odd = np.flatnonzero(true[RING:-RING, RING:-RING].ravel() < 0)[:3]
    at = tuple(odd // GRID.cols + RING), tuple(odd % GRID.cols + RING)
    reading.paint_lab[at] = (70, 15, 18)  # skin
    assert (with_palette(reading).occupied[at] < 0).all()


def test_neither_a_lamp_mirrored_in_a_piece_nor_light_that_fades_is_taken_for_bare_board_or_pieces() -> None:
    reading, true = a_board(USUAL, SURE)
    fading = np.linspace(0, 25, true.shape[1])
    reading.paint_lab[..., 0] -= fading
    reading.occupied[true < 0] = -2
    burnt = (true >= 0) & (np.arange(true.size).reshape(true.shape) % 5 == 0)
    reading.paint_lab[burnt] = (98, 0, 0)
    reading.occupied[burnt] = 2
    mended = with_palette(reading)
    assert ((mended.occupied > 0) == (true >= 0)).all()


def test_what_a_hand_hides_is_not_filled_for_looking_like_a_piece() -> None:
    reading, true = a_board(USUAL, SURE)
    hand = frozenset((row, col) for row in range(6) for col in range(6))
    for row, col in hand:
        reading.paint_lab[row + RING, col + RING] = USUAL[2]
    mended = with_palette(reading.without(hand))
    assert all(mended.at(mended.occupied, cell) == 0 for cell in hand)
    assert named(mended, np.where(mended.occupied == 0, -1, true)) == 1


def test_what_is_known_to_lie_there_tells_the_colours_of_the_rest() -> None:
    reading, true = a_board(USUAL, np.full((4, 4), 0.25), cells=32)
    assert with_palette(reading) is reading
    cells = [(int(row) - RING, int(col) - RING) for row, col in np.argwhere(true >= 0)]
    known = {cell: int(true[cell[0] + RING, cell[1] + RING]) for cell in cells[:24]}
    assert named(with_palette(reading, known), true) == 1


def test_what_is_known_of_a_colour_outweighs_a_network_that_rather_takes_it_for_another() -> None:
    reading, true = a_board(USUAL, GREEN_FOR_YELLOW, cells=20)
    known = {(int(row) - RING, int(col) - RING): 3 for row, col in np.argwhere(true == 3)}
    assert named(with_palette(reading, known), true) == 1


def test_what_was_seen_wrongly_comes_to_light_where_the_colours_are_clear() -> None:
    reading, true = a_board(USUAL, SURE)
    wrong = [(int(row) - RING, int(col) - RING) for row, col in np.argwhere(true == 3)[:5]]
    assert named(with_palette(reading, dict.fromkeys(wrong, 1)), true) == 1


def test_a_shadow_across_the_board_is_no_piece() -> None:
    dark = USUAL * (0.4, 0.5, 0.5)
    reading, true = a_board(dark, SURE)
    shaded = (true < 0) & (np.arange(true.shape[1]) % 8 < 2)
    reading.paint_lab[shaded] = (62, -1, 3)
    reading.occupied[shaded] = np.where(np.arange(shaded.sum()) % 3, -3, 2)
    mended = with_palette(reading)
    assert ((mended.occupied > 0) == (true >= 0))[RING:-RING, RING:-RING].all()
