"""How the squares of a board looked when nothing lay on them.

Where one still looks so, nothing has come to lie, and where one looks wholly otherwise something has.
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from vision.frame import Picture
from vision.look import Known, Look
from vision.overlay import board_homography
from vision.sighting import SeenBoard, SeenPiece, Sighting

CELL_PX, PARTS = 24, 2
"""Pixels of a cell as it is looked at, and into how many parts it is then divided, across and down."""
INSET = 4
"""So many of them at each side are left out: there run the lines, and the sides of what lies next to it."""
UNCHANGED = 6.0
"""Mean difference (CIE Lab) of its parts up to which a cell looks as before."""
CHANGED = 14.0
"""The same for each of its parts from which on something lies there."""
LIKELY = 0.2
"""The only explanation that is left must have had this probability before."""
MOSTLY = 0.7
"""A piece has come only if less than this share of its cells look as when they were empty."""

Colours = npt.NDArray[np.float32]


class Bare:
    """Remembers the empty cells of one board, and holds new looks against them."""

    def __init__(self) -> None:
        self._empty: dict[Cell, Colours] = {}

    def heeded(self, look: Look, bgr: Picture, known: Known) -> Look:
        """The look without pieces, and doubts, on squares that look as they did when they were empty."""
        if look.board_found:
            self._empty.clear()
        if look.sighting is None or look.board is None:
            return look
        now = cells_of(bgr, look.board)
        apart = self._apart(now)
        same = frozenset(cell for cell, parts in apart.items() if parts.mean() < UNCHANGED)
        lying = {piece.cells for piece in known.lying}
        kept = tuple(one for one in look.sighting.pieces if one.cells in lying or not _is_mere(one, same))
        uncertain = look.sighting.uncertain - same
        alternatives = look.sighting.alternatives if uncertain else ()
        sighting = replace(look.sighting, pieces=kept, uncertain=uncertain, alternatives=alternatives)
        sighting = _filled(sighting, {cell for cell, parts in apart.items() if parts.min() > CHANGED})
        self._remember(now, sighting)
        return replace(look, sighting=sighting)

    def _apart(self, now: dict[Cell, Colours]) -> dict[Cell, Colours]:
        """How far the parts of each cell are from what they were when it was empty, whatever the light."""
        apart = {cell: now[cell] - before for cell, before in self._empty.items()}
        if not apart:
            return {}
        light = np.median([difference.mean(axis=(0, 1)) for difference in apart.values()], axis=0)
        return {cell: np.linalg.norm(difference - light, axis=2) for cell, difference in apart.items()}

    def _remember(self, now: dict[Cell, Colours], sighting: Sighting) -> None:
        covered = {cell for piece in sighting.pieces for cell in piece.cells}
        covered |= {cell for problem in sighting.problems for cell in problem.cells}
        for cell in now.keys() - covered - sighting.uncertain - sighting.hidden:
            self._empty[cell] = now[cell]
        for cell in covered:
            self._empty.pop(cell, None)


def _filled(sighting: Sighting, changed: set[Cell]) -> Sighting:
    """The sighting without explanations by which squares that have changed are empty; where one is left, with that."""
    doubtful = sighting.uncertain & changed
    if not doubtful:
        return sighting
    left = [one for one in sighting.alternatives if doubtful <= {cell for piece in one.pieces for cell in piece.cells}]
    if len(left) != 1 or left[0].confidence < LIKELY:
        return replace(sighting, alternatives=tuple(left) or sighting.alternatives)
    covered = {cell for piece in left[0].pieces for cell in piece.cells}
    new = tuple(piece for piece in left[0].pieces if not sighting.uncertain.isdisjoint(piece.cells))
    return replace(sighting, pieces=sighting.pieces + new, uncertain=sighting.uncertain - covered, alternatives=())


def _is_mere(piece: SeenPiece, same: frozenset[Cell]) -> bool:
    """Whether a piece is nothing but empty squares."""
    return sum(cell in same for cell in piece.cells) >= MOSTLY * len(piece.cells)


def cells_of(bgr: Picture, board: SeenBoard) -> dict[Cell, Colours]:
    """The colours of each cell in its parts: parts x parts x 3, CIE L*a*b*."""
    rows, cols = board.grid.rows, board.grid.cols
    to_flat = np.diag((CELL_PX, CELL_PX, 1.0)) @ np.linalg.inv(board_homography(board.grid, board.corners_xy))
    flat = cv2.warpPerspective(bgr, to_flat, (cols * CELL_PX, rows * CELL_PX), flags=cv2.INTER_AREA)
    lab = cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    inner = lab.reshape(rows, CELL_PX, cols, CELL_PX, 3)[:, INSET:-INSET, :, INSET:-INSET]
    part = (CELL_PX - 2 * INSET) // PARTS
    parts = inner.reshape(rows, PARTS, part, cols, PARTS, part, 3).mean(axis=(2, 5)).transpose(0, 2, 1, 3, 4)
    return {(row, col): np.asarray(parts[row, col], np.float32) for row in range(rows) for col in range(cols)}
