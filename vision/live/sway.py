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
EVERY_S = 0.1
"""While something moves before a camera that has stood, it is asked so often whether that is the board."""
LOST_S, AGAIN_S = 3.0, 1.0
"""A board that for so long has moved and could not be followed is looked for anew, and then so often."""


class Sway:
    """How the camera sways by which a board has been found. ``bearings`` are moved with it; ``sure`` is the small
    picture of the board as it was seen last where it surely lay."""

    def __init__(self, bearings: Bearings, sure: SmallPicture | None = None) -> None:
        self._bearings, self._sure = bearings, sure
        self._swayed_s, self._asked_s, self._followed_s = -inf, -inf, inf
        self._stood: BoardPose | None = None  # where the board lay settled last
        self._is_told = False

    def followed(self, frame: Frame, small: SmallPicture, stillness: Stillness) -> tuple[SmallPicture, bool]:
        """The small picture of the board where it lies now, ``small`` being that of where it lay, and whether something
        has moved besides."""
        broken = stillness.is_broken_by(small, frame.t_s)
        if not broken:
            self._seen(frame, small)
        if not 0 <= frame.t_s - self._swayed_s < SWAY_S:
            if not broken:
                self._rest()
            if not broken or 0 <= frame.t_s - self._asked_s < EVERY_S:
                return small, broken
        return self._placed(frame, small, stillness, broken=broken)

    def placed(self, frame: Frame, small: SmallPicture, stillness: Stillness) -> SmallPicture:
        """The small picture of the board exactly where it lies, before it is judged: an empty one looks much the same a
        cell aside."""
        return self._placed(frame, small, stillness, broken=True)[0] if self._bearings.is_aside(frame.bgr) else small

    def _placed(
        self, frame: Frame, small: SmallPicture, stillness: Stillness, *, broken: bool
    ) -> tuple[SmallPicture, bool]:
        self._asked_s = frame.t_s
        view = self._bearings.swayed(frame.bgr, self._sure)
        if view is None:
            return small, broken
        there, has_left = view(frame.bgr), self._bearings.jump(view.pose) >= AT_REST_CELLS
        still_broken = stillness.is_broken_by(there, frame.t_s)
        if still_broken and not (broken and has_left):  # noise, while a hand moves
            self._seen(frame, small)
            return small, broken
        if broken or has_left:
            self._swayed_s = frame.t_s
        had_jumped = self.has_jumped
        self._bearings.settle_in(view)
        self._seen(frame, there)
        return there, still_broken or (self.has_jumped and not had_jumped)

    def _seen(self, frame: Frame, small: SmallPicture) -> None:
        """The board surely lies where it is looked for."""
        self._followed_s, self._sure = frame.t_s, small

    @property
    def has_jumped(self) -> bool:
        """Whether the board has been followed away from where it lay settled last, and nobody has been told: somebody
        has knocked against the camera, or has begun to hold it in a hand."""
        return not self._is_told and self._stood is not None and self._bearings.jump(self._stood) > JUMP_CELLS

    def told(self, bearing: Bearing) -> Bearing:
        """What is to be told of where the board lies, if that was found out: that it has been followed to another place
        once, until it stands again."""
        if bearing is not Bearing.IN_PLACE or not self.has_jumped:
            return bearing
        self._is_told = True
        return Bearing.MOVED

    def stand(self) -> None:
        """The board lies settled where it is."""
        self._stood = self._bearings.pose

    def _rest(self) -> None:
        """The camera has stood for a while: if it moves again, that is told again."""
        if self._is_told:
            self._stood, self._is_told = self._bearings.pose, False

    def look_around(self, frame: Frame) -> Bearing | None:
        """Where a board is that cannot be followed, as when the camera was taken elsewhere; None if it can be."""
        self._followed_s = min(self._followed_s, frame.t_s)  # a source opened anew counts from 0 again
        if frame.t_s - self._followed_s <= LOST_S:
            return None
        bearing = self._bearings.look_around(frame.bgr)
        self._followed_s = frame.t_s - (LOST_S - AGAIN_S if bearing is Bearing.LOST else 0.0)
        return bearing
