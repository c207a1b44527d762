"""A match that begins where the one before lies on the table still."""

from pathlib import Path

from referee.move import Place
from tests.web.scripted import no_camera, served, wait_until, wished
from tests.web.staged import Stage, at
from web.hall.sitting import Sitting
from web.hall.table import Table

F = at("F", 0, 0)


def begin(table: Table, sitting: Sitting) -> None:
    table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))


def told(sitting: Sitting) -> str:
    shown = sitting.shown()
    return str(shown.to_clear) if shown else ""


def test_a_camera_sees_it_there_and_it_is_to_be_cleared_away(tmp_path: Path) -> None:
    stage = Stage()
    with served(tmp_path, stage.optics) as (_, table, sitting):
        begin(table, sitting)
        stage.lay(Place("", "F", F))
        wait_until(lambda: sitting.length == 2)
        begin(table, sitting)
        wait_until(lambda: "Clear the board first: 1 piece" in told(sitting))
        begin(table, sitting)
        wait_until(lambda: "Clear the board first: 1 piece" in told(sitting))
        stage.take("F")
        wait_until(lambda: not told(sitting))
        assert sitting.length == 1


def test_a_recording_is_shown_from_its_beginning_and_nothing_is_left_over(tmp_path: Path) -> None:
    stage = Stage()
    with served(tmp_path, stage.optics, demo=True) as (_, table, sitting):
        stage.lay(Place("", "F", F))
        for _ in range(2):
            begin(table, sitting)
            wait_until(lambda: sitting.length == 2)
            assert not told(sitting)


def test_without_a_camera_nobody_sees_what_lies_there(tmp_path: Path) -> None:
    with served(tmp_path, no_camera) as (_, table, sitting):
        begin(table, sitting)
        table.do(lambda _: sitting.place("F", F))
        begin(table, sitting)
        assert not told(sitting)
        table.do(lambda _: sitting.place("F", F))
        assert sitting.length == 2
