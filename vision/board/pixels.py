"""Whether a picture was stretched along one side, so that its pixels are not square: the corners of a board tell.

Four corners are eight numbers, and a camera with square pixels, whose focal length is free, has seven; and cameras with
usual lenses see a board from aside in perspective. A picture that was stretched looks like a board that is seen from
aside without any.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

import numpy as np

from referee.grid import GridSize
from vision.board.align import Alignment, corners_off_px, pose_of
from vision.board.fine import fine_scale
from vision.board.refine import SEARCH, Fit, refine
from vision.board.trial import VERY_SURE, Shown
from vision.frame import Picture
from vision.kind import Kind
from vision.pose import BoardPose, pose_from_corners, strangeness

PLAUSIBLE = 2.0
"""Log-odds against a camera with square pixels below which no other is asked about, and by which a stretched one must
be more plausible. Of 138 guesses in pictures with square pixels three had more, by which no stretched camera was more
plausible by over 1.1; of 57 in stretched ones 43 had more, and of all of these others are more plausible."""
WELL = 1.0
"""With so little against a camera with square pixels it need not be proved by lines, and no other one is tried: that
takes a third of the time in which a board is found. Of the same 138 guesses 13 had more."""
STRETCHES = tuple(float(stretch) for stretch in np.exp((-0.4, -0.3, -0.2, -0.1, 0.1, 0.2, 0.3, 0.4)))
"""Pictures of 4 : 3 shown as 16 : 9 are stretched by a third, those of 3 : 2 by a fifth, and the other way round."""
BETWEEN = (0.95, 0.975, 1.0, 1.025, 1.05)
"""Parts of the best of these that are asked about then."""
STEEP_DEG = 25.0
"""From less far aside a stretched picture looks like nothing else."""
HARDLY, FAR = 1.001, 1.2
"""Stretches with which fits begin that are to find it: where lines prove the board the first is near enough to each."""
HINT, LEAST_STRETCHED = 0.04, 0.11
"""Logarithm of the stretch of a first short fit below which no other is made, and of a fit below which pixels may be
square. Of 23 rendered photographs with square pixels that are seen so far from aside 17 had less than the first, and 22
less than the second; of twelve that were stretched by a fifth or more, and whose corners did not tell, eleven and nine
had more."""
BETTER, CLEARER = 1.0, 0.1
"""And its lines and cells together must be worth so much more, and its cells, which show tops, be so much clearer."""


@dataclass(frozen=True, eq=False)
class Guess:
    """Cameras that see the corners about where they seem to be, the first corner at either of two."""

    seen: Alignment
    grid: GridSize
    size_px: tuple[int, int]

    @cached_property
    def square(self) -> list[BoardPose]:
        """Those with square pixels."""
        return [way.square for way in self._ways]

    @cached_property
    def stretched(self) -> list[BoardPose]:
        """Both ways round by the cameras that are more plausible, if pixels are not square one way at least; where none
        with square pixels is plausible, by others alone. Both, for 12 : 11 squared is a usual stretch: seen from above,
        a board looks like one that is stretched and lies a quarter turn round."""
        if self.is_of_others:
            return [way.stretched for way in self._ways]
        if not any(way.is_stretched for way in self._ways):
            return []
        return [way.stretched if way.is_stretched else way.square for way in self._ways]

    @property
    def is_plain(self) -> bool:
        """Whether a camera with square pixels explains the corners well."""
        return min(way.against_square for way in self._ways) < WELL

    @cached_property
    def is_of_others(self) -> bool:
        """Whether no camera with square pixels is plausible, and another one is."""
        plainest = min(way.against_square for way in self._ways)
        likely = plainest > PLAUSIBLE and min(way.against_stretched for way in self._ways) < plainest - PLAUSIBLE
        return bool(likely)

    @cached_property
    def _ways(self) -> "list[_Way]":
        turned = (replace(self.seen, corners_px=np.roll(self.seen.corners_px, turn, axis=0)) for turn in (0, 1))
        return [_Way(one, self.grid, self.size_px) for one in turned]


def stretched_camera(seen: Alignment, grid: GridSize, size_px: tuple[int, int]) -> BoardPose | None:
    """The camera with pixels that are not square which sees a square board's corners about where they seem to be, if
    it is far more plausible than one with square pixels."""
    way = _Way(seen, grid, size_px)
    return way.stretched if way.is_stretched and not _may_be_square(way.stretched) else None


def with_its_pixels(bgr: Picture, pose: BoardPose, kind: Kind) -> BoardPose:
    """A board that was found, as a stretched camera sees it, if lines and tops say that it is one.

    From far aside corners alone leave it open, for a stretch looks like another slant; the board then lies where it
    seems to, but the tops of pieces do not."""
    if not pose.is_square or pose.lens is not None or pose.tilt_deg < STEEP_DEG:
        return pose
    hint = _fitted(bgr, pose, HARDLY, kind, SEARCH[-1:])
    if abs(np.log(hint.stretch)) < HINT:
        return pose
    begun = (HARDLY,) if pose.confidence > VERY_SURE else (HARDLY, FAR, 1 / FAR)
    freed = [one for stretch in begun if not _may_be_square(one := _fitted(bgr, pose, stretch, kind))]
    if not freed:
        return pose
    best, square = (
        max((Shown.of(bgr, one, kind) for one in tried), key=attrgetter("worth"))
        for tried in (freed, (pose, _fitted(bgr, pose, 1.0, kind)))
    )
    is_better = best.worth > square.worth + BETTER and best.cells.clear > square.cells.clear + CLEARER
    return best.pose if is_better else pose


def _fitted(
    bgr: Picture, pose: BoardPose, stretch: float, kind: Kind, search: tuple[float, ...] = SEARCH[2:]
) -> BoardPose:
    """The board at the same corners, seen by a camera that stretches its pictures so, fitted to its lines and tops."""
    start = pose_from_corners(pose.corners_px, pose.grid, pose.size_px, k1=pose.k1, stretch=stretch)
    fit = refine(bgr, Fit.of(start, kind), fine_scale(pose), search, rough=0)
    return replace(fit.pose, confidence=pose.confidence)


def _may_be_square(pose: BoardPose) -> bool:
    return bool(abs(np.log(pose.stretch)) < LEAST_STRETCHED)


@dataclass(frozen=True, eq=False)
class _Way:
    """A guess of the corners with one of them as the first."""

    seen: Alignment
    grid: GridSize
    size_px: tuple[int, int]

    @cached_property
    def square(self) -> BoardPose:
        return self._through(1.0)

    @cached_property
    def stretched(self) -> BoardPose:
        """The most plausible camera of those whose pixels are not square."""
        near = min(map(self._through, STRETCHES), key=self._against).stretch
        return min((self._through(near * part) for part in BETWEEN), key=self._against)

    @cached_property
    def against_square(self) -> float:
        return self._against(self.square)

    @cached_property
    def against_stretched(self) -> float:
        return self._against(self.stretched)

    @property
    def is_stretched(self) -> bool:
        return self.against_square > PLAUSIBLE and self.against_stretched < self.against_square - PLAUSIBLE

    def _through(self, stretch: float) -> BoardPose:
        return pose_of(self.seen, self.grid, self.size_px, stretch=stretch)

    def _against(self, pose: BoardPose) -> float:
        """Log-odds against a camera that sees the corners so, whatever its pixels."""
        off = (pose.corners_px - self.seen.corners_px) / corners_off_px(self.seen, self.grid)
        return float((off**2).sum() / 2) + strangeness(pose)
