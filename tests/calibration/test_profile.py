"""Profiles come back as they were kept, and are refused with the cure where they do not match."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.profile import Profile, ProfileError, format_profile, parse_profile
from web.profiles import load_profile, profile_path, save_profile

PROFILE = Profile(
    camera="camera 0",
    size_px=(1280, 720),
    corners_xy=((10.5, 20.0), (900.0, 25.0), (910.0, 700.0), (5.0, 690.25)),
    focal_px=910.0,
    k1=-0.03,
    paints_lab=(("F", (60.0, 40.5, -20.0)),),
)


def test_a_profile_comes_back_from_its_text() -> None:
    assert parse_profile(format_profile(PROFILE)) == PROFILE
    unsolved = replace(PROFILE, focal_px=None, k1=None, paints_lab=())
    assert parse_profile(format_profile(unsolved)) == unsolved


@pytest.mark.parametrize("text", ["", "[]", "{", '{"profile": 1}', '{"profile": 1, "camera": 3, "size_px": "12"}'])
def test_a_damaged_profile_is_refused(text: str) -> None:
    with pytest.raises(ProfileError, match="delete it"):
        parse_profile(text)


def test_a_profile_of_another_version_is_refused_with_the_cure() -> None:
    newer = json.dumps({**json.loads(format_profile(PROFILE)), "profile": 2})
    with pytest.raises(ProfileError, match="version 2, this Polyref reads version 1: delete it"):
        parse_profile(newer)


def test_another_picture_size_is_refused_with_the_cure() -> None:
    with pytest.raises(ProfileError, match="1280 x 720, but they are 640 x 480 now: set the camera back"):
        PROFILE.check("camera 0", (640, 480))
    with pytest.raises(ProfileError, match="of camera 0, not of camera 1"):
        PROFILE.check("camera 1", (1280, 720))


def test_a_profile_needs_four_corners() -> None:
    with pytest.raises(ProfileError, match="4 corners"):
        replace(PROFILE, corners_xy=())


def test_a_profile_is_kept_and_used_when_the_camera_comes_back(tmp_path: Path) -> None:
    assert load_profile(tmp_path, "camera 0", (1280, 720)) is None
    save_profile(tmp_path, PROFILE)
    save_profile(tmp_path, PROFILE)
    assert load_profile(tmp_path, "camera 0", (1280, 720)) == PROFILE
    assert load_profile(tmp_path, "camera 1", (1280, 720)) is None
    assert [path.name for path in (tmp_path / "profiles").iterdir()] == [profile_path(tmp_path, "camera 0").name]


def test_a_profile_that_does_not_match_is_refused_by_the_name_of_its_file(tmp_path: Path) -> None:
    save_profile(tmp_path, PROFILE)
    with pytest.raises(ProfileError, match=profile_path(tmp_path, "camera 0").name):
        load_profile(tmp_path, "camera 0", (640, 480))
    profile_path(tmp_path, "camera 0").write_bytes(b"\xff\xfe")
    with pytest.raises(ProfileError, match="camera-0"):
        load_profile(tmp_path, "camera 0", (1280, 720))


def test_names_of_cameras_make_harmless_file_names(tmp_path: Path) -> None:
    for name in ("../../evil", "http://user@host/a?b", "a" * 500, "écran"):
        assert profile_path(tmp_path, name).parent == tmp_path / "profiles"
        assert len(profile_path(tmp_path, name).name) < 60
