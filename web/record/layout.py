"""How matches lie in an SQLite file: rows that are only ever added, each with a hash over all rows of its match so far.

SQLite's own check does not notice every flipped byte; the hashes do. They run through one match, not through the
file, so that damage in one match leaves the others whole.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.said import Said
from web.record.disk import DamagedError, StoreError, told

VERSION = 2
"""Layout of the file, kept in SQLite's ``user_version``."""

MOST_VERSIONS = 100
"""A file that claims a later version than this is damaged, not new."""

SMALLEST_ROW = 64
"""A row has more bytes than this: its hash alone has as many."""

Raw = tuple[Any, ...]
"""A row as SQLite gives it."""

TABLE = """
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,   -- the order in which all of them were written: 1, 2, 3 and so on
    match INTEGER NOT NULL,
    at INTEGER NOT NULL,       -- 0: what is known of the match; from 1 on the lines of its record, the header first
    body TEXT NOT NULL,
    key TEXT UNIQUE,           -- of the request that had it written, if it brought one
    chain TEXT NOT NULL,
    UNIQUE (match, at)
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it stands in the file."""

    match: int
    at: int
    body: str
    key: str | None
    chain: str


def link(before: str, match: int, at: int, body: str, key: str | None) -> str:
    """The hash of a row, over that of the one before it."""
    return hashlib.sha256("\n".join((before, str(match), str(at), key or "", body)).encode()).hexdigest()


def facts(source: str, begun: str, table: int) -> str:
    """What is known of a match, as it stands in its first row."""
    return json.dumps({"source": source, "begun": begun, "table": table}, ensure_ascii=False)


def connected(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection to a file that any thread may use; a file that is only read is not changed at all."""
    with told(path):
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            db.execute("PRAGMA busy_timeout=5000")
            if not read_only:
                db.execute("PRAGMA journal_mode=WAL")
                db.execute("PRAGMA synchronous=FULL")
        except BaseException:
            db.close()
            raise
    return db


def lay_out(db: sqlite3.Connection, rows: Iterable[Row] = ()) -> None:
    """Makes the table in an empty file and puts rows into it, all of them or none."""
    db.execute("BEGIN IMMEDIATE")
    db.execute(TABLE)
    insert = "INSERT INTO event (match, at, body, key, chain) VALUES (?, ?, ?, ?, ?)"
    db.executemany(insert, ((row.match, row.at, row.body, row.key, row.chain) for row in rows))
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def examined(path: Path) -> tuple[int, list[Row]]:
    """The layout of a file and its rows in the order in which they were written, as rows of the newest layout.

    Raises:
        DamagedError: something in it is not what was once written.
        StoreError: it cannot be read, or is of a newer version.
    """
    with closing(connected(path, read_only=True)) as db, told(path):
        version = _version(db)
        if VERSION < version <= MOST_VERSIONS:
            raise StoreError(
                f"{path} is from a newer Polyref (layout {version}, this one knows {VERSION}); update Polyref"
            )
        if version not in OLDER and version != VERSION:
            raise DamagedError(path, Said("it is no file of matches"))
        problem = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if problem != "ok":
            raise DamagedError(path, problem.splitlines()[-1])
        raw = db.execute(_query(version), (1,)).fetchall()
        rows = list(_as_rows(db, version, raw))
    if [seq for seq, *_ in raw] != list(range(1, len(raw) + 1)) or not all(_fits(row, version) for row in raw):
        raise DamagedError(path, Said("entries are missing"))
    wrong = len(rows) - sum(map(len, sound(rows).values()))
    if wrong:
        raise DamagedError(
            path, Said.many(wrong, "{count} entry is not what was written", "{count} entries are not what was written")
        )
    return version, rows


def sound(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """By match: its rows from the first on, as far as their hashes are right."""
    found: dict[int, list[Row]] = {}
    for row in sorted(rows, key=lambda row: (row.match, row.at)):
        before = found.get(row.match, [])
        chain = before[-1].chain if before else ""
        if row.at == len(before) and row.chain == link(chain, row.match, row.at, row.body, row.key):
            found.setdefault(row.match, []).append(row)
    return found


def readable(path: Path) -> list[Row]:
    """The rows that can be read in a damaged file, in the order in which they were written, whatever they are worth."""
    try:
        with closing(connected(path, read_only=True)) as db:
            version = _version(db) if _version(db) in OLDER else VERSION
            return list(_as_rows(db, version, _patiently(db, version, most=path.stat().st_size // SMALLEST_ROW)))
    except (StoreError, sqlite3.Error, OSError):
        return []


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _query(version: int) -> str:
    """Asks for all rows from one on, each with its number in the file first."""
    if version in OLDER:
        return OLDER[version][0]
    return "SELECT seq, match, at, body, key, chain FROM event WHERE seq >= ? ORDER BY seq"


def _as_rows(db: sqlite3.Connection, version: int, raw: Iterable[Raw]) -> Iterator[Row]:
    """Rows of the newest layout; where damage has made a text of a number, or nothing of either, there is none."""
    whole = (row for row in raw if _fits(row, version))
    return OLDER[version][1](db, whole) if version in OLDER else (Row(*row) for _, *row in whole)


def _fits(row: Raw, version: int) -> bool:
    return all(isinstance(value, kind) for value, kind in zip(row, KINDS[version], strict=True))


def _patiently(db: sqlite3.Connection, version: int, most: int) -> Iterator[Raw]:
    """Reads on behind what cannot be read, up to the row of number ``most``. Damage can lead SQLite in a circle."""
    seq = 1
    while seq <= most:
        with suppress(sqlite3.Error):
            for row in db.execute(_query(version), (seq,)):
                if not seq <= row[0] <= most:
                    break
                yield row
                seq = row[0] + 1
            else:
                return
        seq += 1


def _rows_of_layout_1(db: sqlite3.Connection, raw: Iterable[Raw]) -> Iterator[Row]:
    """Facts stood in a table of their own, and a hash knew neither its match nor its place in it."""
    known = _facts_of_layout_1(db)
    chains: dict[int, tuple[str, str]] = {}
    for _, match, seq, line, kept in raw:
        if seq == 0:
            source, begun = known.get(match, ("", ""))
            body = facts(source, begun, 1)
            chains[match] = "", link("", match, 0, body, None)
            yield Row(match, 0, body, None, chains[match][1])
        old, new = chains.get(match, ("", ""))
        old = hashlib.sha256(f"{old}\n{line}".encode()).hexdigest()
        new = link(new, match, seq + 1, line, None)
        chains[match] = old, new
        yield Row(match, seq + 1, line, None, new if old == kept else "")


def _facts_of_layout_1(db: sqlite3.Connection) -> dict[int, tuple[str, str]]:
    try:
        return {row[0]: row[1:] for row in db.execute("SELECT id, source, begun FROM match")}
    except sqlite3.Error:
        return {}


OLDER: Mapping[int, tuple[str, Callable[[sqlite3.Connection, Iterable[Raw]], Iterator[Row]]]] = {
    1: (
        "SELECT rowid, match, seq, line, chain FROM event WHERE rowid >= ? ORDER BY rowid",
        _rows_of_layout_1,
    )
}
"""How files of older layouts are read: what to ask for, and how that becomes rows of the newest."""

KINDS: Mapping[int, tuple[Any, ...]] = {1: (int, int, int, str, str), 2: (int, int, int, str, str | None, str)}
"""What stands in the columns asked for, by layout."""
