"""Thin pieces of one colour that lie askew, by their silhouettes.

Pieces that lie properly show what each colour looks like today, and bare cells what the board does: so every pixel of
the plane of the tops is known to be of a colour or of the board. What is left of a colour beside those pieces is
compared with each piece that it may be, turned all ways, middle on middle.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from referee.polyomino import Cells
from vision.cells.observe import shifts
from vision.cells.reading import Reading
from vision.faults.likeness import SCALE_PX, SMALLEST, Blot, Mask, likest, shapes_of, side_of
from vision.faults.offset import Colours, cell_colour, looks_of
from vision.frame import Picture
from vision.pieces.catalogue import Catalogue
from vision.pose import BoardPose
from vision.rectify import Raster, rectified

KNOWN_NEAR, FEWEST_KNOWN = 8, 3
"""So many of the nearest cells tell what a colour, or the board, looks like at a place; of a colour of which fewer than
the second are known nothing is said."""
BARE = -4.0
"""Evidence (log-odds) up to which a cell shows the bare board."""
TROUBLE = -3.0
"""Evidence (log-odds) for trouble on one cell at least, without which nothing lies askew: shadows have colours too."""
FREE = 0.12
"""So far around pieces that lie properly, in cells, nothing is looked at."""
BOARD = -1
"""Stands for no paint."""
REMNANT = 2
"""A piece of so few squares, or what is left to be seen of a larger one."""
Paints = npt.NDArray[np.int64]


def find_silhouettes(
    bgr: Picture,
    pose: BoardPose,
    reading: Reading,
    lying: Mapping[str, Cells],
    hidden: Collection[Cell],
    catalogue: Catalogue,
) -> dict[str, Cells]:
    """The pieces that lie askew beside those ``lying`` properly, as far as it is clear which they are, and the cells of
    which each covers a good part.

    Args:
        bgr: the picture.
        pose: of the board.
        reading: of the plane of the tops.
        lying: the pieces that lie on the cells, by their names.
        hidden: cells that something hides.
        catalogue: the placements; its pieces are of one colour each.
    """
    filled = {cell for cells in lying.values() for cell in cells if cell in pose.grid}
    troubled = {cell for cell in pose.grid if reading.at(reading.troubled, cell) > TROUBLE}
    if troubled.issubset(filled):
        return {}
    lab = looks_of(rectified(bgr, pose, Raster(pose.grid, SCALE_PX, 0.0), reading.height))
    bare = [cell for cell in pose.grid if reading.at(reading.occupied, cell) < BARE and cell not in filled]
    painted = _painted(lab, pose, lying, bare, catalogue)
    free = ~_taken(painted.shape, pose, reading.height, filled, hidden)
    found: list[tuple[str, Cells]] = []
    for paint, blot in _blots(painted, free):
        if not blot.touches(troubled):
            continue
        shapes = shapes_of(catalogue, paint, frozenset(lying))
        best = likest(blot, side_of(blot, pose, reading.height), shapes)
        if best is None or best.is_straight() or (blot.is_cut and len(best.shape) <= REMNANT):
            continue
        cells = best.cells_in(pose.grid)
        if cells and reading.paint_lead(cells, paint) > 0:  # a colour of which nothing lies yet looks like another
            found.append((best.piece, cells))
    names = [name for name, _ in found]
    return {name: cells for name, cells in found if names.count(name) == 1}  # of two places neither is sure


def _painted(
    lab: Colours, pose: BoardPose, lying: Mapping[str, Cells], bare: Collection[Cell], catalogue: Catalogue
) -> Paints:
    """The number of the paint that each pixel looks like, ``BOARD`` where it looks like the bare board."""
    known: dict[int, list[Cell]] = {BOARD: list(bare)}
    for name, cells in lying.items():
        known.setdefault(_paints(catalogue)[name], []).extend(cell for cell in cells if cell in pose.grid)
    told = [paint for paint, cells in known.items() if len(cells) >= FEWEST_KNOWN]
    if BOARD not in told:
        return np.full(lab.shape[:2], BOARD)
    far = [((lab - _around(lab, pose, known[paint])) ** 2).sum(axis=2) for paint in told]
    return np.asarray(np.array(told)[np.argmin(far, axis=0)])


def _blots(painted: Paints, free: Mask) -> Iterator[tuple[int, Blot]]:
    """What is left of each paint, region by region."""
    for paint in set(np.unique(painted).tolist()) - {BOARD}:
        mask = ((painted == paint) & free).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        for region in range(1, len(stats)):
            if stats[region, cv2.CC_STAT_AREA] >= SMALLEST * SCALE_PX**2:
                yield paint, Blot(labels == region, free)


@lru_cache(maxsize=8)
def _paints(catalogue: Catalogue) -> dict[str, int]:
    """The number of each piece's paint, by its name."""
    first = np.unique(catalogue.piece, return_index=True)[1]
    return {name: int(paint) for name, paint in zip(catalogue.names, catalogue.paint[first], strict=True)}


def _around(lab: Colours, pose: BoardPose, cells: Collection[Cell]) -> Colours:
    """What some cells look like at every pixel: the median of those nearest to it, cell by cell."""
    seen, places = np.array([cell_colour(lab, cell, SCALE_PX) for cell in cells]), np.array(list(cells), float)
    rows, cols = pose.grid.rows, pose.grid.cols
    every = np.stack(np.meshgrid(np.arange(rows), np.arange(cols), indexing="ij"), axis=-1).reshape(-1, 1, 2)
    nearest = np.argsort(np.linalg.norm(every - places, axis=2), axis=1, kind="stable")[:, :KNOWN_NEAR]
    table = np.median(seen[nearest], axis=1).reshape(rows, cols, 3).astype(np.float32)
    return np.asarray(cv2.resize(table, lab.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _taken(
    shape: tuple[int, ...], pose: BoardPose, height: float, filled: Collection[Cell], hidden: Collection[Cell]
) -> Mask:
    """Pixels of pieces that lie properly, with their sides as they are seen, and of what hides the view."""
    mask = np.zeros(shape, np.uint8)
    x0, x_a_col, y0, y_a_row = shifts(pose, height)
    edge = FREE * SCALE_PX
    for row, col in filled:
        side_x, side_y = (x0 + x_a_col * (col + 0.5)) * SCALE_PX, (y0 + y_a_row * (row + 0.5)) * SCALE_PX
        left, right = col * SCALE_PX - edge + min(0, -side_x), (col + 1) * SCALE_PX + edge + max(0, -side_x)
        top, bottom = row * SCALE_PX - edge + min(0, -side_y), (row + 1) * SCALE_PX + edge + max(0, -side_y)
        mask[max(0, round(top)) : max(0, round(bottom)), max(0, round(left)) : max(0, round(right))] = 1
    for row, col in hidden:
        mask[row * SCALE_PX : (row + 1) * SCALE_PX, col * SCALE_PX : (col + 1) * SCALE_PX] = 1
    return mask > 0
