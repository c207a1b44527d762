"""The rules of Blokus, one sentence a test. Boards are text pictures."""

from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pytest

from referee.games.blokus import COLOURS, DUO_GRID
from referee.grid import GridSize
from referee.match import Match
from referee.move import Draft, Place
from referee.piece import PieceSet, packaged_piece_set
from referee.placements import placements
from referee.polyomino import canonical, orientations
from referee.record import Header, RecordError
from tests.boards import cells_of
from tests.random_play import random_match

PIECES = packaged_piece_set("blokus")
TWO = {"Ann": ("blue", "red"), "Bob": ("yellow", "green")}
THREE = {"Ann": ("blue",), "Bob": ("yellow",), "Cleo": ("red",)}


def started(people: dict[str, tuple[str, ...]] | None = None, **options: Any) -> Match:
    players = COLOURS if people is None else tuple(people)
    if options.get("board") == "duo" and people is None:
        players = ("purple", "orange")
    return Match.start(Header("blokus", players, rules=options, colours=people), PIECES)


def piece_of(picture: str) -> Place:
    """The one piece of a picture, its player and colour left open."""
    (cells,) = cells_of(picture).values()
    return Place("", PIECES.by_shape[canonical(cells)].id, cells)


def broken(match: Match, picture: str, player: str | None = None, colour: str = "") -> dict[str, Any]:
    """The codes of the rules that a placement breaks, with the cells concerned."""
    place = replace(piece_of(picture), player=player or match.position.to_move, colour=colour)
    return {violation.code: violation.cells for violation in match.play(place)[0].violations}


def placed(match: Match, picture: str) -> Match:
    """The match after the player to move placed the piece of a picture."""
    verdict, after = match.play(replace(piece_of(picture), player=match.position.to_move))
    assert verdict.legal, verdict
    return after


def any_played(match: Match, count: int) -> list[tuple[str | None, str | None]]:
    """Who is to move with which colour, now and after each of so many moves."""
    order = [(match.position.to_move, match.position.colour)]
    for _ in range(count):
        match = match.play(next(iter(match.game.legal_moves(match.position))))[1]
        order.append((match.position.to_move, match.position.colour))
    return order


# Equipment


def test_the_shapes_have_the_known_numbers_of_orientations_and_placements() -> None:
    assert len(PIECES.pieces) == 21
    assert sum(piece.squares for piece in PIECES.pieces) == 89
    assert sum(len(orientations(piece.cells)) for piece in PIECES.pieces) == 91
    assert len(placements(PIECES).all) == 30_433
    assert len(placements(replace(PIECES, grid=DUO_GRID)).all) == 13_729


# First pieces


def test_a_first_piece_has_58_placements_in_a_corner() -> None:
    match = started(first_corner="fixed")
    assert match.game.legal_counts(match.position) == dict.fromkeys(COLOURS, 58)


def test_any_free_corner_will_do_unless_corners_are_fixed() -> None:
    below = ".\n" * 19 + "." * 15 + "IIIII"
    assert broken(started(), below) == {}
    assert broken(started(first_corner="fixed"), below).keys() == {"not_on_start_corner"}


def test_a_corner_that_is_taken_is_not_free() -> None:
    match = placed(started(), "IIIII")
    assert match.game.legal_counts(match.position)["yellow"] == 3 * 58
    assert broken(match, "O").keys() == {"overlap"}


def test_a_first_piece_away_from_the_corners_is_told_its_squares() -> None:
    assert broken(started(), ".\n.OO\n.OO") == {"not_on_start_corner": ((1, 1), (1, 2), (2, 1), (2, 2))}


# Later pieces


def after_a_first_round() -> Match:
    match = started(first_corner="fixed")
    for picture in (
        "LLL\nL",
        "." * 19 + "1",
        ".\n" * 19 + "." * 19 + "1",
        ".\n" * 19 + "1",
    ):
        match = placed(match, picture)
    return match


def test_a_later_piece_touches_its_own_colour_at_a_corner_only() -> None:
    match = after_a_first_round()
    assert broken(match, ".\n...I\n...I\n...I") == {}
    assert broken(match, ".\n.OO\n.OO").keys() == {"edge_contact"}
    assert broken(match, "...III") == {"edge_contact": ((0, 3),), "no_corner_contact": ((0, 3), (0, 4), (0, 5))}
    assert broken(match, ".\n.\n.\n.\n..OO\n..OO").keys() == {"no_corner_contact"}


def test_an_edge_contact_names_the_squares_that_touch() -> None:
    assert broken(after_a_first_round(), ".\n.VV\n.V")["edge_contact"] == ((1, 1), (1, 2))


def test_other_colours_may_be_touched_at_will() -> None:
    match = placed(after_a_first_round(), ".\n...I\n...I\n...I\n...I\n...I")
    assert match.position.colour == "yellow"
    own = cells_of(".\n...IIIII")["I"]
    assert match.position.cells_of("blue") & set(own)
    assert "edge_contact" not in broken(match, "....IIIII")


def test_each_colour_has_its_own_21_pieces() -> None:
    match = after_a_first_round()
    assert match.position.hands["blue"] == set(PIECES.by_id) - {"L4"}
    assert match.position.hands["red"] == set(PIECES.by_id) - {"1"}
    assert "not_in_hand" in broken(match, ".\n...LLL\n...L")


def test_a_move_out_of_turn_of_a_colour_breaks_the_rule_of_turns() -> None:
    assert broken(started(), "I" * 5, player="red").keys() == {"not_your_turn"}
    assert broken(started(), "I" * 5, player="blue", colour="red").keys() == {"not_your_turn"}
    assert broken(started(), "I" * 5, player="pink").keys() >= {"not_your_turn", "not_in_hand"}


def test_nothing_is_drafted_in_blokus() -> None:
    verdict, _ = started().play(Draft("blue", "F"))
    assert [violation.code for violation in verdict.violations] == ["wrong_phase"]


# Two, three and four people, and Duo


def test_two_people_play_two_colours_each_in_turn() -> None:
    assert any_played(started(TWO), 4) == [
        ("Ann", "blue"),
        ("Bob", "yellow"),
        ("Ann", "red"),
        ("Bob", "green"),
        ("Ann", "blue"),
    ]


def test_three_people_take_turns_with_the_fourth_colour() -> None:
    order = any_played(started(THREE, shared="green"), 15)
    assert [player for player, colour in order if colour == "green"] == ["Ann", "Bob", "Cleo", "Ann"]
    assert [player for player, colour in order if colour == "red"] == ["Cleo"] * 4


def test_the_wrong_player_of_the_shared_colour_is_out_of_turn() -> None:
    match = started(THREE, shared="green", first_corner="fixed")
    for _ in range(3):
        match = match.play(next(iter(match.game.legal_moves(match.position))))[1]
    corner = ".\n" * 19 + "1"
    assert broken(match, corner, player="Bob", colour="green").keys() == {"not_your_turn"}
    assert broken(match, corner, player="Ann", colour="green") == {}


def test_what_lies_is_told_with_its_colour() -> None:
    match = placed(started(TWO), "IIIII")
    assert [(place.player, place.colour) for place in match.position.lying] == [("Ann", "blue")]


def test_in_duo_each_colour_covers_its_own_starting_square() -> None:
    match = started(board="duo")
    assert match.position.piece_set.grid == GridSize(14, 14)
    assert broken(match, ".\n" * 4 + "....1") == {}
    assert broken(match, ".\n" * 9 + ".........1").keys() == {"not_on_start_corner"}
    match = placed(match, ".\n" * 4 + "....1")
    assert broken(match, ".\n" * 9 + ".........1") == {}


# Points


def ended(left: dict[str, str], last: str, people: dict[str, tuple[str, ...]] | None = None, **options: Any) -> Match:
    """A match that is over: what each colour has left, and the piece that all placed last."""
    match = started(people, **options)
    hands = {colour: frozenset(left[colour].split()) for colour in match.position.hands}
    lying = tuple(Place(colour, last, (), colour) for colour in hands)
    position = replace(
        match.position, phase="over", to_move=None, colour=None, hands=MappingProxyType(hands), lying=lying
    )
    return replace(match, position=position)


EXAMPLE = {"blue": "", "yellow": "I4 O", "red": "F I5 L5 N I4", "green": "I5 V5 W Z5"}


def test_the_example_of_the_rule_sheet_comes_out() -> None:
    outcome = ended(EXAMPLE, last="1").outcome
    assert [score for _, score in outcome.scores] == [20, -8, -24, -20]
    assert (outcome.winners, outcome.decided_by) == (("blue",), "points")


def test_without_the_single_square_last_all_placed_is_15_points() -> None:
    assert dict(ended(EXAMPLE, last="F").outcome.scores)["blue"] == 15


def test_the_points_of_two_colours_are_added() -> None:
    assert ended(EXAMPLE, last="1", people=TWO).outcome.scores == (("Ann", -4), ("Bob", -28))


def test_the_shared_colour_makes_no_points() -> None:
    outcome = ended(EXAMPLE, last="1", people=THREE, shared="green").outcome
    assert outcome.scores == (("Ann", 20), ("Bob", -8), ("Cleo", -24))


def test_equal_points_share_the_win() -> None:
    outcome = ended({"blue": "F", "yellow": "N", "red": "I5 1", "green": "W"}, last="1").outcome
    assert (outcome.winners, outcome.decided_by) == (("blue", "yellow", "green"), "shared")


def test_a_blocked_colour_stays_blocked() -> None:
    match: Match | None = random_match(2, game="blokus")
    blocked = []
    while match:
        blocked.append(set(match.position.blocked))
        match = match.before
    assert blocked[0] == set(COLOURS)
    assert all(later >= earlier for later, earlier in pairwise(blocked))


# Headers that do not fit


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (Header("blokus", ("Ann", "Bob")), "Ann is to play 'Ann'; the colours are blue, yellow, red, green"),
        (Header("blokus", ("blue", "red")), "share none"),
        (Header("blokus", ("Ann", "Bob"), colours={"Ann": ("blue", "red"), "Bob": ("yellow",)}), "the same number"),
        (Header("blokus", ("Ann", "Bob"), colours={"Ann": ("blue",), "Bob": ("blue",)}), "Ann and Bob both have blue"),
        (Header("blokus", tuple(THREE), colours=THREE), 'add "shared": "green"'),
        (Header("blokus", tuple(THREE), colours=THREE, setup={"shared": "red"}), 'add "shared": "green"'),
        (Header("blokus", tuple(TWO), colours=TWO, setup={"shared": "red"}), "share none"),
        (Header("blokus", (), rules={"shared": "red"}), "the same number of colours"),
        (Header("blokus", COLOURS, rules={"first_corner": "none"}), "first_corner is one of any, fixed, not 'none'"),
        (Header("blokus", COLOURS, rules={"board": ["duo"]}), "board is one of classic, duo"),
        (Header("blokus", COLOURS, rules={"board": "duo"}), "the colours are purple, orange"),
        (Header("blokus", COLOURS, rules={"tie": "first"}), "blokus has no rule 'tie'"),
        (Header("blokus", COLOURS, {"blue": ("F",)}), "nobody is dealt a hand"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_with_the_reason(header: Header, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match.start(header, PIECES)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_piece_set_of_one_s_own_has_its_corners_where_its_board_ends() -> None:
    small = PieceSet("blokus", GridSize(5, 5), PIECES.pieces)
    match = Match.start(Header("blokus", COLOURS, rules={"first_corner": "fixed"}), small)
    assert match.position.starts["red"] == {(4, 4)}
