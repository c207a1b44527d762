"""What a piece is called. The eyes tell pieces of one shape by their colour and say ``blue F``; the referee has colour
and piece apart. How a name is put together stands in ``vision.names``; here, and nowhere else, moves are named so.

Whatever is compared, remembered or shown goes by the name that the eyes use.
"""

from referee.game import Position
from referee.games.blokus import BlokusPosition, colour_to_move
from referee.games.patchwork import LEATHER, PatchworkPosition
from referee.grid import Cell
from referee.match import Match
from referee.move import Buy, Leather, Place
from referee.polyomino import Cells
from vision.look import Known
from vision.names import colour_of, initial, named, piece_of
from vision.sighting import SeenPiece
from web.companion.sewing import laid_out, leather_due, patches_to_come, sewer, sewing

Json = dict[str, str | None]
Laying = Place | Buy | Leather
"""A move that lays a piece on the table."""


def lying_of(match: Match) -> tuple[Place, ...]:
    """What lies on the table, on cells and by names as the eyes tell it."""
    position = match.position
    return laid_out(position) if isinstance(position, PatchworkPosition) else position.lying


def known_of(match: Match, lying: tuple[SeenPiece, ...]) -> Known:
    """What the eyes may use where this lies there. In Patchwork the rules are weighed only once it is told what a patch
    may be (``circle``)."""
    weighed = not isinstance(match.position, PatchworkPosition)
    return Known(lying, due_in(match), to_come(match), weighed=weighed)


def due_in(match: Match) -> frozenset[Cell]:
    """Squares on one of which a single one must come to lie next by the rules."""
    position = match.position
    return leather_due(position) if isinstance(position, PatchworkPosition) else frozenset()


def to_come(match: Match) -> frozenset[str]:
    """The pieces of which one comes next by the rules, if anybody places one; of patches, which may be told by the name
    of another that looks alike, all that look like those in reach, and leather."""
    position = match.position
    if position.phase != "placing" or position.to_move is None:
        return frozenset()
    if isinstance(position, PatchworkPosition):
        return patches_to_come(position)
    colour = colour_to_move(position)
    hand = position.hands.get(colour or position.to_move, frozenset())
    return frozenset(named(piece, colour) for piece in hand)


def move_of(match: Match, place: Place) -> Laying:
    """The move of the game that a placement stands for which is told as the eyes tell it."""
    position = match.position
    return sewing(position, place) if isinstance(position, PatchworkPosition) else place


def owner(position: Position, piece: SeenPiece) -> str | None:
    """The one player who may have placed a piece there; None where it cannot be told."""
    if isinstance(position, PatchworkPosition):
        return sewer(position, piece.cells)
    return holder(position, piece.piece)


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


def holder(position: Position, name: str) -> str | None:
    """The one player who holds a piece; None where nobody does, or it cannot be told yet."""
    colour = colour_of(name)
    if colour is not None:
        return _player_of(position, colour) if piece_of(name) in position.hands.get(colour, ()) else None
    holders = [player for player in position.players if name in position.hands.get(player, ())]
    return holders[0] if len(holders) == 1 else None


def label_of(name: str) -> str:
    """What stands on the picture of a piece: its id, or the letter of its colour, which nobody needs to see."""
    colour = colour_of(name)
    return initial(colour) if colour else name


def piece_json(name: str | None, key: str = "piece") -> Json:
    """A piece as events tell it: its id, and its colour where it has one."""
    colour = colour_of(name) if name else None
    return {key: piece_of(name) if name else None, **({"colour": colour} if colour else {})}


def _player_of(position: Position, colour: str) -> str | None:
    """Who plays a colour; of one that three share only whose turn it is, when it is its turn."""
    if not isinstance(position, BlokusPosition):
        return None
    shared = position.to_move if position.colour == colour else None
    return position.owners.get(colour) or shared
