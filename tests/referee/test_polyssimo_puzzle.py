"""The rules of the solo puzzle and what is known of its cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.games.polyssimo_puzzle import hint, is_completable, solutions
from referee.match import Match
from referee.move import Draft, Move, Place, Remove
from referee.piece import PieceSetError, packaged_piece_set
from referee.placements import placements
from referee.polyomino import flipped
from referee.record import Header, RecordError
from tests.boards import cells_of

PIECES = packaged_piece_set("polyssimo-puzzle")
LETTERS = {"L": "U5", "A": "O4", "O": "P5", "Y": "Z4", "M": "W5", "P": "F5"}
LETTERS |= {"C": "Z5", "T": "L4", "G": "S4", "V": "T4", "B": "J4"}
SOLVED = {
    21: """
        LLLAAOO
        LYLAAOO
        YYMMPPO
        YMMCCPP
        TMGGCPB
        TGGVCCB
        TTVVVBB
    """,
    30: """
        TTTCVVV
        TCCCPVM
        GCPPPMM
        GGBPMMY
        OGBBBYY
        OOAALYL
        OOAALLL
    """,
}


def started(**setup: Any) -> Match:
    return Match.start(Header("polyssimo-puzzle", ("Ann",), setup=setup), PIECES)


def played(match: Match, *moves: Move) -> Match:
    for move in moves:
        verdict, match = match.play(move)
        assert verdict.legal, verdict
    return match


def broken(match: Match, move: Move) -> set[str]:
    return {violation.code for violation in match.play(move)[0].violations}


def solution(card: int) -> list[Place]:
    """The known solution of a card, without what the card gives."""
    given = {place.piece for place in started(card=card).position.lying}
    places = [Place("Ann", LETTERS[letter], cells) for letter, cells in cells_of(SOLVED[card]).items()]
    return [place for place in places if place.piece not in given]


def guided(match: Match) -> Match:
    """The match after following hints to the end."""
    for _ in range(40):
        move = hint(match.position)
        if move is None:
            return match
        match = played(match, move)
    raise AssertionError("the hints go round in circles")


def test_eleven_pieces_fill_the_square() -> None:
    assert len(PIECES.pieces) == 11
    assert sum(piece.squares for piece in PIECES.pieces) == len(PIECES.grid) == 49
    assert len(placements(PIECES).all) == 1006


@pytest.mark.parametrize(("card", "given"), [(21, {"W5", "Z5", "S4"}), (30, {"J4"})])
def test_a_card_gives_its_pieces_and_has_exactly_the_known_solution(card: int, given: set[str]) -> None:
    match = started(card=card)
    assert {place.piece for place in match.position.lying} == given
    assert solutions(match.position, most=10) == 1
    done = guided(match)
    assert {(place.piece, place.cells) for place in done.position.lying[len(given) :]} == {
        (place.piece, place.cells) for place in solution(card)
    }
    assert (done.outcome.over, done.outcome.scores, done.outcome.winners) == (True, (("Ann", 0),), ("Ann",))
    assert done.game.ending(done.position) == {"solved": True}


@pytest.mark.parametrize(("card", "ways"), [(21, 4), (30, 68)])
def test_were_pieces_turned_over_there_would_be_more_solutions(card: int, ways: int) -> None:
    marked = tuple(replace(piece, printed=(("number", n),)) for n, piece in enumerate(PIECES.pieces))
    two_sided = replace(PIECES, two_sided=True, pieces=marked)
    match = Match.start(Header("polyssimo-puzzle", ("Ann",), setup={"card": card}), two_sided)
    assert solutions(match.position, most=1000) == ways


def test_counting_stops_where_it_is_told_to() -> None:
    assert solutions(started().position, most=25) == 25


def test_a_piece_that_is_turned_over_has_the_wrong_shape() -> None:
    shape = PIECES.by_id["L4"].cells
    assert broken(started(), Place("Ann", "L4", shape)) == set()
    assert broken(started(), Place("Ann", "L4", flipped(shape))) == {"wrong_shape"}
    assert broken(started(), Place("Ann", "J4", flipped(shape))) == set()


def test_a_placed_piece_may_be_removed_but_a_given_one_not() -> None:
    first = solution(21)[0]
    match = played(started(card=21), first)
    assert broken(match, first) == {"not_in_hand", "overlap"}
    assert broken(match, Remove("Ann", "W5")) == {"wrong_phase"}
    assert broken(match, Remove("Ann", "Q9")) == {"unknown_piece"}
    assert broken(started(card=21), Remove("Ann", first.piece)) == {"wrong_phase"}
    after = played(match, Remove("Ann", first.piece))
    assert after.position == started(card=21).position


def test_a_wrong_piece_makes_it_impossible_and_the_hint_takes_it_away() -> None:
    match = played(started(card=21), *solution(21)[:2])
    wrong = next(
        move for move in match.game.legal_moves(match.position) if isinstance(move, Place) and _spoils(match, move)
    )
    spoilt = played(match, wrong)
    assert not is_completable(spoilt.position)
    assert hint(spoilt.position) == Remove("Ann", wrong.piece)
    assert guided(spoilt).outcome.over


def _spoils(match: Match, place: Place) -> bool:
    return not is_completable(match.play(place)[1].position)


def test_with_several_wrong_pieces_the_hints_still_lead_to_the_end() -> None:
    spoilt = played(
        started(card=30),
        Place("Ann", "O4", ((0, 0), (0, 1), (1, 0), (1, 1))),
        Place("Ann", "T4", ((0, 2), (0, 3), (0, 4), (1, 3))),
        Place("Ann", "U5", ((5, 0), (5, 1), (5, 2), (6, 0), (6, 2))),
    )
    assert not is_completable(spoilt.position)
    assert guided(spoilt).outcome.over


def test_there_is_no_hint_for_what_never_had_a_solution() -> None:
    match = started(given=[{"piece": "T4", "cells": [[0, 1], [1, 0], [1, 1], [1, 2]]}])
    assert (is_completable(match.position), hint(match.position)) == (False, None)


def test_after_the_solution_every_move_is_refused() -> None:
    match = played(started(card=30), *solution(30))
    assert broken(match, Remove("Ann", "O4")) == {"game_over"}
    assert "game_over" in broken(match, solution(30)[0])
    assert broken(started(), Draft("Ann", "O4")) == {"wrong_phase"}
    assert match.undone().outcome.over is False


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ({"card": 99}, "there is no card 99; known are 21, 30"),
        ({"card": "21"}, "there is no card '21'"),
        ({"card": True}, "there is no card True"),
        ({"card": 21, "given": []}, "either card or given"),
        ({"given": {"piece": "O4"}}, "given: expected a list"),
        ({"given": [3]}, "given: expected an object"),
        ({"given": [{"piece": "O4"}]}, "'cells' is missing"),
        ({"given": [{"piece": "O4", "cells": [[0, 0]]}]}, "not the shape of O4"),
        ({"given": [{"piece": "Q9", "cells": [[0, 0]]}]}, "there is no piece Q9"),
        ({"given": [{"piece": "O4", "cells": [[6, 6], [6, 7], [7, 6], [7, 7]]}]}, "not lie wholly on the board"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_with_the_reason(setup: Mapping[str, Any], said: str) -> None:
    with pytest.raises(RecordError) as caught:
        started(**setup)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_the_puzzle_is_for_one() -> None:
    with pytest.raises(RecordError, match="is for 1 player, not for 2"):
        Match.start(Header("polyssimo-puzzle", ("Ann", "Bob")), PIECES)


def test_a_piece_set_without_cards_can_do_without_one() -> None:
    bare = replace(PIECES, extras={})
    Match.start(Header("polyssimo-puzzle", ("Ann",)), bare)
    with pytest.raises(PieceSetError, match="extras lack the cards"):
        Match.start(Header("polyssimo-puzzle", ("Ann",), setup={"card": 21}), bare)
