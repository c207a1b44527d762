"""What is asked for with a key is done once, however often it arrives."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.damage import HEADER
from tests.web.shelf import shelf_client
from tests.web.staged import at
from tests.web.test_failing_disk import table_in
from web.record.store import Store, StoreError

OTHER = HEADER.replace("Ann", "Cleo")
HANDS = {"game": "polyssimo", "players": ["Ann", "Bob"], "choices": {"hands": "open"}}
PLACE = {"piece": "F", "cells": at("F", 0, 0)}


def post(client: FlaskClient, path: str, body: dict[str, Any], key: str) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, json=body, headers={"Idempotency-Key": key})
    return answer.status_code, dict(answer.json or {})


@pytest.mark.fault("F16")
def test_a_placement_that_arrives_again_is_not_made_again_even_after_it_was_taken_back(tmp_path: Path) -> None:
    with table_in(tmp_path) as (client, sitting):
        post(client, "/api/match", {"players": ["Ann", "Bob"], "hands": "open"}, "the-match")
        assert post(client, "/api/place", {**PLACE, "length": 1}, "the-placement")[0] == 200
        assert post(client, "/api/place", {**PLACE, "length": 1}, "the-placement")[0] == 200
        assert sitting.length == 2
        assert post(client, "/api/undo", {}, "the-undoing")[0] == 200
        assert post(client, "/api/undo", {}, "the-undoing")[0] == 200
        assert post(client, "/api/place", PLACE, "the-placement")[0] == 200
        assert sitting.length == 3
        assert post(client, "/api/match", {"players": ["Ann", "Bob"], "hands": "open"}, "the-match")[0] == 200
        assert (sitting.match_id, sitting.length) == (1, 3)
    with table_in(tmp_path) as (client, sitting):
        assert post(client, "/api/place", PLACE, "the-placement")[0] == 200
        assert sitting.length == 3


@pytest.mark.fault("F16")
def test_what_was_refused_may_be_asked_for_again_with_the_same_key(tmp_path: Path) -> None:
    with table_in(tmp_path) as (client, sitting):
        assert post(client, "/api/place", PLACE, "too-early")[0] == 409
        post(client, "/api/match", {"players": ["Ann", "Bob"], "hands": "open"}, "the-match")
        assert post(client, "/api/place", PLACE, "too-early")[0] == 200
        assert sitting.length == 2


@pytest.mark.fault("F16")
def test_an_older_match_is_not_begun_again_by_its_old_request(tmp_path: Path) -> None:
    with table_in(tmp_path) as (client, sitting):
        for key in ("first-match", "second-match", "first-match"):
            assert post(client, "/api/match", {"players": ["Ann", "Bob"], "hands": "open"}, key)[0] == 200
        assert sitting.match_id == 2


@pytest.mark.fault("F16")
def test_the_same_request_from_many_threads_is_one_event(tmp_path: Path) -> None:
    with table_in(tmp_path) as (client, sitting):
        post(client, "/api/match", {"players": ["Ann", "Bob"], "hands": "open"}, "the-match")
        app = client.application
        with ThreadPoolExecutor(12) as threads:
            answers = threads.map(lambda _: post(app.test_client(), "/api/place", PLACE, "pressed-often"), range(24))
            assert {status for status, _ in answers} == {200}
        assert sitting.length == 2


@pytest.mark.fault("F16")
def test_a_key_that_is_used_at_another_table_at_the_same_moment_leaves_the_match_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table_in(tmp_path) as (client, sitting):
        post(client, "/api/match", {"players": ["Ann", "Bob"], "hands": "open"}, "the-match")
        monkeypatch.setattr(sitting._store, "append", lambda *_, **__: False)
        assert post(client, "/api/place", PLACE, "used-elsewhere")[0] == 409
        assert sitting.length == 1
        assert (client.get("/api/snapshot").json or {})["match"]["lying"] == []


@pytest.mark.fault("F16")
def test_by_hand_every_request_is_carried_out_once(client: FlaskClient, store: Store) -> None:
    begun = [post(client, "/api/by-hand", HANDS, "begun-by-hand") for _ in range(2)]
    assert begun == [(201, {"id": 1})] * 2
    move = {"move": {"move": "place", **PLACE}}
    placed = [post(client, "/api/by-hand/1/moves", {**move, "length": 1}, "placed-by-hand") for _ in range(2)]
    assert [status for status, _ in placed] == [200, 200]
    assert placed[0][1]["length"] == placed[1][1]["length"] == 2
    undone = [post(client, "/api/by-hand/1/undo", {}, "undone-by-hand") for _ in range(2)]
    assert [told["length"] for _, told in undone] == [3, 3]
    branched = [post(client, "/api/matches/1/branch", {"at": 1}, "branched-by-hand") for _ in range(2)]
    assert branched == [(201, {"id": 2})] * 2
    assert store.ids() == (2, 1)


@pytest.mark.fault("F16")
def test_a_file_that_arrives_again_is_taken_in_once(client: FlaskClient, store: Store) -> None:
    headers = {"Idempotency-Key": "the-same-file"}
    for _ in range(2):
        answer = client.post("/api/matches", data=f"{HEADER}\n{OTHER}", headers=headers)
        assert (answer.status_code, answer.json) == (201, {"ids": [1, 2], "new": [1, 2]})
    assert store.ids() == (2, 1)


def test_of_two_who_take_the_same_file_in_at_once_one_does(store: Store) -> None:
    with ThreadPoolExecutor(8) as many:
        taken = list(many.map(lambda key: store.take_in([(HEADER,)], "imported", key), [f"key-{n}" for n in range(8)]))
    assert [ids for ids, _ in taken] == [{(HEADER,): 1}] * 8
    assert sum(len(new) for _, new in taken) == 1


@pytest.mark.parametrize("key", ["short", "x" * 65, "with space in it", "naïve-key", "semi;colon"])
def test_a_key_that_is_none_is_refused(client: FlaskClient, key: str) -> None:
    status, told = post(client, "/api/by-hand", HANDS, key)
    assert status == 400
    assert "Idempotency-Key" in told["error"]


def test_the_store_keeps_a_key_with_the_first_of_the_lines(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match = store.begin(HEADER, "0", key="beginning")
        store.append(match, "one", "two", key="both lines")
        store.append(match, "one", "two", key="both lines")
        assert store.lines(match) == (HEADER, "one", "two")
        assert store.begin(HEADER, "0", key="beginning") == match
        assert store.done("both lines") == match
        assert store.done("neither") is None
        with pytest.raises(StoreError, match="no match 9"):
            store.append(9, "one", key="another")
        assert store.done("another") is None
    with Store(tmp_path) as store, store:
        assert store.done("both lines") == match


def test_a_shelf_answers_without_a_key_too(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        client = shelf_client(store)
        assert [client.post("/api/by-hand", json=HANDS).status_code for _ in range(2)] == [201, 201]
        assert store.ids() == (2, 1)
