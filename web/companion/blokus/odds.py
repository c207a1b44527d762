"""Doubts that the rules of Blokus end: of all that may lie there only one piece would be allowed. And those that they
raise: what is not quite sure, and would break them, may be something else.

People may break a rule, but hardly ever do, and hardly ever just where it is not seen well what they have placed.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from referee.match import Match
from vision.pieces.claims import SURE
from vision.sighting import Alternative, SeenPiece, Sighting
from web.companion.infer import NOT_YOUR_TURN, broken, is_legal, placement, same
from web.companion.naming import lying_of, name_of
from web.companion.trouble import Trouble

RARELY = 0.05
"""How probable a placement is that breaks a rule, against one that is allowed, for each rule that it breaks; but whose
turn it is has been weighed by the eyes."""


def by_rules(match: Match, sighting: Sighting, troubles: Collection[Trouble] = ()) -> Sighting:
    """The sighting with the one explanation of a doubt that the rules leave, if all others are unlikely by them, and it
    is not unlikely by what is seen: a new piece that is allowed, or what is known to lie there. And with doubts in the
    place of a new piece that is not sure and breaks a rule. What was told as illegal (``troubles``) and may be so still
    is left in doubt: somebody may have said that."""
    sighting = _doubting(match, sighting)
    ways = {way: _new(match, way.pieces) for way in sighting.alternatives}
    told = (piece for new in ways.values() for piece in new if any(trouble.is_illegal(piece) for trouble in troubles))
    if len(ways) < 2 or any(told):
        return sighting
    odds = {way: way.confidence * RARELY ** sum(_rules_broken(match, one) for one in new) for way, new in ways.items()}
    best = max(ways, key=lambda way: odds[way])
    share = odds[best] / max(sum(odds.values()), 1e-9)
    return _with(sighting, best, share) if share >= SURE and _is_plain(match, best, ways[best], sighting) else sighting


def _with(sighting: Sighting, best: Alternative, share: float) -> Sighting:
    """The sighting with one explanation for sure."""
    doubtful = {cell for way in sighting.alternatives for piece in way.pieces for cell in piece.cells}
    there = {piece.piece for piece in sighting.pieces}
    pieces = (replace(piece, confidence=round(share, 3)) for piece in best.pieces if piece.piece not in there)
    uncertain = sighting.uncertain - doubtful
    return replace(sighting, pieces=(*sighting.pieces, *pieces), uncertain=uncertain, alternatives=())


def _is_plain(match: Match, way: Alternative, new: Sequence[SeenPiece], sighting: Sighting) -> bool:
    """Whether an explanation tells of one new piece, and of an allowed one, or else of what is known to lie where it is
    in doubt what does."""
    if new:
        return len(new) == 1 and is_legal(match, placement(match, new[0]))
    return any(not sighting.uncertain.isdisjoint(piece.cells) for piece in way.pieces)


def _doubting(match: Match, sighting: Sighting) -> Sighting:
    """The sighting with doubts in the place of new pieces that are not sure and break a rule."""
    lying = {name_of(place) for place in lying_of(match)}
    weak = (one for one in sighting.pieces if one.piece not in lying and one.confidence < SURE)
    wrong = [one for one in weak if _rules_broken(match, one)]
    if not wrong:
        return sighting
    kept = tuple(piece for piece in sighting.pieces if piece not in wrong)
    likely = wrong[0].confidence
    ways = Alternative(tuple(wrong), likely), Alternative((), round(1 - likely, 3))
    uncertain = sighting.uncertain.union(*(piece.cells for piece in wrong))
    return replace(sighting, pieces=kept, uncertain=uncertain, alternatives=sighting.alternatives or ways)


def _new(match: Match, pieces: Sequence[SeenPiece]) -> tuple[SeenPiece, ...]:
    """Those that the match does not have lying so."""
    lying = lying_of(match)
    return tuple(piece for piece in pieces if not any(same(piece, place) for place in lying))


def _rules_broken(match: Match, piece: SeenPiece) -> int:
    return len(broken(match, placement(match, piece)) - {NOT_YOUR_TURN})
