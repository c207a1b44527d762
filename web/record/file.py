"""A copy of the record in a file that the user named: the header, then a line per entry."""

import os
from collections.abc import Iterator
from io import FileIO
from itertools import count
from pathlib import Path

from referee.said import Said
from web.errors import InputError


class RecordFile:
    """Follows the matches of one sitting: the first in the named file, later ones in ``NAME-2.jsonl`` and so on.

    The one that already holds the beginning of the match is continued; what holds anything else is left alone.
    """

    def __init__(self, path: Path) -> None:
        self._named = path
        self._now: Path | None = None

    def follow(self, lines: tuple[str, ...]) -> None:
        """Begins to follow a match of which these lines are there already.

        Raises:
            InputError: the file cannot be written, or holds another match.
        """
        self._now, there = self._begun(lines) if self._now is None else (self._free(), ())
        self._add(lines[len(there) :])

    def append(self, line: str) -> None:
        """Adds a line; it is on disk when this returns.

        Raises:
            InputError: the file cannot be written; then nothing of the line is there.
        """
        self._add((line,))

    def catch_up(self, lines: tuple[str, ...]) -> None:
        """Adds what is missing, after something could not be written, to a match of these lines.

        Raises:
            InputError: the file still cannot be written, or somebody else has written to it.
        """
        there = _lines(self._now) if self._now else ()
        if there != lines[: len(there)]:
            raise InputError(Said("{file} has been changed by another program", file=str(self._now)))
        self._add(lines[len(there) :])

    def _begun(self, lines: tuple[str, ...]) -> tuple[Path, tuple[str, ...]]:
        """The file in which a match goes on, and what it holds of it: the named one, or a later one of that sitting."""
        there = _lines(self._named)
        if there == lines[: len(there)]:
            return self._named, there
        for path in self._later():
            there = _lines(path)
            if not there:
                raise InputError(f"{self._named} holds another match; name a new file for this one")
            if there == lines[: len(there)]:
                return path, there
        raise AssertionError("there are files for ever")

    def _free(self) -> Path:
        return next(path for path in self._later() if not _lines(path))

    def _later(self) -> Iterator[Path]:
        return (self._named.with_stem(f"{self._named.stem}-{number}") for number in count(2))

    def _add(self, lines: tuple[str, ...]) -> None:
        if self._now is None:
            return
        try:
            with self._now.open("ab", buffering=0) as file:
                whole = file.tell()
                try:
                    _write_all(file, "".join(f"{line}\n" for line in lines).encode())
                    os.fsync(file.fileno())
                except OSError:
                    file.truncate(whole)
                    raise
        except OSError as error:
            words = Said("{file}: {error}; name a file that can be written", file=str(self._now), error=error.strerror)
            raise InputError(words) from error


def _write_all(file: FileIO, octets: bytes) -> None:
    """A disk that is nearly full takes part of it before it says so."""
    while octets:
        octets = octets[file.write(octets) or 0 :]


def _lines(path: Path) -> tuple[str, ...]:
    try:
        return tuple(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read ({error}); name another file for the record") from error
