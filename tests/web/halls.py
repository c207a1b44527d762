"""Halls for tests: each table has a stage of its own, or a camera that fails in its own way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.match import Match
from tests.web.scripted import POLYSSIMO, wished
from tests.web.staged import Stage
from web.camera.eyes import Optics
from web.camera.station import Station
from web.doors.listening import listening
from web.hall.file import HallFile, KeptTable
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store
from web.serving import HttpServer
from web.settings import Settings

OpticsFor = Callable[[Match | None], Optics]


class Stages:
    """Makes tables with a stage each, or with the ``optics`` that a test gives for a number."""

    def __init__(self, store: Store, settings: Settings, optics: dict[int, OpticsFor]) -> None:
        self._store, self._settings, self._optics = store, settings, optics
        self.stages: dict[int, Stage] = {}

    def new(self, number: int) -> Table:
        self.stages[number] = Stage()
        sitting = Sitting(POLYSSIMO, self._store, "stage", wished)
        optics = self._optics.get(number, self.stages[number].optics)
        return Table(sitting, Station("stage", "camera", optics), self._settings)

    def again(self, kept: KeptTable) -> Table:
        return self.new(kept.number)


@contextmanager
def staged_hall(
    folder: Path, tables: int = 1, optics: dict[int, OpticsFor] | None = None, most: int = 4
) -> Iterator[tuple[str, Hall, dict[int, Stage]]]:
    """A served hall of so many tables: its address, the hall, and the stages."""
    settings = Settings(data=folder, config=folder / "config", port=0, threads=16, heartbeat_s=0.5)
    listener = listening("127.0.0.1", 0)
    with Store(folder) as store:
        stages = Stages(store, settings, optics or {})
        hall = Hall(store, {FIRST: stages.new(FIRST)}, stages, HallFile(folder / "tables.json"), most)
        with listener, HttpServer(hall, listener, settings):
            for _ in range(1, tables):
                hall.open()
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", hall, stages.stages
