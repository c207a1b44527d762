"""What games, colours and pieces are called by people."""

from referee.games.patchwork import LEATHER
from referee.piece import Piece, PieceSet
from referee.said import Said
from vision.kind import colour_of, id_of, piece_of

TITLES = {
    "polyssimo": "Polyssimo Challenge",
    "polyssimo-puzzle": Said("Polyssimo, the puzzle"),
    "blokus": "Blokus",
    "patchwork": "Patchwork",
}
"""The names of the games as they stand on their boxes, the same everywhere."""

COLOURS = {
    "blue": Said("blue"),
    "yellow": Said("yellow"),
    "red": Said("red"),
    "green": Said("green"),
    "purple": Said("purple"),
    "orange": Said("orange"),
}
"""The colours of Blokus."""


def colour_name(colour: str) -> str:
    """A colour; or a player who is called otherwise."""
    return COLOURS.get(colour, colour)


def piece_name(piece: str | None, piece_set: PieceSet) -> Said:
    """``the F``, ``F16 (low F)``, ``patch R``, ``the violet T4``, ``the I5``; as the eyes name it, ``the blue I5``."""
    if piece is not None and id_of(piece) == LEATHER:
        return Said("the leather patch")
    known = piece_set.by_id.get(piece_of(piece or ""))
    if known is None:
        return Said("a piece")
    return _name(known, colour_of(piece or ""), piece_set.game)


def _name(known: Piece, colour: str | None, game: str) -> Said:
    if game == "patchwork":
        return Said("patch {patch}", patch=known.name)
    if colour:
        return Said("the {colour} {piece}", colour=colour_name(colour), piece=known.name)
    if game == "blokus":
        return Said("the {piece}", piece=known.name)
    if game == "polyssimo-puzzle":
        return Said("the {colour} {piece}", colour=Said.known(known.name), piece=known.id)
    if known.kind == "pentomino":
        return Said("the {piece}", piece=known.id)
    return Said("{piece} ({name})", piece=known.id, name=Said.known(known.name))
