"""Photographs made from others: their truth goes along."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from referee.piece import packaged_piece_set
from tests.benchmarks.lights import LIGHTS
from tests.benchmarks.otherwise import main
from vision.board.boards import find_board

PHOTOS = Path(__file__).parent / "data" / "patchwork"


@pytest.mark.parametrize("how", [(), ("--stretched",)])
def test_the_board_lies_where_the_new_truth_says(how: tuple[str, ...], tmp_path: Path) -> None:
    made = CliRunner().invoke(main, [str(PHOTOS), str(tmp_path), "--seed", "3", *how])
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
    assert pose.is_square is not bool(how)
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - corners).max() for turn in range(4)]
    assert min(errors) < 0.3 * pose.cell_px


def test_a_flat_board_is_seen_from_aside_in_a_light_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    for file in ("003.jpg", "003.json"):
        shutil.copy(PHOTOS / file, tmp_path / "photos")
    made = CliRunner().invoke(
        main, [str(tmp_path / "photos"), str(tmp_path / "out"), "--seed", "2", "--light", "warm", "--aside"]
    )
    assert made.exit_code == 0, made.output
    after, bgr = json.loads((tmp_path / "out" / "003.json").read_text()), cv2.imread(str(tmp_path / "out" / "003.jpg"))
    assert bgr is not None
    blue, _, red = bgr.mean(axis=(0, 1))
    assert blue < red - 40
    corners = np.array(after["corners"])
    pose = find_board(np.asarray(bgr, np.uint8), packaged_piece_set("patchwork"))
    assert pose is not None
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - corners).max() for turn in range(4)]
    assert min(errors) < 0.3 * pose.cell_px


def test_a_camera_that_was_asked_for_keeps_it_in_its_own_way(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    for file in ("003.jpg", "003.json"):
        shutil.copy(PHOTOS / file, tmp_path / "photos")
    sharp = dict[str, float]()
    for camera in ("smoothed", "sharpened"):
        made = CliRunner().invoke(main, [str(tmp_path / "photos"), str(tmp_path / camera), "--camera", camera])
        assert made.exit_code == 0, made.output
        bgr = cv2.imread(str(tmp_path / camera / "003.jpg"))
        assert bgr is not None
        sharp[camera] = float(cv2.Laplacian(bgr, cv2.CV_32F).var())
    assert sharp["sharpened"] > 3 * sharp["smoothed"]


def test_real_photographs_bring_their_manifest_along(tmp_path: Path) -> None:
    facts = json.loads((PHOTOS / "003.json").read_text())
    label = {name: facts[name] for name in ("corners", "rows", "cols", "pieces")}
    images = [{"file": "a/003.jpg", "labels": [label]}, {"file": "a/other.jpg", "labels": []}]
    (tmp_path / "photos" / "a").mkdir(parents=True)
    shutil.copy(PHOTOS / "003.jpg", tmp_path / "photos" / "a")
    (tmp_path / "photos" / "manifest.json").write_text(json.dumps({"images": images}))
    made = CliRunner().invoke(main, [str(tmp_path / "photos"), str(tmp_path / "out")])
    assert made.exit_code == 0, made.output
    [image] = json.loads((tmp_path / "out" / "manifest.json").read_text())["images"]
    assert image["labels"][0]["pieces"] == label["pieces"]
    assert image["labels"][0]["corners"] != label["corners"]
    bgr = cv2.imread(str(tmp_path / "out" / image["file"]))
    assert bgr is not None
    assert (image["height"], image["width"]) == bgr.shape[:2]


@pytest.mark.parametrize("name", sorted(LIGHTS))
def test_every_light_is_light(name: str) -> None:
    grey = np.full((36, 64, 3), 0.3, np.float32)
    first, again, other = (LIGHTS[name](grey, np.random.default_rng(seed)) for seed in (4, 4, 5))
    assert first.shape == grey.shape
    assert first.min() >= 0
    assert first.max() <= 1
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert not np.allclose(first, grey)


def test_the_photographs_themselves_are_not_written_over() -> None:
    refused = CliRunner().invoke(main, [str(PHOTOS), str(PHOTOS)])
    assert refused.exit_code == 2
    assert "name another folder" in refused.output
