"""Cameras that are lost, frozen, silent or broken before a served table: it says so, waits, and goes on by itself."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.move import Place
from tests.mjpeg import NetworkCamera, network_camera, refused, shade, silent
from tests.web.scripted import POLYSSIMO, served, wait_until, wished
from tests.web.staged import Stage, at
from vision.frame import Frame
from vision.live.watch import Known, Look, View
from vision.pictures.source import open_source
from web.camera.eyes import Optics
from web.camera.station import Stations
from web.hall.sitting import Sitting
from web.hall.table import Table

FIRST, SECOND = Place("Bob", "F", at("F", 0, 0)), Place("Ann", "P", at("P", 6, 6))


@contextmanager
def watched(folder: Path, address: str, stage: Stage, **settings: Any) -> Iterator[tuple[str, Table, Sitting]]:
    """A table with a match on, before a network camera; what lies there is told by the stage."""
    optics = Optics("network", partial(open_source, address), lambda _: stage)
    stations = Stations(POLYSSIMO, folder / "config")
    with served(folder, lambda _: optics, stations=stations, **{"retry_s": (0.2, 0.4), **settings}) as served_table:
        _, table, sitting = served_table
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        yield served_table


def sees(table: Table) -> bool:
    return table.snapshot.camera.view == "settled"


def shows(table: Table, *views: str) -> bool:
    return table.snapshot.camera.view in views


def lying(table: Table) -> list[str]:
    assert table.snapshot.match
    return [placed.piece for placed in table.snapshot.match.lying]


def play_on(table: Table, stage: Stage, camera: NetworkCamera) -> None:
    """The camera is mended: the table goes on by itself where it was."""
    before = lying(table)
    camera.mended = True
    wait_until(lambda: sees(table))
    assert lying(table) == before
    stage.lay(SECOND)
    wait_until(lambda: lying(table) == [*before, "P"])


@pytest.mark.fault("F1")
def test_a_camera_that_is_unplugged_is_said_to_be_gone_within_two_seconds_and_resumes_alone(tmp_path: Path) -> None:
    stage = Stage()
    with network_camera(good=20) as camera, watched(tmp_path, camera.address("drop"), stage) as (_, table, sitting):
        stage.lay(FIRST)
        wait_until(lambda: lying(table) == ["F"])
        wait_until(lambda: camera.dropped_s)
        wait_until(lambda: shows(table, "no_camera"), 5)
        assert time.monotonic() - camera.dropped_s < 2.0
        assert "127.0.0.1 gives no more pictures" in table.snapshot.camera.words
        length = sitting.length
        camera.good = 0  # it drops again and again, and is opened again at a calm pace
        opened, began_s = camera.opened, time.monotonic()
        time.sleep(1.5)
        assert 1 <= camera.opened - opened <= 1 + (time.monotonic() - began_s) / 0.2
        assert (lying(table), sitting.length) == (["F"], length)
        play_on(table, stage, camera)


@pytest.mark.fault("F2")
@pytest.mark.parametrize("way", ["freeze", "hang"])
def test_a_frozen_camera_is_said_to_be_so_after_three_seconds_and_resumes_alone(tmp_path: Path, way: str) -> None:
    stage = Stage()
    with network_camera(good=20) as camera, watched(tmp_path, camera.address(way), stage) as (_, table, _):
        stage.lay(FIRST)
        wait_until(lambda: lying(table) == ["F"])
        wait_until(lambda: camera.dropped_s)
        wait_until(lambda: shows(table, "late", "frozen", "no_camera"))
        assert 2.0 < time.monotonic() - camera.dropped_s < 4.5
        assert lying(table) == ["F"]
        play_on(table, stage, camera)


@pytest.mark.fault("F2")
def test_a_picture_that_stands_still_is_not_judged_when_the_camera_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.pictures.standstill.STILL_S", 0.3)
    stage = Stage()
    with network_camera(good=1) as camera, watched(tmp_path, camera.address("hang"), stage) as (_, table, _):
        wait_until(lambda: shows(table, "frozen"))
        assert "stands still" in table.snapshot.camera.words
        pictures, opened = table.snapshot.camera.picture, camera.opened
        stage.lay(FIRST)
        wait_until(lambda: camera.opened >= opened + 2)
        assert (lying(table), table.snapshot.camera.picture) == ([], pictures)
        camera.mended = True
        wait_until(lambda: lying(table) == ["F"])


@pytest.mark.fault("F3")
@pytest.mark.parametrize("nobody", [silent, refused])
def test_no_request_waits_for_a_camera_that_does_not_open(tmp_path: Path, nobody: Any) -> None:
    with nobody() as bad, watched(tmp_path, bad, Stage(), slow_s=0.5) as (address, table, _):
        asked = [f"{address}{path}" for path in ("/", "/api/snapshot", "/api/setup", "/snapshot.jpg")]
        chosen = _post(f"{address}/api/source", source=bad)
        begun = _post(f"{address}/api/match", players=["Ann", "Bob"], hands="open", source=bad)
        assert max(map(_seconds_for, (chosen, begun))) < 1.0
        end_s = time.monotonic() + 1.5
        while time.monotonic() < end_s:
            assert max(map(_seconds_for, asked)) < 1.0
            time.sleep(0.2)
        wait_until(lambda: shows(table, "no_camera"))
        assert ("nobody answers at 127.0.0.1" in table.snapshot.camera.words) == (nobody is refused)


@pytest.mark.fault("F3")
def test_a_camera_that_does_not_answer_is_said_to_be_slow_before_it_is_given_up(tmp_path: Path) -> None:
    with silent() as address, watched(tmp_path, address, Stage(), slow_s=0.5) as (_, table, _):
        wait_until(lambda: "does not answer yet" in table.snapshot.camera.words)
        assert table.snapshot.camera.view == "waiting"
        wait_until(lambda: shows(table, "no_camera"))


@pytest.mark.fault("F3")
def test_an_address_that_is_no_camera_is_said_to_be_none(tmp_path: Path) -> None:
    with network_camera() as camera, watched(tmp_path, camera.address("text"), Stage()) as (_, table, _):
        wait_until(lambda: shows(table, "no_camera"))
        assert "somebody answers there" in table.snapshot.camera.words


@pytest.mark.fault("F4")
@pytest.mark.parametrize("way", ["garbage", "huge"])
def test_broken_pictures_in_a_stream_are_left_behind(tmp_path: Path, way: str) -> None:
    stage = Stage()
    with network_camera(good=10) as camera, watched(tmp_path, camera.address(way), stage) as (_, table, _):
        stage.lay(FIRST)
        wait_until(lambda: lying(table) == ["F"])
        wait_until(lambda: camera.opened >= 3)
        assert lying(table) == ["F"]
        play_on(table, stage, camera)


class Losing(Stage):
    """Loses the board after some looks, and finds it again only in pictures that stand upright."""

    def look(self, frame: Frame, known: Known) -> Look:
        if frame.index < 5 or frame.bgr.shape[0] > frame.bgr.shape[1]:
            return super().look(frame, known)
        return Look(frame.index, frame.t_s, View.NO_BOARD, reason="lost")


@pytest.mark.fault("F7")
def test_a_stream_whose_camera_was_turned_is_opened_anew_and_gives_upright_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.camera.eyes.LOST_S", 0.3)
    turned = partial(shade, width=240, height=320)
    with network_camera() as camera, watched(tmp_path, camera.address("good"), Losing()) as (_, table, _):
        wait_until(lambda: shows(table, "no_board"))
        assert table.snapshot.camera.size == (320, 240)
        camera.pictures = turned
        wait_until(lambda: sees(table))
        assert table.snapshot.camera.size == (240, 320)


@pytest.mark.fault("F1", "F2")
def test_a_camera_that_fails_at_one_table_touches_no_other(tmp_path: Path) -> None:
    here, there = Stage(), Stage()
    with (
        network_camera(good=10) as bad,
        network_camera() as good,
        watched(tmp_path / "a", bad.address("freeze"), here) as (_, failing, _),
        watched(tmp_path / "b", good.address("good"), there) as (_, fine, _),
    ):
        wait_until(lambda: shows(failing, "late", "no_camera"))
        pictures = fine.snapshot.camera.picture
        there.lay(FIRST)
        wait_until(lambda: lying(fine) == ["F"], 2)
        wait_until(lambda: fine.snapshot.camera.picture > pictures + 5, 2)
        assert sees(fine)


def _post(address: str, **body: Any) -> urllib.request.Request:
    return urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _seconds_for(asked: str | urllib.request.Request) -> float:
    """How long an answer takes, whatever it is."""
    began_s = time.monotonic()
    try:
        with urllib.request.urlopen(asked, timeout=5) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        error.close()
    return time.monotonic() - began_s
