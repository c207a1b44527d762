"""What is on at the first table once ``polyref play`` is started again: what was, before what it was."""

from pathlib import Path

import pytest

from referee.record import format_header
from tests.web.scripted import POLYSSIMO
from tests.web.server import Server, started
from web.games.deal import header
from web.games.demo import dealt
from web.hall.choice import Choice, save_choice
from web.hall.file import KeptTable, hall_file
from web.record.store import Store

PEOPLE = format_header(header(POLYSSIMO, ("Oma", "Opa"), "open"))
OTHERS = format_header(header(POLYSSIMO, ("Cy", "Di"), "open"))
DEMO = format_header(dealt(1, POLYSSIMO))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Matches 1 and 2 of people, by hand at the table, and 3 of the demo, which was chosen at the set-up."""
    with Store(tmp_path) as store:
        assert [store.begin(PEOPLE, "none"), store.begin(OTHERS, "none"), store.begin(DEMO, "demo")] == [1, 2, 3]
    (tmp_path / "config").mkdir()
    save_choice(tmp_path / "config", Choice("demo", ("Ann", "Bob"), "random"))
    return tmp_path


def on(server: Server) -> tuple[int, str, str]:
    """The match that is on, its first player, and through what is looked."""
    shown = server.get("/api/snapshot")
    return shown["match"]["id"], shown["match"]["players"][0]["name"], shown["camera"]["source"]


def left(data: Path, source: str, match: int) -> None:
    hall_file(data, "play").save([KeptTable(1, source, match, "polyssimo")])


def test_the_demo_that_was_on_goes_on_before_the_simulated_table(data: Path) -> None:
    left(data, "demo", 3)
    with started(data, "play") as server:
        assert "Going on" in server.said
        assert on(server) == (3, "Ann", "demo")


def test_of_several_the_match_goes_on_that_was_on_and_not_the_one_begun_last(data: Path) -> None:
    left(data, "none", 1)
    with started(data, "play") as server:
        assert on(server) == (1, "Oma", "none")


@pytest.mark.parametrize("words", [("--source", "none"), ("--players", "Cy,Di", "--source", "none")])
def test_the_demo_does_not_go_on_where_something_else_is_said(data: Path, words: tuple[str, ...]) -> None:
    left(data, "demo", 3)
    with started(data, "play", *words) as server:
        assert on(server) == (2, "Cy", "none")


def test_a_match_of_people_never_goes_on_before_the_simulated_table(data: Path) -> None:
    with started(data, "play") as server:  # it is not known which was on, and the demo was looked at last
        assert on(server) == (2, "Cy", "none")
    with Store(data) as store:
        assert [len(stored.lines) for number in (1, 2, 3) if (stored := store.stored(number))] == [1, 1, 1]


def test_what_is_on_is_kept_as_soon_as_it_begins(data: Path) -> None:
    with started(data, "play", "--source", "none", "--new") as server:
        assert server.post("/api/match", players=["Eva", "Fay"], hands="open", source="none") == 200
    assert hall_file(data, "play").load() == (KeptTable(1, "none", 4, "polyssimo"),)
