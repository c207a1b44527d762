"""The rules of Polyssimo Challenge, one sentence a test. Boards are text pictures."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.grid import GridSize
from referee.match import Match
from referee.move import Draft, Move, Place
from referee.piece import PieceSet, packaged_piece_set
from referee.polyomino import canonical
from referee.record import Header, RecordError
from tests.boards import cells_of, picture_of
from tests.random_play import random_match

PIECES = packaged_piece_set("polyssimo")
PENTOMINOES = [piece.id for piece in PIECES.pieces if piece.squares == 5]
HEXOMINOES = [piece.id for piece in PIECES.pieces if piece.squares == 6]


def started(*players: str, hands: Mapping[str, str] | None = None, **rules: Any) -> Match:
    given = None if hands is None else {player: tuple(hand.split()) for player, hand in hands.items()}
    return Match.start(Header("polyssimo", players, given, rules=rules), PIECES)


def played(match: Match, *moves: Move) -> Match:
    for move in moves:
        verdict, match = match.play(move)
        assert verdict.legal, verdict
    return match


def drafted(match: Match, pieces: list[str]) -> Match:
    for piece in pieces:
        match = played(match, Draft(str(match.position.to_move), piece))
    return match


def placed(match: Match, player: str, picture: str) -> Match:
    """The match after a player placed the one piece of a picture."""
    (cells,) = cells_of(picture).values()
    return played(match, Place(player, PIECES.by_shape[canonical(cells)].id, cells))


def broken(match: Match, move: Move) -> dict[str, tuple[tuple[int, int], ...]]:
    """The codes of the rules that a move breaks, with the cells concerned; an illegal move changes nothing."""
    verdict, after = match.play(move)
    assert (after is match) == (not verdict.legal)
    return {violation.code: violation.cells for violation in verdict.violations}


def turn_order(match: Match, count: int) -> list[str | None]:
    """Who is to move, now and after each of so many moves, the first legal one each time."""
    order = [match.position.to_move]
    for _ in range(count):
        player = str(match.position.to_move)
        chosen = match.game.legal_placements(match.position, player)[0]
        match = played(match, Place(player, chosen.piece, chosen.cells))
        order.append(match.position.to_move)
    return order


# Draft


@pytest.mark.parametrize(("players", "each"), [(("Ann", "Bob"), 12), (("Ann", "Bob", "Cleo"), 8), (tuple("ABCD"), 6)])
def test_the_draft_goes_clockwise_until_all_pieces_are_taken(players: tuple[str, ...], each: int) -> None:
    match = started(*players)
    for turn, piece in enumerate(PIECES.by_id):
        assert (match.position.phase, match.position.to_move) == ("draft", players[turn % len(players)])
        match = drafted(match, [piece])
    assert match.position.phase == "placing"
    assert {len(hand) for hand in match.position.hands.values()} == {each}


def test_whoever_drafted_last_places_first_and_then_it_goes_anticlockwise() -> None:
    match = drafted(started("Ann", "Bob", "Cleo"), list(PIECES.by_id))
    assert turn_order(match, 4) == ["Cleo", "Bob", "Ann", "Cleo", "Bob"]


def test_with_given_hands_the_last_player_places_first() -> None:
    match = started("Ann", "Bob", "Cleo", hands={"Ann": "F I", "Bob": "L N", "Cleo": "P T"})
    assert turn_order(match, 3) == ["Cleo", "Bob", "Ann", "Cleo"]


def test_a_piece_is_drafted_once_only() -> None:
    match = drafted(started("Ann", "Bob"), ["F"])
    assert broken(match, Draft("Bob", "F")) == {"already_taken": ()}


def test_a_draft_out_of_turn_and_of_an_unknown_piece_breaks_two_rules() -> None:
    assert broken(started("Ann", "Bob"), Draft("Bob", "Q9")) == {"not_your_turn": (), "unknown_piece": ()}


def test_somebody_who_does_not_play_is_never_at_turn() -> None:
    match = started("Ann", "Bob", min_hexominoes={"Ann": 7})
    assert broken(match, Draft("Zed", "F")) == {"not_your_turn": ()}
    assert broken(random_match(1, moves=30), Place("Zed", "F", ())).keys() >= {"not_your_turn", "not_in_hand"}


def test_nothing_is_placed_during_the_draft_and_nothing_drafted_after_it() -> None:
    assert "wrong_phase" in broken(started("Ann", "Bob"), Place("Ann", "I", tuple((0, col) for col in range(5))))
    match = drafted(started("Ann", "Bob"), list(PIECES.by_id))
    assert broken(match, Draft("Bob", "F")).keys() == {"wrong_phase", "already_taken"}


# Handicap


def test_who_owes_hexominoes_may_draft_pentominoes_only_while_turns_are_left() -> None:
    match = started("Ann", "Bob", min_hexominoes={"Ann": 7})
    match = drafted(match, PENTOMINOES[:10])
    assert match.position.hands["Ann"] == set(PENTOMINOES[0:10:2])
    assert broken(match, Draft("Ann", PENTOMINOES[10])) == {"handicap": ()}
    assert match.game.legal_drafts(match.position) == tuple(HEXOMINOES)
    assert broken(match, Draft("Ann", HEXOMINOES[0])) == {}


def test_the_handicap_binds_only_whom_it_names() -> None:
    match = drafted(started("Ann", "Bob", min_hexominoes={"Ann": 7}), [*PENTOMINOES[:10], HEXOMINOES[0]])
    assert broken(match, Draft("Bob", PENTOMINOES[10])) == {}


def test_the_handicap_is_waived_when_no_hexomino_is_left() -> None:
    match = drafted(started("Ann", "Bob", min_hexominoes={"Ann": 7, "Bob": 7}), HEXOMINOES)
    assert {len(hand) for hand in match.position.hands.values()} == {6}
    assert broken(match, Draft("Ann", PENTOMINOES[0])) == {}


def test_a_handicap_in_the_sentence_is_told_with_its_number() -> None:
    match = drafted(started("Ann", "Bob", min_hexominoes={"Ann": 12}), [])
    (violation,) = match.play(Draft("Ann", "F"))[0].violations
    assert violation.text == "Ann must draft at least 12 hexominoes and could not any more"


# Placing

TABLE = {"Ann": "I L P T C06", "Bob": "X V W Y D06"}


def with_x_in_the_corner() -> Match:
    return placed(
        started("Ann", "Bob", hands=TABLE),
        "Bob",
        """
        .X.
        XXX
        .X.
        """,
    )


def test_a_piece_may_lie_anywhere_on_free_squares_turned_and_turned_over() -> None:
    match = placed(
        with_x_in_the_corner(),
        "Ann",
        """
        ............
        ............
        ...........L
        ........LLLL
        """,
    )
    assert picture_of(match.position.lying, PIECES.grid).splitlines()[:4] == [
        ".X..........",
        "XXX.........",
        ".X.........L",
        "........LLLL",
    ]
    assert match.position.hands["Ann"] == {"I", "P", "T", "C06"}


def test_an_overlap_names_the_squares_that_are_taken() -> None:
    assert broken(with_x_in_the_corner(), Place("Ann", "I", ((1, 0), (1, 1), (1, 2), (1, 3), (1, 4)))) == {
        "overlap": ((1, 0), (1, 1), (1, 2))
    }


def test_a_piece_over_the_edge_names_the_squares_outside() -> None:
    assert broken(with_x_in_the_corner(), Place("Ann", "I", ((5, 9), (5, 10), (5, 11), (5, 12), (5, 13)))) == {
        "off_board": ((5, 12), (5, 13))
    }


@pytest.mark.parametrize(
    "picture",
    ["III.II", "IIII", "IIIIII", "IIII\n...I"],
    ids=["torn", "too small", "too large", "another shape"],
)
def test_a_wrong_shape_names_all_its_squares(picture: str) -> None:
    cells = tuple((row + 6, col) for row, col in cells_of(picture)["I"])
    assert broken(with_x_in_the_corner(), Place("Ann", "I", cells)) == {"wrong_shape": cells}


def test_a_piece_on_no_squares_or_twice_on_the_same_has_the_wrong_shape() -> None:
    assert broken(with_x_in_the_corner(), Place("Ann", "I", ())) == {"wrong_shape": ()}
    doubled = ((6, 0), (6, 0), (6, 1), (6, 2), (6, 3))
    assert broken(with_x_in_the_corner(), Place("Ann", "I", doubled)) == {"wrong_shape": doubled}


def test_a_verdict_names_every_rule_broken() -> None:
    assert broken(with_x_in_the_corner(), Place("Bob", "F", ((-1, 1), (0, 1), (1, 1), (2, 1), (3, 1)))) == {
        "not_your_turn": (),
        "not_in_hand": (),
        "wrong_shape": ((-1, 1), (0, 1), (1, 1), (2, 1), (3, 1)),
        "off_board": ((-1, 1),),
        "overlap": ((0, 1), (1, 1), (2, 1)),
    }


def test_an_unknown_piece_is_named_with_the_squares_that_are_taken() -> None:
    assert broken(with_x_in_the_corner(), Place("Ann", "Q9", ((0, 0), (0, 1)))) == {
        "unknown_piece": (),
        "overlap": ((0, 1),),
    }


def test_a_piece_on_the_board_is_in_nobodys_hand_any_more() -> None:
    match = with_x_in_the_corner()
    again = Place("Ann", "X", ((5, 5), (6, 4), (6, 5), (6, 6), (7, 5)))
    assert broken(match, again) == {"not_in_hand": ()}


def test_every_sentence_of_a_verdict_has_its_names() -> None:
    verdict, _ = with_x_in_the_corner().play(Place("Bob", "F", ((0, 1), (99, 0))))
    assert [violation.text for violation in verdict.violations] == [
        "it is not Bob's turn but Ann's",
        "Bob does not hold F",
        "these squares are not the shape of F",
        "F does not lie wholly on the board",
        "F covers squares that are already taken",
    ]


# Blocked players, the end and the winner


def test_who_can_place_nothing_is_skipped_and_named() -> None:
    match = started("Ann", "Bob", "Cleo", hands={"Ann": "I L", "Bob": "", "Cleo": "P T"})
    assert match.position.blocked == ("Bob",)
    assert turn_order(match, 3) == ["Cleo", "Ann", "Cleo", "Ann"]


def test_the_game_is_over_by_itself_when_nobody_can_place() -> None:
    match = random_match(seed=4, players=3)
    assert (match.position.phase, match.position.to_move) == ("over", None)
    assert match.position.blocked == ("Ann", "Bob", "Cleo")
    assert match.game.legal_counts(match.position) == {"Ann": 0, "Bob": 0, "Cleo": 0}
    assert match.outcome.over


def test_after_the_end_every_move_is_refused() -> None:
    match = random_match(seed=4)
    assert broken(match, Draft("Ann", "F")).keys() == {"game_over", "already_taken"}
    assert "game_over" in broken(match, Place("Ann", "I", tuple((0, col) for col in range(5))))


def test_the_fewest_squares_left_win() -> None:
    strip = replace(PIECES, grid=GridSize(1, 5))
    match = Match.start(Header("polyssimo", ("Ann", "Bob"), {"Ann": ("I",), "Bob": ("P",)}), strip)
    assert (match.position.blocked, match.outcome.over, match.outcome.winners) == (("Bob",), False, ())
    match = placed(match, "Ann", "IIIII")
    assert match.outcome.scores == (("Ann", 0), ("Bob", 5))
    assert (match.outcome.winners, match.outcome.decided_by) == (("Ann",), "squares")


def test_a_tie_goes_to_one_of_the_tied_even_where_another_placed_the_last_piece() -> None:
    strip = replace(PIECES, grid=GridSize(2, 10))
    hands = {"Ann": ("I", "D06", "C06"), "Bob": ("L", "X"), "Cleo": ("P", "Z")}
    match = Match.start(Header("polyssimo", ("Ann", "Bob", "Cleo"), hands), strip)
    match = placed(match, "Cleo", "PPP\nPP")
    match = placed(match, "Bob", ".........L\n......LLLL")
    match = placed(match, "Ann", "...IIIII")
    assert match.position.blocked == ("Ann", "Bob", "Cleo")
    assert match.outcome.scores == (("Ann", 12), ("Bob", 5), ("Cleo", 5))
    assert (match.outcome.winners, match.outcome.decided_by) == (("Bob",), "tie-break")


def test_a_tie_goes_to_the_tied_player_whose_own_latest_placement_came_last() -> None:
    match = started("Ann", "Bob", "Cleo", hands={"Ann": "I", "Bob": "P", "Cleo": "T"})
    match = placed(match, "Cleo", "TTT\n.T.\n.T.")
    match = placed(match, "Bob", "....PP\n....PP\n....P")
    match = placed(match, "Ann", "...........I\n" * 5)
    assert (match.outcome.winners, match.outcome.decided_by) == (("Ann",), "tie-break")


def test_nobody_having_placed_anything_the_tied_share() -> None:
    match = started("Ann", "Bob", hands={"Ann": "", "Bob": ""})
    assert match.position.phase == "over"
    assert (match.outcome.winners, match.outcome.decided_by) == (("Ann", "Bob"), "shared")


# Open hands


def test_with_open_hands_everybody_may_place_any_piece_left() -> None:
    match = placed(started("Ann", "Bob", open_hands=True), "Bob", "IIIII")
    assert match.position.to_move == "Ann"
    assert match.position.hands["Ann"] == match.position.hands["Bob"] == set(PIECES.by_id) - {"I"}
    assert broken(match, Place("Ann", "I", tuple((5, col) for col in range(5)))) == {"not_in_hand": ()}


def test_with_open_hands_whoever_placed_last_wins() -> None:
    match = started("Ann", "Bob", open_hands=True)
    while match.position.to_move is not None:
        player = match.position.to_move
        chosen = match.game.legal_placements(match.position, player)[-1]
        match = played(match, Place(player, chosen.piece, chosen.cells))
    assert match.outcome.decided_by == "tie-break"
    assert match.outcome.winners == (match.position.lying[-1].player,)


# Headers that do not fit


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (Header("chess", ("Ann", "Bob")), "no referee for the game 'chess'; known are polyssimo"),
        (Header("polyssimo", ("Ann",)), "2 to 4 players, not for 1"),
        (Header("polyssimo", tuple("ABCDE")), "2 to 4 players, not for 5"),
        (Header("polyssimo", ("Ann", "Bob"), rules={"komi": 6}), "polyssimo has no rule 'komi'"),
        (Header("polyssimo", ("Ann", "Bob"), setup={"rule": {}}), "polyssimo has no rule 'rule'"),
        (Header("polyssimo", ("Ann",), colours={"Ann": ("red",)}), "nobody plays a colour"),
        (Header("polyssimo", ("Ann", "Bob"), {"Ann": ("F",)}), "hands has none for Bob"),
        (Header("polyssimo", ("Ann", "Bob"), {"Ann": ("F",), "Zed": ()}), "hands names 'Zed', who is no player"),
        (Header("polyssimo", ("Ann", "Bob"), {"Ann": ("Q9",), "Bob": ()}), "the unknown piece 'Q9'"),
        (Header("polyssimo", ("Ann", "Bob"), {"Ann": ("F",), "Bob": ("F",)}), "F is in the hands of both Ann and Bob"),
        (Header("polyssimo", ("Ann", "Bob"), pieces="0123456789abcdef"), "put that set into the config folder"),
        (Header("polyssimo", ("Ann", "Bob"), rules={"open_hands": 1}), "open_hands is true or false"),
        (
            Header("polyssimo", ("Ann", "Bob"), {"Ann": (), "Bob": ()}, rules={"open_hands": True}),
            "with open_hands nobody has a hand of their own",
        ),
        (Header("polyssimo", ("Ann", "Bob"), rules={"min_hexominoes": 7}), "min_hexominoes is an object like"),
        (Header("polyssimo", ("Ann", "Bob"), rules={"min_hexominoes": {"Zed": 7}}), "'Zed', who is no player"),
        (Header("polyssimo", ("Ann", "Bob"), rules={"min_hexominoes": {"Ann": "7"}}), "a whole number from 0 to 12"),
        (Header("polyssimo", tuple("ABCD"), rules={"min_hexominoes": {"A": 7}}), "a whole number from 0 to 6"),
        (
            Header("polyssimo", ("Ann", "Bob"), {"Ann": ("F", "C06"), "Bob": ()}, rules={"min_hexominoes": {"Ann": 2}}),
            "Ann's hand has 1 hexominoes, but min_hexominoes asks for 2",
        ),
    ],
)
def test_a_header_that_does_not_fit_is_refused_with_the_reason(header: Header, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match.start(header, PIECES)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_header_with_the_digest_of_the_set_in_use_is_accepted() -> None:
    assert Match.start(Header("polyssimo", ("Ann", "Bob"), pieces=PIECES.digest), PIECES).position.to_move == "Ann"


def test_a_corrected_piece_set_is_played_as_it_is() -> None:
    small = PieceSet("polyssimo", PIECES.grid, PIECES.pieces[:4])
    match = Match.start(Header("polyssimo", ("Ann", "Bob")), small)
    match = drafted(match, [piece.id for piece in small.pieces])
    assert match.position.phase == "placing"
