"""What is seen becomes moves, problems and questions; boards are pictures, games are short."""

import json

import pytest

from referee.match import MatchError
from referee.move import Place
from referee.polyomino import Cells
from referee.record import Undo, parse_entry
from tests.sightings import BOARD, CORNERS, Table, overlap, told
from vision.look import Look, View
from vision.sighting import Alternative, Problem, SeenPiece
from web.companion.question import HELD_UP_S

EMPTY = "."
V = """
    V...
    V...
    VVV.
"""
V_I = """
    V......
    V......
    VVV....
    .......
    IIIII..
"""
I_CELLS = tuple((4, col) for col in range(5))
V_I_W = """
    V...WW..
    V....WW.
    VVV...W.
    ........
    IIIII...
"""
V_W_Y = """
    V...WW..
    V....WW.
    VVV...W.
    ........
    ........
    ..YYYY..
    ...Y....
"""
V_I_Y = """
    V......
    V......
    VVV....
    .......
    IIIII..
    ..YYYY.
    ...Y...
"""


def test_a_new_piece_is_a_placement_of_the_player_who_holds_it() -> None:
    table = Table()
    assert table.see(EMPTY) == []
    [event] = table.see(V)
    assert event == {
        "event": "placed",
        "player": "Bob",
        "piece": "V",
        "cells": [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]],
        "legal": True,
        "violations": [],
        "frame": 2,
        "t": 0.667,
    }
    assert table.see(V) == []
    assert table.see(V_I)[0]["player"] == "Ann"


def test_without_hands_whoever_is_to_move_places() -> None:
    table = Table(hands=None)
    assert [table.see(V)[0]["player"], table.see(V_I)[0]["player"], table.see(V_I_W)[0]["player"]] == [
        "Bob",
        "Ann",
        "Bob",
    ]


def test_the_board_is_told_when_found_and_again_when_the_camera_has_moved() -> None:
    companion = Table().companion
    found = [event.as_json() for event in companion.see(Look(1, 0.0, View.MOVING, BOARD, board_found=True))]
    assert found == [{"event": "board", "corners": [list(corner) for corner in CORNERS], "frame": 1, "t": 0.0}]
    moved = [event.as_json()["event"] for event in companion.see(Look(2, 0.3, View.MOVING, BOARD, camera_moved=True))]
    assert moved == ["camera_moved", "board"]


def test_of_a_board_found_anew_it_is_only_told_that_its_pieces_are_not_in_their_places_until_they_are_seen() -> None:
    table, strange = Table(), Problem("unknown", None, ((9, 9), (9, 10)))
    table.see(V)
    table.see(V_I)
    table.companion.see(Look(9, 9.0, View.MOVING, BOARD, camera_moved=True))
    doubt = (Alternative((SeenPiece("I", I_CELLS),), 0.6), Alternative((), 0.4))
    looks = [table.see("W...\nWW..\n.WW.\n....\n....\n???..", strange, alternatives=doubt) for _ in range(3)]
    assert [told(events) for events in looks] == [[], ["removed V", "removed I"], []]
    assert told(table.see(V_I, strange)) == ["cleared V", "cleared I", "unknown"]


def test_an_illegal_placement_waits_until_it_is_gone_and_changes_nothing() -> None:
    table = Table()
    assert told(table.see(V)) == ["placed V"]
    [event] = table.see(V_I_W.replace("I", "."))
    assert (event["legal"], event["player"], event["violations"][0]["code"]) == (False, "Bob", "not_your_turn")
    assert table.see(V_I_W.replace("I", ".")) == []
    assert table.lying() == ["V"]
    assert told(table.see(V) + table.see(V)) == ["cleared W"]
    assert told(table.see(V_I)) == ["placed I"]


def test_a_piece_placed_out_of_turn_becomes_legal_when_its_turn_comes() -> None:
    table = Table()
    table.see(V)
    assert told(table.see(V_I_W.replace("I", "."))) == ["illegal W"]
    assert told(table.see(V_I_W)) == ["placed I", "cleared W", "placed W"]


def test_out_of_turn_is_not_told_while_something_lies_there_that_cannot_be_read() -> None:
    table = Table()
    table.see(V)
    assert told(table.see(V_I_W.replace("I", "?"))) == []
    assert told(table.see(V_I_W)) == ["placed I", "placed W"]


def test_nor_while_something_lies_there_that_is_told_as_no_piece() -> None:
    table, strange = Table(), Problem("unknown", None, I_CELLS)
    table.see(V)
    assert told(table.see(V, strange)) == ["unknown"]
    assert told(table.see(V_I_W.replace("I", "."), strange)) == []
    assert told(table.see(V_I_W)) == ["placed I", "placed W"]


@pytest.mark.parametrize("strange", [((10, 10),), ((0, 0), (0, 1), (1, 0))])
def test_but_it_is_where_that_cannot_be_what_is_due(strange: Cells) -> None:
    """It is too small, or lies on what is known to lie there."""
    table, coin = Table(), Problem("unknown", None, strange)
    table.see(V)
    assert told(table.see(V, coin)) == ["unknown"]
    assert told(table.see(V_I_W.replace("I", "."), coin)) == ["illegal W"]


def test_what_is_by_the_rules_is_placed_beside_something_that_is_no_piece() -> None:
    table, strange = Table(hands=None), Problem("unknown", None, I_CELLS)
    assert told(table.see(EMPTY, strange)) == ["unknown"]
    assert told(table.see(V, strange)) == ["placed V"]


def test_what_came_after_an_illegal_placement_is_not_said_to_be_illegal_too() -> None:
    table = Table()
    table.see(V)
    assert told(table.see(V_I_W.replace("I", "."))) == ["illegal W"]
    assert told(table.see(V_W_Y)) == []
    assert told(table.see(V_W_Y.replace("........\n    ..Y", "IIIII...\n    ..Y"))) == [
        "placed I",
        "cleared W",
        "placed W",
    ]


def test_an_overlap_is_a_problem_and_no_placement_until_it_is_put_right() -> None:
    table = Table()
    table.see(V)
    on_v = overlap("I", ((2, 2), (2, 3), (2, 4), (2, 5), (2, 6)), "V")
    [event] = table.see(V, on_v)
    assert {key: event[key] for key in ("event", "kind", "piece", "on")} == {
        "event": "problem", "kind": "overlap", "piece": "I", "on": ["V"]
    }  # fmt: skip
    assert table.see(V, on_v) == []
    assert table.hand() == []
    assert told(table.see(V_I)) == ["cleared I", "placed I"]
    assert table.lying() == ["V", "I"]


def test_a_problem_that_is_taken_away_is_cleared_after_two_looks() -> None:
    table = Table()
    table.see(V, overlap("I", ((2, 2), (2, 3), (2, 4), (2, 5), (2, 6)), "V"))
    assert told(table.see(V)) == ["placed V"] or table.lying() == ["V"]
    assert told(table.see(V)) == ["cleared I"]


def test_something_unknown_is_told_once_and_cleared_without_a_name() -> None:
    table = Table()
    coin = Problem("unknown", None, ((7, 7), (7, 8)))
    assert told(table.see(EMPTY, coin)) == ["unknown"]
    assert table.see(EMPTY, Problem("unknown", None, ((7, 8), (8, 8)))) == []
    table.see(EMPTY)
    assert table.see(EMPTY)[0]["piece"] is None


def test_the_last_piece_gone_in_two_looks_is_taken_back() -> None:
    table = Table()
    table.see(V)
    table.see(V_I)
    table.hand()
    assert table.see(V) == []
    assert told(table.see(V)) == ["taken_back I"]
    assert table.lying() == ["V"]
    assert isinstance(parse_entry(table.record[-1]), Undo)


def test_two_looks_in_the_same_moment_are_as_good_as_one() -> None:
    table = Table(fps=30)
    table.see(V)
    events = [table.see(EMPTY) for _ in range(13)]
    assert [told(each) for each in events if each] == [["taken_back V"]]
    assert events.index(next(each for each in events if each)) >= 6


def test_a_piece_under_a_hidden_or_uncertain_cell_is_not_gone() -> None:
    table = Table()
    table.see(V)
    for _ in range(4):
        assert table.see("#\n.\n.") == []
        assert table.see(".\n?\n.") == []
    assert table.lying() == ["V"]


def test_an_earlier_piece_gone_is_a_problem_until_it_is_back() -> None:
    table = Table()
    for picture in (V, V_I):
        table.see(picture)
    without_v = V_I.replace("V", ".")
    assert told(table.see(without_v) + table.see(without_v) + table.see(without_v)) == ["removed V"]
    assert told(table.see(V_I)) == ["cleared V"]
    assert table.lying() == ["V", "I"]


def test_an_earlier_piece_elsewhere_is_a_problem_until_it_is_back() -> None:
    table = Table()
    for picture in (V, V_I):
        table.see(picture)
    shifted = "........V\n........V\n........VVV\n\nIIIII"
    assert table.see(shifted) == []
    [event] = table.see(shifted)
    assert (event["kind"], event["piece"], event["cells"][0]) == ("moved", "V", [0, 8])
    assert told(table.see(V_I)) == ["cleared V"]


def test_the_last_piece_moved_by_a_hand_is_taken_back_and_placed_anew() -> None:
    table = Table()
    table.see(V)
    table.hand()
    shifted = "....V\n....V\n....VVV"
    assert told(table.see(shifted) + table.see(shifted)) == ["taken_back V", "placed V"]
    assert table.companion.match.position.lying[0].cells[0] == (0, 4)


def test_a_board_cleared_in_the_middle_changes_nothing() -> None:
    table = Table()
    for picture in (V, V_I, V_I_W):
        table.see(picture)
    events = [event for _ in range(4) for event in table.see(EMPTY)]
    assert told(events) == ["removed"]
    assert table.lying() == ["V", "I", "W"]
    assert told(table.see(V_I_W)) == ["cleared"]


def test_two_pieces_of_the_next_two_players_are_taken_in_turn_order() -> None:
    table = Table()
    assert told(table.see(V_I)) == ["placed V", "placed I"]


def test_a_board_first_seen_in_mid_game_is_caught_up_with_in_turn() -> None:
    table = Table()
    events = table.see(V_I_W)
    assert [event["player"] for event in events] == ["Bob", "Ann", "Bob"]
    assert sorted(table.lying()) == ["I", "V", "W"]


def test_two_pieces_of_one_player_at_once_are_a_problem() -> None:
    table = Table()
    both = V_I_W.replace("I", ".")
    [event] = table.see(both)
    assert (event["kind"], event["piece"], len(event["cells"])) == ("two_at_once", "V", 10)
    assert table.see(both) == []
    assert table.lying() == []
    assert told(table.see(V)) == ["cleared V", "placed V"]


def test_without_hands_two_pieces_at_once_are_a_problem() -> None:
    table = Table(hands=None)
    assert told(table.see(V_I)) == ["two_at_once V"]
    assert told(table.see(V) + table.see(V_I)) == ["cleared V", "placed V", "placed I"]


TWO_WAYS = (
    Alternative((SeenPiece("I", I_CELLS),), 0.6),
    Alternative((SeenPiece("L", (*I_CELLS[:4], (3, 0))),), 0.4),
)
V_UNSURE = "V\nV\nVVV\n.\n?????"


def test_what_cannot_be_told_is_asked_once_and_settled_by_a_later_look() -> None:
    table = Table()
    table.see(V)
    [event] = table.see(V_UNSURE, alternatives=TWO_WAYS)
    assert event["event"] == "unsure"
    assert event["reason"] == "5 squares can be read in 2 ways"
    assert event["alternatives"][1]["pieces"][0]["id"] == "L"
    assert table.see(V_UNSURE, alternatives=TWO_WAYS) == []
    assert table.lying() == ["V"]
    [settled] = table.see(V_I)
    assert (settled["event"], settled["frame"]) == ("placed", 4)
    assert table.companion.state.unsure is None


def test_what_was_asked_about_came_before_a_piece_that_lies_where_an_alternative_would_have() -> None:
    table = Table(hands=None)
    table.see(V)
    below = (Alternative((SeenPiece("I", I_CELLS),), 0.6), Alternative((SeenPiece("L", (*I_CELLS[:4], (5, 0))),), 0.4))
    assert told(table.see("V\nV\nVVV\n.\n?????\n?", alternatives=below)) == ["unsure"]
    assert told(table.see("V\nV\nVVV\n.\nIIIII\nW\nWW\n.WW")) == ["placed I", "placed W"]


def test_a_question_can_be_answered_by_hand() -> None:
    table = Table()
    table.see(V)
    table.see(V_UNSURE, alternatives=TWO_WAYS)
    assert [event.as_json()["piece"] for event in table.companion.answer(0)] == ["I"]
    assert table.see(V_UNSURE, alternatives=TWO_WAYS) == []
    assert table.lying() == ["V", "I"]
    with pytest.raises(MatchError):
        table.companion.answer(0)


def test_of_two_places_that_cannot_be_told_the_second_is_asked_about_when_the_first_is_answered() -> None:
    table, second = Table(), SeenPiece("W", ((6, 0), (6, 1), (7, 1), (7, 2), (8, 2)))
    both = "V\nV\nVVV\n.\n?????\n.\n??\n.??\n..?"
    table.see(V)
    [first] = table.see(both, alternatives=TWO_WAYS)
    assert first["reason"] == "5 squares can be read in 2 ways"
    table.companion.answer(0)
    [event] = table.see(both, alternatives=(Alternative((second,), 0.9),))
    assert event["reason"] == "it is not sure what lies on 5 squares"
    table.companion.answer(0)
    assert table.lying() == ["V", "I", "W"]


def test_only_pieces_touching_uncertain_cells_wait_and_the_older_one_comes_first() -> None:
    table = Table(hands=None)
    table.see(V)
    table.see(V_UNSURE, alternatives=TWO_WAYS)
    unsure_with_w = V_I_W.replace("I", "?")
    assert table.see(unsure_with_w, alternatives=TWO_WAYS) == []
    events = table.see(V_I_W)
    assert [(event["piece"], event["player"]) for event in events] == [("I", "Ann"), ("W", "Bob")]


UNSURE_WITH_W = V_I_W.replace("I", "?")


@pytest.mark.parametrize("fps", [3, 10, 30])
def test_what_keeps_a_new_piece_from_being_judged_is_asked_about_though_there_is_nothing_to_choose_from(
    fps: int,
) -> None:
    table = Table(hands=None, fps=fps)
    table.see(V)
    assert table.see(V_UNSURE) == []
    early = [table.see(UNSURE_WITH_W) for _ in range(int(HELD_UP_S * fps) - 1)]
    assert not any(early)
    [event] = [event for _ in range(fps) for event in table.see(UNSURE_WITH_W)]
    assert (event["event"], event["alternatives"]) == ("unsure", [])
    assert event["reason"] == "it is not sure what lies on 5 squares"
    assert [table.see(UNSURE_WITH_W) for _ in range(2 * fps)] == [[]] * 2 * fps
    assert table.see(V_UNSURE) + table.see(UNSURE_WITH_W) == []  # what is held up is overlooked once
    assert table.companion.state.unsure is not None
    assert [event["piece"] for event in table.see(V_I_W)] == ["I", "W"]
    assert table.companion.state.unsure is None


def test_where_choices_come_and_go_it_is_asked_once_more_when_there_are_some_at_last() -> None:
    table = Table(hands=None)
    table.see(V)
    looks = [table.see(UNSURE_WITH_W) for _ in range(9)]
    looks += [table.see(UNSURE_WITH_W, alternatives=(TWO_WAYS if turn % 2 else ())) for turn in range(6)]
    assert [len(event["alternatives"]) for events in looks for event in events] == [0, 2]


@pytest.mark.parametrize("fps", [3, 10, 30])
def test_a_question_whose_choices_come_and_go_is_asked_once(fps: int) -> None:
    table = Table(hands=None, fps=fps)
    table.see(V)
    looks = [table.see(V_UNSURE, alternatives=(() if turn % 2 else TWO_WAYS)) for turn in range(4 * fps)]
    assert [event["event"] for events in looks for event in events] == ["unsure"]


def test_what_a_hand_was_over_is_looked_at_for_a_while_before_it_is_asked_about() -> None:
    table = Table(hands=None, fps=10)
    table.see(V)
    table.see(V_UNSURE)
    assert not any(table.hand() for _ in range(30))
    assert not any(table.see(UNSURE_WITH_W) for _ in range(10))
    assert any(table.see(UNSURE_WITH_W) for _ in range(10))


def test_doubtful_squares_that_keep_nothing_up_are_not_asked_about() -> None:
    table = Table(hands=None)
    table.see(V)
    assert [table.see(V_UNSURE) for _ in range(12)] == [[]] * 12
    illegal = V_UNSURE + "\n\n\n..........LLL\n..........L\n..........L"
    assert not [event for _ in range(12) for event in table.see(illegal) if event["event"] == "unsure"][1:]


def test_a_piece_put_right_comes_before_one_laid_down_meanwhile() -> None:
    table = Table(hands=None)
    table.see(V)
    on_v = overlap("I", ((2, 2), (2, 3), (2, 4), (2, 5), (2, 6)), "V")
    table.see(V, on_v)
    assert table.see(V_I_W.replace("I", "."), on_v) == []
    events = table.see(V_I_W)
    assert told(events) == ["cleared I", "placed I", "placed W"]
    assert [event.get("player") for event in events] == [None, "Ann", "Bob"]


def test_but_no_earlier_than_what_had_long_been_waiting() -> None:
    """Ann laid a piece that is not plain to see, Bob W, and then Ann L wrongly, and put it right."""
    table = Table()
    table.see(V)
    table.see(V_UNSURE)
    assert table.see(UNSURE_WITH_W) == []
    assert told(table.see(UNSURE_WITH_W, overlap("L", ((2, 2), (2, 3), (2, 4), (2, 5), (3, 5)), "V"))) == ["overlap L"]
    with_l = UNSURE_WITH_W + "    ........\n    LLLL....\n    L.......\n"
    assert [told(table.see(with_l)) for _ in range(3)] == [["cleared L"], [], []]
    assert table.lying() == ["V"]


def test_a_reading_contradicted_by_two_looks_is_openly_corrected() -> None:
    table = Table()
    table.see(V)
    table.see(V_I)
    table.hand()
    as_l = "V\nV\nVVV\nL\nLLLL"
    assert table.see(as_l) == []
    [event] = table.see(as_l)
    assert (event["event"], event["was"]["piece"], event["now"]["piece"], event["now"]["player"]) == (
        "corrected", "I", "L", "Ann"
    )  # fmt: skip
    assert table.lying() == ["V", "L"]
    assert [json.loads(line).get("piece", "undo") for line in table.record] == ["V", "I", "undo", "L"]


def test_a_shifted_reading_on_an_untouched_board_is_a_correction() -> None:
    table = Table()
    table.see(V)
    lower = ".\nV\nV\nVVV"
    assert told(table.see(lower) + table.see(lower)) == ["corrected V to V"]


def test_an_earlier_reading_is_corrected_and_what_followed_stays() -> None:
    table = Table()
    for picture in (V, V_I, V_I_W):
        table.see(picture)
    as_l = V_I_W.replace("IIIII", "LLLL.").replace("    ........\n    LLLL", "    L.......\n    LLLL")
    assert told(table.see(as_l) + table.see(as_l)) == ["corrected I to L"]
    assert table.lying() == ["V", "L", "W"]


def test_one_wrong_look_is_forgotten() -> None:
    table = Table()
    table.see(V)
    table.see(V_I)
    assert table.see("V\nV\nVVV\nL\nLLLL") == []
    assert table.see(V_I) == []
    assert table.lying() == ["V", "I"]


def test_what_is_undone_by_hand_is_not_taken_for_a_new_placement() -> None:
    table = Table()
    table.see(V)
    assert [event.as_json()["event"] for event in table.companion.undo()] == ["taken_back"]
    assert table.see(V) == []
    table.see(EMPTY)
    assert told(table.see(V)) == ["placed V"]


def test_what_is_corrected_by_hand_is_not_contradicted_by_the_eyes() -> None:
    table = Table()
    table.see(V)
    table.see(V_I)
    [event] = table.companion.correct("L", (*I_CELLS[:4], (3, 0)), was="I")
    assert event.as_json()["event"] == "corrected"
    assert [table.see(V_I) for _ in range(3)] == [[], [], []]
    assert table.lying() == ["V", "L"]


def test_an_illegal_correction_by_hand_changes_nothing() -> None:
    table = Table()
    table.see(V)
    table.see(V_I)
    [event] = table.companion.correct("L", ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3)), was="I")
    assert [violation["code"] for violation in event.as_json()["violations"]] == ["overlap"]
    assert table.lying() == ["V", "I"]


def test_a_placement_by_hand_stays_though_the_eyes_do_not_see_it() -> None:
    table = Table()
    table.companion.place(Place("Bob", "V", ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2))))
    assert [table.see(EMPTY) for _ in range(3)] == [[], [], []]
    assert table.lying() == ["V"]


def test_nothing_changes_when_the_record_cannot_be_kept() -> None:
    table = Table()
    table.full_disk = True
    with pytest.raises(OSError, match="No space"):
        table.see(V)
    assert table.lying() == []
    table.full_disk = False
    assert told(table.see(V)) == ["placed V"]


def test_the_eyes_learn_what_lies_there() -> None:
    table = Table()
    table.see(V)
    assert table.companion.known().lying == (SeenPiece("V", ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2))),)


def test_a_piece_that_ended_the_match_and_is_moved_is_followed() -> None:
    """Nobody clears a table so. It takes two looks that agree, for one may err."""
    table = Table(hands={"Ann": ("I", "L"), "Bob": ("V",)})
    for picture in (V, V_I):
        table.see(picture)
    first = V_I + "    .......\n    .......\n    LLLL...\n    L......\n"
    moved = V_I + "    .......\n    .......\n    .......\n    LLLL...\n    L......\n"
    assert told(table.see(first)) == ["placed L", "over"]
    assert table.hand() == []
    assert table.see(moved) == []
    events = table.see(moved)
    assert told(events) == ["taken_back L", "placed L", "over"]
    assert table.companion.match.position.lying[-1].cells == tuple(map(tuple, events[1]["cells"]))
    assert [table.see(picture) for picture in (moved, moved)] == [[], []]


@pytest.mark.parametrize("cleared", ["V", "I"])
def test_while_the_table_is_cleared_nothing_is_followed(cleared: str) -> None:
    table = Table(hands={"Ann": ("I", "L"), "Bob": ("V",)})
    first = V_I + "    .......\n    .......\n    LLLL...\n    L......\n"
    for picture in (V, V_I, first):
        table.see(picture)
    swept = V_I.replace(cleared, ".") + "    .......\n    .......\n    .......\n    LLLL...\n    L......\n"
    table.hand()
    assert [table.see(swept) for _ in range(3)] == [[], [], []]


def test_blocked_is_told_once_and_over_once_with_the_winner() -> None:
    table = Table(hands={"Ann": ("I", "L"), "Bob": ("V",)})
    assert told(table.see(V)) == ["placed V", "blocked Bob"]
    assert told(table.see(V_I)) == ["placed I"]
    last = V_I + "    .......\n    .......\n    LLLL...\n    L......\n"
    events = table.see(last)
    assert told(events) == ["placed L", "over"]
    assert events[1] == {
        "event": "over", "scores": {"Ann": 0, "Bob": 0}, "winners": ["Ann"], "decided_by": "tie-break",
        "frame": 3, "t": 1.0,
    }  # fmt: skip
    assert [table.see(picture) for picture in (last, EMPTY, EMPTY, EMPTY)] == [[], [], [], []]
