"""The matches that are kept: list, replay, pictures, export and import."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from referee.record import Header, format_entry, format_header
from tests import oracles
from tests.web.shelf import shelf_client
from web.games.equipment import piece_set_for
from web.games.polyssimo import PAINTS
from web.record.library import Library
from web.record.store import Store
from web.shown.board_sketch import board_sketch
from web.shown.staging import scene_of
from web.shown.turning import Turnings

ROOT = Path(__file__).parents[3]
PAIRS = {"Ann": ("blue", "red"), "Bob": ("yellow", "green")}
EVERY_GAME = ("match", "blokus", "patchwork", "puzzle")


def text(name: str) -> str:
    return (ROOT / "docs" / f"{name}.jsonl").read_text(encoding="utf-8")


def take_in(client: FlaskClient, record: str) -> list[int]:
    answer = client.post("/api/matches", data=record.encode(), content_type="application/x-ndjson")
    assert answer.status_code == 201, answer.json
    return list((answer.json or {})["ids"])


def oracle(name: str) -> str:
    return "\n".join(oracles.record(oracles.games(oracles.game_of(name))[name]))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_exported_record_is_the_one_that_was_imported(client: FlaskClient, name: str) -> None:
    (match,) = take_in(client, text(name))
    assert client.get(f"/matches/{match}/record.jsonl").text == text(name)


def test_what_is_kept_already_is_not_taken_in_once_more(client: FlaskClient, store: Store) -> None:
    (match,) = take_in(client, text("match"))
    header, *entries = text("match").splitlines()
    cut = "\n".join([header, *entries[:-1]])
    together = client.post("/api/matches", data=f"{text('match')}{text('puzzle')}{cut}\n{text('puzzle')}".encode())
    assert together.json == {"ids": [match, match + 1, match + 2], "new": [match + 1, match + 2]}
    again = client.post("/api/matches", data=client.get("/matches/records.jsonl").text.encode())
    assert again.json == {"ids": [match, match + 1, match + 2], "new": []}
    assert store.ids() == (match + 2, match + 1, match)


def test_all_records_go_out_in_one_file_and_come_in_again(client: FlaskClient, tmp_path: Path) -> None:
    for name in EVERY_GAME:
        take_in(client, text(name))
    together = client.get("/matches/records.jsonl").text
    assert together == "".join(map(text, EVERY_GAME))
    with Store(tmp_path / "other") as other:
        again = shelf_client(other)
        assert take_in(again, together) == [1, 2, 3, 4]
        assert again.get("/matches/records.jsonl").text == together


@pytest.mark.parametrize(
    ("damaged", "complaint"),
    [
        (b"", "empty"),
        (b"hello", "Line 1: not a line of a record"),
        (b'{"polyref": 1, "game": "chess", "players": ["Ann"]}', "no referee for the game 'chess'"),
        (text("match").encode()[:-20], "Line 42: it is cut off"),
        (text("puzzle").encode() + b'\n{"polyref": 1, "game": "blokus", "players": ["Ann"]}', "Line 11:"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
    ],
)
def test_a_damaged_file_is_told_and_nothing_of_it_is_kept(
    client: FlaskClient, store: Store, damaged: bytes, complaint: str
) -> None:
    take_in(client, text("puzzle"))
    answer = client.post("/api/matches", data=damaged, content_type="application/x-ndjson")
    assert answer.status_code == 400
    assert complaint in (answer.json or {})["error"]
    assert store.ids() == (1,)


def test_a_file_too_large_to_be_a_record_is_refused(client: FlaskClient) -> None:
    assert client.post("/api/matches", data=b" " * 2_100_000).status_code == 413


@pytest.mark.parametrize("name", ["polyssimo-d01", "blokus-d01", "patchwork-d01"])
def test_every_line_of_a_record_can_be_looked_at(client: FlaskClient, name: str) -> None:
    record = oracle(name)
    (match,) = take_in(client, record)
    told = client.get(f"/api/matches/{match}").json or {}
    lines = record.splitlines()
    assert len(told["steps"]) == len(lines)
    for number, line in enumerate(lines):
        scene = client.get(f"/api/matches/{match}/at/{number}").json or {}
        facts = json.loads(line)
        if facts.get("cells"):
            newest = [
                lying for board in scene["boards"] for lying in board["lying"] if lying["cells"] == facts["cells"]
            ]
            assert facts.get("piece", "leather") in {lying["piece"] for lying in newest}
    assert client.get(f"/api/matches/{match}/at/{len(lines)}").status_code == 404


def test_an_illegal_line_is_told_with_its_squares_and_changes_nothing(client: FlaskClient) -> None:
    take_in(client, text("match"))
    steps = (client.get("/api/matches/1").json or {})["steps"]
    wrong = [number for number, step in enumerate(steps) if not step["legal"]]
    assert wrong
    for number in wrong:
        assert "is not allowed: " in steps[number]["sentence"]
        assert client.get(f"/api/matches/1/at/{number}").json == client.get(f"/api/matches/1/at/{number - 1}").json


def test_what_was_taken_back_is_there_again_on_the_way(client: FlaskClient) -> None:
    header, first = oracle("blokus-d01").splitlines()[:2]
    take_in(client, f'{header}\n{first}\n{{"move": "undo"}}\n{{"move": "undo"}}')
    steps = (client.get("/api/matches/1").json or {})["steps"]
    lying = [len((client.get(f"/api/matches/1/at/{at}").json or {})["boards"][0]["lying"]) for at in range(4)]
    assert lying == [0, 1, 0, 0]
    assert [step["sentence"] for step in steps[2:]] == [
        "The last move is taken back.",
        "There was no move to take back.",
    ]


def test_the_list_names_every_match_and_what_became_of_it(client: FlaskClient) -> None:
    assert "No match has been played yet" in client.get("/matches").text
    for name in EVERY_GAME:
        take_in(client, text(name))
    page = client.get("/matches").text
    for words in ("Polyssimo Challenge", "Patchwork", "Blokus", "solved", "Bob wins (", "imported"):
        assert words in page


def test_names_in_records_are_words_and_nothing_else(client: FlaskClient) -> None:
    name = "<img src=x onerror=alert(1)>"
    take_in(client, json.dumps({"polyref": 1, "game": "polyssimo", "players": [name, "Bob"]}))
    for path in ("/matches", "/matches/1", "/matches/1/board.svg"):
        assert "<img src=x" not in client.get(path).text


def test_a_damaged_match_is_told_in_the_list_and_the_others_stay(client: FlaskClient, store: Store) -> None:
    take_in(client, text("puzzle"))
    take_in(client, text("match"))
    store._db.execute("UPDATE event SET body = replace(body, 'L4', 'O4') WHERE match = 1 AND at = 2")
    page = client.get("/matches").text
    assert "Match 1 is damaged" in page
    assert "Bob wins (" in page
    assert client.get("/matches/1").status_code == 503
    assert client.get("/matches/records.jsonl").text == text("match")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_board_is_drawn_as_svg_and_as_png(client: FlaskClient, name: str) -> None:
    take_in(client, text(name))
    picture = client.get("/matches/1/board.svg")
    assert picture.mimetype == "image/svg+xml"
    tree = ElementTree.fromstring(picture.text)
    words = [str(mark.text) for mark in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert [word for word in words if word.startswith(("Ann ", "Blue "))]
    png = client.get("/matches/1/board.png?unit=20")
    assert (png.mimetype, png.data[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")


def test_the_picture_has_every_piece_that_lies(store: Store) -> None:
    library = Library(store, piece_set_for)
    (match,) = library.take_in(oracle("polyssimo-d01")).ids
    played = library.history(match).match
    letters = {mark.text for mark in board_sketch(scene_of(played), plain=True).marks if hasattr(mark, "text")}
    assert letters == {place.piece for place in played.position.lying}


def test_the_last_mistake_of_a_game_of_two_is_found(client: FlaskClient) -> None:
    take_in(client, oracle("polyssimo-d03"))
    turning = (client.get("/api/matches/1/turning").json or {})["turning"]
    assert "The game turned at move 18" in turning["sentence"]
    assert turning["better"]["player"] == "Ann"


def test_it_is_told_since_when_a_win_was_certain(client: FlaskClient) -> None:
    game = oracles.games("blokus")["blokus-d01"]
    header = Header("blokus", ("Ann", "Bob"), rules={"first_corner": "fixed"}, colours=PAIRS)
    owner = {colour: player for player, colours in PAIRS.items() for colour in colours}
    moves = [replace(move, player=owner[move.player], colour=move.player) for move in oracles.moves(game)]  # type: ignore[call-arg]
    take_in(client, "\n".join([format_header(header), *map(format_entry, moves)]))
    turning = (client.get("/api/matches/1/turning").json or {})["turning"]
    assert turning["sentence"].endswith("Bob could not lose any more, however both went on.")
    scene = client.get(f"/api/matches/1/at/{turning['at']}").json or {}
    assert scene["phase"] == "placing"


def test_nothing_is_claimed_of_a_turn_that_is_not_known(client: FlaskClient) -> None:
    take_in(client, oracle("patchwork-d01"))
    assert client.get("/api/matches/1/turning").json == {"turning": None}


@pytest.mark.parametrize("path", ["/matches/7", "/matches/7/board.svg", "/api/matches/7", "/matches/99999999999999999"])
def test_a_match_that_is_not_there_is_said_to_be_missing(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_somebody_lost_finds_the_way_back(client: FlaskClient) -> None:
    page = client.get("/matches/7", headers={"Accept": "text/html"}).text
    assert "There is no match number 7." in page
    assert 'href="/matches"' in page


def test_the_page_paints_the_pieces_as_the_pictures_do() -> None:
    script = (ROOT / "web/static/pieces.js").read_text(encoding="utf-8")
    for piece, paint in PAINTS.items():
        assert f'{piece}: "{paint}"' in script


def test_of_so_many_matches_is_remembered_what_was_found_out_and_no_more(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.shown.turning.MOST_KNOWN", 2)
    library, turnings = Library(store, piece_set_for), Turnings()
    matches = [match for number in (1, 2, 3) for match in library.take_in(oracle(f"patchwork-d0{number}")).ids]
    for match in (*matches, *matches):
        assert turnings.find(library.history(match)) is None
    assert [match for match, _ in turnings._known] == matches[-2:]
