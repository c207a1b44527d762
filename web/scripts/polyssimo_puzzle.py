"""The puzzle as the demo plays it: a card that is solved, with one piece laid where it cannot stay."""

import random
from typing import Any

from referee.games.polyssimo_puzzle import hint, is_completable
from referee.match import Match
from referee.move import Place
from web.scripts.script import Script, Slip, one_of

CONSIDERED = 40
"""So many places of a piece are looked at for one that spoils the puzzle."""


def puzzle(match: Match, dice: random.Random) -> Script:
    """A card that is solved, after a piece has been laid so that it could not be finished any more."""
    while (move := hint(_position(match))) is not None:
        _, match = match.play(move)
    moves, given = match.position.lying, _position(match).given
    dead_ends = _dead_ends(match, given, dice)
    slip_at, slip = one_of(dead_ends, dice)
    return Script(match.header, moves, slip_at, slip, "none", given=given)


def _dead_ends(solved: Match, given: int, dice: random.Random) -> list[Slip]:
    """Placements of the piece that is next after which the puzzle cannot be finished."""
    found, match = [], Match.start(solved.header, solved.piece_set)
    for number, right in enumerate(solved.position.lying[given:], given):
        places = [one for one in match.game.legal_placements(match.position, right.player) if one.piece == right.piece]
        dice.shuffle(places)
        for one in places[:CONSIDERED]:
            slip = Place(right.player, right.piece, one.cells)
            if not is_completable(match.game.apply(match.position, slip)):
                found.append((number, slip))
                break
        _, match = match.play(right)
    return found


def _position(match: Match) -> Any:
    return match.position
