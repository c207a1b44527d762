"""Profiles come back as they were kept, and are refused with the cure where they do not match."""

import json
from dataclasses import asdict, replace
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profile import Profile, ProfileError, format_profile, parse_profile
from referee.grid import GridSize
from vision.frame import Frame
from vision.look import Look, View
from vision.sighting import SeenBoard
from web.camera.profiles import KnownCamera, load_profile, profile_path, save_profile

PROFILE = Profile(
    camera="camera 0",
    size_px=(1280, 720),
    corners_xy=((10.5, 20.0), (900.0, 25.0), (910.0, 700.0), (5.0, 690.25)),
    focal_px=910.0,
    k1=-0.03,
    paints_lab=(("F", (60.0, 40.5, -20.0)),),
)
LENS = Lens(size_px=(1280, 720), focal_px=931.5, k1=-0.12, error_px=0.3, views=12)


def test_a_profile_comes_back_from_its_text() -> None:
    assert parse_profile(format_profile(PROFILE)) == PROFILE
    unsolved = replace(PROFILE, focal_px=None, k1=None, paints_lab=())
    assert parse_profile(format_profile(unsolved)) == unsolved
    stretched = replace(PROFILE, stretch=1.25)
    assert parse_profile(format_profile(stretched)) == stretched
    calibrated = replace(PROFILE, lens=LENS, fixed=True)
    assert parse_profile(format_profile(calibrated)) == calibrated


def test_one_of_before_pictures_could_be_stretched_is_of_square_pixels() -> None:
    facts = json.loads(format_profile(PROFILE))
    del facts["stretch"]
    assert parse_profile(json.dumps(facts)) == PROFILE


@pytest.mark.parametrize("text", ["", "[]", "{", '{"profile": 2}', '{"profile": 2, "camera": 3, "size_px": "12"}'])
def test_a_damaged_profile_is_refused(text: str) -> None:
    with pytest.raises(ProfileError, match="delete it"):
        parse_profile(text)


@pytest.mark.parametrize(
    ("damaged", "what"),
    [
        ({"size_px": [inf, 3]}, "cannot convert float infinity"),
        ({"paints_lab": [["F", [nan, 0.0, 0.0]]]}, "nan is no measure"),
        ({"corners_xy": [[0.0, inf], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]}, "inf is no measure"),
        ({"focal_px": nan}, "nan is no measure"),
        ({"stretch": 0.0}, "no picture is 0.0 times as wide"),
        ({"lens": {**asdict(LENS), "k1": -inf}}, "-inf is no measure"),
        ({"lens": {**asdict(LENS), "views": inf}}, "cannot convert float infinity"),
        ({"corners_xy": [[0.0, 0.0], [9.0, 0.0]]}, r"\(a profile needs a picture size and 4 corners"),
    ],
)
def test_numbers_that_are_none_or_endless_are_refused_as_damage(damaged: dict[str, object], what: str) -> None:
    facts = {**json.loads(format_profile(PROFILE)), **damaged}
    with pytest.raises(ProfileError, match=f"damaged .*{what}.*delete it"):
        parse_profile(json.dumps(facts).replace("Infinity", "1e400"))


def test_a_profile_of_another_version_is_refused_with_the_cure() -> None:
    newer = json.dumps({**json.loads(format_profile(PROFILE)), "profile": 3})
    with pytest.raises(ProfileError, match="version 3, this Polyref reads version 2: delete it"):
        parse_profile(newer)


def test_another_picture_size_is_refused_with_the_cure() -> None:
    with pytest.raises(ProfileError, match="1280 x 720, but they are 640 x 480 now: set the camera back"):
        PROFILE.check("camera 0", (640, 480))
    with pytest.raises(ProfileError, match="of camera 0, not of camera 1"):
        PROFILE.check("camera 1", (1280, 720))


def test_a_profile_needs_four_corners() -> None:
    with pytest.raises(ProfileError, match="4 corners"):
        replace(PROFILE, corners_xy=PROFILE.corners_xy[:3])
    with pytest.raises(ProfileError, match="4 corners"):
        replace(PROFILE, corners_xy=(), fixed=True)


def test_a_profile_is_kept_and_used_when_the_camera_comes_back(tmp_path: Path) -> None:
    assert load_profile(tmp_path, "camera 0", (1280, 720)) is None
    save_profile(tmp_path, PROFILE)
    save_profile(tmp_path, PROFILE)
    assert load_profile(tmp_path, "camera 0", (1280, 720)) == PROFILE
    assert load_profile(tmp_path, "camera 1", (1280, 720)) is None
    assert [path.name for path in (tmp_path / "profiles").iterdir()] == [kept_in(tmp_path).name]


def kept_in(folder: Path) -> Path:
    return profile_path(folder, "camera 0", (1280, 720))


def test_what_was_learnt_is_learnt_anew_for_pictures_of_another_size(tmp_path: Path) -> None:
    save_profile(tmp_path, PROFILE)
    assert load_profile(tmp_path, "camera 0", (640, 480)) is None


@pytest.mark.parametrize("calibrated", [replace(PROFILE, lens=LENS), replace(PROFILE, fixed=True)])
def test_what_was_calibrated_is_refused_for_another_size_by_the_name_of_its_file(
    tmp_path: Path, calibrated: Profile
) -> None:
    save_profile(tmp_path, calibrated)
    with pytest.raises(ProfileError, match=f"{kept_in(tmp_path).name}.*set the camera back to 1280 x 720"):
        load_profile(tmp_path, "camera 0", (640, 480))


def test_a_lens_serves_the_camera_on_its_side_too(tmp_path: Path) -> None:
    save_profile(tmp_path, replace(PROFILE, lens=LENS))
    assert load_profile(tmp_path, "camera 0", (720, 1280)) == Profile("camera 0", (720, 1280), (), lens=LENS)


def test_a_damaged_or_foreign_file_is_refused_by_its_name(tmp_path: Path) -> None:
    save_profile(tmp_path, replace(PROFILE, camera="camera 1"))
    profile_path(tmp_path, "camera 1", (1280, 720)).rename(kept_in(tmp_path))
    with pytest.raises(ProfileError, match=f"{kept_in(tmp_path).name}.*of camera 1, not of camera 0"):
        load_profile(tmp_path, "camera 0", (1280, 720))
    kept_in(tmp_path).write_bytes(b"\xff\xfe")
    with pytest.raises(ProfileError, match="camera-0"):
        load_profile(tmp_path, "camera 0", (1280, 720))


def test_playing_never_overwrites_what_was_calibrated(tmp_path: Path) -> None:
    save_profile(tmp_path, replace(PROFILE, lens=LENS, fixed=True))
    camera, frame = KnownCamera(tmp_path, "camera 0"), Frame(np.zeros((720, 1280, 3), np.uint8), 1, 0.0)
    camera.recall(frame)
    elsewhere = SeenBoard(True, tuple((x + 50, y) for x, y in PROFILE.corners_xy), GridSize(11, 12), 1.0, 900.0, 0.0)
    camera.learn(Look(1, 0.0, View.SETTLED, elsewhere, board_found=True), frame)
    kept = load_profile(tmp_path, "camera 0", (1280, 720))
    assert kept is not None
    assert (kept.corners_xy, kept.lens, kept.focal_px) == (PROFILE.corners_xy, LENS, 900.0)


def test_names_of_cameras_make_harmless_file_names(tmp_path: Path) -> None:
    for name in ("../../evil", "http://user@host/a?b", "a" * 500, "écran"):
        path = profile_path(tmp_path, name, (1280, 720))
        assert path.parent == tmp_path / "profiles"
        assert len(path.name) < 70
