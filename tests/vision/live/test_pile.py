"""A piece on another at the far edge of a board seen steeply leans out of it as an arm would: it is none."""

from collections.abc import Mapping

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.live.pile import piled
from vision.motion.settle import SmallPicture, SmallView, around, changed, reaches_in
from vision.pose import BoardPose, pose_from_corners
from vision.sighting import Problem, SeenBoard, Sighting
from vision.simulated import LyingPiece, render, scene, truth

POLYSSIMO = packaged_piece_set("polyssimo")
THICK = 0.95
STEEP = {"width": 640, "height": 480, "tilt_deg": 48.0, "roll_deg": 0.0, "fill": 0.8, "k1": 0.0}
CALM = {"noise": 0.002, "blur": 0.3, "motion": 0.0, "exposure": 0.6, "quality": 95, "light": "fluorescent"}
FAR: Mapping[float, tuple[Cells, Cells]] = {
    0.0: (((0, 3), (1, 3), (1, 4), (2, 4), (2, 5)), tuple((0, col) for col in range(3, 8))),
    90.0: (((3, 0), (3, 1), (4, 1), (4, 2), (5, 2)), tuple((row, 0) for row in range(3, 8))),
    180.0: (((8, 4), (8, 5), (9, 3), (9, 4), (10, 3)), tuple((10, col) for col in range(3, 8))),
    270.0: (((3, 10), (3, 11), (4, 9), (4, 10), (5, 9)), tuple((row, 11) for row in range(3, 8))),
}
"""For a camera on each side of the board, where W lies, and I upon it along the edge farthest away."""


def seen(azimuth: float) -> tuple[BoardPose, SmallPicture, SmallPicture]:
    """Where the board lies, and the small pictures before and after I has been laid on W."""
    table = scene(5, azimuth_deg=azimuth, piece_height=THICK, **STEEP, **CALM)
    lower, upper = FAR[azimuth]
    below = LyingPiece("W", lower)
    on_it = LyingPiece("I", upper, layer=1, situation="overlap")
    pose = pose_from_corners(np.array(truth(table, POLYSSIMO, ())["corners"]), POLYSSIMO.grid, (640, 480))
    view = SmallView(pose)
    before, now = (
        view(render(table, POLYSSIMO, lying, noise_seed=number))
        for number, lying in enumerate([(below,), (below, on_it)])
    )
    return pose, before, now


def sighting(cells: Cells, thickness: float | None = THICK) -> Sighting:
    problem = Problem("overlap", "I", cells, ("W",))
    return Sighting(SeenBoard(False, (), POLYSSIMO.grid, 0.0), problems=(problem,), thickness=thickness)


@pytest.mark.parametrize("azimuth", FAR)
def test_a_pile_at_the_far_edge_looks_like_an_arm_and_is_told_from_one(azimuth: float) -> None:
    pose, before, now = seen(azimuth)
    change = changed(before, now)
    assert reaches_in(change, now.valid, POLYSSIMO.grid)
    assert not reaches_in(change & ~piled(sighting(FAR[azimuth][1]), pose), now.valid, POLYSSIMO.grid)


def test_an_arm_beside_a_pile_still_reaches_in() -> None:
    pose, before, now = seen(0.0)
    change = changed(before, now)
    change[:14, -14:-8] = True
    assert reaches_in(change & ~piled(sighting(FAR[0.0][1]), pose), now.valid, POLYSSIMO.grid)


def test_what_lies_on_nothing_or_is_of_unknown_thickness_is_no_pile() -> None:
    pose, *_ = seen(0.0)
    flat = Sighting(SeenBoard(False, (), POLYSSIMO.grid, 0.0), thickness=THICK)
    assert not piled(flat, pose).any()
    assert not piled(sighting(FAR[0.0][1], None), pose).any()


def test_a_pile_hides_the_board_behind_it_and_none_before_it() -> None:
    pose, *_ = seen(0.0)
    middle = tuple((5, col) for col in range(3, 8))
    rows = np.flatnonzero(piled(sighting(middle), pose).any(axis=1))
    on_board = np.flatnonzero(around(POLYSSIMO.grid, 0.0).any(axis=1))
    assert rows[-1] - on_board[0] <= 2 * 6 + 1
    assert rows[0] - on_board[0] <= 2 * (5 - 1)
