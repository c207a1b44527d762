"""A thin piece laid on others in a live game, known by what it covers.

Pieces never move. Where one that lies there looks otherwise than before, and neither is it gone nor has the light
changed, another lies on it; and which one is told by the shape of all that looks otherwise.
"""

from collections.abc import Iterable, Set
from dataclasses import replace

from referee.grid import Cell
from referee.piece import PieceSet
from referee.polyomino import Cells
from vision.catalogue import Catalogue, catalogue
from vision.kind import STRANGER, colour_of
from vision.look import Known
from vision.past import Differences
from vision.sighting import Problem, SeenPiece, Sighting

FEWEST = 2
"""A single square may look otherwise because a lamp is mirrored in it."""


def laid_atop(sighting: Sighting, known: Known, found: Differences, piece_set: PieceSet) -> Sighting:
    """The sighting with the piece that lies on others as a problem, if there is one; what is known to lie below it is
    seen, and what its parts look like is not."""
    changed = found.changed - sighting.hidden
    below = [piece for piece in known.lying if not changed.isdisjoint(piece.cells)]
    gone = any(not found.bared.isdisjoint(one.cells) for one in below)
    if gone or all(found.same.isdisjoint(one.cells) for one in below):
        return sighting
    if any(not changed.isdisjoint(problem.cells) for problem in sighting.problems if problem.kind == "overlap"):
        return sighting
    every = catalogue(piece_set)
    fitting = _fitting(every, changed, found.same, known)
    if not fitting or len(changed) < FEWEST:
        return sighting
    return _told(sighting, known, _problem(fitting, changed, below, sighting, every))


def _fitting(every: Catalogue, changed: Set[Cell], same: Set[Cell], known: Known) -> list[int]:
    """The placements that cover all that has changed and, but for pieces of the same colour, nothing that looks as
    before: on the board if there are any, else over its edge."""
    lying = {piece.piece for piece in known.lying}
    colours = {cell: colour_of(piece.piece) for piece in known.lying for cell in piece.cells}
    found = []
    for number in every.meeting([min(changed)]):
        name, cells = every.name_of(number), set(every.cells_of(number))
        seen_through = {cell for cell in cells & same if colours.get(cell) is None or colours[cell] != colour_of(name)}
        if changed <= cells and not seen_through and name not in lying | {STRANGER}:
            found.append(int(number))
    return [number for number in found if not every.overhangs[number]] or found


def _problem(
    fitting: Iterable[int], changed: Set[Cell], below: Iterable[SeenPiece], sighting: Sighting, every: Catalogue
) -> Problem:
    """Which piece it is: the only one that fits, or the only one of those that was seen there."""
    on = tuple(piece.piece for piece in below)
    could = {(every.name_of(number), every.cells_of(number)) for number in fitting}
    seen = {(piece.piece, piece.cells) for piece in _all_seen(sighting)}
    left = could if len(could) == 1 else could & seen
    if len(left) != 1:
        return Problem("unknown", None, tuple(sorted(changed)), on)
    piece, cells = left.pop()
    twin = piece in every.twins
    return Problem("unknown" if twin else "overlap", None if twin else piece, cells, on)


def _all_seen(sighting: Sighting) -> list[SeenPiece]:
    """What was seen for sure, and what it might be."""
    return [*sighting.pieces, *(piece for one in sighting.alternatives for piece in one.pieces)]


def _told(sighting: Sighting, known: Known, problem: Problem) -> Sighting:
    """The sighting with this problem, what is known to lie below it, and nothing else that was seen there."""
    below = [piece for piece in known.lying if piece.piece in problem.on]
    covered = {cell for cells in (problem.cells, *(piece.cells for piece in below)) for cell in cells}

    def stays(cells: Cells) -> bool:
        return covered.isdisjoint(cells)

    pieces = (*(piece for piece in sighting.pieces if stays(piece.cells)), *below)
    left = tuple(one for one in sighting.alternatives if all(stays(piece.cells) for piece in one.pieces))
    uncertain = {cell for cell in problem.cells if cell in sighting.board.grid} | sighting.uncertain
    return replace(
        sighting,
        pieces=pieces,
        problems=(*(one for one in sighting.problems if stays(one.cells)), problem),
        alternatives=left,
        uncertain=frozenset(uncertain - {cell for piece in pieces for cell in piece.cells}),
    )
