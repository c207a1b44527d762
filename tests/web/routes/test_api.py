"""What people do on the page, asked of the application itself."""

import json
import re
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.polyomino import Cells
from tests.web.scripted import CORNERS, POLYSSIMO, Ticking, no_camera, scripted, served, wait_until, wished
from vision.errors import SourceError
from vision.frame import Frame
from vision.live.watch import Known, Look, View
from vision.sighting import Alternative, SeenBoard, SeenPiece, Sighting
from web.camera.eyes import Optics
from web.camera.station import Station
from web.games.demo import script
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store, StoreError
from web.routes.app import create_app
from web.settings import Settings


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


@pytest.fixture
def sitting(store: Store) -> Sitting:
    return Sitting(POLYSSIMO, store, "9", wished)


@pytest.fixture
def client(sitting: Sitting, store: Store) -> Iterator[FlaskClient]:
    table = Table(sitting, Station("9", "camera", no_camera), Settings())
    table.start()
    yield create_app(Hall(store, {FIRST: table}), Settings()).test_client()
    table.close()


def shown(client: FlaskClient) -> dict[str, Any]:
    return dict(client.get("/api/snapshot").json or {})


def begin(client: FlaskClient, hands: str = "open") -> None:
    answer = client.post("/api/match", json={"players": ["Ann", "Bob"], "hands": hands, "seed": 1})
    assert answer.status_code == 200, answer.json


def place(client: FlaskClient, piece: str, row: int = 0, **more: Any) -> Any:
    cells = [[row + r, c] for r, c in POLYSSIMO.by_id[piece].cells]
    return client.post("/api/place", json={"piece": piece, "cells": cells, **more})


def test_a_match_begins_with_the_players_named(client: FlaskClient) -> None:
    begin(client, "draft")
    match = shown(client)["match"]
    assert [player["name"] for player in match["players"]] == ["Ann", "Bob"]
    assert (match["phase"], match["to_move"], match["length"]) == ("draft", "Ann", 1)


def test_a_random_deal_is_repeated_by_its_seed(client: FlaskClient) -> None:
    begin(client, "random")
    hands = [player["hand"] for player in shown(client)["match"]["players"]]
    begin(client, "random")
    assert [player["hand"] for player in shown(client)["match"]["players"]] == hands
    assert [len(hand) for hand in hands] == [12, 12]


def test_a_piece_is_drafted_once_only(client: FlaskClient) -> None:
    begin(client, "draft")
    assert client.post("/api/draft", json={"piece": "F"}).status_code == 200
    again = client.post("/api/draft", json={"piece": "F"})
    assert again.status_code == 409
    assert "already been taken" in again.json["error"]
    assert shown(client)["match"]["to_move"] == "Bob"


def test_a_placement_by_hand_is_judged_and_kept(client: FlaskClient, sitting: Sitting) -> None:
    begin(client)
    assert place(client, "F").status_code == 200
    match = shown(client)["match"]
    assert [(lying["piece"], lying["player"]) for lying in match["lying"]] == [("F", "Bob")]
    assert match["said"] == "Bob has placed the F. That is legal."
    assert json.loads(sitting._store.lines(1)[-1])["piece"] == "F"


def test_an_illegal_placement_is_refused_with_every_rule_it_breaks_and_changes_nothing(client: FlaskClient) -> None:
    begin(client)
    place(client, "F")
    before = shown(client)["match"]
    refused = client.post("/api/place", json={"piece": "X", "cells": [[0, 0], [0, 1], [0, 2], [0, 3], [0, 12]]})
    assert refused.status_code == 409
    assert "shape" in refused.json["error"]
    assert "already taken" in refused.json["error"]
    assert "wholly on the board" in refused.json["error"]
    assert shown(client)["match"] == before


def test_the_last_move_is_taken_back(client: FlaskClient) -> None:
    begin(client)
    assert client.post("/api/undo", json={}).status_code == 409
    place(client, "F")
    assert client.post("/api/undo", json={}).status_code == 200
    assert shown(client)["match"]["lying"] == []


def test_an_earlier_placement_is_corrected_and_the_later_ones_stay(client: FlaskClient) -> None:
    begin(client)
    place(client, "F")
    place(client, "I", row=5)
    cells = [[6 + row, 6 + col] for row, col in POLYSSIMO.by_id["X"].cells]
    assert client.post("/api/correct", json={"was": "F", "piece": "X", "cells": cells}).status_code == 200
    match = shown(client)["match"]
    assert [lying["piece"] for lying in match["lying"]] == ["X", "I"]
    assert match["to_move"] == "Bob"


def test_a_correction_is_taken_back_before_the_move_that_came_before_it(client: FlaskClient) -> None:
    begin(client)
    place(client, "F")
    place(client, "I", row=5)
    before = shown(client)["match"]["lying"]
    cells = [[6 + row, 6 + col] for row, col in POLYSSIMO.by_id["X"].cells]
    client.post("/api/correct", json={"was": "F", "piece": "X", "cells": cells})
    corrected = shown(client)["match"]["lying"]
    place(client, "T", row=8)
    lying = []
    for _ in range(3):
        assert client.post("/api/undo", json={}).status_code == 200
        lying.append(shown(client)["match"]["lying"])
    assert lying == [corrected, before, before[:1]]


def test_what_was_placed_again_since_a_correction_is_taken_back_before_it(client: FlaskClient) -> None:
    begin(client)
    place(client, "F")
    place(client, "I", row=5)
    cells = [[6 + row, 6 + col] for row, col in POLYSSIMO.by_id["X"].cells]
    client.post("/api/correct", json={"was": "F", "piece": "X", "cells": cells})
    corrected = shown(client)["match"]["lying"]
    client.post("/api/remove", json={"piece": "I"})
    place(client, "I", row=5)
    assert shown(client)["match"]["lying"] == corrected
    assert client.post("/api/undo", json={}).status_code == 200
    assert shown(client)["match"]["lying"] == corrected[:1]


def test_a_correction_that_would_be_illegal_is_refused_as_a_whole(client: FlaskClient) -> None:
    begin(client)
    place(client, "F")
    place(client, "I", row=5)
    before = shown(client)["match"]
    on_top = [[5, col] for col in range(5)]
    for was, piece, cells in (("F", "I", on_top), ("Z", "F", on_top), ("F", "F", on_top)):
        assert client.post("/api/correct", json={"was": was, "piece": piece, "cells": cells}).status_code == 409
    assert shown(client)["match"] == before


@pytest.mark.fault("F15")
def test_what_was_meant_for_an_older_position_is_refused(client: FlaskClient) -> None:
    begin(client)
    assert place(client, "F", length=1).status_code == 200
    late = place(client, "I", row=5, length=1)
    assert late.status_code == 409
    assert "gone on" in late.json["error"]


@pytest.mark.fault("F15")
def test_of_many_who_act_at_once_exactly_one_succeeds(client: FlaskClient) -> None:
    begin(client)
    app, codes = client.application, []
    pieces = (*POLYSSIMO.by_id,) * 2
    threads = [
        threading.Thread(target=lambda piece=piece: codes.append(place(app.test_client(), piece, length=1).status_code))
        for piece in pieces
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] + [409] * (len(pieces) - 1)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("match", {"players": "Ann"}),
        ("match", {"players": ["Ann", ""]}),
        ("match", {"players": ["Ann", "Ann"]}),
        ("match", {"players": ["Ann"]}),
        ("match", {"players": ["Ann", "x" * 25]}),
        ("match", {"players": ["Ann", "Bob"], "hands": "all"}),
        ("match", {"players": ["Ann", "Bob"], "seed": "one"}),
        ("draft", {}),
        ("draft", {"piece": 7}),
        ("place", {"piece": "F"}),
        ("place", {"piece": "F", "cells": [[0]]}),
        ("place", {"piece": "F", "cells": [[0, "a"]]}),
        ("place", {"piece": "F", "cells": [[0, 1e9]]}),
        ("place", {"piece": "F", "cells": [[0, 1]] * 13}),
        ("place", {"piece": "F", "cells": [[0, 1]], "length": "one"}),
        ("correct", {"was": "F", "piece": "F", "cells": "here"}),
        ("answer", {"index": "first"}),
        ("answer", []),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_in_a_sentence(client: FlaskClient, path: str, body: Any) -> None:
    begin(client)
    before = shown(client)["match"]
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")
    assert shown(client)["match"] == before


def test_before_a_match_begins_actions_are_refused(client: FlaskClient) -> None:
    assert place(client, "F").json == {"error": "No match has begun."}
    assert client.post("/api/answer", json={"index": 0}).status_code == 409


def test_an_answer_to_a_question_that_is_not_open_is_refused(client: FlaskClient) -> None:
    begin(client)
    assert client.post("/api/answer", json={"index": 0}).json == {"error": "That question is no longer open."}


@pytest.mark.fault("F18", "F20")
def test_bodies_that_are_no_json_or_too_large_are_refused(client: FlaskClient) -> None:
    assert client.post("/api/undo", data="{", content_type="application/json").status_code == 400
    assert client.post("/api/undo", data="a=1").status_code == 415
    assert client.post("/api/undo", data="x" * 70_000, content_type="application/json").status_code == 413


@pytest.mark.fault("F23")
def test_a_post_from_another_page_is_refused(client: FlaskClient) -> None:
    begin(client)
    for origin, status in (("http://evil.example", 403), ("null", 403), ("http://localhost", 409)):
        assert client.post("/api/undo", json={}, headers={"Origin": origin}).status_code == status


@pytest.mark.fault("F22")
def test_only_names_of_this_machine_are_answered(client: FlaskClient) -> None:
    for host, status in (("evil.example", 400), ("localhost.evil.example", 400), ("127.0.0.1:8000", 200)):
        assert client.get("/", headers={"Host": host}).status_code == status


@pytest.mark.fault("F23", "F27")
def test_every_answer_is_guarded_and_the_page_holds_no_script_of_its_own(client: FlaskClient) -> None:
    page = client.get("/")
    for answer in (page, client.get("/no-such-page"), client.get("/api/snapshot")):
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "<script>" not in page.text
    assert "style=" not in page.text


def test_nothing_on_the_page_comes_from_the_network() -> None:
    web = Path(__file__).parents[3] / "web"
    files = [path for part in ("static", "templates") for path in (web / part).rglob("*.*") if path.is_file()]
    assert len(files) > 20
    for file in files:
        assert not re.search(r"https?://(?!www\.w3\.org/)\w", file.read_text(encoding="utf-8"), re.IGNORECASE), file


def test_when_the_disk_fails_nothing_changes_and_it_is_said(
    client: FlaskClient, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(client)
    place(client, "F")

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(sitting._store, "append", fail)
        answer = place(client, "I", row=5)
        assert (answer.status_code, answer.json) == (503, {"error": "The disk is full."})
        assert [lying["piece"] for lying in shown(client)["match"]["lying"]] == ["F"]
    assert place(client, "I", row=5).status_code == 200


def test_without_a_camera_the_page_says_so_and_goes_on_trying(tmp_path: Path) -> None:
    with served(tmp_path, no_camera, retry_s=(0.01,)) as (_, table, _sitting):
        wait_until(lambda: table.snapshot.camera.view == "no_camera")
        assert table.snapshot.camera.words.startswith("No camera: camera 9 gives no picture")
        first = table.snapshot.serial
        wait_until(lambda: table.snapshot.serial > first + 3)


def test_an_eye_that_fails_is_shown_and_the_match_goes_on(tmp_path: Path) -> None:
    class Blinded:
        def look(self, *_: object) -> Look:
            raise ZeroDivisionError("an angle of 0")

    def optics(_: object) -> Optics:
        return Optics("9", lambda: Ticking(50), lambda _: Blinded())

    with served(tmp_path, optics, retry_s=(0.01,)) as (_, table, sitting):
        wait_until(lambda: table.snapshot.camera.view == "fault")
        assert "ZeroDivisionError: an angle of 0" in table.snapshot.camera.words
        table.do(lambda _: sitting.begin(script(1, POLYSSIMO).header))
        assert table.snapshot.match is not None


def test_a_recording_is_read_in_full_though_a_picture_cannot_be_judged(tmp_path: Path) -> None:
    class Film(Ticking):
        live = False

        def __iter__(self) -> Iterator[Frame]:
            for index, frame in zip(range(6), super().__iter__(), strict=False):
                yield replace(frame, index=index + 1, t_s=0.0)
            raise SourceError("7.jpg is damaged")

    looked: list[int] = []

    class Stumbling:
        def look(self, frame: Frame, known: Known) -> Look:
            looked.append(frame.index)
            if frame.index == 3:
                raise ZeroDivisionError("an angle of 0")
            return Look(frame.index, frame.t_s, View.MOVING)

    with served(tmp_path, lambda _: Optics("film", lambda: Film(200), lambda _: Stumbling())) as (_, table, _sitting):
        wait_until(lambda: table.snapshot.camera.view == "ended")
        assert "7.jpg is damaged" in table.snapshot.camera.words
    assert looked == [1, 2, 3, 4, 5, 6]


def test_the_camera_plays_and_the_picture_is_served(tmp_path: Path) -> None:
    whole, go = script(2, POLYSSIMO), threading.Event()
    go.set()
    with served(tmp_path, scripted(whole, 200, go)) as (address, table, sitting):
        table.do(lambda _: sitting.begin(whole.header))
        trouble = wait_until(lambda: table.snapshot.match and table.snapshot.match.troubles)
        assert trouble[0].kind == "overlap"
        assert " lies on " in trouble[0].sentence
        go.set()
        wait_until(lambda: table.snapshot.match and table.snapshot.match.outcome)
        assert sitting.match is not None
        assert sitting.match.position.lying == whole.moves
        with urllib.request.urlopen(f"{address}/snapshot.jpg?seq=1") as answer:
            assert answer.read(2) == b"\xff\xd8"


def test_what_is_not_certain_is_asked_and_one_answer_settles_it(tmp_path: Path) -> None:
    choices = tuple(SeenPiece(piece, shifted(piece)) for piece in ("F", "P"))

    class Doubting:
        def look(self, frame: Frame, known: Known) -> Look:
            board = SeenBoard(True, CORNERS, POLYSSIMO.grid, 1.0)
            unclear = frozenset(cell for choice in choices for cell in choice.cells)
            lying = {cell for piece in known.lying for cell in piece.cells}
            sighting = Sighting(board, known.lying)
            if not lying:
                alternatives = tuple(Alternative((choice,), 0.5) for choice in choices)
                sighting = Sighting(board, alternatives=alternatives, uncertain=unclear)
            return Look(frame.index, frame.t_s, View.SETTLED, board, sighting)

    with served(tmp_path, lambda _: Optics("9", lambda: Ticking(50), lambda _: Doubting())) as (_, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        question = wait_until(lambda: table.snapshot.match and table.snapshot.match.question)
        assert [choice.words for choice in question.alternatives] == ["It is the F", "It is the P"]
        table.do(lambda _: sitting.answer(1))
        match = table.snapshot.match
        assert match is not None
        assert [(lying.piece, lying.player) for lying in match.lying] == [("P", "Bob")]
        assert match.question is None


def shifted(piece: str) -> Cells:
    return tuple((row + 3, col + 3) for row, col in POLYSSIMO.by_id[piece].cells)


def test_snapshots_are_streamed_with_ids_and_a_heartbeat(tmp_path: Path) -> None:
    with (
        served(tmp_path, no_camera, max_streams=1, retry_s=(30.0,)) as (address, _, _sitting),
        urllib.request.urlopen(f"{address}/events") as events,
    ):
        lines = [events.readline().decode().strip() for _ in range(12)]
        assert next(line for line in lines if line.startswith("id: "))
        assert "event: snapshot" in lines
        assert "event: still" in lines
        with urllib.request.urlopen(f"{address}/events") as more:
            assert more.readline() == b"event: busy\n"


@pytest.mark.fault("F35")
def test_closing_a_table_lets_its_viewers_go_at_once(tmp_path: Path) -> None:
    began_s = time.monotonic()
    with served(tmp_path, no_camera, retry_s=(30.0,)) as (address, _, _sitting):
        streams = [urllib.request.urlopen(f"{address}/events") for _ in range(8)]
        for stream in streams:
            stream.readline()
    assert time.monotonic() - began_s < 3
    for stream in streams:
        stream.close()
