"""What is customary at the table: how a game lies there as the eyes tell it, and what may have happened unseen.

Mostly people place pieces from their hands on one board, where they stay, and all of it is seen. Where a game has it
otherwise it says so in a ``custom`` of its own, which ``customs`` lists. What ``naming`` says and ``infer`` tells rests
on customs, so that these can import neither.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from referee.game import Position
from referee.grid import Cell
from referee.match import Match
from referee.move import Buy, Leather, Place
from vision.sighting import SeenPiece

P = TypeVar("P", bound=Position)

Laying = Place | Buy | Leather
"""A move that lays a piece on the table."""
Before = Callable[[Match, Place], Match]
"""The match as it stands when a piece is placed, for something may have happened unseen."""


class Custom(Generic[P]):
    """What is usual.

    ``rules_weighed``: whether the eyes may weigh by the rules what a piece may be. ``comes_and_goes``: whether pieces
    are taken up again, so that nothing that lies there is left over from the match before.
    """

    rules_weighed = True
    comes_and_goes = False

    # --- as the eyes tell it

    def lying(self, position: P) -> tuple[Place, ...]:
        """What lies on the table, on cells and by names as the eyes tell it; every name is there once."""
        return position.lying

    def move_of(self, _: P, place: Place) -> Laying:
        """The move of the game that a placement stands for which is told as the eyes tell it; where none fits, one that
        the rules refuse."""
        return place

    def owner(self, position: P, piece: SeenPiece) -> str | None:
        """The one player who may have placed a piece there; None where nobody may, or it cannot be told yet."""
        holders = [player for player in position.players if piece.piece in position.hands.get(player, ())]
        return holders[0] if len(holders) == 1 else None

    # --- what comes by the rules

    def to_come(self, position: P) -> frozenset[str]:
        """The pieces of which the player to move places one, if any; or what looks like them."""
        return position.hands.get(position.to_move or "", frozenset())

    def due(self, _: P) -> frozenset[Cell]:
        """Squares of the table on one of which a single square must come to lie next."""
        return frozenset()

    def is_due(self, _position: P, _piece: SeenPiece) -> bool:
        """Whether this must come next: it came first then, however late it is seen."""
        return False

    def is_called_late(self, _position: P, _name: str) -> bool:
        """Whether a piece that cannot come now looks like one that can: it is placed once a look calls it so."""
        return False

    def bonus(self, _: P) -> str | None:
        """Who has the 7 x 7 tile, or the like: that somebody has earned it is told at once."""
        return None

    # --- what may have happened unseen: the first two are asked only where nobody can say so on a page

    def before(self, match: Match, _: Place) -> Match:
        """The match as it must have stood before a placement; the same match where nothing speaks for another one."""
        return match

    def before_the_end(self, _match: Match, _place: Place) -> Match | None:
        """The match as it must have stood before a placement that came when it seemed to be over; None where no course
        explains it."""
        return None

    def may_have_come(self, _match: Match, _cells: frozenset[Cell]) -> bool:
        """Whether what was placed unnoticed, and has changed what comes next, may lie on some cells."""
        return False

    def first_of(self, _match: Match, _together: tuple[SeenPiece, ...], _before: Before) -> frozenset[SeenPiece]:
        """Which of some pieces that came together may have been the first, by the orders in which all of them may have
        come: of several it is not known which, and none where that tells nothing."""
        return frozenset()
