"""Polyssimo, the puzzle, as people meet it."""

from referee.piece import Piece, PieceSet
from referee.record import Header
from referee.said import Said
from web.games.presentation import Choices, Presentation

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


PUZZLE = Presentation(
    title=Said("Polyssimo, the puzzle"),
    rules=RULES,
    fewest=1,
    most=1,
    usual=("Ann",),
    header=_header,
    options=frozenset({"card"}),
    called=_called,
)
