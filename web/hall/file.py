"""Which tables were on, kept in the data folder, so that all of them come back."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from web.kept import keep

MOST = 2**63 - 1
"""The largest number that SQLite knows."""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table that was on: its number, where it was watched from, the id of its match, 0 if none had begun, and its
    game, empty where that is not known."""

    number: int
    source: str
    match: int
    game: str = ""

    @staticmethod
    def of(facts: Any) -> "KeptTable":
        """A table as it stands in the file; older files name no games.

        Raises:
            ValueError, KeyError, TypeError, OverflowError: it is none.
        """
        number, match = int(facts["number"]), int(facts["match"])
        if max(abs(number), abs(match)) > MOST:
            raise OverflowError("no store has so many")
        return KeptTable(number, str(facts["source"]), match, str(facts.get("game", "")))


class HallFile:
    """A small file with the tables that are on."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> tuple[KeptTable, ...]:
        """The tables that were on; none where there is no such file, or none that can be read: their matches are kept
        elsewhere, and a table is opened again with a tap."""
        try:
            facts: Any = json.loads(self._path.read_text(encoding="utf-8"))
            found = [KeptTable.of(one) for one in facts["tables"]]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            return ()
        return tuple({table.number: table for table in found if table.number > 0}.values())

    def save(self, tables: Iterable[KeptTable]) -> None:
        """Keeps what is on now.

        Raises:
            OSError: the folder cannot be written.
        """
        keep(self._path, json.dumps({"tables": [asdict(table) for table in tables]}, indent=1))


def hall_file(data: Path, command: str) -> HallFile:
    """The file of the tables that are on under a command."""
    return HallFile(data / f"tables-{command}.json")
