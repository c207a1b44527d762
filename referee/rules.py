"""Checks that several games share. Each looks at one rule and gives the violation, or None.

The rule stands in words above each check. They take plain values, so that a game may put together its own list.
"""

from collections.abc import Container, Set

from referee.grid import Cell, GridSize
from referee.move import Move, Place
from referee.piece import PieceSet
from referee.polyomino import Cells
from referee.said import Said
from referee.verdict import Violation


def broken(code: str, cells: Cells = (), **names: object) -> Violation:
    """The violation of a rule, with the names that its sentence needs."""
    return Violation(code, cells, tuple((key, str(value)) for key, value in names.items()))


# Once a game is over nothing moves any more; before that every action has its phase.
def in_phase(action: str, phase: str, wanted: str) -> Violation | None:
    if phase == "over":
        return broken("game_over")
    return None if phase == wanted else out_of_phase(action, phase)


def out_of_phase(action: str, phase: str) -> Violation:
    return broken("wrong_phase", action=action, phase=PHASES.get(phase, phase))


PHASES = {"draft": Said("draft"), "placing": Said("placing")}


# Only the player to move may move.
def at_turn(player: str, to_move: str | None) -> Violation | None:
    return None if to_move in (None, player) else broken("not_your_turn", player=player, turn=to_move)


# A piece is one of the set.
def known(piece: str, piece_set: PieceSet) -> Violation | None:
    return None if piece in piece_set.by_id else broken("unknown_piece", piece=piece)


# A player places only what is in their own hand.
def in_hand(player: str, piece: str, hand: Container[str]) -> Violation | None:
    return None if piece in hand else broken("not_in_hand", player=player, piece=piece)


# A piece is drafted once only.
def still_there(piece: str, left: Container[str]) -> Violation | None:
    return None if piece in left else broken("already_taken", piece=piece)


# A piece may be turned, and turned over where it has two sides, but keeps its shape.
def in_shape(piece: str, cells: Cells, piece_set: PieceSet) -> Violation | None:
    shape = piece_set.by_id[piece].cells
    fits = len(cells) == len(shape) and piece_set.canonical(cells) == piece_set.canonical(shape)
    return None if fits else broken("wrong_shape", cells, piece=piece)


# A piece lies wholly on the board.
def on_board(piece: str, cells: Cells, grid: GridSize) -> Violation | None:
    outside = tuple(sorted({cell for cell in cells if cell not in grid}))
    return broken("off_board", outside, piece=piece) if outside else None


# A square is covered once only.
def on_free_cells(piece: str, cells: Cells, taken: Set[Cell]) -> Violation | None:
    twice = tuple(sorted(set(cells) & taken))
    return broken("overlap", twice, piece=piece) if twice else None


# In turn a piece of one's hand goes on free squares, in its shape: all that a game without a rule of contact asks.
def placing_freely(
    place: Place, phase: str, to_move: str | None, hand: Container[str], taken: Set[Cell], piece_set: PieceSet
) -> tuple[Violation | None, ...]:
    unknown = known(place.piece, piece_set)
    return (
        in_phase(Said("placing"), phase, "placing"),
        at_turn(place.player, to_move),
        unknown or in_hand(place.player, place.piece, hand),
        None if unknown else in_shape(place.piece, place.cells, piece_set),
        on_board(place.piece, place.cells, piece_set.grid),
        on_free_cells(place.piece, place.cells, taken),
    )


# A game knows only its own kinds of moves.
def not_in_this_game(move: Move, game: str) -> Violation:
    action = Said("the move '{kind}'", kind=move.kind)
    return broken("wrong_phase", action=action, phase=Said("game of {game}", game=game))
