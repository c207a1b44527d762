"""Matches on disk."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from web.record.store import NoRoomError, Store, StoreError

HEADER = '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"]}'


def test_a_match_is_its_header_and_its_lines_in_order(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match = store.begin(HEADER, "0")
        store.append(match, "one")
        store.append(match, "two")
        assert store.lines(match) == (HEADER, "one", "two")


def test_lines_are_there_after_opening_again(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.append(store.begin(HEADER, "0"), "one")
    with Store(tmp_path) as store:
        latest = store.latest()
        assert latest is not None
        assert latest.lines == (HEADER, "one")


def test_the_latest_match_is_the_one_begun_last_and_demos_are_kept_apart(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert store.latest() is None
        store.begin(HEADER, "0")
        second = store.begin(HEADER, "film.mp4")
        demo = store.begin(HEADER, "demo:7")
        real, simulated = store.latest(), store.latest(demo=True)
        assert real is not None
        assert simulated is not None
        assert (real.id, real.source) == (second, "film.mp4")
        assert (simulated.id, simulated.source) == (demo, "demo:7")


def test_an_entry_without_its_match_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        with pytest.raises(StoreError):
            store.append(99, "one")
        match = store.begin(HEADER, "0")
        assert store.lines(match) == (HEADER,)


def test_lines_under_a_key_that_another_match_has_used_are_not_written(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        first, second = store.begin(HEADER, "0"), store.begin(HEADER, "0")
        assert store.append(first, "one", key="the-same-key")
        assert not store.append(second, "one", key="the-same-key")
        assert store.lines(second) == (HEADER,)


def test_a_second_program_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    code = f"from pathlib import Path; from web.record.store import Store; Store(Path({str(tmp_path)!r}))"
    with Store(tmp_path):
        second = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "another Polyref is using" in second.stderr
    third = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert third.returncode == 0


def test_a_file_in_place_of_the_folder_is_told_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("I am a file")
    with pytest.raises(StoreError, match="POLYREF_DATA"):
        Store(tmp_path / "data")


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    db = sqlite3.connect(tmp_path / "matches.sqlite3")
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="a newer Polyref"):
        Store(tmp_path)


def test_a_changed_line_is_noticed_though_sqlite_finds_nothing_wrong(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match = store.begin(HEADER, "0")
        store.append(match, "one")
        store._db.execute("UPDATE event SET body = 'won' WHERE at = 2")
        with pytest.raises(StoreError, match="not what was written"):
            store.lines(match)


def test_a_full_disk_loses_nothing_and_is_told(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match = store.begin(HEADER, "0")
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(NoRoomError, match="no room"):
            _fill(store, match)
        kept = store.lines(match)
        store._db.execute("PRAGMA max_page_count = 100000")
        store.append(match, "and on")
        assert store.lines(match) == (*kept, "and on")


def _fill(store: Store, match: int) -> None:
    for number in range(1000):
        store.append(match, "x" * 400 + str(number))


def test_lines_appended_together_are_kept_all_or_not_at_all(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match = store.begin(HEADER, "0")
        with pytest.raises(TypeError):
            store.append(match, "one", None)  # type: ignore[arg-type]
        assert store.lines(match) == (HEADER,)
        store.append(match, "one", "two")
        assert store.lines(match) == (HEADER, "one", "two")


def test_matches_by_hand_and_imported_ones_are_listed_but_are_not_the_latest_before_a_camera(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        seen = store.begin(HEADER, "0")
        by_hand, imported = store.begin(HEADER, "hand"), store.add((HEADER, "one"), "imported")
        latest = store.latest()
        assert latest is not None
        assert latest.id == seen
        assert store.ids() == (imported, by_hand, seen)
        stored = store.stored(imported)
        assert stored is not None
        assert (stored.source, stored.lines) == ("imported", (HEADER, "one"))
        assert store.stored(99) is None


def test_many_threads_may_write_and_read_at_once(tmp_path: Path) -> None:
    with Store(tmp_path) as store, ThreadPoolExecutor(8) as threads:
        ids = list(threads.map(lambda number: store.add((HEADER, f"line {number}"), "imported"), range(40)))
        list(threads.map(lambda match: store.append(match, "more"), ids))
        assert [store.lines(match) for match in ids] == [(HEADER, f"line {number}", "more") for number in range(40)]


@pytest.mark.fault("F14")
def test_what_came_last_is_told_by_number_whatever_the_clock_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path) as store:
        for year in (2026, 2037, 1970):
            monkeypatch.setattr("web.record.store.utc_now", lambda year=year: datetime(year, 1, 1, tzinfo=UTC))
            latest = store.begin(HEADER, "0")
        assert store.ids() == (3, 2, 1)
        stored = store.latest()
        assert stored
        assert (stored.id, stored.begun) == (latest, "1970-01-01 00:00:00")
    with Store(tmp_path) as store:
        assert store.notice == ""
