"""A thin piece that has come in a live game and lies askew, by the silhouette of all that has changed.

Neither its colour nor its print need be known: nothing but it has come since all that lies there was seen for sure.
"""

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np

from referee.polyomino import Cells
from vision.before import Change
from vision.catalogue import Catalogue
from vision.kind import STRANGER
from vision.likeness import LIKE, SCALE_PX, SMALLEST, Blot, is_clear, on_the_cells, ranked, shapes_of, side_of
from vision.reading import Reading

MOSTLY = 0.8
"""What has come makes up so great a share at least of all that has changed."""
WORSE = 0.12
"""By so much less must every piece agree with it that lies on the cells. Of 46 that did, on simulated tables, the
likest askew one led by up to 0.11, two dominoes apart; of 22 that lay askew two by less."""
OFF = 0.33
"""Shadows and sides shift what is seen to have come, in cells: of 60 pieces of Blokus that lay on the cells two seemed
to lie .28 and .29 off them."""
LEAST_SQUARES = 3
"""Smaller pieces are like parts of many."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What lies askew: the cells of which it covers a good part, a piece that it is like, and whether that is sure."""

    piece: str
    cells: Cells
    is_told: bool


def find_newcomer(change: Change, reading: Reading, lying: Collection[int], catalogue: Catalogue) -> Newcomer | None:
    """What has come and lies askew, if anything does for sure.

    Args:
        change: since all that was seen for sure which lies there.
        reading: of the plane of the tops.
        lying: the numbers of the placements that have been there before.
        catalogue: the placements.
    """
    blot = _come(change, reading.height)
    if blot is None:
        return None
    paint = _paint(blot, reading, catalogue)
    every = shapes_of(catalogue, paint, frozenset({*map(catalogue.name_of, lying), STRANGER}))
    shapes = [one for one in every if len(one[1]) >= LEAST_SQUARES]
    side = side_of(blot, change.pose, reading.height)
    found = ranked(blot, side, shapes)
    if not found or found[0].is_straight(OFF) or found[0].share < LIKE:
        return None
    cells = found[0].cells_in(change.pose.grid)
    below = {cell for number in lying for cell in catalogue.cells_of(number)}
    higher = None if below.isdisjoint(cells) else _come(change, 2 * reading.height)  # there it is seen off its cells
    straight = max(on_the_cells(one, side, shapes) for one in (blot, higher) if one)
    if straight > found[0].share - WORSE:
        return None
    return Newcomer(found[0].piece, cells, is_clear(found))


def _come(change: Change, height: float) -> Blot | None:
    """All that has changed on a plane so high, if it is one piece."""
    mask = cv2.morphologyEx(
        change.outline(height, SCALE_PX).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)
    )
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < max(SMALLEST * SCALE_PX**2, MOSTLY * areas.sum()):
        return None
    return Blot(labels == 1 + int(np.argmax(areas)), np.ones(mask.shape, bool))


def _paint(blot: Blot, reading: Reading, catalogue: Catalogue) -> int:
    """The paint that the cells have which it covers for the most part."""
    covered = cv2.resize(
        blot.mask.astype(np.float32), (reading.grid.cols, reading.grid.rows), interpolation=cv2.INTER_AREA
    )
    cells = [cell for cell in reading.grid if covered[cell] >= 0.5 * covered.max()]
    paints: list[int] = np.unique(catalogue.paint).tolist()
    return max(paints, key=lambda paint: reading.paint_lead(cells, paint))
