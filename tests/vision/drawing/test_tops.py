"""The stripes of the pieces as they were seen, in clear black and white."""

import json
from pathlib import Path

import cv2
import numpy as np

from referee.piece import packaged_piece_set
from vision.drawing.tops import ENLARGED, INK, PAPER, SCALE_PX, patterns
from vision.pose import pose_from_corners

PHOTO = Path(__file__).parents[2] / "data" / "photos" / "009_full"
POLYSSIMO = packaged_piece_set("polyssimo")


def test_striped_tops_are_taken_in_black_and_white() -> None:
    bgr = np.asarray(cv2.imread(f"{PHOTO}.jpg"), np.uint8)
    truth = json.loads(PHOTO.with_suffix(".json").read_text())
    size_px = (bgr.shape[1], bgr.shape[0])
    board = pose_from_corners(np.array(truth["corners"]), POLYSSIMO.grid, size_px).seen_board()
    striped = {
        piece["id"]: tuple((row, col) for row, col in piece["cells"])
        for piece in truth["pieces"]
        if POLYSSIMO.by_id[piece["id"]].kind == "hexomino"
    }
    taken = patterns(bgr, board, striped)
    assert taken.keys() == striped.keys()
    for piece, png in taken.items():
        levels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
        assert levels is not None
        rows, cols = zip(*striped[piece], strict=True)
        side = SCALE_PX * ENLARGED
        assert levels.shape == ((max(rows) - min(rows) + 1) * side, (max(cols) - min(cols) + 1) * side)
        own = np.zeros(levels.shape, bool)
        for row, col in striped[piece]:
            own[(row - min(rows)) * side :, (col - min(cols)) * side :][:side, :side] = True
        black, white = (levels[own] < INK + 40).mean(), (levels[own] > PAPER - 40).mean()
        assert black > 0.15
        assert white > 0.15
        assert black + white > 0.75


def test_a_top_that_looks_the_same_all_over_shows_no_pattern() -> None:
    grey = np.full((480, 640, 3), 120, np.uint8)
    corners = np.array([[140.0, 75.0], [500.0, 75.0], [500.0, 405.0], [140.0, 405.0]])
    board = pose_from_corners(corners, POLYSSIMO.grid, (640, 480)).seen_board()
    assert patterns(grey, board, {"C06": POLYSSIMO.by_id["C06"].cells}) == {}
