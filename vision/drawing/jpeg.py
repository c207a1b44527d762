"""The camera picture as it goes to a page: what was seen drawn over it, small enough to be sent often."""

from threading import Lock

import cv2
import numpy as np

from referee.piece import PieceSet
from vision.drawing.overlay import draw_sighting
from vision.frame import Picture
from vision.sighting import Sighting

FINER = 2
"""It is drawn on where it is at most so many times as wide as it is sent: lines become thin by that."""


class Jpeg:
    """A picture that is drawn over and encoded when it is first asked for, and then shared by all who ask.

    At most ``width_px`` wide; ``quality`` is 0 to 100. The given array stays as it is.
    """

    def __init__(
        self, bgr: Picture, sighting: Sighting | None, piece_set: PieceSet, width_px: int, quality: int
    ) -> None:
        self._bgr, self._sighting, self._piece_set = bgr, sighting, piece_set
        self._width_px, self._quality = width_px, quality
        self._encoding = Lock()
        self._files: dict[bool, bytes] = {}

    def data(self, *, plain: bool = False) -> bytes:
        """The JPEG file; ``plain`` leaves out what was seen."""
        plain = plain or self._sighting is None
        with self._encoding:
            if plain not in self._files:
                self._files[plain] = self._encoded(plain)
            return self._files[plain]

    def _encoded(self, plain: bool) -> bytes:
        drawn = self._bgr
        if not plain and self._sighting is not None:
            drawn = draw_sighting(drawn, self._sighting, self._piece_set, FINER * self._width_px, words=False)
        small = _narrowed(drawn, self._width_px)
        return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1].tobytes()


def _narrowed(bgr: Picture, width_px: int) -> Picture:
    height, width = bgr.shape[:2]
    if width <= width_px:
        return bgr
    size = (width_px, max(1, round(height * width_px / width)))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
