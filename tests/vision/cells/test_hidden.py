"""What a hand hides is not guessed at, and neither is what may go on below it."""

from collections.abc import Collection, Mapping

import numpy as np

from referee.grid import Cell
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.cells.hidden import half_hidden, hidden_cells, shares_seen, unseen
from vision.cells.reading import RING, Reading
from vision.kind import COLOURS
from vision.pieces.assemble import explain, unrivalled
from vision.pieces.catalogue import Catalogue, catalogue
from vision.pieces.claims import claims
from vision.pieces.scores import scores

BLOKUS = catalogue(packaged_piece_set("blokus"))
POLYSSIMO = catalogue(packaged_piece_set("polyssimo"))
BAR = ((5, 5), (6, 5), (7, 5))
HAND = frozenset({(8, 4), (8, 5), (8, 6)})
ELSEWHERE = ((5, 9), (6, 9), (7, 9), (8, 9)), ((11, 9), (12, 9), (13, 9), (14, 9), (15, 9))
"""A bar of four and one of five, of which every colour has one."""


def reading(
    every: Catalogue, bars: Collection[Cells], hides: Mapping[Cell, float], tops: Mapping[Cell, float]
) -> Reading:
    """Blue bars, some cells with their evidence for being hidden, and some tops with theirs."""
    shape = (every.grid.rows + 2 * RING, every.grid.cols + 2 * RING)
    low = np.full(shape, -8, np.float32)
    occupied, down, hidden = low.copy(), low.copy(), low.copy()
    for bar in bars:
        for row, col in bar:
            occupied[row + RING, col + RING] = 8
        for row, col in bar[:-1]:
            down[row + RING, col + RING] = 8
    for table, evidence in ((hidden, hides), (occupied, tops)):
        for (row, col), odds in evidence.items():
            table[row + RING, col + RING] = odds
    paints = np.full((len(COLOURS), *shape), -9, np.float32)
    paints[0] = 0
    return Reading(every.grid, occupied, low, down, hidden, low, paints, np.zeros((*shape, 3), np.float32), 0.25)


def claimed(bars: Collection[Cells], hidden: Collection[Cell] = HAND, bordered: Collection[Cell] = ()) -> set[Cells]:
    seen = reading(BLOKUS, bars, {}, {}).weakened(dict.fromkeys(hidden, 0.0), bordered)
    evidence = scores(seen, BLOKUS)
    explained = explain(evidence, BLOKUS)
    known = unrivalled(explained, evidence, BLOKUS, BLOKUS.meeting(unseen(hidden, BLOKUS.kind)))
    return {piece.cells for piece in claims(explained, seen, BLOKUS, hidden, known).pieces}


def test_a_bar_that_may_go_on_below_a_hand_is_not_claimed() -> None:
    assert claimed([BAR], hidden=()) == {BAR}
    assert claimed([BAR]) == set()


def test_it_is_claimed_where_its_end_is_seen_beside_cells_hidden_in_part() -> None:
    assert claimed([BAR], bordered=HAND) == {BAR}
    assert claimed([(*BAR, (8, 5))], bordered=HAND) == set()  # it goes on there


def test_a_cell_is_hidden_in_part_where_little_speaks_for_a_hand() -> None:
    hides = {(8, 4): -0.5, (8, 5): 5.0, (8, 6): -2.0}
    assert half_hidden(reading(BLOKUS, (), hides, {}), HAND, BLOKUS.kind) == {(8, 4), (8, 6)}
    assert not half_hidden(reading(POLYSSIMO, (), hides, {}), HAND, POLYSSIMO.kind)  # its pieces are guessed at


def test_it_is_claimed_where_all_longer_ones_lie_elsewhere() -> None:
    four, five = ELSEWHERE
    assert claimed([BAR, four]) == {four}
    walled = frozenset({(8, 5)})  # no other piece than a longer bar could turn away below
    assert claimed([BAR, four, five], hidden=walled) >= {BAR, four, five}


def test_what_does_not_touch_the_hand_is_claimed() -> None:
    away = tuple((row - 1, col) for row, col in BAR)
    assert claimed([away]) == {away}


def test_a_top_seen_far_more_clearly_than_a_hand_is_not_hidden() -> None:
    hides = dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], 1.0)
    assert hidden_cells(reading(POLYSSIMO, (), hides, {(0, 0): 9}), POLYSSIMO.kind) == {(0, 1), (1, 0), (1, 1)}


def test_a_single_cell_is_no_hand() -> None:
    assert not hidden_cells(reading(BLOKUS, (), {(4, 4): 5.0}, {}), BLOKUS.kind)


def test_at_the_edge_of_a_hand_a_cell_that_may_be_hidden_counts_where_pieces_are_small() -> None:
    hides = {(4, 4): 5.0, (4, 5): 5.0, (5, 5): -2.0, (9, 9): -2.0}
    assert hidden_cells(reading(BLOKUS, (), hides, {}), BLOKUS.kind) == {(4, 4), (4, 5), (5, 5)}
    assert hidden_cells(reading(POLYSSIMO, (), hides, {}), POLYSSIMO.kind) == {(4, 4), (4, 5)}


def test_what_is_seen_of_a_cell_counts_as_far_as_it_is_not_hidden() -> None:
    seen = reading(POLYSSIMO, (), {(0, 0): 0.0, (0, 1): 9.0}, {})
    half, nothing = shares_seen(seen, [(0, 0), (0, 1)], POLYSSIMO.kind).values()
    assert half == 0.5
    assert nothing < 0.001


def test_nothing_counts_of_what_may_be_hidden_where_pieces_are_small() -> None:
    assert shares_seen(reading(BLOKUS, (), {(0, 0): 0.0}, {}), [(0, 0)], BLOKUS.kind) == {(0, 0): 0.0}
