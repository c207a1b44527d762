"""More viewers than there is room for, some of them asleep or gone, and the end of it all (F30, F31, F35)."""

import http.client
import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from tests.crowd import looking
from tests.web.scripted import no_camera, served, wait_until, wished
from tests.web.slow import answer_times, connected, stalled
from web.doors import waiter
from web.hall.sitting import Sitting
from web.hall.table import Table

AT_ONCE_S = 0.1


@contextmanager
def shared(folder: Path, **settings: Any) -> Iterator[tuple[str, str, Table, Sitting]]:
    """A table with a match on, shared: the host's address, that for others on this machine, the table, the sitting."""
    with served(folder, no_camera, retry_s=(30.0,), **settings) as (address, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "draft", None)))
        told = asked(address, "/api/sharing", b'{"on": true}')
        yield address, f"http://127.0.0.1:{urlsplit(told['address']).port}", table, sitting


def asked(address: str, path: str, body: bytes | None = None) -> Any:
    request = urllib.request.Request(f"{address}{path}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def viewers(address: str) -> int:
    return int(asked(address, "/api/sharing")["viewers"])


@pytest.mark.fault("F30")
def test_those_who_find_room_are_served_and_the_others_told_busy_and_served_all_the_same(tmp_path: Path) -> None:
    room, most = 12, 40
    with shared(tmp_path, max_guest_streams=room, guest_threads=room + 12) as (address, there, table, sitting):
        with looking(there, most, 8.0) as told:
            wait_until(lambda: viewers(address) == room)
            time.sleep(1)
            table.do(lambda _: sitting.draft("F"))
            serial = table.snapshot.serial
            assert median(answer_times(f"{address}/api/snapshot")) < AT_ONCE_S
        assert (told["streams"], told["busy"], told["lost"]) == (room, most - room, 0)
        assert len(told["arrivals"][str(serial)]) == room
        wait_until(lambda: viewers(address) == 0)


@pytest.mark.fault("F21", "F30")
def test_four_hundred_stalled_clients_and_two_hundred_viewers_leave_the_host_his_page(tmp_path: Path) -> None:
    with (
        shared(tmp_path) as (address, there, _, _sitting),
        stalled(there, 400),
        looking(there, 200, 6.0),
    ):
        wait_until(lambda: viewers(address) == 64)
        assert median(answer_times(address)) < AT_ONCE_S


@pytest.mark.fault("F31")
def test_whoever_closes_the_page_frees_a_place_within_two_seconds(tmp_path: Path) -> None:
    with shared(tmp_path) as (address, there, _, _sitting):
        stream = urllib.request.urlopen(f"{there}/events")
        stream.readline()
        assert viewers(address) == 1
        stream.close()
        wait_until(lambda: viewers(address) == 0, 3)


@pytest.mark.fault("F31")
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux tells of unread data")
def test_whoever_sleeps_is_let_go_and_costs_little_memory_until_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiter, "UNREAD_MS", 1500)
    with shared(tmp_path) as (address, there, table, _):
        before = psutil.Process().memory_info().rss
        sleepers = [connected(there, reading_bytes=2048) for _ in range(8)]
        for sleeper in sleepers:
            sleeper.sendall(f"GET /events HTTP/1.1\r\nHost: {urlsplit(there).netloc}\r\n\r\n".encode())
        wait_until(lambda: viewers(address) == 8)
        ends_s = time.monotonic() + 25
        while viewers(address) and time.monotonic() < ends_s:
            for paused in (True, False) * 20:
                table.pause(paused)
        assert viewers(address) == 0
        assert psutil.Process().memory_info().rss - before < 8 * 4 * waiter.UNSENT_BYTES
        for sleeper in sleepers:
            sleeper.close()


@pytest.mark.fault("F35")
def test_it_all_ends_within_three_seconds_though_many_look_on(tmp_path: Path) -> None:
    with shared(tmp_path) as (address, there, _, _sitting):
        streams = [urllib.request.urlopen(f"{where}/events") for where in (address, there) for _ in range(10)]
        for stream in streams:
            stream.readline()
        began_s = time.monotonic()
    assert time.monotonic() - began_s < 3
    for stream in streams:
        stream.close()


def _all_of(stream: http.client.HTTPResponse) -> bytes:
    """What comes until the end, also if a busy machine cuts it off."""
    try:
        return stream.read()
    except http.client.IncompleteRead as cut:
        return cut.partial


@pytest.mark.fault("F35")
def test_after_the_farewell_nobody_listens_for_others_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.doors.shared_door.FAREWELL_S", 2.0)
    with shared(tmp_path) as (address, there, _, _sitting):
        stream = urllib.request.urlopen(f"{there}/events")
        asked(address, "/api/sharing", b'{"on": false}')
        assert b"event: right\ndata: none" in _all_of(stream)
        stream.close()

        def refused() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", urlsplit(there).port)) != 0

        wait_until(refused, 10)
        again = asked(address, "/api/sharing", b'{"on": true}')["address"]
        assert asked(f"http://127.0.0.1:{urlsplit(again).port}", "/api/snapshot")["serial"]


def test_where_this_machine_has_got_another_address_others_find_it_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shared(tmp_path) as (address, there, _, _sitting):
        request = urllib.request.Request(f"{there}/api/snapshot", headers={"Host": "192.0.2.77"})
        with pytest.raises(urllib.error.HTTPError, match="400") as refused:
            urllib.request.urlopen(request)
        refused.value.close()
        monkeypatch.setattr("web.doors.shared_door.own_names", lambda: {"127.0.0.1", "192.0.2.77"})
        assert asked(address, "/api/sharing")["on"]
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 200


def test_nobody_beyond_this_machine_is_served_before_it_is_shared(tmp_path: Path) -> None:
    with served(tmp_path, no_camera, retry_s=(30.0,)) as (_address, _, _sitting):
        listening = [one.laddr for one in psutil.Process().net_connections() if one.status == psutil.CONN_LISTEN]
        assert {one.ip for one in listening} == {"127.0.0.1"}
