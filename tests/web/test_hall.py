"""Several tables on one server: whose address leads to which, and what they share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.scripted import POLYSSIMO, no_camera, wished
from web.app import create_app
from web.hall import Hall
from web.settings import Settings
from web.sitting import Sitting
from web.station import Station, Stations
from web.store import Store
from web.table import Table

OPEN = {"players": ["Ann", "Bob"], "hands": "open"}


def table_at(store: Store, folder: Path, settings: Settings) -> Table:
    sitting = Sitting(POLYSSIMO, store, "9", wished)
    return Table(sitting, Station("9", "camera", no_camera), settings, Stations(POLYSSIMO, folder))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    settings = Settings(data=tmp_path, config=tmp_path)
    with Store(tmp_path) as store:
        found = Hall(store, {number: table_at(store, tmp_path / str(number), settings) for number in (1, 2)})
        found.start()
        yield found
        found.close()


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    return create_app(hall, Settings()).test_client()


def players(client: FlaskClient, address: str) -> list[str]:
    match = client.get(f"{address}api/snapshot").get_json()["match"]
    return [player["name"] for player in match["players"]] if match else []


def test_each_table_has_its_own_address_and_the_first_one_the_plain_one_too(client: FlaskClient) -> None:
    assert client.post("/api/match", json=OPEN).status_code == 200
    assert client.post("/table/2/api/match", json={**OPEN, "players": ["Cid", "Dora", "Eve"]}).status_code == 200
    assert players(client, "/") == players(client, "/table/1/") == ["Ann", "Bob"]
    assert players(client, "/table/2/") == ["Cid", "Dora", "Eve"]
    assert client.get("/table/2").headers["Location"].endswith("/table/2/")


@pytest.mark.parametrize("path", ["", "api/snapshot", "events", "snapshot.jpg"])
def test_a_table_that_is_not_there_is_said_so(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/table/3/{path}")
    assert (answer.status_code, answer.get_json()["error"][:24]) == (404, "There is no table 3: it ")


def test_a_phone_is_known_by_the_table_that_it_films(hall: Hall) -> None:
    for table in hall.tables.values():
        assert table.phone
        assert hall.with_phone(table.phone.token) is table
    assert hall.with_phone("guess") is None
