"""What is told of every line of a record."""

from collections.abc import Iterable
from typing import Any

import pytest

from referee.piece import PieceSetError, packaged_piece_set
from referee.record import RecordError
from referee.replay import replay
from tests import oracles

HEADER = '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"], "hands": {"Ann": ["I"], "Bob": ["X", "T"]}}'
PLACE_X = '{"player": "Bob", "move": "place", "piece": "X", "cells": [[0,1],[1,0],[1,1],[1,2],[2,1]]}'
PLACE_I = '{"player": "Ann", "move": "place", "piece": "I", "cells": [[5,0],[5,1],[5,2],[5,3],[5,4]]}'
OVERLAP = '{"player": "Ann", "move": "place", "piece": "I", "cells": [[1,0],[1,1],[1,2],[1,3],[1,4]]}'
UNDO = '{"move": "undo"}'


def told(*lines: str, legal_counts: bool = False) -> list[dict[str, Any]]:
    return list(replay("a.jsonl", lines, packaged_piece_set, legal_counts))


def told_until_error(lines: Iterable[str]) -> tuple[list[dict[str, Any]], str]:
    """What was told, one line at a time, before the error, and the error."""
    seen: list[dict[str, Any]] = []
    telling = replay("a.jsonl", lines, packaged_piece_set)
    while True:
        try:
            seen.append(next(telling))
        except RecordError as error:
            return seen, str(error)


def test_a_placement_is_told_as_the_design_shows_it() -> None:
    placed, standing = told(HEADER, PLACE_X)
    assert list(placed) == ["record", "ply", "player", "move", "piece", "legal", "violations"]
    assert list(placed.values()) == ["a.jsonl", 1, "Bob", "place", "X", True, []]
    assert standing == {
        "record": "a.jsonl",
        "over": False,
        "scores": {"Ann": 5, "Bob": 5},
        "winners": [],
        "decided_by": None,
    }


def test_the_counts_of_the_design_s_example_come_out() -> None:
    game = oracles.games()["polyssimo-d01"]
    *draft, first = told(*oracles.record(game)[:26], legal_counts=True)[:-1]
    assert [(line["ply"], "legal_placements" in line) for line in draft] == [(0, False)] * 24
    assert first == {
        **{"record": "a.jsonl", "ply": 1, "player": "Bob", "move": "place", "piece": "L", "legal": True},
        **{"violations": [], "legal_placements": {"Ann": 6888, "Bob": 5830}, "legal_digest": "f988b13378dfe49e"},
    }


def test_an_illegal_move_has_the_ply_it_tried_and_changes_nothing() -> None:
    lines = told(HEADER, PLACE_X, OVERLAP, PLACE_I)
    assert [(line["ply"], line["legal"]) for line in lines[:-1]] == [(1, True), (2, False), (2, True)]
    assert lines[1]["violations"] == [
        {"code": "overlap", "cells": [[1, 0], [1, 1], [1, 2]], "text": "I covers squares that are already taken"}
    ]


def test_an_undo_names_the_move_it_withdraws() -> None:
    lines = told(HEADER, PLACE_X, PLACE_I, UNDO, UNDO, PLACE_X)
    undone = [(line["ply"], line["player"], line["move"], line["legal"]) for line in lines[2:4]]
    assert undone == [(2, "Ann", "undo", True), (1, "Bob", "undo", True)]
    assert lines[4]["legal"]


def test_an_undo_of_the_draft_has_no_ply_and_no_counts() -> None:
    header = '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"]}'
    lines = told(header, '{"player": "Ann", "move": "draft", "piece": "F"}', UNDO, legal_counts=True)
    assert lines[1] == {
        **{"record": "a.jsonl", "ply": 0, "player": "Ann", "move": "undo", "legal": True, "violations": []}
    }


def test_an_undo_with_nothing_to_undo_is_not_legal() -> None:
    line = told(HEADER, UNDO)[0]
    assert (line["ply"], line["player"], line["legal"]) == (0, None, False)
    assert [violation["code"] for violation in line["violations"]] == ["wrong_phase"]


def test_an_unknown_piece_in_a_move_is_a_violation() -> None:
    line = told(HEADER, PLACE_X.replace('"X"', '"Q9"'))[0]
    assert [violation["code"] for violation in line["violations"]] == ["unknown_piece"]


def test_after_the_end_there_are_counts_but_no_moves_to_digest() -> None:
    lines = [*oracles.record(oracles.games()["polyssimo-d16"]), PLACE_X]
    late = told(*lines, legal_counts=True)[-2]
    assert late["legal_placements"] == {"Ann": 0, "Bob": 0}
    assert "legal_digest" not in late
    assert "game_over" in [violation["code"] for violation in late["violations"]]


def test_a_byte_order_mark_blank_lines_and_windows_line_ends_change_nothing() -> None:
    assert told("\ufeff" + HEADER + "\r\n", "\r\n", "", PLACE_X + "\r\n", " ") == told(HEADER, PLACE_X)


def test_the_complete_lines_of_a_truncated_record_are_judged_first() -> None:
    seen, error = told_until_error([HEADER, PLACE_X, PLACE_I[:60]])
    assert seen == told(HEADER, PLACE_X)
    assert error == "a.jsonl, line 3: the last line is cut off: complete or delete it; the lines before it were judged"


def test_a_broken_line_in_the_middle_ends_the_judging_there() -> None:
    seen, error = told_until_error([HEADER, PLACE_X, "", '{"move": "fly"}', PLACE_I])
    assert seen == told(HEADER, PLACE_X)
    assert error.startswith("a.jsonl, line 4: unknown move 'fly'")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "a.jsonl: the record is empty"),
        (["", "\n"], "a.jsonl: the record is empty"),
        (["", HEADER[:50]], "a.jsonl, line 2: not a line of a record"),
        ([HEADER.replace("polyssimo", "chess")], "a.jsonl, line 1: header: there is no referee for the game 'chess'"),
        ([HEADER.replace('"X"', '"Q9"')], "a.jsonl, line 1: header: the hand of Bob names the unknown piece 'Q9'"),
    ],
)
def test_nothing_is_told_of_a_record_without_a_proper_header(lines: list[str], said: str) -> None:
    seen, error = told_until_error(lines)
    assert seen == []
    assert error.startswith(said)


def test_a_bad_piece_set_of_the_user_is_not_hidden() -> None:
    def bad(game: str) -> Any:
        raise PieceSetError(f"pieces/{game}.json is bad")

    with pytest.raises(PieceSetError, match=r"pieces/polyssimo.json is bad"):
        list(replay("a.jsonl", [HEADER], bad))
