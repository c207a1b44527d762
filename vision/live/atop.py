"""A thin piece laid on others in a live game, known by what it covers.

Pieces never move. Where one that lies there looks otherwise than before, and neither is it gone nor has the light
changed, another lies on it; and which one is told by the shape of all that looks otherwise, and by its colour.
"""

from collections.abc import Collection, Iterable, Set
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from referee.grid import Cell, GridSize
from referee.piece import PieceSet
from referee.polyomino import Cells
from vision.live.judgement import placed
from vision.live.past import Differences, Now
from vision.live.squares import TOPS
from vision.look import Known
from vision.names import STRANGER, colour_of
from vision.pieces.catalogue import Catalogue, catalogue
from vision.sighting import Problem, SeenPiece, Sighting

FEWEST = 2
"""A single square may look otherwise because a lamp is mirrored in it."""
WHOLE = ("misaligned", "overhang")
"""Of what lies so all is told already, also that it lies on others."""
NEARER = 0.5
"""A piece has the colour of those that it is nearer to than to all others by this factor. Of 60 pieces of Blokus laid
on others six were nearest to a wrong colour, none of them by less than 0.72."""

Lying = tuple[str, Cells]
"""A piece, and the cells it covers."""


def laid_atop(sighting: Sighting, known: Known, now: Now, found: Differences, piece_set: PieceSet) -> Sighting:
    """The sighting with the piece that lies on others as a problem, if there is one; what is known to lie below it is
    seen, and what its parts look like is not."""
    compared = _Compared(sighting, known, now, found, catalogue(piece_set))
    problem = compared.by_shape() or compared.by_sight()
    return _told(sighting, known, problem) if problem else sighting


@dataclass(frozen=True, eq=False)
class _Compared:
    """What is seen on a board, what is ``known`` to lie there, how it looks ``now``, and how that differs from
    before."""

    sighting: Sighting
    known: Known
    now: Now
    found: Differences
    catalogue: Catalogue

    def by_shape(self) -> Problem | None:
        """The piece that has the shape of all that looks otherwise, if any of that lay there before; or else of what
        looks otherwise in one place, if something else is seen there than what lay there before."""
        changed = self.found.changed - self.sighting.hidden
        doubtful = filter(self._is_doubtful, places(changed, self.catalogue.grid))
        return self._of_shape(changed) or next(filter(None, map(self._of_shape, doubtful)), None)

    def by_sight(self) -> Problem | None:
        """A new piece that is seen for sure where others lie, if their squares look otherwise there."""
        lying = {piece.cells for piece in self.known.lying}
        for piece in self.sighting.pieces:
            if self.catalogue.stand_in(piece.piece) in self._used:
                continue
            below = self._lain_on(piece.cells)
            covered = {cell for one in below for cell in one.cells}.intersection(piece.cells)
            looks_new = bool(covered) and covered <= self.found.changed and self.found.same.isdisjoint(piece.cells)
            if piece.cells not in lying and looks_new and not self._is_any_gone(below):
                return self._overlap((piece.piece, piece.cells), below)
        return None

    def _of_shape(self, changed: Set[Cell]) -> Problem | None:
        """The piece that has the shape of these cells: the only one that fits, or the only one of those that was seen
        there. Where something else seems to lie on others none is named."""
        if any(one.kind in WHOLE and not changed.isdisjoint(one.cells) for one in self.sighting.problems):
            return None
        below = self._lain_on(changed)
        gone = self._is_any_gone(below) or all(self.found.same.isdisjoint(one.cells) for one in below)
        if gone or len(changed) < FEWEST:
            return None
        whole, shaded = self._fitting(changed)
        atop = [one for one in self.sighting.problems if one.kind == "overlap" and not changed.isdisjoint(one.cells)]
        if not (whole if atop else whole | shaded) or any(self._may_be(one.cells, changed) for one in atop):
            return None
        left = whole if len(whole) == 1 else (whole | shaded) & self._seen or self._of_one_colour(whole, changed)
        if atop or len(left) != 1:
            return Problem("unknown", None, tuple(sorted(changed)), tuple(piece.piece for piece in below))
        return self._overlap(left.pop(), below)

    def _overlap(self, upper: Lying, below: Iterable[SeenPiece]) -> Problem:
        """A piece lies on these; which of twins it is, is not told."""
        (piece, cells), on = upper, tuple(one.piece for one in below)
        twin = self.catalogue.stand_in(piece) in self.catalogue.twins
        return Problem("unknown" if twin else "overlap", None if twin else piece, cells, on)

    def _fitting(self, changed: Set[Cell]) -> tuple[set[Lying], set[Lying]]:
        """What covers all that has changed, and what covers all of it where something lay before, the rest lying in its
        shadow; and, but for pieces of the same colour, nothing that has not changed at all."""
        every = self.catalogue
        upon = changed & self._colours.keys()
        whole, shaded = [], []
        for number in every.meeting([min(upon)]).tolist():
            name, cells = every.name_of(number), set(every.cells_of(number))
            like = {cell for cell in cells if colour_of(name) and self._colours.get(cell) == colour_of(name)}
            seen_through = not self.found.still.isdisjoint(cells - like) or self._is_seen_through(cells)
            if name in self._used | {STRANGER} or seen_through:
                continue
            if changed <= cells:
                whole.append(number)
            elif upon <= cells and changed <= cells | around(cells, every.grid):
                shaded.append(number)
        return self._within(whole), self._within(shaded)

    def _within(self, numbers: Collection[int]) -> set[Lying]:
        """Those on the board if there are any, else those over its edge."""
        every = self.catalogue
        within = [number for number in numbers if not every.overhangs[number]] or numbers
        return {(every.name_of(number), every.cells_of(number)) for number in within}

    def _may_be(self, cells: Cells, changed: Set[Cell]) -> bool:
        """Whether all that has changed is what a piece covers or lies in its shadow, and nothing is seen through it."""
        there = set(cells)
        bare = there - self._colours.keys()
        seen_through = not self.found.still.isdisjoint(bare) or self._is_seen_through(there)
        return changed <= there | around(there, self.catalogue.grid) and not seen_through

    def _is_seen_through(self, cells: set[Cell]) -> bool:
        """Whether a part of something that lay there looks as before below these cells and another part otherwise."""
        covered = [cells.intersection(piece.cells) for piece in self._lain_on(cells)]
        return any(not self.found.same.isdisjoint(part) and not self.found.changed.isdisjoint(part) for part in covered)

    def _of_one_colour(self, could: Set[Lying], changed: Set[Cell]) -> set[Lying]:
        """Those of the colour that what has changed surely is of."""
        tops = {cell: colours[TOPS].mean(axis=(0, 1)) for cell, colours in self.now.around.items()}
        seen = tops.keys() - self.sighting.hidden

        def apart(colour: str | None) -> float:
            like = [tops[cell] for cell in seen - self.found.changed if self._colours.get(cell) == colour]
            far = [
                min((float(np.linalg.norm(tops[cell] - one)) for one in like), default=np.inf)
                for cell in seen & changed
            ]
            return float(np.median(far)) if far else np.inf

        colours = {colour: apart(colour) for colour in {colour_of(name) for name, _ in could} - {None}}
        sure = {
            one
            for one in colours
            if all(colours[one] < NEARER * colours[other] < np.inf for other in set(colours) - {one})
        }
        return {(name, cells) for name, cells in could if colour_of(name) in sure}

    def _lain_on(self, cells: Collection[Cell]) -> list[SeenPiece]:
        """What is known to lie on any of these."""
        return [piece for piece in self.known.lying if not set(piece.cells).isdisjoint(cells)]

    def _is_any_gone(self, below: Iterable[SeenPiece]) -> bool:
        """Whether the board is seen again where one of these lay, or the piece itself elsewhere."""
        return any(not self.found.bared.isdisjoint(one.cells) or self._is_elsewhere(one) for one in below)

    def _is_elsewhere(self, piece: SeenPiece) -> bool:
        """Whether a piece that is known to lie somewhere is seen for sure on other cells: somebody has moved it."""
        if piece.piece == STRANGER or self.catalogue.stand_in(piece.piece) in self.catalogue.twins:
            return False
        return any(one.piece == piece.piece and set(one.cells) != set(piece.cells) for one in self.sighting.pieces)

    def _is_doubtful(self, place: Set[Cell]) -> bool:
        """Whether something else is seen there than what lay there before."""
        return not (
            placed(self._lain_on(place)) <= placed(self.sighting.pieces) and self.sighting.uncertain.isdisjoint(place)
        )

    @cached_property
    def _used(self) -> frozenset[str]:
        """The names of which no piece is left to come."""
        return self.catalogue.used_up(piece.piece for piece in self.known.lying)

    @cached_property
    def _colours(self) -> dict[Cell, str | None]:
        """The colour, if it is of one, of what is known to lie on each cell."""
        return {cell: colour_of(piece.piece) for piece in self.known.lying for cell in piece.cells}

    @cached_property
    def _seen(self) -> set[Lying]:
        """What was seen for sure, and what it might be."""
        might = (piece for one in self.sighting.alternatives for piece in one.pieces)
        return {(self.catalogue.stand_in(piece.piece), piece.cells) for piece in (*self.sighting.pieces, *might)}


def places(cells: Set[Cell], grid: GridSize) -> list[frozenset[Cell]]:
    """Those that touch each other, be it at a corner, together."""
    raster = np.zeros((grid.rows, grid.cols), np.uint8)
    raster[tuple(np.array(sorted(cells), int).reshape(-1, 2).T)] = 1
    count, labels = cv2.connectedComponents(raster)
    return [frozenset(cell for cell in cells if labels[cell] == number) for number in range(1, count)]


def around(cells: Set[Cell], grid: GridSize) -> set[Cell]:
    """Where the shadow of what lies on these cells may fall."""
    return {near for cell in cells for near in (*grid.edge_neighbours(cell), *grid.corner_neighbours(cell))}


def _told(sighting: Sighting, known: Known, problem: Problem) -> Sighting:
    """The sighting with this problem, what is known to lie below it, and nothing else that was seen there."""
    below = [piece for piece in known.lying if piece.piece in problem.on]
    covered = {cell for cells in (problem.cells, *(piece.cells for piece in below)) for cell in cells}

    def stays(cells: Cells) -> bool:
        return covered.isdisjoint(cells)

    pieces = (*(piece for piece in sighting.pieces if stays(piece.cells)), *below)
    left = tuple(one for one in sighting.alternatives if all(stays(piece.cells) for piece in one.pieces))
    dropped = {cell for piece in sighting.pieces if not stays(piece.cells) for cell in piece.cells}
    there = {cell for cell in dropped.union(problem.cells) if cell in sighting.board.grid}
    return replace(
        sighting,
        pieces=pieces,
        problems=(*(one for one in sighting.problems if stays(one.cells)), problem),
        alternatives=left,
        uncertain=frozenset((there | sighting.uncertain) - {cell for piece in pieces for cell in piece.cells}),
    )
