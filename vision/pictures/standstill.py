"""Whether a live camera still sees. Two pictures of a real one are never the same to the last bit: the noise of its
sensor sees to that. A camera, a driver or a network that hangs hands the same picture over again and again."""

import time
from collections.abc import Callable

import numpy as np

from vision.frame import Frame, Picture

STILL_S = 3.0
"""A camera that has given the very same picture for so long hangs."""
STEP = 16
"""Every so many pixels are compared first: where they differ, and they nearly always do, the others need not be."""


class Standstill:
    """Remembers since when a camera has given the same picture; also from one opening of it to the next.
    ``clock`` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._before: tuple[Picture, ...] = ()
        self._since_s: list[float] = []

    def hangs(self, frame: Frame) -> bool:
        """Whether this picture, or that of one of several cameras, has been the same for too long. A single photo is
        meant to be, and one without anything on it, as a covered lens gives it, tells nothing."""
        now, now_s = frame.parts or (frame,), self._clock()
        if len(now) != len(self._before):
            self._before, self._since_s = (), [now_s] * len(now)
        for number, (before, part) in enumerate(zip(self._before, now, strict=False)):
            if part.alone or _is_empty(part.bgr) or not _same(before, part.bgr):
                self._since_s[number] = now_s
        self._before = tuple(part.bgr for part in now)
        return now_s - min(self._since_s) >= STILL_S


def _same(one: Picture, other: Picture) -> bool:
    if one.shape != other.shape or not np.array_equal(one[::STEP, ::STEP], other[::STEP, ::STEP]):
        return False
    return np.array_equal(one, other)


def _is_empty(bgr: Picture) -> bool:
    some = bgr[::STEP, ::STEP]
    return int(some.max()) == int(some.min())
