"""What strangers may send: bodies without end, half requests, foreign names, odd paths (F18, F20, F21, F22, F26)."""

import json
import random
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import numpy as np
import psutil
import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.soak.damaged_uploads import answers
from tests.web.scripted import no_camera, served
from tests.web.slow import answer_times, connected, sent, stalled, status
from web.camera.phone import Phone
from web.record.store import Store

MOST_GROWTH = 50_000_000
AT_ONCE_S = 0.1
"""Within this time the host's page answers, whatever others do."""
NAMES = (
    "..",
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "..\\..\\win.ini",
    "%00",
    "CON",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table on this machine that is shared."""
    with served(tmp_path_factory.mktemp("house"), no_camera, retry_s=(30.0,)) as (address, _, _sitting):
        yield address


@pytest.fixture(scope="module")
def guests(house: str) -> str:
    """The address at which others find it."""
    request = urllib.request.Request(f"{house}/api/sharing", b'{"on": true}', {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        told: str = json.load(answer)["address"]
    return told.rstrip("/")


def begins(address: str, path: str = "/api/undo", more: str = "") -> str:
    host = urlsplit(address).netloc
    return f"POST {path} HTTP/1.1\nHost: {host}\nContent-Type: application/json\nConnection: close\n{more}"


@pytest.mark.fault("F18")
@pytest.mark.parametrize("path", ["/api/undo", "/api/matches", "/api/by-hand", "/no-such-page"])
def test_a_body_that_says_it_has_gigabytes_is_refused_unread(house: str, path: str) -> None:
    answer = sent(house, begins(house, path, "Content-Length: 3221225472\n\n{"))
    assert status(answer) == 413


@pytest.mark.fault("F18")
def test_a_body_without_end_is_cut_off_and_costs_no_memory(house: str) -> None:
    before = psutil.Process().memory_info().rss
    with connected(house) as client:
        client.sendall(begins(house, "/api/matches", "Transfer-Encoding: chunked\n\n").replace("\n", "\r\n").encode())
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        sent_bytes = 0
        try:
            while sent_bytes < 100_000_000:
                client.sendall(chunk)
                sent_bytes += len(chunk)
        except OSError:
            pass  # the server has had enough
        assert sent_bytes < 30_000_000
    assert psutil.Process().memory_info().rss - before < MOST_GROWTH


@pytest.mark.fault("F18")
def test_a_head_without_end_is_refused(house: str) -> None:
    answer = sent(house, f"GET / HTTP/1.1\nHost: {urlsplit(house).netloc}\nX: {'x' * 600_000}\n\n")
    assert status(answer) in (0, 431, 413, 400)


@pytest.mark.fault("F20")
@settings(max_examples=60)
@given(octets=st.binary(max_size=300))
def test_octets_that_are_no_request_do_no_harm(house: str, octets: bytes) -> None:
    with connected(house) as client:
        client.sendall(octets + b"\r\n\r\n")
    assert len(answer_times(f"{house}/api/snapshot", 1)) == 1


@pytest.mark.fault("F20")
def test_damaged_bodies_are_refused_and_never_an_error_of_ours(house: str) -> None:
    dice = random.Random(7)
    whole = json.dumps(
        {"players": ["Ann", "Bob"], "hands": "open", "seed": 1, "piece": "F", "cells": [[0, 1]]}
    ).encode()
    seen, said = set(), True
    for number in range(120):
        octets = bytearray(whole)
        for _ in range(1 + number % 4):
            octets[dice.randrange(len(octets))] = dice.randrange(256)
        path = ("/api/place", "/api/correct", "/api/matches", "/api/by-hand", "/api/corners", "/api/code")[number % 6]
        request = urllib.request.Request(f"{house}{path}", bytes(octets), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                seen.add(answer.status)
        except urllib.error.HTTPError as error:
            seen.add(error.code)
            said &= "error" in json.load(error)
            error.close()
    assert said, "each is refused in words"
    assert seen <= {200, 201, 400, 403, 409, 415}, seen


@pytest.mark.fault("F20")
@pytest.mark.parametrize("path", ["/api/code", "/api/undo", "/api/by-hand", "/api/match"])
def test_braces_within_braces_without_end_are_no_error_of_ours(house: str, guests: str, path: str) -> None:
    body = '{"length":' + "[" * 30_000 + "]" * 30_000 + "}"
    assert status(sent(house, begins(house, path, f"Content-Length: {len(body)}\n\n{body}"))) == 400
    answer = sent(guests, begins(guests, path, f"Content-Length: {len(body)}\n\n{body}"))
    assert status(answer) == (400 if path == "/api/code" else 403)


@pytest.mark.fault("F20")
@pytest.mark.parametrize("far", ["1" + "0" * 400, "1e300", "-100001", "NaN", "Infinity", "true", "null"])
def test_corners_that_are_nowhere_are_refused(house: str, far: str) -> None:
    body = f'{{"corners": [[{far}, 1], [9, 1], [9, 9], [1, 9]]}}'
    assert status(sent(house, begins(house, "/api/corners", f"Content-Length: {len(body)}\n\n{body}"))) == 400


@pytest.mark.fault("F20")
def test_damaged_pictures_are_taken_or_refused_in_words(tmp_path: Path) -> None:
    assert set(answers(tmp_path, 100, 7)) == {"taken", "refused"}


@pytest.mark.fault("F21")
def test_four_hundred_who_stop_in_the_middle_keep_nobody_from_the_page(house: str, guests: str) -> None:
    with stalled(guests, 200), stalled(house, 200):
        for address in (house, guests):
            assert median(answer_times(f"{address}/api/snapshot")) < AT_ONCE_S


@pytest.mark.fault("F22")
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        "localhost@evil.example",
        "0.0.0.0",
        "[::]",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/snapshot", "/events", "/static/main.js", "/no-such-page", "/snapshot.jpg"])
def test_other_names_than_those_of_this_machine_are_not_answered(house: str, guests: str, host: str, path: str) -> None:
    for address in (house, guests):
        assert status(sent(address, f"GET {path} HTTP/1.1\nHost: {host}\nConnection: close\n\n")) == 400


@pytest.mark.fault("F22")
def test_the_host_is_called_by_names_that_nobody_else_can_have(house: str, guests: str) -> None:
    """Whoever answers for names in the network might have the machine's own name lead to 127.0.0.1."""
    there = urlsplit(guests).hostname
    assert status(sent(house, f"GET / HTTP/1.1\nHost: {there}\nConnection: close\n\n")) == 400
    assert status(sent(guests, f"GET / HTTP/1.1\nHost: {there}\nConnection: close\n\n")) == 200


@pytest.mark.fault("F22")
def test_where_all_come_in_by_one_door_the_own_name_of_the_machine_makes_nobody_the_host(tmp_path: Path) -> None:
    with served(tmp_path, no_camera, host="0.0.0.0", retry_s=(30.0,)) as (address, _, _sitting):
        for host, right in (("localhost", 200), ("127.0.0.1", 200), (socket.gethostname(), 403)):
            asked = f"GET /api/sharing HTTP/1.1\nHost: {host}\nConnection: close\n\n"
            assert status(sent(address, asked)) == right
            assert status(sent(address, asked.replace("/api/sharing", "/api/snapshot"))) == 200


@pytest.mark.fault("F26")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "where", ["/static/{}", "/matches/{}", "/tops/{}.png", "/table/{}/", "/languages/{}.json", "/{}"]
)
def test_paths_that_lead_elsewhere_lead_nowhere(house: str, where: str, name: str) -> None:
    answer = sent(house, f"GET {where.format(name)} HTTP/1.1\nHost: localhost\nConnection: close\n\n")
    if where.startswith("/languages"):  # of a language that nobody knows there are the English words
        assert status(answer) == 404 or answer.endswith(b'{"words":{},"forms":""}')
    else:
        assert status(answer) in (308, 400, 404)
    assert b"root:" not in answer


@pytest.mark.fault("F26")
def test_what_is_exported_has_names_that_polyref_makes(client: FlaskClient, store: Store, tmp_path: Path) -> None:
    header = {"polyref": 1, "game": "polyssimo", "players": ["../../x", "CON\u0000"], "rules": {"open_hands": True}}
    taken = client.post("/api/matches", data=json.dumps(header) + "\n")
    assert taken.status_code in (201, 400)
    assert store is not None
    for number in (taken.json or {}).get("ids", []):
        name = client.get(f"/matches/{number}/record.jsonl").headers["Content-Disposition"]
        assert name == f'attachment; filename="polyref-match-{number}.jsonl"'
    assert not any(path.name.startswith(("x", "CON")) for path in tmp_path.parent.rglob("*"))


@pytest.mark.fault("F19")
def test_of_the_pictures_of_all_phones_one_is_unpacked_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most = [], []

    def unpacked(octets: bytes) -> np.ndarray:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.02)
        inside.pop()
        return np.zeros((8, 8, 3), np.uint8)

    monkeypatch.setattr("web.camera.phone.unpacked", unpacked)
    phones = [Phone(table=number) for number in (1, 2, 3, 4)]
    senders = [threading.Thread(target=phone.send, args=(b"",), kwargs={"alone": False}) for phone in phones]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert most == [1] * 4
