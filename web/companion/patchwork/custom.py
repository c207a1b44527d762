"""What is customary in Patchwork: two quilts, leather that is earned, and people who move on where nobody sees it."""

from itertools import permutations

from referee.games.patchwork import PatchworkPosition
from referee.grid import Cell
from referee.match import Match
from referee.move import Buy, Leather, Place
from vision.kind import LEATHER
from vision.names import id_of
from vision.sighting import SeenPiece
from web.companion.custom import Before, Custom
from web.companion.patchwork.hindsight import OFTEN, before_sewing, before_the_end, may_have_come, times_moved_on
from web.companion.patchwork.sewing import (
    MOST_AT_ONCE,
    laid_out,
    leather_due,
    looks_alike,
    patches_to_come,
    sewer,
    sewing,
    sewn_on,
)


class PatchworkCustom(Custom[PatchworkPosition]):
    """What is customary in Patchwork. The rules are weighed only once it is told what a patch may be (``circle``)."""

    rules_weighed = False

    def lying(self, position: PatchworkPosition) -> tuple[Place, ...]:
        return laid_out(position)

    def move_of(self, position: PatchworkPosition, place: Place) -> Buy | Leather:
        return sewing(position, place)

    def owner(self, position: PatchworkPosition, piece: SeenPiece) -> str:
        return sewer(position, piece.cells)

    def to_come(self, position: PatchworkPosition) -> frozenset[str]:
        return patches_to_come(position)

    def due(self, position: PatchworkPosition) -> frozenset[Cell]:
        return leather_due(position)

    def is_due(self, position: PatchworkPosition, piece: SeenPiece) -> bool:
        return id_of(piece.piece) == LEATHER and leather_due(position).issuperset(piece.cells)

    def is_called_late(self, position: PatchworkPosition, name: str) -> bool:
        """As where the circle has gone on since: nobody can buy the patch, but one that looks like it."""
        alike = looks_alike(position.piece_set, name)
        return name not in position.reach and any(twin in position.reach for twin in alike)

    def bonus(self, position: PatchworkPosition) -> str | None:
        """Who has the 7 x 7 tile."""
        return position.bonus

    def before(self, match: Match, place: Place) -> Match:
        return before_sewing(match, place)

    def before_the_end(self, match: Match, place: Place) -> Match | None:
        return before_the_end(match, place)

    def may_have_come(self, match: Match, cells: frozenset[Cell]) -> bool:
        return may_have_come(match, cells)

    def first_of(self, match: Match, together: tuple[SeenPiece, ...], before: Before) -> frozenset[SeenPiece]:
        """Patches may be sewn on in one order mostly, as people have moved on or, if not in any then, where somebody
        has done so unseen besides."""
        return _sewn_first(match, together, _as_it_is) or _sewn_first(match, together, before)


def _as_it_is(match: Match, _: Place) -> Match:
    """The match as it stands: nobody has moved on unseen."""
    return match


def _sewn_first(match: Match, together: tuple[SeenPiece, ...], before: Before) -> frozenset[SeenPiece]:
    """Which of some patches may have been the first, of so few that all may be sewn on one after the other; not where
    people would have moved on far oftener for that."""
    if len(together) > MOST_AT_ONCE:
        return frozenset()
    after = {order: sewn_on(match, order, before) for order in permutations(together)}
    moved_on = {order: times_moved_on(way) for order, way in after.items() if way is not None}
    return frozenset(order[0] for order, times in moved_on.items() if times < min(moved_on.values()) + OFTEN)
