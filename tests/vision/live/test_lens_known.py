"""Through a calibrated lens the board's corners come out nearer to where they are."""

from functools import partial

import numpy as np

from calibration.lens import Lens
from calibration.profile import Profile
from referee.piece import packaged_piece_set
from vision.board.locate import locate, relocate
from vision.frame import Picture
from vision.kind import KINDS
from vision.live.bearings import Bearings
from vision.pose import BoardPose, Points, pose_from_corners, seen_through
from vision.simulated.still import picture

POLYSSIMO = packaged_piece_set("polyssimo")
KIND = KINDS[POLYSSIMO.game]
SIZE = (1280, 720)
FOCAL_MM, K1 = 28.0, -0.15
LENS = Lens(SIZE, FOCAL_MM / 36 * SIZE[0], K1, error_px=0.2, views=12)


def distorted(seed: int) -> tuple[Picture, Points]:
    """A table through a lens that bends more than most, and the true corners of the grid."""
    width, height = SIZE
    bgr, facts = picture(
        seed, POLYSSIMO, "partial", width=width, height=height, k1=K1, focal_mm=FOCAL_MM, fill=0.85, stock=False
    )
    return bgr, np.array(facts["corners"])


def error_px(pose: BoardPose | None, truth: Points) -> float:
    """Mean distance of the corners, however the grid was turned."""
    assert pose is not None
    return min(float(np.linalg.norm(np.roll(pose.corners_px, turn, 0) - truth, axis=1).mean()) for turn in range(4))


def found(bgr: Picture, profile: Profile | None) -> BoardPose | None:
    anywhere, near = partial(locate, grid=POLYSSIMO.grid, kind=KIND), partial(relocate, kind=KIND)
    bearings = Bearings(POLYSSIMO.grid, anywhere, near, profile)
    bearings.search(bgr)
    return bearings.pose


def test_corners_are_nearer_to_the_truth_with_a_lens_than_without() -> None:
    calibrated = Profile("camera 0", SIZE, (), lens=LENS)
    without, through = [], []
    for seed in (1, 5):
        bgr, truth = distorted(seed)
        without.append(error_px(found(bgr, None), truth))
        through.append(error_px(found(bgr, calibrated), truth))
    assert np.mean(through) < 0.7 * np.mean(without)


def test_a_pose_through_a_lens_keeps_its_corners_and_has_the_lens() -> None:
    corners = np.array([[300.0, 120.0], [950.0, 100.0], [1020.0, 640.0], [250.0, 655.0]])
    true = pose_from_corners(corners, POLYSSIMO.grid, SIZE, lens=LENS)
    held = seen_through(pose_from_corners(true.corners_px, POLYSSIMO.grid, SIZE), LENS)
    assert abs(held.focal_px / LENS.focal_px - 1) < 0.01
    assert abs(held.k1 - K1) < 0.003
    assert np.abs(held.corners_px - true.corners_px).max() < 1.5
    assert np.abs(held.camera_xyh - true.camera_xyh).max() < 0.5


def test_the_lens_of_other_pictures_is_left_alone() -> None:
    corners = np.array([[100.0, 40.0], [320.0, 30.0], [340.0, 210.0], [80.0, 220.0]])
    free = pose_from_corners(corners, POLYSSIMO.grid, (400, 300))
    assert seen_through(free, LENS) is free
