"""A longer exposure: the mean of the pictures of a camera that stands still.

In dim light each picture is full of noise, but the noise of one is not that of another.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Picture

MOST = 16
"""So many pictures count at most: those before fade away."""
BLOCK_PX = 8
"""Pictures are held against each other in blocks with sides of so many pixels, by how light they are: noise hardly
shows there, and that of colours, which comes in blotches, not at all."""
LIKE_LEVELS, LIKE_SHARE = 6.0, 0.75
"""The camera stands still while such a share of the blocks differs by no more grey levels than that: people may move
about in the rest."""
LARGEST_PX = 2_500_000
"""Larger pictures are shrunk before anything is looked for in them, which takes their noise away; their mean would take
much room."""


@dataclass(frozen=True, eq=False)
class Exposure:
    """The ``mean`` (height x width x 3, BGR, float32, or uint8 where it is a picture itself) of so many pictures."""

    mean: npt.NDArray[np.float32] | Picture
    count: int = 1

    @cached_property
    def bgr(self) -> Picture:
        """What it shows: a picture alone is that itself."""
        if self.mean.dtype == np.uint8:
            return np.asarray(self.mean, np.uint8)
        return np.asarray(cv2.convertScaleAbs(self.mean), np.uint8)  # whole levels, the nearest

    def shows(self, bgr: Picture) -> bool:
        """Whether a picture is of the same scene, by the same camera in the same place and light."""
        return self.likeness(bgr) >= LIKE_SHARE

    def likeness(self, bgr: Picture) -> float:
        """The share of the blocks of a picture that look as they do here; 0 where it is of another size."""
        if bgr.shape != self.mean.shape:
            return 0.0
        size = tuple(max(1, side // BLOCK_PX) for side in bgr.shape[1::-1])
        small = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (self.bgr, bgr))
        apart = cv2.absdiff(*(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in small))
        return float((apart <= LIKE_LEVELS).mean())

    def with_picture(self, bgr: Picture) -> "Exposure":
        """One that goes on with a picture of the same scene, or else begins anew with it."""
        if bgr.shape[0] * bgr.shape[1] > LARGEST_PX or not self.shows(bgr):
            return Exposure(bgr)
        count = min(self.count + 1, MOST)
        mean = cv2.addWeighted(self.mean, 1 - 1 / count, bgr, 1 / count, 0, dtype=cv2.CV_32F)
        return Exposure(np.asarray(mean, np.float32), count)
