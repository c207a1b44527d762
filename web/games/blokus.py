"""Blokus, as people meet it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.games import blokus
from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header, HeaderError
from referee.said import Said
from vision.names import named
from vision.sighting import Sighting
from web.games.colours import CLASSIC, DUO, colour_name
from web.games.presentation import Choices, Presentation
from web.games.result import Json, Told, all_sure, asking
from web.scripts.script import Script

RULES = (
    Said("Two to four players and four colours: blue, yellow, red and green, which play in this order."),
    Said("The first piece of each colour covers a corner of the board."),
    Said(
        "Every later piece touches a piece of its own colour at a corner, but never along an edge. Other"
        " colours may"
        " be touched in any way. Pieces may be turned and flipped."
    ),
    Said("A colour that can place nothing any more is skipped. The game is over when no colour can place anything."),
    Said(
        "Every square left in hand counts one point less. Whoever has placed everything gets 15 points, and 5 more"
        " if the single square came last. The most points win."
    ),
    Said("Two people play two colours each. Three play one each, and the fourth by turns."),
    Said(
        "Blokus Duo has 14 by 14 squares and is for two people, who play purple and orange: the first piece of each"
        " covers the starting square of its colour."
    ),
)


def _header(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    duo = choices.get("board") == "duo"
    colours = DUO if duo else CLASSIC
    if len(players) not in ((2,) if duo else (2, 3, 4)):
        raise HeaderError(Said("Blokus Duo is for 2 players") if duo else Said("Blokus is for 2 to 4 players"))
    rules = {option: choices[option] for option in ("board", "first_corner") if choices.get(option)}
    held: dict[str, tuple[str, ...]]
    if len(players) == 3:
        held = {player: (colour,) for player, colour in zip(players, colours, strict=False)}
        rules["shared"] = colours[-1]
    else:
        held = {player: colours[seat :: len(players)] for seat, player in enumerate(players)}
    return Header("blokus", players, None, piece_set.digest, rules, held)


def _result(piece_set: PieceSet, told: Told, boards: Sequence[Sighting]) -> Json:
    """The points of the four colours; equal points share."""
    if not all_sure(boards):
        return asking("board")
    lying = {piece.piece for piece in boards[0].pieces}
    left = {
        colour: [piece.squares for piece in piece_set.pieces if named(piece.id, colour) not in lying]
        for colour in CLASSIC
    }
    if told.single_last is None and not all(left.values()):
        return asking("monomino-last")
    single = told.single_last or frozenset()
    scores = {colour: blokus.points_of(left[colour], single_last=colour in single) for colour in CLASSIC}
    most = max(scores.values())
    return {"scores": scores, "winners": [colour for colour in CLASSIC if scores[colour] == most]}


def _headline(match: Match) -> Said | None:
    position: Any = match.position
    if position.colour == position.to_move:
        return None
    return Said("{player} plays {colour}", player=position.to_move, colour=colour_name(position.colour))


def _hint(match: Match) -> Said | None:
    if len(match.position.lying) >= len(match.position.hands):
        return None
    return Said("The first piece of each colour covers a corner square of the board.")


def _script(match: Match, dice: Random) -> Script:
    from web.scripts.blokus import blokus  # noqa: PLC0415

    return blokus(match, dice)


def _simulated(_: int, piece_set: PieceSet) -> dict[str, Any]:
    """The colours as the box has them."""
    from vision.simulated.blokus import plain_paints  # noqa: PLC0415

    return {"paints": plain_paints(piece_set)}


BLOKUS = Presentation(
    title="Blokus",
    other_titles={"duo": "Blokus Duo"},
    rules=RULES,
    seating=Said("Players, clockwise: blue begins, then yellow, red, green"),
    usual=CLASSIC,
    header=_header,
    decided_by={"shared": "shared, with equal points"},
    result=_result,
    headline=_headline,
    hint=_hint,
    script=_script,
    simulated=_simulated,
)
