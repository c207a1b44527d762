"""Gathering pictures of the lens sheet: which of them tell something new."""

import cv2
import numpy as np

from calibration.lens import Size
from vision.frame import Picture, size_of
from vision.lens.chart import Chart, SeenChart
from vision.lens.fit import LensFit, fit_lens
from vision.pose import Points

STILL = 0.004
"""A sheet that has moved by less, in picture widths, between two pictures of a film is held still."""
NEW = 0.06
"""A sheet that lies nearer to where it was before, in picture widths, tells nothing new."""


class LensViews:
    """The sheet as seen so far in pictures of one size: that of the first picture that shows it."""

    def __init__(self) -> None:
        self._chart = Chart()
        self._last: SeenChart | None = None
        self.size_px: Size | None = None
        self.views: list[tuple[str, SeenChart]] = []

    def take(self, name: str, bgr: Picture) -> str:
        """Takes in a single picture; returns why it cannot be used, in words, or nothing."""
        seen, size_px = self._chart.find(bgr), size_of(bgr)
        if seen is None:
            return "the sheet is not in it, or hardly"
        if self.size_px not in (None, size_px):
            return "it is of another size than those before"
        self.size_px = size_px
        self.views.append((name, seen))
        return ""

    def take_from_film(self, name: str, bgr: Picture) -> bool:
        """Takes in a picture of a film, if the sheet is held still in it, somewhere it has not been; whether so."""
        seen = self._chart.find(bgr)
        before, self._last = self._last, seen
        width = bgr.shape[1]
        if seen is None or before is None or self.size_px not in (None, (width, bgr.shape[0])):
            return False
        moved = _apart(seen, before)
        if moved is None or moved > STILL * width or not self._is_new(seen, NEW * width):
            return False
        self.size_px = width, bgr.shape[0]
        self.views.append((name, seen))
        return True

    def fit(self) -> LensFit:
        """What all of them tell."""
        return fit_lens(self.views, self.size_px or (1, 1))

    def _is_new(self, seen: SeenChart, least_px: float) -> bool:
        near = (_apart(seen, other) for _, other in self.views)
        return all(distance is None or distance > least_px for distance in near)


def _apart(one: SeenChart, other: SeenChart) -> float | None:
    """How far the corners of the sheet have moved, in pixels on average; None where no corner is in both pictures."""
    shared = [(at, places[key]) for key, at in _numbered(one).items() if key in (places := _numbered(other))]
    if not shared:
        return None
    return float(np.mean([cv2.norm(a - b) for a, b in shared]))


def _numbered(seen: SeenChart) -> dict[tuple[float, ...], Points]:
    return {tuple(square): pixel for square, pixel in zip(seen.squares_xy.tolist(), seen.pixels_xy, strict=True)}
