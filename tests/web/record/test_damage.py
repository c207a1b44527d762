"""Damaged files of matches are noticed, set aside as they are, and what can be read of them goes on."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.damage import HEADER, kept, played, trial
from web.record.layout import VERSION, _patiently
from web.record.salvage import backup_path, put_right
from web.record.store import DamagedError, Store, StoreError


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with 120 lines in several matches."""
    folder = tmp_path_factory.mktemp("whole") / "data"
    played(folder, 120)
    return folder


@pytest.mark.fault("F12")
def test_every_flipped_or_cut_file_is_noticed_or_as_good_as_before(whole: Path, tmp_path: Path) -> None:
    dice, before = Random(12), kept(whole)
    found = [trial(whole, tmp_path / str(number), before, dice) for number in range(40)]
    assert set(found) == {"detected", "harmless"}
    assert found.count("detected") > 20


@pytest.mark.fault("F12")
@pytest.mark.parametrize("text", [b"", b"a letter to grandmother" * 50, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_what_is_no_file_of_matches_is_set_aside_and_the_last_backup_goes_on(
    whole: Path, tmp_path: Path, text: bytes
) -> None:
    shutil.copytree(whole, tmp_path / "data")
    path = tmp_path / "data" / "matches.sqlite3"
    path.write_bytes(text)
    assert kept(tmp_path / "data") == kept(whole)
    assert [aside.read_bytes() for aside in (tmp_path / "data").glob("*.damaged-*")] == ([text] if text else [])


@pytest.mark.fault("F12")
def test_it_is_told_what_was_damaged_and_what_goes_on(whole: Path, tmp_path: Path) -> None:
    folder = _copy(whole, tmp_path)
    backup_path(folder / "matches.sqlite3").unlink()
    with sqlite3.connect(folder / "matches.sqlite3") as db:
        db.execute("UPDATE event SET body = 'won' WHERE match = 2 AND at = 3")
    db.close()
    before = kept(whole)
    with Store(folder) as store:
        assert store.lines(2) == before[2][:2]
        assert {match: store.lines(match) for match in store.ids() if match != 2} == {
            match: lines for match, lines in before.items() if match != 2
        }
        missing = len(before[2]) - 2
        assert f"{missing} entries are not what was written" in store.notice
        assert f"{len(before)} matches could be read and go on. {missing} entries are missing" in store.notice
        (aside,) = folder.glob("*.damaged-*")
        assert f"; it lies as it was in {aside.name}." in store.notice
    with Store(folder) as store:
        assert store.notice == ""


@pytest.mark.fault("F12")
def test_what_was_written_last_is_missed_though_the_file_is_sound_without_it(tmp_path: Path) -> None:
    with Store(tmp_path / "data") as store:
        match = store.begin(HEADER, "0")
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.append(match, "one", "two")
        _crash(tmp_path / "data", tmp_path / "crashed")
    (tmp_path / "crashed" / "matches.sqlite3-wal").unlink()
    with Store(tmp_path / "crashed") as store:
        assert "what was written last is missing" in store.notice
        assert "2 entries are missing: look at the board." in store.notice
        assert store.lines(match) == (HEADER,)


@pytest.mark.fault("F12")
def test_the_log_of_another_file_harms_nothing(whole: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "other") as other:
        other.begin(HEADER.replace("Ann", "Eve"), "0")
        _crash(tmp_path / "other", tmp_path / "crashed")
    folder = _copy(whole, tmp_path)
    shutil.copy(tmp_path / "crashed" / "matches.sqlite3-wal", folder)
    found = kept(folder)
    assert {match: found[match] for match in kept(whole)} == kept(whole)


class Circling:
    """A file in which an entry bears the number of one long before it, and nothing can be read behind that."""

    def execute(self, _: str, since: tuple[int]) -> Iterator[tuple[Any, ...]]:
        for seq in (*range(since[0], 10), 3):
            yield seq, 1, seq, "body", None, "chain"
        raise sqlite3.DatabaseError("malformed")


@pytest.mark.fault("F12")
@pytest.mark.timeout(20)
def test_numbers_that_lead_in_a_circle_do_not_keep_it_for_ever() -> None:
    found: Any = _patiently(Circling(), VERSION, most=50)  # type: ignore[arg-type]
    assert [row[0] for row in found] == list(range(1, 10))


@pytest.mark.fault("F12")
def test_a_file_that_is_gone_comes_back_from_the_backup(whole: Path, tmp_path: Path) -> None:
    folder = _copy(whole, tmp_path)
    (folder / "matches.sqlite3").unlink()
    with Store(folder) as store:
        assert "it is gone" in store.notice
    assert kept(folder) == kept(whole)


@pytest.mark.fault("F12")
@pytest.mark.parametrize("calls", range(1, 12))
def test_a_crash_while_a_file_is_put_right_loses_nothing(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    folder = _copy(whole, tmp_path)
    with sqlite3.connect(folder / "matches.sqlite3") as db:
        db.execute("UPDATE event SET body = 'won' WHERE match = 2 AND at = 3")
    db.close()
    left = calls

    def counted(original: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
            return original(*args, **kwargs)

        return call

    with monkeypatch.context() as dying:
        for module, name in ((shutil, "copyfile"), (Path, "replace"), (Path, "unlink"), (sqlite3, "connect")):
            dying.setattr(module, name, counted(getattr(module, name)))
        with suppress(KeyboardInterrupt):
            put_right(folder / "matches.sqlite3", folder / "matches.last")
    assert kept(folder) == kept(whole)


def test_a_folder_of_the_first_layout_goes_on_and_its_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    _first_layout(path)
    with Store(tmp_path) as store:
        assert store.notice == ""
        assert store.ids() == (2, 1)
        assert store.lines(1) == (HEADER, "one", "two")
        stored = store.stored(2)
        assert stored
        assert (stored.source, stored.begun, stored.table) == ("hand", "2026-11-20 18:30:00", 1)
        store.append(1, "three")
    assert kept(tmp_path)[1] == (HEADER, "one", "two", "three")
    (old,) = tmp_path.glob("*.layout-1-*")
    with sqlite3.connect(old) as db:
        assert db.execute("SELECT count(*) FROM match").fetchone() == (2,)
    db.close()


@pytest.mark.fault("F12")
def test_a_damaged_file_of_the_first_layout_is_salvaged_too(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    _first_layout(path)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE event SET line = 'won' WHERE match = 1 AND seq = 2")
    db.close()
    with Store(tmp_path) as store:
        assert "was damaged" in store.notice
        assert store.lines(1) == (HEADER, "one")
        assert store.lines(2) == (HEADER,)


@pytest.mark.fault("F12")
def test_damage_that_comes_while_it_is_open_is_told_and_the_others_can_be_read(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        first, second = store.begin(HEADER, "0"), store.begin(HEADER, "0")
        store._db.execute("UPDATE event SET body = 'won' WHERE match = 1 AND at = 1")
        with pytest.raises(DamagedError, match="is not what was written"):
            store.lines(first)
        assert store.lines(second) == (HEADER,)


def test_a_newer_layout_is_left_alone_and_one_that_cannot_be_is_damage(tmp_path: Path) -> None:
    for version, left_alone in ((3, True), (100, True), (101, False), (-1, False)):
        folder = tmp_path / str(version)
        with Store(folder) as store:
            store.begin(HEADER, "0")
        with sqlite3.connect(folder / "matches.sqlite3") as db:
            db.execute(f"PRAGMA user_version = {version}")
        db.close()
        if left_alone:
            with pytest.raises(StoreError, match="newer Polyref"):
                Store(folder)
            assert not list(folder.glob("*.damaged-*"))
        else:
            assert kept(folder) == {1: (HEADER,)}


def _copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


def _crash(folder: Path, crashed: Path) -> None:
    """The folder as it lies on disk while somebody is writing to it."""
    shutil.copytree(folder, crashed, ignore=shutil.ignore_patterns("*-shm", "lock*"))


def _first_layout(path: Path) -> None:
    """A file as the first version of Polyref wrote it."""
    db = sqlite3.connect(path)
    db.executescript("""
        CREATE TABLE match (id INTEGER PRIMARY KEY, source TEXT NOT NULL, begun TEXT NOT NULL) STRICT;
        CREATE TABLE event (match INTEGER NOT NULL REFERENCES match, seq INTEGER NOT NULL, line TEXT NOT NULL,
                            chain TEXT NOT NULL, PRIMARY KEY (match, seq)) STRICT;
        PRAGMA user_version = 1;
        INSERT INTO match VALUES (1, '0', '2026-11-20 18:00:00'), (2, 'hand', '2026-11-20 18:30:00');
    """)
    for match, lines in ((1, (HEADER, "one")), (2, (HEADER,)), (1, ("two",))):
        for line in lines:
            _append_in_first_layout(db, match, line)
    db.commit()
    db.close()


def _append_in_first_layout(db: sqlite3.Connection, match: int, line: str) -> None:
    last = db.execute("SELECT seq, chain FROM event WHERE match = ? ORDER BY seq DESC", (match,)).fetchone()
    seq, before = (last[0] + 1, last[1]) if last else (0, "")
    chain = sha256(f"{before}\n{line}".encode()).hexdigest()
    db.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (match, seq, line, chain))
