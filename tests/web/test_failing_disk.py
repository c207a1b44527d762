"""Whatever call to the disk fails, at whatever moment: it is said, and what is shown is what is kept."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.failing import Disk, failing
from tests.web.scripted import POLYSSIMO, wished
from tests.web.staged import at
from web.camera.station import HAND, Station
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store, StoreError
from web.routes.app import create_app
from web.settings import Settings

Post = tuple[str, dict[str, Any]]

CONNECT = sqlite3.connect
"""As it is while it does not fail."""

EVENING: tuple[Post, ...] = (
    ("match", {"players": ["Ann", "Bob"], "hands": "open"}),
    ("place", {"piece": "F", "cells": at("F", 0, 0)}),
    ("place", {"piece": "I", "cells": at("I", 5, 5)}),
    ("correct", {"was": "F", "piece": "F", "cells": at("F", 0, 6)}),
    ("undo", {}),
    ("place", {"piece": "X", "cells": at("X", 4, 0)}),
)
"""What is done at a table; the correction is several lines of the record."""


@contextmanager
def table_in(folder: Path) -> Iterator[tuple[FlaskClient, Sitting]]:
    with Store(folder) as store:
        sitting = Sitting(POLYSSIMO, store, "9", wished)
        if latest := store.latest():
            sitting.resume(latest)
        table = Table(sitting, Station(HAND, HAND, lambda _: None), Settings())
        table.start()
        try:
            yield create_app(Hall(store, {FIRST: table}), Settings()).test_client(), sitting
        finally:
            table.close()


@contextmanager
def opened(folder: Path) -> Iterator[tuple[FlaskClient, Sitting]]:
    """The same; where it cannot be opened that is told, and it is tried once more."""
    with ExitStack() as stack:
        try:
            entered = stack.enter_context(table_in(folder))
        except StoreError:
            entered = stack.enter_context(table_in(folder))
        yield entered


def play_evening(folder: Path, disk: Disk, record: Callable[[Path], list[str]] | None = None) -> int:
    """Everything is tried until it is done; how often it was refused. Memory and disk agree after every answer, where
    ``record`` tells what is on disk."""
    refused = 0
    with failing(disk), opened(folder) as (client, sitting):
        for number, (name, body) in enumerate(EVENING):
            for attempt in count():
                assert attempt < 3, f"{name} does not succeed though the disk is well again"
                answer = client.post(f"/api/{name}", json=body, headers={"Idempotency-Key": f"evening-{number}"})
                shown = (client.get("/api/snapshot").json or {})["match"]
                assert sitting.length == (shown["length"] if shown else 0) == len((record or on_disk)(folder))
                if answer.status_code == 200:
                    break
                assert answer.status_code in (503, 507), answer.json
                assert (answer.json or {})["error"].endswith(".")
                refused += 1
    return refused


def on_disk(folder: Path) -> list[str]:
    """The record of the last match, read past everything that Polyref does."""
    with closing(CONNECT(f"file:{folder}/matches.sqlite3?mode=ro", uri=True)) as db:
        latest = "SELECT body FROM event WHERE at > 0 AND match = (SELECT max(match) FROM event) ORDER BY at"
        return [row[0] for row in db.execute(latest)]


def evenings(folder: Path, late: bool, code: str, step: int = 1) -> tuple[int, int]:
    """An evening for every call that can fail, or every third of them, until none does: how many calls there were, and
    how many refusals were told."""
    told = 0
    for call in count(1, step):
        disk = Disk(call, late=late, code=code)
        told += play_evening(folder / str(call), disk)
        assert record_of(folder / str(call)) == EXPECTED
        if not disk.failed:
            return call - 1, told
    raise AssertionError


def record_of(folder: Path) -> list[tuple[str, str | None]]:
    """What stands in the only match of a folder."""
    with Store(folder) as store:
        assert store.ids() == (1,)
        facts = [json.loads(line) for line in store.lines(1)[1:]]
    return [(line["move"], line.get("piece")) for line in facts]


EXPECTED = [
    *(("place", "F"), ("place", "I")),
    *(("undo", None), ("undo", None), ("place", "F"), ("place", "I")),
    *(("undo", None), ("undo", None), ("place", "F"), ("place", "I")),
    ("place", "X"),
]


@pytest.mark.fault("F9", "F16")
@pytest.mark.parametrize(
    ("late", "code"),
    [(False, "SQLITE_FULL"), (True, "SQLITE_IOERR")],
    ids=["not carried out", "carried out all the same"],
)
def test_whichever_call_fails_what_is_shown_is_what_is_kept_and_trying_again_does_it_once(
    tmp_path: Path, late: bool, code: str
) -> None:
    calls, told = evenings(tmp_path, late, code, step=3)
    assert calls > 40
    assert told > 5


@pytest.mark.fault("F9")
def test_while_the_disk_can_do_nothing_the_match_stands_and_afterwards_goes_on(tmp_path: Path) -> None:
    disk = Disk(lasting=True)
    with failing(disk), table_in(tmp_path) as (client, sitting):
        post(client, *EVENING[0])
        post(client, *EVENING[1])
        disk.fails_at = disk.calls + 1
        for name, body in EVENING[2:]:
            assert client.post(f"/api/{name}", json=body).status_code == 507
            assert sitting.length == len(on_disk(tmp_path)) == 2
        snapshot = client.get("/api/snapshot").json or {}
        assert [lying["piece"] for lying in snapshot["match"]["lying"]] == ["F"]
        assert "could not be kept and does not count, for the disk is full." in snapshot["notice"]
        disk.fails_at = 0
        post(client, *EVENING[2])
        assert (client.get("/api/snapshot").json or {})["notice"] == ""
    assert record_of(tmp_path) == EXPECTED[:2]


def post(client: FlaskClient, name: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/api/{name}", json=body)
    assert answer.status_code == 200, answer.json
