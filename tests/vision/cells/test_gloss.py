"""Squares too light to be bare board, without its lines, are likely filled, whatever else they look like."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from referee.grid import Cell, GridSize
from tests.readings import clear_reading
from vision.cells import gloss as module
from vision.cells.gloss import FEWEST_BARE, LIKELY, OPEN, PLAINLY_BARE, SURELY_UNLINED, UNLINED, with_gloss
from vision.cells.hidden import VEILED
from vision.cells.reading import RING, Reading
from vision.cells.relief import Relief
from vision.kind import ByRelief

GRID = GridSize(20, 20)
BURNT = ((6, 7), (6, 8), (7, 8))
"""Squares of a piece that a lamp burns out, side by side."""
PIECE = ((0, 0), (0, 1), (1, 0), (1, 1))
SEEMS_BARE = -5.0
BY_RELIEF = ByRelief(each=8.4, anyway=0.5)

Light = npt.NDArray[np.float64]


def board() -> Light:
    """Grey levels of bare squares in a light that fades to one side, and away from a lamp, with noise."""
    down, right = np.mgrid[: GRID.rows + 2 * RING, : GRID.cols + 2 * RING] - float(RING)
    lamp = np.exp(-((down - 12) ** 2 + (right - 5) ** 2) / 60)
    return 120 * (1 + 0.5 * lamp) * (1 - right / 60) + np.random.default_rng(5).normal(0, 1, down.shape)


def reading(
    light: Light, evidence: float = SEEMS_BARE, *, dimmest: Light | None = None, lined: bool = False
) -> Reading:
    """What is seen of a board on which one other piece lies, and the burnt-out squares seem to be bare; where it is not
    given, the dimmest quarters are as light as the squares."""
    seen = clear_reading(GRID, [PIECE], 0.25)
    occupied = seen.occupied.copy()
    for cell in BURNT:
        occupied[at(cell)] = evidence
    quarters = (light if dimmest is None else dimmest).astype(np.float32)
    return replace(seen, occupied=occupied, relief=Relief(relief(lined), light.astype(np.float32), quarters))


def relief(lined: bool) -> npt.NDArray[np.float32]:
    """Places with the lines of the board, but for those of the piece, and of the burnt-out squares if not ``lined``."""
    lines = np.where(np.arange(16) < 4, -0.05, 0.0)
    places = lines + np.random.default_rng(6).normal(0, 0.01, (GRID.rows + 2 * RING, GRID.cols + 2 * RING, 16))
    for cell in (*PIECE, *(() if lined else BURNT)):
        places[at(cell)] -= lines
    return places.astype(np.float32)


def at(cell: Cell) -> Cell:
    row, col = cell
    return row + RING, col + RING


def changed(seen: Reading) -> set[Cell]:
    """The squares of which more is told than was seen; of all of them it is the same."""
    told = with_gloss(seen, BY_RELIEF).occupied
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


def test_bare_squares_are_not_however_bright_the_lamp_is_that_shines_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "told_by_relief", lambda seen, *_: np.full(seen.occupied.shape, 9.0))
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
def test_few_bare_squares_do_not_tell_how_the_light_changes(
    bare: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "told_by_relief", lambda seen, *_: np.full(seen.occupied.shape, 9.0))
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
    for cell in block:
        light[at(cell)] *= 1.4
    assert set(BURNT) <= changed(reading(light)) <= set(block)


def test_where_the_lines_of_the_board_are_seen_in_it_light_is_no_gloss() -> None:
    assert not changed(reading(burnt(), lined=True))


def test_where_that_is_not_sure_it_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for told, least in ((SURELY_UNLINED + 0.1, LIKELY), (SURELY_UNLINED - 0.1, OPEN), (UNLINED - 0.1, SEEMS_BARE)):
        monkeypatch.setattr(module, "told_by_relief", lambda seen, *_, told=told: np.full(seen.occupied.shape, told))
        seen = with_gloss(reading(burnt()), BY_RELIEF).occupied
        assert [seen[at(cell)] for cell in BURNT] == [least] * len(BURNT)


def test_nothing_is_told_where_no_light_is_measured() -> None:
    seen = replace(reading(burnt()), relief=None)
    assert with_gloss(seen, BY_RELIEF) is seen
    assert with_gloss(reading(burnt()), None).occupied[at(BURNT[0])] == SEEMS_BARE
