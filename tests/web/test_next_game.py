"""A fifth game: what still lacks it is told here by name, and by the page in words."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from tests.referee.test_next_game import DATA, Golomb
from vision.boards import GAMES as BOARDS
from vision.boards import NONE
from vision.kind import KINDS
from web.games import FOLLOWED
from web.games import GAMES as PRESENTED

WEB = Path(__file__).parents[2] / "web"
SCRIPT = (WEB / "static" / "agreeing.js").read_text(encoding="utf-8")
BY_HAND_PAGE = (WEB / "templates" / "by_hand.html").read_text(encoding="utf-8")


def table_in_script(name: str) -> dict[str, int]:
    """A table of ``agreeing.js`` from games to numbers."""
    found = re.search(rf"const {name} = \{{(.*?)\}};", SCRIPT)
    assert found, f"agreeing.js has no table {name}"
    return {game: int(number) for game, number in re.findall(r'"?([\w-]+)"?: (\d+)', found[1])}


def choices_in_script() -> set[str]:
    """The games of which ``agreeing.js`` knows what may be chosen."""
    found = re.search(r"const choices = \{(.*?)\n  \}\[game\]", SCRIPT, re.DOTALL)
    assert found, "agreeing.js has no table of choices"
    return set(re.findall(r'^    "?([\w-]+)"?: \(\) =>', found[1], re.MULTILINE))


OF_EVERY_GAME = {
    "web/games/__init__.py GAMES": PRESENTED,
    "web/static/agreeing.js SEATS": table_in_script("SEATS"),
    "web/static/agreeing.js FEWEST": table_in_script("FEWEST"),
    "web/static/agreeing.js choices": choices_in_script(),
    "web/static/games/NAME.svg": {path.stem for path in (WEB / "static" / "games").glob("*.svg")},
    "web/templates/by_hand.html, who plays": set(re.findall(r'<span data-for="([\w-]+)">', BY_HAND_PAGE)),
}
OF_FOLLOWED_GAMES = {
    "vision/kind.py KINDS": KINDS,
    "vision/boards.py GAMES": set(BOARDS) - {NONE},
}


@pytest.mark.parametrize("table", OF_EVERY_GAME)
def test_what_the_page_must_know_of_a_game_is_there_for_every_game_that_is_refereed(table: str) -> None:
    assert set(OF_EVERY_GAME[table]) == set(GAMES)


@pytest.mark.parametrize("table", OF_FOLLOWED_GAMES)
def test_what_the_eyes_and_the_demo_must_know_is_there_for_every_game_that_is_followed(table: str) -> None:
    assert set(OF_FOLLOWED_GAMES[table]) == set(FOLLOWED)


def test_as_many_seats_are_offered_before_a_camera_as_by_hand() -> None:
    assert {name: game.most for name, game in PRESENTED.items()} == table_in_script("SEATS")


def test_a_game_that_the_set_up_does_not_know_yet_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: FlaskClient
) -> None:
    for module in ("referee.match", "web.equipment", "web.by_hand_api"):
        monkeypatch.setattr(f"{module}.GAMES", {**GAMES, "golomb": Golomb()})
    monkeypatch.setenv("POLYREF_CONFIG", str(tmp_path))
    (tmp_path / "pieces").mkdir()
    (tmp_path / "pieces" / "golomb.json").write_text(DATA, encoding="utf-8")
    answer = client.post("/api/by-hand", json={"game": "golomb", "players": ["Ann", "Bob"]})
    assert answer.status_code == 400
    assert "golomb cannot be begun on the page yet" in (answer.json or {})["error"].casefold()
