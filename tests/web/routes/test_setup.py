"""Setting up over HTTP: cameras by name, what was chosen last, and who may choose."""

import json
import urllib.request
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from calibration.colour import css
from tests.web.scripted import POLYSSIMO, no_camera, wait_until
from tests.web.staged import Stage, at, staged
from vision.sighting import SeenPiece, Sighting
from web.camera.cameras import Camera, cameras
from web.camera.station import Station, Stations, kind_of
from web.doors.sharing import Sharing
from web.hall.choice import Choice, choice_path, load_choice, save_choice
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store
from web.routes.app import create_app
from web.settings import Settings
from web.shown.looks import Looks


def test_cameras_on_linux_are_named_and_their_second_devices_left_out(tmp_path: Path) -> None:
    for device, index, name in (("video10", "0", "Desk"), ("video0", "0", "Lid"), ("video1", "1", "Lid")):
        folder = tmp_path / device
        folder.mkdir()
        (folder / "name").write_text(f"{name}\n")
        (folder / "index").write_text(f"{index}\n")
    assert cameras(tmp_path) == (Camera("/dev/video0", "Lid"), Camera("/dev/video10", "Desk"))


def test_elsewhere_cameras_are_asked_for_by_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    there = [type("Found", (), {"index": 1200, "name": "Desk"})()]
    monkeypatch.setattr("web.camera.cameras.enumerate_cameras", lambda: there)
    assert cameras(tmp_path / "none") == (Camera("1200", "Desk"),)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("0", "camera"),
        ("/dev/video2", "camera"),
        ("http://cam/", "camera"),
        ("game.mp4", "recording"),
        ("demo", "demo"),
    ],
)
def test_a_word_tells_what_kind_of_source_it_names(source: str, kind: str) -> None:
    assert kind_of(source) == kind


def test_a_choice_is_kept_and_a_damaged_one_is_none(tmp_path: Path) -> None:
    chosen = Choice("/dev/video0", ("Ann", "Bob"), "draft", {"Ann": 7})
    save_choice(tmp_path, chosen)
    assert load_choice(tmp_path) == chosen
    for damaged in ("", "[]", '{"source": 1}', "{" * 5000):
        choice_path(tmp_path).write_text(damaged)
        assert load_choice(tmp_path) == Choice()


def client(folder: Path, stations: Stations | None) -> FlaskClient:
    settings = Settings(data=folder, config=folder)
    store = Store(folder)
    sitting = Sitting(POLYSSIMO, store, "9", lambda *_: None)  # type: ignore[arg-type, return-value]
    table = Table(sitting, Station("9", "camera", no_camera), settings, stations)
    return create_app(Hall(store, {FIRST: table}), settings).test_client()


@pytest.mark.fault("F28")
@pytest.mark.parametrize("source", ["/etc/passwd", "file:///etc/passwd", "http://169.254.169.254/", "rtsp://cam/", "0"])
def test_a_source_is_chosen_only_at_the_machine_itself_even_by_those_who_may_play(tmp_path: Path, source: str) -> None:
    browser = client(tmp_path, Stations(POLYSSIMO, tmp_path))
    save_choice(tmp_path, Choice("rtsp://ann:secret@cam/", ("Ann", "Bob"), "draft", {}))
    sharing: Sharing = browser.application.extensions["polyref-sharing"]
    sharing.serve = lambda: 8001
    sharing.begin()
    there = {"REMOTE_ADDR": "192.168.1.7"}
    assert browser.post("/api/code", json={"code": sharing.code}, environ_overrides=there).status_code == 200
    for path, body in (("source", {}), ("match", {"players": ["Ann", "Bob"]})):
        answer = browser.post(f"/api/{path}", json={**body, "source": source}, environ_overrides=there)
        assert answer.status_code == 403
        assert "machine on which Polyref runs" in answer.get_json()["error"]
    offered = browser.get("/api/setup", environ_overrides=there).get_json()
    assert (offered["cameras"], offered["last"]["source"], offered["last"]["players"]) == ([], "", ["Ann", "Bob"])


@pytest.mark.fault("F28")
@pytest.mark.parametrize(
    "address",
    [
        "rtsp://ann:5ecret@127.0.0.1:9/live?pwd=5ecret",
        "ftp://ann:5ecret@127.0.0.1/",
        "rtsp://ann:5ecret@127.0.0.1:99999/",
        "rtsp://ann:5ecret@[bad",
    ],
)
def test_the_password_of_a_camera_is_told_to_nobody_who_looks_on_and_stands_in_no_log(
    tmp_path: Path, address: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with staged(tmp_path, retry_s=(0.1,)) as (house, _, table, _sitting):
        asked = urllib.request.Request(f"{house}/api/sharing", b'{"on": true}', {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked) as answer:
            there = json.load(answer)["address"].rstrip("/")
        table.watch(address)
        wait_until(lambda: table.snapshot.camera.view == "no_camera")
        for page in ("/", "/hall", "/api/snapshot"):
            with urllib.request.urlopen(f"{there}{page}") as answer:
                assert "5ecret" not in answer.read().decode()
        assert "5ecret" not in table.snapshot.camera.words
    written = capfd.readouterr()
    assert "5ecret" not in caplog.text + written.out + written.err


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("source", {}),
        ("source", {"source": ""}),
        ("source", {"source": "x" * 2000}),
        ("source", {"source": "/dev/\ud800"}),
        ("source", {"source": "film\0.mp4"}),
        ("match", {"players": ["Ann", "Bob"], "source": "\udce9"}),
        ("code", {"code": "\ud800"}),
        ("corners", {"corners": [[1, 2]]}),
        ("corners", {"corners": [[1, 2], [3, 4], [5, 6], [7, "8"]]}),
        ("pause", {"paused": 1}),
        ("match", {"players": ["Ann", "Bob"], "rules": {"first_corner": "any"}}),
        ("match", {"players": ["Ann", "Bob"], "rules": []}),
        ("remove", {}),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(tmp_path: Path, path: str, body: dict[str, object]) -> None:
    answer = client(tmp_path, None).post(f"/api/{path}", json=body)
    assert answer.status_code == 400
    assert answer.get_json()["error"].endswith(".")


def test_a_handicap_that_cannot_be_is_refused_in_words(tmp_path: Path) -> None:
    with staged(tmp_path) as (_, _stage, table, sitting), pytest.raises(Exception, match="whole number from 0 to"):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "draft", None, {"min_hexominoes": {"Ann": 99}}))


def test_paints_that_were_seen_become_colours_and_a_shadow_does_not_count() -> None:
    looks = Looks(POLYSSIMO)
    for lab in ((50.0, 60.0, 20.0), (20.0, 5.0, 5.0), (51.0, 60.0, 20.0)):
        seen = SeenPiece("F", at("F", 0, 0))
        looks.see(Sighting(Stage()._sighting.board, (seen,), paints_lab=(("F", lab), ("F06", lab))))
    assert looks.paints() == {"F": css((50.0, 60.0, 20.0))}
