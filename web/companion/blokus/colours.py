"""Colours of Blokus that may have been misread: what else is known of the game speaks for another one.

A green that is nearly yellow is not known for green before some of both lie there, nor a grey that may be blue before
either does. And somebody who places out of turn hardly does so just where the colour whose turn it is may lie and their
own may not.
"""

from collections.abc import Collection
from dataclasses import replace

from referee.games.blokus import BlokusPosition
from referee.match import Match
from vision.names import colour_of, named, piece_of
from vision.sighting import Alternative, SeenPiece, Sighting
from web.companion.infer import is_legal, placement
from web.companion.memory import Memory
from web.companion.naming import lying_of, move_of, name_of, place_of
from web.companion.patience import may_be_overlooked
from web.companion.trouble import ILLEGAL, Trouble

EVEN = 0.5
"""How probable either colour is: nobody knows how often an unknown make is misread, or people place so."""


def by_colour(match: Match, sighting: Sighting, troubles: Collection[Trouble], memory: Memory) -> Sighting:
    """The sighting with a question in the place of a new piece that may be of the colour that is due, of several the
    one that is asked about already, or came first. Not while something else may be placed, for its turn may come after
    that, or what is due may lie burnt out or in doubt, nor once it is among the ``troubles``: it was said then that it
    is what it looks like."""
    lying = {name_of(place) for place in lying_of(match)}
    new = [piece for piece in sighting.pieces if piece.piece not in lying]
    untold = (piece for piece in new if not any(trouble.is_illegal(piece) for trouble in troubles))
    doubtful = [(piece, due) for piece in untold if (due := of_colour_due(match, piece, troubles)) is not None]
    if not doubtful or any(is_legal(match, placement(match, piece)) for piece in new):
        return sighting
    if may_be_overlooked(match, sighting):
        return sighting
    return _asked(sighting, *min(doubtful, key=lambda one: memory.precedence(one[0])))


def of_colour_due(match: Match, piece: SeenPiece, troubles: Collection[Trouble]) -> SeenPiece | None:
    """What a new piece may be that breaks more rules than that it is not its turn, or is the first that is seen of its
    colour and of that which is due: the same of the colour that is due, if that breaks none. What lies wrongly by the
    ``troubles`` is of the colour that was said."""
    position = match.position
    assert isinstance(position, BlokusPosition)
    if position.colour is None or position.to_move is None:
        return None
    broken = match.game.judge(position, move_of(match, placement(match, piece))).violations
    due = named(piece_of(piece.piece), position.colour)
    known = {colour_of(name_of(place)) for place in lying_of(match)}
    known |= {colour_of(trouble.piece) for trouble in troubles if trouble.kind == ILLEGAL and trouble.piece}
    is_told = len(broken) == 1 and not known.isdisjoint({colour_of(piece.piece), position.colour})
    if not broken or is_told or not is_legal(match, place_of(position.to_move, due, piece.cells)):
        return None
    return replace(piece, piece=due)


def _asked(sighting: Sighting, piece: SeenPiece, due: SeenPiece) -> Sighting:
    """The sighting in which it is asked of what colour a piece is."""
    ways = tuple(Alternative((replace(one, confidence=EVEN),), EVEN) for one in (due, piece))
    others = tuple(one for one in sighting.pieces if one is not piece)
    return replace(
        sighting,
        pieces=others,
        uncertain=sighting.uncertain.union(piece.cells),
        alternatives=ways + sighting.alternatives,
    )
