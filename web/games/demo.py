"""The games that the demo plays: whole, legal and sensible, with one slip that is put right on the way.

The same seed always gives the same game. Refereeing is left to the pipeline that watches it.
"""

import random
from collections.abc import Iterator
from functools import lru_cache

from referee.grid import GridSize
from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet
from referee.polyomino import Cells
from referee.record import Header
from web.companion.naming import lying_of, name_of
from web.games import presented
from web.games.agreed import agreed
from web.games.presentation import Choices
from web.scripts.script import Script

PLAYERS = ("Ann", "Bob")


def usual_players(game: str) -> tuple[str, ...]:
    """Who plays a demo of a game."""
    return PLAYERS[: presented(game).most]


def dealt(seed: int, piece_set: PieceSet, players: tuple[str, ...] = PLAYERS) -> Header:
    """Who plays with which pieces, or from which beginning, in the game of a seed."""
    return agreed(piece_set.game, players, _choices(seed, piece_set), piece_set)


@lru_cache(maxsize=4)
def script(seed: int, piece_set: PieceSet, players: tuple[str, ...] = PLAYERS) -> Script:
    """A whole game for a seed."""
    played = presented(piece_set.game).script
    assert played is not None, f"{piece_set.game} is not followed through a camera"
    return played(Match.start(dealt(seed, piece_set, players), piece_set), random.Random(seed))


def rest(played: Match, whole: Script) -> tuple[Place, ...] | None:
    """The moves of a script that a match still lacks; None if it is not this game or has taken another course.

    The camera may have labelled the board another way round; each quilt in its own, so that there the names must do.
    """
    lying = {(name_of(place), place.cells) for place in lying_of(played)}
    first, grid = whole.moves[: len(lying)], played.piece_set.grid
    if whole.advances:
        same = {name for name, _ in lying} == {name_of(move) for move in first}
    else:
        same = any(lying == {(name_of(move), cells) for move, cells in one} for one in turned(first, grid))
    return whole.moves[len(lying) :] if same and played.header == whole.header else None


def turned(moves: tuple[Place, ...], grid: GridSize) -> Iterator[list[tuple[Place, Cells]]]:
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


def _choices(seed: int, piece_set: PieceSet) -> Choices:
    """From which card the puzzle of a seed begins, or how hands are dealt and the circle of Patchwork is shuffled."""
    cards = piece_set.extras.get("cards", ())
    return {"card": cards[seed % len(cards)]["card"]} if cards else {"hands": "random", "seed": seed}
