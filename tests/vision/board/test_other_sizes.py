"""Boards of our make, but of another size, with our pieces on them; more by ``tests.benchmarks.other_boards``."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.vision.board.cloth import on_cloth
from vision.board.align import align, pose_of
from vision.board.locate import locate, locate_faint
from vision.board.trial import Trial
from vision.frame import Picture, size_of
from vision.kind import POLYSSIMO
from vision.pose import Points
from vision.simulated.still import picture

OURS = packaged_piece_set("polyssimo")


def other(rows: int, cols: int, seed: int, kind: str) -> tuple[Picture, Points]:
    """A board of so many rows and columns, and its corners (4 x 2)."""
    bgr, facts = picture(seed, replace(OURS, grid=GridSize(rows, cols)), kind)
    return bgr, np.array(facts["corners"], np.float64)


def drawn(rows: int, cols: int, *, chequered: bool = False) -> tuple[Picture, Points]:
    """A board of another game on a plain table, seen at an angle, and its outline (4 x 2)."""
    cell, margin = 40, 24
    height, width = rows * cell + 2 * margin, cols * cell + 2 * margin
    board = np.full((height, width, 3), 235, np.uint8)
    for row, col in GridSize(rows, cols):
        x, y = margin + col * cell, margin + row * cell
        if chequered and (row + col) % 2:
            cv2.rectangle(board, (x, y), (x + cell, y + cell), (70, 90, 120), -1)
        cv2.rectangle(board, (x, y), (x + cell, y + cell), (120, 150, 180), 2)
    outline: npt.NDArray[np.float32] = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    place = np.array([[430, 120], [900, 200], [860, 640], [300, 560]], np.float32)
    turn = cv2.getPerspectiveTransform(outline, place)
    table = np.full((720, 1280, 3), (60, 95, 140), np.uint8)
    seen = cv2.warpPerspective(board, turn, (1280, 720), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), turn, (1280, 720))
    table[mask > 127] = seen[mask > 127]
    noise = np.random.default_rng(1).normal(0, 3, table.shape)
    return np.clip(cv2.GaussianBlur(table, (3, 3), 0) + noise, 0, 255).astype(np.uint8), place.astype(np.float64)


@pytest.fixture
def unguarded(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From then on no board is told from ours by its lines, nor by other sizes that fit it better."""

    def take_down() -> None:
        monkeypatch.setattr("vision.board.trial.Size.is_another", False)
        monkeypatch.setattr("vision.board.trial.is_printed_so", lambda *_: True)
        monkeypatch.setattr("vision.board.trial.goes_on", lambda *_: False)

    return take_down


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(lambda: other(10, 12, 531026, "empty"), id="lines stand between those of the grid"),
        pytest.param(lambda: other(12, 12, 531001, "few"), id="the board goes on beyond the grid"),
        pytest.param(lambda: drawn(12, 12), id="drawn, and nothing lies on it"),
    ],
)
def test_a_board_of_another_size_is_not_taken_for_ours_where_it_lies(
    shown: Callable[[], tuple[Picture, Points]], unguarded: Callable[[], None]
) -> None:
    bgr, corners_px = shown()
    seen = align(bgr, corners_px, OURS.grid)
    turned = (replace(seen, corners_px=np.roll(seen.corners_px, step, axis=0)) for step in (0, 1))
    ways = [pose_of(way, OURS.grid, size_of(bgr)) for way in turned]
    assert Trial(bgr, POLYSSIMO).borne_out(ways) is None
    unguarded()
    assert Trial(bgr, POLYSSIMO).borne_out(ways) is not None


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(lambda: on_cloth(*other(12, 12, 575000, "partial")), id="by what lies on it, on a cloth"),
        pytest.param(lambda: drawn(8, 8, chequered=True), id="a chessboard"),
    ],
)
def test_nor_elsewhere_however_long_it_is_looked_for(shown: Callable[[], tuple[Picture, Points]]) -> None:
    assert locate(shown()[0], OURS.grid, POLYSSIMO) is None


@pytest.mark.parametrize("seed", [576002, 569006])
def test_faint_lines_are_none_of_ours_where_pieces_lie_beside_its_cells(seed: int) -> None:
    assert locate_faint(other(12, 13, seed, "partial")[0], OURS.grid, POLYSSIMO) is None
