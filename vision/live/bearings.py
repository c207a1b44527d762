"""Where the board lies in a stream of pictures: found, checked whenever something has changed, and followed.

What is remembered is kept in board coordinates, so that it stays true when the camera is knocked: the small picture of
the board as it lay settled last, and the landmarks. The board keeps its labelling, the same way up for the whole match.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum

import numpy as np

from calibration.profile import Profile
from referee.grid import GridSize
from vision.board.nudge import NEXT, shifted
from vision.frame import Picture, size_of
from vision.live.sights import BORDER_SHARE, SIDE_SEEN, Sights
from vision.motion.clarity import complaint
from vision.motion.drift import AT_REST_CELLS, Drift, Landmarks
from vision.motion.settle import Blocks, SmallPicture, SmallView
from vision.pose import BoardPose, pose_from_corners, seen_through
from vision.sighting import SeenBoard

Find = Callable[[Picture], BoardPose | None]
Refind = Callable[[Picture, BoardPose], BoardPose | None]

JUMP_CELLS = 0.12
"""The camera has moved if a corner of the board has moved by so many cells; less is followed without a word."""
SIDE_SHARE = 0.3
"""A side of the border is another one if less of it looks as before; a hand cannot cover three of four sides."""
SLIGHTLY = 0.25
"""Where nothing hides the border it lies where it did though landmarks seem to have moved by less than so many cells:
on small boards noise moves them. But only where a side would look otherwise if the board had moved by ``JUMP_CELLS``,
or the board as a whole is found where it was: in the dark all looks alike."""
HARDLY_AT_REST = 0.2
"""Of the landmarks beside an arm most are where they were. Where so few are the board may lie elsewhere, though some of
what is seen in its place looks as its border did."""
ELSEWHERE_SHARE = 0.4
"""So much of the border of a board that is found elsewhere must look as before, and more than where it lay: seen from
another side its corners may be some tenths of a cell off."""
WITHIN_CELL = 0.5
"""A grid that has moved by whole cells has moved by more than this."""
CLEARER = 0.1
"""Two labellings, or places near each other, are told apart if by one so much more of the board looks as it did."""


class Bearing(Enum):
    """What has been found out about the board's place. It was followed to where it has MOVED; or it was FOUND anew, so
    that it may be seen from another side, or be another one."""

    IN_PLACE = "in place"
    MOVED = "moved"
    FOUND = "found"
    HIDDEN = "hidden"
    LOST = "lost"

    @property
    def has_moved(self) -> bool:
        return self in (Bearing.MOVED, Bearing.FOUND)


class Bearings:
    """Where the board lies. ``find`` looks for it anywhere, ``refind`` near a pose; ``glimpse`` looks for it anywhere
    as well, but at a glance only, if that is not all that ``find`` does."""

    def __init__(
        self, grid: GridSize, find: Find, refind: Refind, profile: Profile | None = None, glimpse: Find | None = None
    ) -> None:
        self._grid, self._refind, self._profile = grid, refind, profile
        self._lens = profile.lens if profile else None
        self._find_anywhere, self._glimpse_anywhere = find, glimpse or find
        self._view: SmallView | None = None
        self._sights = Sights(grid)
        self._landmarks: Landmarks | None = None

    @property
    def pose(self) -> BoardPose | None:
        """Where the board lies; None until it has been found."""
        return self._view.pose if self._view else None

    @property
    def board(self) -> SeenBoard | None:
        """The same, as it is told."""
        return self.pose.seen_board() if self.pose else None

    def small(self, bgr: Picture) -> SmallPicture:
        """The small picture of the board where it lies now."""
        assert self._view is not None
        return self._view(bgr)

    def fits(self, bgr: Picture) -> bool:
        """Whether the board has been found in pictures of this size."""
        return self.pose is not None and self.pose.size_px == size_of(bgr)

    def search(self, bgr: Picture, *, thorough: bool = True) -> bool:
        """Looks for the board in the whole picture, first where it was when the same camera was here before; at a
        glance if not ``thorough``."""
        pose = self._recalled(bgr) or self._find(bgr, thorough=thorough)
        if pose is not None:
            self.settle_on(self._labelled(bgr, pose))
        return pose is not None

    def settle_on(self, pose: BoardPose) -> None:
        """The board lies so from now on."""
        self.settle_in(SmallView(pose))

    def settle_in(self, view: SmallView) -> None:
        """The board is seen so from now on."""
        self._view = view

    def swayed(self, bgr: Picture, seen: SmallPicture | None) -> SmallView | None:
        """How the board is seen if its landmarks have moved together: somebody holds the camera in a hand, or it stands
        on what gives way. None if that cannot be told: it must look there as it did when it was ``seen`` last, or
        before."""
        if self._landmarks is None or self.pose is None:
            return None
        found = self._landmarks.swayed(bgr, self.pose)
        if self.pose in found:
            return self._view
        likeness, view = self._likest(bgr, found, seen)
        if view is not None and likeness < SIDE_SEEN:  # a hand is there, or an empty board has been found a cell aside
            likeness, view = max((likeness, view), self._likest(bgr, _aside(view.pose), seen), key=lambda one: one[0])
        if view is not None and self.jump(view.pose) > JUMP_CELLS and self._has_stayed(bgr, likeness, seen):
            return self._view
        return view if likeness >= BORDER_SHARE else None

    def _has_stayed(self, bgr: Picture, likeness: float, seen: SmallPicture | None) -> bool:
        """Whether only pieces have been pushed along together: many landmarks are where they were, and the board looks
        more as it did there than this ``likeness``."""
        assert self._landmarks is not None
        assert self.pose is not None
        at_rest = self._landmarks.drift(bgr, self.pose).at_rest
        return at_rest > HARDLY_AT_REST and self._likest(bgr, [self.pose], seen)[0] > likeness

    def _likest(
        self, bgr: Picture, poses: Iterable[BoardPose], seen: SmallPicture | None
    ) -> tuple[float, SmallView | None]:
        """As which of some poses the board looks most like it did, and how like."""
        views = [(self._sights.likeness(view(bgr), seen), view) for view in map(SmallView, poses)]
        return max(views, key=lambda one: one[0], default=(0.0, None))

    def is_aside(self, bgr: Picture) -> bool:
        """Whether the board as a whole fits better aside from where it is said to lie: an empty one looks much the same
        a cell further."""
        return self._landmarks is not None and self.pose is not None and not self._landmarks.fits_best(bgr, self.pose)

    def jump(self, pose: BoardPose) -> float:
        """How far the farthest corner is from where it is if the board lies so, in cells."""
        assert self.pose is not None
        return self.pose.apart(pose)

    def likeness(self, bgr: Picture, pose: BoardPose) -> float:
        """The share of the board that would look as it did if it lay so; 0 where nothing is remembered."""
        return self._sights.board_share(SmallView(pose)(bgr))

    def begin_at(self, pose: BoardPose) -> None:
        """Somebody has shown that the board lies so; what was remembered of it elsewhere counts no more."""
        self._sights, self._landmarks = Sights(self._grid), None
        self.settle_on(seen_through(pose, self._lens) if self._lens else pose)

    def mark(self, bgr: Picture) -> None:
        """Chooses landmarks where the board lies in this picture, to follow it by until it has lain settled."""
        assert self.pose is not None
        self._landmarks = Landmarks.of(bgr, self.pose)

    def sharpen(self, bgr: Picture) -> bool:
        """Places the board again in a better picture than the one it was found in; whether it has moved by that."""
        assert self.pose is not None
        better = self._refind(bgr, self.pose)
        if better is None:
            return False
        has_moved = self._follow(self._labelled(bgr, better))
        self.mark(bgr)
        return has_moved

    def check(self, bgr: Picture, small: SmallPicture, patient: bool, *, thorough: bool = True) -> Bearing:
        """Whether the board lies where it did in a picture in which nothing moves.

        ``patient``: the picture has been still for so long that it is worth looking for the board everywhere; at a
        glance if not ``thorough``, for it was looked for in vain already.
        """
        settled = self._sights.most_like(small)
        if settled is None or self._landmarks is None or self.pose is None:
            return Bearing.IN_PLACE
        drift = self._landmarks.drift(bgr, self.pose)
        as_before = self._sights.border_share(small)
        stays = drift.is_none or any(self.jump(pose) < AT_REST_CELLS for pose in drift.poses)
        if stays and as_before >= BORDER_SHARE:
            return Bearing.IN_PLACE
        there = self._gone_to(bgr, drift, max(as_before, BORDER_SHARE))
        if there is not None:
            return Bearing.MOVED if self._follow(there) else Bearing.IN_PLACE
        return self._in_place_or_elsewhere(bgr, drift, settled, small, patient=patient, thorough=thorough)

    def look_around(self, bgr: Picture, *, thorough: bool = True) -> Bearing:
        """Looks for a board that has not been followed for long, while something moves: where it was last, and
        everywhere, at a glance if not ``thorough``. It must look there as it did."""
        least = BORDER_SHARE if self._sights else 0.0
        return self._look_around(bgr, at_rest=False, least=least, thorough=thorough)

    def remember(self, bgr: Picture, small: SmallPicture, *, patient: bool = False) -> None:
        """The board lies settled and free in this picture, or seems to after it was waited for (``patient``)."""
        assert self.pose is not None
        is_first = not self._sights
        self._sights.remember(small, free=not patient)
        if is_first or self._landmarks is None or self._landmarks.are_stale(bgr, self.pose):
            self.mark(bgr)

    def change(self, small: SmallPicture) -> Blocks | None:
        """Which blocks have changed since the board lay settled; None if it has not yet."""
        return self._sights.change(small)

    def _would_tell(self, bgr: Picture, settled: SmallPicture) -> bool:
        """Whether some side of the border would look otherwise than it did if the board had moved a little along either
        axis."""
        assert self.pose is not None
        ways = (shifted(self.pose, cells) for cells in ((JUMP_CELLS, 0.0), (0.0, JUMP_CELLS)))
        return all(min(self._sights.side_shares(settled, SmallView(way)(bgr))) < SIDE_SEEN for way in ways)

    # --- the board has gone

    def _in_place_or_elsewhere(
        self,
        bgr: Picture,
        drift: Drift,
        settled: SmallPicture,
        small: SmallPicture,
        *,
        patient: bool,
        thorough: bool,
    ) -> Bearing:
        """Whether the board lies where it did, is hidden there, or is found elsewhere, if its landmarks do not tell."""
        shares = self._sights.side_shares(settled, small)
        slight = any(self.jump(pose) < SLIGHTLY for pose in drift.poses)
        if min(shares) >= SIDE_SEEN and (drift.as_whole or (slight and self._would_tell(bgr, settled))):
            return Bearing.IN_PLACE
        if slight and self._looks_likelier_here(bgr, small, drift):
            return Bearing.IN_PLACE
        if patient or sum(share >= SIDE_SHARE for share in shares) < 2:
            return self._look_around(bgr, drift.is_none, thorough=thorough)
        if drift.as_whole or drift.at_rest > HARDLY_AT_REST:
            return Bearing.HIDDEN
        least = max(self._sights.border_share(small), ELSEWHERE_SHARE)
        elsewhere = self._look_around(bgr, at_rest=False, least=least, thorough=thorough)
        return Bearing.HIDDEN if elsewhere is Bearing.LOST else elsewhere

    def _looks_likelier_here(self, bgr: Picture, small: SmallPicture, drift: Drift) -> bool:
        """Whether the border looks more as it did where the board lay than where its landmarks have moved together, and
        it is found as a whole: in another light the ridges between its squares are bright where they were dark."""
        assert self.pose is not None
        as_before = self._sights.border_share(small)
        near = self._refind(bgr, self.pose) if as_before >= BORDER_SHARE else None
        together = [pose for pose in drift.poses if near is not None and near.apart(pose) < JUMP_CELLS]
        return bool(together) and as_before > CLEARER + max(self._border_share(bgr, pose) for pose in together)

    def _gone_to(self, bgr: Picture, drift: Drift, more_than: float) -> BoardPose | None:
        """Where the board lies by its landmarks if its border looks there as it did, more of it than this share; where
        noise moves them all, near where the board as a whole is found."""
        found = drift.poses
        if not found and drift.roughly is not None:
            near = self._refind(bgr, drift.roughly)
            found = (near,) if near is not None else ()
        shares = [(self._border_share(bgr, pose), pose) for pose in found]
        share, there = max(shares, key=lambda one: one[0], default=(0.0, None))
        return there if share > more_than else None

    def _look_around(self, bgr: Picture, at_rest: bool, least: float = 0.0, *, thorough: bool) -> Bearing:
        """Looks for the board near its place and then everywhere. ``at_rest``: the landmarks are where they were,
        unless the grid has moved by whole cells. So great a share of the border must look as it did at ``least``."""
        assert self.pose is not None
        labelled = self._found(bgr, at_rest=at_rest, thorough=thorough)
        if labelled is None:
            return Bearing.LOST
        here, there = (self._border_share(bgr, pose) for pose in (self.pose, labelled))
        if there < least:
            return Bearing.LOST
        led_astray = here > max(there + CLEARER, BORDER_SHARE)  # by pieces that have slid
        if self.jump(labelled) < WITHIN_CELL and (at_rest or led_astray):
            return Bearing.IN_PLACE
        return Bearing.FOUND if self._follow(labelled) else Bearing.IN_PLACE

    def _found(self, bgr: Picture, *, at_rest: bool, thorough: bool) -> BoardPose | None:
        """The board near its place; or, if it does not look there as it did and its landmarks are not ``at_rest``,
        anywhere, where it looks more so: another may lie there now."""
        assert self.pose is not None
        near = self._refind(bgr, self.pose)
        places = [self._labelled(bgr, near)] if near else []
        if places and at_rest and self.jump(places[0]) < WITHIN_CELL:
            return places[0]
        if not places or (self._sights and self.likeness(bgr, places[0]) < BORDER_SHARE):
            far = None if complaint(bgr) else self._find(bgr, thorough=thorough)
            places += [self._labelled(bgr, far)] if far else []
        if not places or not self._sights:
            return places[0] if places else None
        likeness, likest = max(((self.likeness(bgr, pose), pose) for pose in places), key=lambda one: one[0])
        aside = [(self.likeness(bgr, pose), pose) for pose in _aside(likest)] if likeness < SIDE_SEEN else []
        liker = max(aside, key=lambda one: one[0], default=(0.0, likest))
        return liker[1] if liker[0] > likeness + CLEARER else likest

    def _follow(self, pose: BoardPose) -> bool:
        """Takes over a new pose; whether that is more than a slight drift."""
        assert self.pose is not None
        jump = self.jump(pose)
        self.settle_on(replace(pose, confidence=pose.confidence or self.pose.confidence))
        return jump > JUMP_CELLS

    def _labelled(self, bgr: Picture, pose: BoardPose) -> BoardPose:
        """The pose turned so that the board lies where it did: nobody turns one so exactly. Else so that it looks as it
        did, or is nearest to where it was."""
        either = pose.labellings
        comparable = self.pose is not None and self.pose.size_px == pose.size_px
        nearest = min(either, key=self.jump) if comparable else pose
        if comparable and self.jump(nearest) < SLIGHTLY:
            return nearest
        if self._sights:
            likeness = [self.likeness(bgr, one) for one in either]
            second, best = sorted(likeness)[-2:]
            if best - second > CLEARER:
                return either[int(np.argmax(likeness))]
        return nearest

    def _border_share(self, bgr: Picture, pose: BoardPose) -> float:
        """The share of the border that looks as it did, if the board lies so."""
        return self._sights.border_share(SmallView(pose)(bgr))

    def _find(self, bgr: Picture, *, thorough: bool = True) -> BoardPose | None:
        """The board anywhere in the picture; through the lens, if it has been calibrated."""
        pose = (self._find_anywhere if thorough else self._glimpse_anywhere)(bgr)
        if pose is None or self._lens is None or not self._lens.suits(size_of(bgr)):
            return pose
        return self._refind(bgr, seen_through(pose, self._lens)) or pose

    def _recalled(self, bgr: Picture) -> BoardPose | None:
        """The board where the profile has it, if it really lies there."""
        profile, self._profile = self._profile, None
        if profile is None or profile.size_px != size_of(bgr) or not profile.corners_xy:
            return None
        corners, k1 = np.array(profile.corners_xy), profile.k1 or 0.0
        lens, stretch = profile.lens, 1.0 if profile.lens else profile.stretch  # a calibrated one has square pixels
        pose = pose_from_corners(corners, self._grid, profile.size_px, k1=k1, lens=lens, stretch=stretch)
        found = self._refind(bgr, pose)
        if found is None and profile.fixed:
            found = self._find(bgr) or pose
        if found is None:
            return None
        self.settle_on(pose)  # so that the labelling stays as it was
        return found


def _aside(pose: BoardPose) -> Iterator[BoardPose]:
    """The same camera above a board that lies a cell aside, where its lines are seen as well."""
    return (pose.transformed(np.eye(3), np.array([*cells, 0.0])) for cells in NEXT)
