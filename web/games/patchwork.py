"""Patchwork, as people meet it."""

import random

from referee.piece import Piece, PieceSet
from referee.record import Header, HeaderError
from referee.said import Said
from web.games.presentation import Choices, Presentation

SMALLEST_PATCH = 2
"""The neutral token is set up clockwise after the patch of so many squares, which thus comes last."""

RULES = (
    Said("Two players sew a quilt of 9 × 9 squares each. They begin with 5 buttons."),
    Said("It is the turn of whoever is further behind on the time board. There are two things to do:"),
    Said("Buy one of the next three patches: pay its buttons, sew it on, and move on by its spaces of time."),
    Said("Or move on to the space just ahead of the other player, and earn a button for every space."),
    Said(
        "Passing an income mark earns as many buttons as are printed on your quilt. Whoever first passes a leather"
        " patch sews it on at once. The first full square of 7 × 7 earns 7 points."
    ),
    Said("When both are at the end, your buttons are your points; every empty square costs two."),
)


def _header(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
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


def _called(piece: Piece) -> Said:
    """``patch R``."""
    return Said("patch {patch}", patch=piece.name)


PATCHWORK = Presentation(
    title="Patchwork",
    rules=RULES,
    most=2,
    header=_header,
    options=frozenset({"tie", "circle"}),
    called=_called,
)
