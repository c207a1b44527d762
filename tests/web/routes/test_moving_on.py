"""What no camera sees of Patchwork goes through the page of the table: moving on, and what is placed by hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.piece import packaged_piece_set
from vision.pieces.wide import on_quilt
from web.camera.station import HAND
from web.hall.furnishing import Furnishing
from web.hall.hall import FIRST
from web.record.store import Store
from web.routes.app import create_app
from web.settings import Settings

PATCHES = packaged_piece_set("patchwork")
CIRCLE = [*(patch for patch in PATCHES.by_id if patch != "p01"), "p01"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    """The page of a table of Patchwork without a camera, on which Ann begins against Bob."""
    settings = Settings(data=tmp_path, config=tmp_path)
    with Store(tmp_path) as store:
        furnishing = Furnishing(PATCHES, store, settings)
        sitting, stations = furnishing.sitting(FIRST, HAND), furnishing.stations(FIRST)
        hall = furnishing.hall(furnishing.table(sitting, stations, stations.at(HAND)), "play")
        hall.start()
        client = create_app(hall, settings).test_client()
        rules = {"circle": CIRCLE, "tie": "on_top"}
        assert client.post("/api/match", json={"players": ["Ann", "Bob"], "rules": rules}).status_code == 200
        yield client
        hall.close()


def match(client: FlaskClient) -> Any:
    return client.get("/api/snapshot").json["match"]


def place(client: FlaskClient, patch: str, quilt: int, row: int, col: int) -> tuple[int, str]:
    cells = on_quilt(tuple((row + down, col + right) for down, right in PATCHES.by_id[patch].cells), quilt)
    answer = client.post("/api/place", json={"piece": patch, "cells": cells})
    return answer.status_code, answer.json.get("error", "")


def test_moving_on_earns_buttons_and_passes_the_turn(client: FlaskClient) -> None:
    before = match(client)
    assert (before["to_move"], before["time"]["circle"][:3]) == ("Ann", CIRCLE[:3])
    assert client.post("/api/advance", json={"length": before["length"]}).status_code == 200
    after = match(client)
    assert (after["to_move"], after["said"]) == ("Bob", "Ann moves on along the time board.")
    ann, bob = (player["facts"] for player in after["players"])
    assert (ann["time"], ann["buttons"]) == (1, 6)
    assert (bob["time"], bob["buttons"]) == (0, 5)


def test_each_sews_on_the_own_quilt_only(client: FlaskClient) -> None:
    status, words = place(client, "p02", 1, 0, 0)
    assert status == 409
    assert "it is not Bob's turn but Ann's" in words
    assert place(client, "p02", 0, 0, 0) == (200, "")
    assert match(client)["to_move"] == "Bob"
    assert place(client, "p04", 1, 0, 0) == (200, "")
    lying = [(one["piece"], one["player"], one["cells"][0]) for one in match(client)["lying"]]
    assert lying == [("p02", "Ann", [0, 0]), ("p04", "Bob", [0, 11])]


def test_with_leather_owed_nobody_moves_on(client: FlaskClient) -> None:
    while not match(client)["time"]["leather_owed"]:
        assert client.post("/api/advance", json={}).status_code == 200
    refused = client.post("/api/advance", json={})
    assert refused.status_code == 409
    assert "must first sew on the leather patch" in refused.json["error"]
    quilt = ["Ann", "Bob"].index(match(client)["to_move"])
    cells = on_quilt(((4, 4),), quilt)
    assert client.post("/api/place", json={"piece": "leather 1", "cells": cells}).status_code == 200
    assert not match(client)["time"]["leather_owed"]


def test_moving_on_is_taken_back_like_any_move(client: FlaskClient) -> None:
    before = match(client)["players"]
    client.post("/api/advance", json={})
    assert client.post("/api/undo", json={}).status_code == 200
    assert match(client)["players"] == before


def test_moving_on_is_taken_back_before_a_correction_that_came_before_it(client: FlaskClient) -> None:
    place(client, "p02", 0, 0, 0)
    place(client, "p04", 1, 0, 0)
    cells = [[row + 4, col + 4] for row, col in PATCHES.by_id["p02"].cells]
    assert client.post("/api/correct", json={"was": "p02", "piece": "p02", "cells": cells}).status_code == 200
    before = match(client)
    client.post("/api/advance", json={})
    assert match(client)["players"] != before["players"]
    assert client.post("/api/undo", json={}).status_code == 200
    after = match(client)
    assert (after["players"], after["lying"]) == (before["players"], before["lying"])


def test_the_same_again_has_another_circle(client: FlaskClient) -> None:
    assert match(client)["rules"] == {"tie": "on_top"}


def test_once_it_has_begun_nobody_is_told_to_place_anything_anywhere(client: FlaskClient) -> None:
    assert match(client)["hint"] == "The left quilt on the screen is that of Ann."
    client.post("/api/advance", json={})
    assert match(client)["hint"] == ""


def test_a_patch_that_is_put_right_after_moving_on_lies_as_it_did_when_that_is_taken_back(client: FlaskClient) -> None:
    place(client, "p02", 0, 0, 0)
    client.post("/api/advance", json={})
    before = match(client)
    cells = [[row + 4, col + 4] for row, col in PATCHES.by_id["p02"].cells]
    assert client.post("/api/correct", json={"was": "p02", "piece": "p02", "cells": cells}).status_code == 200
    assert client.post("/api/undo", json={}).status_code == 200
    after = match(client)
    assert (after["players"], after["lying"]) == (before["players"], before["lying"])
