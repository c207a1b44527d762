"""Which sources a table can have: one, or in Patchwork one for each quilt."""

from pathlib import Path

import pytest

from referee.piece import packaged_piece_set
from tests.mjpeg import network_camera
from vision.errors import SourceError
from vision.live.quilts import QuiltsWatcher
from web.camera.claims import CameraClaims
from web.camera.eyes import HANGS
from web.camera.phone import ASLEEP, PHONE_HANGS
from web.camera.station import Stations, kind_of
from web.errors import InputError

PATCHES, POLYSSIMO = packaged_piece_set("patchwork"), packaged_piece_set("polyssimo")


def test_two_cameras_are_a_camera_and_two_films_a_recording() -> None:
    assert kind_of("0 + phone") == "camera"
    assert kind_of("left.mp4 + right.mp4") == "recording"


def test_both_cameras_of_a_table_are_taken_and_let_go(tmp_path: Path) -> None:
    claims = CameraClaims()
    first, second = (Stations(PATCHES, tmp_path, number, claims) for number in (1, 2))
    assert first.at("96 + 97").kind == "camera"
    with pytest.raises(InputError, match="table 1 looks through 97 already"):
        second.at("98 + 97")
    assert first.taken("98") is None
    first.keep("97")
    assert second.at("96 + 98").source == "96 + 98"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("0 + 1 + 2", "more cameras than patchwork has boards"),
        ("0 + 00", "one camera is named twice"),
        ("http://cam/x + http://cam/x/", "one camera is named twice"),
        ("0 + demo", "a camera and a recording"),
        ("none + 0", "a camera and a recording"),
        ("0 + film.mp4", "a camera and a recording"),
        ("0 + ", "choose a camera"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path: Path, source: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        Stations(PATCHES, tmp_path).at(source)


def test_a_game_on_one_board_has_one_camera(tmp_path: Path) -> None:
    stations = Stations(POLYSSIMO, tmp_path)
    with pytest.raises(InputError, match="more cameras than polyssimo has boards"):
        stations.at("0 + 1")
    assert stations.remembered("96 + 97").source == "96"  # from an evening of Patchwork
    assert stations.fitting("/media/usb/Ann + Bob.mp4") == "/media/usb/Ann + Bob.mp4"  # the disk is not there now


def test_a_phone_that_was_one_of_two_cameras_is_let_in_anew(tmp_path: Path) -> None:
    station = Stations(PATCHES, tmp_path).remembered("0 + phone")
    assert (station.source, station.asleep) == ("0 + phone", ASLEEP)


def test_the_camera_of_two_that_does_not_open_is_named(tmp_path: Path) -> None:
    optics = Stations(PATCHES, tmp_path).at("nowhere.mp4 + elsewhere.mp4").optics(None)
    assert optics is not None
    with pytest.raises(SourceError, match=r"no such file, folder or camera: nowhere\.mp4"):
        optics.open().__enter__()


def test_of_two_cameras_no_profile_is_kept_as_if_they_were_one(tmp_path: Path) -> None:
    films = network_camera(), network_camera()
    with films[0] as left, films[1] as right:
        optics = Stations(PATCHES, tmp_path).at(f"{left.address('good')} + {right.address('good')}").optics(None)
        assert optics is not None
        with optics.open() as frames:
            assert (frames.live, frames.name) == (True, "")
            assert isinstance(optics.eye(frames), QuiltsWatcher)


def test_a_phone_whose_picture_stands_still_is_not_to_be_unplugged(tmp_path: Path) -> None:
    stations = Stations(POLYSSIMO, tmp_path)
    words = [stations.at(source).optics(None).hangs_words for source in ("phone", "9")]  # type: ignore[union-attr]
    assert words == [PHONE_HANGS, HANGS]
