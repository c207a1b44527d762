import contextlib
import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.move import MOVES, Advance, Buy, Draft, Leather, Place, Remove
from referee.record import (
    HEADER_KEYS,
    Entry,
    Header,
    RecordError,
    Undo,
    format_entry,
    format_header,
    parse_entry,
    parse_header,
)

names = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1).filter(str.strip)
cells = st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), max_size=8).map(tuple)
hands = st.dictionaries(names, st.lists(names, unique=True).map(tuple), max_size=4)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(), inside, max_size=4),
    max_leaves=8,
)
players = st.lists(names, unique=True).map(tuple)
options = st.dictionaries(st.text().filter(lambda key: key not in HEADER_KEYS), json_values, max_size=4)


@st.composite
def headers_of_all_forms(draw: st.DrawFn) -> Header:
    """Players in a list or with their colours; options beside the rules and among them."""
    chosen = draw(options)
    inside = {option for option in chosen if draw(st.booleans())}
    colours = draw(st.none() | hands)
    return Header(
        game=draw(names),
        players=draw(players) if colours is None else tuple(colours),
        hands=draw(st.none() | hands),
        pieces=draw(st.none() | names),
        rules={option: value for option, value in chosen.items() if option in inside},
        colours=colours,
        setup={option: value for option, value in chosen.items() if option not in inside},
    )


headers = headers_of_all_forms()
parts = {"player": names, "piece": names, "cells": cells, "colour": st.just("") | names}
moves = st.one_of(
    [st.builds(move, **{part.name: parts[part.name] for part in fields(move)}) for move in MOVES]  # type: ignore[arg-type]
)
entries = moves | st.just(Undo())

HEADER = '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"]'


@given(headers)
def test_a_header_that_is_written_and_read_is_the_same(header: Header) -> None:
    assert parse_header(format_header(header)) == header


@given(entries)
def test_an_entry_that_is_written_and_read_is_the_same(entry: Entry) -> None:
    assert parse_entry(format_entry(entry)) == entry


@given(headers, entries)
def test_whatever_is_written_takes_one_line(header: Header, entry: Entry) -> None:
    assert "\n" not in format_header(header) + format_entry(entry)


objects = st.fixed_dictionaries(
    {"polyref": st.just(1)},
    optional={
        "move": st.sampled_from([*(move.kind for move in MOVES), "undo"]) | json_values,
        **dict.fromkeys(("game", "players", "hands", "pieces", "rules", "player", "piece", "cells"), json_values),
    },
)


@given(st.text() | objects.map(json.dumps))
def test_whatever_is_read_is_understood_or_refused(text: str) -> None:
    for parse in (parse_entry, parse_header):
        with contextlib.suppress(RecordError):
            parse(text)


def test_the_lines_of_a_record_are_written_as_the_design_shows_them() -> None:
    place = Place("Bob", "L", ((10, 4), (9, 7), (10, 5), (10, 6), (10, 7)))
    assert format_header(Header("polyssimo", ("Ann", "Bob"))) == HEADER + "}"
    assert format_entry(Draft("Ann", "F")) == '{"player": "Ann", "move": "draft", "piece": "F"}'
    assert format_entry(Undo()) == '{"move": "undo"}'
    assert format_entry(place) == (
        '{"player": "Bob", "move": "place", "piece": "L", "cells": [[9, 7], [10, 4], [10, 5], [10, 6], [10, 7]]}'
    )
    assert format_entry(Place("Ann", "1", ((0, 0),), "red")) == (
        '{"player": "Ann", "move": "place", "piece": "1", "cells": [[0, 0]], "colour": "red"}'
    )
    assert format_entry(Remove("Ann", "F5")) == '{"player": "Ann", "move": "remove", "piece": "F5"}'
    assert format_entry(Advance("Ann")) == '{"player": "Ann", "move": "advance"}'
    assert format_entry(Leather("Ann", ((3, 4),))) == '{"player": "Ann", "move": "leather", "cells": [[3, 4]]}'
    assert format_entry(Buy("Ann", "p01", ((0, 1), (0, 0)))) == (
        '{"player": "Ann", "move": "buy", "piece": "p01", "cells": [[0, 0], [0, 1]]}'
    )
    header = Header("blokus", ("Ann",), colours={"Ann": ("blue", "red")}, setup={"shared": "green"})
    assert format_header(header) == (
        '{"polyref": 1, "game": "blokus", "players": {"Ann": ["blue", "red"]}, "shared": "green"}'
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "not a line of a record"),
        ("[1]", "the first is a header like"),
        ('{"game": "polyssimo"}', 'it needs "polyref": 1'),
        ('{"polyref": 2, "game": "polyssimo", "players": []}', 'it needs "polyref": 1'),
        ('{"polyref": true, "game": "polyssimo", "players": []}', 'it needs "polyref": 1'),
        ('{"polyref": 1, "players": []}', "'game' is missing"),
        (HEADER + ', "circle": [], "rules": {"circle": []}}', "option 'circle' stands there twice"),
        (HEADER.replace('["Ann", "Bob"]', '{"Ann": "red"}') + "}", "colours of Ann: expected a list"),
        (HEADER.replace('["Ann", "Bob"]', '{"Ann": ["red", "red"]}') + "}", "colour of Ann: 'red' stands there twice"),
        (HEADER + ', "rules": []}', "rules: expected an object"),
        (HEADER + ', "hands": []}', "hands: expected an object"),
        (HEADER + ', "hands": {"Ann": "F"}}', "hand of Ann: expected a list"),
        (HEADER + ', "hands": {"Ann": ["F", "F"]}}', "piece in the hand of Ann: 'F' stands there twice"),
        (HEADER + ', "hands": {"A\\nnn": 3}}', "a player's name"),
        ('{"polyref": 1, "game": "polyssimo", "players": "Ann"}', "players: expected a list"),
        ('{"polyref": 1, "game": "polyssimo", "players": ["Ann", 2]}', "players: expected text"),
        ('{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Ann"]}', "player 'Ann' stands there twice"),
        ('{"polyref": 1, "game": "polyssimo", "players": ["Ann", " "]}', "every player needs a name"),
        ('{"polyref": 1, "game": "polyssimo", "players": ["A\\nn", "Bob"]}', "cannot be shown"),
        ('{"polyref": 1, "game": "polyssimo", "players": ["\\ud800", "Bob"]}', "cannot be shown"),
    ],
)
def test_a_header_that_is_not_one_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_header(text)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"player": "Ann", "move": "pla', "not a line of a record"),
        ('{"player": "Ann"}', "'move' is missing"),
        ('{"move": "fly"}', "unknown move 'fly'"),
        ('{"move": ["undo"]}', "unknown move ['undo']"),
        ('{"move": "draft", "piece": "F"}', "'player' is missing"),
        ('{"player": "Ann", "move": "place", "piece": "F"}', "'cells' is missing"),
        ('{"player": "Ann", "move": "place", "piece": 6, "cells": []}', "piece: expected text"),
        ('{"player": "Ann", "move": "place", "piece": "F", "cells": [[1, 2, 3]]}', "cells: expected [row, col]"),
        ('{"player": "Ann", "move": "place", "piece": "F", "cells": [[1.0, 2]]}', "cells: expected [row, col]"),
        ('{"player": "Ann", "move": "place", "piece": "F", "cells": [[true, 2]]}', "cells: expected [row, col]"),
    ],
)
def test_an_entry_that_is_not_one_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_entry(text)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
