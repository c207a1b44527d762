"""Whatever stands in a record is judged or refused with line and reason; it never ends in a traceback."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games import GAMES
from referee.move import MOVES
from referee.piece import packaged_piece_set
from referee.record import RecordError, format_entry, format_header
from referee.replay import replay
from tests.random_play import random_header, random_match

HUGE = 10**40


def told(*lines: str) -> list[dict[str, Any]]:
    return list(replay("a.jsonl", lines, packaged_piece_set, legal_counts=True))


def header(game: str, **changed: Any) -> str:
    return json.dumps({**json.loads(format_header(random_header(game, Random(0)))), **changed})


def move(kind: str, **parts: Any) -> str:
    return json.dumps({"player": "Ann", "move": kind, **parts})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "entry",
    [
        move("place", piece="F", cells=[[HUGE, -HUGE]] * 5),
        move("place", piece="F", cells=[[0, 0]] * 100_000),
        move("place", piece="Q9", cells=[], colour="pink"),
        move("place", player="Zed", piece="F", cells=[[-1, -1]]),
        move("buy", piece="F", cells=[[99, 99]]),
        move("buy", piece="p02", cells=[]),
        move("leather", cells=[[HUGE, 0]]),
        move("draft", piece=""),
        move("remove", piece="F"),
        '{"player": "Zed", "move": "advance"}',
    ],
    ids=lambda entry: entry[:60],
)
def test_an_impossible_move_is_judged_illegal_in_every_game(game: str, entry: str) -> None:
    line, _ = told(header(game), entry)
    assert line["legal"] is False
    assert all(violation["text"] for violation in line["violations"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "entry",
    [
        move("place", piece="F", cells=[[0, "1"]]),
        move("place", piece="F", cells=[[0, None]]),
        move("place", piece="F", cells={"0": 1}),
        move("place", piece="F", cells=[[0, 1]], colour=3),
        move("buy", piece=["p02"], cells=[]),
        move("leather"),
        move("advance", player=None),
        move("fly"),
        "[]",
        "null",
        "NaN",
    ],
)
def test_an_entry_of_wrong_types_is_refused_with_its_line(game: str, entry: str) -> None:
    with pytest.raises(RecordError, match=r"a\.jsonl, line 2: "):
        told(header(game), entry)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "changed",
    [
        {"players": []},
        {"players": {}},
        {"players": {"Ann": ["Ann"]}},
        {"players": 7},
        {"rules": {"first_corner": {}, "tie": [], "card": {}, "open_hands": "x"}},
        {"hands": {"Ann": ["nothing"]}},
        {"circle": {"p01": 1}},
        {"given": [[]]},
        {"card": 1e400},
        {"shared": ["green"]},
        {"board": None},
    ],
    ids=str,
)
def test_a_header_of_wrong_types_is_refused_with_its_line(game: str, changed: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=r"a\.jsonl, line 1: ") as caught:
        told(header(game, **changed))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_move_after_the_end_is_illegal(game: str) -> None:
    match = random_match(seed=1, game=game)
    if not match.outcome.over:  # a puzzle at random seldom comes out
        return
    again = format_entry(match.moves[-1])
    *_, line, _ = told(format_header(match.header), *map(format_entry, match.moves), again)
    assert "game_over" in [violation["code"] for violation in line["violations"]]


def test_the_draft_of_a_taken_piece_is_illegal() -> None:
    bob = json.dumps({"player": "Bob", "move": "draft", "piece": "F"})
    _, line, _ = told(header("polyssimo"), move("draft", piece="F"), bob)
    assert [violation["code"] for violation in line["violations"]] == ["already_taken"]


def test_ten_megabytes_of_brackets_are_refused() -> None:
    brackets = "[" * 10_000_000
    with pytest.raises(RecordError, match=r"a\.jsonl, line 1: not a line of a record"):
        told(brackets)
    with pytest.raises(RecordError, match=r"a\.jsonl, line 2: "):
        told(header("blokus"), '{"player": ' + brackets)
    with pytest.raises(RecordError, match=r"a\.jsonl, line 1: "):
        told('{"polyref": 1, "game": "blokus", "players": [], "rules": {"x": ' + brackets)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=9), inside, max_size=4),
    max_leaves=6,
)
cells = st.lists(st.lists(st.integers(-2, 21), min_size=2, max_size=2), max_size=7)
OPTIONS = ("first_corner", "board", "shared", "circle", "tie", "card", "given", "open_hands", "min_hexominoes")
options = st.dictionaries(
    st.sampled_from(OPTIONS), values | st.sampled_from(["any", "duo", "green", "first", 21]), max_size=2
)
names = st.sampled_from(["Ann", "Bob", "blue", "red", "Zed"])
pieces = st.sampled_from(["F", "1", "C06", "p02", "p33", "O4", "leather", ""])
entries = st.fixed_dictionaries(
    {"move": st.sampled_from([*(kind.kind for kind in MOVES), "undo"]), "player": names, "piece": pieces},
    optional={"cells": cells | values, "colour": names | values},
)


@settings(max_examples=150)
@given(st.sampled_from(list(GAMES)), options, options, st.lists(entries, max_size=5))
def test_any_record_is_judged_or_refused(
    game: str, beside: dict[str, Any], rules: dict[str, Any], moves: list[dict[str, Any]]
) -> None:
    lines = [header(game, **beside, rules=rules), *map(json.dumps, moves)]
    refusal = refused(lines)
    assert refusal is None or refusal.startswith("a.jsonl, line ")
    assert refusal is None or len(refusal.splitlines()) == 1


def refused(lines: list[str]) -> str | None:
    """Why a record is refused, if it is."""
    try:
        told(*lines)
    except RecordError as error:
        return str(error)
    return None
