"""The record of a match: JSON Lines, only ever appended to. A header first, then one entry a line.

Only the form is judged here. Whether a game, a piece or a rule is known is for the game to say, and whether a
move is legal for the referee.
"""

import json
import reprlib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from referee.grid import Cell
from referee.move import MOVES, Move
from referee.polyomino import Cells
from referee.said import Said

VERSION = 1

HEADER_KEYS = ("polyref", "game", "players", "hands", "pieces", "rules")

BREAKS_A_LINE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that have no place in a name: control characters, lone surrogates, line and paragraph ends."""


AROUND_LINES = "\ufeff \t\r\n"
"""What may stand before and after a line: a byte order mark, blanks and either line end."""


class RecordError(ValueError):
    """A record is not usable; the message says in one line what is wrong and what was expected."""


class HeaderError(RecordError):
    """The first line of a record, or what was agreed of a match, is not usable."""

    def __str__(self) -> str:
        return f"header: {self.args[0]}"


class BrokenLineError(RecordError):
    """The line is no JSON object: cut off in the middle, or no line of a record at all."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what is played, by whom, with what.

    ``players`` stand in clockwise seating order, first drafter first. ``hands`` replaces the draft; ``pieces`` is
    the digest of the piece set used; ``rules`` holds the options of the game. ``colours`` says who plays which
    colours, where people do; ``setup`` holds what else a game wants to know: how it was laid out at the start.

    Raises:
        RecordError: a name is empty or unprintable, or stands there twice, or an option is given in two places.
    """

    game: str
    players: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]] | None = None
    pieces: str | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    colours: Mapping[str, tuple[str, ...]] | None = None
    setup: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for player in self.players:
            if not _text(player, Said("a player's name")).strip():
                raise HeaderError(Said("every player needs a name"))
        _refuse_twice(self.players, Said("player"))
        for player, hand in (self.hands or {}).items():
            _refuse_twice(hand, Said("piece in the hand of {player}:", player=player))
        for player, colours in (self.colours or {}).items():
            _refuse_twice(colours, Said("colour of {player}:", player=player))
        _refuse_twice([*HEADER_KEYS, *self.setup], Said("key"))
        _refuse_twice([*self.setup, *self.rules], Said("option"))
        if self.colours is not None and tuple(self.colours) != self.players:
            raise HeaderError(Said("colours are given to the players, in their order"))

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed, whether it stands among the rules or beside them."""
        return {**self.setup, **self.rules}


@dataclass(frozen=True, slots=True)
class Undo:
    """Withdraws the last applied move."""


Entry = Move | Undo


def bare(line: str) -> str:
    """A line of a file without what may stand around it."""
    return line.strip(AROUND_LINES)


def numbered(lines: Iterable[str], first: int = 1) -> list[tuple[int, str]]:
    """The bare lines that are not blank, each with its number; ``first`` is that of the first line."""
    return [(number, text) for number, line in enumerate(lines, first) if (text := bare(line))]


def parse_header(text: str) -> Header:
    """Reads the first line of a record. Which further keys there may be is for the game to say.

    Raises:
        RecordError: no JSON object, another version or a wrong type.
    """
    try:
        facts = _object(text)
    except BrokenLineError:
        raise BrokenLineError(
            Said(
                "not a line of a record, or one that is cut off: the first is a header like {header}",
                header=f'{{"polyref": {VERSION}, "game": "polyssimo", "players": ["Ann", "Bob"]}}',
            )
        ) from None
    if facts.get("polyref") != VERSION or isinstance(facts.get("polyref"), bool):
        raise RecordError(
            Said(
                'not the header of a record: it needs "polyref": {version}, as this version of Polyref writes it',
                version=VERSION,
            )
        )
    players = _needed(facts, "players")
    colours = _named_lists(players, "colours") if isinstance(players, dict) else None
    return Header(
        game=_text(_needed(facts, "game"), "game"),
        players=parse_texts(players, "players") if colours is None else tuple(colours),
        hands=_named_lists(facts["hands"], "hand") if facts.get("hands") is not None else None,
        pieces=_text(facts["pieces"], "pieces") if facts.get("pieces") is not None else None,
        rules=_mapping(facts.get("rules", {}), "rules"),
        colours=colours,
        setup={key: value for key, value in facts.items() if key not in HEADER_KEYS},
    )


def is_header(text: str) -> bool:
    """Whether a line begins a record, be it well or not."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(facts, dict) and "polyref" in facts


def format_header(header: Header) -> str:
    """The first line of a record, without its line end."""
    players = header.players if header.colours is None else dict(header.colours)
    facts: dict[str, Any] = {"polyref": VERSION, "game": header.game, "players": players, **header.setup}
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
    for move in MOVES:
        if move.kind == kind:
            return move(**_fields(facts, move))
    known = ", ".join(move.kind for move in MOVES)
    raise RecordError(Said("unknown move {move}; known are {known} and undo", move=reprlib.repr(kind), known=known))


def format_entry(entry: Entry) -> str:
    """A line after the header, without its line end."""
    facts: dict[str, Any] = {"move": "undo"}
    if not isinstance(entry, Undo):
        facts = {"player": entry.player, "move": entry.kind}
        facts |= {part.name: getattr(entry, part.name) for part in fields(entry) if part.name != "player"}
        if not facts.get("colour", True):
            del facts["colour"]
    return json.dumps(facts, ensure_ascii=False)


def parse_laid(value: object, what: str) -> tuple[tuple[str, Cells], ...]:
    """Pieces with their cells, as options list them: ``[{"piece": "J4", "cells": [[3, 2], ...]}, ...]``.

    Raises:
        RecordError: a missing field or a wrong type.
    """
    listed = [_mapping(item, what) for item in _list(value, what)]
    return tuple(
        (_text(_needed(item, "piece"), f"piece of {what}"), _cells(_needed(item, "cells"), f"cells of {what}"))
        for item in listed
    )


def parse_texts(value: object, what: str) -> tuple[str, ...]:
    """A list of texts, such as ids of pieces.

    Raises:
        RecordError: it is no such list.
    """
    return tuple(_text(item, what) for item in _list(value, what))


def _fields(facts: Mapping[str, Any], move: type[Move]) -> dict[str, Any]:
    """The parts of a move, each read as what it is; those with a default may be missing."""
    wanted = [part for part in fields(move) if part.name in facts or part.default is MISSING]
    return {part.name: PARTS[part.name](_needed(facts, part.name), part.name) for part in wanted}


def _object(text: str) -> dict[str, Any]:
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise BrokenLineError(
            Said("not a line of a record: every line is a JSON object like {example}", example='{"move": "undo"}')
        ) from None
    if not isinstance(facts, dict):
        raise BrokenLineError(Said("not a line of a record: a JSON object in braces was expected"))
    return facts


def _needed(facts: Mapping[str, Any], key: str) -> Any:
    if key not in facts:
        raise RecordError(Said("{key} is missing", key=repr(key)))
    return facts[key]


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise RecordError(Said("{what}: expected text, got {value}", what=what, value=reprlib.repr(value)))
    if any(unicodedata.category(character) in BREAKS_A_LINE for character in value):
        raise RecordError(
            Said(
                "{what}: {value} holds characters that cannot be shown; write it in plain UTF-8 text",
                what=what,
                value=ascii(value),
            )
        )
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(Said("{what}: expected a list, got {value}", what=what, value=reprlib.repr(value)))
    return value


def _mapping(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(
            Said("{what}: expected an object in braces, got {value}", what=what, value=reprlib.repr(value))
        )
    return value


def _named_lists(value: object, what: str) -> dict[str, tuple[str, ...]]:
    lists = _mapping(value, f"{what}s").items()
    return {
        _text(player, Said("a player's name")): parse_texts(names, f"{what} of {player}") for player, names in lists
    }


def _cells(value: object, what: str) -> Cells:
    return tuple(_cell(cell) for cell in _list(value, what))


def _cell(value: object) -> Cell:
    match value:
        case [int(row), int(col)] if not isinstance(row, bool) and not isinstance(col, bool):
            return row, col
    raise RecordError(Said("cells: expected [row, col] in whole numbers, got {value}", value=reprlib.repr(value)))


def _refuse_twice(names: Iterable[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise HeaderError(Said("{what} {name} stands there twice", what=what, name=repr(name)))
        seen.add(name)


PARTS: Mapping[str, Callable[[object, str], Any]] = {"player": _text, "piece": _text, "colour": _text, "cells": _cells}
"""How each part of a move is read."""
