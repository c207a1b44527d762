"""A disk that fails: every call to SQLite is counted, and one of them, or all from one on, goes wrong."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass
class Disk:
    """``fails_at`` is the number of the call that goes wrong, 0 for none; ``lasting`` if all after it do too; ``late``
    if the call is carried out all the same before it is reported as failed."""

    fails_at: int = 0
    lasting: bool = False
    late: bool = False
    code: str = "SQLITE_FULL"
    calls: int = 0
    failed: int = 0

    def call(self, carry_out: Any, *args: Any) -> Any:
        self.calls += 1
        wrong = self.fails_at and (self.calls == self.fails_at or (self.lasting and self.calls > self.fails_at))
        if not wrong:
            return carry_out(*args)
        self.failed += 1
        if self.late:
            carry_out(*args)
        error = sqlite3.OperationalError(f"injected {self.code}")
        error.sqlite_errorcode = getattr(sqlite3, self.code)
        error.sqlite_errorname = self.code
        raise error


@contextmanager
def failing(disk: Disk) -> Iterator[None]:
    """Within, all connections to SQLite are to this disk."""

    class Connection(sqlite3.Connection):
        def execute(self, *args: Any) -> Any:
            return disk.call(super().execute, *args)

        def executemany(self, *args: Any) -> Any:
            return disk.call(super().executemany, *args)

    real = sqlite3.connect

    def connect(*args: Any, **kwargs: Any) -> Any:
        return disk.call(lambda: real(*args, factory=Connection, **kwargs))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        yield
