"""What the disk and SQLite say when matches cannot be kept or read: one clear line that says what to do."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.said import Said
from web.errors import InputError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LEAST_BYTES = 128 * 1024
"""With less room than this SQLite may fail to write."""


class StoreError(InputError):
    """Matches cannot be kept or read; one line that says why and what to do."""


class NoRoomError(StoreError):
    """There is no room left on the disk. Once there is, everything goes on."""


class DamagedError(StoreError):
    """What is read is not what was once written; ``why`` says what is wrong with it."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(Said("{path} is damaged ({why})", path=str(path), why=why))
        self.why = why


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turns what the disk or SQLite say within into a ``StoreError``."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise NoRoomError(_no_room(path)) from error
        raise StoreError(_no_access(path, error.strerror or str(error))) from error
    except sqlite3.Error as error:
        raise _of_sqlite(path, error) from error
    except UnicodeDecodeError as error:
        raise DamagedError(path, str(error)) from error


def _of_sqlite(path: Path, error: sqlite3.Error) -> StoreError:
    # A text that is no UTF-8 is an OperationalError of Python's own, which has no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path)):
        return NoRoomError(_no_room(path))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        return DamagedError(path, str(error))
    return StoreError(_no_access(path, str(error)))


def _is_full(path: Path) -> bool:
    """Whether an error of the disk is one of room: SQLite does not always say so."""
    try:
        return shutil.disk_usage(path if path.is_dir() else path.parent).free < LEAST_BYTES
    except OSError:
        return False


def _no_room(path: Path) -> str:
    return Said("there is no room left on the disk for {path}; make room there, nothing has been lost", path=str(path))


def _no_access(path: Path, why: str) -> str:
    return Said(
        "matches cannot be kept in {path} ({why}); make it writable, or set POLYREF_DATA to another folder",
        path=str(path),
        why=why,
    )
