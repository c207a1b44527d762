"""What a piece is called. The eyes tell pieces of one shape by their colour and say ``blue F``; the referee has colour
and piece apart. How a name is put together stands in ``vision.names``; here, and nowhere else, moves are named so.

Whatever is compared, remembered or shown goes by the name that the eyes use.
"""

from referee.games.patchwork import LEATHER
from referee.grid import Cell
from referee.match import Match
from referee.move import Buy, Leather, Place
from referee.polyomino import Cells
from vision.look import Known
from vision.names import colour_of, initial, named, piece_of
from vision.sighting import SeenPiece
from web.companion.custom import Laying
from web.companion.customs import custom_of

Json = dict[str, str | None]


def lying_of(match: Match) -> tuple[Place, ...]:
    """What lies on the table, on cells and by names as the eyes tell it."""
    return custom_of(match).lying(match.position)


def known_of(match: Match, lying: tuple[SeenPiece, ...]) -> Known:
    """What the eyes may use where this lies there."""
    return Known(lying, due_in(match), to_come(match), weighed=custom_of(match).rules_weighed)


def due_in(match: Match) -> frozenset[Cell]:
    """Squares on one of which a single one must come to lie next by the rules."""
    return custom_of(match).due(match.position)


def is_due(match: Match, piece: SeenPiece) -> bool:
    """Whether by the rules this must come next: it came first then, however late it is seen."""
    return custom_of(match).is_due(match.position, piece)


def to_come(match: Match) -> frozenset[str]:
    """The pieces of which one comes next by the rules, if anybody places one, by names as the eyes may tell it."""
    position = match.position
    if position.phase != "placing" or position.to_move is None:
        return frozenset()
    return custom_of(match).to_come(position)


def move_of(match: Match, place: Place) -> Laying:
    """The move of the game that a placement stands for which is told as the eyes tell it."""
    return custom_of(match).move_of(match.position, place)


def owner(match: Match, piece: SeenPiece) -> str | None:
    """The one player who may have placed a piece there; None where it cannot be told."""
    return custom_of(match).owner(match.position, piece)


def name_of(place: Laying) -> str:
    """What the eyes call the piece of a placement; leather just so."""
    if isinstance(place, Leather):
        return LEATHER
    if isinstance(place, Buy):
        return place.piece
    return named(place.piece, place.colour)


def place_of(player: str, name: str, cells: Cells) -> Place:
    """The move of a player who places what the eyes call so."""
    return Place(player, piece_of(name), cells, colour_of(name) or "")


def label_of(name: str) -> str:
    """What stands on the picture of a piece: its id, or the letter of its colour, which nobody needs to see."""
    colour = colour_of(name)
    return initial(colour) if colour else name


def piece_json(name: str | None, key: str = "piece") -> Json:
    """A piece as events tell it: its id, and its colour where it has one."""
    colour = colour_of(name) if name else None
    return {key: piece_of(name) if name else None, **({"colour": colour} if colour else {})}
