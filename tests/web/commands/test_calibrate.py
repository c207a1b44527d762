"""``polyref calibrate`` from the command line: what is kept, what is said, and what is refused."""

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from calibration.lens import Lens
from calibration.profile import Profile
from referee.grid import GridSize
from tests.vision.lens.sheets import POSES, photographed
from vision.sighting import SeenBoard, Sighting
from web.camera.profiles import load_profile, save_profile
from web.cli import main

PHOTO = Path(__file__).parents[2] / "data" / "photos" / "009_full.jpg"
TRUE = Lens((960, 540), focal_px=820.0, k1=-0.1, error_px=0.0, views=0)


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POLYREF_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def said(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["calibrate", *map(str, words)])


def test_a_lens_is_measured_from_a_folder_of_pictures_and_kept(tmp_path: Path, config: Path) -> None:
    folder = tmp_path / "sheets"
    folder.mkdir()
    for number, pose in enumerate(POSES):
        cv2.imwrite(str(folder / f"{number}.png"), photographed(TRUE, pose, seed=number))
    cv2.imwrite(str(folder / "nothing.png"), photographed(TRUE, (0, 0, 0, 9.0, 0.0, 11)))
    done = said("lens", folder, "--camera", "0")
    assert done.exit_code == 0, done.output
    assert "nothing.png: left out, the sheet is not in it" in done.output
    assert "This is good." in done.output
    profile = load_profile(config, "camera 0", TRUE.size_px)
    assert profile is not None
    assert profile.lens is not None
    assert profile.lens.focal_px == pytest.approx(TRUE.focal_px, rel=0.01)
    assert "Nothing was kept: say with --camera" in said("lens", "--source", folder).output


def test_too_few_pictures_are_not_kept_and_what_to_take_next_is_said(tmp_path: Path, config: Path) -> None:
    picture = tmp_path / "one.png"
    cv2.imwrite(str(picture), photographed(TRUE, POSES[0]))
    done = said("lens", picture, "--camera", "0")
    assert done.exit_code == 1
    assert "Next: take 9 more pictures" in done.output
    assert not config.exists()


def test_the_sheet_is_made_and_its_name_checked(tmp_path: Path, config: Path) -> None:
    assert said("lens", "--sheet", tmp_path / "sheet.pdf").exit_code == 0
    assert (tmp_path / "sheet.pdf").stat().st_size > 10_000
    for words in (("lens",), ("lens", "--sheet", tmp_path / "sheet.doc"), ("lens", tmp_path / "none.jpg", "--camera")):
        done = said(*words)
        assert done.exit_code == 2
        assert done.stderr.count("\n") == 1


def test_corners_that_are_given_are_kept_for_a_fixed_camera(config: Path) -> None:
    truth = json.loads(PHOTO.with_suffix(".json").read_text())["corners"]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in truth)
    done = said("board", PHOTO, "--camera", "2", "--corners", corners)
    assert done.exit_code == 0, done.output
    height, width = cv2.imread(str(PHOTO)).shape[:2]
    profile = load_profile(config, "camera 2", (width, height))
    assert profile is not None
    assert profile.fixed
    for kept, (x, y) in zip(sorted(profile.corners_xy), sorted(map(tuple, truth)), strict=True):
        assert kept == pytest.approx((x, y), abs=6)


def test_a_board_needs_a_camera_and_four_points(config: Path) -> None:
    assert "say with --camera" in said("board", PHOTO).stderr
    assert "four points" in said("board", PHOTO, "--camera", "0", "--corners", "1,2 3,4").stderr


def test_paints_that_were_learnt_are_shown_with_those_that_are_close(config: Path) -> None:
    paints = (("F", (50.0, 40.0, 20.0)), ("I", (51.0, 41.0, 21.0)), ("L", (40.0, -20.0, -20.0)))
    save_profile(config, Profile("camera 0", (640, 480), (), paints_lab=paints))
    done = said("pieces")
    assert done.exit_code == 0
    assert "As learnt by camera 0 at 640 x 480" in done.output
    assert "F and I: 1" in done.output
    assert "told apart by shape alone" in done.output
    assert "Not seen yet: N, P" in done.output
    assert said("pieces", "--camera", "7").exit_code == 2


def test_where_pieces_share_a_colour_the_paints_of_the_colours_are_shown(config: Path) -> None:
    """Of those that are alike no two are told to be close to each other."""
    paints = (("blue F", (40.0, 5.0, -40.0)), ("blue I5", (42.0, 5.0, -42.0)), ("red F", (45.0, 50.0, 20.0)))
    save_profile(config, Profile("camera 0", (640, 480), (), paints_lab=paints))
    done = said("pieces", "--game", "blokus")
    assert done.exit_code == 0
    assert "blue  #" in done.output
    assert "L*  41" in done.output
    assert "No two paints are close" in done.output
    assert "Not seen yet: yellow, green." in done.output


def test_paints_of_good_photos_are_shown_and_bad_ones_told(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Sighting(SeenBoard(False, (), GridSize(11, 12), 0.0), paints_lab=(("F", (50.0, 40.0, 20.0)),))
    monkeypatch.setattr("web.commands.calibrate.read_boards", lambda *_: [shown])
    for name, content in (("a.jpg", b"no picture"), ("b.jpg", PHOTO.read_bytes())):
        (tmp_path / "photos" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "photos" / name).write_bytes(content)
    (tmp_path / "empty").mkdir()
    done = said("pieces", tmp_path / "empty", tmp_path / "photos")
    assert done.exit_code == 2
    assert "F  #" in done.stdout
    assert ["empty" in line or "a.jpg" in line for line in done.stderr.splitlines()] == [True, True]


def test_striped_pieces_and_leather_have_no_paint(config: Path) -> None:
    paints = (("leather 1", (30.0, 5.0, 5.0)), ("p01", (50.0, 5.0, 5.0)), ("C06", (60.0, 0.0, 0.0)))
    save_profile(config, Profile("camera 0", (640, 480), (), paints_lab=paints))
    quilt, ours = said("pieces", "--game", "patchwork").stdout, said("pieces")
    assert "p01  #" in quilt
    assert "leather" not in quilt
    assert "no paint has been seen yet" in ours.stderr
