"""Matches on disk: an append-only log in one SQLite file, as ``web.record.layout`` describes it.

A match is a header line and the lines of its record, exactly as ``polyref replay`` reads them. Write-ahead logging with
``synchronous=FULL`` puts a line on the disk before ``append`` returns.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from referee.said import Said
from web.clock import utc_now
from web.record.disk import DamagedError, NoRoomError, StoreError, told
from web.record.layout import Row, connected, facts, link, sound
from web.record.salvage import back_up, put_right
from web.record.witness import Last, Witness

BY_HAND = "hand"
IMPORTED = "imported"
"""Sources of matches that no camera follows: played on the page, and taken in from a file."""

__all__ = ["BY_HAND", "IMPORTED", "DamagedError", "NoRoomError", "Store", "StoreError", "StoredMatch"]


Lines = tuple[str, ...]
"""Those of a record."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it lies on disk: the header line first, then a line per entry."""

    id: int
    source: str
    lines: tuple[str, ...]
    begun: str = ""
    """When it was begun, in UTC: ``2026-11-21 18:30:00``. Only for people: what came first is told by the ids."""
    table: int = 1
    """The table at which it was begun."""


def is_demo(source: str) -> bool:
    """Whether a match of this source was played by the demo."""
    return source.startswith("demo")


class Store:
    """The matches in one data folder. Only one program may have it open; use as a context manager or ``close`` it.

    Any thread may ask; they are served one after the other. ``notice`` says what had to be put right at the start.

    A ``key`` names the request that wants something written. What was asked for with a key is written once: the second
    time nothing is, and the answer is that of the first.

    Raises:
        StoreError: the folder cannot be written, another Polyref has it, or the file is of a newer version.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "matches.sqlite3"
        self._witness = Witness(folder / "matches.last")
        self._one_at_a_time = RLock()
        self._opened: sqlite3.Connection | None = None
        with told(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(folder / "lock.sqlite3")
        try:
            self.notice = put_right(self._path, folder / "matches.last")
            back_up(self._db, self._path)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._one_at_a_time:
            self._let_go()
            self._lock.close()

    def begin(self, header_line: str, source: str, table: int = 1, key: str = "") -> int:
        """Begins a match; returns its id once the header is on disk."""
        return self.add((header_line,), source, table, key)

    def add(self, lines: Sequence[str], source: str, table: int = 1, key: str = "") -> int:
        """Keeps a match of which these lines are there already, all of them or none; returns its id."""
        return self.add_all((lines,), source, table, (key,))[0]

    def add_all(
        self, records: Sequence[Sequence[str]], source: str, table: int = 1, keys: Sequence[str] = ()
    ) -> tuple[int, ...]:
        """Keeps matches, all of them or none; returns their ids. There is a key for each of them, or none at all."""
        if not records:
            return ()
        begun = f"{utc_now():%Y-%m-%d %H:%M:%S}"
        with self._writing() as db:
            known = [self.done(key) for key in keys]
            if known and None not in known:
                return tuple(match for match in known if match)
            first = db.execute("SELECT coalesce(max(match), 0) + 1 FROM event").fetchone()[0]
            last = None
            for match, lines in enumerate(records, first):
                key = keys[match - first] if keys else ""
                last = _append(db, None, match, (facts(source, begun, table), *lines), key)
        self._note(last)
        return tuple(range(first, first + len(records)))

    def take_in(self, records: Sequence[Lines], source: str, key: str = "") -> tuple[dict[Lines, int], tuple[int, ...]]:
        """Keeps those of the records of which no match has just these lines already, all of them or none. Returns the
        match of each, and those that are new; also where the request of this key comes again."""
        keys = {record: f"{key}.{number}" if key else "" for number, record in enumerate(records)}
        with self._one_at_a_time:
            kept = self._holding(records)
            written = {record: self.done(keys[record]) for record in records}
            lacking = [record for record in records if record not in kept]
            added = self.add_all(lacking, source, keys=[keys[record] for record in lacking])
        ids = kept | dict(zip(lacking, added, strict=True))
        return ids, tuple(ids[record] for record in records if kept.get(record) == written[record])

    def _holding(self, records: Sequence[Lines]) -> dict[Lines, int]:
        """Of those records of which there are matches with just these lines, the first one."""
        wanted = set(records)
        with self._reading() as db:
            headers = db.execute("SELECT match, body FROM event WHERE at = 1 ORDER BY match").fetchall()
        alike = {lines[0] for lines in wanted}
        found: dict[Lines, int] = {}
        for match_id, header in headers:
            if header in alike:
                with suppress(StoreError):
                    found.setdefault(self.lines(match_id), match_id)
        return {lines: match for lines, match in found.items() if lines in wanted}

    def append(self, match_id: int, *lines: str, key: str = "") -> bool:
        """Adds lines to a match, all of them or none; they are on disk when this returns. False if the key is known."""
        with self._writing() as db:
            if self.done(key):
                return False
            before = _last_of(db, match_id)
            if before is None:
                raise StoreError(f"there is no match {match_id} to which anything could be added")
            last = _append(db, before, match_id, lines, key)
        self._note(last)
        return True

    def done(self, key: str) -> int | None:
        """The match to which something was written under a key; None if nothing was."""
        if not key:
            return None
        with self._reading() as db:
            row = db.execute("SELECT match FROM event WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def lines(self, match_id: int) -> tuple[str, ...]:
        """Header and entries of a match, oldest first; nothing if there is no such match.

        Raises:
            StoreError: a line is missing or is not what was once written.
        """
        stored = self.stored(match_id)
        return stored.lines if stored else ()

    def latest(self, *, demo: bool = False, table: int | None = None) -> StoredMatch | None:
        """The match begun last before a real camera, or, with ``demo``, a simulated one; at any table, or at one."""
        with self._reading() as db:
            begun = db.execute("SELECT match, body FROM event WHERE at = 0 ORDER BY match DESC").fetchall()
        for match_id, body in begun:
            known = _facts(body)
            source = str(known["source"])
            seen = is_demo(source) if demo else source not in (BY_HAND, IMPORTED) and not is_demo(source)
            if seen and table in (None, known["table"]):
                return self.stored(match_id)
        return None

    def ids(self) -> tuple[int, ...]:
        """All matches, the one begun last first."""
        with self._reading() as db:
            return tuple(row[0] for row in db.execute("SELECT match FROM event WHERE at = 0 ORDER BY match DESC"))

    def stored(self, match_id: int) -> StoredMatch | None:
        """A match by its id; None if there is none.

        Raises:
            StoreError: a line is missing or is not what was once written.
        """
        with self._reading() as db:
            found = db.execute(
                "SELECT match, at, body, key, chain FROM event WHERE match = ? ORDER BY at", (match_id,)
            ).fetchall()
        if not found:
            return None
        rows = [Row(*row) for row in found]
        right = len(sound(rows).get(match_id, ()))
        if right < len(rows):
            words = Said("line {number} of match {id} is not what was written", number=right, id=match_id)
            raise DamagedError(self._path, words)
        known = _facts(rows[0].body)
        lines = tuple(row.body for row in rows[1:])
        return StoredMatch(match_id, known["source"], lines, known["begun"], known["table"])

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection; opened anew after it has failed."""
        if self._opened is None:
            self._opened = connected(self._path)
        return self._opened

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._one_at_a_time, told(self._path):
            yield self._db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """What is written within is on disk when this ends, all of it or nothing."""
        with self._one_at_a_time, told(self._path):
            db = self._db
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            except BaseException:
                self._withdraw(db)
                raise

    def _withdraw(self, db: sqlite3.Connection) -> None:
        """Leaves no transaction behind. Where even that fails the next one gets a connection of its own."""
        try:
            if db.in_transaction:
                db.execute("ROLLBACK")
        except sqlite3.Error:
            self._let_go()

    def _let_go(self) -> None:
        db, self._opened = self._opened, None
        with suppress(sqlite3.Error):
            if db:
                db.close()

    def _note(self, last: Last | None) -> None:
        if last:
            self._witness.note(last)


def _append(db: sqlite3.Connection, before: Row | None, match: int, bodies: Sequence[str], key: str) -> Last | None:
    """Writes rows behind one of their match, the first of them under the key."""
    chain, at = (before.chain, before.at + 1) if before else ("", 0)
    last = None
    for number, body in enumerate(bodies):
        used = key or None if number == 0 else None
        chain = link(chain, match, at + number, body, used)
        written = (match, at + number, body, used, chain)
        cursor = db.execute("INSERT INTO event (match, at, body, key, chain) VALUES (?, ?, ?, ?, ?)", written)
        last = Last(cursor.lastrowid or 0, chain)
    return last


def _last_of(db: sqlite3.Connection, match: int) -> Row | None:
    query = "SELECT match, at, body, key, chain FROM event WHERE match = ? ORDER BY at DESC LIMIT 1"
    row = db.execute(query, (match,)).fetchone()
    return Row(*row) if row else None


def _facts(body: str) -> dict[str, Any]:
    return {"source": "", "begun": "", "table": 1, **json.loads(body)}


def _locked(path: Path) -> sqlite3.Connection:
    """A lock that the system takes back when the process dies, on every system that has SQLite."""
    with told(path):
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
