"""The record of a match: JSON Lines, only ever appended to. A header first, then one entry a line.

Only the form is judged here. Whether a game, a piece or a rule is known is for the game to say, and whether a
move is legal for the referee.
"""

import json
import reprlib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.grid import Cell
from referee.move import Draft, Move, Place

VERSION = 1

HEADER_KEYS = ("polyref", "game", "players", "hands", "pieces", "rules")

BREAKS_A_LINE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that have no place in a name: control characters, lone surrogates, line and paragraph ends."""


class RecordError(ValueError):
    """A record is not usable; the message says in one line what is wrong and what was expected."""


class BrokenLineError(RecordError):
    """The line is no JSON object: cut off in the middle, or no line of a record at all."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what is played, by whom, with what.

    ``players`` stand in clockwise seating order, first drafter first. ``hands`` replaces the draft; ``pieces`` is
    the digest of the piece set used; ``rules`` holds the options of the game.

    Raises:
        RecordError: a name is empty or unprintable, or stands there twice.
    """

    game: str
    players: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]] | None = None
    pieces: str | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for player in self.players:
            if not _text(player, "a player's name").strip():
                raise RecordError("header: every player needs a name")
        _refuse_twice(self.players, "player")
        for player, hand in (self.hands or {}).items():
            _refuse_twice(hand, f"piece in the hand of {player}:")


@dataclass(frozen=True, slots=True)
class Undo:
    """Withdraws the last applied move."""


Entry = Move | Undo


def parse_header(text: str) -> Header:
    """Reads the first line of a record.

    Raises:
        RecordError: no JSON object, another version, an unknown key or a wrong type.
    """
    facts = _object(text)
    if facts.get("polyref") != VERSION or isinstance(facts.get("polyref"), bool):
        raise RecordError(
            f'not the header of a record: it needs "polyref": {VERSION}, as this version of Polyref writes it'
        )
    for key in facts:
        if key not in HEADER_KEYS:
            raise RecordError(f"header: unknown key {key!r}; known are {', '.join(HEADER_KEYS)}")
    return Header(
        game=_text(_needed(facts, "game"), "game"),
        players=_texts(_needed(facts, "players"), "players"),
        hands=_hands(facts["hands"]) if facts.get("hands") is not None else None,
        pieces=_text(facts["pieces"], "pieces") if facts.get("pieces") is not None else None,
        rules=_mapping(facts.get("rules", {}), "rules"),
    )


def format_header(header: Header) -> str:
    """The first line of a record, without its line end."""
    facts: dict[str, Any] = {"polyref": VERSION, "game": header.game, "players": header.players}
    if header.hands is not None:
        facts["hands"] = dict(header.hands)
    if header.pieces is not None:
        facts["pieces"] = header.pieces
    if header.rules:
        facts["rules"] = dict(header.rules)
    return json.dumps(facts, ensure_ascii=False)


def parse_entry(text: str) -> Entry:
    """Reads a line after the header: a move, or ``{"move": "undo"}``.

    Raises:
        RecordError: no JSON object, an unknown kind of move, a missing field or a wrong type.
    """
    facts = _object(text)
    kind = _needed(facts, "move")
    if kind == "undo":
        return Undo()
    if kind not in ("draft", "place"):
        raise RecordError(f"unknown move {reprlib.repr(kind)}; known are draft, place and undo")
    player, piece = _text(_needed(facts, "player"), "player"), _text(_needed(facts, "piece"), "piece")
    if kind == "draft":
        return Draft(player, piece)
    return Place(player, piece, tuple(_cell(cell) for cell in _list(_needed(facts, "cells"), "cells")))


def format_entry(entry: Entry) -> str:
    """A line after the header, without its line end."""
    facts: dict[str, Any] = {"move": "undo"}
    if isinstance(entry, Draft):
        facts = {"player": entry.player, "move": "draft", "piece": entry.piece}
    elif isinstance(entry, Place):
        facts = {"player": entry.player, "move": "place", "piece": entry.piece, "cells": entry.cells}
    return json.dumps(facts, ensure_ascii=False)


def _object(text: str) -> dict[str, Any]:
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise BrokenLineError('not a line of a record: every line is a JSON object like {"move": "undo"}') from None
    if not isinstance(facts, dict):
        raise BrokenLineError("not a line of a record: a JSON object in braces was expected")
    return facts


def _needed(facts: Mapping[str, Any], key: str) -> Any:
    if key not in facts:
        raise RecordError(f"{key!r} is missing")
    return facts[key]


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{what}: expected text, got {reprlib.repr(value)}")
    if any(unicodedata.category(character) in BREAKS_A_LINE for character in value):
        raise RecordError(f"{what}: {value!a} holds characters that cannot be shown; write it in plain UTF-8 text")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{what}: expected a list, got {reprlib.repr(value)}")
    return value


def _mapping(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{what}: expected an object in braces, got {reprlib.repr(value)}")
    return value


def _texts(value: object, what: str) -> tuple[str, ...]:
    return tuple(_text(item, what) for item in _list(value, what))


def _hands(value: object) -> dict[str, tuple[str, ...]]:
    hands = _mapping(value, "hands").items()
    return {_text(player, "a player's name"): _texts(hand, f"hand of {player}") for player, hand in hands}


def _cell(value: object) -> Cell:
    match value:
        case [int(row), int(col)] if not isinstance(row, bool) and not isinstance(col, bool):
            return row, col
    raise RecordError(f"cells: expected [row, col] in whole numbers, got {reprlib.repr(value)}")


def _refuse_twice(names: Iterable[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise RecordError(f"header: {what} {name!r} stands there twice")
        seen.add(name)
