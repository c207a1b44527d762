"""axe finds nothing on any page, by day and by night."""

import threading
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.record import format_entry, format_header
from tests.browser.axe import faults
from tests.web.scripted import POLYSSIMO, scripted, served
from tests.web.staged import at, staged
from vision.sighting import Problem, SeenPiece
from web.games.demo import script
from web.record.store import Store

pytestmark = pytest.mark.browser

WHOLE = script(1, POLYSSIMO)
PAGES = ("/matches", "/matches/1", "/rules/blokus", "/by-hand")


def test_sharing_the_game_has_no_faults_nor_has_the_page_of_those_who_look_on(page: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        page.goto(address)
        page.get_by_role("button", name="Let others look on").click()
        expect(page.get_by_role("button", name="Share the game")).to_be_visible()
        assert faults(page) == []
        page.get_by_role("button", name="Share the game").click()
        expect(page.locator("#sharing [data-part=code]")).to_be_visible()
        assert faults(page) == []
        there = page.locator("#sharing [data-part=address]").inner_text()
        stage.doubt(SeenPiece("I", at("I", 5, 5)), SeenPiece("L", at("L", 5, 5)))
        page.goto(there)
        expect(page.locator("#question")).to_be_visible()
        assert faults(page) == []
        page.get_by_role("button", name="Play from here").click()
        expect(page.get_by_label("The code")).to_be_visible()
        assert faults(page) == []


def test_the_table_has_no_faults_from_set_up_to_question(page: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        page.goto(address)
        expect(page.locator("#live")).to_be_visible()
        assert faults(page) == []
        page.get_by_role("button", name="Mark the corners").click()
        expect(page.locator(".handle")).to_have_count(4)
        assert faults(page) == []
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "draft", None))
        expect(page.locator(".pick").first).to_be_visible()
        table.do(lambda _: sitting.draft("F"))
        expect(page.locator(".pick:disabled")).to_have_count(1)
        assert faults(page) == []
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None))
        stage.show(SeenPiece("F", at("F", 0, 0)))
        expect(page.locator("#board .pieces > .piece")).to_have_count(1)
        page.get_by_role("button", name="What fits?").click()
        expect(page.locator(".count").first).to_be_visible()
        assert faults(page) == []
        stage.show(*stage.pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
        expect(page.locator("#board .trouble").first).to_be_visible()
        assert faults(page) == []
        stage.doubt(SeenPiece("I", at("I", 5, 5)), SeenPiece("L", at("L", 5, 5)))
        expect(page.locator("#question")).to_be_visible()
        page.locator("#board .pieces .letter").first.click()
        expect(page.locator("#placing")).to_be_visible()
        assert faults(page) == []
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Paused")
        assert faults(page) == []


def test_the_end_and_the_pages_around_the_table_have_no_faults(page: Page, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match_id = store.begin(format_header(WHOLE.header), "camera")
        for move in WHOLE.moves:
            store.append(match_id, format_entry(move))
        stored = store.latest()
    assert stored
    with served(tmp_path, scripted(WHOLE, 20, threading.Event()), left=stored) as (address, _, _):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann wins")
        assert faults(page) == []
        page.get_by_role("button", name="Large view").click()
        assert faults(page) == []
        for path in PAGES:
            page.goto(f"{address}{path}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert faults(page) == [], path
