"""The page in a real browser: a whole match, from its start to its winner."""

import threading
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.scripted import POLYSSIMO, no_camera, scripted, served
from web.camera.station import Stations
from web.games.demo import script
from web.hall.table import Table

pytestmark = pytest.mark.browser


def test_a_whole_match_is_refereed_to_its_winner(quiet: Page, tmp_path: Path) -> None:
    whole, go = script(1, POLYSSIMO), threading.Event()
    with served(tmp_path, scripted(whole, 60, go)) as (address, _, sitting):
        sitting.begin(whole.header)
        quiet.goto(address)
        expect(quiet.get_by_role("heading", level=1)).to_have_text(f"{whole.moves[0].player} plays")
        go.set()
        expect(quiet.get_by_role("alert").filter(has_text="Illegal")).to_contain_text(" lies on ", timeout=20_000)
        assert not go.is_set()
        expect(quiet.locator("#board .trouble")).to_have_count(len(whole.slip.cells))
        quiet.reload()
        expect(quiet.locator("#board .trouble")).to_have_count(len(whole.slip.cells))
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(whole.slip_at)
        go.set()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann wins", timeout=20_000)
        reason = quiet.get_by_role("status").filter(has_text="Left in hand")
        expect(reason).to_contain_text("A tie: Ann placed later than Bob")
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(len(whole.moves))
        assert sitting.match is not None
        assert sitting.match.position.lying == whole.moves


def test_a_match_is_begun_drafted_played_taken_back_and_corrected_by_hand(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, _):
        quiet.goto(address)
        _begin(quiet, "Ann", "Bob", hands="Draft")
        heading = quiet.get_by_role("heading", level=1)
        for turn in range(24):
            expect(heading).to_have_text(f"{('Ann', 'Bob')[turn % 2]} takes a piece")
            quiet.locator(".pick:not(:disabled)").first.click()
        expect(heading).to_have_text("Bob plays")
        quiet.get_by_role("button", name="Place pentomino I by hand").click()
        quiet.keyboard.press("r")
        quiet.keyboard.press("ArrowRight")
        quiet.get_by_role("button", name="Put it here").click()
        expect(heading).to_have_text("Ann plays")
        expect(quiet.locator("#status")).to_have_text("Bob has placed the I. That is legal.")
        assert _lying(table) == {"I": tuple((row, 1) for row in range(5))}
        quiet.get_by_role("button", name="pentomino I, placed by Bob").click()
        quiet.keyboard.press("ArrowDown")
        quiet.get_by_role("button", name="This is right").click()
        expect(quiet.locator("#status")).to_contain_text("Corrected")
        assert _lying(table) == {"I": tuple((row, 1) for row in range(1, 6))}
        quiet.get_by_role("button", name="Take back").click()
        expect(heading).to_have_text("Bob plays")
        assert _lying(table) == {}


def test_an_overlap_by_hand_is_refused_in_words_and_changes_nothing(page: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, _):
        page.goto(address)
        _begin(page, "Ann", "Bob", hands="Open hands")
        for piece, player in (("F", "Ann"), ("I", "Ann")):
            page.get_by_role("button", name=f"Place pentomino {piece} by hand").click()
            page.get_by_role("button", name="Put it here").click()
            expect(page.get_by_role("heading", level=1)).to_have_text(f"{player} plays")
        expect(page.get_by_role("alert").filter(has_text="Illegal: the I")).to_be_visible()
        assert list(_lying(table)) == ["F"]


def test_a_table_without_its_camera_says_so(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera) as (address, _, _):
        quiet.goto(address)
        expect(quiet.locator("#sight-words")).to_contain_text("No camera: camera 9 gives no picture")
        expect(quiet.get_by_role("button", name="Mark the corners")).to_be_disabled()


def test_the_page_fits_a_narrow_phone(quiet: Page, tmp_path: Path) -> None:
    quiet.set_viewport_size({"width": 360, "height": 740})
    with served(tmp_path, no_camera) as (address, _, sitting):
        sitting.begin(script(1, POLYSSIMO).header)
        quiet.goto(address)
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob plays")
        assert quiet.evaluate("document.documentElement.scrollWidth") <= 360


def _begin(page: Page, *players: str, hands: str) -> None:
    page.get_by_label("No camera").check()
    for number, player in enumerate(players, 1):
        page.get_by_label(f"Player {number}").fill(player)
    page.get_by_label(hands).check()
    page.get_by_role("button", name="Begin", exact=True).click()


def _lying(table: Table) -> dict[str, object]:
    match = table.snapshot.match
    return {placed.piece: placed.cells for placed in match.lying} if match else {}
