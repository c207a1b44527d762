"""A match survives: whatever was acknowledged is there after ``kill -9``."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from referee.match import Match
from tests.random_play import random_move
from tests.web.kills import rounds
from tests.web.scripted import POLYSSIMO
from tests.web.server import ROOT, environment, run, started
from web.cli import main
from web.games import deal

NO_CAMERA = ("play", "--source", "no-such-camera")
HEADER = deal.header(POLYSSIMO, ("Ann", "Bob"), "random", 7)


@pytest.mark.fault("F8")
def test_everything_acknowledged_survives_kill_9_and_what_was_not_is_done_once_when_asked_again(tmp_path: Path) -> None:
    players = rounds(tmp_path, 2, seed=8)
    assert sum(player.acknowledged for player in players) >= 6


def _random_moves(seed: int) -> list[dict[str, object]]:
    dice, match = Random(seed), Match.start(HEADER, POLYSSIMO)
    while match.position.to_move is not None:
        _, match = match.play(random_move(match, dice))
    return [{"piece": place.piece, "cells": place.cells} for place in match.position.lying]


@pytest.mark.fault("F35")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_ends_it_within_three_seconds_even_with_pages_open(tmp_path: Path, number: int, status: int) -> None:
    with started(tmp_path, *NO_CAMERA, "--players", "Ann,Bob") as server:
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as page:
            page.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            page.recv(100)
            began_s = time.monotonic()
            server.process.send_signal(number)
            assert server.process.wait(10) == status
            assert time.monotonic() - began_s < 3


EYES_THAT_DO_NOT_END = """
import cv2, numpy, sys, tempfile, threading
from functools import partial
from pathlib import Path
from tests.web.scripted import POLYSSIMO, Ticking, wished
from web.camera.eyes import Optics
from web.hall.hall import Hall
from web.doors.listening import listening
from web.serving import serve
from web.settings import Settings
from web.hall.sitting import Sitting
from web.camera.station import Station
from web.record.store import Store
from web.hall.table import Table

class Staring:
    def look(self, frame, known):
        print("staring", flush=True)
        while True:
            cv2.resize(frame.bgr, (50, 50))

folder, settings = Path(sys.argv[1]), Settings(data=Path(sys.argv[1]), port=0)
optics = Optics("camera", partial(Ticking, 9), lambda _: Staring())
with listening("127.0.0.1", 0) as listener, Store(folder) as store:
    sitting = Sitting(POLYSSIMO, store, "camera", wished)
    table = Table(sitting, Station("camera", "camera", lambda _: optics), settings)
    serve(Hall(store, {1: table}), listener, settings)
"""


@pytest.mark.fault("F35")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_ends_without_an_abort_while_eyes_are_in_opencv(tmp_path: Path, number: int, status: int) -> None:
    words = [sys.executable, "-c", EYES_THAT_DO_NOT_END, str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        while process.stdout.readline() != "staring\n":
            assert process.poll() is None
        process.send_signal(number)
        assert process.wait(20) == status


@pytest.mark.fault("F17")
def test_a_second_server_on_the_same_data_is_refused_in_one_line(tmp_path: Path) -> None:
    with started(tmp_path, *NO_CAMERA):
        second = run(tmp_path, *NO_CAMERA, "--port", "0")
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr.startswith("polyref: another Polyref is using")
    assert second.stderr.count("\n") == 1


@pytest.mark.fault("F17")
def test_a_port_in_use_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run(tmp_path, *NO_CAMERA, "--port", str(taken.getsockname()[1]))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "another --port" in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.fault("F12")
def test_a_damaged_store_is_set_aside_and_told_and_the_game_can_begin(tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite3").write_text("no database" * 100)
    with started(tmp_path, *NO_CAMERA) as server:
        assert "was damaged" in server.get("/api/snapshot")["notice"]
        assert server.post("/api/match", players=["Ann", "Bob"], hands="random", seed=7) == 200
    (aside,) = tmp_path.glob("matches.sqlite3.damaged-*")
    assert aside.read_text() == "no database" * 100


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--players", "Ann"), "--players"),
        (("--players", "Ann,Ann"), "--players"),
        (("--players", "Ann,Bob", "--hands", "no-such-file"), "no-such-file"),
        (("--game", "chess"), "chess"),
        (("--host", "203.0.113.9"), "203.0.113.9"),
    ],
)
def test_options_that_make_no_sense_are_told_in_one_line(
    tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    folders = {"POLYREF_DATA": str(tmp_path), "POLYREF_CONFIG": str(tmp_path / "config")}
    refused = CliRunner().invoke(main, [*NO_CAMERA, "--port", "0", *words], env=folders)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert complaint in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_the_record_file_holds_the_match_and_is_gone_on_with(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = (*NO_CAMERA, "--record", str(record))
    moves = _random_moves(seed=3)
    with started(tmp_path, *words) as server:
        server.post("/api/match", players=["Ann", "Bob"], hands="random", seed=7)
        assert server.post("/api/place", **moves[0]) == 200
    with started(tmp_path, *words) as server:
        assert server.post("/api/place", **moves[1]) == 200
    judged = run(tmp_path, "replay", "--json", str(record))
    assert judged.returncode == 0
    assert [line.count('"legal": true') for line in judged.stdout.splitlines()] == [1, 1, 0]
