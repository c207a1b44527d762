"""Blokus as it lies on the table: pieces are in the hands of colours, of which people play one or more."""

from referee.games.blokus import BlokusPosition
from vision.names import colour_of, named, piece_of
from vision.sighting import SeenPiece
from web.companion.custom import Custom


def _owner(position: BlokusPosition, piece: SeenPiece) -> str | None:
    """Who plays its colour; of one that three share whose turn it is, when it is its turn."""
    colour = colour_of(piece.piece)
    if colour is None or piece_of(piece.piece) not in position.hands.get(colour, ()):
        return None
    return position.owners.get(colour) or (position.to_move if position.colour == colour else None)


def _to_come(position: BlokusPosition) -> frozenset[str]:
    """All in the hand of the colour to move."""
    colour = position.colour
    return frozenset(named(piece, colour) for piece in position.hands[colour]) if colour else frozenset()


BLOKUS = Custom(owner=_owner, to_come=_to_come)
