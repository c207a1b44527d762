"""When not to judge yet: while something known is missing, or while it is not sure whose turn it is."""

from collections.abc import Iterator

from referee.grid import Cell, beside
from referee.match import Match
from referee.move import Place
from referee.polyomino import Cells
from vision.names import colour_of
from vision.sighting import SeenPiece, Sighting
from web.companion.customs import custom_of
from web.companion.infer import Difference, is_legal, is_out_of_turn, placement
from web.companion.memory import Memory
from web.companion.naming import lying_of, name_of
from web.companion.trouble import CROWD, ILLEGAL, OF_KNOWN_PIECES, Trouble

MOST_AWAY = 2
"""So many pieces may be taken back at once. If more are away, the table is being cleared or the picture is wrong."""


def must_wait(match: Match, troubles: tuple[Trouble, ...], memory: Memory, now: Difference) -> bool:
    """New pieces are not judged while a known one is missing that they may replace, or that was the last one."""
    if len(now.away) > MOST_AWAY:
        return True
    told = {trouble.piece for trouble in troubles if trouble.kind in OF_KNOWN_PIECES}
    taken = {cell for piece in now.new for cell in piece.cells}
    untold = (place for place in memory.missing(now.away) if name_of(place) not in told)
    return any(place == lying_of(match)[-1] or not taken.isdisjoint(place.cells) for place in untold)


def may_hide_due(match: Match, memory: Memory, piece: SeenPiece, now: Difference) -> bool:
    """Whether what is due by the rules may lie there unknown: where something came no later than a new piece and is in
    doubt, or where light leaves nothing to be seen, whenever it came."""
    came = memory.arrival(piece)
    doubtful = {cell for cell in now.undecided if memory.since.get(cell, 0) <= came}
    offered = (other for way in now.sighting.alternatives for other in way.pieces if doubtful.intersection(other.cells))
    is_offered = any(is_legal(match, placement(match, other)) for other in offered if other.piece != piece.piece)
    unseen = now.sighting.unseen
    goes_on = any(may_go_on(match, other, unseen) for other in now.new if other is not piece)
    return is_offered or goes_on or _holds_due(match, unseen.union(doubtful))


def may_go_on(match: Match, piece: SeenPiece, unseen: frozenset[Cell]) -> bool:
    """Whether a piece which breaks a rule as it is seen may be a larger one that is due, of which the rest lies where
    light leaves nothing to be seen."""
    return any(True for _ in _going_on(match, piece, unseen))


def _going_on(match: Match, piece: SeenPiece, unseen: frozenset[Cell]) -> Iterator[Cells]:
    """On which cells a larger piece would lie that is due, of which one that breaks a rule may be a part."""
    seen = set(piece.cells)
    is_beside = any(cell in unseen for own in seen for cell in beside(own))
    if not is_beside or is_legal(match, placement(match, piece)):
        return
    larger = (move for move in _due(match) if seen < set(move.cells) <= seen | unseen)
    yield from (move.cells for move in larger if colour_of(name_of(move)) == colour_of(piece.piece))


def may_be_overlooked(match: Match, sighting: Sighting) -> bool:
    """Whether what is due by the rules may lie where light leaves nothing to be seen, or nobody knows what does."""
    return _holds_due(match, sighting.unseen | sighting.uncertain)


def held_up_by_light(match: Match, troubles: tuple[Trouble, ...], now: Difference) -> frozenset[Cell]:
    """The squares of which light leaves nothing to be seen, and on which what is due by the rules may lie, while
    something that is out of turn waits for that; or on which something new may go on that is illegal as it is seen."""
    unseen = now.sighting.unseen
    waiting = [piece for piece in now.new if is_judgeable(match, troubles, piece)] if unseen else []
    places = [cells for piece in waiting for cells in _going_on(match, piece, unseen)]
    if any(is_out_of_turn(match, placement(match, piece)) for piece in waiting):
        places += _due_on(match, unseen)
    return unseen.intersection(cell for cells in places for cell in cells)


def may_be_next(match: Match, cells: frozenset[Cell]) -> bool:
    """Whether what comes next by the rules, or came unnoticed, may be what is told as no piece on some cells: of a
    piece of which these are more than half the rest may not be seen. Far from where one may lie, or too small, it is
    none."""
    return custom_of(match).may_have_come(match, cells) or _holds_due(match, cells)


def _holds_due(match: Match, cells: frozenset[Cell]) -> bool:
    """Whether something that is due by the rules has room on some cells."""
    return any(True for _ in _due_on(match, cells))


def _due_on(match: Match, cells: frozenset[Cell]) -> Iterator[Cells]:
    """Where on some cells something that is due by the rules has room, for more than half of it at least. In Patchwork,
    where nobody sees who moves on, nothing is known to be due."""
    yield from (move.cells for move in (_due(match) if cells else ()) if _is_mostly_on(move.cells, cells))


def _due(match: Match) -> Iterator[Place]:
    """The placements that may come next by the rules."""
    return (move for move in match.game.legal_moves(match.position) if isinstance(move, Place))


def _is_mostly_on(cells: Cells, some: frozenset[Cell]) -> bool:
    """Whether more than half of the squares are some of those."""
    return 2 * len(some.intersection(cells)) > len(cells)


def is_judgeable(match: Match, troubles: tuple[Trouble, ...], piece: SeenPiece) -> bool:
    """Whether a new piece has not been judged yet, or its placement has become legal since."""
    judged = any(trouble.is_illegal(piece) for trouble in troubles)
    return not judged or is_legal(match, placement(match, piece))


def is_turn_open(match: Match, troubles: tuple[Trouble, ...], now: Difference) -> bool:
    """Whether a placement may lie there that is not judged yet, so that it is not sure whose turn it is. What fills a
    cell may be one, even where there are too many ways to read it for any to be offered, and one may lie where an arm
    hides it; and what was said of an illegal one that still lies there, or how it was read, may be mended."""
    lying = {name_of(place) for place in lying_of(match)}
    unplaced = any(
        trouble.piece is not None and trouble.piece not in lying and trouble.kind not in (ILLEGAL, CROWD)
        for trouble in troubles
    )
    illegal = any(trouble.is_illegal(piece) for trouble in troubles for piece in now.new)
    return unplaced or illegal or bool(now.undecided or now.sighting.hidden)
