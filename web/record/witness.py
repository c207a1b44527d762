"""A note beside the file of matches, which says what was written last.

The file itself cannot tell that its end is missing: a log cut off is a shorter log, as sound as the whole one. The note
is written after every commit, and not forced to the disk: so it may lag behind the file, but never run ahead of it.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32


@dataclass(frozen=True, slots=True)
class Last:
    """The last row that was written: its number in the file, and its hash."""

    seq: int
    chain: str


class Witness:
    """The note in a file of its own. Where it cannot be read or written there is none, which is no harm."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def last(self) -> Last | None:
        """What was written last, as far as is known."""
        try:
            text = self._path.read_bytes()
        except OSError:
            return None
        noted = re.fullmatch(rb"(\d{12}) ([0-9a-f]{64}) \d{10}\n", text)
        last = Last(int(noted[1]), noted[2].decode()) if noted else None
        return last if last and _written(last) == text else None

    def note(self, last: Last) -> None:
        """Always as many bytes in the same place, which a full disk does not prevent."""
        with suppress(OSError), self._path.open("r+b" if self._path.exists() else "wb", buffering=0) as file:
            file.write(_written(last))


def _written(last: Last) -> bytes:
    """With a sum at the end, so that a damaged note is none."""
    facts = f"{last.seq:012} {last.chain}".encode()
    return b"%s %010d\n" % (facts, crc32(facts))
