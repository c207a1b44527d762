"""The colours of Blokus: what people call them, and their paints as the box shows them. CSS colours, sRGB."""

from collections.abc import Mapping
from types import MappingProxyType

from referee.said import Said

CLASSIC, DUO = ("blue", "yellow", "red", "green"), ("purple", "orange")

COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "blue": Said("blue"),
        "yellow": Said("yellow"),
        "red": Said("red"),
        "green": Said("green"),
        "purple": Said("purple"),
        "orange": Said("orange"),
    }
)

PAINTS: Mapping[str, str] = MappingProxyType(
    {
        "blue": "#2f62b5",
        "yellow": "#f0c93a",
        "red": "#c9393f",
        "green": "#3f9b57",
        "purple": "#7d4fa3",
        "orange": "#e8862e",
    }
)


def colour_name(colour: str) -> str:
    """A colour; or a player who is called otherwise."""
    return COLOURS.get(colour, colour)
