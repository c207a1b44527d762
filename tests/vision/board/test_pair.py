"""Two quilts in one picture are found beside one another, wherever they lie.

More of them that are bare are looked for by ``tests.benchmarks.bare_boards``.
"""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.piece import packaged_piece_set
from tests.benchmarks.anywhere import film
from vision.board import pair
from vision.board.pair import find_boards, find_pair, find_two
from vision.frame import Picture
from vision.names import seen_set
from vision.pose import BoardPose, Points
from vision.simulated import LyingPiece, render
from vision.simulated.quilts import quilt_corners, side_by_side
from vision.simulated.truth import truth
from web.camera.simulated import name_of, table
from web.games.demo import script, usual_players

PATCHES = packaged_piece_set("patchwork")
QUILT = Path(__file__).parents[2] / "data" / "patchwork" / "005.jpg"


def one_quilt() -> Picture:
    bgr = cv2.imread(str(QUILT))
    assert bgr is not None
    return np.asarray(bgr, np.uint8)


def off(found: list[BoardPose], corners_px: Points) -> list[float]:
    """How far each of two boards is from where it lies, in cells."""
    errors = []
    for quilt, pose in enumerate(found):
        true = quilt_corners(corners_px, quilt, PATCHES.grid)
        turned = [np.abs(np.roll(pose.corners_px, turn, axis=0) - true).max() for turn in range(4)]
        errors.append(float(min(turned) / pose.cell_px))
    return errors


def bare(seed: int) -> tuple[Picture, Points]:
    """Two quilts on which nothing lies, on any table, with the corners of both together."""
    frame, facts = next(iter(film(script(seed, PATCHES, usual_players("patchwork")), seed, PATCHES)))
    return frame.bgr, np.array(facts["corners"])


def test_both_quilts_of_a_simulated_table_are_found_from_left_to_right() -> None:
    wide = side_by_side(seen_set(PATCHES))
    left, right = find_two(render(table(2, wide), wide, ()), PATCHES)
    assert np.ptp(left.corners_px[:, 0]) < 700
    assert left.corners_px[:, 0].max() < right.corners_px[:, 0].max()
    assert left.corners_px[:, 0].mean() < 640 < right.corners_px[:, 0].mean()


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(84, id="with lines that are hardly seen"),
        pytest.param(110, id="where a guess of the corners bends"),
        pytest.param(17, id="where a guess is most of a cell off at one corner"),
    ],
)
def test_bare_quilts_are_found_where_they_are(seed: int) -> None:
    bgr, corners_px = bare(seed)
    found = find_pair(bgr, PATCHES)
    assert len(found) == 2
    assert max(off(found, corners_px)) < 0.3


def test_sewn_quilts_in_one_photo_are_found_where_they_are() -> None:
    wide = side_by_side(seen_set(PATCHES))
    scene = table(4, wide)
    lying = [LyingPiece(name_of(one), one.cells) for one in script(4, PATCHES).moves[:30]]
    found = find_boards(render(scene, wide, lying, noise_seed=3), PATCHES)
    assert len(found) == 2
    assert max(off(found, np.array(truth(scene, wide, (), None)["corners"]))) < 0.15


def test_quilts_that_do_not_lie_abreast_are_found_from_left_to_right() -> None:
    quilt = one_quilt()
    both = np.hstack([quilt, cv2.flip(quilt, 1)])
    first, second = find_boards(np.asarray(both, np.uint8), PATCHES)
    middles = [float(pose.corners_px[:, 0].mean()) for pose in (first, second)]
    assert middles[0] < quilt.shape[1] < middles[1]


@pytest.mark.parametrize("anyhow", [True, False])
def test_where_one_is_found_by_itself_the_other_may_lie_behind_it(
    anyhow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where both are small, and guesses lead to one only, in a part of the picture."""
    wide = side_by_side(seen_set(PATCHES))
    bgr = np.ascontiguousarray(np.rot90(render(table(2, wide), wide, ())))
    both = find_pair(bgr, PATCHES, anyhow=True)
    monkeypatch.setattr(pair, "find_pair", lambda *_, **__: [])
    monkeypatch.setattr(pair, "find_in_halves", lambda *_: [])
    monkeypatch.setattr(pair, "find_board", lambda seen, *_, **__: both[0] if seen is bgr else None)
    found = find_two(bgr, PATCHES, anyhow=anyhow)
    assert len(found) == 1 + anyhow
    for one, other in zip(found, both if anyhow else both[:1], strict=True):
        assert one.apart(other) < 0.2


def test_one_quilt_is_no_pair_and_parts_of_what_is_beside_it_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.board.boards.places_in_parts", lambda bgr: pytest.fail("it is a part already"))
    quilt = one_quilt()
    assert find_pair(quilt, PATCHES) == []
    assert len(find_boards(quilt, PATCHES)) == 1


def test_where_no_quilt_is_none_is_found() -> None:
    assert find_two(np.full((360, 640, 3), 90, np.uint8), PATCHES) == []
