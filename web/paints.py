"""The paints of the pieces on pictures and pages: what the boxes show, kept apart for most eyes. CSS colours, sRGB."""

from collections.abc import Mapping
from types import MappingProxyType

from referee.piece import Piece

POLYSSIMO: Mapping[str, str] = MappingProxyType(
    {
        "F": "#c8465a",
        "I": "#e9a63a",
        "L": "#12788a",
        "N": "#3c6e9f",
        "P": "#86ad6f",
        "T": "#6b5580",
        "U": "#e2714b",
        "V": "#2b9a86",
        "W": "#93613f",
        "X": "#4a62c2",
        "Y": "#f0d158",
        "Z": "#b569a4",
    }
)
PUZZLE: Mapping[str, str] = MappingProxyType(
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
BLOKUS: Mapping[str, str] = MappingProxyType(
    {
        "blue": "#2f62b5",
        "yellow": "#f0c93a",
        "red": "#c9393f",
        "green": "#3f9b57",
        "purple": "#7d4fa3",
        "orange": "#e8862e",
    }
)
CLOTHS = ("#7f9fb5", "#c98a76", "#93a878", "#d9b872", "#a488ae", "#c27a8c", "#6fa398", "#b59a7c", "#8c92c0", "#d49a5b")
LEATHER = "#7a5236"
OTHER = "#8a8f98"


def paint_of(game: str, piece: Piece, colour: str = "") -> str:
    """The paint of a piece, in Blokus that of its colour. Hexominoes are striped and have none: white."""
    if game == "blokus":
        return BLOKUS.get(colour, OTHER)
    if game == "patchwork":
        return CLOTHS[sum(map(ord, piece.id)) * 7 % len(CLOTHS)]
    if piece.kind == "hexomino":
        return "#faf9f5"
    return (PUZZLE if game == "polyssimo-puzzle" else POLYSSIMO).get(piece.id, OTHER)


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
