"""Whether the board still lies where the pose says, and where it has gone when somebody bumped into the camera.

Landmarks are well-marked points of the board and its border, kept in board coordinates with the picture around them.
Found again in a later picture, most of them stand where they stood, or most have moved together. Pieces that came or
went disturb only some of them. The lens of a camera does not change, so only its place is solved anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Picture
from vision.pose import BoardPose, Points
from vision.rectify import Raster, rectified

LANDMARK_SCALE, LANDMARK_MARGIN = 24, 1.0
"""Pixels a cell, and cells around the grid, of the picture in which landmarks are kept."""
MOST_LANDMARKS, LEAST_TRACKED = 240, 16
"""So many landmarks are kept; with fewer found again nothing can be said."""
TRACK_WINDOW_PX, TRACK_LEVELS = 21, 3
"""Window and pyramid of the search for a landmark."""
TRACK_ERROR_PX = 0.7
"""A landmark is found again if the search back ends so near to where it began."""
AT_REST_CELLS = 0.04
"""A landmark nearer than this to its place has not moved."""
TOGETHER_CELLS = 0.08
"""Landmarks that agree with a common motion this well have moved together."""
LEAST_SHARE = 0.4
"""This share of the landmarks found again must agree on a motion."""
LEAST_AT_REST = 0.6
"""This share of the landmarks found again must be at rest where the board lies in place."""
STALE_SHARE = 0.8
"""Landmarks are chosen anew when fewer of them are found in place on a board that lies there, as pieces cover them:
well before the board would seem to have moved."""
JUMP_SCALE, JUMP_MARGIN = 8, 4.0
"""Pixels a cell, and cells around the grid, in which a board that has jumped is looked for as a whole."""
JUMPS = 2
"""So often it is looked for: from aside, what a knock makes of it is no mere shift, and fits better from nearer by."""
JUMP_TURNS_DEG = (-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
"""Turns of the board that are tried in that."""

ABOUT_CELLS = 0.25
"""The middle of a board that is found as a whole is about so near to where it is."""
LEAST_GAIN = 0.8
"""A board has swayed only if landmarks are so much nearer (in the median, as a share) to where they would be then."""
BESIDE_MARGIN = 6.0
"""Cells around the grid in which it is asked whether a board fits better beside its place."""

Grey = npt.NDArray[np.uint8]
Turn = npt.NDArray[Any]
"""Of a picture: 2 x 3, affine."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What has become of the landmarks. ``at_rest`` is the share of those found again that have not moved; ``poses``
    are the places to which many may have moved together. An empty grid looks much the same a cell further on, so a
    pose must be checked by something else. ``as_whole``: where noise moves the single ones, the board as a whole is
    still found just where it was; else ``roughly`` is where it is found."""

    at_rest: float
    poses: tuple[BoardPose, ...] = ()
    as_whole: bool = False
    roughly: BoardPose | None = None

    @property
    def is_none(self) -> bool:
        return self.at_rest >= LEAST_AT_REST


@dataclass(frozen=True, eq=False)
class Landmarks:
    """``points`` are N x 2 pixels of the rectified picture ``even``."""

    even: Grey
    points: Points

    @staticmethod
    def of(bgr: Picture, pose: BoardPose) -> "Landmarks":
        """The landmarks of a board that lies free."""
        even = _evened(bgr, pose, _raster(pose))
        inside = np.asarray(rectified(np.full_like(bgr, 255), pose, _raster(pose)).min(axis=2) > 0, np.uint8)
        mask = cv2.erode(np.pad(inside, 1), np.ones((13, 13), np.uint8))[1:-1, 1:-1]
        points = cv2.goodFeaturesToTrack(even, MOST_LANDMARKS, 0.02, LANDMARK_SCALE / 3, mask=mask)
        return Landmarks(even, np.zeros((0, 2)) if points is None else np.asarray(points, float).reshape(-1, 2))

    def drift(self, bgr: Picture, pose: BoardPose) -> Drift:
        """Where the landmarks are in a later picture, looked for around where ``pose`` has them, and farther away."""
        at_rest, near = self._found(bgr, pose)
        if at_rest >= LEAST_AT_REST:
            return Drift(at_rest)
        far = list(self._far(bgr, pose))
        found = tuple(one for one in (near, *(pose for _, pose in far)) if one is not None)
        return Drift(at_rest, found, not far, far[-1][0] if far else None)

    def swayed(self, bgr: Picture, pose: BoardPose) -> tuple[BoardPose, ...]:
        """Where the landmarks have moved together, be it by ever so little: near where the board as a whole fits best
        around ``pose``, else farther away. ``pose`` itself if nothing but noise may have moved them."""
        there = self._as_a_whole(bgr, pose, BESIDE_MARGIN, (0.0,)) or pose
        old, new = self._tracked(bgr, there)
        near = _moved(there, old, new) if len(old) >= LEAST_TRACKED else None
        if near is not None and _middles_apart(near, there) < ABOUT_CELLS:
            off, off_near = (float(np.median(_apart_px(there, new, one, old))) for one in (pose, near))
            return (near if off_near < LEAST_GAIN * off else pose,)
        return tuple(there for _, there in self._far(bgr, pose) if there is not None and self.fits_best(bgr, there))

    def fits_best(self, bgr: Picture, pose: BoardPose) -> bool:
        """Whether the board as a whole is found about where ``pose`` has it, rather than some cells aside, where its
        lines would fit as well."""
        there = self._as_a_whole(bgr, pose, BESIDE_MARGIN, (0.0,))
        return there is None or _middles_apart(there, pose) < ABOUT_CELLS

    def _far(self, bgr: Picture, pose: BoardPose) -> Iterator[tuple[BoardPose, BoardPose | None]]:
        """Where the board as a whole has jumped, and to where landmarks have moved together there; nothing if it is
        just where it was."""
        for _ in range(JUMPS):
            there = self._as_a_whole(bgr, pose, JUMP_MARGIN, JUMP_TURNS_DEG)
            if there is None:
                return
            found = self._found(bgr, there)[1]
            yield there, found
            pose = found or there

    def are_stale(self, bgr: Picture, pose: BoardPose) -> bool:
        """Whether too few of them are still found where they were, on a board that lies there."""
        old, new = self._tracked(bgr, pose)
        return len(old) < LEAST_TRACKED or bool(_at_rest(old, new).sum() < STALE_SHARE * len(self.points))

    def _found(self, bgr: Picture, pose: BoardPose) -> tuple[float, BoardPose | None]:
        """The share of landmarks at rest if the board lies so, and the pose with which most of them agree."""
        old, new = self._tracked(bgr, pose)
        if len(old) < LEAST_TRACKED:
            return 0.0, None
        return float(_at_rest(old, new).mean()), _moved(pose, old, new)

    def _tracked(self, bgr: Picture, pose: BoardPose) -> tuple[Points, Points]:
        """The landmarks found again if the board lies so: where they were on it and where they seem to be, N x 2 each,
        in cells."""
        raster = _raster(pose)
        old, new = _tracked(self.even, _evened(bgr, pose, raster), self.points)
        return np.asarray(raster.to_board(old)), np.asarray(raster.to_board(new))

    def _as_a_whole(self, bgr: Picture, pose: BoardPose, margin: float, turns_deg: Sequence[float]) -> BoardPose | None:
        """Roughly where the board as a whole is found again so many cells around, shifted and turned on its plane; None
        if just there."""
        wide = Raster(pose.grid, JUMP_SCALE, margin)
        now, middle = _evened(bgr, pose, wide), ((self._whole.shape[1] - 1) / 2, (self._whole.shape[0] - 1) / 2)
        turns = [(turn_deg, cv2.getRotationMatrix2D(middle, turn_deg, 1.0)) for turn_deg in turns_deg]
        found = [(*self._likeness(now, turn if turn_deg else None), turn_deg, turn) for turn_deg, turn in turns]
        _, at, turn_deg, turn = max(found, key=lambda one: one[0])
        if not turn_deg and set(at) == {round((margin - LANDMARK_MARGIN) * JUMP_SCALE)}:
            return None
        x, y = np.meshgrid(*(np.arange(0, side, JUMP_SCALE) for side in self._whole.shape[::-1]))
        old = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64)
        new = np.asarray(old @ turn[:, :2].T + turn[:, 2] + at, np.float64)
        own = Raster(pose.grid, JUMP_SCALE, LANDMARK_MARGIN)
        return _moved(pose, np.asarray(own.to_board(old)), np.asarray(wide.to_board(new))) or pose

    @cached_property
    def _whole(self) -> Grey:
        """The board in as small a picture as it is looked for in as a whole."""
        size = tuple(side * JUMP_SCALE // LANDMARK_SCALE for side in self.even.shape[::-1])
        return np.asarray(cv2.resize(self.even, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _likeness(self, now: Grey, turn: Turn | None = None) -> tuple[float, tuple[int, int]]:
        """How like the board, turned on its plane or not, the likest part of a picture is, and where that begins (x,
        y)."""
        board = self._whole
        if turn is not None:
            board = np.asarray(cv2.warpAffine(board, turn, board.shape[::-1], borderMode=cv2.BORDER_REPLICATE))
        _, likeness, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(now, board, cv2.TM_CCOEFF_NORMED))
        return likeness, (x, y)


def _middles_apart(one: BoardPose, other: BoardPose) -> float:
    """How far apart the middle of the board is in two poses, in cells."""
    middle = np.array([one.grid.cols / 2, one.grid.rows / 2, 0.0])
    return float(np.linalg.norm(one.project(middle) - other.project(middle))) / one.cell_px


def _at_rest(old: Points, new: Points) -> npt.NDArray[np.bool_]:
    """Which landmarks (N x 2 each, before and now, in cells) have not moved."""
    return np.asarray(np.linalg.norm(new - old, axis=1) < AT_REST_CELLS)


def _apart_px(pose: BoardPose, new: Points, there: BoardPose, old: Points) -> npt.NDArray[np.float64]:
    """How far what is seen at ``new`` on the board (N x 2, cells), if it lies as ``pose`` says, is from where ``old``
    would be seen ``there``."""
    seen, expected = (one.project(np.pad(points, ((0, 0), (0, 1)))) for one, points in ((pose, new), (there, old)))
    return np.asarray(np.linalg.norm(seen - expected, axis=1))


def _moved(pose: BoardPose, old: Points, new: Points) -> BoardPose | None:
    """The same lens at another place, such that what lies at ``old`` on the board (N x 2, cells) is seen where ``pose``
    sees ``new``; None if too few points agree."""
    board = np.column_stack([old, np.zeros(len(old))])
    pixels = pose.project(np.column_stack([new, np.zeros(len(new))]))
    lens = np.array([pose.k1, 0, 0, 0, 0])
    turn, shift = (np.array(side, float).reshape(3, 1) for side in (pose.turn, pose.shift))
    within_px = TOGETHER_CELLS * pose.cell_px
    solved, turn, shift, _ = cv2.solvePnPRansac(
        board, pixels, pose.camera_matrix, lens, turn, shift, True, 200, within_px, 0.99
    )
    if not solved:
        return None
    # At a slant four points tell little of a camera, and few agree with the best guess from four; this fits them all.
    there = pose.placed(turn, shift)
    agreed = _apart_px(pose, new, there, old) < within_px
    return there if agreed.sum() >= max(LEAST_TRACKED, LEAST_SHARE * len(old)) else None


def _tracked(before: Grey, now: Grey, points: Points) -> tuple[Points, Points]:
    """The landmarks found again: where they were and where they are, N x 2 each."""
    if not len(points):
        return points, points
    old = np.asarray(points, np.float32).reshape(-1, 1, 2)
    window = (TRACK_WINDOW_PX, TRACK_WINDOW_PX)
    new, there, _ = cv2.calcOpticalFlowPyrLK(before, now, old, old.copy(), winSize=window, maxLevel=TRACK_LEVELS)
    back, here, _ = cv2.calcOpticalFlowPyrLK(now, before, new, new.copy(), winSize=window, maxLevel=TRACK_LEVELS)
    both = (np.asarray(there) & np.asarray(here)).ravel().astype(bool)
    good = both & (np.abs(back - old).max(axis=(1, 2)) < TRACK_ERROR_PX)
    return np.asarray(old[good, 0], np.float64), np.asarray(new[good, 0], np.float64)


def _evened(bgr: Picture, pose: BoardPose, raster: Raster) -> Grey:
    """The board from above in grey, with the same brightness and contrast everywhere, so that light does not matter."""
    grey = np.asarray(cv2.cvtColor(rectified(bgr, pose, raster), cv2.COLOR_BGR2GRAY), np.float32)
    size = (2 * raster.scale + 1, 2 * raster.scale + 1)
    mean = cv2.blur(grey, size)
    spread = np.sqrt(np.maximum(cv2.blur(grey * grey, size) - mean * mean, 0))
    return np.asarray(np.clip(128 + 48 * (grey - mean) / (spread + 4), 0, 255), np.uint8)


def _raster(pose: BoardPose) -> Raster:
    return Raster(pose.grid, LANDMARK_SCALE, LANDMARK_MARGIN)
