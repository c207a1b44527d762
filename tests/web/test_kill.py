"""A match survives: whatever was acknowledged is there after ``kill -9``."""

import signal
import socket
import threading
import time
from pathlib import Path
from random import Random

import pytest

from referee.match import Match
from tests.random_play import random_move
from tests.web.scripted import POLYSSIMO
from tests.web.server import Server, run, started
from web import deal

NO_CAMERA = ("play", "--source", "no-such-camera")
HEADER = deal.header(POLYSSIMO, ("Ann", "Bob"), "random", 7)


@pytest.mark.fault("F8")
def test_everything_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    moves = _random_moves(seed=3)
    acknowledged: list[str] = []
    with started(tmp_path, *NO_CAMERA) as server:
        assert server.post("/api/match", players=["Ann", "Bob"], hands="random", seed=7) == 200
    for round_number in range(3):
        with started(tmp_path, *NO_CAMERA) as server:
            lying = _lying(server)
            # The move under way when the process died may or may not have come to the disk; it was not acknowledged.
            assert lying[: len(acknowledged)] == acknowledged
            assert len(lying) <= len(acknowledged) + 1
            assert "Going on with the match" in server.said
            acknowledged = lying
            _play_until_killed(server, moves, acknowledged, after_s=0.05 + 0.04 * round_number)
    assert len(acknowledged) >= 3
    with started(tmp_path, *NO_CAMERA) as server:
        assert _lying(server)[: len(acknowledged)] == acknowledged


def _random_moves(seed: int) -> list[dict[str, object]]:
    dice, match = Random(seed), Match.start(HEADER, POLYSSIMO)
    while match.position.to_move is not None:
        _, match = match.play(random_move(match, dice))
    return [{"piece": place.piece, "cells": place.cells} for place in match.position.lying]


def _play_until_killed(server: Server, moves: list[dict[str, object]], acknowledged: list[str], after_s: float) -> None:
    killer = threading.Timer(after_s, server.process.kill)
    killer.start()
    try:
        for move in moves[len(acknowledged) :]:
            if server.post("/api/place", **move) == 200:
                acknowledged.append(str(move["piece"]))
    except OSError:
        pass  # it is dead
    killer.join()
    server.process.wait()


def _lying(server: Server) -> list[str]:
    return [placed["piece"] for placed in server.get("/api/snapshot")["match"]["lying"]]


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
        assert "is damaged" in server.get("/api/snapshot")["notice"]
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
    refused = run(tmp_path, *NO_CAMERA, "--port", "0", *words)
    assert (refused.returncode, refused.stdout) == (2, "")
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
