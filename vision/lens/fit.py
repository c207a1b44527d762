"""What pictures of the sheet tell about a lens, how good that is, and what to photograph next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens import Lens, Size
from vision.lens.chart import SeenChart
from vision.pose import TYPICAL_FOCAL, Points

FEWEST_VIEWS, ENOUGH_VIEWS = 4, 10
GOOD_ERROR_PX, MOST_ERROR_PX = 0.5, 1.2
"""Reprojection errors in a picture 1280 pixels wide: at most the first is good, above the second nothing is kept."""
GOOD_SPREAD, MOST_SPREAD = 0.004, 0.02
"""The same for the standard error of the focal length, as a part of it."""
ODD = 3.0
"""A picture whose error is so many times the usual one is left out: it is blurred, or the sheet was bent."""
ODD_PX = 0.6
"""But not while its error is smaller than this."""
TILTED_DEG = 20.0
"""Leaning the sheet so far tells the focal length from the distance."""
FEWEST_TILTED = 2
"""Pictures in which it leans so, in each of two directions."""
LARGE = 0.3
"""Part of the picture that the sheet takes in at least one of them."""
ZONES = ("top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right")
FEWEST_IN_ZONE = 4
"""Corners of the sheet without which a ninth of the picture counts as not looked at."""
LENS_FLAGS = (
    cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K2
    | cv2.CALIB_FIX_K3
    | cv2.CALIB_USE_INTRINSIC_GUESS
)
"""The lens of ``calibration.lens``: what the board's pose uses."""


@dataclass(frozen=True, slots=True)
class LensFit:
    """``lens`` is None where the pictures do not tell it. ``spread`` is the standard error of the focal length, as a
    part of it; ``left_out`` names pictures that do not agree with the others; ``next`` says in words what to do, the
    most useful first, nothing if all is well."""

    lens: Lens | None
    spread: float
    left_out: tuple[str, ...]
    next: tuple[str, ...]

    @property
    def usable(self) -> bool:
        """Whether the lens is better than none."""
        return self.lens is not None and self.spread <= MOST_SPREAD and _relative(self.lens) <= MOST_ERROR_PX

    @property
    def good(self) -> bool:
        """Whether there is nothing more to be won."""
        return self.lens is not None and self.usable and not self.next


def fit_lens(views: Sequence[tuple[str, SeenChart]], size_px: Size) -> LensFit:
    """The lens that explains the sheet in named pictures of one size."""
    if len(views) < FEWEST_VIEWS:
        return LensFit(None, 1.0, (), (_more(len(views)), *_unseen(views, size_px)))
    solved = _solve([view for _, view in views], size_px)
    usual = max(float(np.median(solved.errors_px)) * ODD, ODD_PX * max(size_px) / 1280)
    kept = [view for view, error in zip(views, solved.errors_px, strict=True) if error <= usual]
    left_out = tuple(name for name, view in views if all(view is not other for _, other in kept))
    if len(kept) < FEWEST_VIEWS:
        return LensFit(None, 1.0, left_out, (_more(len(kept)), *_unseen(kept, size_px)))
    if left_out:
        solved = _solve([view for _, view in kept], size_px)
    lens = Lens(size_px, solved.focal_px, solved.k1, solved.error_px, len(kept))
    return LensFit(lens, solved.spread, left_out, tuple(_advice(kept, solved, lens)))


@dataclass(frozen=True, eq=False)
class _Solved:
    """``tilts_deg`` N x 2: how far the sheet leans in each picture, sideways and to and fro."""

    focal_px: float
    k1: float
    error_px: float
    spread: float
    errors_px: Points
    tilts_deg: Points


def _solve(views: list[SeenChart], size_px: Size) -> _Solved:
    """Zhang's method, as OpenCV has it."""
    focal_px = TYPICAL_FOCAL * max(size_px)
    middle_x, middle_y = ((side - 1) / 2 for side in size_px)
    begin = np.array([[focal_px, 0, middle_x], [0, focal_px, middle_y], [0, 0, 1]])
    boards = [np.column_stack([view.squares_xy, np.zeros(len(view.squares_xy))]).astype(np.float32) for view in views]
    pixels = [view.pixels_xy.astype(np.float32) for view in views]
    error, matrix, bend, turns, _, deviations, _, errors = cv2.calibrateCameraExtended(
        boards, pixels, size_px, begin, np.zeros(5), flags=LENS_FLAGS
    )
    focal = float(matrix[0, 0])
    tilts = np.array([_tilt_deg(np.asarray(cv2.Rodrigues(turn)[0], np.float64)) for turn in turns])
    spread = float(np.ravel(deviations)[:2].max()) / focal  # of the two, which are one, only one is given
    return _Solved(focal, float(np.ravel(bend)[0]), float(error), spread, np.ravel(errors), tilts)


def _tilt_deg(rotation: Points) -> Points:
    """How far the sheet leans away from the camera, sideways and to and fro, whichever way up it is held."""
    return np.asarray(np.abs(np.degrees(np.arctan2(rotation[:2, 2], abs(rotation[2, 2])))))


def _advice(views: Sequence[tuple[str, SeenChart]], solved: _Solved, lens: Lens) -> Iterable[str]:
    if _relative(lens) > GOOD_ERROR_PX:
        yield "the corners do not fit well: lay the sheet on something flat, light it well and hold the camera still"
    leaning = (solved.tilts_deg >= TILTED_DEG).sum(axis=0)
    for enough, how in zip(leaning >= FEWEST_TILTED, ("left or right", "top or bottom"), strict=True):
        if not enough:
            yield f"lean the sheet by some 30 degrees, with its {how} edge towards the camera"
    yield from _unseen(views, lens.size_px)
    if len(views) < ENOUGH_VIEWS:
        yield _more(len(views))
    elif solved.spread > GOOD_SPREAD:
        yield f"the focal length is known to {solved.spread:.1%} only: take more pictures, leaning it in new ways"


def _unseen(views: Sequence[tuple[str, SeenChart]], size_px: Size) -> Iterable[str]:
    """What of the picture the sheet has not been in yet."""
    if not views:
        return
    points = np.concatenate([view.pixels_xy for _, view in views])
    column, row = np.clip((points * 3 / np.array(size_px)).astype(int), 0, 2).T
    counts = np.bincount(row * 3 + column, minlength=9)
    empty = [zone for zone, count in zip(ZONES, counts, strict=True) if count < FEWEST_IN_ZONE]
    if empty:
        yield f"hold the sheet so that it is in the {', '.join(empty)} of the picture"
    shares = [cv2.contourArea(cv2.convexHull(view.pixels_xy.astype(np.float32))) for _, view in views]
    if max(shares) < LARGE * size_px[0] * size_px[1]:
        yield "hold the sheet nearer, so that it fills much of the picture"


def _more(count: int) -> str:
    missing = ENOUGH_VIEWS - count
    return f"take {missing} more picture{'s' if missing > 1 else ''}, each with the sheet held another way"


def _relative(lens: Lens) -> float:
    """The error as it would be in a picture 1280 pixels wide."""
    return lens.error_px * 1280 / max(lens.size_px)
