"""Another camera looked through at the set-up while a match goes on: it shows what it sees, and nothing else."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.match import Match
from referee.move import Place
from referee.record import Header
from tests.web.scripted import POLYSSIMO, no_camera, served, wait_until
from tests.web.staged import Stage, at
from web.camera.eyes import Optics
from web.camera.station import Station, Stations
from web.hall.sitting import RefusalError, Sitting
from web.hall.table import Table

F = at("F", 0, 0)
CORNERS = ((10.0, 10.0), (300.0, 10.0), (300.0, 280.0), (10.0, 280.0))


class Staged(Stations):
    """A camera 8 before a stage; everything else is as it is."""

    def __init__(self, folder: Path, stage: Stage) -> None:
        super().__init__(POLYSSIMO, folder)
        self._stage = stage

    def at(self, source: str) -> Station:
        station = super().at(source)
        return Station(source, "camera", self._stage.optics) if source == "8" else station


def begin(table: Table, source: str | None = None) -> None:
    table.begin(lambda sitting: sitting.begin_as_wished(("Ann", "Bob"), "open", None), source)


def told(table: Table) -> str:
    shown = table.snapshot.match
    return str(shown.to_clear) if shown else ""


def refuse(_: Sitting) -> None:
    raise RefusalError("not now")


def test_what_lies_there_is_judged_neither_in_that_match_nor_in_the_next_before_it_is_cleared(
    tmp_path: Path,
) -> None:
    stage = Stage()
    with served(tmp_path, no_camera, stations=Staged(tmp_path, stage)) as (_, table, sitting):
        begin(table)
        table.do(lambda _: sitting.place("F", F))
        stage.lay(Place("", "F", F))
        table.watch("8", tried=True)
        wait_until(lambda: table.snapshot.tried and table.snapshot.tried.view == "settled")
        assert sitting.length == 2
        begin(table, "8")
        assert (table.snapshot.tried, table.source) == (None, "8")
        wait_until(lambda: "Clear the board first" in told(table))
        stage.take("F")
        wait_until(lambda: not told(table))
        assert sitting.length == 1


def test_where_the_board_was_said_to_lie_it_lies_when_the_match_begins(tmp_path: Path) -> None:
    stage, shown = Stage(), list[object]()
    stage.show_board = shown.append  # type: ignore[method-assign]
    with served(tmp_path, no_camera, stations=Staged(tmp_path, stage)) as (_, table, _):
        begin(table)
        table.watch("8", tried=True)
        wait_until(lambda: table.snapshot.tried and table.snapshot.tried.picture)
        eyes = [thread for thread in threading.enumerate() if thread.name == "eyes"]
        table.show_board(CORNERS, anyway=True)
        wait_until(lambda: shown)
        begin(table, "8")
        still = [thread for thread in threading.enumerate() if thread.name == "eyes"]
        assert set(eyes) & set(still), "the same eyes look on"
        assert len(table.snapshot.camera.corners) == 4


@pytest.mark.parametrize("ended", ["back", "begun", "refused", "closed"])
def test_it_is_let_go_when_it_is_over(ended: str, tmp_path: Path) -> None:
    stage, others = Stage(), set(threading.enumerate())
    stations = Staged(tmp_path, stage)
    with served(tmp_path, no_camera, stations=stations) as (_, table, _):
        begin(table)
        first = table.source
        table.watch("8", tried=True)
        wait_until(lambda: table.snapshot.tried)
        assert stations._claims.holder("8") == 1
        if ended == "back":
            table.watch(first, tried=True)
        elif ended == "begun":
            begin(table)
        elif ended == "refused":
            table.watch(first, tried=True)
            with pytest.raises(RefusalError, match="not now"):
                table.begin(refuse, "8")
        if ended != "closed":
            wait_until(lambda: table.snapshot.tried is None)
            assert stations._claims.holder("8") is None
    wait_until(lambda: not [one for one in threading.enumerate() if one.name == "eyes" and one not in others])


def test_where_the_match_has_ended_meanwhile_it_is_watched_on_by_the_same_eyes(tmp_path: Path) -> None:
    with served(tmp_path, Stage().optics, stations=Staged(tmp_path, Stage())) as (_, table, _):
        begin(table)
        table.watch("8", tried=True)
        nothing_held = Header("polyssimo", ("Ann", "Bob"), {"Ann": (), "Bob": ()})
        table.do(lambda sitting: sitting.begin(nothing_held))
        assert table.match
        assert table.match.outcome.over
        looking = table._lookout._sentry
        table.watch(table.source, tried=True)
        assert table.snapshot.tried is None
        assert table._lookout._sentry is looking


def test_the_cameras_of_the_match_are_not_opened_twice(tmp_path: Path) -> None:
    stage, opened = Stage(), list[Match | None]()
    optics: Callable[[Match | None], Optics] = stage.optics

    def counted(match: Match | None) -> Optics:
        opened.append(match)
        return optics(match)

    stage.optics = counted  # type: ignore[method-assign]
    with served(tmp_path, no_camera, stations=Staged(tmp_path, stage)) as (_, table, _):
        table.watch("8")
        begin(table)
        count = len(opened)
        for source in ("8", "8 + 7"):
            table.watch(source, tried=True)
            assert table.snapshot.tried is None
        assert len(opened) == count
