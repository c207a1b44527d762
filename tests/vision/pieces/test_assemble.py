"""Evidence of cells and borders, made by hand from a drawn board, becomes pieces again."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.grid import Cell
from referee.piece import packaged_piece_set
from vision.cells import tint
from vision.cells.pattern import AGAINST
from vision.cells.reading import RING, Reading
from vision.cells.symmetry import SIDES
from vision.kind import Odds
from vision.pieces.assemble import Explained, Explanation, explain, unrivalled
from vision.pieces.catalogue import catalogue
from vision.pieces.claims import TORN, claims
from vision.pieces.scores import scores

PIECES = packaged_piece_set("polyssimo")
EVERY = catalogue(PIECES)

BOARD = """
FF..LLLL....
.FFXL...II..
.FXXX.......
...X........
"""
DRAWN = """
FF..LLLL....
.FFXL.......
.FXXX.......
...X........
"""


def reading(board: str, strength: float = 5.0) -> Reading:
    rows, cols = PIECES.grid.rows + 2 * RING, PIECES.grid.cols + 2 * RING
    owner = np.full((rows, cols), ".")
    for row, line in enumerate(board.split()):
        owner[row + RING, RING : RING + len(line)] = list(line)
    lies = owner != "."
    right, down = np.full((rows, cols), -strength), np.full((rows, cols), -strength)
    right[:, :-1][(owner[:, :-1] == owner[:, 1:]) & lies[:, 1:]] = strength
    down[:-1][(owner[:-1] == owner[1:]) & lies[1:]] = strength
    nothing = np.full((rows, cols), -strength, np.float32)
    occupied = np.where(lies, strength, -strength).astype(np.float32)
    paint = np.zeros((rows, cols, 3), np.float32)
    joins, paints = (right.astype("f4"), down.astype("f4")), np.zeros((2, rows, cols), np.float32)
    return Reading(PIECES.grid, occupied, *joins, nothing, nothing, paints, paint, 0.75)


LIKE, UNLIKE = (1, -1, 1, -1), (1, 1, -1, -1)


def striped(board: str, at: Cell, other: Sequence[int]) -> Reading:
    """A reading of a board on which all is of black and white and bears one pattern, but for one cell."""
    seen = reading(board)
    patterns = np.zeros((*seen.occupied.shape, 4), np.float32)
    patterns[seen.occupied > 0] = LIKE
    patterns[at[0] + RING, at[1] + RING] = other
    nothing = np.zeros_like(seen.occupied)
    return replace(seen, paints=np.stack([nothing, nothing + 3]), patterns=patterns)


CLAMP = next(
    n for n in np.flatnonzero(EVERY.piece == EVERY.names.index("C06")) if EVERY.cells_of(n) == PIECES.by_id["C06"].cells
)


def test_a_striped_piece_is_less_likely_to_lie_on_a_cell_that_bears_another_pattern() -> None:
    alike, unlike = (scores(striped("CCCC C..C", (1, 3), other), EVERY) for other in (LIKE, UNLIKE))
    assert unlike.gain[CLAMP] == pytest.approx(alike.gain[CLAMP] - AGAINST)


def test_a_piece_is_less_likely_to_lie_on_a_cell_of_another_colour() -> None:
    bar = next(
        n
        for n in np.flatnonzero(EVERY.piece == EVERY.names.index("I"))
        if EVERY.cells_of(n) == tuple((0, c) for c in range(5))
    )
    seen = reading("IIIII")
    tints = np.full((*seen.occupied.shape, 3), 1.0, np.float32)
    tints[RING, RING : RING + 5] = (1, 0.2, 0.2)
    alike = scores(replace(seen, tints=tints.copy()), EVERY).gain[bar]
    tints[RING, RING] = (0.2, 1, 0.2)
    unlike = scores(replace(seen, tints=tints), EVERY).gain[bar]
    assert unlike == pytest.approx(alike - tint.AGAINST)


@pytest.mark.parametrize("is_coloured", [False, True])
def test_a_cell_that_looks_empty_is_believed_to_be_of_a_piece_whose_colour_it_has(is_coloured: bool) -> None:
    """As one in a deep shadow."""
    seen = reading("IIIII")
    occupied = seen.occupied.copy()
    occupied[RING, RING] = -4.5
    tints = np.full((*occupied.shape, 3), 1.0, np.float32)
    if is_coloured:
        tints[RING, RING : RING + 5] = (1, 0.2, 0.2)
    seen = replace(seen, occupied=occupied, tints=tints)
    said = claims(explain(scores(seen, EVERY), EVERY), seen, EVERY)
    assert [piece.piece for piece in said.pieces] == (["I"] if is_coloured else [])


def is_claimed_alone(number: int, seen: Reading) -> bool:
    """Whether a placement is claimed if nothing else explains anything."""
    sole = Explanation(frozenset({number}), 30.0)
    alone = Explained([sole], [[sole]], np.array([number]), np.zeros(EVERY.item_count), 1.0)
    return number in claims(alone, seen, EVERY).claimed


@pytest.mark.parametrize(("pattern", "is_sure"), [(UNLIKE, True), (LIKE, False)])
def test_a_filled_cell_beside_a_striped_piece_is_no_torn_off_end_of_it_if_it_bears_another_pattern(
    pattern: Sequence[int], is_sure: bool
) -> None:
    seen = striped("CCCCx C..C", (0, 4), pattern)
    joined = seen.joined_right.copy()
    joined[RING, RING : RING + 4] = TORN + 1
    assert is_claimed_alone(CLAMP, replace(seen, joined_right=joined)) is is_sure


@pytest.mark.parametrize(
    ("part", "filled", "of", "is_sure"),
    [(0.6, 5.0, (0, -1), True), (0.2, 5.0, (0, -1), False), (0.6, 9.0, (0, -1), False), (0.6, 5.0, (0, 1), False)],
)
def test_a_filled_cell_that_shows_the_side_of_a_piece_is_no_torn_off_end_of_it_unless_it_is_plainly_filled(
    part: float, filled: float, of: tuple[int, int], is_sure: bool
) -> None:
    seen = reading("CCCCx C..C")
    joined, occupied = seen.joined_right.copy(), seen.occupied.copy()
    sides = np.zeros((len(SIDES), *occupied.shape), np.float32)
    joined[RING, RING : RING + 4] = TORN + 1
    occupied[RING, RING + 4], sides[SIDES.index(of), RING, RING + 4] = filled, part
    seen = replace(seen, joined_right=joined, occupied=occupied, sides=sides)
    assert is_claimed_alone(CLAMP, seen) is is_sure


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_no_placement_gains_more_than_its_cells_are_worth(seed: int) -> None:
    rng, shape = np.random.default_rng(seed), (PIECES.grid.rows + 2 * RING, PIECES.grid.cols + 2 * RING)
    occupied, right, down, one, other = rng.normal(0, 4, (5, *shape)).astype(np.float32)
    blank = reading("")
    evidence = scores(
        replace(blank, occupied=occupied, joined_right=right, joined_down=down, paints=np.stack([one, other])), EVERY
    )
    worth = np.append(evidence.worth, 0.0)[EVERY.cells].sum(axis=1)
    assert (worth >= evidence.gain - 1e-6).all()


def test_clear_evidence_has_one_explanation() -> None:
    found = explain(scores(reading(DRAWN), EVERY), EVERY)
    names = {EVERY.name_of(number) for number in found.found[0].placements}
    assert names == {"F", "L", "X"}
    said = claims(found, reading(DRAWN), EVERY)
    assert {piece.piece for piece in said.pieces} == {"F", "L", "X"}
    assert not said.uncertain
    assert not said.alternatives


def test_cells_that_are_no_piece_are_uncertain_and_claimed_by_nobody() -> None:
    said = claims(explain(scores(reading(BOARD), EVERY), EVERY), reading(BOARD), EVERY)
    assert {(1, 8), (1, 9)} <= said.uncertain
    assert {piece.piece for piece in said.pieces} == {"F", "L", "X"}


def test_a_piece_is_used_only_once() -> None:
    twice = "FF......FF..\n.FF......FF.\n.F.......F..\n"
    found = explain(scores(reading(twice), EVERY), EVERY)
    assert [EVERY.name_of(number) for number in found.found[0].placements].count("F") <= 1


def test_a_bar_with_two_doubtful_ends_leaves_both_explanations_open() -> None:
    board = reading(".IIII.\n")
    for col in (0, 5):
        board.occupied[RING, RING + col] = 0.0
    for col in (0, 4):
        board.joined_right[RING, RING + col] = 0.0
    said = claims(explain(scores(board, EVERY), EVERY), board, EVERY)
    assert not said.pieces
    offered = {alternative.pieces[0].cells[0] for alternative in said.alternatives[:2]}
    assert offered == {(0, 0), (0, 1)}
    assert {(0, col) for col in range(6)} == said.uncertain


def test_a_piece_over_the_edge_is_explained_with_its_cells_outside() -> None:
    board = reading(".")
    for row, col in ((-1, 3), (0, 3), (1, 3), (2, 3), (3, 3)):
        board.occupied[row + RING, col + RING] = 5.0
        if row < 3:
            board.joined_down[row + RING, col + RING] = 5.0
    found = explain(scores(board, EVERY), EVERY)
    (number,) = found.found[0].placements
    assert EVERY.overhangs[number]
    assert EVERY.cells_of(number) == ((-1, 3), (0, 3), (1, 3), (2, 3), (3, 3))


def test_the_catalogue_holds_all_placements_of_the_empty_board() -> None:
    assert int((~EVERY.overhangs).sum()) == 12_718
    assert EVERY.find("I", ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))) is not None
    assert EVERY.find("I", ((0, 0), (0, 1), (0, 2), (0, 3), (1, 4))) is None


def partly_hidden(board: str, hidden: set[tuple[int, int]]) -> set[str]:
    """The pieces that nothing else can stand for where some cells are hidden, of those that reach into these."""
    evidence = scores(reading(board).without(hidden), EVERY)
    found = explain(evidence, EVERY)
    return {EVERY.name_of(n) for n in unrivalled(found, evidence, EVERY, EVERY.meeting(hidden))}


def test_a_piece_with_a_hidden_cell_is_known_where_nothing_else_could_lie_there() -> None:
    assert partly_hidden(DRAWN, {(2, 2)}) == {"X"}  # beside F and L there is no other piece with these four cells


def test_a_piece_with_a_hidden_end_may_be_another_one() -> None:
    assert partly_hidden("....IIIII...\n", {(0, 8), (1, 7)}) == set()  # an L would look the same


def doubtful(board: str) -> Reading:
    """What is seen of a drawn board, where nothing is to be told of the cells drawn as ``?`` nor of their borders."""
    seen = reading(board.replace("?", "."))
    for row, line in enumerate(board.split()):
        for col, drawn in enumerate(line):
            if drawn == "?":
                at = row + RING, col + RING
                seen.occupied[at] = 0.0
                seen.joined_right[at] = seen.joined_right[at[0], at[1] - 1] = 0.0
                seen.joined_down[at] = seen.joined_down[at[0] - 1, at[1]] = 0.0
    return seen


def test_of_two_doubtful_places_all_ways_to_read_both_are_offered() -> None:
    seen = doubtful("IIII?.......\n?...........\n............\n............\nPP?.........\nPP?.........\n")
    offered = claims(explain(scores(seen, EVERY), EVERY), seen, EVERY).alternatives
    assert {frozenset(piece.piece for piece in one.pieces) for one in offered} == {frozenset("IP"), frozenset("LP")}
    assert len(offered) == 4


def test_of_many_doubtful_places_one_is_offered_after_the_other() -> None:
    drawn = "IIII?.......\n?...........\n............\n............\nPP?.....NN..\nPP?......NN?\n..........?.\n"
    seen = doubtful(drawn)
    said = claims(explain(scores(seen, EVERY), EVERY), seen, EVERY)
    assert {tuple(piece.piece for piece in one.pieces) for one in said.alternatives} == {("I",), ("L",)}
    assert {(0, 0), (4, 0), (5, 9)} <= said.uncertain
    told = explain(scores(seen, EVERY), EVERY)
    number = next(n for n in told.found[0].placements if EVERY.cells_of(n)[0] == (0, 0))
    known = scores(seen, EVERY)
    known.gain[number] += 20  # somebody has said which it is
    said = claims(explain(known, EVERY), seen, EVERY)
    assert {piece.piece for one in said.alternatives for piece in one.pieces} == {"P"}


def test_the_more_of_a_picture_is_doubtful_the_less_its_evidence_counts() -> None:
    every = replace(EVERY, kind=replace(EVERY.kind, odds=Odds(trust=2.0, wary=0.5)))
    doubted = reading(BOARD, 30.0)
    clear = scores(doubted, every).trust
    assert clear == pytest.approx(2.0, rel=0.05)
    at = RING, RING
    assert doubted.joined_right[at] > 0  # within F
    doubted.joined_right[at] = 0.0  # is it one piece? as likely as not
    assert 2 / scores(doubted, every).trust - 2 / clear == pytest.approx(0.5 * 0.5, abs=1e-3)
    doubted.occupied[at] = 0.0  # of hidden cells nothing is told, nor of their borders
    assert scores(doubted, every).trust == pytest.approx(clear, rel=1e-3)
    assert scores(doubted, EVERY).trust == EVERY.kind.odds.trust
