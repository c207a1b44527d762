"""Leather that somebody has earned and that is not seen yet: what has been sewn on since waits for it."""

from referee.games.patchwork import LEATHER
from referee.grid import Cell
from referee.match import Match
from referee.move import Place
from vision.names import id_of
from vision.sighting import SeenPiece
from web.companion.custom import Before
from web.companion.infer import NOT_YOUR_TURN, Difference, broken, is_legal, placement
from web.companion.naming import due_in, is_due, lying_of, move_of

UNTIL_LEATHER = frozenset({"leather_first", NOT_YOUR_TURN})
"""What a patch may break while somebody has yet to sew leather on: until then nobody knows whose turn it is."""


def waiting_for_leather(match: Match, now: Difference, before: Before) -> frozenset[Cell]:
    """The squares of new patches that may be sewn on as soon as the leather patch is which somebody has earned, or
    until then break no other rule than that of the turn, if that is not seen: a dark square is overlooked more easily
    than it is forgotten."""
    taken = {cell for place in lying_of(match) for cell in place.cells} | now.occupied
    free = due_in(match) - taken
    if not free or any(is_due(match, piece) for piece in now.new):
        return frozenset()
    _, sewn = match.play(move_of(match, Place("", LEATHER, (min(free),))))
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
