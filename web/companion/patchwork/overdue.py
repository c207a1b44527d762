"""Leather that somebody has earned and that is not seen, or not seen for what it is.

On a board with dark squares it may look like bare board, and then like something that is no piece; and what has been
sewn on since waits for it.
"""

from dataclasses import replace

from referee.grid import Cell
from referee.match import Match
from referee.move import Place
from vision.kind import LEATHER
from vision.names import id_of
from vision.sighting import Alternative, SeenPiece, Sighting
from web.companion.custom import Before
from web.companion.event import Asked
from web.companion.infer import NOT_YOUR_TURN, STRANGE, Difference, broken, is_legal, placement
from web.companion.naming import is_due
from web.companion.patchwork.sewing import laid_out, leather_due, patches_to_come, position_of, sewing
from web.companion.reading import Waiting

UNTIL_LEATHER = frozenset({"leather_first", NOT_YOUR_TURN})
"""What a patch may break while somebody has yet to sew leather on: until then nobody knows whose turn it is."""

EVEN = 0.5
"""How probable leather is where something single lies that looks like no piece, by its look alone."""


def not_strange(match: Match, sighting: Sighting) -> Sighting:
    """The sighting with a doubt in the place of something that looks like no piece and covers a single square on which
    leather is due."""
    position = position_of(match)
    lying = laid_out(position)
    free = leather_due(position) - {cell for place in lying for cell in place.cells}
    strange = [problem for problem in sighting.problems if problem.kind == STRANGE and problem.piece is None]
    due = [problem for problem in strange if len(problem.cells) == 1 and free.issuperset(problem.cells)]
    taken = {place.piece for place in lying} | {piece.piece for piece in sighting.pieces}
    names = sorted(name for name in patches_to_come(position) - taken if id_of(name) == LEATHER)
    if len(due) != 1 or not names or sighting.alternatives:
        return sighting
    (problem,) = due
    leather = SeenPiece(names[0], problem.cells, EVEN)
    return replace(
        sighting,
        problems=tuple(one for one in sighting.problems if one is not problem),
        uncertain=sighting.uncertain.union(problem.cells),
        alternatives=(Alternative((leather,), EVEN), Alternative((), EVEN)),
    )


def waiting_for_leather(match: Match, now: Difference, before: Before) -> Waiting | None:
    """New patches that may be sewn on as soon as the leather patch is which somebody has earned, or until then break no
    other rule than that of the turn, if that is not seen: a dark square is overlooked more easily than it is
    forgotten."""
    cells = _waiting(match, now, before)
    return Waiting(cells, Asked.LEATHER, "it is not seen where the leather patch lies") if cells else None


def _waiting(match: Match, now: Difference, before: Before) -> frozenset[Cell]:
    position = position_of(match)
    taken = {cell for place in laid_out(position) for cell in place.cells} | now.occupied
    free = leather_due(position) - taken
    if not free or any(is_due(match, piece) for piece in now.new):
        return frozenset()
    _, sewn = match.play(sewing(position, Place("", LEATHER, (min(free),))))
    waiting = [
        piece
        for piece in now.new
        if id_of(piece.piece) != LEATHER
        and not _may_come(match, piece, before)
        and (_may_come(sewn, piece, before) or broken(match, placement(match, piece)) <= UNTIL_LEATHER)
    ]
    return frozenset(cell for piece in waiting for cell in piece.cells)


def _may_come(match: Match, piece: SeenPiece, before: Before) -> bool:
    place = placement(match, piece)
    return is_legal(before(match, place), place)
