"""A camera that somebody holds in a hand, or that stands on what gives way.

The board is followed from picture to picture, so that what lies still on it is seen to, however the picture sways.
"""

from math import inf

from vision.frame import Frame
from vision.live.bearings import JUMP_CELLS, Bearing, Bearings
from vision.motion.drift import AT_REST_CELLS
from vision.motion.settle import SmallPicture, Stillness
from vision.pose import BoardPose

SWAY_S = 1.0
"""For so long after a camera has swayed the board is followed in every picture."""
EVERY_S, SELDOM_S = 0.1, 0.3
"""While something moves before a camera that has stood, it is asked so often whether that is the board; and so often
while that cannot be told, which takes longer."""
LOST_S, AGAIN_S = 3.0, 1.0
"""A board that could not be followed in moving pictures for so long is looked for anew, and then so often: at a glance,
for a thorough look that finds nothing takes seconds, in which nobody sees that the board has come back."""
THOROUGH = 8
"""One in so many of these looks is thorough all the same: not every board is seen at a glance."""
STEP_S = 1.0
"""No more than this counts of the time between two pictures."""


class Sway:
    """How the camera sways by which a board has been found. ``bearings`` are moved with it; ``sure`` is the small
    picture of the board as it was seen last where it surely lay.

    ``has_stopped``: the camera has just come to stand after it had swayed.
    """

    def __init__(self, bearings: Bearings, sure: SmallPicture | None = None) -> None:
        self._bearings, self._sure, self._is_sure = bearings, sure, True
        self._swayed_s, self._asked_s, self._seen_s = -inf, -inf, inf
        self._lost_s, self._is_lost, self._looks = 0.0, False, 0
        self._swayed_to = bearings.pose
        self._stood: BoardPose | None = None  # where the board lay settled last
        self._is_told = False
        self.has_stopped = False

    def followed(self, frame: Frame, small: SmallPicture, stillness: Stillness) -> tuple[SmallPicture, bool]:
        """The small picture of the board where it lies now, ``small`` being that of where it lay, and whether something
        has moved besides."""
        self._lost_s += min(max(frame.t_s - self._seen_s, 0.0), STEP_S)
        self._seen_s = frame.t_s
        broken, self.has_stopped = stillness.is_broken_by(small, frame.t_s), False
        if not broken:
            self._see(small if self._is_sure else None)
        if self.is_on(frame.t_s):
            return self._moved_along(frame, small, stillness, broken=broken)
        if not broken:
            self._rest(small, stillness)
            return small, False
        asked = 0 <= frame.t_s - self._asked_s < (EVERY_S if self._is_sure else SELDOM_S)
        return (small, True) if asked else self._moved_along(frame, small, stillness, broken=True)

    def verified(self, frame: Frame, small: SmallPicture, stillness: Stillness) -> SmallPicture:
        """The small picture of the board exactly where it lies, before it is judged: an empty one looks much the same a
        cell aside."""
        if not self._bearings.is_aside(frame.bgr):
            return small
        return self._moved_along(frame, small, stillness, broken=True)[0]

    def is_on(self, t_s: float) -> bool:
        """Whether the camera has swayed lately. A source opened anew counts from 0 again."""
        return 0 <= t_s - self._swayed_s < SWAY_S

    def _moved_along(
        self, frame: Frame, small: SmallPicture, stillness: Stillness, *, broken: bool
    ) -> tuple[SmallPicture, bool]:
        self._asked_s = frame.t_s
        view = self._bearings.swayed(frame.bgr, self._sure)
        self._is_sure = view is not None or not broken
        if view is None:
            return small, broken
        there = view(frame.bgr)
        still_broken = stillness.is_broken_by(there, frame.t_s)
        if still_broken and not (broken and self._bearings.jump(view.pose) >= AT_REST_CELLS):
            self._see(small)  # noise, while a hand moves
            return small, broken
        if broken or self._swayed_to is None or view.pose.apart(self._swayed_to) >= AT_REST_CELLS:
            self._swayed_s, self._swayed_to = frame.t_s, view.pose
        had_jumped = self.has_jumped
        self._bearings.settle_in(view)
        self._see(there)
        return there, still_broken or (self.has_jumped and not had_jumped)

    def _see(self, small: SmallPicture | None) -> None:
        """The board lies where it is looked for, surely if there is a picture of that."""
        self._lost_s, self._is_lost, self._looks = 0.0, False, 0
        self._sure = small or self._sure

    # --- what is told of it

    @property
    def has_jumped(self) -> bool:
        """Whether the board has been followed away from where it lay settled last, and nobody has been told: somebody
        has knocked against the camera, or has begun to hold it in a hand."""
        return not self._is_told and self._stood is not None and self._bearings.jump(self._stood) > JUMP_CELLS

    def told(self, bearing: Bearing) -> Bearing:
        """What is to be told of where the board lies, if that was found out: that it has moved, also if it was followed
        there, and then no more of that until it stands again."""
        if bearing.has_moved or (bearing is Bearing.IN_PLACE and self.has_jumped):
            self._stood, self._is_told = self._bearings.pose, True
            return bearing if bearing.has_moved else Bearing.MOVED
        return bearing

    def stand(self) -> None:
        """The board lies settled where it is."""
        self._stood, self._is_sure = self._bearings.pose, True

    def _rest(self, small: SmallPicture, stillness: Stillness) -> None:
        """The camera stands: if it moves again, that is told again. What lies there is looked at anew, for while it
        swayed no edge stood just where it had stood."""
        if stillness.shown is not None and stillness.shown.pose is not small.pose:
            stillness.seen_as(small)
            self.has_stopped = True
        if self._is_told:
            self._stood, self._is_told = self._bearings.pose, False

    def look_around(self, frame: Frame) -> Bearing | None:
        """Where a board is that cannot be followed, as when the camera was taken elsewhere; None if it can be, and LOST
        for as long as it is not found."""
        if self._lost_s > LOST_S:
            self._looks += 1
            thorough = self._looks % THOROUGH == 0
            bearing = self.told(self._bearings.look_around(frame.bgr, thorough=thorough))
            self._lost_s, self._is_lost = LOST_S - AGAIN_S, bearing is Bearing.LOST
            return bearing
        return Bearing.LOST if self._is_lost else None
