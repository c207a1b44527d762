"""A piece set of the user's own that is wrong: named with what is wrong, whatever is done with it."""

import json
from collections.abc import Callable
from importlib import resources
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.piece import PieceSetError
from vision.pictures.picture import write_picture
from web.cli import main
from web.games.equipment import piece_set_for

Facts = dict[str, Any]
Change = Callable[[Facts], object]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POLYREF_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("POLYREF_DATA", str(tmp_path / "data"))
    return tmp_path / "config"


def own_set(config: Path, game: str, change: Change) -> Path:
    """The packaged set of a game, changed, as the user's own."""
    facts = json.loads((resources.files("referee") / "data" / f"{game}.json").read_text(encoding="utf-8"))
    change(facts)
    path = config / "pieces" / f"{game}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(facts).replace("Infinity", "1e999"), encoding="utf-8")
    return path


def board_of(rows: object, cols: object) -> Change:
    return lambda facts: facts.update(board={"rows": rows, "cols": cols})


def leather_of(leather: object) -> Change:
    return lambda facts: facts["extras"]["time_board"].update(leather=leather)


def cards_of(cards: object) -> Change:
    return lambda facts: facts["extras"].update(cards=cards)


def first_called(piece: str) -> Change:
    return lambda facts: facts["pieces"][0].update(id=piece)


def without_pieces(facts: Facts) -> None:
    facts["pieces"] = []


def without_extras(facts: Facts) -> None:
    facts["extras"] = {}


WRONG = [
    ("polyssimo", without_pieces, "pieces is empty"),
    ("polyssimo", board_of(1, 1), "2 to 40 rows and as many columns, but this one 1 x 1"),
    ("polyssimo", board_of(11, 41), "but this one 11 x 41"),
    ("polyssimo", board_of(10**6, 10**6), "but this one 1000000 x 1000000"),
    ("polyssimo", board_of(inf, 12), "it needs game, board with rows and cols"),
    ("polyssimo", first_called("green L"), "the piece 'green L' needs another id"),
    ("polyssimo-puzzle", first_called("unknown"), "the piece 'unknown' needs another id"),
    ("blokus", first_called("red"), "the piece 'red' needs another id"),
    ("patchwork", first_called("leather 1"), "the piece 'leather 1' needs another id"),
    ("patchwork", without_extras, "extras lack the time_board"),
    ("patchwork", leather_of(5), "extras lack the time_board: last, income and leather"),
    ("patchwork", leather_of([inf]), "extras lack the time_board: last, income and leather"),
    ("polyssimo-puzzle", cards_of(5), "extras lack the cards, each with card and given"),
    ("polyssimo-puzzle", cards_of([{}]), "extras lack the cards, each with card and given"),
    ("polyssimo-puzzle", cards_of([{"card": inf, "given": []}]), "extras lack the cards, each with card and given"),
]


@pytest.mark.fault("F38")
@pytest.mark.parametrize(("game", "change", "what"), WRONG)
def test_whatever_is_wrong_with_it_is_said_with_the_name_of_the_file_and_the_cure(
    config: Path, game: str, change: Change, what: str
) -> None:
    path = own_set(config, game, change)
    with pytest.raises(PieceSetError) as refused:
        piece_set_for(game)
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert what in message
    assert message.endswith("correct the file, or delete it to use the packaged one")


@pytest.mark.fault("F38")
@pytest.mark.parametrize("command", ["read PHOTO", "calibrate pieces PHOTO", "play", "watch demo", "demo"])
@pytest.mark.parametrize(("game", "change"), [("polyssimo", without_pieces), ("patchwork", without_extras)])
def test_every_command_that_needs_it_ends_with_that_in_one_line(
    config: Path, tmp_path: Path, command: str, game: str, change: Change
) -> None:
    write_picture(tmp_path / "photo.png", np.full((60, 80, 3), 90, np.uint8))
    path = own_set(config, game, change)
    words = command.replace("PHOTO", str(tmp_path / "photo.png")).split()
    result = CliRunner().invoke(main, [*words, "--game", game])
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith(f"polyref: {path}: ")


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_of_the_packaged_set_is_as_good_as_that(config: Path, game: str) -> None:
    packaged = piece_set_for(game)
    own_set(config, game, lambda facts: None)
    assert piece_set_for(game) == packaged


def test_a_puzzle_of_ones_own_may_do_without_cards(config: Path) -> None:
    own_set(config, "polyssimo-puzzle", without_extras)
    assert piece_set_for("polyssimo-puzzle").extras == {}


def with_only(pieces: int) -> Change:
    return lambda facts: facts.update(pieces=facts["pieces"][:pieces])


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("polyssimo", with_only(1)),
        ("polyssimo", with_only(2)),
        ("polyssimo", board_of(2, 2)),
        ("blokus", with_only(1)),
        ("blokus", board_of(2, 2)),
        ("patchwork", board_of(2, 2)),
    ],
)
def test_a_demo_for_which_there_are_too_few_pieces_or_squares_is_refused_in_one_line(
    config: Path, game: str, change: Change
) -> None:
    own_set(config, game, change)
    result = CliRunner().invoke(main, ["watch", "demo", "--game", game])
    assert result.exit_code == 2
    assert "so few pieces or squares" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.fault("F38")
@pytest.mark.parametrize(
    ("broken", "change"),
    [("patchwork", without_extras), ("polyssimo-puzzle", cards_of([{}])), ("blokus", without_pieces)],
)
def test_by_hand_the_other_games_go_on_and_the_broken_one_is_refused_with_the_file(
    config: Path, client: FlaskClient, broken: str, change: Change
) -> None:
    path = own_set(config, broken, change)
    assert client.get("/by-hand").status_code == 200
    for game in GAMES:
        players = ["Ann"] if game == "polyssimo-puzzle" else ["Ann", "Bob"]
        page = client.get(f"/by-hand?game={game}")
        begun = client.post("/api/by-hand", json={"game": game, "players": players})
        if game != broken:
            assert (page.status_code, begun.status_code) == (200, 201)
            continue
        assert (page.status_code, begun.status_code) == (400, 400)
        assert str(path) in page.text
        assert (begun.json or {})["error"].startswith(f"{path}: ")


def test_a_file_that_is_no_json_at_all_takes_no_other_game_along(config: Path, client: FlaskClient) -> None:
    own_set(config, "patchwork", without_extras).write_text("{", encoding="utf-8")
    assert client.get("/by-hand").status_code == 200
    answer = client.post("/api/by-hand", json={"game": "patchwork", "players": ["Ann", "Bob"]})
    assert (answer.status_code, "not a piece set" in (answer.json or {})["error"]) == (400, True)
