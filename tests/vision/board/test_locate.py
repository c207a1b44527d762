"""Finding the board in pictures, and finding none where there is none."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.cameras import by_another_camera
from tests.vision.board.cloth import on_cloth
from vision.board.align import align
from vision.board.boards import FOUND_PX, find_board
from vision.board.corners import corners_seen
from vision.board.locate import locate, relocate
from vision.board.trial import LEAST_CONFIDENCE, is_sure
from vision.kind import POLYSSIMO, Kind
from vision.pose import BoardPose, pose_from_corners
from vision.simulated import LyingPiece, render, scene
from vision.simulated.still import picture
from vision.simulated.truth import truth
from web.camera.simulated import name_of
from web.games.demo import script

GRID = GridSize(11, 12)
PHOTOS = Path(__file__).parents[2] / "data" / "photos"


def photo(name: str):
    """A carried picture and the true corners of its grid."""
    facts = json.loads((PHOTOS / f"{name}.json").read_text())
    return cv2.imread(str(PHOTOS / f"{name}.jpg")), np.array(facts["corners"])


def corner_error(pose: BoardPose, corners: np.ndarray) -> float:
    """Largest corner error in cells; a board looks the same after half a turn."""
    turned = (corners, np.roll(corners, 2, axis=0))
    return float(min(np.linalg.norm(pose.corners_px - one, axis=1).max() for one in turned) / pose.cell_px)


@pytest.mark.parametrize(
    ("seed", "fixed"),
    [
        pytest.param(551008, {"kind": "empty", "exposure": 1.5}, id="burnt out"),
        pytest.param(910119, {}, id="without printed lines, and those of its rim lead a rough fit astray"),
    ],
)
def test_a_board_of_which_hardly_a_line_is_seen_is_found_where_it_looks_like_ours(seed, fixed, monkeypatch):
    polyssimo = packaged_piece_set("polyssimo")
    bgr, facts = picture(seed, polyssimo, **fixed)
    monkeypatch.setattr("vision.board.boards.locate", lambda *_: None)  # it finds none, and takes long
    pose = find_board(bgr, polyssimo)
    assert pose is not None
    assert corner_error(pose, np.array(facts["corners"])) < 0.15


def test_a_bare_board_is_found_though_a_camera_hides_its_lines():
    polyssimo = packaged_piece_set("polyssimo")
    bgr, facts = picture(7620056, polyssimo, "empty")
    pose = locate(by_another_camera(bgr, np.random.default_rng((7620056, 5))), polyssimo.grid, POLYSSIMO)
    assert pose is not None
    assert corner_error(pose, np.array(facts["corners"])) < 0.3


def test_a_large_picture_is_looked_at_smaller(monkeypatch: pytest.MonkeyPatch):
    """As a phone of 12 megapixels takes it: every fit of hundreds would shrink it anew."""
    bgr, corners = photo("014_few")
    times = 3840 / bgr.shape[1]
    sides = list[int]()

    def noted(bgr: np.ndarray, grid: GridSize, kind: Kind) -> BoardPose | None:
        sides.append(max(bgr.shape))
        return locate(bgr, grid, kind)

    monkeypatch.setattr("vision.board.boards.locate", noted)
    large = np.asarray(cv2.resize(bgr, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), np.uint8)
    pose = find_board(large, packaged_piece_set("polyssimo"))
    assert sides == [FOUND_PX]
    assert pose is not None
    assert pose.size_px == (large.shape[1], large.shape[0])
    assert corner_error(pose, (corners + 0.5) * times - 0.5) < 0.05


@pytest.mark.parametrize(("wide", "sides"), [(1280, [1280]), (1920, [1600, 1920])])
def test_where_nothing_is_found_so_it_is_looked_at_in_full(
    wide: int, sides: list[int], monkeypatch: pytest.MonkeyPatch
):
    """A board may be tiny in a large picture."""
    looked = list[int]()
    monkeypatch.setattr("vision.board.boards.locate", lambda bgr, *_: looked.append(max(bgr.shape)))
    monkeypatch.setattr("vision.board.boards.places_seen", lambda *_, **__: [])
    assert find_board(np.zeros((720, wide, 3), np.uint8), packaged_piece_set("polyssimo")) is None
    assert looked == sides


@pytest.mark.parametrize(
    "noise_seed",
    [
        pytest.param(24, id="of which the lines score higher the wrong way round"),
        pytest.param(35, id="of which a fit leads to the wrong way round"),
    ],
)
def test_a_small_dark_board_is_not_taken_for_one_a_quarter_turn_round(noise_seed):
    """Its cells are nearly square to the eye, and not a line is to be seen: the pieces on them tell."""
    polyssimo = packaged_piece_set("polyssimo")
    table = scene(85)
    lying = [LyingPiece(name_of(one), one.cells) for one in script(85, polyssimo).moves[:4]]
    pose = find_board(render(table, polyssimo, lying, noise_seed=noise_seed), polyssimo)
    assert pose is not None
    assert corner_error(pose, np.array(truth(table, polyssimo, lying, None)["corners"])) < 0.5


@pytest.mark.parametrize("seed", [7200010, 7200043])
def test_a_board_is_found_of_which_a_hand_hides_a_corner(seed):
    """It seems to lie a cell elsewhere there, but lines and pieces say where it lies."""
    bgr, facts = picture(seed, packaged_piece_set("polyssimo"), "hand")
    pose = locate(bgr, GRID, POLYSSIMO)
    assert pose is not None
    assert corner_error(pose, np.array(facts["corners"])) < 0.1


def test_the_stripes_of_a_cloth_beside_a_board_do_not_draw_its_corners_away():
    bgr, facts = picture(7210047, packaged_piece_set("polyssimo"), "overlap")
    pose = locate(bgr, GRID, POLYSSIMO)
    assert pose is not None
    assert corner_error(pose, np.array(facts["corners"])) < 0.1


@pytest.mark.parametrize("name", ["000_hand", "001_overlap", "009_full", "020_overhang"])
def test_the_grid_is_found_to_a_small_part_of_a_cell(name):
    bgr, corners = photo(name)
    pose = locate(bgr, GRID, POLYSSIMO)
    assert pose is not None
    assert pose.confidence >= LEAST_CONFIDENCE
    assert corner_error(pose, corners) < 0.15


def test_a_knocked_board_is_found_again_from_where_it_was():
    bgr, corners = photo("020_overhang")
    before = pose_from_corners(corners + np.array([6, -4]), GRID, (bgr.shape[1], bgr.shape[0]))
    pose = relocate(bgr, before, POLYSSIMO)
    assert pose is not None
    assert corner_error(pose, corners) < 0.1


def test_nothing_is_found_again_where_no_board_is():
    bgr, corners = photo("020_overhang")
    before = pose_from_corners(corners, GRID, (bgr.shape[1], bgr.shape[0]))
    assert relocate(np.full_like(bgr, 128), before, POLYSSIMO) is None


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_shows_no_board(level):
    assert locate(np.full((480, 640, 3), level, np.uint8), GRID, POLYSSIMO) is None


def test_lines_that_just_about_prove_a_board_are_not_believed_where_its_cells_show_nothing_clear():
    ours, corners = photo("009_full")
    quilt = cv2.imread(str(PHOTOS.parent / "patchwork" / "005.jpg"))
    around = np.array(json.loads((PHOTOS.parent / "patchwork" / "005.json").read_text())["corners"])
    for bgr, seen, believed in ((ours, corners, True), (quilt, around, False)):
        pose = pose_from_corners(seen, GRID, (bgr.shape[1], bgr.shape[0]))
        assert is_sure(bgr, replace(pose, confidence=0.91), POLYSSIMO) == believed
        assert is_sure(bgr, replace(pose, confidence=0.98), POLYSSIMO)


def test_a_small_board_on_a_chequered_cloth_is_found_by_what_lies_on_it() -> None:
    bgr, corners = on_cloth(*photo("001_overlap"), smaller=0.4)
    pose = locate(bgr, GRID, POLYSSIMO)
    assert pose is not None
    assert corner_error(pose, corners) < 0.3


def test_where_the_first_guess_is_sure_of_a_board_no_other_is_followed(monkeypatch):
    (bgr, _), followed = photo("009_full"), []

    def counted(*given, **more):
        followed.append(given[1])
        return align(*given, **more)

    monkeypatch.setattr("vision.board.locate.align", counted)
    assert len(corners_seen(bgr)) > 1
    assert locate(bgr, GRID, POLYSSIMO) is not None
    assert len(followed) == 1
