"""The page in every language: nothing on it is left in English, and a game is played from set-up to winner."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.said import Said
from tests.catalogues import english, gathered
from tests.web.scripted import POLYSSIMO, wait_until
from tests.web.staged import Stage, at, staged
from vision.sighting import Problem, SeenPiece
from web import languages
from web.games.demo import script
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.languages import LANGUAGES, told
from web.routes import speaking

pytestmark = pytest.mark.browser

WHOLE = script(1, POLYSSIMO)
NARROW = {"width": 360, "height": 780}


@pytest.fixture
def reader(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A tab of somebody whose browser speaks the language that the test names."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale=request.param)
    context.set_default_timeout(40_000)
    yield context.new_page()
    context.close()


# --- nothing is left in English


class Marked(NullTranslations):
    """A language in which everything stands in brackets: what does not has never been said."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Danish, say, is the language of brackets."""
    words: dict[str, Any] = {}
    for message in gathered():
        plural = () if isinstance(message.id, str) else message.id
        words[english(message)] = [f"⟦{form}⟧" for form in plural] or f"⟦{message.id}⟧"
    monkeypatch.setattr(languages, "translations", lambda _: Marked())
    monkeypatch.setattr(speaking, "translations", lambda _: Marked())
    forms = "".join(str(int(number != 1)) for number in range(200))
    monkeypatch.setattr(speaking, "page_words", lambda _: languages.json.dumps({"words": words, "forms": forms}))


SHOWN = """() => {
  const seen = (element) => element.checkVisibility() && !element.closest("select, option, title, time");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (seen(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
  for (const element of document.querySelectorAll("[aria-label], [alt], [title], [placeholder]"))
    if (seen(element))
      for (const name of ["aria-label", "alt", "title", "placeholder"]) found.push(element.getAttribute(name) ?? "");
  return found;
}"""
SAME = re.compile(
    r"Polyref|Polyssimo Challenge|Blokus|Patchwork|Enter|scripted|/home/ann/game.mp4"
    r"|\b(Ann|Bob|[A-Z]\d\d|U6|[A-Z][1-5])\b"
)
"""What is the same in every language: names of games, players and pieces."""


def left_in_english(page: Page) -> list[str]:
    """What the page shows outside of all brackets, if it is more than single letters and numbers."""
    found = []
    for text in page.evaluate(SHOWN):
        outside = text
        while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", outside)) != outside:
            outside = inner
        outside = re.sub(r"^[^⟦⟧]*⟧|⟦[^⟦⟧]*$", "", outside)  # a sentence within which a number has its own element
        if re.search(r"[A-Za-z]{2,}", SAME.sub("", outside)):
            found.append(text.strip())
    return found


@pytest.mark.parametrize("reader", ["da"], indirect=True)
def test_nothing_on_the_table_is_left_in_english(reader: Page, marked: None, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        reader.goto(address)
        expect(reader.locator("#live")).to_be_visible()
        reader.locator("summary").click()
        assert left_in_english(reader) == []
        reader.locator("#mark").click()
        expect(reader.locator(".handle")).to_have_count(4)
        assert left_in_english(reader) == []
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "draft", None))
        table.do(lambda _: sitting.draft("F"))
        expect(reader.locator(".pick:disabled")).to_have_count(1)
        assert left_in_english(reader) == []
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        stage.show(SeenPiece("F", at("F", 0, 0)))
        expect(reader.locator("#board .pieces > .piece")).to_have_count(1)
        reader.locator("#fits").click()
        expect(reader.locator(".count").first).to_be_visible()
        assert left_in_english(reader) == []
        stage.show(*stage.pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
        expect(reader.locator("#alarm.raised")).to_be_visible()
        stage.doubt(SeenPiece("I", at("I", 5, 5)), SeenPiece("L", at("L", 5, 5)))
        expect(reader.locator("#question")).to_be_visible()
        reader.locator("#board .pieces .letter").first.click()
        expect(reader.locator("#placing")).to_be_visible()
        assert left_in_english(reader) == []
        reader.locator("#pause").click()
        expect(reader.locator("#turn")).to_have_text("⟦Paused⟧")
        assert left_in_english(reader) == []
        reader.locator("#pause").click()
        stage.show()
        expect(reader.locator("#board .pieces > .piece")).to_have_count(0)
        _play(table, sitting)
        expect(reader.locator("#ending table")).to_be_visible()
        assert left_in_english(reader) == []


PATHS = (
    "/by-hand", "/by-hand?game=blokus", "/by-hand?game=patchwork", "/by-hand?game=polyssimo-puzzle", "/matches",
    "/matches/1", "/by-hand/2", "/by-hand/3", "/by-hand/4", "/rules/blokus", "/hall", "/nowhere", "/matches/99",
)  # fmt: skip


@pytest.mark.parametrize("reader", ["da"], indirect=True)
def test_nothing_around_the_table_is_left_in_english(reader: Page, marked: None, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        _play(table, sitting)
        reader.goto(f"{address}/by-hand")
        for wish in (
            {"game": "blokus", "players": ["Ann", "Bob"], "choices": {}},
            {"game": "patchwork", "players": ["Ann", "Bob"], "choices": {"seed": 1}},
            {"game": "polyssimo-puzzle", "players": ["Ann"], "choices": {"card": 21}},
        ):
            reader.request.post(f"{address}/api/by-hand", data=wish)
        for path in PATHS:
            reader.goto(f"{address}{path}")
            if path.startswith(("/by-hand/", "/matches/1")):
                expect(reader.locator("#boards svg").first).to_be_visible()
            expect(reader.locator("h1").first).not_to_be_empty()
            assert left_in_english(reader) == [], path


def _play(table: Table, sitting: Sitting) -> None:
    """Plays a whole game by hand, out of the camera's sight."""

    def play(_: Sitting) -> None:
        sitting.begin(WHOLE.header)
        for move in WHOLE.moves:
            sitting.place(move.piece, move.cells)

    table.do(play)


# --- every language, from set-up to winner


@pytest.fixture(scope="module")
def stage_set(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Stage, Table, Sitting]]:
    """One table for all languages, one after the other."""
    with staged(tmp_path_factory.mktemp("languages")) as served:
        yield served


@pytest.fixture(scope="module")
def everybody(browser: Browser) -> Iterator[Page]:
    """One tab for all languages."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(40_000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_played_in_every_language(
    everybody: Page, stage_set: tuple[str, Stage, Table, Sitting], language: str
) -> None:
    def say(words: str, **names: object) -> str:
        return str(told(Said.known(words, **names), language))

    page, (address, stage, table, sitting) = everybody, stage_set
    stage.show()
    page.context.add_cookies([{"name": "polyref-language", "value": language, "url": address}])
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    if sitting.match:
        page.get_by_role("button", name=say("New match"), exact=True).click()
    expect(page.locator("#setup-title")).to_have_text(say("New match"))
    for number, name in enumerate(("Ann", "Bob"), 1):
        page.get_by_label(say("Player {number}", number=number), exact=True).fill(name)
    page.get_by_label(say("Open hands: everybody may place any piece left")).check()
    _fits_on_a_phone(page)
    page.get_by_role("button", name=say("Begin"), exact=True).click()
    expect(page.locator("#turn")).to_have_text(say("{player} plays", player="Bob"))
    stage.show(SeenPiece("F", at("F", 0, 0)))
    the_f = Said("the {piece}", piece="F")
    expect(page.locator("#status")).to_have_text(
        say("{player} has placed {piece}. That is legal.", player="Bob", piece=the_f)
    )
    stage.show(*stage.pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
    expect(page.locator("#alarm-words")).to_have_text(
        say(
            "Illegal: {piece} lies on {below}. Place it on free squares.",
            piece=Said("the {piece}", piece="P"),
            below=the_f,
        )
    )
    _fits_on_a_phone(page)
    stage.show()
    expect(page.locator("#board .pieces > .piece")).to_have_count(0)
    _play(table, sitting)
    expect(page.locator("#turn")).to_have_text(say("{player} wins", player="Ann"))
    expect(page.locator("#ending button")).to_have_text(say("Play again"))
    _fits_on_a_phone(page)


def _fits_on_a_phone(page: Page) -> None:
    """Nothing is wider than the screen of a small phone."""
    before = page.viewport_size
    page.set_viewport_size(NARROW)
    wait_until(lambda: page.evaluate("innerWidth") == NARROW["width"])
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.set_viewport_size(before)


@pytest.mark.parametrize("reader", ["fr"], indirect=True)
def test_the_language_is_changed_on_the_page_and_remembered(reader: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, *_):
        reader.goto(address)
        expect(reader.locator("#setup-title")).to_have_text("Nouvelle partie")
        reader.get_by_label("Langue").select_option("Русский")
        expect(reader.locator("#setup-title")).to_have_text("Новая партия")
        expect(reader.locator("html")).to_have_attribute("lang", "ru")
        reader.goto(f"{address}/matches")
        expect(reader.get_by_role("heading", level=1)).to_have_text("Партии")
        reader.get_by_label("Язык").select_option("Nederlands")
        expect(reader.get_by_role("heading", level=1)).to_have_text("Partijen")


def test_two_people_see_one_match_in_two_languages_at_once(browser: Browser, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        contexts = [browser.new_context(locale=language) for language in ("de", "ru")]
        german, russian = (context.new_page() for context in contexts)
        for page in (german, russian):
            page.goto(address)
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        stage.show(SeenPiece("F", at("F", 0, 0)))
        expect(german.locator("#status")).to_have_text("Bob hat Teil F gelegt. Das gilt.")
        expect(russian.locator("#status")).to_have_text("Bob кладёт деталь F. Всё по правилам.")
        for context in contexts:
            context.close()
