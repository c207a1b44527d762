"""Polyssimo Challenge as the demo plays it: snugly, with one piece first laid on others."""

import random

from referee.grid import GridSize, beside
from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet
from referee.placements import Placement, placements
from web.scripts.script import Script, one_of

CANDIDATES = 40
"""So many placements of a piece a player thinks of; the snuggest of them is made."""


def polyssimo(match: Match, dice: random.Random) -> Script:
    """A whole match from its beginning."""
    while match.position.to_move is not None:
        _, match = match.play(_sensible_move(match, dice))
    moves = match.position.lying
    slip_at = one_of(range(len(moves) // 3, 2 * len(moves) // 3), dice)
    return Script(match.header, moves, slip_at, _slip(moves[:slip_at], moves[slip_at], match.piece_set, dice))


def _sensible_move(match: Match, dice: random.Random) -> Place:
    """Any piece that still fits, where it leaves few gaps."""
    player = match.position.to_move or ""
    legal = match.game.legal_placements(match.position, player)
    piece = dice.choice(sorted({one.piece for one in legal}))
    mine = [one for one in legal if one.piece == piece]
    considered = dice.sample(mine, min(CANDIDATES, len(mine)))
    taken = {cell for place in match.position.lying for cell in place.cells}
    chosen = max(considered, key=lambda one: _contact(one, taken, match.piece_set.grid))
    return Place(player, chosen.piece, chosen.cells)


def _contact(one: Placement, taken: set[tuple[int, int]], grid: GridSize) -> int:
    """How many edges of a placement lie against other pieces or the end of the board."""
    return sum(near in taken or near not in grid for cell in one.cells for near in beside(cell))


def _slip(before: tuple[Place, ...], right: Place, piece_set: PieceSet, dice: random.Random) -> Place:
    """The piece laid so that it covers one or two squares of those that lie there already."""
    taken = piece_set.grid.mask(cell for place in before for cell in place.cells)
    table = placements(piece_set)
    slips = [one for one in table.listed(table.of_piece[right.piece]) if (one.mask & taken).bit_count() in (1, 2)]
    return Place(right.player, right.piece, one_of(slips, dice).cells)
