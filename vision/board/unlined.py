"""A board of which no line is to be seen, small or in a deep shadow: where it lies by what lies on it alone.

Its guesses are a little off, and fits from there lead astray. So fits are begun at and beside each of them; where the
cells are clearest then, and far less clear a quarter turn round and for any other size, it can be no other board.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.board.fine import fitted_finely
from vision.board.nudge import BESIDE, STRETCHED, shifted, stretched
from vision.board.opinion import Opinion, opinion
from vision.board.refine import Fit
from vision.board.sizes import Size
from vision.board.trial import HOPEFUL, LEAST_CONFIDENCE, is_ours
from vision.frame import Picture
from vision.kind import Kind
from vision.pose import BoardPose, pose_from_corners

OTHERWISE = 0.8
"""Cells must be so much clearer than a quarter turn round. On 11 boards of ours they were 1.1 clearer and more (on
those of other sizes, which their size tells, up to 2.1)."""
NEARLY_AS_CLEAR = 0.2
"""Fits whose cells are hardly less clear than the clearest are as good: their corners are taken in the median. At
16 places tried on seven pictures the corners of the clearest were .68 cells off at most, of the median .43."""


def unlined(bgr: Picture, ways: list[BoardPose], kind: Kind) -> BoardPose | None:
    """A board of which a guess is given, rows and columns either of two ``ways`` round, if what lies on its cells alone
    tells that it is one of ours and lies just so; None otherwise."""
    seen = sorted(((opinion(bgr, way, kind), way) for way in ways), key=lambda one: -one[0].clear)
    (said, guess), *others = seen
    turned = [other.clear for other, _ in others]
    if not said.is_used or said.clear < HOPEFUL or not _is_this_way_round(guess, said, turned):
        return None
    pose = _clearest(bgr, guess, kind)
    return replace(pose, confidence=LEAST_CONFIDENCE) if pose and _shows_itself(bgr, pose, kind) else None


def _clearest(bgr: Picture, guess: BoardPose, kind: Kind) -> BoardPose | None:
    """Where, at a guess or at fits beside it, the cells are clearest; None if at none of these pieces are seen to lie
    on the cells and none around them. Those that are as clear without that count all the same: their median is near
    the truth where the one that shows it is not."""
    seen = [(pose, opinion(bgr, pose, kind)) for pose in (guess, *_around(bgr, guess, kind))]
    clearest = max((said.clear for _, said in seen if said.confirms), default=np.inf)
    corners_px = [pose.corners_px for pose, said in seen if said.clear > clearest - NEARLY_AS_CLEAR]
    if not corners_px:
        return None
    return pose_from_corners(np.median(corners_px, axis=0), guess.grid, guess.size_px, stretch=guess.stretch)


def _around(bgr: Picture, guess: BoardPose, kind: Kind) -> Iterator[BoardPose]:
    """The fits of a guess and of what lies beside it."""
    beside = (shifted(guess, cells) for cells in BESIDE)
    wider = (stretched(guess, side, cells) for side, cells in STRETCHED)
    for start in (guess, *beside, *wider):
        yield fitted_finely(bgr, Fit.of(start, kind))[1].pose


def _shows_itself(bgr: Picture, pose: BoardPose, kind: Kind) -> bool:
    """Whether its cells tell that a board of ours lies there, and that it can be no other one."""
    said = opinion(bgr, pose, kind)
    turned = [opinion(bgr, pose.quarter_turned(), kind).clear]
    if not said.confirms or not _is_this_way_round(pose, said, turned):
        return False
    size = Size(bgr, pose, said, kind)
    return size.is_by_far_clearest and is_ours(size)


def _is_this_way_round(pose: BoardPose, said: Opinion, turned: list[float]) -> bool:
    """Whether cells are far clearer than ``turned`` a quarter round; a square board looks the same."""
    return pose.grid.rows == pose.grid.cols or all(said.clear > clear + OTHERWISE for clear in turned)
