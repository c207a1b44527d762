"""What players want to know of a match, besides whose turn it is. Ready for the page."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.games.polyssimo import PolyssimoPosition
from referee.grid import GridSize
from referee.match import Match
from referee.placements import Placement
from referee.polyomino import Cells


def fits(match: Match, holder: str) -> Mapping[str, tuple[Placement, ...]]:
    """Where each piece of a hand still fits, in order of the piece set; nowhere is an empty list."""
    open_ = match.game.legal_placements(match.position, holder)
    hand = match.position.hands[holder]
    return {
        piece: tuple(placement for placement in open_ if placement.piece == piece)
        for piece in match.piece_set.by_id
        if piece in hand
    }


@dataclass(frozen=True, slots=True)
class Footprint:
    """A region of free cells into which only one player's pieces fit."""

    player: str
    cells: Cells
    pieces: tuple[str, ...]


def footprints(match: Match) -> tuple[Footprint, ...]:
    """The regions of free cells that only one player can still use, with the pieces that fit there.

    Of all pieces in all hands none of another player's fits into such a region. To make one for one's own pieces is
    the strategic advice of the rule sheet of Polyssimo Challenge. There are none during the draft, nor in other games:
    there one's pieces do not lie anywhere they fit on a board for all.
    """
    position = match.position
    if not isinstance(position, PolyssimoPosition) or position.phase == "draft":
        return ()
    taken = match.piece_set.grid.mask(cell for place in position.lying for cell in place.cells)
    open_ = {player: match.game.legal_placements(position, player) for player in position.hands}
    found = []
    for region in regions(match.piece_set.grid, taken):
        inside = {player: [one.piece for one in listed if not one.mask & ~region] for player, listed in open_.items()}
        users = [player for player, pieces in inside.items() if pieces]
        if len(users) == 1:
            pieces = tuple(dict.fromkeys(inside[users[0]]))
            found.append(Footprint(users[0], match.piece_set.grid.cells(region), pieces))
    return tuple(found)


def regions(grid: GridSize, taken: int) -> tuple[int, ...]:
    """The free cells that hang together edge to edge, as masks, in order of their first cells."""
    free = ((1 << len(grid)) - 1) & ~taken
    right_of_edge = grid.mask((row, 0) for row in range(grid.rows))
    left_of_edge = grid.mask((row, grid.cols - 1) for row in range(grid.rows))
    found = []
    while free:
        region, grown = 0, free & -free
        while grown != region:
            region = grown
            sideways = (region << 1 & ~right_of_edge) | (region >> 1 & ~left_of_edge)
            grown = (region | sideways | region << grid.cols | region >> grid.cols) & free
        free &= ~region
        found.append(region)
    return tuple(found)
