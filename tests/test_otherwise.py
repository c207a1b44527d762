"""Photographs made from others: their truth goes along."""

import json
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner

from referee.piece import packaged_piece_set
from tests.benchmarks.otherwise import main
from vision.board.boards import find_board

PHOTOS = Path(__file__).parent / "data" / "patchwork"


def test_the_board_lies_where_the_new_truth_says(tmp_path: Path) -> None:
    made = CliRunner().invoke(main, [str(PHOTOS), str(tmp_path), "--seed", "3"])
    assert made.exit_code == 0, made.output
    photo = tmp_path / "003.jpg"
    before, after = (json.loads(path.with_suffix(".json").read_text()) for path in (PHOTOS / photo.name, photo))
    assert after["pieces"] == before["pieces"]
    corners, bgr = np.array(after["corners"]), cv2.imread(str(photo))
    assert bgr is not None
    assert np.abs(corners - before["corners"]).max() > 20
    assert (corners > 0).all()
    assert (corners < (after["width"], after["height"])).all()
    pose = find_board(np.asarray(bgr, np.uint8), packaged_piece_set("patchwork"))
    assert pose is not None
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - corners).max() for turn in range(4)]
    assert min(errors) < 0.3 * pose.cell_px


def test_the_photographs_themselves_are_not_written_over() -> None:
    refused = CliRunner().invoke(main, [str(PHOTOS), str(PHOTOS)])
    assert refused.exit_code == 2
    assert "name another folder" in refused.output
