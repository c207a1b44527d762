"""A fifth game: what still lacks it is told here by name, and by the page in words."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.match import Match
from referee.piece import packaged_piece_set
from referee.record import RecordError
from tests.referee.test_next_game import DATA, Golomb
from vision.board.places import GAMES as BOARDS
from vision.board.places import NONE
from vision.kind import KINDS
from vision.names import seen_set
from vision.simulated import picture, scene
from vision.simulated.chance import MAKES
from web.companion.customs import CUSTOMS
from web.companion.readings import READINGS
from web.games import FOLLOWED
from web.games import GAMES as PRESENTED
from web.games.agreed import agreed
from web.shown.staging import scene_of

WEB = Path(__file__).parents[2] / "web"
STATIC = WEB / "static"


def choices_in_script() -> set[str]:
    """The games of which ``agreeing.js`` knows what may be chosen."""
    script = (STATIC / "agreeing.js").read_text(encoding="utf-8")
    found = re.search(r"const choices = \{(.*?)\n  \}\[game\]", script, re.DOTALL)
    assert found, "agreeing.js has no table of choices"
    return set(re.findall(r'^    "?([\w-]+)"?: \(\) =>', found[1], re.MULTILINE))


OF_EVERY_GAME = {
    "web/games/__init__.py GAMES": PRESENTED,
    "web/static/agreeing.js choices": choices_in_script(),
    "web/static/games/NAME.svg": {path.stem for path in (STATIC / "games").glob("*.svg")},
}
OF_FOLLOWED_GAMES = {
    "vision/kind.py KINDS": KINDS,
    "vision/simulated/chance.py MAKES": MAKES,
    "vision/board/places.py GAMES": set(BOARDS) - {NONE},
}
"""Those with a ``script`` in ``web/games/NAME.py``."""


@pytest.mark.parametrize("table", OF_EVERY_GAME)
def test_what_the_page_must_know_of_a_game_is_there_for_every_game_that_is_refereed(table: str) -> None:
    assert set(OF_EVERY_GAME[table]) == set(GAMES)


@pytest.mark.parametrize("table", OF_FOLLOWED_GAMES)
def test_what_the_eyes_must_know_is_there_for_every_game_that_is_followed(table: str) -> None:
    assert set(OF_FOLLOWED_GAMES[table]) == set(FOLLOWED)


def test_a_table_of_a_game_that_is_not_simulated_is_none_of_another() -> None:
    golomb = replace(packaged_piece_set("polyssimo"), game="golomb")
    for drawn in (scene, picture):
        with pytest.raises(KeyError, match="does not say how golomb is made"):
            drawn(1, golomb)


@pytest.mark.parametrize("game", FOLLOWED)
def test_the_simulated_table_of_a_game_has_a_paint_for_all_that_the_eyes_tell_apart(game: str) -> None:
    piece_set = seen_set(packaged_piece_set(game))
    assert len(scene(1, piece_set).kit.paints) >= len(piece_set.pieces)


def test_nothing_but_the_set_up_asks_for_a_game_by_its_name() -> None:
    named = re.compile(rf"""\bgame [!=]==? ["'](?:{"|".join(GAMES)})["']""")
    files = [*STATIC.glob("*.js"), *(WEB / "templates").glob("*.html")]
    assert [path.name for path in files if named.search(path.read_text(encoding="utf-8"))] == ["agreeing.js"]


def asks_what_a_position_is(path: Path) -> bool:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        asks = isinstance(node, ast.MatchClass) or (
            isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"
        )
        if asks and re.search(r"\w+Position\b", ast.unparse(node)):
            return True
    return False


def test_only_what_is_of_one_game_asks_a_position_of_which_game_it_is() -> None:
    asking = {path.relative_to(WEB) for path in WEB.rglob("*.py") if asks_what_a_position_is(path)}
    assert {path.parts[:2] for path in asking} == {("companion", "blokus"), ("companion", "patchwork")}


def test_customs_and_readings_are_of_games_that_are_followed() -> None:
    assert {*CUSTOMS, *READINGS} <= set(FOLLOWED)


@pytest.mark.parametrize("game", PRESENTED)
def test_the_scene_of_a_match_has_what_is_said_of_its_game(game: str) -> None:
    piece_set, said = packaged_piece_set(game), PRESENTED[game]
    scene = scene_of(Match.start(agreed(game, said.usual, {"seed": 1}, piece_set), piece_set))
    assert scene.puzzle == said.puzzle
    assert (scene.time is not None) == said.circle


@pytest.mark.parametrize("game", PRESENTED)
def test_a_game_is_offered_to_as_many_as_its_rules_allow(game: str) -> None:
    def may_play(number: int) -> bool:
        piece_set = packaged_piece_set(game)
        try:
            Match.start(agreed(game, ("Ann", "Bob", "Cy", "Di", "Ed")[:number], {"seed": 1}, piece_set), piece_set)
        except RecordError:
            return False
        return True

    allowed = [number for number in range(1, 6) if may_play(number)]
    assert allowed == list(range(PRESENTED[game].fewest, PRESENTED[game].most + 1))


def test_a_game_that_the_set_up_does_not_know_yet_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: FlaskClient
) -> None:
    for module in ("referee.match", "web.games.equipment", "web.routes.by_hand_api"):
        monkeypatch.setattr(f"{module}.GAMES", {**GAMES, "golomb": Golomb()})
    monkeypatch.setenv("POLYREF_CONFIG", str(tmp_path))
    (tmp_path / "pieces").mkdir()
    (tmp_path / "pieces" / "golomb.json").write_text(DATA, encoding="utf-8")
    answer = client.post("/api/by-hand", json={"game": "golomb", "players": ["Ann", "Bob"]})
    assert answer.status_code == 400
    assert "golomb cannot be begun on the page yet" in (answer.json or {})["error"].casefold()
