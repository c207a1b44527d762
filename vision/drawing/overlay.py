"""What was seen, drawn over the picture for people: grid, pieces, uncertain cells, problems."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from referee.piece import PieceSet
from vision.frame import Picture
from vision.names import id_of
from vision.pose import grid_corners, mean_cell_px
from vision.sighting import Corners, SeenBoard, Sighting

Points = npt.NDArray[np.float32]
Colour = tuple[int, int, int]

GRID_BGR: Colour = (255, 200, 60)
PIECE_BGR: Colour = (110, 255, 110)
UNSURE_BGR: Colour = (0, 215, 255)
HIDDEN_BGR: Colour = (190, 190, 190)
PROBLEM_BGR: Colour = (50, 50, 255)
HALO_BGR: Colour = (20, 20, 20)

CELL_PX = 40
"""A picture with smaller cells is enlarged before anything is drawn, so that letters stay sharp ..."""

LARGEST_SCALE = 2.5
"""... but not more than this."""

MASK_CELL_PX = 32
"""Size of a cell in the mask from which the outline of a piece is taken."""

INSET_PX = 3
"""How far inside its cells a piece is outlined, in pixels of that mask, so that neighbours stay apart."""


def draw_sighting(
    bgr: Picture, sighting: Sighting, piece_set: PieceSet, widest_px: float = inf, *, words: bool = True
) -> Picture:
    """The picture with everything seen drawn over it; the given array stays as it is. Without ``words`` there are only
    signs, for people of many languages.

    Where cells are small (``CELL_PX``) the result is larger than the picture; it is not wider than ``widest_px``.
    """
    most = widest_px / bgr.shape[1]
    if not sighting.board.found:
        return _without_board(bgr) if words else _resized(bgr, min(1.0, most))
    scale = min(max(1.0, CELL_PX / _cell_px(sighting.board)), LARGEST_SCALE, most)
    canvas = _resized(bgr, scale)
    for part in sighting.parts or (sighting,):
        _draw(_Pen(canvas, _scaled(part.board, scale)), part, piece_set, words=words)
    return canvas


def _draw(pen: "_Pen", sighting: Sighting, piece_set: PieceSet, *, words: bool) -> None:
    pen.grid()
    pen.hatch(sighting.hidden, HIDDEN_BGR)
    pen.hatch(sighting.uncertain, UNSURE_BGR)
    for cell in sorted(sighting.uncertain):
        pen.word("?", [cell], UNSURE_BGR)
    for piece in sighting.pieces:
        pen.outline(piece.cells, PIECE_BGR)
    for problem in sighting.problems:
        pen.outline(problem.cells, PROBLEM_BGR)
    for piece in sighting.pieces:
        name = id_of(piece.piece)
        pen.word(name if words else _sign(name, piece_set), piece.cells, PIECE_BGR)
    for problem in sighting.problems:
        pen.word(f"{problem.piece or ''} {problem.kind if words else '!'}".strip(), problem.cells, PROBLEM_BGR)


def _sign(piece: str, piece_set: PieceSet) -> str:
    """What stands on a piece where it is drawn for people: its id, or the letter of a patch; leather has none."""
    if piece_set.game != "patchwork":
        return piece
    patch = piece_set.by_id.get(piece)
    return patch.name if patch else ""


def board_homography(grid: GridSize, corners_xy: Corners) -> npt.NDArray[np.float64]:
    """3 x 3 matrix from board points (col, row), in cells, to pixels (x, y)."""
    board = grid_corners(grid).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(board, np.array(corners_xy, np.float32)), np.float64)


@dataclass(frozen=True)
class _Pen:
    """Draws in cells on a canvas that it changes."""

    canvas: Picture
    board: SeenBoard

    @cached_property
    def homography(self) -> npt.NDArray[np.float64]:
        return board_homography(self.board.grid, self.board.corners_xy)

    @cached_property
    def cell_px(self) -> float:
        return _cell_px(self.board)

    @property
    def stroke(self) -> int:
        return max(1, round(self.cell_px / 16))

    def at(self, points_cr: npt.ArrayLike) -> Points:
        """Pixels (x, y) of board points (col, row); N x 2."""
        points = np.asarray(points_cr, np.float32).reshape(-1, 1, 2)
        return cv2.perspectiveTransform(points, self.homography).reshape(-1, 2).astype(np.float32)

    def grid(self) -> None:
        """The outline of the grid, its cells, and a dot in the corner of cell (0, 0)."""
        rows, cols = self.board.grid.rows, self.board.grid.cols
        across = [((0, row), (cols, row)) for row in range(1, rows)]
        down = [((col, 0), (col, rows)) for col in range(1, cols)]
        for ends in across + down:
            self._line(self.at(ends), GRID_BGR, max(1, self.stroke // 2), closed=False)
        self._line(self.at([(0, 0), (cols, 0), (cols, rows), (0, rows)]), GRID_BGR, self.stroke, closed=True)
        x, y = self.at([(0, 0)])[0]
        cv2.circle(self.canvas, (round(float(x)), round(float(y))), 3 * self.stroke, GRID_BGR, -1, cv2.LINE_AA)

    def hatch(self, cells: Iterable[Cell], colour: Colour) -> None:
        """Slanting lines over cells."""
        for row, col in cells:
            for part in (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75):
                low, high = max(0.0, part - 1), min(1.0, part)
                self._line(self.at([(col + low, row + high), (col + high, row + low)]), colour, 1, closed=False)

    def outline(self, cells: Iterable[Cell], colour: Colour) -> None:
        """The outline of cells, which may lie outside the grid, a little inside their edges."""
        for contour in _contours(tuple(cells)):
            points = self.at(contour)
            self._line(points, HALO_BGR, 2 * self.stroke + 1, closed=True)
            self._line(points, colour, self.stroke, closed=True)

    def word(self, text: str, cells: Iterable[Cell], colour: Colour) -> None:
        """A word on the middle one of some cells."""
        points = np.array([(col + 0.5, row + 0.5) for row, col in cells], np.float32).reshape(-1, 2)
        if not text or not len(points):
            return
        middle = points[np.argmin(np.linalg.norm(points - points.mean(axis=0), axis=1))]
        _write(self.canvas, text, self.at(middle)[0], colour, height_px=max(7.0, 0.34 * self.cell_px))

    def _line(self, points: Points, colour: Colour, stroke: int, *, closed: bool) -> None:
        shift = 4  # sixteenths of a pixel
        fixed = np.round(points * (1 << shift)).astype(np.int32)
        cv2.polylines(self.canvas, [fixed.reshape(-1, 1, 2)], closed, colour, stroke, cv2.LINE_AA, shift)


def _contours(cells: tuple[Cell, ...]) -> list[Points]:
    """Outlines of a set of cells as board points (col, row), drawn in by ``INSET_PX``."""
    if not cells:
        return []
    size = MASK_CELL_PX
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    height, width = max(row for row, _ in cells) - top + 1, max(col for _, col in cells) - left + 1
    mask = np.zeros((height * size, width * size), np.uint8)
    for row, col in cells:
        mask[(row - top) * size : (row - top + 1) * size, (col - left) * size : (col - left + 1) * size] = 255
    brush = np.ones((2 * INSET_PX + 1, 2 * INSET_PX + 1), np.uint8)
    inner = cv2.erode(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), brush)
    found, _ = cv2.findContours(inner, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    # Pixel centres lie half a pixel inside; the border of 1 px is taken off again.
    return [((contour.reshape(-1, 2) - 0.5) / size + (left, top)).astype(np.float32) for contour in found]


def _resized(bgr: Picture, scale: float) -> Picture:
    """A copy to draw on, ``scale`` times as large."""
    size = (round(bgr.shape[1] * scale), round(bgr.shape[0] * scale))
    return np.array(cv2.resize(bgr, size, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA), np.uint8)


def _scaled(board: SeenBoard, scale: float) -> SeenBoard:
    """The board in a picture of another size, where the centre of the top-left pixel is again (0, 0)."""
    shift = (scale - 1) / 2
    corners = tuple((x * scale + shift, y * scale + shift) for x, y in board.corners_xy)
    return SeenBoard(board.found, corners, board.grid, board.confidence)


def _cell_px(board: SeenBoard) -> float:
    """Side of a cell of mean size."""
    return max(1.0, mean_cell_px(np.array(board.corners_xy), board.grid))


def _write(canvas: Picture, text: str, middle_xy: Points, colour: Colour, height_px: float) -> None:
    """Text on a dark plate, centred."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    scale = height_px / 22  # its capitals are 22 px high at scale 1
    stroke = max(1, round(height_px / 9))
    (width, height), _ = cv2.getTextSize(text, font, scale, stroke)
    left, top = round(float(middle_xy[0]) - width / 2), round(float(middle_xy[1]) - height / 2)
    pad = max(2, round(height_px / 4))
    cv2.rectangle(canvas, (left - pad, top - pad), (left + width + pad, top + height + pad), HALO_BGR, -1)
    cv2.putText(canvas, text, (left, top + height), font, scale, colour, stroke, cv2.LINE_AA)


def _without_board(bgr: Picture) -> Picture:
    """The picture with a word across its upper part."""
    canvas = _resized(bgr, 1.0)
    height, width = canvas.shape[:2]
    middle = np.array((width / 2, height / 10), np.float32)
    _write(canvas, "no board found", middle, UNSURE_BGR, height_px=max(12.0, height / 24))
    return canvas
