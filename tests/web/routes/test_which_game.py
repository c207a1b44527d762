"""Which game is on a table: told by the camera's picture, changed by the host, and by nobody else."""

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from referee.piece import packaged_piece_set
from referee.record import parse_header
from tests.web.scripted import wait_until
from web.camera.station import HAND
from web.hall.furnishing import Furnishing
from web.hall.hall import FIRST, Hall
from web.record.file import RecordFile
from web.record.store import Store
from web.routes.app import create_app
from web.settings import Settings

QUILT = Path(__file__).parents[2] / "data" / "patchwork" / "005.jpg"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """One table of Polyssimo Challenge, by hand until a camera is chosen."""
    settings = Settings(data=tmp_path / "data", config=tmp_path)
    with Store(settings.data) as store:
        furnishing = Furnishing(packaged_piece_set("polyssimo"), store, settings)
        sitting, stations = furnishing.sitting(FIRST, HAND), furnishing.stations(FIRST)
        hall = furnishing.hall(furnishing.table(sitting, stations, stations.at(HAND)), "play")
        hall.start()
        yield hall
        hall.close()


def blank_pictures(folder: Path) -> Path:
    """A recording in which there is nothing to look for."""
    pictures = folder / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), np.full((48, 64, 3), 90, np.uint8))
    return pictures


@pytest.fixture
def client(hall: Hall, tmp_path: Path) -> FlaskClient:
    return create_app(hall, Settings(data=tmp_path / "data", config=tmp_path)).test_client()


def test_the_board_in_the_picture_tells_its_game(
    hall: Hall, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/api/game").json == {"game": None, "title": None}
    picture = cv2.imread(str(QUILT))
    monkeypatch.setattr("web.hall.lookout.Lookout.bgr", lambda _: picture)
    assert client.get("/api/game").json == {"game": "patchwork", "title": "Patchwork"}
    assert hall.tables[FIRST].snapshot.game.name == "polyssimo"


def test_the_host_changes_the_game_and_the_same_camera_looks(hall: Hall, client: FlaskClient) -> None:
    before = hall.tables[FIRST]
    assert client.post("/api/game", json={"game": "blokus"}).status_code == 200
    after = hall.tables[FIRST]
    assert before.ended
    assert (after.snapshot.game.name, after.station.source) == ("blokus", before.station.source)
    page = client.get("/").text
    assert 'data-game="blokus"' in page
    assert '<option value="blokus" selected>' in page
    began = client.post("/api/match", json={"players": ["Ann", "Bob"], "source": "none"})
    assert began.status_code == 200
    assert after.snapshot.match is not None


def test_what_belongs_to_a_circle_of_patches_is_on_the_page_where_there_is_one(client: FlaskClient) -> None:
    for game, there in (("patchwork", True), ("blokus", False)):
        assert client.post("/api/game", json={"game": game}).status_code == 200
        page = client.get("/").text
        assert [f'id="{part}"' in page for part in ("market", "track", "circle", "ring")] == [there] * 4


def test_the_record_goes_on_in_the_file_that_was_named(hall: Hall, client: FlaskClient, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    hall.tables[FIRST].do(lambda sitting: sitting.copy_to(RecordFile(record)))
    client.post("/api/game", json={"game": "blokus"})
    assert client.post("/api/match", json={"players": ["Ann", "Bob"], "source": "none"}).status_code == 200
    assert parse_header(record.read_text().splitlines()[0]).game == "blokus"


def test_a_page_that_has_not_seen_the_match_that_is_on_does_not_end_it(hall: Hall, client: FlaskClient) -> None:
    begun = {"players": ["Ann", "Bob"], "hands": "draft", "source": "none"}
    assert client.post("/api/match", json=begun).status_code == 200
    assert client.post("/api/game", json={"game": "blokus", "length": 0}).status_code == 409
    assert client.post("/api/game", json={"game": "polyssimo", "length": 1}).status_code == 200
    assert hall.tables[FIRST].snapshot.match is not None
    assert not hall.tables[FIRST].ended


def test_a_match_goes_on_when_its_game_is_chosen_again(hall: Hall, client: FlaskClient, tmp_path: Path) -> None:
    pictures = blank_pictures(tmp_path)
    begun = {"players": ["Ann", "Bob"], "hands": "draft", "source": str(pictures)}
    assert client.post("/api/match", json=begun).status_code == 200
    assert client.post("/api/draft", json={"piece": "F", "length": 1}).status_code == 200
    assert client.post("/api/game", json={"game": "blokus", "length": 2}).status_code == 200
    assert hall.tables[FIRST].snapshot.match is None
    assert client.post("/api/game", json={"game": "polyssimo", "length": 0}).status_code == 200
    again = hall.tables[FIRST].match
    assert again is not None
    assert [move.piece for move in again.moves] == ["F"]


def test_a_camera_that_is_tried_while_a_match_goes_on_judges_nothing(
    hall: Hall, client: FlaskClient, tmp_path: Path
) -> None:
    begun = {"players": ["Ann", "Bob"], "hands": "open", "source": "none"}
    assert client.post("/api/match", json=begun).status_code == 200
    blank_pictures(tmp_path)
    other, table = str(tmp_path / "pictures"), hall.tables[FIRST]
    assert client.post("/api/source", json={"source": other, "tried": True}).status_code == 200
    wait_until(lambda: table.picture(tried=True) is not None)
    assert table.picture() is None
    assert client.get("/snapshot.jpg?tried&plain").status_code == 200
    shown = table.snapshot
    assert (shown.camera.source, shown.tried and shown.tried.source, table.source) == ("none", other, "none")
    assert shown.match is not None
    assert (shown.match.lying, shown.match.troubles) == ((), ())
    elsewhere = {"REMOTE_ADDR": "192.168.1.7"}
    assert client.get("/snapshot.jpg?tried", environ_base=elsewhere).status_code != 200
    assert '"tried":null' in shown.text(with_source=False)
    assert client.post("/api/source", json={"source": "none", "tried": True}).status_code == 200
    assert (table.snapshot.tried, table.snapshot.camera.source) == (None, "none")


def test_what_was_tried_is_looked_through_once_a_match_begins_there(
    hall: Hall, client: FlaskClient, tmp_path: Path
) -> None:
    begun = {"players": ["Ann", "Bob"], "hands": "open"}
    assert client.post("/api/match", json={**begun, "source": "none"}).status_code == 200
    blank_pictures(tmp_path)
    other, table = str(tmp_path / "pictures"), hall.tables[FIRST]
    assert client.post("/api/source", json={"source": other, "tried": True}).status_code == 200
    assert client.post("/api/match", json={**begun, "source": other}).status_code == 200
    assert (table.snapshot.tried, table.source, table.match_id) == (None, other, 2)


def test_a_match_of_a_table_that_was_closed_does_not_come_back_with_its_game(hall: Hall, client: FlaskClient) -> None:
    assert hall.open() == 2
    begun = {"players": ["Ann", "Bob"], "hands": "draft", "source": "none"}
    assert client.post("/table/2/api/match", json=begun).status_code == 200
    hall.close_table(2)
    assert hall.open() == 2
    assert client.post("/table/2/api/game", json={"game": "blokus"}).status_code == 200
    assert client.post("/table/2/api/game", json={"game": "polyssimo"}).status_code == 200
    assert hall.tables[2].match is None


def test_who_looks_on_while_nothing_is_tried_is_told_of_the_camera_of_the_match(
    hall: Hall, client: FlaskClient, tmp_path: Path
) -> None:
    begun = {"players": ["Ann", "Bob"], "hands": "open", "source": "none"}
    assert client.post("/api/match", json=begun).status_code == 200
    other, table = str(blank_pictures(tmp_path)), hall.tables[FIRST]
    for source, tried in ((other, other), (other, other), ("none", None), (other, other), ("none", None)):
        assert client.post("/api/source", json={"source": source, "tried": True}).status_code == 200
        shown = table.snapshot.tried
        assert (shown and shown.source) == tried
        assert table.station.source == (tried or "none")
    wait_until(lambda: not [thread for thread in threading.enumerate() if thread.name == "eyes"])


def test_a_match_that_is_refused_is_watched_from_nowhere_else(hall: Hall, client: FlaskClient, tmp_path: Path) -> None:
    begun = {"players": ["Ann", "Bob"], "hands": "open", "source": "none"}
    assert client.post("/api/match", json=begun).status_code == 200
    blank_pictures(tmp_path)
    refused = {"players": ["Ann"], "hands": "open", "source": str(tmp_path / "pictures")}
    assert client.post("/api/match", json=refused).status_code == 400
    table = hall.tables[FIRST]
    assert (table.station.source, table.source, table.match_id) == ("none", "none", 1)
    assert table._sitting.seat[0] == "none"
    assert client.post("/api/match", json={"players": ["Ann", "Bob"], "hands": "open"}).status_code == 200
    assert (table.source, table.match_id) == ("none", 2)


def test_no_other_game_is_taken(hall: Hall, client: FlaskClient) -> None:
    for game in ("chess", None, 7, ["blokus"]):
        assert client.post("/api/game", json={"game": game}).status_code == 400
    assert not hall.tables[FIRST].ended


def test_guests_neither_ask_nor_change_it(client: FlaskClient) -> None:
    elsewhere = {"REMOTE_ADDR": "192.168.1.7"}
    assert client.get("/api/game", environ_base=elsewhere).status_code == 403
    assert client.post("/api/game", json={"game": "blokus"}, environ_base=elsewhere).status_code == 403
