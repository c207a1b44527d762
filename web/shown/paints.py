"""The paints of the pieces on pictures and pages: what the boxes show, kept apart for most eyes. CSS colours, sRGB."""

from referee.piece import Piece
from web.games import colours, presented
from web.games.presentation import OTHER

LEATHER = "#7a5236"

# Four directions of stripes in three widths: degrees, period in cells, share of black; where that is 0 it is dotted.
STRIPES = (
    (45, 0.3, 0.5),
    (0, 0.3, 0.5),
    (135, 0.3, 0.5),
    (90, 0.3, 0.5),
    (45, 0.18, 0.45),
    (0, 0.18, 0.45),
    (135, 0.18, 0.45),
    (90, 0.18, 0.45),
    (45, 0.36, 0.0),
    (0, 0.25, 0.0),
    (30, 0.5, 0.5),
    (60, 0.5, 0.5),
)
"""The striped pieces in order of their ids have them in turn, on the page as well."""


def paint_of(game: str, piece: Piece, colour: str = "") -> str:
    """The paint of a piece, in Blokus that of its colour."""
    return colours.PAINTS.get(colour, OTHER) if colour else presented(game).paint(piece)
