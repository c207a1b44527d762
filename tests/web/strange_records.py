"""Records that nobody played: real ones with something changed, and the rounds that each makes through Polyref."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

DOCS = Path(__file__).parents[2] / "docs"
RECORDS = {name: (DOCS / f"{name}.jsonl").read_bytes() for name in ("match", "blokus", "patchwork", "puzzle")}

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 11, 12, 10**6, -(10**6), 2**63, 10**400, 0.5, float("nan"), float("inf"), -0.0),
    *(
        "",
        " ",
        "F",
        "undo",
        "place",
        "Ann",
        "<img src=x onerror=alert(1)>",
        "../../etc/passwd",
        "\x00",
        "\u202e",
        "\ud800",
        "/dev/\udce9",
        "http://[bad",
        "😀" * 200,
    ),
    *([], [[]], {}, [[0, 0]], [[0]], [["0", "0"]], [[True, False]], [[0, 0, 0]], [[0, 0]] * 300, {"Ann": 1}, {"": ""}),
    *([[row, col] for row in range(40) for col in range(40)], {"a": {"b": {"c": []}}}, "x" * 100_000, ["F"] * 5000),
)
"""What stands in the place of something sensible."""


def strange(dice: Random) -> bytes:
    """A record with something wrong, or strange, about it."""
    octets = RECORDS[dice.choice(sorted(RECORDS))]
    for _ in range(dice.randrange(1, 4)):
        octets = dice.choice(MUTATIONS)(octets, dice)
    return octets


def _byte_changed(octets: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(octets) or 1)
    return (
        octets[:at]
        + dice.choice((b"", dice.randbytes(1), dice.randbytes(5), b'"', b"}", b"\n", b"9" * 5000))
        + octets[at + 1 :]
    )


def _cut(octets: bytes, dice: Random) -> bytes:
    return octets[: dice.randrange(len(octets) + 1)]


def _line_moved(octets: bytes, dice: Random) -> bytes:
    lines = octets.split(b"\n")
    lines.insert(dice.randrange(len(lines)), lines.pop(dice.randrange(len(lines))))
    return b"\n".join(lines)


def _lines_again(octets: bytes, dice: Random) -> bytes:
    return octets + b"\n".join(dice.choices(octets.split(b"\n"), k=dice.randrange(1, 30)))


def _nested(octets: bytes, dice: Random) -> bytes:
    depth = dice.choice((10, 1000, 100_000))
    opened, closed = dice.choice(((b"[", b"]"), (b'{"a":', b"}")))
    at = dice.randrange(len(octets) or 1)
    return octets[:at] + opened * depth + b"1" + closed * depth + octets[at:]


def _value_changed(octets: bytes, dice: Random) -> bytes:
    """Another value somewhere in a line, or another key."""
    lines = octets.decode("utf-8", "replace").split("\n")
    number = dice.randrange(len(lines)) if dice.random() < 0.6 else 0
    try:
        facts = json.loads(lines[number])
    except (ValueError, RecursionError):
        return octets
    if not isinstance(facts, dict) or not facts:
        return octets
    inside: Any = facts
    while isinstance(inside, dict | list) and inside:
        key = dice.choice(list(inside)) if isinstance(inside, dict) else dice.randrange(len(inside))
        if dice.random() < 0.5 or not isinstance(inside[key], dict | list):
            inside[key] = dice.choice(ODD)
            break
        inside = inside[key]
    if dice.random() < 0.2:
        facts[dice.choice(("rules", "hands", "board", "card", "given", "circle", "colour", "shared", "tie"))] = (
            dice.choice(ODD)
        )
    lines[number] = json.dumps(facts, ensure_ascii=dice.random() < 0.5)
    return "\n".join(lines).encode("utf-8", "surrogatepass")


Mutation = Callable[[bytes, Random], bytes]
MUTATIONS: tuple[Mutation, ...] = (_byte_changed, _cut, _line_moved, _lines_again, _nested, *[_value_changed] * 5)


def round_trip(client: FlaskClient, record: bytes) -> str:
    """Takes a record in and asks for all that can be known of it: ``refused``, ``kept``, or what went wrong."""
    answer = client.post("/api/matches", data=record, content_type="application/x-ndjson")
    if answer.status_code in (400, 413):
        words = (answer.json or {}).get("error", "")
        return (
            "refused" if words.endswith((".", "?")) and len(words) < LONGEST_ANSWER else f"refused with {words[:200]!r}"
        )
    if answer.status_code != 201:
        return f"{answer.status_code} to the import"
    for match in (answer.json or {})["ids"][-2:]:
        for path in PATHS:
            told = client.get(path.format(match))
            if told.status_code not in (200, 409):
                return f"{told.status_code} to {path}: {told.text[:200]}"
        branched = client.post(f"/api/matches/{match}/branch", json={"at": 0})
        if branched.status_code != 201 or client.get(f"/api/by-hand/{(branched.json or {})['id']}").status_code != 200:
            return f"{branched.status_code} to a branch"
    return "kept"


LONGEST_ANSWER = 2000
PATHS = (
    "/matches/{}",
    "/matches/{}/record.jsonl",
    "/matches/{}/board.svg",
    "/api/matches/{}",
    "/api/matches/{}/at/0",
)


def strange_requests(client: FlaskClient, dice: Random, number: int) -> Iterator[str]:
    """Sends requests with odd bodies to every route that changes something; what went wrong, or nothing, of each."""
    rules = [rule.rule for rule in client.application.url_map.iter_rules() if "POST" in (rule.methods or ())]
    client.post("/api/match", json={"players": ["Ann", "Bob"], "hands": "open"})
    for _ in range(number):
        path = re.sub(r"<[^>]*>", lambda _: str(dice.choice((1, 2, "x"))), dice.choice(sorted(rules)))
        body = {dice.choice(WORDS): dice.choice(ODD) for _ in range(dice.randrange(5))}
        sent = dice.choice((json.dumps(body), json.dumps(dice.choice(ODD)), "{", "", json.dumps([body])))
        kind = dice.choice(("application/json", "application/json", "text/plain", "multipart/form-data", ""))
        answer = client.post(path, data=sent.encode("utf-8", "surrogatepass"), content_type=kind)
        yield f"{answer.status_code} to {path} with {sent[:200]}" if answer.status_code == 500 else ""


WORDS = (
    *("players", "hands", "seed", "rules", "source", "length", "piece", "cells", "was", "index", "at", "move"),
    *("game", "choices", "corners", "paused", "code", "key", "name", "on", "table", "order", "number"),
)
