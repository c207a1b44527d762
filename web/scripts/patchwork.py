"""Patchwork as the demo plays it: patches that fit snugly, and one first sewn on the wrong quilt by mistake."""

import random
from typing import Any

from referee.games.patchwork import Patchwork, PatchworkPosition
from referee.grid import GridSize, beside
from referee.match import Match
from referee.move import Advance, Buy, Leather, Move, Place
from referee.placements import placements
from referee.polyomino import Cells
from vision.pieces.wide import on_quilt
from web.companion.naming import lying_of
from web.companion.patchwork.sewing import looks_alike
from web.scripts.script import Script, Slip, one_of

CONSIDERED = 40
"""So many places a player thinks of; the snuggest is taken."""
BUYS = 0.85
"""How often a player buys who could."""


def patchwork(match: Match, dice: random.Random) -> Script:
    """A whole match from its beginning."""
    slips: list[Slip] = []
    advances, moved_on = [], 0
    while match.position.to_move is not None:
        move = _sensible_move(match, dice)
        if isinstance(move, Advance):
            moved_on += 1
        else:
            advances.append(moved_on)
        before, (_, match) = match, match.play(move)
        if isinstance(move, Buy) and (slip := _on_wrong_quilt(before, move, dice)):
            slips.append((len(lying_of(before)), slip))
    moves = lying_of(match)
    slip_at, slip = one_of(slips, dice)
    return Script(match.header, moves, slip_at, slip, "none", advances=(*advances, moved_on))


def moves_on(match: Match, whole: Script) -> bool:
    """Whether somebody moves on now, in a match that has gone as the script has it so far."""
    made = sum(isinstance(move, Advance) for move in match.moves)
    wanted = whole.advances[len(match.position.lying)] if whole.advances else 0
    return match.position.phase == "placing" and made < wanted


def _sensible_move(match: Match, dice: random.Random) -> Move:
    position, game = _position(match), match.game
    legal = list(game.legal_moves(position))
    if position.leather_owed:
        return max(dice.sample(legal, len(legal)), key=lambda move: _snugness(position, _cells(move)))
    buys = [move for move in legal if isinstance(move, Buy) and not _is_ambiguous(match, move.piece)]
    if not buys or dice.random() > BUYS:
        return Advance(position.to_move or "")
    largest = max(len(move.cells) for move in buys)
    large = [move for move in buys if len(move.cells) == largest]
    return max(dice.sample(large, min(CONSIDERED, len(large))), key=lambda move: _snugness(position, move.cells))


def _is_ambiguous(match: Match, patch: str) -> bool:
    """Whether it would be asked which patch it is, and nobody is there to answer."""
    return sum(twin in _position(match).reach for twin in looks_alike(match.piece_set, patch)) > 1


def _snugness(position: PatchworkPosition, cells: Cells) -> int:
    """How many edges of a patch lie against others or the end of the quilt."""
    taken = position.tailors[position.to_move or ""].quilt.taken
    grid: GridSize = position.piece_set.grid
    return sum(near in taken or near not in grid for cell in cells for near in beside(cell))


def _on_wrong_quilt(match: Match, right: Buy, dice: random.Random) -> Place | None:
    """The same patch on the quilt of the other player, where nothing but that is wrong with it."""
    position = _position(match)
    other = position.other(right.player)
    table = placements(match.piece_set)
    taken = match.piece_set.grid.mask(position.tailors[other].quilt.taken)
    free = [one for one in table.listed(table.of_piece[right.piece]) if not one.mask & taken]
    if not free:
        return None
    wrong = Buy(other, right.piece, dice.choice(free).cells)
    broken = [violation.code for violation in Patchwork().judge(position, wrong).violations]
    cells = on_quilt(wrong.cells, position.players.index(other))
    return Place(right.player, right.piece, cells) if broken == ["not_your_turn"] else None


def _cells(move: Move) -> Cells:
    assert isinstance(move, Buy | Leather)
    return move.cells


def _position(match: Match) -> Any:
    return match.position
