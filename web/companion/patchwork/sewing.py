"""Patchwork as it lies on the table.

The eyes tell two quilts as one wide board and every leather patch by a number; the referee has a quilt for each player,
and buying and sewing leather are moves of their own. Here one is turned into the other.
"""

from collections.abc import Iterable
from functools import lru_cache

from referee.games.patchwork import LEATHER, PatchworkPosition
from referee.grid import Cell
from referee.match import Match
from referee.move import Buy, Leather, Place
from referee.piece import PieceSet
from referee.polyomino import Cells
from vision.names import id_of, seen_set
from vision.pieces.wide import on_quilt, own_cells, quilt_of
from vision.sighting import SeenPiece
from web.companion.custom import Before

MOST_AT_ONCE = 3
"""Of so many patches that have come since, at the most, it is thought out in which order, and what they have earned."""


def laid_out(position: PatchworkPosition) -> tuple[Place, ...]:
    """What lies on both quilts, as the eyes tell it. The first player's quilt is the left one."""
    found, leather = [], 0
    for place in position.lying:
        leather += place.piece == LEATHER
        name = f"{LEATHER} {leather}" if place.piece == LEATHER else place.piece
        found.append(Place(place.player, name, on_quilt(place.cells, position.players.index(place.player))))
    return tuple(found)


def leather_due(position: PatchworkPosition) -> frozenset[Cell]:
    """Where leather must come to lie next, on the wide board: anywhere on the quilt of who has earned it."""
    if not position.leather_owed or position.to_move is None:
        return frozenset()
    return frozenset(on_quilt(tuple(position.piece_set.grid), position.players.index(position.to_move)))


def patches_to_come(position: PatchworkPosition) -> frozenset[str]:
    """What is sewn on next, if anything is: leather, or what looks like a patch in reach, whatever the eyes call it."""
    near = (name for patch in position.reach for name in looks_alike(position.piece_set, patch))
    every = (piece.id for piece in seen_set(position.piece_set).pieces)
    return frozenset(near).union(name for name in every if id_of(name) == LEATHER)


def looks_alike(piece_set: PieceSet, patch: str) -> tuple[str, ...]:
    """The patches of the shape of this one, itself among them."""
    return twins_of(piece_set).get(patch, (patch,))


@lru_cache(maxsize=4)
def twins_of(piece_set: PieceSet) -> dict[str, tuple[str, ...]]:
    """The patches of the same shape, for each that is not the only one of its shape."""
    alike: dict[Cells, list[str]] = {}
    for piece in piece_set.pieces:
        alike.setdefault(piece_set.canonical(piece.cells), []).append(piece.id)
    return {name: tuple(names) for names in alike.values() for name in names if len(names) > 1}


def sewing(position: PatchworkPosition, place: Place) -> Buy | Leather:
    """The move that sewing a patch on there stands for: of the player whose quilt it is."""
    player, cells = sewer(position, place.cells), own_cells(place.cells)
    return Leather(player, cells) if id_of(place.piece) == LEATHER else Buy(player, place.piece, cells)


def sewer(position: PatchworkPosition, cells: Cells) -> str:
    """On whose quilt cells of the wide board lie."""
    return position.players[quilt_of(cells)]


def position_of(match: Match) -> PatchworkPosition:
    """The position of a match of Patchwork."""
    assert isinstance(match.position, PatchworkPosition)
    return match.position


def sewn_on(match: Match, patches: Iterable[SeenPiece], before: Before) -> Match | None:
    """The match with patches sewn on one after the other; None where that is against the rules."""
    for patch in patches:
        place = Place("", patch.piece, patch.cells)
        match = before(match, place)
        verdict, match = match.play(sewing(position_of(match), place))
        if not verdict.legal:
            return None
    return match
