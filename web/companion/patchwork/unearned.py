"""Leather that nobody can have earned: a plain dark patch was taken for it, square by square.

How single squares are parted is told by their look alone, and that of a patch without a print may mislead. But leather
is never taken by mistake: it lies on the time board until it is earned.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import permutations

from referee.games.patchwork import PatchworkPosition
from referee.match import Match
from referee.move import Advance
from referee.polyomino import Cells, groups
from vision.kind import LEATHER
from vision.names import id_of
from vision.sighting import SeenPiece, Sighting
from web.companion.custom import Before
from web.companion.patchwork.sewing import MOST_AT_ONCE, laid_out, position_of, sewn_on


def without_unearned(match: Match, sighting: Sighting, before: Before) -> Sighting:
    """The sighting with a patch in the place of leather that cannot lie there: with the one that is known to lie there;
    else, while nobody can have earned any, with the only one that may have been sewn on just where it and the doubtful
    squares beside it are."""
    position = position_of(match)
    sighting = _as_known(sighting, position)
    there = {place.cells for place in laid_out(position)}
    come = [piece for piece in sighting.pieces if tuple(sorted(piece.cells)) not in there]
    leather = [piece for piece in come if _is_leather(piece)]
    patches = [piece for piece in come if not _is_leather(piece)]
    if not leather or len(patches) > MOST_AT_ONCE:
        return sighting
    courses = list(_courses(match, patches, before))
    if any(_may_earn(course, piece, before) for course in courses for piece in leather):
        return sighting
    squares = {piece.cells[0]: piece.confidence for piece in leather}
    taken = {piece.piece for piece in patches}
    doubtful = sighting.uncertain - sighting.hidden
    for cells in (group for group in groups(doubtful | squares.keys()) if not squares.keys().isdisjoint(group)):
        meant = {name for course in courses for name in _sewable(course, cells, before)} - taken
        if len(meant) == 1:
            seen = min(squares[cell] for cell in cells if cell in squares)
            sighting = _read_as(SeenPiece(next(iter(meant)), cells, seen), sighting)
            taken |= meant
    return sighting


def _as_known(sighting: Sighting, position: PatchworkPosition) -> Sighting:
    """The sighting with each patch that is known to lie where leather is seen now, and nothing else for sure."""
    leather = {piece.cells[0] for piece in sighting.pieces if _is_leather(piece)}
    seen, open_there = {piece.piece for piece in sighting.pieces}, leather | sighting.uncertain | sighting.hidden
    for place in laid_out(position):
        is_read_so = not leather.isdisjoint(place.cells) and open_there.issuperset(place.cells)
        if is_read_so and id_of(place.piece) != LEATHER and place.piece not in seen:
            sighting = _read_as(SeenPiece(place.piece, place.cells), sighting)
    return sighting


def _courses(match: Match, patches: Collection[SeenPiece], before: Before) -> Iterator[Match]:
    """How the match may have gone on by the rules, with any of the patches sewn on in any order."""
    yield match
    orders = (order for count in range(1, len(patches) + 1) for order in permutations(patches, count))
    yield from filter(None, (sewn_on(match, order, before) for order in orders))


def _may_earn(match: Match, leather: SeenPiece, before: Before) -> bool:
    """Whether somebody has earned leather, or has by moving on, which perhaps nobody has said yet."""
    if sewn_on(match, (leather,), before) is not None:
        return True
    _, moved_on = match.play(Advance(match.position.to_move or ""))
    return bool(position_of(match).leather_owed or position_of(moved_on).leather_owed)


def _sewable(match: Match, cells: Cells, before: Before) -> Iterator[str]:
    """The patches that may be sewn on exactly there."""
    return (
        patch for patch in position_of(match).reach if sewn_on(match, (SeenPiece(patch, cells),), before) is not None
    )


def _read_as(patch: SeenPiece, sighting: Sighting) -> Sighting:
    """The sighting with a patch in the place of the leather on its cells."""
    others = tuple(piece for piece in sighting.pieces if not (_is_leather(piece) and piece.cells[0] in patch.cells))
    return replace(sighting, pieces=(*others, patch), uncertain=sighting.uncertain - set(patch.cells))


def _is_leather(piece: SeenPiece) -> bool:
    return id_of(piece.piece) == LEATHER
