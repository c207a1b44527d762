"""The rules of Patchwork, one sentence a test."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from referee.games.patchwork import LEATHER
from referee.match import Match
from referee.move import Advance, Buy, Draft, Leather, Move
from referee.piece import PieceSetError, packaged_piece_set
from referee.record import Header, RecordError
from tests import oracles

PIECES = packaged_piece_set("patchwork")
CIRCLE = [*(f"p{number:02}" for number in range(2, 34)), "p01"]


def started(**options: Any) -> Match:
    setup = {"circle": options.pop("circle", CIRCLE)}
    return Match.start(Header("patchwork", ("Ann", "Bob"), rules=options, setup=setup), PIECES)


def played(match: Match, *moves: Move) -> Match:
    for move in moves:
        verdict, match = match.play(move)
        assert verdict.legal, verdict
    return match


def broken(match: Match, move: Move) -> set[str]:
    """The codes of the rules that a move breaks."""
    return {violation.code for violation in match.play(move)[0].violations}


def with_tailor(match: Match, player: str, **facts: Any) -> Match:
    """The match with a player somewhere else, richer or poorer."""
    tailors = {**match.position.tailors, player: replace(match.position.tailors[player], **facts)}
    return replace(match, position=replace(match.position, tailors=MappingProxyType(tailors)))


def tailor(match: Match, player: str) -> Any:
    return match.position.tailors[player]


CORNER = ((0, 0), (0, 1), (1, 0))


# Equipment


def test_the_patches_have_their_known_squares_and_buttons() -> None:
    assert len(PIECES.pieces) == 33
    assert sum(piece.squares for piece in PIECES.pieces) == 166
    assert sum(dict(piece.printed)["income"] for piece in PIECES.pieces) == 38


def test_patches_of_the_same_shape_are_told_apart_by_what_is_printed() -> None:
    shapes: dict[object, list[str]] = {}
    for piece in PIECES.pieces:
        shapes.setdefault(PIECES.canonical(piece.cells), []).append(piece.id)
    assert [ids for ids in shapes.values() if len(ids) > 1] == [["p02", "p03"], ["p05", "p32"], ["p19", "p27"]]
    assert PIECES.by_shape[PIECES.canonical(CORNER)].id == "p02"


# Whose turn


def test_the_starter_begins_and_then_whoever_is_behind_moves() -> None:
    match = started()
    assert match.position.to_move == "Ann"
    match = played(match, Advance("Ann"))
    assert (tailor(match, "Ann").time, match.position.to_move) == (1, "Bob")


def test_on_the_same_space_who_arrived_last_moves_on() -> None:
    match = played(started(), Buy("Ann", "p03", CORNER))
    assert (tailor(match, "Ann").time, match.position.to_move) == (1, "Bob")
    match = with_tailor(match, "Ann", time=3)
    match = played(match, Buy("Bob", "p06", ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))))
    assert (tailor(match, "Bob").time, match.position.to_move) == (2, "Bob")
    match = with_tailor(with_tailor(match, "Ann", time=4), "Bob", buttons=9)
    match = played(match, Buy("Bob", "p09", ((5, 0), (5, 1), (6, 0), (6, 1))))
    assert (tailor(match, "Bob").time, match.position.to_move) == (7, "Ann")
    match = with_tailor(match, "Ann", time=5, buttons=9)
    match = played(match, Buy("Ann", "p10", ((5, 0), (5, 1), (5, 2), (6, 1), (6, 2), (6, 3))))
    assert (tailor(match, "Ann").time, match.position.to_move) == (7, "Ann")


def test_a_move_out_of_turn_is_refused() -> None:
    assert broken(started(), Advance("Bob")) == {"not_your_turn"}
    assert broken(started(), Buy("Bob", "p02", CORNER)) == {"not_your_turn"}
    assert broken(started(), Buy("Zed", "p02", CORNER)) == {"not_your_turn"}


def test_nothing_is_drafted() -> None:
    assert broken(started(), Draft("Ann", "p02")) == {"wrong_phase"}


# Buying


def test_what_is_bought_is_paid_sewn_on_and_takes_its_time() -> None:
    match = played(started(), Buy("Ann", "p03", CORNER))
    ann = tailor(match, "Ann")
    assert (ann.buttons, ann.time, ann.income, ann.quilt.empty) == (2, 1, 0, 78)
    assert tailor(match, "Bob").quilt.empty == 81


def test_the_neutral_token_takes_the_place_of_the_patch() -> None:
    match = played(started(), Buy("Ann", "p03", CORNER))
    assert match.position.reach == ("p04", "p05", "p06")
    assert match.position.circle[-2:] == ("p01", "p02")


def test_only_the_next_three_patches_are_in_reach() -> None:
    assert started().position.reach == ("p02", "p03", "p04")
    assert broken(started(), Buy("Ann", "p05", ((0, 0), (0, 1), (1, 1), (1, 2)))) == {"not_in_reach"}
    match = played(started(), Buy("Ann", "p03", CORNER))
    assert broken(match, Buy("Bob", "p03", CORNER)) == {"not_in_reach"}


def test_a_patch_that_cannot_be_paid_is_told_with_its_cost() -> None:
    verdict, _ = with_tailor(started(), "Ann", buttons=2).play(Buy("Ann", "p03", CORNER))
    assert [violation.text for violation in verdict.violations] == ["p03 costs 3 buttons and Ann has 2"]


def test_a_patch_is_sewn_on_free_cells_of_one_s_own_quilt_in_its_shape() -> None:
    match = with_tailor(played(started(), Buy("Ann", "p03", CORNER)), "Ann", time=0)
    match = replace(match, position=replace(match.position, to_move="Ann"))
    line = ((0, 0), (0, 1), (0, 2))
    assert broken(match, Buy("Ann", "p04", line)) == {"overlap"}
    assert broken(match, Buy("Ann", "p04", ((2, 7), (2, 8), (2, 9)))) == {"off_board"}
    assert broken(match, Buy("Ann", "p04", ((2, 0), (2, 1), (3, 0)))) == {"wrong_shape"}
    assert broken(replace(match, position=replace(match.position, to_move="Bob")), Buy("Bob", "p04", line)) == set()


def test_there_is_no_patch_of_another_name() -> None:
    assert broken(started(), Buy("Ann", "p99", CORNER)) == {"unknown_piece"}


# Time, income, leather


def test_who_advances_is_paid_a_button_a_space_to_just_beyond_the_other() -> None:
    match = played(with_tailor(started(), "Bob", time=4), Advance("Ann"))
    assert (tailor(match, "Ann").time, tailor(match, "Ann").buttons) == (5, 10)


def test_nobody_goes_past_the_last_space_nor_is_paid_for_it() -> None:
    match = with_tailor(with_tailor(started(), "Ann", time=51), "Bob", time=53)
    match = played(replace(match, position=replace(match.position, leather=())), Advance("Ann"))
    assert (tailor(match, "Ann").time, tailor(match, "Ann").buttons, match.outcome.over) == (53, 7, True)


def test_every_income_mark_that_is_met_pays_with_the_patch_just_sewn() -> None:
    match = with_tailor(started(circle=["p17", *(p for p in CIRCLE if p != "p17")]), "Ann", time=4, income=1)
    match = with_tailor(match, "Bob", time=10)
    cells = next(
        move.cells for move in match.game.legal_moves(match.position) if isinstance(move, Buy) and move.piece == "p17"
    )
    after = played(match, Buy("Ann", "p17", cells))
    gained = dict(PIECES.by_id["p17"].printed)["income"] + 1
    assert tailor(after, "Ann").buttons == 5 - dict(PIECES.by_id["p17"].printed)["cost"] + gained
    far = played(with_tailor(match, "Bob", time=18), Advance("Ann"))
    assert tailor(far, "Ann").buttons == 5 + 15 + 3 * 1


def before_leather() -> Match:
    return with_tailor(with_tailor(started(), "Ann", time=19), "Bob", time=20)


def test_a_leather_patch_is_sewn_on_before_anything_else() -> None:
    match = played(before_leather(), Advance("Ann"))
    assert (match.position.to_move, match.position.leather_owed) == ("Ann", 1)
    assert broken(match, Advance("Ann")) == {"leather_first"}
    assert broken(match, Advance("Bob")) == {"not_your_turn", "leather_first"}
    assert len(list(match.game.legal_moves(match.position))) == 81
    match = played(match, Leather("Ann", ((4, 4),)))
    assert (match.position.to_move, tailor(match, "Ann").quilt.empty) == ("Bob", 80)
    assert match.position.lying[-1].piece == LEATHER


def test_a_leather_patch_goes_to_the_first_who_comes_by() -> None:
    match = played(before_leather(), Advance("Ann"), Leather("Ann", ((4, 4),)))
    assert match.position.leather == (26, 32, 44, 50)
    match = played(match, Advance("Bob"))
    assert match.position.leather_owed == 0


@pytest.mark.parametrize(
    ("cells", "code"),
    [(((9, 0),), "off_board"), (((0, 0), (0, 1)), "wrong_shape"), ((), "wrong_shape")],
)
def test_a_leather_patch_covers_one_cell_of_the_quilt(cells: Any, code: str) -> None:
    assert broken(played(before_leather(), Advance("Ann")), Leather("Ann", cells)) == {code}


def test_leather_that_was_not_earned_is_not_sewn_on() -> None:
    assert broken(started(), Leather("Ann", ((0, 0),))) == {"wrong_phase"}


# Bonus, end and ties


def test_the_first_full_square_of_7_by_7_earns_the_bonus_also_by_leather() -> None:
    hole = tuple((row, col) for row in range(1, 8) for col in range(2, 9) if (row, col) != (4, 4))
    match = played(before_leather(), Advance("Ann"))
    match = with_tailor(match, "Ann", quilt=tailor(match, "Ann").quilt.sewn(hole))
    assert played(match, Leather("Ann", ((0, 0),))).position.bonus is None
    full = played(match, Leather("Ann", ((4, 4),)))
    assert full.position.bonus == "Ann"
    assert dict(full.outcome.scores)["Ann"] == tailor(full, "Ann").buttons + 7 - 2 * 32


def tied(tie: str) -> Match:
    """Bob came to the end first, Ann last, with equal points."""
    match = with_tailor(with_tailor(started(tie=tie), "Ann", time=52, buttons=5), "Bob", time=53, buttons=6)
    return played(replace(match, position=replace(match.position, leather=())), Advance("Ann"))


def test_a_tie_goes_to_who_arrived_last_or_by_the_other_rule_first() -> None:
    assert (tied("on_top").outcome.winners, tied("on_top").outcome.decided_by) == (("Ann",), "tie-break")
    assert tied("first").outcome.winners == ("Bob",)


def test_after_the_end_every_move_is_refused() -> None:
    for move in (Advance("Ann"), Buy("Ann", "p02", CORNER), Leather("Ann", ((0, 0),))):
        assert broken(tied("first"), move) == {"game_over"}


def test_after_every_line_the_state_is_told() -> None:
    match = played(started(), Buy("Ann", "p03", CORNER))
    assert match.game.told(match.position) == {
        "state": {
            "Ann": {"time": 1, "buttons": 2, "income": 0, "empty": 78},
            "Bob": {"time": 0, "buttons": 5, "income": 0, "empty": 81},
        },
        "bonus": None,
    }


# Headers and piece sets that do not fit


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (Header("patchwork", ("Ann",)), "is for 2 players, not for 1"),
        (Header("patchwork", ("Ann", "Bob")), 'needs "circle"'),
        (Header("patchwork", ("Ann", "Bob"), setup={"circle": "p01"}), "circle: expected a list"),
        (Header("patchwork", ("Ann", "Bob"), setup={"circle": CIRCLE[1:]}), "holds every patch once; see p02"),
        (Header("patchwork", ("Ann", "Bob"), setup={"circle": [*CIRCLE, "p05"]}), "holds every patch once; see p05"),
        (Header("patchwork", ("Ann", "Bob"), setup={"circle": ["p99", *CIRCLE]}), "holds every patch once; see p99"),
        (Header("patchwork", ("Ann", "Bob"), setup={"circle": CIRCLE}, rules={"tie": "none"}), "on_top, first"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_with_the_reason(header: Header, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match.start(header, PIECES)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_the_circle_may_stand_among_the_rules_too() -> None:
    match = Match.start(Header("patchwork", ("Ann", "Bob"), rules={"circle": CIRCLE}), PIECES)
    assert match.position.circle == tuple(CIRCLE)


@pytest.mark.parametrize(
    "bad",
    [
        replace(PIECES, extras={}),
        replace(PIECES, extras={"time_board": {"last": 53, "income": 5, "leather": []}}),
        replace(PIECES, pieces=tuple(replace(piece, printed=()) for piece in PIECES.pieces[:2])),
    ],
)
def test_a_piece_set_without_its_numbers_or_time_board_is_refused(bad: Any) -> None:
    with pytest.raises(PieceSetError, match="patchwork: "):
        Match.start(Header("patchwork", ("Ann", "Bob"), setup={"circle": CIRCLE}), bad)


def test_the_bonus_of_a_played_game_is_given_when_the_square_is_full() -> None:
    match = oracles.match_before("patchwork-d05", len(oracles.games("patchwork")["patchwork-d05"]["turns"]))
    assert match.position.bonus == "Ann"
