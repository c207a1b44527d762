"""What is customary in Patchwork: two quilts, leather that is earned, and people who move on where nobody sees it."""

from itertools import permutations

from referee.games.patchwork import PatchworkPosition
from referee.match import Match
from vision.kind import LEATHER
from vision.names import id_of
from vision.sighting import SeenPiece
from web.companion.custom import Before, Custom, as_it_is
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


def _owner(position: PatchworkPosition, piece: SeenPiece) -> str:
    return sewer(position, piece.cells)


def _bonus(position: PatchworkPosition) -> str | None:
    """Who has the 7 x 7 tile."""
    return position.bonus


def _is_due(position: PatchworkPosition, piece: SeenPiece) -> bool:
    return id_of(piece.piece) == LEATHER and leather_due(position).issuperset(piece.cells)


def _is_called_late(position: PatchworkPosition, piece: SeenPiece) -> bool:
    """As where the circle has gone on since: nobody can buy the patch, but one that looks like it."""
    if piece.piece in position.reach:
        return False
    return any(twin in position.reach for twin in looks_alike(position.piece_set, piece.piece))


def _first_of(match: Match, together: tuple[SeenPiece, ...], before: Before) -> frozenset[SeenPiece]:
    """Patches may be sewn on in one order mostly, as people have moved on or, if not in any then, where somebody has
    done so unseen besides."""
    return _sewn_first(match, together, as_it_is) or _sewn_first(match, together, before)


def _sewn_first(match: Match, together: tuple[SeenPiece, ...], before: Before) -> frozenset[SeenPiece]:
    """Which of some patches may have been the first, of so few that all may be sewn on one after the other; not where
    people would have moved on far oftener for that."""
    if len(together) > MOST_AT_ONCE:
        return frozenset()
    after = {order: sewn_on(match, order, before) for order in permutations(together)}
    moved_on = {order: times_moved_on(way) for order, way in after.items() if way is not None}
    return frozenset(order[0] for order, times in moved_on.items() if times < min(moved_on.values()) + OFTEN)


PATCHWORK = Custom(
    lying=laid_out,
    move_of=sewing,
    owner=_owner,
    to_come=patches_to_come,
    rules_weighed=False,  # only once it is told what a patch may be (``circle``)
    due=leather_due,
    is_due=_is_due,
    is_called_late=_is_called_late,
    bonus=_bonus,
    before=before_sewing,
    before_the_end=before_the_end,
    may_have_come=may_have_come,
    first_of=_first_of,
)
