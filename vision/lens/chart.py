"""The sheet for calibrating a lens: a chessboard with markers in its white squares (ChArUco), drawn and found again.

A marker tells which square it stands in, so that a sheet counts even where only a part of it is in the picture.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from vision.frame import Picture
from vision.pose import Points

COLUMNS, ROWS = 7, 10
SQUARE_MM = 25.0
MARKER_SHARE = 0.72
"""Side of a marker, in squares."""
PAPER_MM = (210.0, 297.0)
"""A4; on US Letter the sheet fits as well if it is printed at its true size."""
DPI = 300
FEWEST_CORNERS = 8
"""Fewer corners of the sheet tell nothing about the lens."""


@dataclass(frozen=True, eq=False)
class SeenChart:
    """The sheet in one picture: ``squares_xy`` N x 2, corners in squares from its top left; ``pixels_xy`` N x 2, where
    they are in the picture."""

    squares_xy: Points
    pixels_xy: Points


class Chart:
    """Draws the sheet and finds it in pictures."""

    def __init__(self) -> None:
        markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
        self._board = cv2.aruco.CharucoBoard((COLUMNS, ROWS), 1.0, MARKER_SHARE, markers)
        self._detector = cv2.aruco.CharucoDetector(self._board)

    def drawn(self, square_px: int) -> Picture:
        """The sheet without a margin, ``square_px`` pixels a square, grey uint8 (height x width)."""
        return np.asarray(self._board.generateImage((COLUMNS * square_px, ROWS * square_px)), np.uint8)

    def find(self, bgr: Picture) -> SeenChart | None:
        """The sheet in a picture; None where too little of it is to be seen."""
        gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
        corners, ids, _, _ = self._detector.detectBoard(gray)
        if ids is None or len(ids) < FEWEST_CORNERS:
            return None
        squares = np.asarray(self._board.getChessboardCorners(), np.float64)[np.ravel(ids), :2]
        seen = SeenChart(squares, np.asarray(corners, np.float64).reshape(-1, 2))
        return seen if _spans_a_plane(seen.squares_xy) else None


def write_sheet(path: Path) -> None:
    """Writes a page to be printed at its true size, as PDF or PNG by the ending of the name.

    Raises:
        OSError: the file cannot be written.
    """
    width, height = (round(side * DPI / 25.4) for side in PAPER_MM)
    page = np.full((height, width), 255, np.uint8)
    sheet = Chart().drawn(round(SQUARE_MM * DPI / 25.4))
    top, left = (height - sheet.shape[0]) // 2, (width - sheet.shape[1]) // 2
    page[top : top + sheet.shape[0], left : left + sheet.shape[1]] = sheet
    words = f"Polyref lens sheet. Print at 100 % (a square is {SQUARE_MM:g} mm) and lay it on something flat."
    cv2.putText(page, words, (left, height - 130), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 90, 3, cv2.LINE_AA)
    Image.fromarray(page).save(path, resolution=DPI, dpi=(DPI, DPI))


def _spans_a_plane(points: Points) -> bool:
    """Whether the points do not all lie on one line."""
    return bool(np.linalg.matrix_rank(points - points.mean(axis=0), tol=0.5) == 2)
