"""Finding the board in pictures, and finding none where there is none."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.benchmarks.other_boards import tiled_cloth
from vision.board.boards import FOUND_PX, find_board
from vision.board.locate import locate, locate_faint, relocate
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


def drawn_board(rows: int, cols: int, *, chequered: bool = False) -> np.ndarray:
    """A board of another game on a plain table, seen at an angle."""
    cell, margin = 40, 24
    height, width = rows * cell + 2 * margin, cols * cell + 2 * margin
    board = np.full((height, width, 3), 235, np.uint8)
    for row in range(rows):
        for col in range(cols):
            x, y = margin + col * cell, margin + row * cell
            if chequered and (row + col) % 2:
                cv2.rectangle(board, (x, y), (x + cell, y + cell), (70, 90, 120), -1)
            cv2.rectangle(board, (x, y), (x + cell, y + cell), (120, 150, 180), 2)
    outline = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    place = np.float32([[430, 120], [900, 200], [860, 640], [300, 560]])
    turn = cv2.getPerspectiveTransform(outline, place)
    table = np.full((720, 1280, 3), (60, 95, 140), np.uint8)
    seen = cv2.warpPerspective(board, turn, (1280, 720), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), turn, (1280, 720))
    table[mask > 127] = seen[mask > 127]
    noise = np.random.default_rng(1).normal(0, 3, table.shape)
    return np.clip(cv2.GaussianBlur(table, (3, 3), 0) + noise, 0, 255).astype(np.uint8)


@pytest.fixture
def located(monkeypatch: pytest.MonkeyPatch) -> list[BoardPose | None]:
    """What ``locate`` has found for ``find_board``."""
    found: list[BoardPose | None] = []

    def noted(bgr: np.ndarray, grid: GridSize, kind: Kind) -> BoardPose | None:
        found.append(locate(bgr, grid, kind))
        return found[-1]

    monkeypatch.setattr("vision.board.boards.locate", noted)
    return found


@pytest.mark.parametrize(
    ("seed", "fixed"),
    [
        pytest.param(551008, {"kind": "empty", "exposure": 1.5}, id="burnt out"),
        pytest.param(910119, {}, id="without printed lines, and those of its rim lead a rough fit astray"),
    ],
)
def test_a_board_of_which_hardly_a_line_is_seen_is_found_where_it_looks_like_ours(located, seed, fixed):
    polyssimo = packaged_piece_set("polyssimo")
    bgr, facts = picture(seed, polyssimo, **fixed)
    pose = find_board(bgr, polyssimo)
    assert located == [None]
    assert pose is not None
    assert corner_error(pose, np.array(facts["corners"])) < 0.15


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


def test_a_board_of_another_size_with_our_pieces_on_it_is_not_ours(located):
    larger = replace(packaged_piece_set("polyssimo"), grid=GridSize(10, 12))
    bgr = picture(531005, larger, "few")[0]
    assert find_board(bgr, packaged_piece_set("polyssimo")) is None
    assert located == [None]


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


@pytest.mark.parametrize(("rows", "cols"), [(11, 11), (12, 12)])
def test_a_lattice_of_other_size_is_not_taken_for_the_board(rows, cols):
    assert locate(drawn_board(rows, cols), GRID, POLYSSIMO) is None


def test_a_chessboard_is_not_taken_for_the_board():
    assert locate(drawn_board(8, 8, chequered=True), GRID, POLYSSIMO) is None


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
    bgr, corners = _on_cloth(photo("001_overlap"), smaller=0.4)
    pose = locate(bgr, GRID, POLYSSIMO)
    assert pose is not None
    assert corner_error(pose, corners) < 0.3


@pytest.mark.parametrize(("rows", "cols"), [(12, 12), (10, 12), (12, 13)])
def test_by_what_lies_on_it_a_board_of_another_size_is_not_taken_for_ours(rows: int, cols: int) -> None:
    other = replace(packaged_piece_set("polyssimo"), grid=GridSize(rows, cols))
    drawn, facts = picture(575000, other, "partial")
    bgr, _ = _on_cloth((drawn, np.array(facts["corners"])), smaller=0.5)
    assert locate(bgr, GRID, POLYSSIMO) is None


@pytest.mark.parametrize("seed", [576002, 569006])
def test_faint_lines_are_none_of_ours_where_pieces_lie_beside_its_cells(seed: int) -> None:
    larger = replace(packaged_piece_set("polyssimo"), grid=GridSize(12, 13))
    assert locate_faint(picture(seed, larger, "partial")[0], GRID, POLYSSIMO) is None


def _on_cloth(shown: tuple[np.ndarray, np.ndarray], smaller: float) -> tuple[np.ndarray, np.ndarray]:
    """A picture and the corners in it, so much smaller on a cloth of square tiles, a little blurred."""
    bgr, corners = shown
    tile = cv2.resize(tiled_cloth(5), (640, 640))
    cloth = np.tile(tile, (2, 2, 1))[: bgr.shape[0], : bgr.shape[1]].copy()
    small = cv2.resize(bgr, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    left, top = 300, 100
    cloth[top : top + small.shape[0], left : left + small.shape[1]] = small
    return cv2.GaussianBlur(cloth, (0, 0), 0.7), corners * smaller + np.array([left, top])
