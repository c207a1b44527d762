"""Matches on disk: an append-only log in one SQLite file.

A match is a header line and the lines of its record, exactly as ``polyref replay`` reads them. Each line carries the
SHA-256 of itself and all lines before it, because SQLite's own check does not notice every flipped byte. Write-ahead
logging with ``synchronous=FULL`` puts a line on the disk before ``append`` returns.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from web.errors import InputError

VERSION = 1
"""Layout of the file, kept in SQLite's ``user_version``."""

BY_HAND = "hand"
IMPORTED = "imported"
"""Sources of matches that no camera follows: played on the page, and taken in from a file."""

_TABLES = """
CREATE TABLE match (id INTEGER PRIMARY KEY, source TEXT NOT NULL, begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) STRICT;
CREATE TABLE event (match INTEGER NOT NULL REFERENCES match, seq INTEGER NOT NULL, line TEXT NOT NULL,
                    chain TEXT NOT NULL, PRIMARY KEY (match, seq)) STRICT;
"""


class StoreError(InputError):
    """Matches cannot be kept or read; one line that says why and what to do."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it lies on disk: the header line first, then a line per entry."""

    id: int
    source: str
    lines: tuple[str, ...]
    begun: str = ""
    """When it was begun, in UTC: ``2026-11-21 18:30:00``."""


class Store:
    """The matches in one data folder. Only one program may have it open; use as a context manager or ``close`` it.

    Any thread may ask; they are served one after the other.

    Raises:
        StoreError: the folder cannot be written, another Polyref has it, or the file is damaged or of a newer version.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "matches.sqlite3"
        self._one_at_a_time = RLock()
        with _told(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(folder / "lock.sqlite3")
        try:
            self._db = _opened(self._path)
        except BaseException:
            self._lock.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()
        self._lock.close()

    def begin(self, header_line: str, source: str) -> int:
        """Begins a match; returns its id once the header is on disk."""
        return self.add((header_line,), source)

    def add(self, lines: tuple[str, ...], source: str) -> int:
        """Keeps a match of which these lines are there already, all of them or none; returns its id."""
        with self.together():
            match_id = int(self._db.execute("INSERT INTO match (source) VALUES (?)", (source,)).lastrowid or 0)
            for line in lines:
                _append(self._db, match_id, line)
        return match_id

    def append(self, match_id: int, line: str) -> None:
        """Adds a line to a match; it is on disk when this returns, or within ``together`` when that ends."""
        with self.together():
            _append(self._db, match_id, line)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Lines appended within are kept all or not at all: one correction is several lines."""
        with self._one_at_a_time, _told(self._path):
            if self._db.in_transaction:
                yield
                return
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def lines(self, match_id: int) -> tuple[str, ...]:
        """Header and entries of a match, oldest first.

        Raises:
            StoreError: a line is missing or is not what was once written.
        """
        with self._one_at_a_time, _told(self._path):
            rows = self._db.execute(
                "SELECT seq, line, chain FROM event WHERE match = ? ORDER BY seq", (match_id,)
            ).fetchall()
        chain = ""
        for expected, (seq, line, kept) in enumerate(rows):
            chain = _link(chain, line)
            if seq != expected or kept != chain:
                raise StoreError(
                    _damaged(self._path, f"line {expected + 1} of match {match_id} is not what was written")
                )
        return tuple(line for _, line, _ in rows)

    def latest(self, *, demo: bool = False) -> StoredMatch | None:
        """The match begun last before a real camera, or, with ``demo``, on the simulated table."""
        seen = f"source NOT LIKE 'demo%' AND source NOT IN ('{BY_HAND}', '{IMPORTED}')"
        wanted = "source LIKE 'demo%'" if demo else seen
        found = self._found(f"WHERE {wanted} ORDER BY id DESC LIMIT 1")
        return self.stored(found[0]) if found else None

    def ids(self) -> tuple[int, ...]:
        """All matches, the one begun last first."""
        return self._found("ORDER BY id DESC")

    def stored(self, match_id: int) -> StoredMatch | None:
        """A match by its id; None if there is none.

        Raises:
            StoreError: a line is missing or is not what was once written.
        """
        with self._one_at_a_time, _told(self._path):
            row = self._db.execute("SELECT source, begun FROM match WHERE id = ?", (match_id,)).fetchone()
        return StoredMatch(match_id, row[0], self.lines(match_id), row[1]) if row else None

    def _found(self, which: str) -> tuple[int, ...]:
        with self._one_at_a_time, _told(self._path):
            return tuple(row[0] for row in self._db.execute(f"SELECT id FROM match {which}").fetchall())


def _opened(path: Path) -> sqlite3.Connection:
    with _told(path):
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    db.execute("PRAGMA busy_timeout=5000")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(f"{path} is from a newer Polyref (layout {version}, this one knows {VERSION}); update Polyref")
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        db.execute(f"PRAGMA {setting}")
    if version == 0:
        db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
    problem = db.execute("PRAGMA quick_check").fetchone()[0]
    if problem != "ok":
        raise StoreError(_damaged(path, problem))


def _locked(path: Path) -> sqlite3.Connection:
    """A lock that the system takes back when the process dies, on every system that has SQLite."""
    with _told(path):
        lock = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            lock.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise StoreError(
                    f"another Polyref is using {path.parent}; end it first, or set POLYREF_DATA to another folder"
                ) from error
            raise
    return lock


def _append(db: sqlite3.Connection, match_id: int, line: str) -> None:
    seq, before = db.execute(
        "SELECT seq + 1, chain FROM event WHERE match = ? ORDER BY seq DESC LIMIT 1", (match_id,)
    ).fetchone() or (0, "")
    db.execute(
        "INSERT INTO event (match, seq, line, chain) VALUES (?, ?, ?, ?)", (match_id, seq, line, _link(before, line))
    )


def _link(before: str, line: str) -> str:
    return hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turns what the disk or SQLite say into one clear line."""
    try:
        yield
    except OSError as error:
        raise StoreError(_no_access(path, error.strerror or str(error))) from error
    except sqlite3.OperationalError as error:
        raise StoreError(_no_access(path, str(error))) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(_damaged(path, str(error))) from error


def _no_access(path: Path, why: str) -> str:
    return f"matches cannot be kept in {path} ({why}); make it writable with room left, or set POLYREF_DATA elsewhere"


def _damaged(path: Path, why: str) -> str:
    return f"{path} is damaged ({why}); move it away to begin afresh, or set POLYREF_DATA to another folder"
