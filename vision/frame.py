"""A picture on its way through the pipeline."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""Height x width x 3, blue green red, uint8. The centre of the top-left pixel is (0, 0)."""
BURNT_LEVEL = 250
"""Pixels as bright as this in all channels are burnt out: nothing is left of what they show."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture, its number (from 1, skipped ones counted) and its time in seconds since the first. ``alone``: a single
    photo, shown again and again until the next one comes. ``parts``: the frames of several cameras, from left to right,
    which ``bgr`` shows side by side."""

    bgr: Picture
    index: int
    t_s: float
    name: str = ""
    alone: bool = False
    parts: tuple["Frame", ...] = ()

    def __post_init__(self) -> None:
        if self.bgr.ndim != 3 or self.bgr.shape[2] != 3 or self.bgr.dtype != np.uint8:
            raise ValueError(f"a frame is height x width x 3 uint8, got {self.bgr.shape} {self.bgr.dtype}")


def size_of(bgr: Picture) -> tuple[int, int]:
    """Width and height in pixels."""
    return bgr.shape[1], bgr.shape[0]


def shrunk(bgr: Picture, longer_side: int) -> Picture:
    """The picture with a longer side of so many pixels at most, where a shorter one is left then."""
    factor = max(longer_side / max(bgr.shape[:2]), 1 / min(bgr.shape[:2]))
    if factor >= 1:
        return bgr
    return np.asarray(cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8)
