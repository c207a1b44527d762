"""The header of a match by hand, from what people chose on the page. Which choices fit together the game says."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from referee.piece import PieceSet
from referee.record import Header, HeaderError, RecordError
from referee.said import Said
from web import deal
from web.paints import CLASSIC, DUO

Choices = Mapping[str, Any]

BEFORE_A_CAMERA = frozenset({"min_hexominoes", "card", "tie", "circle"})
"""What may be chosen of a match that is followed through a camera, besides hands and seed."""
USUAL = {"blokus": CLASSIC, "polyssimo-puzzle": ("Ann",)}
"""The players of a game where nobody has named any and it is not Ann and Bob."""

SMALLEST_PATCH = 2
"""The neutral token is set up clockwise after the patch of so many squares, which thus comes last."""


def agreed(game: str, players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    """What is played, by whom and how.

    ``choices``, all of them optional: ``hands`` and ``min_hexominoes`` in Polyssimo Challenge; ``board`` and
    ``first_corner`` in Blokus; ``tie`` and ``circle`` in Patchwork; ``card`` in the puzzle; ``seed`` repeats a deal.

    Raises:
        RecordError: there is no such game or choice, or a number of players that cannot play it.
    """
    seed = choices.get("seed")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise HeaderError(Said("seed is a whole number"))
    if game not in MAKERS:
        raise HeaderError(f"{game} cannot be begun on the page yet; choose one of {', '.join(MAKERS)}")
    return MAKERS[game](players, choices, piece_set)


def wished(
    piece_set: PieceSet, players: tuple[str, ...] | None, hands: str, seed: int | None, rules: Choices
) -> Header:
    """The header of a match before a camera, of players who may not have been named yet.

    Raises:
        RecordError: they have not, or as above.
    """
    if not players:
        raise RecordError(Said("a match needs its players' names"))
    if piece_set.game == "polyssimo":
        return deal.header(piece_set, players, hands, seed, rules)
    return agreed(piece_set.game, players, {**rules, "seed": seed}, piece_set)


def usual_players(game: str) -> tuple[str, ...]:
    """Who plays where nobody has been named."""
    return USUAL.get(game, ("Ann", "Bob"))


def _polyssimo(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    hands = choices.get("hands", "draft")
    if hands not in deal.HANDS:
        raise HeaderError(Said("hands is one of {hands}", hands=", ".join(deal.HANDS)))
    header = deal.header(piece_set, players, hands, choices.get("seed"))
    handicap = choices.get("min_hexominoes")
    rules = {**header.rules, "min_hexominoes": handicap} if handicap else header.rules
    return Header(header.game, header.players, header.hands, header.pieces, rules)


def _blokus(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
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


def _patchwork(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    circle = choices.get("circle")
    if circle is None:
        circle = _shuffled(piece_set, choices.get("seed"))
    elif isinstance(circle, list) and len(circle) < len(piece_set.pieces):
        left = len(piece_set.pieces) - len(circle)
        raise HeaderError(
            Said("Tap the patches clockwise, from just after the neutral token. To go: {left}", left=left)
        )
    rules = {"tie": choices["tie"]} if choices.get("tie") else {}
    return Header("patchwork", players, None, piece_set.digest, rules, setup={"circle": circle})


def _shuffled(piece_set: PieceSet, seed: int | None) -> list[str]:
    smallest = [piece.id for piece in piece_set.pieces if piece.squares == SMALLEST_PATCH]
    others = [piece.id for piece in piece_set.pieces if piece.squares != SMALLEST_PATCH]
    random.Random(seed).shuffle(others)
    return [*others, *smallest]


def _puzzle(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    setup = {"card": choices["card"]} if choices.get("card") is not None else {}
    return Header("polyssimo-puzzle", players, None, piece_set.digest, setup=setup)


MAKERS: Mapping[str, Callable[[tuple[str, ...], Choices, PieceSet], Header]] = {
    "polyssimo": _polyssimo,
    "blokus": _blokus,
    "patchwork": _patchwork,
    "polyssimo-puzzle": _puzzle,
}
"""How the header of each game is made of what was chosen."""
