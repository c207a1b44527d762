"""Played games and single probes made elsewhere (``tests/data/oracles``), as records of our own."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.match import Match
from referee.move import Advance, Buy, Draft, Leather, Move, Place
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from referee.record import Header, format_entry, format_header

FOLDER = Path(__file__).parent / "data" / "oracles"
SEATS = ("Ann", "Bob", "Cleo", "Dan")
"""Who sits at seat 0, 1, 2, 3."""

COLOURS = ("blue", "yellow", "red", "green")
CODES = {
    "off_quilt": "off_board",
    "not_offered": "not_in_reach",
    "cannot_pay": "too_expensive",
    "edge_contact_with_own_colour": "edge_contact",
    "no_corner_contact_with_own_colour": "no_corner_contact",
    "first_piece_not_on_own_corner": "not_on_start_corner",
    "first_piece_not_on_any_corner": "not_on_start_corner",
}
"""Reasons that are spelt otherwise there."""

LOOSE = {"wrong_shape", "not_your_turn"}
"""Where one of these is among the reasons, the others were only given as far as they made sense."""

Facts = dict[str, Any]


def facts(name: str) -> list[Facts]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


@lru_cache
def games(of: str = "polyssimo") -> dict[str, Facts]:
    return {game["id"]: game for game in facts(f"{of}_games.jsonl")}


@lru_cache
def probes(of: str) -> list[Facts]:
    return facts(f"{of}_probes.jsonl")


def game_of(name: str) -> str:
    """The game of a played game: ``blokus`` of ``blokus-d01``."""
    return name.partition("-")[0]


def name_of(game: Facts) -> str:
    return str(game["game"]).removesuffix("_challenge")


def header(game: Facts, **options: str) -> Header:
    """The header of a game; Blokus is played from fixed corners if nothing else is said."""
    if name_of(game) == "blokus":
        return Header("blokus", COLOURS, rules={"first_corner": "fixed", **options})
    if name_of(game) == "patchwork":
        return Header("patchwork", patchwork_players(game), rules=options, setup={"circle": game["ring"]})
    return Header("polyssimo", SEATS[: game["players"]])


def patchwork_players(game: Facts) -> tuple[str, ...]:
    """The starter first."""
    return SEATS[game["starter"]], SEATS[1 - game["starter"]]


def turns(game: Facts) -> list[Facts]:
    """The turns in which something was done."""
    return [turn for turn in game["turns"] if "skip" not in turn]


def cells(listed: list[list[int]]) -> Cells:
    return tuple((row, col) for row, col in listed)


def place(turn: Facts) -> Place:
    player = turn["colour"] if "colour" in turn else SEATS[turn["seat"]]
    return Place(player, turn["piece"], cells(turn["cells"]))


def sewing(turn: Facts) -> Advance | Buy:
    """The move of a turn of Patchwork."""
    if turn["action"] == "advance":
        return Advance(SEATS[turn["player"]])
    return Buy(SEATS[turn["player"]], turn["patch"], cells(turn["cells"]))


def leathers(turn: Facts) -> list[Leather]:
    """The leather patches that were earned in a turn of Patchwork."""
    earned = [event["cell"] for event in turn["events"] if event["type"] == "leather"]
    return [Leather(SEATS[turn["player"]], cells([cell])) for cell in earned]


def moves_of(turn: Facts) -> list[Move]:
    return [sewing(turn), *leathers(turn)] if "action" in turn else [place(turn)]


def drafts(game: Facts) -> list[Move]:
    return [Draft(SEATS[seat], piece) for seat, piece in game.get("draft", [])]


def moves(game: Facts) -> list[Move]:
    return [*drafts(game), *(move for turn in turns(game) for move in moves_of(turn))]


def record(game: Facts, **options: str) -> list[str]:
    return [format_header(header(game, **options)), *map(format_entry, moves(game))]


@lru_cache(maxsize=2048)
def match_before(name: str, turn: int, **options: str) -> Match:
    """The match of a game before its turn with this number; the skipped ones count."""
    game = games(game_of(name))[name]
    if turn == 0:
        match, coming = Match.start(header(game, **options), packaged_piece_set(name_of(game))), drafts(game)
    else:
        last = game["turns"][turn - 1]
        match, coming = match_before(name, turn - 1, **options), [] if "skip" in last else moves_of(last)
    for move in coming:
        verdict, match = match.play(move)
        assert verdict.legal, verdict
    return match
