"""Squares too light to be bare board are likely filled, whatever else they look like."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from referee.grid import Cell, GridSize
from tests.readings import clear_reading
from vision.cells.gloss import FEWEST_BARE, LIKELY, PLAINLY_BARE, with_gloss
from vision.cells.hidden import VEILED
from vision.cells.reading import RING, Reading
from vision.cells.relief import Relief

GRID = GridSize(20, 20)
BURNT = ((6, 7), (6, 8), (7, 8))
"""Squares of a piece that a lamp burns out, side by side."""
SEEMS_BARE = -5.0

Light = npt.NDArray[np.float64]


def board() -> Light:
    """Grey levels of bare squares in a light that fades to one side, and away from a lamp, with noise."""
    down, right = np.mgrid[: GRID.rows + 2 * RING, : GRID.cols + 2 * RING] - float(RING)
    lamp = np.exp(-((down - 12) ** 2 + (right - 5) ** 2) / 60)
    return 120 * (1 + 0.5 * lamp) * (1 - right / 60) + np.random.default_rng(5).normal(0, 1, down.shape)


def reading(light: Light, evidence: float = SEEMS_BARE, dimmest: Light | None = None) -> Reading:
    """What is seen of a board on which one other piece lies, and the burnt-out squares seem to be bare; where it is not
    given, the dimmest quarters are as light as the squares."""
    seen = clear_reading(GRID, [((0, 0), (0, 1), (1, 0))], 0.25)
    occupied = seen.occupied.copy()
    for cell in BURNT:
        occupied[at(cell)] = evidence
    nothing = np.zeros((*light.shape, 4), np.float32)
    quarters = (light if dimmest is None else dimmest).astype(np.float32)
    return replace(seen, occupied=occupied, relief=Relief(nothing, light.astype(np.float32), quarters))


def at(cell: Cell) -> Cell:
    row, col = cell
    return row + RING, col + RING


def changed(seen: Reading) -> set[Cell]:
    """The squares of which more is told than was seen; of all of them it is the same."""
    told = with_gloss(seen).occupied
    found = {(int(row) - RING, int(col) - RING) for row, col in np.argwhere(told != seen.occupied)}
    assert all(told[at(cell)] == LIKELY for cell in found)
    return found


def burnt(by: float = 1.3) -> Light:
    light = board()
    for cell in BURNT:
        light[at(cell)] *= by
    return light


def test_squares_side_by_side_that_are_too_light_for_bare_ones_are_likely_filled() -> None:
    assert changed(reading(burnt())) == set(BURNT)


def test_bare_squares_are_not_however_bright_the_lamp_is_that_shines_on_them() -> None:
    assert not changed(reading(board()))
    assert not changed(reading(burnt(1.02)))


def test_squares_that_are_told_to_be_bare_for_sure_are_left_so() -> None:
    assert not changed(reading(burnt(), PLAINLY_BARE - 1))


def test_squares_beside_a_hand_are_left_as_they_are_seen() -> None:
    seen = reading(burnt())
    hidden = seen.hidden.copy()
    hidden[at((5, 7))] = VEILED + 1
    assert changed(replace(seen, hidden=hidden)) == {(7, 8)}


def test_a_pool_of_light_on_bare_squares_is_no_gloss() -> None:
    light = board()
    light[RING + 5 : RING + 11, RING + 5 : RING + 11] *= 1.3
    assert not changed(reading(light))


def test_where_a_whole_side_is_lighter_that_is_the_light() -> None:
    light = board()
    light[:, RING + 12 :] *= 1.3  # the edge of a shadow
    assert not changed(reading(light))


@pytest.mark.parametrize(("bare", "is_told"), [(FEWEST_BARE, True), (FEWEST_BARE - 1, False)])
def test_few_bare_squares_do_not_tell_how_the_light_changes(bare: int, is_told: bool) -> None:
    seen = reading(burnt())
    near = sorted((abs(row - 7) + abs(col - 8), row, col) for row, col in GRID)[:bare]
    full = np.full_like(seen.occupied, 8.0)
    for _, row, col in near:
        full[at((row, col))] = SEEMS_BARE
    assert bool(changed(replace(seen, occupied=full))) == is_told


def test_a_lighter_piece_that_leans_over_a_part_of_bare_squares_does_not_make_them_too_light() -> None:
    assert not changed(reading(burnt(), dimmest=board()))


def test_the_light_is_told_by_most_squares_however_many_are_burnt_out() -> None:
    light, block = board(), [(row, col) for row in range(5, 9) for col in range(6, 10)]
    seen = reading(light)
    for cell in block:
        seen.relief.dimmest[at(cell)] *= 1.4
        seen.occupied[at(cell)] = SEEMS_BARE
    assert changed(seen) == set(block)


def test_nothing_is_told_where_no_light_is_measured() -> None:
    seen = replace(reading(burnt()), relief=None)
    assert with_gloss(seen) is seen
