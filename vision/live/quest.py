"""Looking for a board that is not to be seen yet: at a glance again and again, thoroughly where that may be worth it.

To look through a picture thoroughly in vain takes seconds, in which a board that comes is not noticed; nearly all that
can be found is found at a glance, once nothing is in its way.
"""

from dataclasses import dataclass, replace
from math import inf

import cv2

from vision.frame import Frame, Picture
from vision.motion.exposure import Exposure

GLANCE_S = 0.5
"""So long after a look in vain comes the next one."""
SAME_SHARE = 0.98
"""A scene is the same as before where so much of it looks alike: a board that is laid down covers more than is left."""
CLEARER, NOISY_LEVELS = 4, 3.0
"""A scene is worth a thorough look once more when so many times as many pictures show it, if each has so much noise:
the mean difference (grey levels) between what was looked through and what is seen with less of it."""
UNREST_S, SAME_S = 8.0, 30.0
"""Where somebody moves for so long without a rest a thorough look comes all the same; and so long after the last one
where nothing seems to have changed, for a white board on a white cloth is hardly seen to come."""


@dataclass(frozen=True, eq=False)
class InVain:
    """That there was no board to be seen when it was looked for last, at ``t_s``, in a picture (``bgr``); and what was
    looked through ``thorough``-ly last, when, and the words for why there was none. At ``rest_s`` nothing moved."""

    t_s: float
    bgr: Picture
    rest_s: float
    thorough: Exposure
    thorough_s: float
    absence: str

    @classmethod
    def thoroughly(cls, exposure: Exposure, frame: Frame, absence: str) -> "InVain":
        """All has been tried."""
        return cls(frame.t_s, frame.bgr, frame.t_s, exposure, frame.t_s, absence)

    def at_a_glance(self, frame: Frame) -> "InVain":
        """A glance at another picture has shown none either. Of a source opened anew, which counts from 0 again,
        nothing has been looked through yet."""
        is_at_rest = Exposure(self.bgr).likeness(frame.bgr) >= SAME_SHARE
        return replace(
            self,
            t_s=frame.t_s,
            bgr=frame.bgr,
            rest_s=frame.t_s if is_at_rest else self.rest_s,
            thorough_s=self.thorough_s if frame.t_s >= self.t_s else -inf,
        )

    def is_over(self, t_s: float) -> bool:
        """Whether it is time to look again, as it is at once by a source opened anew."""
        return not 0 <= t_s - self.t_s < GLANCE_S

    def exposed(self, exposure: Exposure) -> Exposure:
        """The exposure as it is, unless something has come, and lies still: of that it would show but a shadow."""
        has_come = self._is_at_rest and exposure.likeness(self.bgr) < SAME_SHARE
        return Exposure(self.bgr) if has_come else exposure

    def is_worth_more(self, exposure: Exposure) -> bool:
        """Whether the picture in which a glance shows none is worth a thorough look: nothing has moved in it since the
        glance before, or something all the time, and it shows something else than the one that was looked through, or
        the same with far less noise; or the last thorough look is long ago."""
        settles = self._is_at_rest or self.t_s >= self.rest_s + UNREST_S
        is_other = self.thorough.likeness(exposure.bgr) < SAME_SHARE or self._was_noisy(exposure)
        return (settles and is_other) or self.t_s >= self.thorough_s + SAME_S

    @property
    def _is_at_rest(self) -> bool:
        return self.rest_s == self.t_s

    def _was_noisy(self, exposure: Exposure) -> bool:
        """Whether the picture that was looked through had much noise, which is gone in a longer exposure."""
        if exposure.count < CLEARER * self.thorough.count:
            return False
        return float(cv2.absdiff(self.thorough.bgr, exposure.bgr).mean()) > NOISY_LEVELS
