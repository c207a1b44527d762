"""The hall: the tables that one server referees, each with its number."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from types import MappingProxyType
from typing import Protocol

from referee.said import Said
from web.camera.phone import Phone, Ports
from web.hall.file import HallFile, KeptTable
from web.hall.sitting import RefusalError
from web.hall.table import Table
from web.record.store import Store

FIRST = 1
"""The table that is always there; its page is at ``/``."""
MOST_AT_ONCE = 16
"""So many tables are closed at a time: one whose camera hangs takes a second or two."""


class Makes(Protocol):
    """Makes tables: new ones, and those that were on before."""

    def new(self, number: int) -> Table: ...
    def again(self, kept: KeptTable) -> Table: ...
    def changed(self, table: Table, number: int, game: str) -> Table: ...


class Hall:
    """The tables by their numbers, which stand on their pages. ``store`` keeps the matches of all of them.

    ``furnishing`` makes further tables, if there may be any, ``most`` in all; ``file`` keeps which of them are on. Any
    thread may ask. ``tables`` is replaced as a whole, so whoever goes through it sees it as it was. ``game_is_chosen``:
    somebody has said what is played, so that no camera knows better.
    """

    def __init__(
        self,
        store: Store,
        tables: Mapping[int, Table] = MappingProxyType({}),
        furnishing: Makes | None = None,
        file: HallFile | None = None,
        most: int = 1,
    ) -> None:
        self.store = store
        self.tables: Mapping[int, Table] = MappingProxyType(dict(tables))
        self._furnishing, self._file, self._most = furnishing, file, most
        self._changing, self._writing = Lock(), Lock()
        self._open_door: Callable[[], Ports] | None = None
        self.game_is_chosen = False

    def start(self) -> None:
        """Starts the referees and the eyes of all tables, those that were on before among them."""
        if self._file and self._furnishing:
            kept = [one for one in self._file.load() if one.number not in self.tables and one.number <= self._most]
            self._put({**self.tables, **{one.number: self._furnishing.again(one) for one in kept}})
        for table in self.tables.values():
            table.start()

    def open(self) -> int:
        """Opens another table; returns its number, the lowest that is free.

        Raises:
            RefusalError: there is no room for one more.
        """
        with self._changing:
            if self._furnishing is None or len(self.tables) >= self._most:
                raise RefusalError(Said("There is no room for another table here. Close one first."))
            number = min(set(range(FIRST, self._most + 1)) - set(self.tables))
            self._put({**self.tables, number: self._furnishing.new(number)})
            self.tables[number].start()
        self._keep()
        return number

    def close_table(self, number: int) -> None:
        """Closes a table; its matches are kept.

        Raises:
            RefusalError: it is the first one, which stays, or is not there.
        """
        if number == FIRST:
            raise RefusalError(Said("The first table stays open as long as Polyref runs."))
        with self._changing:
            table = self.tables.get(number)
            if table is None:
                raise RefusalError(Said("This table has been closed."))
            self._put({one: other for one, other in self.tables.items() if one != number})
        if table.phone:
            table.phone.end()
        table.close()
        self._keep()

    def play(self, number: int, game: str) -> None:
        """Plays another game on a table from now on, before the same camera; the match that was on is kept, and goes on
        when its game is chosen again.

        Raises:
            RefusalError: the table is not there.
        """
        with self._changing:
            table = self.tables.get(number)
            if table is None or self._furnishing is None:
                raise RefusalError(Said("This table has been closed."))
            if table.snapshot.game.name == game:
                return
            table.close()
            self._put({**self.tables, number: self._furnishing.changed(table, number, game)})
            self.tables[number].start()
        self._keep()

    def close(self) -> None:
        """Ends all tables, and the event streams of their pages with them; those that are on come back later."""
        with ThreadPoolExecutor(MOST_AT_ONCE) as closers:
            list(closers.map(Table.close, self.tables.values()))

    def serve_phones(self, open_door: Callable[[], Ports]) -> None:
        """From now on this opens the door behind which the phones that are cameras find their page."""
        self._open_door = open_door
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

    def _put(self, tables: Mapping[int, Table]) -> None:
        """Only where there are several tables, their pages say which one they are."""
        self.tables = MappingProxyType(dict(sorted(tables.items())))
        for number, table in self.tables.items():
            table.is_one_of(number if len(self.tables) > 1 else 0)
            table.on_move = self._keep
            if table.phone:
                table.phone.open_door = self._open_door

    def _keep(self) -> None:
        """Where it cannot be kept which tables are on, they are opened again by hand the next time; play goes on."""
        if self._file is None:
            return
        with self._writing, suppress(OSError):
            tables = self.tables.items()
            self._file.save(KeptTable(number, one.source, one.match_id, one.game) for number, one in tables)
