"""Two pieces of one colour side by side, which Blokus forbids: told apart by what is seen between, or not at all."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.cells.reading import RING, Reading
from vision.kind import COLOURS
from vision.pieces.assemble import explain
from vision.pieces.before import Before
from vision.pieces.catalogue import catalogue
from vision.pieces.claims import claims
from vision.pieces.scores import scores

EVERY = catalogue(packaged_piece_set("blokus"))
LEFT, RIGHT = ((5, 5), (6, 5), (7, 5)), ((5, 6), (6, 6), (7, 6), (8, 6))


def side_by_side(between: float) -> Reading:
    """Two bars of blue, with this evidence (log-odds) that the cells of both go on into one another."""
    shape = (EVERY.grid.rows + 2 * RING, EVERY.grid.cols + 2 * RING)
    low = np.full(shape, -8, np.float32)
    occupied, right, down = low.copy(), low.copy(), low.copy()
    for bar in (LEFT, RIGHT):
        for row, col in bar:
            occupied[row + RING, col + RING] = 8
        for row, col in bar[:-1]:
            down[row + RING, col + RING] = 8
    for row, col in LEFT:
        right[row + RING, col + RING] = between
    paints = np.full((len(COLOURS), *shape), -9, np.float32)
    paints[0] = 0
    return Reading(EVERY.grid, occupied, right, down, low, low, paints, np.zeros((*shape, 3), np.float32), 0.25)


def claimed(reading: Reading, lying: Collection[int] = ()) -> set[Cells]:
    said = claims(explain(scores(reading, EVERY), EVERY), reading, EVERY, before=Before(tuple(lying)))
    return {piece.cells for piece in said.pieces}


def test_a_clear_border_parts_them() -> None:
    assert claimed(side_by_side(-20)) == {LEFT, RIGHT}


@pytest.mark.parametrize("between", [-5.0, 0.0])
def test_a_slip_is_believed_where_the_shapes_leave_nothing_else(between: float) -> None:
    assert claimed(side_by_side(between)) == {LEFT, RIGHT}


def test_where_they_may_as_well_be_divided_in_another_way_neither_is_claimed() -> None:
    reading = side_by_side(1.0)
    said = claims(explain(scores(reading, EVERY), EVERY), reading, EVERY)
    assert not said.pieces
    assert said.uncertain == set(LEFT + RIGHT)


def test_beside_what_is_known_to_lie_there_a_new_piece_is_clear() -> None:
    reading = side_by_side(-5)
    best = explain(scores(reading, EVERY), EVERY).found[0]
    before = {number for number in best.placements if EVERY.cells_of(number) == LEFT}
    assert claimed(reading, before) >= {RIGHT}


def test_other_colours_part_them_as_well() -> None:
    reading = side_by_side(-5)
    paints = reading.paints.copy()
    for row, col in RIGHT:
        paints[:2, row + RING, col + RING] = (-9, 0)
    assert claimed(replace(reading, paints=paints)) == {LEFT, RIGHT}


def many_side_by_side(between: float) -> Reading:
    """The same two bars in every colour."""
    one = side_by_side(between)
    tables = {name: getattr(one, name).copy() for name in ("occupied", "joined_right", "joined_down")}
    paints = one.paints.copy()
    block = slice(RING + 5, RING + 9), slice(RING + 5, RING + 7)
    for paint, (down, over) in enumerate(((0, 0), (0, 6), (7, 0), (7, 6))):
        there = slice(RING + 5 + down, RING + 9 + down), slice(RING + 5 + over, RING + 7 + over)
        for table in tables.values():
            table[there] = table[block]
        paints[(slice(None), *there)] = -9
        paints[(paint, *there)] = 0
    return replace(one, **tables, paints=paints)


def test_where_many_lie_side_by_side_a_border_must_be_clear() -> None:
    assert len(claimed(many_side_by_side(-7))) == 2 * len(COLOURS)
    assert not claimed(many_side_by_side(-5))


def test_nor_is_one_claimed_of_many_whose_neighbour_is_left_open_for_another_reason() -> None:
    reading = many_side_by_side(-5)
    explained = explain(scores(reading, EVERY), EVERY)
    right = {number for number in explained.found[0].placements if EVERY.name_of(number).endswith("I4")}
    assert len(right) == len(COLOURS)
    assert not claims(replace(explained, cut=frozenset(right)), reading, EVERY).pieces
