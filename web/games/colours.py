"""Blokus in colours: what people call them, their paints as the box shows them (CSS, sRGB), and whose turn it is."""

from collections.abc import Mapping
from types import MappingProxyType

from referee.game import Position
from referee.games.blokus import BlokusPosition
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


def initial(colour: str) -> str:
    """The letter that stands on pieces of a colour, so that nobody needs to tell colours apart."""
    return colour[:1].upper()


def colour_to_move(position: Position) -> str:
    """The colour whose turn it is; empty in games without colours, and where it is nobody's turn."""
    return (position.colour or "") if isinstance(position, BlokusPosition) else ""


def nobodys(position: Position) -> tuple[str, ...]:
    """The colours that nobody owns: one where three people share it, else none."""
    if not isinstance(position, BlokusPosition):
        return ()
    return tuple(colour for colour in position.hands if colour not in position.owners)
