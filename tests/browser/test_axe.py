"""axe finds nothing on any page, by day and by night."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from referee.record import format_entry, format_header
from tests.web.scripted import POLYSSIMO, scripted, served
from tests.web.staged import at, staged
from vision.sighting import Problem, SeenPiece
from web.demo import script
from web.store import Store

pytestmark = pytest.mark.browser

WHOLE = script(1, POLYSSIMO)
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PAGES = ("/matches", "/matches/1", "/rules/blokus", "/by-hand")


@pytest.fixture(params=["light", "dark"])
def either(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A tab by day or by night, with nothing moving."""
    context = browser.new_context(color_scheme=request.param, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


def faults(page: Page) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {node['html'][:200]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def test_sharing_the_game_has_no_faults_nor_has_the_page_of_those_who_look_on(either: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        either.goto(address)
        either.get_by_role("button", name="Let others look on").click()
        expect(either.get_by_role("button", name="Share the game")).to_be_visible()
        assert faults(either) == []
        either.get_by_role("button", name="Share the game").click()
        expect(either.locator("#sharing [data-part=code]")).to_be_visible()
        assert faults(either) == []
        there = either.locator("#sharing [data-part=address]").inner_text()
        stage.doubt(SeenPiece("I", at("I", 5, 5)), SeenPiece("L", at("L", 5, 5)))
        either.goto(there)
        expect(either.locator("#question")).to_be_visible()
        assert faults(either) == []
        either.get_by_role("button", name="Play from here").click()
        expect(either.get_by_label("The code")).to_be_visible()
        assert faults(either) == []


def test_the_table_has_no_faults_from_set_up_to_question(either: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        either.goto(address)
        expect(either.locator("#live")).to_be_visible()
        assert faults(either) == []
        either.get_by_role("button", name="Mark the corners").click()
        expect(either.locator(".handle")).to_have_count(4)
        assert faults(either) == []
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "draft", None))
        expect(either.locator(".pick").first).to_be_visible()
        table.do(lambda _: sitting.draft("F"))
        expect(either.locator(".pick:disabled")).to_have_count(1)
        assert faults(either) == []
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        stage.show(SeenPiece("F", at("F", 0, 0)))
        expect(either.locator("#board .pieces > .piece")).to_have_count(1)
        either.get_by_role("button", name="What fits?").click()
        expect(either.locator(".count").first).to_be_visible()
        assert faults(either) == []
        stage.show(*stage.pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
        expect(either.locator("#board .trouble").first).to_be_visible()
        assert faults(either) == []
        stage.doubt(SeenPiece("I", at("I", 5, 5)), SeenPiece("L", at("L", 5, 5)))
        expect(either.locator("#question")).to_be_visible()
        either.locator("#board .pieces .letter").first.click()
        expect(either.locator("#placing")).to_be_visible()
        assert faults(either) == []
        either.get_by_role("button", name="Pause").click()
        expect(either.get_by_role("heading", level=1)).to_have_text("Paused")
        assert faults(either) == []


def test_the_end_and_the_pages_around_the_table_have_no_faults(either: Page, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match_id = store.begin(format_header(WHOLE.header), "camera")
        for move in WHOLE.moves:
            store.append(match_id, format_entry(move))
        stored = store.latest()
    assert stored
    with served(tmp_path, scripted(WHOLE, 20, threading.Event())) as (address, table, sitting):
        table.do(lambda _: sitting.resume(stored))
        either.goto(address)
        expect(either.get_by_role("heading", level=1)).to_have_text("Ann wins")
        assert faults(either) == []
        either.get_by_role("button", name="Large view").click()
        assert faults(either) == []
        for page in PAGES:
            either.goto(f"{address}{page}")
            expect(either.get_by_role("heading", level=1)).to_be_visible()
            assert faults(either) == [], page
