"""Doubts that the rules of Blokus end: of all that may lie there only one piece would be allowed. And those that they
raise: what is not quite sure, and would break them, may be something else.

People may break a rule, but hardly ever do, and hardly ever just where it is not seen well what they have placed.
"""

from dataclasses import replace

from referee.games.blokus import BlokusPosition
from referee.match import Match
from vision.pieces.claims import SURE
from vision.sighting import Alternative, SeenPiece, Sighting
from web.companion.infer import NOT_YOUR_TURN, broken, is_legal, placement
from web.companion.naming import lying_of, name_of

RARELY = 0.05
"""How probable a placement is that breaks a rule, against one that is allowed, for each rule that it breaks; but whose
turn it is has been weighed by the eyes."""


def by_rules(match: Match, sighting: Sighting) -> Sighting:
    """The sighting with the one new piece that is allowed for sure, if all else that may lie there is unlikely by the
    rules, and not likely by what is seen; and with doubts in the place of one that is not sure and breaks a rule."""
    if not isinstance(match.position, BlokusPosition):
        return sighting
    sighting = _doubting(match, sighting)
    if len(sighting.alternatives) < 2:
        return sighting
    ways = [_new(match, way) for way in sighting.alternatives]
    odds = [
        way.confidence * RARELY ** sum(_rules_broken(match, piece) for piece in new)
        for way, new in zip(sighting.alternatives, ways, strict=True)
    ]
    share, best = max(zip(odds, ways, strict=True), key=lambda one: one[0])
    share /= sum(odds)
    if share < SURE or len(best) != 1 or not is_legal(match, placement(match, best[0])):
        return sighting
    doubtful = {cell for new in ways for piece in new for cell in piece.cells}
    piece = replace(best[0], confidence=round(share, 3))
    return replace(sighting, pieces=(*sighting.pieces, piece), uncertain=sighting.uncertain - doubtful, alternatives=())


def _doubting(match: Match, sighting: Sighting) -> Sighting:
    """The sighting without pieces that are not sure and would break a rule: nobody knows what lies there."""
    lying = {name_of(place) for place in lying_of(match)}
    weak = [piece for piece in sighting.pieces if piece.confidence < SURE and piece.piece not in lying]
    wrong = [piece for piece in weak if _rules_broken(match, piece)]
    if not wrong:
        return sighting
    kept = tuple(piece for piece in sighting.pieces if piece not in wrong)
    return replace(sighting, pieces=kept, uncertain=sighting.uncertain.union(*(piece.cells for piece in wrong)))


def _new(match: Match, way: Alternative) -> tuple[SeenPiece, ...]:
    """What an explanation adds to what is known to lie there."""
    lying = {name_of(place) for place in lying_of(match)}
    return tuple(piece for piece in way.pieces if piece.piece not in lying)


def _rules_broken(match: Match, piece: SeenPiece) -> int:
    return len(broken(match, placement(match, piece)) - {NOT_YOUR_TURN})
