"""What pieces and players are called by people."""

from referee.games.patchwork import LEATHER
from referee.piece import PieceSet
from referee.said import Said
from vision.names import colour_of, id_of, piece_of
from web.games import presented
from web.games.colours import COLOURS, colour_name


def player_name(player: str) -> str:
    """A player by name; a colour that is one begins with a capital, as names do: ``Blue``."""
    return Said("{Colour}", colour=COLOURS[player]) if player in COLOURS else player


def piece_name(piece: str | None, piece_set: PieceSet) -> Said:
    """``the F``, ``F16 (low F)``, ``patch R``, ``the violet T4``, ``the I5``; as the eyes name it, ``the blue I5``."""
    if piece is not None and id_of(piece) == LEATHER:
        return Said("the leather patch")
    known = piece_set.by_id.get(piece_of(piece or ""))
    if known is None:
        return Said("a piece")
    colour = colour_of(piece or "")
    if colour:
        return Said("the {colour} {piece}", colour=colour_name(colour), piece=known.name)
    return presented(piece_set.game).called(known)
