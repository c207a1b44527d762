"""What is remembered of how squares looked, by values."""

import numpy as np
import pytest

from referee.grid import Cell
from vision.live.light import Light
from vision.live.past import Covering, Differences, Past
from vision.live.squares import PARTS, Colours

CELL: Cell = (4, 0)
OTHERS: set[Cell] = {(8, col) for col in range(9)}
BARE, FIRST, SECOND = (np.full((2, PARTS, PARTS, 3), (level, 4.0, 8.0), np.float32) for level in (20.0, 50.0, 80.0))
ALONE: Covering = {CELL: {CELL}}
LARGER: Covering = {CELL: {CELL, (4, 1)}}
"""Another piece on the same square."""


class Memory:
    """Of one square of a quilt that is bare but for that, as it is shown."""

    def __init__(self) -> None:
        self._past = Past()

    def shows(self, look: Colours, lying: Covering, light: float = 1.0) -> None:
        around = self._around(look, light)
        self._past.remember(self._past.compared(around, lying), around.keys(), lying)

    def compared(self, look: Colours, lying: Covering, light: float = 1.0) -> Differences:
        return self._past.differences(self._past.compared(self._around(look, light), lying))

    @staticmethod
    def _around(look: Colours, light: float) -> dict[Cell, Colours]:
        every = {CELL: look, **dict.fromkeys(OTHERS, BARE)}
        return Light.of(light).falling_on(every)


@pytest.fixture
def memory() -> Memory:
    """Of a square on which something came to lie, and then looked otherwise."""
    memory = Memory()
    memory.shows(BARE, {})
    for look in (FIRST, SECOND):
        memory.shows(look, ALONE)
    return memory


def test_a_square_that_looks_as_it_did_earlier_has_not_changed_but_is_not_as_at_last(memory: Memory) -> None:
    for light in (1.0, 0.7):
        found = memory.compared(FIRST, ALONE, light)
        assert CELL not in found.changed | found.same | found.still
    assert CELL in memory.compared(BARE, ALONE).changed


def test_how_it_looked_earlier_is_carried_into_another_light(memory: Memory) -> None:
    memory.shows(SECOND, ALONE, 0.6)
    assert CELL not in memory.compared(FIRST, ALONE, 0.6).changed


def test_it_tells_nothing_of_another_piece_nor_once_the_square_has_been_bare(memory: Memory) -> None:
    assert CELL in memory.compared(FIRST, LARGER).changed
    memory.shows(SECOND, LARGER)
    assert CELL in memory.compared(FIRST, LARGER).changed
    memory.shows(BARE, {})
    memory.shows(SECOND, ALONE)
    assert CELL in memory.compared(FIRST, ALONE).changed


def test_a_part_that_looks_otherwise_is_no_change_whatever_it_looked_like_earlier(memory: Memory) -> None:
    glare = SECOND.copy()
    glare[:, 0, 0] += 50
    assert CELL not in memory.compared(glare, ALONE).changed


def test_a_square_that_is_burnt_out_now_and_was_not_tells_nothing() -> None:
    """In a brighter light bare cloth and a pale patch are white alike."""
    white = np.full((2, PARTS, PARTS, 3), (99.5, 0.0, 0.0), np.float32)
    pale = np.full((2, PARTS, PARTS, 3), (95.0, 0.0, 0.0), np.float32)
    memory = Memory()
    memory.shows(pale, {})
    found = memory.compared(white, {})
    assert CELL not in found.same | found.still | found.changed
    assert CELL in memory.compared(np.asarray(pale + 2.0, np.float32), {}).same
    memory.shows(white, {})  # seen so for sure
    assert CELL in memory.compared(white, {}).still


def test_a_square_that_was_white_when_it_was_bare_is_seen_to_be_bared_but_one_that_was_not_is_not() -> None:
    white, dark = (np.full((2, PARTS, PARTS, 3), (level, 0.0, 0.0), np.float32) for level in (99.5, 30.0))
    for bare, expected in ((white, True), (np.asarray(white - 4.0, np.float32), False)):
        memory = Memory()
        memory.shows(bare, {})
        memory.shows(dark, ALONE)
        assert (CELL in memory.compared(white, ALONE).bared) == expected
