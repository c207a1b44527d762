"""Every route that there is: who may ask it, and that strangers change nothing (F23, F24, F25)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.web.scripted import POLYSSIMO, no_camera, wished
from web.camera.station import Station, Stations
from web.doors.sharing import Sharing
from web.hall.hall import Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store
from web.routes.app import create_app, create_guest_app
from web.routes.rights import Right, needed
from web.settings import Settings

VALUES = {"number": 1, "match_id": 1, "piece": "F", "code": "en", "game": "polyssimo", "filename": "main.js"}
"""What is put into addresses that have room for something."""
LOOKED_AT = {
    "/",
    "/board.svg",
    "/events",
    "/hall",
    "/snapshot.jpg",
    "/tops/<piece>.png",
    "/api/snapshot",
    "/languages/<code>.json",
    "/rules/<game>",
    "/static/<path:filename>",
}
"""What those may ask who only look on, besides the same below the address of a table."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Flask]:
    settings = Settings(data=tmp_path, config=tmp_path / "config")
    with Store(tmp_path) as store:
        sitting = Sitting(POLYSSIMO, store, "9", wished)
        sitting.begin(wished(("Ann", "Bob"), "open", None))
        hall = Hall(
            store, {1: Table(sitting, Station("9", "camera", no_camera), settings, Stations(POLYSSIMO, tmp_path))}
        )
        hall.start()
        yield create_app(hall, settings)
        hall.close()


@pytest.fixture
def sharing(house: Flask) -> Sharing:
    found: Sharing = house.extensions["polyref-sharing"]
    found.serve = lambda: 8001
    return found


@pytest.fixture
def guests(house: Flask, sharing: Sharing) -> Flask:
    app = create_guest_app(house)
    app.config["TRUSTED_HOSTS"] = ["localhost"]
    return app


def stands(house: Flask) -> Any:
    """The match on the table as everybody sees it."""
    return house.test_client().get("/api/snapshot").get_json()["match"]


def asked(app: Flask) -> Iterator[tuple[Rule, str, str]]:
    """Every route with every method, and an address of it."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        path = adapter.build(rule.endpoint, {name: VALUES.get(name, 1) for name in rule.arguments})
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield rule, method, path


def tail(rule: Rule) -> str:
    return rule.rule.removeprefix("/table/<int(max=999):number>")


@pytest.mark.fault("F24")
def test_who_only_looks_on_is_refused_by_every_route_that_changes_something(guests: Flask, sharing: Sharing) -> None:
    sharing.begin()
    client, refused = guests.test_client(), 0
    for rule, method, path in asked(guests):
        if method == "GET" or tail(rule) == "/api/code":
            continue
        answer = client.open(path, method=method, json={})
        assert answer.status_code == 403, (method, path)
        assert answer.get_json()["error"].startswith(("Here you can only look on", "This can be done only at")), path
        refused += 1
    assert refused > 20


@pytest.mark.fault("F24")
def test_who_only_looks_on_sees_the_game_and_nothing_else(guests: Flask, sharing: Sharing) -> None:
    sharing.begin()
    seen = {tail(rule) for rule, method, _ in asked(guests) if method == "GET" and _looked_at(guests, rule)}
    assert seen == LOOKED_AT
    for rule, method, path in asked(guests):
        if method == "GET" and not _looked_at(guests, rule):
            assert guests.test_client().get(path).status_code == 403, path


def _looked_at(app: Flask, rule: Rule) -> bool:
    return rule.endpoint == "static" or needed(app.view_functions[rule.endpoint]) <= Right.LOOK


@pytest.mark.fault("F24")
def test_while_it_is_not_shared_nobody_else_is_answered_at_all(guests: Flask) -> None:
    client = guests.test_client()
    for rule, method, path in asked(guests):
        harmless = rule.rule in ("/static/<path:filename>", "/languages/<code>.json")
        with client.open(path, method=method, json={}) as answer:
            assert answer.status_code == (200 if harmless else 403), (method, path)
    words = client.get("/", headers={"Accept": "text/html"}).text
    assert "This game is not shared just now" in words
    assert "/matches" not in words


@pytest.mark.fault("F24")
def test_who_knows_the_code_may_play_but_is_not_the_host(guests: Flask, house: Flask, sharing: Sharing) -> None:
    sharing.begin()
    client = guests.test_client()
    assert client.post("/api/code", json={"code": "no"}).status_code == 403
    answer = client.post("/api/code", json={"code": sharing.code})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert place(client).status_code == 200
    assert [lying["piece"] for lying in stands(house)["lying"]] == ["F"]
    for path in ("/api/source", "/api/sharing", "/api/sharing/code"):
        assert client.post(path, json={"source": "none", "on": True}).status_code == 403, path
    for path in ("/api/sharing", "/share.svg", "/api/phone", "/phone.svg"):
        assert client.get(path).status_code == 403, path
    house.test_client().post("/api/sharing/code", json={})
    assert place(client).status_code == 403
    assert client.get("/api/snapshot").status_code == 200


def place(client: FlaskClient) -> Any:
    return client.post("/api/place", json={"piece": "F", "cells": [list(cell) for cell in POLYSSIMO.by_id["F"].cells]})


@pytest.mark.fault("F24")
def test_a_thousand_wrong_codes_open_nothing(guests: Flask, sharing: Sharing) -> None:
    sharing.begin()
    client = guests.test_client()
    codes = [f"{(int(sharing.code) + step) % 1_000_000:06}" for step in range(1, 1001)]
    answers = [client.post("/api/code", json={"code": code}).status_code for code in codes]
    assert set(answers) == {403, 429}
    assert answers.count(403) == 5
    assert client.post("/api/code", json={"code": sharing.code}).status_code == 429
    assert place(client).status_code == 403


@pytest.mark.parametrize("code", [None, 7, "", "x" * 41, ["1"], {"code": 1}])
def test_what_can_be_no_code_is_refused_in_words(guests: Flask, sharing: Sharing, code: object) -> None:
    sharing.begin()
    assert guests.test_client().post("/api/code", json={"code": code}).status_code == 400


@pytest.mark.fault("F25")
@pytest.mark.parametrize(
    "header",
    [
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https"},
        {"Forwarded": "for=127.0.0.1;host=localhost"},
        {"X-Real-Ip": "127.0.0.1", "Client-Ip": "127.0.0.1", "True-Client-Ip": "::1"},
        {"X-Original-Url": "/api/snapshot", "X-Http-Method-Override": "GET"},
    ],
)
def test_headers_of_proxies_make_nobody_the_host(
    house: Flask, guests: Flask, sharing: Sharing, header: dict[str, str]
) -> None:
    sharing.begin()
    assert guests.test_client().post("/api/undo", json={}, headers=header).status_code == 403
    beyond = {"REMOTE_ADDR": "192.0.2.7"}
    assert house.test_client().post("/api/undo", json={}, headers=header, environ_base=beyond).status_code == 403
    assert house.test_client().get("/api/sharing", headers=header).get_json()["on"] is True


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.4.5.6"])
def test_the_host_is_whoever_comes_from_this_machine(house: Flask, address: str) -> None:
    client = house.test_client()
    assert client.get("/api/sharing", environ_base={"REMOTE_ADDR": address}).get_json() == {"on": False}
    assert client.get("/api/sharing", environ_base={"REMOTE_ADDR": "192.0.2.7"}).status_code == 403


@pytest.mark.fault("F23")
def test_every_route_refuses_what_comes_from_another_page(house: Flask) -> None:
    before, client = stands(house), house.test_client()
    for rule, method, path in asked(house):
        for headers in (
            {"Origin": "http://evil.example"},
            {"Origin": "http://localhost:3000"},
            {"Origin": "null"},
            {"Origin": "http://[no address"},
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
            {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
        ):
            assert client.open(path, method=method, json={}, headers=headers).status_code == 403, (rule, headers)
    assert stands(house) == before
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}).status_code == 200


@pytest.mark.fault("F23")
def test_a_link_on_another_page_leads_to_pages_only(house: Flask) -> None:
    """Not to what only the host may do: asking for the phone's address opens its door to the network."""
    client, link = house.test_client(), {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    refused = {
        tail(rule)
        for rule, method, path in asked(house)
        if method == "GET" and rule.endpoint != "static" and needed(house.view_functions[rule.endpoint]) is Right.HOST
        if client.get(path, headers=link).status_code == 403
    }
    assert refused == {"/api/game", "/api/phone", "/phone.svg", "/api/sharing", "/share.svg"}
    assert client.get("/hall", headers=link).status_code == 200


def test_the_host_switches_it_on_and_off_and_shows_where(house: Flask, sharing: Sharing) -> None:
    client = house.test_client()
    assert client.get("/share.svg").status_code == 404
    told = client.post("/api/sharing", json={"on": True}).get_json()
    assert told["on"]
    assert told["address"].endswith(":8001/")
    assert told["code"] == sharing.code
    assert told["viewers"] == 0
    assert client.get("/share.svg").data.startswith(b"<?xml")
    assert client.post("/api/sharing", json={"on": False}).get_json() == {"on": False}
    assert client.post("/api/sharing", json={"on": "yes"}).status_code == 400


def test_where_there_is_no_network_the_host_is_told_so_in_the_language_of_the_page(
    house: Flask, sharing: Sharing, monkeypatch: pytest.MonkeyPatch
) -> None:
    sharing.begin()
    client = house.test_client()
    monkeypatch.setattr("web.routes.sharing_api.outward_address", lambda: "192.0.2.7")
    assert client.get("/api/sharing").get_json()["lacking"] == ""
    monkeypatch.setattr("web.routes.sharing_api.outward_address", str)
    said = client.get("/api/sharing", headers={"Accept-Language": "de"}).get_json()["lacking"]
    assert said.startswith("Dieser Rechner ist in keinem Netz")
