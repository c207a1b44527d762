"""The games that the demo plays: whole, legal and sensible, with one slip that is put right on the way.

The same seed always gives the same game. Refereeing is left to the pipeline that watches it.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from referee.grid import GridSize, beside
from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet
from referee.placements import Placement, placements
from referee.polyomino import Cells
from referee.record import Header
from web.agreed import agreed
from web.deal import dealt_hands
from web.demo_blokus import blokus
from web.demo_patchwork import patchwork
from web.demo_puzzle import puzzle
from web.naming import lying_of, name_of
from web.script import Script, one_of

PLAYERS = ("Ann", "Bob")

CANDIDATES = 40
"""So many placements of a piece a player thinks of; the snuggest of them is made."""
OTHERS: Mapping[str, Callable[[Match, random.Random], Script]] = MappingProxyType(
    {"blokus": blokus, "patchwork": patchwork, "polyssimo-puzzle": puzzle}
)
"""How the games other than Polyssimo Challenge are played."""


def usual_players(game: str) -> tuple[str, ...]:
    """Who plays a demo of a game."""
    return PLAYERS[:1] if game == "polyssimo-puzzle" else PLAYERS


def dealt(seed: int, piece_set: PieceSet, players: tuple[str, ...] = PLAYERS) -> Header:
    """Who plays with which pieces, or from which beginning, in the game of a seed."""
    if piece_set.game != "polyssimo":
        return agreed(piece_set.game, players, _choices(seed, piece_set), piece_set)
    hands = dealt_hands(piece_set, players, random.Random(seed))
    return Header(piece_set.game, players, hands, piece_set.digest)


@lru_cache(maxsize=4)
def script(seed: int, piece_set: PieceSet, players: tuple[str, ...] = PLAYERS) -> Script:
    """A whole game for a seed."""
    header, dice = dealt(seed, piece_set, players), random.Random(seed)
    match = Match.start(header, piece_set)
    if piece_set.game in OTHERS:
        return OTHERS[piece_set.game](match, dice)
    while match.position.to_move is not None:
        _, match = match.play(_sensible_move(match, dice))
    moves = match.position.lying
    slip_at = one_of(range(len(moves) // 3, 2 * len(moves) // 3), dice)
    return Script(header, moves, slip_at, _slip(moves[:slip_at], moves[slip_at], piece_set, dice))


def rest(played: Match, whole: Script) -> tuple[Place, ...] | None:
    """The moves of a script that a match still lacks; None if it is not this game or has taken another course.

    The camera may have labelled the board another way round; each quilt in its own, so that there the names must do.
    """
    lying = {(name_of(place), place.cells) for place in lying_of(played)}
    first, grid = whole.moves[: len(lying)], played.piece_set.grid
    if whole.advances:
        same = {name for name, _ in lying} == {name_of(move) for move in first}
    else:
        same = any(lying == {(name_of(move), cells) for move, cells in turned} for turned in _turned(first, grid))
    return whole.moves[len(lying) :] if same and played.header == whole.header else None


def _turned(moves: tuple[Place, ...], grid: GridSize) -> Iterator[list[tuple[Place, Cells]]]:
    """Placements with their cells under each labelling of the board: a square one may be seen a quarter turn round."""
    for quarters in range(0, 4, 1 if grid.rows == grid.cols else 2):
        yield [(move, _turned_cells(move.cells, grid, quarters)) for move in moves]


def _turned_cells(cells: Cells, grid: GridSize, quarters: int) -> Cells:
    bottom, right = grid.rows - 1, grid.cols - 1
    if quarters >= 2:
        cells = tuple((bottom - row, right - col) for row, col in cells)
    if quarters % 2:
        cells = tuple((col, right - row) for row, col in cells)
    return tuple(sorted(cells))


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


def _choices(seed: int, piece_set: PieceSet) -> Mapping[str, Any]:
    """From which card the puzzle of a seed begins, or how the circle of Patchwork is shuffled."""
    cards = piece_set.extras.get("cards", ())
    return {"card": cards[seed % len(cards)]["card"]} if cards else {"seed": seed}
