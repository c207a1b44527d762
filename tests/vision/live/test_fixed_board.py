"""Corners that were stored for a fixed camera hold where the board is not found by itself, and only there."""

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profile import Profile
from referee.grid import GridSize
from vision.live.bearings import Bearings
from vision.pose import BoardPose, pose_from_corners

GRID, SIZE = GridSize(11, 12), (640, 480)
BGR = np.zeros((480, 640, 3), np.uint8)
LENS = Lens(SIZE, 600.0, -0.05, 0.2, 12)
SHOWN = np.array([(100.0, 60.0), (540.0, 70.0), (560.0, 430.0), (80.0, 420.0)])
CORNERS = pose_from_corners(SHOWN, GRID, SIZE, lens=LENS).corners_xy
ELSEWHERE = pose_from_corners(np.array(CORNERS) + np.array([40, 0]), GRID, SIZE)


def corners_found(profile: Profile, found: BoardPose | None) -> np.ndarray | None:
    """Where the board is said to lie if it is not near its place, and the search finds this."""
    bearings = Bearings(GRID, lambda *_: found, lambda *_: None, profile)
    bearings.search(BGR)
    return bearings.pose.corners_px if bearings.pose else None


@pytest.mark.parametrize("lens", [None, LENS])
def test_stored_corners_hold_where_nothing_is_found(lens: Lens | None) -> None:
    corners = corners_found(Profile("c", SIZE, CORNERS, fixed=True, lens=lens), None)
    assert corners is not None
    assert np.abs(corners - CORNERS).max() < 4


@pytest.mark.parametrize(("lens", "stretch"), [(None, 1.2), (LENS, 1.0)])
def test_a_stretch_that_was_learnt_holds_until_the_lens_is_calibrated(lens: Lens | None, stretch: float) -> None:
    seen = list[BoardPose]()
    profile = Profile("c", SIZE, CORNERS, stretch=1.2, lens=lens)
    Bearings(GRID, lambda *_: None, lambda _, pose: seen.append(pose), profile).search(BGR)
    assert seen[0].stretch == stretch


def test_what_is_found_elsewhere_counts_more() -> None:
    corners = corners_found(Profile("c", SIZE, CORNERS, fixed=True), ELSEWHERE)
    assert corners is not None
    assert np.abs(corners - ELSEWHERE.corners_px).max() < 1e-6


def test_corners_that_were_only_learnt_do_not_hold() -> None:
    assert corners_found(Profile("c", SIZE, CORNERS), None) is None
