"""Several tables on one server: whose address leads to which, what they share, and that one's trouble is its own."""

import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from referee.match import Match
from referee.piece import packaged_piece_set
from tests.web.halls import staged_hall
from tests.web.scripted import POLYSSIMO, Ticking, no_camera, wait_until
from tests.web.server import started
from tests.web.staged import at
from vision.frame import Frame
from vision.live.watch import Known, Look
from vision.sighting import Problem, SeenPiece
from web.camera.claims import CameraClaims, device
from web.camera.eyes import Optics
from web.camera.station import HAND
from web.companion.companion import State
from web.errors import InputError
from web.games import GAMES as PRESENTED
from web.games.agreed import agreed
from web.hall.file import HallFile, KeptTable
from web.hall.furnishing import Furnishing
from web.hall.hall import Hall
from web.hall.overview import table_shown
from web.hall.table import Table
from web.record.store import Store
from web.routes.app import create_app, create_phone_app
from web.settings import Settings
from web.shown.match import match_shown

OPEN = {"players": ["Ann", "Bob"], "hands": "open"}
SAME_CAMERA = "Table 1 looks through http://127.0.0.1:9 already: choose another camera here, or another there first."


def furnished(store: Store, folder: Path, most: int = 3) -> Hall:
    """A hall as the commands make it, its first table played by hand."""
    settings = Settings(data=folder, config=folder / "config", phone_port=0, max_tables=most)
    furnishing = Furnishing(POLYSSIMO, store, settings)
    stations = furnishing.stations(1)
    return furnishing.hall(furnishing.table(furnishing.sitting(1, HAND), stations, stations.at(HAND)), "play")


@pytest.fixture(autouse=True)
def without_cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.hall.furnishing.cameras", tuple)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Store(tmp_path) as store:
        found = furnished(store, tmp_path)
        found.start()
        yield found
        found.close()


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    return create_app(hall, Settings()).test_client()


def players(client: FlaskClient, address: str) -> list[str]:
    match = client.get(f"{address}api/snapshot").get_json()["match"]
    return [player["name"] for player in match["players"]] if match else []


def post(client: FlaskClient, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, json=body)
    return answer.status_code, answer.get_json()


def test_each_table_has_its_own_address_and_the_first_one_the_plain_one_too(client: FlaskClient) -> None:
    assert post(client, "/api/hall") == (200, {"ok": True, "number": 2})
    assert post(client, "/api/match", **OPEN)[0] == 200
    assert post(client, "/table/2/api/match", players=["Cid", "Dora", "Eve"], hands="open")[0] == 200
    assert players(client, "/") == players(client, "/table/1/") == ["Ann", "Bob"]
    assert players(client, "/table/2/") == ["Cid", "Dora", "Eve"]
    assert client.get("/table/2").headers["Location"].endswith("/table/2/")


@pytest.mark.parametrize("path", ["", "api/snapshot", "events", "snapshot.jpg", "board.svg"])
def test_a_table_that_is_not_there_is_said_so(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/table/3/{path}")
    assert (answer.status_code, answer.get_json()["error"][:24]) == (404, "There is no table 3: it ")


def test_a_single_table_has_no_number_and_several_say_theirs(client: FlaskClient, hall: Hall) -> None:
    def numbers() -> list[int]:
        return [table.snapshot.table for table in hall.tables.values()]

    assert numbers() == [0]
    assert ">Tables</a>" not in client.get("/matches").text
    post(client, "/api/hall")
    wait_until(lambda: numbers() == [1, 2])
    assert ">Tables</a>" in client.get("/matches").text
    post(client, "/api/hall/2/close")
    wait_until(lambda: numbers() == [0])


def test_tables_are_opened_while_there_is_room_and_closed_but_for_the_first(client: FlaskClient, hall: Hall) -> None:
    assert [post(client, "/api/hall")[0] for _ in range(3)] == [200, 200, 409]
    assert "disabled>Open another table" in client.get("/hall").text
    second = hall.tables[2]
    assert post(client, "/api/hall/2/close")[0] == 200
    assert client.get("/table/2/").status_code == 404
    assert post(client, "/api/hall/2/close") == (409, {"error": "This table has been closed."})
    assert post(client, "/api/hall/1/close")[1]["error"].startswith("The first table stays open")
    with pytest.raises(Exception, match="has been closed"):
        second.do(lambda sitting: None)
    assert post(client, "/api/hall")[1]["number"] == 2
    assert client.get("/table/2/api/snapshot").get_json()["match"] is None


def test_others_may_look_at_the_hall_and_change_nothing_there(client: FlaskClient) -> None:
    stranger = {"REMOTE_ADDR": "192.168.1.7"}
    assert client.post("/api/hall", json={}, environ_overrides=stranger).status_code == 403
    assert client.post("/api/hall/2/close", json={}, environ_overrides=stranger).status_code == 403


def test_a_camera_is_opened_by_one_table_only(client: FlaskClient, hall: Hall) -> None:
    camera = "http://127.0.0.1:9/film"
    post(client, "/api/hall")
    assert post(client, "/api/source", source=camera)[0] == 200
    assert post(client, "/table/2/api/source", source=f"{camera}/") == (400, {"error": SAME_CAMERA})
    assert post(client, "/table/2/api/match", source=camera, **OPEN)[0] == 400
    assert hall.tables[2].match is None
    assert post(client, "/table/2/api/source", source="phone")[0] == 200
    assert post(client, "/api/source", source="phone")[0] == 200
    assert post(client, "/table/2/api/source", source=camera)[0] == 200
    assert hall.tables[1].taken(camera) == 2
    post(client, "/api/hall/2/close")
    assert hall.tables[1].taken(camera) is None


def test_a_camera_is_the_same_under_all_its_names() -> None:
    assert device("007") == device("7")
    assert device("rtsp://cam/1/") == device("rtsp://cam/1") != device("rtsp://cam/2")
    assert device("/dev/../dev/null") == device("/dev/null")


def test_a_claim_ends_with_what_is_kept() -> None:
    claims = CameraClaims()
    for cameras in (["0"], ["1"], ["0", "1"]):
        claims.take(cameras, 1)
    claims.keep(("1",), 1)
    claims.take(["0"], 2)
    with pytest.raises(InputError, match="table 1 looks through 1 already"):
        claims.take(["2", "1"], 2)
    assert claims.holder("2") is None  # all of them or none


def test_each_table_has_a_phone_of_its_own_behind_the_one_door(hall: Hall) -> None:
    hall.open()
    wait_until(lambda: hall.tables[2].snapshot.table)
    door = create_phone_app(hall.with_phone, Settings(), 8443).test_client()
    first, second = (table.phone for table in hall.tables.values())
    assert first
    assert second
    assert ">Table 2</p>" in door.get(f"/phone/{second.token}").text
    jpeg = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
    hall.tables[2].watch("phone")
    assert door.post(f"/phone/{second.token}/picture", data=jpeg).status_code == 200
    assert (first.is_on, second.is_on) == (False, True)
    hall.close_table(2)
    assert door.get(f"/phone/{second.token}/said").status_code == 404
    assert door.get(f"/phone/{first.token}/said").status_code == 200


def test_all_tables_that_were_on_come_back_with_their_matches_and_cameras(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        before = furnished(store, tmp_path, most=5)
        before.start()
        for _ in range(4):
            before.open()
        client = create_app(before, Settings()).test_client()
        for number, people in ((1, ("Ann", "Bob")), (2, ("Cid", "Dora")), (4, ("Gus", "Hal")), (5, ("Ida", "Jo"))):
            assert post(client, f"/table/{number}/api/match", players=people, hands="open")[0] == 200
        assert post(client, "/table/2/api/place", piece="F", cells=at("F", 0, 0))[0] == 200
        assert post(client, "/table/4/api/source", source="phone")[0] == 200
        before.close_table(5)
        before.close()
        again = furnished(store, tmp_path, most=5)
        again.start()
        shown = {number: table.snapshot for number, table in again.tables.items()}
        again.close()
    assert list(shown) == [1, 2, 3, 4]
    assert [snapshot.camera.source for snapshot in shown.values()] == ["none", "none", "none", "phone"]
    assert [[lying.piece for lying in shown[number].match.lying] for number in (2, 4)] == [["F"], []]  # type: ignore[union-attr]
    assert shown[3].match is None


def test_the_first_table_does_not_go_on_with_the_match_of_another(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        hall = furnished(store, tmp_path)
        hall.start()
        hall.open()
        for number in (1, 2):
            hall.tables[number].begin(lambda sitting: sitting.begin_as_wished(("Ann", "Bob"), "open", None), "phone")
        hall.close()
        latest = store.latest(table=1)
    assert latest
    assert (latest.id, latest.table) == (1, 1)


TOO_LARGE = '{"tables": [{"number": 2, "source": "none", "match": %s}]}'


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "[]",
        '{"tables": 1}',
        '{"tables": [{"number": "x"}]}',
        "{" * 5000,
        TOO_LARGE % "1e999",
        TOO_LARGE % 2**63,
        TOO_LARGE % "NaN",
    ],
)
def test_a_damaged_file_of_tables_is_none(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "tables.json").write_text(damaged)
    assert HallFile(tmp_path / "tables.json").load() == ()


def test_a_table_whose_camera_or_match_cannot_be_had_again_comes_back_and_says_why(tmp_path: Path) -> None:
    camera = "http://127.0.0.1:9/film"
    with Store(tmp_path) as store:
        bad = store.begin('{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Ann"]}', "9", 3)
        HallFile(tmp_path / "tables-play.json").save(
            [KeptTable(2, camera, 0), KeptTable(3, HAND, bad), KeptTable(4, camera, 77), KeptTable(9, HAND, 0)]
        )
        hall = furnished(store, tmp_path, most=4)
        hall.start()
        wait_until(lambda: "cannot be gone on with" in hall.tables[3].snapshot.notice)
        said = hall.tables[4].snapshot.camera
        hall.tables[2].watch(HAND)
        hall.tables[4].watch(camera)
        hall.tables[3].do(lambda sitting: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        assert hall.tables[3].snapshot.notice == ""
        assert hall.tables[1].taken(camera) == 4
        hall.close()
    assert list(hall.tables) == [1, 2, 3, 4]
    assert (said.source, said.words[:28]) == (camera, "Table 2 looks through http:/")


def test_a_table_comes_back_with_the_game_that_was_played_there(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        hall = furnished(store, tmp_path, most=2)
        hall.start()
        hall.play(hall.open(), "blokus")
        hall.tables[2].do(lambda sitting: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        match = hall.tables[2].match_id
        hall.close()
        hall = furnished(store, tmp_path, most=2)
        hall.start()
        again = hall.tables[2]
        hall.close()
    assert (again.game, again.match_id, again.snapshot.notice) == ("blokus", match, "")


def test_after_a_kill_all_tables_are_there_again(tmp_path: Path) -> None:
    with started(tmp_path, "play") as server:
        for number in (2, 3):
            assert server.post("/api/hall") == 200
            assert server.post(f"/table/{number}/api/match", source=HAND, **OPEN) == 200
            cells = at("F", number, 0)
            assert server.post(f"/table/{number}/api/place", piece="F", cells=cells) == 200
        server.process.kill()
    with started(tmp_path, "play") as server:
        lying = [server.get(f"/table/{number}/api/snapshot")["match"]["lying"] for number in (2, 3)]
        assert server.get("/api/snapshot")["match"] is None
    assert [[tuple(cell) for cell in one["cells"]] for (one,) in lying] == [list(at("F", row, 0)) for row in (2, 3)]


# --- trouble at one table


class Stuck:
    """An eye that never finishes with a picture until it is let go, or that fails at each."""

    def __init__(self, fails: Exception | None = None) -> None:
        self._fails, self.let_go = fails, threading.Event()

    def look(self, frame: Frame, known: Known) -> Look:
        if self._fails:
            raise self._fails
        self.let_go.wait()
        raise RuntimeError("let go")

    def show_board(self, pose: object) -> None:
        """It does not look."""

    def optics(self, _: Match | None) -> Optics:
        return Optics("stuck", lambda: Ticking(20), lambda _: self)


def begin(table: Table) -> None:
    table.do(lambda sitting: sitting.begin_as_wished(("Ann", "Bob"), "open", None))


def test_a_camera_that_is_gone_hangs_or_fails_touches_no_other_table(tmp_path: Path) -> None:
    hanging, failing = Stuck(), Stuck(fails=ValueError("a bad picture"))
    trouble = {2: no_camera, 3: hanging.optics, 4: failing.optics}
    with staged_hall(tmp_path, 4, trouble) as (address, hall, stages):
        for table in hall.tables.values():
            begin(table)
        wait_until(lambda: hall.tables[2].snapshot.camera.view == "no_camera")
        wait_until(lambda: hall.tables[4].snapshot.camera.view == "fault")
        for row, piece in enumerate(("I", "L", "P")):
            began_s = time.monotonic()
            stages[1].show(*stages[1].pieces, SeenPiece(piece, at(piece, 3 * row, 0)))
            wait_until(lambda row=row: len(hall.tables[1].snapshot.match.lying) == row + 1)  # type: ignore[union-attr]
            assert time.monotonic() - began_s < 2
        with urllib.request.urlopen(f"{address}/hall", timeout=2) as answer:
            page = answer.read().decode()
        assert page.count('class="sight blind"') >= 2
        began_s = time.monotonic()
        hall.close_table(3)
        assert time.monotonic() - began_s < 3
        assert list(hall.tables) == [1, 2, 4]
        hanging.let_go.set()


def test_the_hall_shows_players_turn_trouble_and_winner_of_each_table(tmp_path: Path) -> None:
    with staged_hall(tmp_path, 2) as (_, hall, stages):
        table = hall.tables[2]
        assert table_shown(2, table.snapshot).headline == "No match has begun"
        begin(table)
        stages[2].show(SeenPiece("F", at("F", 0, 0)))
        wait_until(lambda: table.snapshot.match.lying)  # type: ignore[union-attr]
        stages[2].show(*stages[2].pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
        shown = wait_until(lambda: (one := table_shown(2, table.snapshot)).tone == "illegal" and one)
        assert "P lies on" in shown.alarm
        assert [(person.name, person.turn) for person in shown.people] == [("Ann", True), ("Bob", False)]
        assert (shown.closes, shown.unfinished, table_shown(1, hall.tables[1].snapshot).closes) == (True, True, False)
        assert hall.tables[1].snapshot.match is None


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("http://ann:secret@cam.local/film", "cam.local"),
        ("/home/ann/game.mp4", "game.mp4"),
        ("/dev/video0", "Camera video0"),
        ("demo:3", "Simulated table"),
    ],
)
def test_where_a_table_is_watched_from_is_said_without_secrets(hall: Hall, source: str, words: str) -> None:
    snapshot = hall.tables[1].snapshot
    assert table_shown(1, replace(snapshot, camera=replace(snapshot.camera, source=source))).source == (words,)


@pytest.mark.parametrize(
    ("game", "counted"),
    [
        ("patchwork", "-157 points"),
        ("blokus", "-89 points"),
        ("polyssimo-puzzle", "49 squares left"),
        ("polyssimo", ""),
    ],
)
def test_how_people_stand_is_said_as_at_the_table(hall: Hall, game: str, counted: str) -> None:
    piece_set = packaged_piece_set(game)
    match = Match.start(agreed(game, PRESENTED[game].usual, {"seed": 1}, piece_set), piece_set)
    shown = match_shown(1, 1, State(match), "")
    people = table_shown(1, replace(hall.tables[1].snapshot, match=shown)).people
    assert {person.counted for person in people} == {counted}


def test_where_tables_are_watched_from_is_said_in_the_language_of_the_page(hall: Hall, tmp_path: Path) -> None:
    page = create_app(hall, Settings(data=tmp_path)).test_client().get("/hall", headers={"Accept-Language": "de"}).text
    assert "Ohne Kamera" in page or "Von Hand, ohne Kamera" in page
    assert "without a camera" not in page
