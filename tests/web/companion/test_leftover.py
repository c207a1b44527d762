"""A match that begins before the board has been cleared of the one before."""

import pytest

from referee.match import Match
from referee.move import Place
from referee.piece import packaged_piece_set
from referee.record import Header
from tests.boards import cells_of
from tests.seen_games import Seen
from tests.sightings import NAMES, Table, told
from vision.sighting import Problem, SeenPiece
from web.companion.companion import Companion
from web.companion.leftover import left_by
from web.games.demo import script

EMPTY = "."
V_I = """
    V......
    V......
    VVV....
    .......
    IIIII..
"""
V_ALONE = """
    V
    V
    VVV
"""
I_ALONE = """
    .......
    .......
    .......
    .......
    IIIII..
"""
I_ASIDE = """
    .......
    .......
    .......
    .......
    .......
    IIIII..
"""
I_UNCLEAR = I_ALONE.replace("I", "?")
I_HIDDEN = I_ALONE.replace("I", "#")
V_I_W = """
    V...WW..
    V....WW.
    VVV...W.
    ........
    IIIII...
"""
W = """
    ....WW.
    .....WW
    ......W
"""


def places(picture: str) -> tuple[Place, ...]:
    return tuple(Place("Ann", NAMES[letter], cells) for letter, cells in cells_of(picture).items())


def begun_over(picture: str) -> Table:
    table = Table()
    table.companion.await_clearing(places(picture))
    return table


def left(table: Table) -> int:
    return table.companion.state.to_clear


def test_nothing_is_judged_until_what_lies_there_has_been_taken_away() -> None:
    table = begun_over(V_I)
    assert left(table) == 0  # nobody has looked yet
    for picture, count in ((V_I, 2), (I_ALONE, 1), (I_ALONE, 1), (I_HIDDEN, 1), (I_ALONE, 1), (EMPTY, 0)):
        assert table.see(picture) == []
        assert left(table) == count
    assert table.see(EMPTY) == []
    assert told(table.see(W)) == ["placed W"]
    assert table.lying() == ["W"]


def test_one_look_that_does_not_show_them_is_not_enough() -> None:
    table = begun_over(V_I)
    for picture in (V_I, EMPTY, V_I, EMPTY, V_I):
        assert table.see(picture) == []
    assert left(table) == 2
    assert table.lying() == []


def test_what_has_been_swept_aside_lies_there_still() -> None:
    table = begun_over(V_I)
    wrong = Problem("misaligned", "V", ((3, 0), (4, 0)))
    for picture, problems in ((V_I, ()), (I_ASIDE, (wrong,)), (I_ASIDE, (wrong,)), (I_ASIDE, ()), (I_ASIDE, ())):
        assert table.see(picture, *problems) == []
    assert left(table) == 1
    assert table.see(EMPTY) == table.see(EMPTY) == []
    assert told(table.see(W)) == ["placed W"]


@pytest.mark.parametrize("problem", [Problem("unknown", None, ((0, 0), (1, 0))), Problem("overlap", "W", (), ("V",))])
def test_so_does_what_something_lies_on(problem: Problem) -> None:
    table = begun_over(V_ALONE)
    for picture, problems in ((V_ALONE, ()), (EMPTY, (problem,)), (EMPTY, (problem,)), (V_ALONE, ())):
        assert table.see(picture, *problems) == []
    assert left(table) == 1


def test_what_lies_squarely_elsewhere_for_long_has_been_placed_there() -> None:
    table = begun_over(V_ALONE)
    table.see(V_ALONE)
    moved = "......V\n......V\n....VVV"
    assert [event for _ in range(15) for event in told(table.see(moved))] == []
    assert left(table) == 1
    assert [event for _ in range(20) for event in told(table.see(moved))] == ["placed V"]


def test_a_piece_of_before_may_be_placed_elsewhere_on_a_board_that_was_cleared_before() -> None:
    table = begun_over(V_I)
    moved = "......V\n......V\n....VVV"
    assert table.see(moved) == []
    assert told(table.see(moved)) == ["placed V"]


def test_two_pictures_of_one_moment_are_one_look() -> None:
    table = begun_over(V_I)
    table.fps = 30.0
    for picture in (V_I, EMPTY, EMPTY, V_I, V_I):
        assert table.see(picture) == []


def test_what_is_placed_by_hand_meanwhile_is_not_left_over() -> None:
    table = begun_over(V_I)
    table.see(V_I)
    table.companion.place(Place("Bob", "V", ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2))))
    assert table.see(V_I) == []
    assert left(table) == 1
    table.see(V_ALONE)
    table.see(V_ALONE)
    assert told(table.see(V_I)) == ["placed I"]


def test_what_people_said_is_not_there_is_not_left_over() -> None:
    table = Table()
    table.see(EMPTY)
    table.see(V_ALONE)
    table.companion.remove("V")
    table.see(V_ALONE)
    assert table.companion.on_board == ()


def test_what_cannot_be_told_from_bare_squares_holds_up_no_game() -> None:
    table = begun_over(V_I)
    for picture in (V_I, I_UNCLEAR, I_UNCLEAR):
        assert table.see(picture) == []
    assert "placed W" in told(table.see(W))


def test_while_a_hand_may_hide_them_they_are_waited_for() -> None:
    table = begun_over(V_I)
    for picture in (V_I, I_HIDDEN, I_HIDDEN, I_HIDDEN):
        assert table.see(picture) == []
    assert left(table) == 1


def test_a_board_that_was_cleared_before_is_not_to_be_cleared() -> None:
    table = begun_over(V_I)
    assert table.see(W) == []
    assert left(table) == 0
    assert told(table.see(W)) == ["placed W"]


def test_what_lies_there_is_known_to_the_eyes() -> None:
    table = begun_over(V_I)
    table.see(V_I)
    assert {piece.piece for piece in table.companion.known().lying} == {"V", "I"}
    table.see(I_ALONE)
    table.see(I_ALONE)
    assert {piece.piece for piece in table.companion.known().lying} == {"I"}


def test_what_the_first_look_met_is_taken_back_once_all_of_it_is_gone() -> None:
    table = Table()
    assert told(table.see(V_I_W)) == ["placed V", "placed I", "placed W"]
    table.see(EMPTY)
    assert table.lying() == ["V", "I", "W"]
    assert told(table.see(EMPTY)) == ["taken_back W", "taken_back I", "taken_back V"]
    assert told(table.see(W)) == ["placed W"]


def test_a_match_that_goes_on_where_it_was_is_not_taken_back_though_its_first_look_places_something() -> None:
    table, resumed = Table(), Table()
    for picture in (EMPTY, V_ALONE, V_I):
        table.see(picture)
    resumed.companion = Companion(table.companion.match, lambda _: None)
    assert told(resumed.see(V_I_W)) == ["placed W"]
    resumed.see(EMPTY)
    assert told(resumed.see(EMPTY)) == ["removed"]
    assert resumed.lying() == ["V", "I", "W"]


def test_the_end_of_a_match_stays_though_the_board_is_cleared() -> None:
    table = Table({"Ann": ("I",), "Bob": ("V", "W")})
    assert "over" in told(table.see(V_I_W))
    assert told(table.see(EMPTY) + table.see(EMPTY)) == []
    assert table.lying() == ["V", "I", "W"]


def test_of_so_few_that_somebody_may_have_taken_them_back_each_is_told() -> None:
    table = Table()
    table.see(V_I)
    table.see(EMPTY)
    assert told(table.see(EMPTY)) == ["taken_back I", "taken_back V"]


def test_in_the_puzzle_what_was_taken_up_does_not_come_back() -> None:
    pieces = packaged_piece_set("polyssimo-puzzle")
    *met, last = (SeenPiece(move.piece, move.cells) for move in script(1, pieces, ("Ann",)).moves[:5])
    puzzle = Seen(Header("polyssimo-puzzle", ("Ann",)), pieces)
    for shown in (met, (*met, last), met, met, (), (), ()):
        puzzle.see(*shown)
    assert puzzle.companion.match.position.lying == ()


def test_what_was_placed_later_or_before_polyref_was_started_anew_is_not_taken_back_so() -> None:
    table = Table()
    table.see(V_ALONE)
    table.see(V_I_W)
    resumed = Table()
    resumed.companion = Companion(table.companion.match, lambda _: None)
    for one in (table, resumed):
        lying = one.lying()
        assert len(lying) == 3
        one.see(EMPTY)
        assert told(one.see(EMPTY)) == ["removed"]
        assert one.lying() == lying


def test_left_over_is_what_was_placed_and_what_was_not_but_not_what_has_gone() -> None:
    table = Table()
    table.see(EMPTY)
    table.see(V_ALONE)
    match = table.companion.match
    assert left_by(match, ()) == table.companion.on_board == match.position.lying
    table.hand()
    assert table.companion.on_board == match.position.lying
    unplaced = SeenPiece("C06", ((8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (9, 0)))
    assert [place.piece for place in left_by(match, (unplaced,))] == ["V", "C06"]
    assert begun_over(V_I).companion.on_board == places(V_I)  # if that match is not played either


def test_what_had_been_taken_away_when_the_match_began_is_not_left_over() -> None:
    table = Table({"Ann": ("I",), "Bob": ("V", "W")})
    table.see(V_I_W)
    table.see(I_ALONE)
    assert {place.piece for place in table.companion.on_board} == {"V", "I", "W"}
    table.see(I_ALONE)
    assert {place.piece for place in table.companion.on_board} == {"I"}


@pytest.mark.parametrize("card", [21, 30])
def test_in_the_puzzle_one_goes_on_with_what_lies_there(card: int) -> None:
    puzzle = packaged_piece_set("polyssimo-puzzle")
    match = Match.start(Header("polyssimo-puzzle", ("Ann",), rules={"card": card}), puzzle)
    assert match.position.lying
    assert left_by(match, ()) == ()
