"""Makes the tables of a hall: for one game, with one store, and each with a camera of its own."""

from contextlib import suppress
from functools import partial

from referee.piece import PieceSet, PieceSetError
from referee.said import Said
from web.camera.cameras import cameras
from web.camera.claims import CameraClaims
from web.camera.station import HAND, Station, Stations, sleeping
from web.errors import InputError
from web.games import FOLLOWED
from web.games.agreed import wished
from web.games.equipment import seen_piece_set_for
from web.hall.file import KeptTable, hall_file
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting, Wishes
from web.hall.table import Table
from web.record.resuming import replayed
from web.record.store import Store, StoredMatch, StoreError
from web.settings import Settings


class Furnishing:
    """Makes tables for one game."""

    def __init__(self, piece_set: PieceSet, store: Store, settings: Settings) -> None:
        self.piece_set = piece_set
        self._store, self._settings = store, settings
        self._claims = CameraClaims()
        self._left: dict[tuple[int, str], int] = {}
        """The matches that were on at a table when another game was chosen there, by its number and their game."""

    def stations(self, number: int) -> Stations:
        """Where a table can be watched from."""
        return Stations(self.piece_set, self._settings.config, number, self._claims)

    def sitting(self, number: int, source: str, wishes: Wishes | None = None) -> Sitting:
        """Where the matches of a table are played; as ``wishes`` say, if not just as people do."""
        return Sitting(self.piece_set, self._store, source, wishes or partial(wished, self.piece_set), number)

    def table(self, sitting: Sitting, stations: Stations, station: Station) -> Table:
        """A table at which this is played, watched at first from this station."""
        return Table(sitting, station, self._settings, stations)

    def hall(self, first: Table, command: str) -> Hall:
        """A hall with its first table; the others that were on under this command come back when it starts."""
        file = hall_file(self._settings.data, command)
        return Hall(self._store, {FIRST: first}, self, file, self._settings.max_tables)

    def new(self, number: int) -> Table:
        """A table as it is opened: before the first camera that no table has."""
        self._left = {left: match for left, match in self._left.items() if left[0] != number}
        stations, source = self.stations(number), self._free_camera()
        return self.table(self.sitting(number, source), stations, stations.at(source))

    def again(self, kept: KeptTable) -> Table:
        """A table as it was left. What cannot be had again, its match or its camera, it is without, and says why."""
        if kept.game in FOLLOWED and kept.game != self.piece_set.game:
            with suppress(PieceSetError):  # of the user's own: the table comes back without its match, and says why
                return self._for(kept.game).again(kept)
        stations = self.stations(kept.number)
        sitting = self.sitting(kept.number, kept.source)
        try:
            station = stations.remembered(kept.source)
        except InputError as error:
            station = sleeping(kept.source, Said("{Reason}.", reason=str(error)))
        try:
            stored = self._store.stored(kept.match)
            if stored and station.goes_on(stored):
                sitting.resume(stored)
        except StoreError as error:
            sitting.notice = Said("{Reason}.", reason=str(error))
        return self.table(sitting, stations, station)

    def changed(self, table: Table, number: int, game: str) -> Table:
        """A table in the place of one that has been closed, where another game is played before the same camera."""
        other = self._for(game)
        stations = other.stations(number)
        if table.phone:
            stations.phone = table.phone
        source = stations.fitting(table.station.source)
        try:
            station = stations.remembered(source) if table.station.asleep else stations.at(source)
        except InputError as error:
            station = sleeping(source, Said("{Reason}.", reason=str(error)))
        sitting = other.sitting(number, source)
        sitting.record = table.record
        self._left[number, table.game] = table.match_id
        with suppress(StoreError):  # it is in the history all the same
            other._take_up(sitting, self._store.stored(self._left.get((number, game), 0)), station)
        return other.table(sitting, stations, station)

    def _take_up(self, sitting: Sitting, left: StoredMatch | None, station: Station) -> None:
        """Goes on with the match that was ``left`` at a table, if one was and it is not over.

        Raises:
            StoreError: it cannot be gone on with.
        """
        if left is not None and not replayed(left, self.piece_set).outcome.over and station.goes_on(left):
            sitting.resume(left)

    def _for(self, game: str) -> "Furnishing":
        """What makes tables for another game, before the same cameras."""
        other = Furnishing(seen_piece_set_for(game), self._store, self._settings)
        other._claims = self._claims
        return other

    def _free_camera(self) -> str:
        free = [camera.source for camera in cameras() if self._claims.holder(camera.source) is None]
        return free[0] if free else HAND
