"""A thin piece that has come in a live game and lies wrongly, by the silhouette of all that has changed.

Neither its colour nor its print need be known: nothing but it has come since all that lies there was seen for sure.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from referee.polyomino import Cells, normalised
from vision.cells.reading import RING, Reading
from vision.faults.likeness import (
    LIKE,
    SCALE_PX,
    SMALLEST,
    Blot,
    Likeness,
    Points,
    Shape,
    is_clear,
    on_the_cells,
    ranked,
    shapes_of,
    side_of,
)
from vision.names import STRANGER
from vision.pieces.before import Change
from vision.pieces.catalogue import Catalogue

MOSTLY = 0.8
"""What has come makes up so great a share at least of all that has changed."""
WORSE = 0.12
"""By so much less must every piece agree with it that lies on the cells. Of 88 that did, on simulated tables, none was
as like any other that seemed askew as ``LIKE`` has it and less like all that lay on the cells by more than 0.1."""
OFF = 0.33
"""Shadows and sides shift what is seen to have come, in cells: of 60 pieces of Blokus that lay on the cells two seemed
to lie .28 and .32 off them, hardly turned. Two more seemed to be other pieces .4 off, which ``WORSE`` keeps from being
told."""
AHEAD = 0.08
"""By so much a piece over an edge must be liker than any other, or the same elsewhere. Of 24 patches that hung over one
15 were; of two that something else was like, that was not ahead at all."""
LEAST_SQUARES = 3
"""Smaller pieces are like parts of many."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What lies wrongly, as ``kind`` has it (misaligned or overhang): the cells of which it covers a good part, a piece
    that it is like, and whether that is sure."""

    kind: str
    piece: str
    cells: Cells
    is_told: bool


def find_newcomer(
    change: Change,
    reading: Reading,
    lying: Collection[int],
    claimed: Collection[Cell],
    catalogue: Catalogue,
    *,
    quick: bool = False,
) -> Newcomer | None:
    """What has come and lies askew or over an edge, if anything does for sure.

    Args:
        change: since all that was seen for sure which lies there.
        reading: of the plane of the tops.
        lying: the numbers of the placements that have been there before.
        claimed: the cells on which new pieces seem to lie properly.
        catalogue: the placements.
        quick: look only whether what is claimed is like what has come, and for anything else only if it is not.
    """
    if quick and not claimed:
        return None
    blot = _come(change, reading.height)
    if blot is None:
        return None
    paint = _paint(blot, reading, catalogue)
    changes = _Changes(change, reading, tuple(lying), catalogue, shapes_of(catalogue, paint, frozenset({STRANGER})))
    if quick and changes.is_like(blot, claimed):
        return None
    flat = changes.flat(blot, claimed)
    return changes.over_the_edge(flat) or changes.askew(blot, flat)


@dataclass(frozen=True, eq=False)
class _Changes:
    """What has changed on a board since it was known what was ``lying`` there, and every ``shape`` that may have
    come."""

    change: Change
    reading: Reading
    lying: tuple[int, ...]
    catalogue: Catalogue
    shapes: tuple[Shape, ...]

    @cached_property
    def below(self) -> frozenset[Cell]:
        """The cells on which something was lying."""
        return frozenset(cell for number in self.lying for cell in self.catalogue.cells_of(number))

    @cached_property
    def used(self) -> frozenset[str]:
        """The names of which no piece is left to come: it may have been taken away."""
        return self.catalogue.used_up(map(self.catalogue.name_of, self.lying))

    def is_like(self, blot: Blot, claimed: Collection[Cell]) -> bool:
        """Whether all that is claimed to lie on the cells is like a blot."""
        found = on_the_cells(blot, self._side(blot), [("", normalised(claimed))])
        return bool(found) and found[0].share >= LIKE

    def _side(self, blot: Blot) -> Points:
        return side_of(blot, self.change.pose, self.reading.height)

    def flat(self, blot: Blot, claimed: Collection[Cell]) -> list[Likeness]:
        """What may have come to lie on the cells of the board itself, the likest first, with what was taken away and
        what is ``claimed`` as a whole."""
        shapes = [*self._large, ("", normalised(claimed))] if claimed else self._large
        found = on_the_cells(blot, self._side(blot), shapes)
        return [one for one in found if one.piece in self.used or self.below.isdisjoint(one.on_cells)]

    def over_the_edge(self, flat: Sequence[Likeness]) -> Newcomer | None:
        """The likest, if it clearly hangs over an edge: one beside the board does not."""
        best = flat[0] if flat else None
        if best is None or best.piece in {"", *self.used} or best.share < LIKE:
            return None
        grid = self.change.pose.grid
        inside = [cell in grid for cell in best.on_cells]
        shown = all(-RING <= row < grid.rows + RING and -RING <= col < grid.cols + RING for row, col in best.on_cells)
        if not shown or all(inside) or not any(inside) or (len(flat) > 1 and best.share < flat[1].share + AHEAD):
            return None
        return Newcomer("overhang", best.piece, best.on_cells, is_told=True)

    def askew(self, blot: Blot, flat: Sequence[Likeness]) -> Newcomer | None:
        """What is clearly liker askew than anything is that lies along the cells."""
        side = self._side(blot)
        found = ranked(blot, side, [one for one in self._large if one[0] not in self.used])
        if not found or found[0].is_straight(OFF) or found[0].share < LIKE:
            return None
        cells = found[0].cells_in(self.change.pose.grid)
        straight = [*flat, *(self._atop(side) if not self.below.isdisjoint(cells) else [])]
        if not cells or max((one.share for one in straight), default=0.0) > found[0].share - WORSE:
            return None
        return Newcomer("misaligned", found[0].piece, cells, is_clear(found))

    def _atop(self, side: Points) -> list[Likeness]:
        """What may have come to lie on others, where it is seen off its cells."""
        blot = _come(self.change, 2 * self.reading.height)
        found = on_the_cells(blot, side, [one for one in self._large if one[0] not in self.used]) if blot else []
        return [one for one in found if not self.below.isdisjoint(one.on_cells)]

    @cached_property
    def _large(self) -> list[Shape]:
        """Those that are not like parts of many others."""
        return [one for one in self.shapes if len(one[1]) >= LEAST_SQUARES]


def _come(change: Change, height: float) -> Blot | None:
    """All that has changed on a plane so high, as far as it reaches onto the grid, if it is one piece."""
    outline = change.outline(height, SCALE_PX, RING).astype(np.uint8)
    mask = cv2.morphologyEx(outline, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    _, labels = cv2.connectedComponents(mask, connectivity=4)
    onto = np.unique(_inside(labels, SCALE_PX))
    areas = {number: int((labels == number).sum()) for number in onto.tolist() if number}
    largest = max(areas, key=areas.__getitem__, default=0)
    if not largest or areas[largest] < max(SMALLEST * SCALE_PX**2, MOSTLY * sum(areas.values())):
        return None
    return Blot(labels == largest, np.ones(mask.shape, bool), RING)


def _inside(plane: npt.NDArray[Any], a_cell: int) -> npt.NDArray[Any]:
    """The part of a plane, so many pixels a cell, that is the grid."""
    edge = RING * a_cell
    return plane[edge:-edge, edge:-edge]


def _paint(blot: Blot, reading: Reading, catalogue: Catalogue) -> int:
    """The paint that the cells have which it covers for the most part."""
    rows, cols = (side // SCALE_PX for side in blot.mask.shape)
    covered = cv2.resize(blot.mask.astype(np.float32), (cols, rows), interpolation=cv2.INTER_AREA)
    inside = _inside(covered, 1)
    cells = [cell for cell in reading.grid if inside[cell] >= 0.5 * inside.max()]
    paints: list[int] = np.unique(catalogue.paint).tolist()
    return max(paints, key=lambda paint: reading.paint_lead(cells, paint))
