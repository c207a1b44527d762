"""Leather that nobody can have earned: a plain dark patch was taken for it, square by square.

How single squares are parted is told by their look alone, and that of a patch without a print may mislead. But leather
is never taken by mistake: it lies on the time board until it is earned.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import permutations

from referee.games.patchwork import PatchworkPosition
from referee.grid import Cell, beside
from referee.match import Match
from referee.move import Place
from vision.kind import LEATHER, id_of
from vision.sighting import SeenPiece, Sighting
from web.companion.sewing import Before, laid_out, sewing

MOST_AT_ONCE = 3
"""Of so many patches that have come since, at the most, it is thought out what they may have earned."""


def without_unearned(match: Match, sighting: Sighting, before: Before = lambda match, _: match) -> Sighting:
    """The sighting with the patch that must be meant in the place of leather that cannot lie there yet: the only one
    that may have been sewn on just where that leather and the doubtful squares beside it are."""
    position = match.position
    if not isinstance(position, PatchworkPosition):
        return sighting
    there = {place.cells for place in laid_out(position)}
    come = [piece for piece in sighting.pieces if tuple(sorted(piece.cells)) not in there]
    leather = [piece for piece in come if id_of(piece.piece) == LEATHER]
    patches = [piece for piece in come if id_of(piece.piece) != LEATHER]
    if not leather or len(patches) > MOST_AT_ONCE:
        return sighting
    courses = list(_courses(match, patches, before))
    if any(_position(course).leather_owed for course in courses):
        return sighting
    taken = {piece.piece for piece in patches}
    for piece in leather:
        cells = _connected(piece.cells[0], {one.cells[0] for one in leather} | sighting.uncertain)
        meant = {name for course in courses for name in _sewable(course, cells, before)} - taken
        if len(meant) == 1:
            sighting = _read_as(SeenPiece(meant.pop(), cells, piece.confidence), sighting)
    return sighting


def _courses(match: Match, patches: Collection[SeenPiece], before: Before) -> Iterator[Match]:
    """How the match may have gone on, with any of the patches sewn on in any order."""
    yield match
    for order in (order for count in range(1, len(patches) + 1) for order in permutations(patches, count)):
        after, legal = match, True
        for piece in order:
            place = Place("", piece.piece, piece.cells)
            after = before(after, place)
            verdict, after = after.play(sewing(_position(after), place))
            legal = legal and verdict.legal
        if legal:
            yield after


def _connected(cell: Cell, cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Those of the cells that are connected with one of them, in order."""
    found, edge = {cell}, {cell}
    while edge:
        edge = {near for here in edge for near in beside(here) if near in cells} - found
        found |= edge
    return tuple(sorted(found))


def _sewable(match: Match, cells: tuple[Cell, ...], before: Before) -> Iterator[str]:
    """The patches that may be sewn on exactly there."""
    for patch in _position(match).reach:
        place = Place("", patch, cells)
        then = before(match, place)
        if then.game.judge(then.position, sewing(_position(then), place)).legal:
            yield patch


def _read_as(patch: SeenPiece, sighting: Sighting) -> Sighting:
    """The sighting with a patch in the place of the leather on its cells."""
    others = tuple(piece for piece in sighting.pieces if piece.cells[0] not in patch.cells)
    return replace(sighting, pieces=(*others, patch), uncertain=sighting.uncertain - set(patch.cells))


def _position(match: Match) -> PatchworkPosition:
    assert isinstance(match.position, PatchworkPosition)
    return match.position
