"""A picture that can show nothing is told from one that can, in words."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.grid import GridSize
from tests.benchmarks.lights import out_of_focus
from vision.motion.clarity import burnt_cells, complaint, glare, is_unsharp

PHOTO = Path(__file__).parents[2] / "data" / "photos" / "020_overhang.jpg"


def test_the_reason_for_finding_nothing_is_told() -> None:
    bgr = np.asarray(cv2.imread(str(PHOTO)), np.uint8)
    assert "dark" in complaint((bgr * 0.1).astype(np.uint8))
    assert "burnt" in complaint(np.clip(bgr * 4.0, 0, 255).astype(np.uint8))
    assert "blurred" in complaint(cv2.GaussianBlur(bgr, (0, 0), 20))
    assert "nothing" in complaint(np.full((480, 640, 3), 120, np.uint8))
    assert complaint(bgr) == ""


def test_a_lamp_mirrored_beside_a_dim_board_makes_no_picture_blurred() -> None:
    bgr = np.asarray(cv2.imread(str(PHOTO)), np.uint8)
    y, x = np.mgrid[: bgr.shape[0], : bgr.shape[1]] / bgr.shape[1]
    glow = 230 * np.exp(-((x - 1) ** 2 + y**2) / 0.08)[..., None]
    blurred = cv2.GaussianBlur(bgr, (0, 0), 20)
    lit, lit_blurred = (np.clip(0.3 * one + glow, 0, 255).astype(np.uint8) for one in (bgr, blurred))
    assert complaint(lit) == ""
    assert "blurred" in complaint(lit_blurred)


@pytest.mark.parametrize("width", [640, 960, 1920])
def test_a_picture_out_of_focus_is_unsharp_however_large_and_noisy_it_is(width: int) -> None:
    bgr = np.asarray(cv2.imread(str(PHOTO)), np.uint8)
    sized = np.asarray(cv2.resize(bgr, (width, width * bgr.shape[0] // bgr.shape[1])), np.float32)
    noise = np.random.default_rng(1).normal(0, 3, sized.shape)
    for radius, is_so in ((0, False), (1 / 1000, False), (1 / 200, True), (1 / 100, True)):
        seen = out_of_focus(sized, radius * width) if radius else sized
        assert is_unsharp(np.clip(seen + noise, 0, 255).astype(np.uint8)) == is_so, radius


def test_nothing_at_all_is_no_edge_that_is_wide() -> None:
    assert not is_unsharp(np.full((480, 640, 3), 120, np.uint8))


def test_a_light_that_burns_out_part_of_the_board_is_told_of() -> None:
    board = np.full((160, 160, 3), 200, np.float32)
    assert glare(board) == ""
    board[:, :20] = 255
    assert glare(board) == ""
    board[:, :60] = 255
    assert "too strong" in glare(board)
    board[..., 2] = 190  # a colour is left
    assert glare(board) == ""


def test_and_of_which_cells_it_leaves_nothing() -> None:
    grid = GridSize(8, 10)
    board = np.full((8 * 20, 10 * 20, 3), 200, np.float32)
    board[:50, :159] = 255
    assert burnt_cells(board, grid) == {(row, col) for row in (0, 1) for col in range(8)}
    board[:50:2, :40] = 200  # with its lines
    assert burnt_cells(board, grid) == {(row, col) for row in (0, 1) for col in range(2, 8)}
    board[:50, 60:] = 200  # a spot of light here and there is nothing to speak of
    assert burnt_cells(board, grid) == frozenset()
