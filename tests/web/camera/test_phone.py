"""The phone as the camera over HTTP: who may send what, what comes of it, and what the host is told."""

import json
import os
import ssl
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from cryptography import x509
from flask.testing import FlaskClient

from tests.vision.pictures.test_upload import bomb
from tests.web.scripted import POLYSSIMO, no_camera, served, wait_until
from vision.errors import SourceError
from web.camera.phone import PHONE, OtherPhoneError, Phone, UploadError
from web.camera.station import Station, Stations
from web.doors.addresses import UNREACHABLE
from web.doors.certificate import kept_certificate
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store
from web.routes.app import create_app, create_phone_app
from web.settings import Settings
from web.shown.phone_said import said
from web.shown.snapshot import CameraShown

PHOTOS = Path(__file__).parents[2] / "data" / "photos"
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Behind:
    """The phone's application without its door, and the phone of the table."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(data=folder, config=folder, max_picture_bytes=400_000)
        stations = Stations(POLYSSIMO, folder)
        self.phone = stations.phone
        store = Store(folder)
        sitting = Sitting(POLYSSIMO, store, PHONE, lambda *_: None)  # type: ignore[arg-type, return-value]
        self.table = Table(sitting, Station(PHONE, "camera", no_camera), self.settings, stations)
        self.hall = Hall(store, {FIRST: self.table})
        self.client: FlaskClient = create_phone_app(self.hall.with_phone, self.settings, 8443).test_client()

    def post(self, body: bytes, query: str = "", **headers: str) -> tuple[int, str]:
        answer = self.client.post(f"/phone/{self.phone.token}/picture{query}", data=body, headers=headers)
        return answer.status_code, answer.get_json().get("error", "")


@pytest.fixture
def behind(tmp_path: Path) -> Behind:
    return Behind(tmp_path)


def jpeg(width: int = 64, height: int = 48) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def test_where_the_table_looks_through_something_else_nothing_is_taken_and_that_is_said(behind: Behind) -> None:
    behind.table.snapshot = replace(behind.table.snapshot, camera=CameraShown(source="none", kind="none"))
    status, words = behind.post(jpeg())
    assert (status, words) == (409, "This table does not look through the phone now.")
    said_now = behind.client.get(f"/phone/{behind.phone.token}/said").get_json()
    assert said_now["camera"] == words
    assert not behind.phone.is_on
    tried = replace(behind.table.snapshot, tried=CameraShown(source=PHONE, kind="camera", words="Something is moving"))
    behind.table.snapshot = tried
    assert behind.post(jpeg()) == (200, "")
    assert behind.client.get(f"/phone/{behind.phone.token}/said").get_json()["camera"] == "Something is moving"


def test_a_picture_comes_to_the_eyes_and_the_answer_is_what_the_referee_says(behind: Behind) -> None:
    assert behind.post(jpeg()) == (200, "")
    frame = next(iter(behind.phone.open()))
    assert frame.bgr.shape == (48, 64, 3)
    answer = behind.client.get(f"/phone/{behind.phone.token}/said").get_json()
    assert answer["headline"] == "No match has begun"


@pytest.mark.fault("F24")
def test_whoever_does_not_know_the_token_is_refused(behind: Behind) -> None:
    for path in ("", "/said"):
        assert behind.client.get(f"/phone/guess{path}").status_code == 404
    assert behind.client.post("/phone/guess/picture", data=jpeg()).status_code == 404
    assert not behind.phone.is_on


@pytest.mark.fault("F22", "F23")
def test_pages_of_others_and_foreign_names_are_refused(behind: Behind) -> None:
    assert behind.post(jpeg(), Origin="http://evil.example")[0] == 403
    assert behind.post(jpeg(), Host="evil.example")[0] == 400
    assert not behind.phone.is_on


def test_the_door_leads_to_the_phone_page_and_nowhere_else(behind: Behind) -> None:
    routes = {rule.rule for rule in behind.client.application.url_map.iter_rules()}
    pages = {f"/phone/<token>{end}" for end in ("", "/picture", "/said")}
    assert routes == {"/static/<path:filename>", "/languages/<code>.json", *pages}


@pytest.mark.fault("F18", "F19", "F20")
def test_what_is_no_picture_or_too_much_is_refused_in_a_sentence(behind: Behind) -> None:
    assert behind.post(b"hello") == (400, "This is no picture: send a JPEG, PNG or WebP file.")
    status, words = behind.post(bomb()[:390_000])
    assert (status, "20000 x 20000 pixels" in words) == (400, True)
    assert behind.post(b"\xff\xd8\xff" + bytes(500_000))[0] == 413


def test_the_plain_page_explains_the_warning_and_leads_to_the_secure_one(behind: Behind) -> None:
    address = f"/phone/{behind.phone.token}"
    plain = behind.client.get(address, base_url="http://127.0.0.1:8444").text
    assert f'href="https://127.0.0.1:8443{address}"' in plain
    assert "not private" in plain
    secure = behind.client.get(address, base_url="https://127.0.0.1:8443").text
    assert "Start the camera" in secure
    assert 'capture="environment"' in plain
    assert 'capture="environment"' in secure


def test_what_is_said_follows_the_match(tmp_path: Path) -> None:
    with served(tmp_path, no_camera) as (_, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "draft", None, {}))
        assert said(table.snapshot)["headline"] == "Ann takes a piece"
        table.pause(True)
        assert (said(table.snapshot)["headline"], said(table.snapshot)["tone"]) == ("Paused", "paused")


# --- through the door itself


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[str, Table]]:
    stations = Stations(POLYSSIMO, tmp_path / "config")
    with served(tmp_path, no_camera, stations=stations, phone_port=0) as (address, table, _):
        yield address, table


def opened(address: str, body: bytes | None = None) -> bytes:
    """Without asking who signed the certificate, as a person does who goes on at the warning."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusting))
    with opener.open(urllib.request.Request(address, body), timeout=10) as answer:
        return bytes(answer.read())


def test_nothing_is_open_to_the_house_before_a_phone_is_chosen(table: tuple[str, Table]) -> None:
    assert not [thread for thread in threading.enumerate() if thread.name == "phone"]
    table[1].watch("phone")
    wait_until(lambda: [thread for thread in threading.enumerate() if thread.name == "phone"])


def test_the_door_is_not_opened_again_while_all_is_being_closed(tmp_path: Path) -> None:
    others = set(threading.enumerate())
    stations = Stations(POLYSSIMO, tmp_path / "config")
    with served(tmp_path, no_camera, stations=stations, phone_port=0) as (_, table, _):
        table.watch("phone")  # the eyes open it, in their own time
    wait_until(lambda: not [one for one in threading.enumerate() if one.name == "phone" and one not in others])


def test_the_host_is_shown_where_the_phone_page_is_and_pictures_come_over_both_ways(table: tuple[str, Table]) -> None:
    host, shown = table
    shown.watch("phone")
    with DIRECT.open(f"{host}/phone.svg", timeout=10) as code:
        assert code.read().startswith(b"<?xml")
    assert shown.phone
    invited = shown.phone.invitation()
    wait_until(lambda: shown.snapshot.camera.view == "no_camera")
    for number, address in enumerate((invited.secure, invited.plain), 1):
        opened(f"{address}/picture", jpeg(64 * number))
        wait_until(lambda number=number: shown.snapshot.camera.size == (64 * number, 48))


def test_where_there_is_no_network_the_host_is_told_that_no_phone_finds_it(
    table: tuple[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = table
    for address, lacking in (("192.0.2.7", ""), ("", str(UNREACHABLE))):
        monkeypatch.setattr("web.routes.phone_pages.outward_address", lambda address=address: address)
        assert json.loads(opened(f"{host}/api/phone"))["lacking"] == lacking


@pytest.mark.fault("F36")
def test_another_address_of_this_machine_is_served_with_a_new_certificate(
    table: tuple[str, Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table[1].phone
    table[1].phone.invitation()
    before = kept_certificate(tmp_path)
    monkeypatch.setattr("web.camera.phone_door.own_names", lambda: {"127.0.0.1", "10.99.0.7"})
    address = table[1].phone.invitation().secure
    now = kept_certificate(tmp_path)
    assert before
    assert now
    assert ("10.99.0.7" in before.names, "10.99.0.7" in now.names) == (False, True)
    assert b"No match" in opened(f"https://127.0.0.1:{urlsplit(address).port}{urlsplit(address).path}/said")


@pytest.mark.fault("F36")
def test_a_certificate_that_comes_to_its_end_while_polyref_runs_is_replaced(
    table: tuple[str, Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table[1].phone
    table[1].phone.invitation()
    before = kept_certificate(tmp_path)
    assert before
    for module in ("camera.phone_door", "doors.certificate"):
        monkeypatch.setattr(f"web.{module}.utc_now", lambda: before.until - timedelta(days=1))
    address = table[1].phone.invitation().secure
    now = kept_certificate(tmp_path)
    assert now
    assert now.until > before.until
    assert ends(address) == now.until.replace(microsecond=0)


def ends(address: str) -> datetime:
    """When the certificate ends that is served there."""
    pem = ssl.get_server_certificate(("127.0.0.1", urlsplit(address).port or 0))
    return x509.load_pem_x509_certificate(pem.encode()).not_valid_after_utc


@pytest.mark.fault("F24")
def test_the_invitation_is_for_the_host_alone(tmp_path: Path) -> None:
    behind = Behind(tmp_path)
    client = create_app(behind.hall, behind.settings).test_client()
    for path in ("/api/phone", "/phone.svg"):
        assert client.get(path, environ_overrides={"REMOTE_ADDR": "192.168.1.7"}).status_code == 403


def test_the_code_is_read_back_as_the_address(table: tuple[str, Table]) -> None:
    shown = table[1]
    assert shown.phone
    address = shown.phone.invitation().plain
    import segno  # noqa: PLC0415

    code = np.array([list(row) for row in segno.make(address, error="m").matrix], np.uint8)
    picture = np.kron(1 - np.pad(code, 4), np.ones((6, 6))).astype(np.uint8) * 255
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


def test_a_phone_that_stops_sending_is_said_and_comes_back_by_itself(
    table: tuple[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.pictures.posted.PATIENCE_S", 0.3)
    shown = table[1]
    shown.watch("phone")
    assert shown.phone
    for _ in range(2):
        wait_until(lambda: sends(shown.phone) and shown.snapshot.camera.view == "no_board")
        wait_until(lambda: "keep the screen on" in shown.snapshot.camera.words)


def sends(phone: Phone) -> bool:
    """Sends another picture, as a phone does that films."""
    phone.send(jpeg(), alone=False)
    return True


def test_the_newest_film_is_the_camera_but_not_before_a_picture_of_it_has_come() -> None:
    phone = Phone()
    phone.send(jpeg(), film="first")
    with pytest.raises(UploadError):
        phone.send(b"", film="second")
    phone.send(jpeg(), film="first")
    phone.send(jpeg(), film="second")
    for _ in range(2):
        with pytest.raises(OtherPhoneError, match="Another phone is the camera now"):
            phone.send(jpeg(), film="first")
        phone.send(jpeg(), film="second")
    phone.send(jpeg(), alone=True)
    phone.send(jpeg(), film="third")
    with pytest.raises(OtherPhoneError):
        phone.send(jpeg(), film="second")


def test_a_phone_without_a_door_gives_no_pictures() -> None:
    with pytest.raises(SourceError, match="open its page by the code"):
        Phone().open()


def test_a_phone_finds_its_way_back_the_same_evening_and_not_the_next_day(tmp_path: Path) -> None:
    first = Phone(tmp_path)
    path = tmp_path / "phone-token"
    assert path.stat().st_mode & 0o077 == 0
    assert Phone(tmp_path).token == first.token
    yesterday = path.stat().st_mtime - 24 * 3600
    os.utime(path, (yesterday, yesterday))
    assert Phone(tmp_path).token != first.token


@pytest.mark.parametrize("kept", ["", "../../etc/passwd", "short", "x" * 5000])
def test_a_token_that_is_none_is_made_anew(tmp_path: Path, kept: str) -> None:
    (tmp_path / "phone-token").write_text(kept)
    assert len(Phone(tmp_path).token) == 16
    assert Phone(tmp_path / "phone-token").token  # a file in the place of the folder
