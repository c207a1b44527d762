"""``polyref doctor``: everything that can be wrong is named with its cure (F13, F17, F36, F37)."""

import json
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from cryptography import x509

from tests.web.scripted import no_camera, served
from vision.pictures.picture import write_picture
from web.cli import main
from web.commands import health
from web.commands.health import BAD, GOOD, ODD
from web.doors.certificate import RENEWED, certificate, kept_certificate
from web.settings import Settings

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("POLYREF_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("POLYREF_CONFIG", str(tmp_path / "config"))
    return tmp_path


def said(*words: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *words])


def test_a_well_machine_is_told_so(folder: Path) -> None:
    photo = folder / "table.png"
    noise = np.random.default_rng(1).integers(60, 200, (480, 640, 3)).astype(np.uint8)
    write_picture(photo, noise)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = said("--source", str(photo), "--port", str(port))
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "All is well."), done.output
    for what in ("Python", "OpenCV", "ONNX Runtime", "Folder of matches", "Camera", f"Port {port}", "Browser"):
        assert f"{what}" in done.output


def test_a_camera_that_gives_nothing_is_named_with_its_cure(folder: Path) -> None:
    done = said("--source", "/dev/video97", "--json")
    facts = [json.loads(line) for line in done.output.splitlines()]
    ill = [one for one in facts if one["state"] == BAD]
    assert (done.exit_code, [one["what"] for one in ill]) == (1, ["Camera /dev/video97"])
    assert "other programs" in ill[0]["cure"]


@pytest.mark.fault("F37")
def test_two_wheels_of_opencv_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_version", lambda name: "5.0" if "contrib" not in name else "")
    (finding,) = health.opencv(lambda: "5.0.0")
    assert (finding.state, "overwrite each other" in finding.words) == (BAD, True)
    assert finding.cure == "pip uninstall opencv-python opencv-python-headless, then pip install opencv-python-headless"


@pytest.mark.fault("F37")
def test_an_opencv_that_cannot_be_loaded_is_told_with_the_missing_packages() -> None:
    def fails() -> str:
        raise ImportError("libGL.so.1: cannot open shared object file")

    (finding,) = health.opencv(fails)
    assert finding.state == BAD
    assert "libGL.so.1" in finding.words
    assert "libgl1" in finding.cure


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in its place")
    finding = health.room("matches", tmp_path / "data")
    assert (finding.state, "POLYREF_DATA" in finding.cure) == (BAD, True)


def test_a_port_in_use_is_told_unless_it_is_ours(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        finding = health.port("127.0.0.1", taken.getsockname()[1])
        assert (finding.state, "--port" in finding.cure) == (BAD, True)
    with served(tmp_path, no_camera) as (address, _, _):
        ours = health.port("127.0.0.1", int(address.rsplit(":", 1)[1]))
        assert (ours.state, ours.words) == (GOOD, "Polyref is running there already")


def test_the_ports_at_which_others_are_served_are_named_and_one_in_use_is_no_more_than_a_note(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        number = taken.getsockname()[1]
        found = list(health.ports_for_others(Settings(port=number - 1, phone_port=8443)))
    assert [one.what for one in found] == [f"Port {number}", "Port 8443", "Port 8444"]
    assert (found[0].state, "the shared game is served at another" in found[0].words) == (ODD, True)
    assert next(health.ports_for_others(Settings(port=65535))).state == ODD


def test_a_proxy_that_may_stand_in_the_way_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://proxy:3128")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "")
    assert health.browser().state == ODD
    monkeypatch.setenv("no_proxy", "localhost")
    assert health.browser().state == GOOD


def test_a_damaged_profile_is_told_by_its_file(folder: Path) -> None:
    damaged = folder / "config" / "profiles" / "camera-0-12345678-640x480.json"
    damaged.parent.mkdir(parents=True)
    damaged.write_text("{")
    (finding,) = health.profiles(Settings())
    assert (finding.state, finding.cure) == (BAD, f"delete {damaged.name}")


# --- the certificate


def test_a_certificate_is_for_the_addresses_and_kept(tmp_path: Path) -> None:
    made = certificate(tmp_path, ["192.168.1.7", "table.local"], NOW)
    parsed = x509.load_pem_x509_certificate(made.path.read_bytes())
    names = parsed.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(address) for address in names.get_values_for_type(x509.IPAddress)] == ["192.168.1.7"]
    assert names.get_values_for_type(x509.DNSName) == ["table.local"]
    assert parsed.not_valid_after_utc - parsed.not_valid_before_utc < timedelta(days=400)
    assert made.path.stat().st_mode & 0o077 == 0
    assert certificate(tmp_path, ["192.168.1.7"], NOW + timedelta(days=300)) == made


@pytest.mark.fault("F36")
def test_it_is_made_anew_when_it_runs_out_or_the_address_changes(tmp_path: Path) -> None:
    first = certificate(tmp_path, ["192.168.1.7"], NOW)
    later = certificate(tmp_path, ["192.168.1.7"], first.until - RENEWED + timedelta(hours=1))
    assert later.until > first.until
    moved = certificate(tmp_path, ["10.0.0.4"], NOW)
    assert moved.names == ("10.0.0.4",)


@pytest.mark.fault("F36", "F14")
def test_it_is_made_anew_when_the_clock_has_been_set_back_before_it_was_made(tmp_path: Path) -> None:
    ahead = certificate(tmp_path, ["10.0.0.4"], NOW + timedelta(days=200))
    assert certificate(tmp_path, ["10.0.0.4"], NOW).until < ahead.until


@pytest.mark.parametrize(
    "facts", ["", "{}", "[1]", '{"names": 3, "until": "x"}', '{"names": [], "until": "2026-01-01"}']
)
def test_a_damaged_certificate_is_made_anew(tmp_path: Path, facts: str) -> None:
    certificate(tmp_path, ["10.0.0.4"], NOW)
    (tmp_path / "certificate.json").write_text(facts)
    assert kept_certificate(tmp_path) is None
    assert certificate(tmp_path, ["10.0.0.4"], NOW).names == ("10.0.0.4",)


@pytest.mark.fault("F36")
def test_the_doctor_tells_of_a_certificate_that_does_not_hold_any_more(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, config=tmp_path)
    assert health.certified(settings, {"10.0.0.4"}, NOW).words.startswith("none yet")
    certificate(tmp_path, ["10.0.0.4"], NOW)
    assert health.certified(settings, {"10.0.0.4"}, NOW).words == "holds until 23 December 2027"
    assert health.certified(settings, {"10.0.0.5"}, NOW).state == ODD
