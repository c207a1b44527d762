"""The exact end of a game of two, against plain exhaustive search."""

from dataclasses import replace

import pytest

from referee.endgame import End, best_end
from referee.games.polyssimo import Polyssimo, PolyssimoPosition
from referee.grid import GridSize
from referee.match import Match
from referee.piece import packaged_piece_set
from referee.record import Header
from tests.random_play import random_match, tidy_match

PIECES = packaged_piece_set("polyssimo")
GAME = Polyssimo()
MOST = 250
"""Placements of both together in what is searched exhaustively."""


def always() -> bool:
    return True


def small(rows: int, cols: int, ann: str, bob: str) -> Match:
    hands = {"Ann": tuple(ann.split()), "Bob": tuple(bob.split())}
    return Match.start(Header("polyssimo", ("Ann", "Bob"), hands), replace(PIECES, grid=GridSize(rows, cols)))


def lead(position: PolyssimoPosition, player: str) -> int:
    """At the end: twice the squares ahead, and one more for the last placement."""
    squares = {name: sum(PIECES.by_id[piece].squares for piece in hand) for name, hand in position.hands.items()}
    return 2 * (sum(squares.values()) - 2 * squares[player]) + (position.lying[-1].player == player)


def exhaustive(position: PolyssimoPosition, player: str) -> int:
    """The lead that best play comes to, by trying everything through the rules themselves."""
    if position.to_move is None:
        return lead(position, player)
    ends = [exhaustive(GAME.apply(position, move), player) for move in GAME.legal_moves(position)]
    return max(ends) if position.to_move == player else min(ends)


def late(seed: int, pieces: int) -> Match | None:
    """The match of a random game when that few pieces can still be placed, if there are not too many ways."""
    match: Match | None = random_match(seed)
    found = None
    while match and match.position.phase != "draft":
        open_ = [one for player in match.position.players for one in GAME.legal_placements(match.position, player)]
        if len({one.piece for one in open_}) > pieces or len(open_) > MOST / pieces:
            return found
        found = match if open_ else found
        match = match.before
    return found


TOO_MANY_WAYS = {16, 23}
"""Seeds of games that have no such end."""
SMALL = [
    small(2, 5, "I P", "L"),
    small(3, 4, "P", "L V"),
    small(4, 4, "P T", "L V"),
    small(5, 4, "P W", "L F"),
    small(3, 7, "I C06", "X P"),
    small(4, 5, "F Z", "N C06 D06"),
    small(4, 5, "P V U", "L F"),
    small(3, 8, "P C06 U", "L F"),
]


@pytest.mark.parametrize("match", SMALL)
def test_the_end_is_that_of_plain_exhaustive_search(match: Match) -> None:
    _is_that_of_plain_exhaustive_search(match)


@pytest.mark.parametrize("seed", [seed for seed in range(40) if seed not in TOO_MANY_WAYS])
def test_the_end_of_a_random_game_is_that_of_plain_exhaustive_search(seed: int) -> None:
    match = late(seed, 4)
    assert match is not None
    _is_that_of_plain_exhaustive_search(match)


def _is_that_of_plain_exhaustive_search(match: Match) -> None:
    end, player = best_end(match.position, always), match.position.to_move
    assert end is not None
    assert player is not None
    assert _lead_of(end, player) == exhaustive(match.position, player)


def _lead_of(end: End, player: str) -> int:
    """The lead as either player sees it."""
    return end.lead if player == end.first else 1 - end.lead


@pytest.mark.parametrize("seed", range(6))
def test_the_line_of_best_play_comes_to_the_end_that_is_told(seed: int) -> None:
    match = tidy_match(seed, left=8)
    end = best_end(match.position, always)
    assert end is not None
    for place in end.line:
        verdict, match = match.play(place)
        assert verdict.legal
        left = best_end(match.position, always)
        assert left is not None
        assert _lead_of(left, end.first) == end.lead
    assert match.outcome.winners == (end.winner,)
    assert abs(match.outcome.scores[0][1] - match.outcome.scores[1][1]) == end.margin


def test_in_a_hurry_the_end_is_not_known() -> None:
    assert best_end(tidy_match(3, left=12).position, lambda: False) is None


def test_the_time_is_asked_for_again_and_again() -> None:
    asked: list[bool] = []
    best_end(tidy_match(3, left=14).position, lambda: len(asked) < 9 and not asked.append(True))  # type: ignore[func-returns-value]
    assert len(asked) == 9


def test_nothing_is_known_of_a_draft_of_three_or_of_open_hands() -> None:
    open_hands = Match.start(Header("polyssimo", ("Ann", "Bob"), rules={"open_hands": True}), PIECES)
    for match in (random_match(1, moves=5), random_match(1, players=3), open_hands, small(2, 5, "", "")):
        assert best_end(match.position, always) is None
