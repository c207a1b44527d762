"""A thin piece that has come in a live game and lies wrongly, by the silhouette of all that has changed.

Neither its colour nor its print need be known: nothing but it has come since all that lies there was seen for sure.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.grid import GridSize
from referee.polyomino import Cells
from vision.before import Change
from vision.catalogue import Catalogue
from vision.kind import STRANGER
from vision.likeness import LIKE, SCALE_PX, SMALLEST, Blot, Likeness, is_clear, on_the_cells, ranked, shapes_of, side_of
from vision.reading import Reading

MOSTLY = 0.8
"""What has come makes up so great a share at least of all that has changed."""
WORSE = 0.12
"""By so much less must every piece agree with it that lies on the cells. Of 46 that did, on simulated tables, the
likest askew one led by up to 0.11, two dominoes apart; of 22 that lay askew two by less."""
OFF = 0.33
"""Shadows and sides shift what is seen to have come, in cells: of 60 pieces of Blokus that lay on the cells two seemed
to lie .28 and .29 off them."""
BEYOND = 2
"""So many cells beyond the grid are looked at: what hangs over an edge has come there."""
AHEAD = 0.08
"""By so much a piece over an edge must be liker than any other, or the same elsewhere. Of 24 patches that hung over one
17 were, and nothing else was by more than .001."""
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


def find_newcomer(change: Change, reading: Reading, lying: Collection[int], catalogue: Catalogue) -> Newcomer | None:
    """What has come and lies askew or over an edge, if anything does for sure.

    Args:
        change: since all that was seen for sure which lies there.
        reading: of the plane of the tops.
        lying: the numbers of the placements that have been there before.
        catalogue: the placements.
    """
    blot = _come(change, reading.height)
    if blot is None:
        return None
    every = shapes_of(
        catalogue, _paint(blot, reading, catalogue), frozenset({*map(catalogue.name_of, lying), STRANGER})
    )
    shapes = [one for one in every if len(one[1]) >= LEAST_SQUARES]
    side = side_of(blot, change.pose, reading.height)
    below = {cell for number in lying for cell in catalogue.cells_of(number)}
    straight = [one for one in on_the_cells(blot, side, shapes) if below.isdisjoint(one.on_cells)]
    if _hangs_over(straight, change.pose.grid):
        return Newcomer("overhang", straight[0].piece, straight[0].on_cells, is_told=True)
    askew = ranked(blot, side, shapes)
    if not askew or askew[0].is_straight(OFF) or askew[0].share < LIKE:
        return None
    cells = askew[0].cells_in(change.pose.grid)
    higher = None if below.isdisjoint(cells) else _come(change, 2 * reading.height)  # there it is seen off its cells
    straight += (
        [one for one in on_the_cells(higher, side, shapes) if not below.isdisjoint(one.on_cells)] if higher else []
    )
    if max((one.share for one in straight), default=0.0) > askew[0].share - WORSE:
        return None
    return Newcomer("misaligned", askew[0].piece, cells, is_clear(askew))


def _hangs_over(straight: Sequence[Likeness], grid: GridSize) -> bool:
    """Whether the likest of some pieces that lie along the cells clearly hangs over an edge."""
    if not straight or straight[0].share < LIKE or all(cell in grid for cell in straight[0].on_cells):
        return False
    return len(straight) == 1 or straight[0].share >= straight[1].share + AHEAD


def _come(change: Change, height: float) -> Blot | None:
    """All that has changed on a plane so high, if it is one piece."""
    mask = cv2.morphologyEx(
        change.outline(height, SCALE_PX, BEYOND).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)
    )
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < max(SMALLEST * SCALE_PX**2, MOSTLY * areas.sum()):
        return None
    return Blot(labels == 1 + int(np.argmax(areas)), np.ones(mask.shape, bool), BEYOND)


def _paint(blot: Blot, reading: Reading, catalogue: Catalogue) -> int:
    """The paint that the cells have which it covers for the most part."""
    rows, cols = (side // SCALE_PX for side in blot.mask.shape)
    covered = cv2.resize(blot.mask.astype(np.float32), (cols, rows), interpolation=cv2.INTER_AREA)
    inside = covered[BEYOND:-BEYOND, BEYOND:-BEYOND]
    cells = [cell for cell in reading.grid if inside[cell] >= 0.5 * inside.max()]
    paints: list[int] = np.unique(catalogue.paint).tolist()
    return max(paints, key=lambda paint: reading.paint_lead(cells, paint))
