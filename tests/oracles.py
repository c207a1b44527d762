"""Played games and single probes made elsewhere (``tests/data/oracles``), as records of our own."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.match import Match
from referee.move import Draft, Move, Place
from referee.piece import packaged_piece_set
from referee.record import Header, format_entry, format_header

FOLDER = Path(__file__).parent / "data" / "oracles"
SEATS = ("Ann", "Bob", "Cleo", "Dan")
"""Who sits at seat 0, 1, 2, 3."""

Facts = dict[str, Any]


def facts(name: str) -> list[Facts]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


@lru_cache
def games() -> dict[str, Facts]:
    return {game["id"]: game for game in facts("polyssimo_games.jsonl")}


def header(game: Facts) -> Header:
    return Header("polyssimo", SEATS[: game["players"]])


def turns(game: Facts) -> list[Facts]:
    """The turns in which something was placed."""
    return [turn for turn in game["turns"] if "skip" not in turn]


def place(turn: Facts) -> Place:
    return Place(SEATS[turn["seat"]], turn["piece"], tuple((row, col) for row, col in turn["cells"]))


def moves(game: Facts) -> list[Move]:
    return [*(Draft(SEATS[seat], piece) for seat, piece in game["draft"]), *map(place, turns(game))]


def record(game: Facts) -> list[str]:
    return [format_header(header(game)), *map(format_entry, moves(game))]


@lru_cache
def match_before(name: str, turn: int) -> Match:
    """The match of a game before its turn with this number; the skipped ones count."""
    game = games()[name]
    placed = sum("skip" not in earlier for earlier in game["turns"][:turn])
    match = Match.start(header(game), packaged_piece_set("polyssimo"))
    for move in moves(game)[: len(game["draft"]) + placed]:
        verdict, match = match.play(move)
        assert verdict.legal, verdict
    return match
