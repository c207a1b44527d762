"""The hall: the tables that one server referees, each with its number."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from web.phone import Phone, Ports
from web.store import Store
from web.table import Table

FIRST = 1
"""The table that is always there; its page is at ``/``."""


class Hall:
    """The tables by their numbers, which stand on their pages. ``store`` keeps the matches of all of them.

    Any thread may ask. ``tables`` is replaced as a whole, so whoever goes through it sees it as it was.
    """

    def __init__(self, store: Store, tables: Mapping[int, Table] = MappingProxyType({})) -> None:
        self.store = store
        self.tables: Mapping[int, Table] = MappingProxyType(dict(tables))

    def start(self) -> None:
        """Starts the referees and the eyes."""
        for table in self.tables.values():
            table.start()

    def close(self) -> None:
        """Ends all tables, and the event streams of their pages with them."""
        for table in self.tables.values():
            table.close()

    def serve_phones(self, open_door: Callable[[], Ports]) -> None:
        """From now on this opens the door behind which the phones that are cameras find their page."""
        for phone in self._phones():
            phone.open_door = open_door

    def end_phones(self) -> None:
        """Nothing more is taken from any phone."""
        for phone in self._phones():
            phone.end()

    def with_phone(self, token: str) -> Table | None:
        """The table whose phone has this token; as long is looked for a wrong one as for a right one."""
        found = [table for table in self.tables.values() if table.phone and table.phone.knows(token)]
        return found[0] if found else None

    def _phones(self) -> list[Phone]:
        return [table.phone for table in self.tables.values() if table.phone]
