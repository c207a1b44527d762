"""Polyssimo, the puzzle, as people meet it."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from referee.match import Match
from referee.move import Move, Remove
from referee.piece import Piece, PieceSet
from referee.record import Header
from referee.said import Said
from web.games.presentation import OTHER, SQUARES_LEFT, Choices, Presentation, anywhere, thick
from web.games.result import squares_left
from web.scripts.script import Script

PAINTS: Mapping[str, str] = MappingProxyType(
    {
        "U5": "#a9c93f",
        "O4": "#f3b878",
        "P5": "#e57f2b",
        "Z4": "#f0d158",
        "W5": "#7d2b3a",
        "F5": "#e58aa8",
        "Z5": "#58b7d6",
        "L4": "#12707f",
        "S4": "#4f9d5d",
        "T4": "#7d5ba6",
        "J4": "#33508f",
    }
)

RULES = (
    Said("One player, eleven pieces. A card shows where some of them lie; these stay where they are."),
    Said("Fill the rest of the board with the pieces left. They may be turned, but not flipped."),
    Said("A piece once placed may be taken up again. The puzzle is solved when the board is full."),
)


def _header(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    setup = {"card": choices["card"]} if choices.get("card") is not None else {}
    return Header("polyssimo-puzzle", players, None, piece_set.digest, setup=setup)


def _called(piece: Piece) -> Said:
    """``the violet T4``."""
    return Said("the {colour} {piece}", colour=Said.known(piece.name), piece=piece.id)


def _beginning(match: Match) -> Said:
    (player,), card = match.header.players, match.header.options.get("card")
    beginning = Said("{player} begins.", player=player)
    return Said("{player} begins with card {card}.", player=player, card=card) if card else beginning


def _retold(move: Move, before: Match, _after: Match) -> Said | None:
    if not isinstance(move, Remove):
        return None
    piece = _called(before.piece_set.by_id[move.piece])
    return Said("{player} takes {piece} away.", player=move.player, piece=piece)


def _headline(match: Match) -> Said:
    position: Any = match.position
    left = len(position.left)
    return Said("Solved!") if match.outcome.over else Said.many(left, "{count} piece to go", "{count} pieces to go")


def _ending(match: Match) -> Said:
    return Said("All {count} pieces lie on the board.", count=len(match.position.lying))


def _paint(piece: Piece) -> str:
    return PAINTS.get(piece.id, OTHER)


def _script(match: Match, dice: Random) -> Script:
    from web.scripts.polyssimo_puzzle import puzzle  # noqa: PLC0415

    return puzzle(match, dice)


def _simulated(seed: int, piece_set: PieceSet) -> dict[str, Any]:
    """In the paints by which the pieces are called."""
    from vision.simulated.colour import srgb  # noqa: PLC0415
    from vision.simulated.scene import Paint  # noqa: PLC0415

    colours = [srgb(*bytes.fromhex(_paint(piece).removeprefix("#"))) for piece in piece_set.pieces]
    return {**thick(seed, piece_set), "paints": tuple(Paint("plain", colour, colour) for colour in colours)}


PUZZLE = Presentation(
    title=Said("Polyssimo, the puzzle"),
    rules=RULES,
    seating=Said("Player"),
    fewest=1,
    most=1,
    usual=("Ann",),
    header=_header,
    options=frozenset({"card"}),
    called=_called,
    paint=_paint,
    counts=SQUARES_LEFT,
    puzzle=True,
    decided_by={"squares": "as the puzzle is solved"},
    result=squares_left,
    beginning=_beginning,
    headline=_headline,
    hint=anywhere,
    ending=_ending,
    retold=_retold,
    script=_script,
    simulated=_simulated,
)
