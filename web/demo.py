"""The games that the demo plays: whole, legal and sensible, with one illegal overlap that is put right on the way.

The same seed always gives the same game. Refereeing is left to the pipeline that watches it.
"""

import random
from dataclasses import dataclass

from referee.grid import GridSize
from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet
from referee.placements import Placement, placements
from referee.polyomino import Cells
from referee.record import Header
from web.deal import dealt_hands

PLAYERS = ("Ann", "Bob")
CANDIDATES = 40
"""So many placements of a piece a player thinks of; the snuggest of them is made."""


@dataclass(frozen=True, slots=True)
class Script:
    """A game as it will be played. Before its place number ``slip_at``, that piece is first laid on ``slip``."""

    header: Header
    moves: tuple[Place, ...]
    slip_at: int
    slip: Place


def dealt(seed: int, piece_set: PieceSet, players: tuple[str, ...] = PLAYERS) -> Header:
    """Who plays with which pieces in the game of a seed."""
    hands = dealt_hands(piece_set, players, random.Random(seed))
    return Header(piece_set.game, players, hands, piece_set.digest)


def script(seed: int, piece_set: PieceSet, players: tuple[str, ...] = PLAYERS) -> Script:
    """A whole game for a seed."""
    header, dice = dealt(seed, piece_set, players), random.Random(seed)
    match = Match.start(header, piece_set)
    while match.position.to_move is not None:
        _, match = match.play(_sensible_move(match, dice))
    moves = match.position.lying
    slip_at = dice.randrange(len(moves) // 3, 2 * len(moves) // 3)
    return Script(header, moves, slip_at, _slip(moves[:slip_at], moves[slip_at], piece_set, dice))


def rest(played: Match, whole: Script) -> tuple[Place, ...] | None:
    """The moves of a script that a match still lacks; None if it is not this game or has taken another course.

    The camera may have labelled the board half a turn round.
    """
    lying = {(place.piece, place.cells) for place in played.position.lying}
    first, grid = whole.moves[: len(lying)], played.piece_set.grid
    upright = {(move.piece, move.cells) for move in first}
    turned = {(move.piece, _half_turned(move.cells, grid)) for move in first}
    same = played.header == whole.header and lying in (upright, turned)
    return whole.moves[len(lying) :] if same else None


def _half_turned(cells: Cells, grid: GridSize) -> Cells:
    return tuple(sorted((grid.rows - 1 - row, grid.cols - 1 - col) for row, col in cells))


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
    touching = 0
    for row, col in one.cells:
        for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            touching += near in taken or near not in grid
    return touching


def _slip(before: tuple[Place, ...], right: Place, piece_set: PieceSet, dice: random.Random) -> Place:
    """The piece laid so that it covers one or two squares of those that lie there already."""
    taken = piece_set.grid.mask(cell for place in before for cell in place.cells)
    table = placements(piece_set)
    slips = [one for one in table.listed(table.of_piece[right.piece]) if (one.mask & taken).bit_count() in (1, 2)]
    return Place(right.player, right.piece, dice.choice(slips).cells)
