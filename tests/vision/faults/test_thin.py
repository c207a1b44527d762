"""Thin pieces that lie on others look as if they lay on the board, and what is below them is not guessed at."""

from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from tests.readings import clear_reading
from vision.cells.reading import RING
from vision.cells.symmetry import SIDES
from vision.faults.steps import Around, around_in
from vision.faults.thin import Fault, ThinPieces
from vision.pieces.assemble import explain
from vision.pieces.before import Before
from vision.pieces.catalogue import catalogue
from vision.pieces.claims import Claims, claims
from vision.pieces.scores import scores
from vision.sighting import Problem

EVERY = catalogue(packaged_piece_set("patchwork"))
UNCLEAR = 3.0
"""Evidence for steps that leaves it open whether a patch lies on others."""
UPPER: Cells = ((3, 3), (3, 4), (3, 5), (4, 4))
BESIDE: Cells = ((4, 5), (4, 6))
"""What is left to be seen of a patch that may go on below the upper one, and looks like a whole one."""
AWAY: Cells = ((7, 0), (7, 1), (8, 0))


SEEN = clear_reading(EVERY.grid, (UPPER, BESIDE, AWAY), 0.1)


def looked_at(before: Before) -> tuple[ThinPieces, Claims]:
    explained = explain(scores(SEEN, EVERY), EVERY)
    said = claims(explained, SEEN, EVERY)
    return ThinPieces(SEEN, frozenset(), explained, EVERY, before), said


def stepping_down(step: float) -> Around:
    """Steps with this evidence all round the upper patch, and none elsewhere."""
    found = np.full((len(SIDES), *SEEN.occupied.shape), -8, np.float32)
    for row, col in UPPER:
        found[:, row + RING, col + RING] = step
    return around_in(found)


def told(board: ThinPieces, flat: Claims, step: float) -> tuple[Claims, tuple[Problem, ...]]:
    """What is said of the board if there is this evidence for steps down from the upper patch."""
    coverings = board.coverings(flat, stepping_down(step), careful=False)
    faults = board.atop(coverings)
    said, problems = board.without(faults, flat) if faults else (flat, ())
    return board.unless(said, coverings), problems


def cells_of(said: Claims) -> set[Cells]:
    return {piece.cells for piece in said.pieces}


def test_a_patch_with_steps_all_round_lies_on_others_and_what_may_go_on_below_it_is_left_open() -> None:
    board, flat = looked_at(Before())
    assert cells_of(flat) == {UPPER, BESIDE, AWAY}
    said, problems = told(board, flat, 12.0)
    assert [(problem.kind, problem.cells) for problem in problems] == [("overlap", UPPER)]
    assert cells_of(said) == {AWAY}
    assert said.uncertain.issuperset(UPPER + BESIDE)


def test_where_it_is_less_clear_it_is_left_open_and_not_named() -> None:
    board, flat = looked_at(Before())
    said, problems = told(board, flat, UNCLEAR)
    assert not problems
    assert cells_of(said) == {AWAY}


@pytest.mark.parametrize("known", [False, True])
def test_a_flat_patch_and_one_known_before_lie_on_the_board(known: bool) -> None:
    flat = looked_at(Before())[1]
    board, said = looked_at(Before(tuple(flat.claimed) if known else ()))
    assert told(board, said, 12.0 if known else -8.0) == (said, ())


def numbers(said: Claims, *cells: Cells) -> tuple[int, ...]:
    return tuple(number for number in said.claimed if EVERY.cells_of(number) in cells)


def test_a_patch_on_bare_board_lies_on_no_other_however_high_it_looks() -> None:
    board, said = looked_at(Before())
    alone = replace(board, reading=clear_reading(EVERY.grid, (UPPER, AWAY), 0.1))
    assert told(alone, said, 12.0) == (said, ())


def test_in_a_game_a_patch_beside_what_lay_there_lies_on_the_board_and_one_that_meets_it_may_lie_on_it() -> None:
    board, said = looked_at(Before())
    beside = replace(board, before=Before(numbers(said, BESIDE, AWAY)))
    assert told(beside, said, 12.0) == (said, ())
    below = EVERY.find("leather 1", ((4, 4),))
    assert below is not None
    meeting = replace(board, before=Before((below, *numbers(said, BESIDE, AWAY))))
    assert [problem.kind for problem in told(meeting, said, 12.0)[1]] == ["overlap"]


def test_what_is_left_to_be_seen_of_a_patch_beside_one_that_lies_askew_is_not_said_to_be_another() -> None:
    board, flat = looked_at(Before())
    askew = Fault(next(iter(EVERY.meeting([(8, 8)]))), ((4, 6), (5, 6)), "misaligned")
    said, problems = board.without([askew], flat)
    assert [problem.kind for problem in problems] == ["misaligned"]
    assert cells_of(said) == {UPPER, AWAY}
    assert said.uncertain.issuperset(BESIDE)


def test_a_patch_known_from_before_stays_where_one_lies_askew_beside_it() -> None:
    board, flat = looked_at(Before(lying=tuple(sorted(number for number in looked_at(Before())[1].claimed))))
    askew = Fault(next(iter(EVERY.meeting([(8, 8)]))), ((4, 6), (5, 6)), "misaligned")
    assert BESIDE in cells_of(board.without([askew], flat)[0])
