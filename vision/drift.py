"""Whether the board still lies where the pose says, and where it has gone when somebody bumped into the camera.

Landmarks are well-marked points of the board and its border, kept in board coordinates with the picture around them.
Found again in a later picture, most of them stand where they stood, or most have moved together. Pieces that came or
went disturb only some of them. The lens of a camera does not change, so only its place is solved anew.
"""

from dataclasses import dataclass, replace

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
"""Window and pyramid of the search for a landmark: it reaches about two cells."""
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
STALE_SHARE = 0.6
"""Landmarks are chosen anew when fewer of them can be found again, because pieces cover them."""

Grey = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Drift:
    """What has become of the landmarks. ``at_rest`` is the share of those found again that have not moved;
    ``pose`` is where the board lies if most have moved together, None if they have not."""

    at_rest: float
    pose: BoardPose | None = None

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
        even = _evened(bgr, pose)
        inside = np.asarray(rectified(np.full_like(bgr, 255), pose, _raster(pose)).min(axis=2) > 0, np.uint8)
        mask = cv2.erode(np.pad(inside, 1), np.ones((13, 13), np.uint8))[1:-1, 1:-1]
        points = cv2.goodFeaturesToTrack(even, MOST_LANDMARKS, 0.02, LANDMARK_SCALE / 3, mask=mask)
        return Landmarks(even, np.zeros((0, 2)) if points is None else np.asarray(points, float).reshape(-1, 2))

    def drift(self, bgr: Picture, pose: BoardPose) -> Drift:
        """Where the landmarks are in a later picture, looked for around where ``pose`` has them."""
        even = _evened(bgr, pose)
        jump, _ = cv2.phaseCorrelate(np.float32(self.even), np.float32(even), cv2.createHanningWindow(even.shape[::-1], cv2.CV_32F))
        found = [self._found(even, pose, start) for start in (np.zeros(2), np.array(jump))]
        still = found[0].at_rest
        moved = [one.pose for one in found if one.pose is not None]
        return Drift(still, None if still >= LEAST_AT_REST or not moved else moved[-1])

    def are_stale(self, bgr: Picture, pose: BoardPose) -> bool:
        """Whether too few of them can still be found."""
        old, _ = _tracked(self.even, _evened(bgr, pose), self.points, np.zeros(2))
        return len(old) < STALE_SHARE * len(self.points)

    def _found(self, even: Grey, pose: BoardPose, start: Points) -> Drift:
        old, new = _tracked(self.even, even, self.points, start)
        if len(old) < LEAST_TRACKED:
            return Drift(0.0)
        away = np.linalg.norm(new - old, axis=1) / LANDMARK_SCALE
        return Drift(float((away < AT_REST_CELLS).mean()), _moved(pose, old, new))


def _moved(pose: BoardPose, old: Points, new: Points) -> BoardPose | None:
    """The same lens at another place, such that landmarks appear where they do now; None if too few agree."""
    raster = _raster(pose)
    board = np.column_stack([raster.to_board(old), np.zeros(len(old))])
    pixels = pose.project(np.column_stack([raster.to_board(new), np.zeros(len(new))]))
    center = pose.center_px
    matrix = np.array([[pose.focal_px, 0, center[0]], [0, pose.focal_px, center[1]], [0, 0, 1]])
    lens = np.array([pose.k1, 0, 0, 0, 0])
    turn, shift = (np.array(side, float).reshape(3, 1) for side in (pose.turn, pose.shift))
    solved, turn, shift, agreed = cv2.solvePnPRansac(
        board, pixels, matrix, lens, turn, shift, True, 200, TOGETHER_CELLS * pose.cell_px, 0.99
    )
    if not solved or agreed is None or len(agreed) < max(LEAST_TRACKED, LEAST_SHARE * len(old)):
        return None
    return replace(pose, turn=_triple(turn), shift=_triple(shift))


def _tracked(before: Grey, now: Grey, points: Points, start: Points) -> tuple[Points, Points]:
    """The landmarks found again: where they were and where they are, N x 2 each."""
    if not len(points):
        return points, points
    old = np.float32(points).reshape(-1, 1, 2)
    how = {"winSize": (TRACK_WINDOW_PX, TRACK_WINDOW_PX), "maxLevel": TRACK_LEVELS, "flags": cv2.OPTFLOW_USE_INITIAL_FLOW}
    new, there, _ = cv2.calcOpticalFlowPyrLK(before, now, old, old + np.float32(start), **how)
    back, here, _ = cv2.calcOpticalFlowPyrLK(now, before, new, new - np.float32(start), **how)
    good = (there & here).ravel().astype(bool) & (np.abs(back - old).max(axis=(1, 2)) < TRACK_ERROR_PX)
    return np.float64(old[good, 0]), np.float64(new[good, 0])


def _evened(bgr: Picture, pose: BoardPose) -> Grey:
    """The board from above in grey, with the same brightness and contrast everywhere, so that light does not matter."""
    grey = np.float32(cv2.cvtColor(rectified(bgr, pose, _raster(pose)), cv2.COLOR_BGR2GRAY))
    size = (2 * LANDMARK_SCALE + 1, 2 * LANDMARK_SCALE + 1)
    mean = cv2.blur(grey, size)
    spread = np.sqrt(np.maximum(cv2.blur(grey * grey, size) - mean * mean, 0))
    return np.asarray(np.clip(128 + 48 * (grey - mean) / (spread + 4), 0, 255), np.uint8)


def _raster(pose: BoardPose) -> Raster:
    return Raster(pose.grid, LANDMARK_SCALE, LANDMARK_MARGIN)


def _triple(values: npt.ArrayLike) -> tuple[float, float, float]:
    x, y, z = np.asarray(values, dtype=np.float64).ravel()
    return float(x), float(y), float(z)
