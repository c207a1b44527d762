"""Blokus as the demo plays it: colours that leave each other little room, and one piece laid away from its own."""

import random
from typing import Any

from referee.match import Match
from referee.move import Place
from referee.placements import Placement, placements
from web.scripts.script import Script, Slip, one_of

THOUGHT_OF = 24
"""So many placements of its largest pieces a colour thinks of; it makes the one that leaves the fewest to all."""
SHOWN = 24
"""So many of the last placements in Blokus are made by hands; before them pieces come one after the other."""


def blokus(match: Match, dice: random.Random) -> Script:
    """A whole match from its beginning; the more is blocked the shorter it is."""
    while match.position.to_move is not None:
        _, match = match.play(_blocking_move(match, dice))
    moves = match.position.lying
    swift = max(0, len(moves) - SHOWN)
    slips = _loose_slips(match, swift)
    slip_at, slip = one_of(slips, dice)
    return Script(match.header, moves, slip_at, slip, "none", swift)


def _blocking_move(match: Match, dice: random.Random) -> Place:
    position: Any = match.position
    game = match.game
    open_ = game.legal_placements(position, position.colour)
    largest = max(len(one.cells) for one in open_)
    large = [one for one in open_ if len(one.cells) == largest]
    considered = [
        Place(position.to_move, one.piece, one.cells, position.colour)
        for one in dice.sample(large, min(THOUGHT_OF, len(large)))
    ]
    return min(considered, key=lambda move: sum(game.legal_counts(game.apply(position, move)).values()))


def _loose_slips(match: Match, first: int) -> list[Slip]:
    """Placements from the first one on that might have been made without a corner in common by mistake."""
    found = []
    before: Match | None = match
    while before is not None and (before := before.before) is not None and before.ply >= first:
        right = match.position.lying[before.ply]
        for one in _free_places(before, right.piece):
            slip = Place(right.player, right.piece, one.cells, right.colour)
            broken = [violation.code for violation in before.game.judge(before.position, slip).violations]
            if broken == ["no_corner_contact"]:
                found.append((before.ply, slip))
                break
    return found


def _free_places(match: Match, piece: str) -> tuple[Placement, ...]:
    table = placements(match.piece_set)
    taken = match.piece_set.grid.mask(cell for place in match.position.lying for cell in place.cells)
    return tuple(one for one in table.listed(table.of_piece[piece]) if not one.mask & taken)
