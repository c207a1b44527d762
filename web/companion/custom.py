"""What is customary at the table: how a game lies there as the eyes tell it, and what may have happened unseen.

What ``naming`` says and ``infer`` tells rests on customs, so that these can import neither.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.game import Position
from referee.grid import Cell
from referee.match import Match
from referee.move import Buy, Leather, Place
from vision.sighting import SeenPiece

Laying = Place | Buy | Leather
"""A move that lays a piece on the table."""
Before = Callable[[Match, Place], Match]
"""The match as it stands when a piece is placed, for something may have happened unseen."""
Orders = Callable[[Match, tuple[SeenPiece, ...], Before], frozenset[SeenPiece]]


def as_placed(position: Position) -> tuple[Place, ...]:
    """All that was placed lies where it was placed, and is called as it was."""
    return position.lying


def as_told(_: Position, place: Place) -> Laying:
    """A placement is the move."""
    return place


def only_holder(position: Position, piece: SeenPiece) -> str | None:
    """The one player in whose hand it is."""
    holders = [player for player in position.players if piece.piece in position.hands.get(player, ())]
    return holders[0] if len(holders) == 1 else None


def hand_to_move(position: Position) -> frozenset[str]:
    """All in the hand of the player to move."""
    return position.hands.get(position.to_move or "", frozenset())


def nowhere(_: Position) -> frozenset[Cell]:
    """It is open where the next piece comes to lie."""
    return frozenset()


def never(_position: Position, _piece: SeenPiece) -> bool:
    """Of no piece."""
    return False


def nobody(_: Position) -> None:
    """There is no such thing to be earned."""


def as_it_is(match: Match, _: Place) -> Match:
    """All has been seen."""
    return match


def over(_match: Match, _place: Place) -> None:
    """What is over stays so."""


def seen_to_come(_match: Match, _cells: frozenset[Cell]) -> bool:
    """Nothing is placed unnoticed that would change what comes next."""
    return False


def in_any_order(_match: Match, _together: tuple[SeenPiece, ...], _before: Before) -> frozenset[SeenPiece]:
    """In which order several came is told one by one."""
    return frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Custom:
    """What is customary in one game. Mostly people place pieces from their hands on one board, where they stay, and all
    of it is seen: that need not be said.

    As the eyes tell it: ``lying`` is what lies on the table, on its cells and by the names of the eyes, every name
    once. ``move_of`` is the move that a placement stands for which is told so; where none fits, one that the rules
    refuse. The ``owner`` is the one player who may have placed a piece there; None where nobody may, or it cannot be
    told yet.

    By the rules: ``to_come`` are the pieces of which the player to move places one, if any, or what looks like them,
    and the eyes may weigh that, if ``rules_weighed``. ``due`` are the squares of the table on one of which a single
    square must come to lie next, and whether a piece ``is_due`` so: it came first then, however late it is seen. A
    piece that cannot come now, but looks like one that can, ``is_called_late``: it is placed once a look calls it so.
    The ``bonus`` is whose the tile is that only the first can earn, of which is told at once. Where what lies there
    ``comes_and_goes`` nothing is left over from the match before.

    What may have happened unseen, where nobody can say so on a page: ``before`` is the match as it must have stood
    before a placement, the same match where nothing speaks for another one; ``before_the_end`` that before one which
    came when it seemed to be over, None where no course explains it. What ``may_have_come`` on some cells was placed
    unnoticed, and has changed what comes next. ``first_of`` some pieces that came together are those that may have
    been the first, by the orders in which all of them may have come: of several it is not known which, and none where
    that tells nothing.
    """

    lying: Callable[[Any], tuple[Place, ...]] = as_placed
    move_of: Callable[[Any, Place], Laying] = as_told
    owner: Callable[[Any, SeenPiece], str | None] = only_holder

    to_come: Callable[[Any], frozenset[str]] = hand_to_move
    rules_weighed: bool = True
    due: Callable[[Any], frozenset[Cell]] = nowhere
    is_due: Callable[[Any, SeenPiece], bool] = never
    is_called_late: Callable[[Any, SeenPiece], bool] = never
    bonus: Callable[[Any], str | None] = nobody
    comes_and_goes: bool = False

    before: Before = as_it_is
    before_the_end: Callable[[Match, Place], Match | None] = over
    may_have_come: Callable[[Match, frozenset[Cell]], bool] = seen_to_come
    first_of: Orders = in_any_order
