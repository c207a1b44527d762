"""What a disk can do to a game: be full, be read-only, lose power; and what must be on it before anybody sees it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.move import Place
from tests.web.damage import HEADER
from tests.web.scripted import wait_until
from tests.web.server import run
from tests.web.staged import at, staged
from tests.web.test_failing_disk import EVENING, on_disk, table_in
from web.record.store import Store, StoreError


@pytest.mark.fault("F10")
def test_a_full_disk_is_told_and_the_game_goes_on_once_there_is_room(small_disk: Path) -> None:
    with table_in(small_disk / "data") as (client, sitting):
        for name, body in EVENING[:2]:
            assert client.post(f"/api/{name}", json=body).status_code == 200
        begun = {"game": "polyssimo", "players": ["Ann", "Bob"], "choices": {"hands": "open"}}
        filler = _fill(small_disk)
        for name, body in EVENING[2:]:
            answer = client.post(f"/api/{name}", json=body)
            assert answer.status_code == 507
            assert "no room left on the disk" in (answer.json or {})["error"]
            assert sitting.length == len(on_disk(small_disk / "data")) == 2
        assert client.post("/api/by-hand", json=begun).status_code == 507
        assert client.post("/api/matches", data=HEADER).status_code == 507
        assert "the disk is full" in (client.get("/api/snapshot").json or {})["notice"]
        filler.unlink()
        for name, body in EVENING[2:]:
            assert client.post(f"/api/{name}", json=body).status_code == 200
        assert client.post("/api/by-hand", json=begun).status_code == 201
        assert (client.get("/api/snapshot").json or {})["notice"] == ""
    with Store(small_disk / "data") as store:
        assert len(store.lines(1)) == 12


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 600 kB."""
    folder = Path(tempfile.mkdtemp(prefix="polyref-disk-"))
    mount = shutil.which("mount")
    done = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=600k", "tmpfs", folder], check=False).returncode
    if done != 0:
        folder.rmdir()
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)
    folder.rmdir()


def _fill(folder: Path) -> Path:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return filler


@pytest.mark.fault("F13")
@pytest.mark.parametrize("what", ["new", "old"])
def test_a_read_only_folder_is_told_with_the_cure_and_is_left_as_it_is(read_only: Path, what: str) -> None:
    if what == "old":
        read_only.chmod(0o777)
        with Store(read_only) as store:
            store.begin(HEADER, "0")
        read_only.chmod(0o555)
    before = {path.name: path.read_bytes() for path in read_only.iterdir()}
    with nobody(), pytest.raises(StoreError, match="make it writable, or set POLYREF_DATA to another folder"):
        Store(read_only / "data" if what == "new" else read_only)
    assert {path.name: path.read_bytes() for path in read_only.iterdir()} == before


@pytest.fixture
def read_only() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="polyref-data-"))
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)


@contextmanager
def nobody() -> Iterator[None]:
    """Root may write anywhere, so nobody tries."""
    if sys.platform == "win32":
        pytest.skip("Windows knows no such folders")
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.fault("F13")
def test_a_file_in_place_of_the_data_folder_ends_the_command_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("I am a file")
    refused = run(tmp_path / "data", "play", "--source", "none", "--port", "0")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "POLYREF_DATA" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert (tmp_path / "data").read_text() == "I am a file"


@pytest.mark.fault("F11")
def test_after_power_was_lost_every_match_is_there_as_far_as_it_had_come_to_the_disk(tmp_path: Path) -> None:
    lost = [power_lost(tmp_path, Random(seed)) for seed in range(25)]
    assert any(lost)


def power_lost(tmp_path: Path, dice: Random) -> int:
    """Writes, copies the files as they lie at a moment, with the write-ahead log cut anywhere, and opens the copy.

    Returns how many lines were on the part of the log that was cut off.
    """
    folder = Path(tempfile.mkdtemp(dir=tmp_path))
    with Store(folder / "data") as store:
        ids = [store.begin(HEADER, "0"), store.begin(HEADER, "hand")]
        for number in range(dice.randrange(60)):
            store.append(dice.choice(ids), *[f"line {number}.{part}" for part in range(dice.randrange(1, 4))])
            if dice.random() < 0.03:
                store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        written = {match: store.lines(match) for match in ids}
        shutil.copytree(folder / "data", folder / "cut", ignore=shutil.ignore_patterns("*-shm", "lock*"))
    log = folder / "cut" / "matches.sqlite3-wal"
    cut = log.exists() and dice.random() < 0.7
    if cut:
        os.truncate(log, dice.randrange(log.stat().st_size + 1))
    if dice.random() < 0.5:
        (folder / "cut" / "matches.last").unlink(missing_ok=True)
    with Store(folder / "cut") as store:
        found = {match: store.lines(match) for match in ids}
    for match, lines in written.items():
        assert found[match] == lines[: len(found[match])]
    assert cut or found == written
    return sum(map(len, written.values())) - sum(map(len, found.values()))


@pytest.mark.fault("F11")
def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.fault("F8")
def test_no_screen_shows_a_placement_that_is_not_on_disk(tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, _), closing(Screen(address, tmp_path)) as screen:
        table.do(lambda sitting: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        for piece, row, col in (("F", 0, 0), ("I", 5, 5), ("X", 4, 0), ("T", 8, 8)):
            stage.lay(Place("Ann", piece, at(piece, row, col)))
            wait_until(lambda piece=piece: piece in screen.shown)
        table.do(lambda sitting: sitting.undo())
        table.do(lambda sitting: sitting.place("L", at("L", 0, 6)))
        wait_until(lambda: "L" in screen.shown)
        assert screen.snapshots >= 6
        assert screen.unkept == []


class Screen:
    """A page that shows snapshots as they come, and looks at the disk each time."""

    def __init__(self, address: str, folder: Path) -> None:
        self.shown: frozenset[str] = frozenset()
        self.unkept: list[str] = []
        self.snapshots = 0
        self._folder, self._events = folder, urllib.request.urlopen(f"{address}/events", timeout=20)
        self._thread = threading.Thread(target=self._follow)
        self._ended = False
        self._thread.start()

    def close(self) -> None:
        self._ended = True
        self._thread.join()
        self._events.close()

    def _follow(self) -> None:
        for line in self._events:
            if self._ended:
                return
            if line.startswith(b"data: ") and (match := json.loads(line[6:]).get("match")):
                self._show(match)

    def _show(self, match: dict[str, Any]) -> None:
        """The disk is looked at by a connection of its own, which sees only what has been committed."""
        with closing(sqlite3.connect(f"file:{self._folder}/matches.sqlite3?mode=ro", uri=True)) as db:
            kept = [row[0] for row in db.execute("SELECT body FROM event WHERE match = ? AND at > 0", (match["id"],))]
        placed = {json.loads(line).get("piece") for line in kept}
        lying = frozenset(piece["piece"] for piece in match["lying"])
        self.unkept += sorted(lying - placed) + (["a line"] if len(kept) < match["length"] else [])
        self.snapshots += 1
        self.shown = lying
