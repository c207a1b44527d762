"""Where the keyboard goes on from when what it was on is gone, and what keys that pass by do not do."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.move import Place
from tests.browser.test_by_hand import agree
from tests.browser.test_matches import record_file
from tests.web.scripted import POLYSSIMO, no_camera, served, wished
from tests.web.shelf import served_shelf
from tests.web.staged import at, staged
from vision.sighting import SeenPiece
from web.camera.station import Stations

pytestmark = pytest.mark.browser

LEAST_PX = 200
LARGE = "document.documentElement.style.fontSize = '200%'"


def test_where_the_game_is_shared_the_keyboard_stays_in_its_panel(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.goto(address)
        for opening in ("Let others look on", "Share the game"):
            quiet.get_by_role("button", name=opening).press("Enter")
        expect(quiet.locator("#sharing [data-part=close]")).to_be_focused()
        quiet.get_by_role("button", name="Stop sharing").press("Enter")
        expect(quiet.get_by_role("button", name="Share the game")).to_be_visible()
        expect(quiet.locator("#sharing [data-part=close]")).to_be_focused()


def test_what_can_be_pressed_no_more_hands_the_keyboard_on(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.goto(address)
        stage.lay(Place("", "F", at("F", 0, 0)))
        back = quiet.get_by_role("button", name="Take back")
        expect(back).to_be_enabled()
        back.press("Enter")
        expect(back).to_be_disabled()
        expect(quiet.locator("#turn")).to_be_focused()


def test_in_the_replay_the_slider_takes_over_where_there_is_no_further_move(quiet: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path / "data") as (address, _):
        quiet.goto(f"{address}/matches")
        quiet.locator("#files").set_input_files(record_file(tmp_path, "polyssimo-d03"))
        quiet.get_by_role("link", name="Ann and Bob").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob wins")
        quiet.locator("#first").press("Enter")
        expect(quiet.locator("#first")).to_be_disabled()
        expect(quiet.locator("#at")).to_be_focused()


def test_by_hand_a_piece_given_up_leads_back_to_the_hand(quiet: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path) as (address, _):
        agree(quiet, address, "Blokus", "Ann", "Bob")
        for give_up in ("Escape", "Enter"):
            quiet.locator("#seats button.hold:enabled").nth(2).press("Enter")
            expect(quiet.locator("#laying [data-part=hint]")).to_contain_text("Row")
            if give_up == "Enter":
                quiet.get_by_role("button", name="Cancel").focus()
            quiet.keyboard.press(give_up)
            expect(quiet.locator("#seats button.hold").nth(2)).to_be_focused()


def test_a_piece_that_the_camera_sees_placed_leads_on_to_the_next_hand(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.goto(address)
        quiet.locator('#players [data-hold="F"]').focus()
        stage.lay(Place("", "F", at("F", 0, 0)))
        expect(quiet.locator('#board .pieces [data-piece="F"]')).to_be_visible()
        expect(quiet.locator("#players [data-hold]:focus")).to_have_count(1)


def test_in_the_circle_the_keyboard_goes_to_the_first_patch_when_none_is_tapped(quiet: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path) as (address, _):
        quiet.goto(f"{address}/by-hand")
        quiet.get_by_role("radio", name="Patchwork", exact=True).check()
        quiet.locator("[name=ring][value=ours]").check()
        patch = quiet.locator("#ring-patches button").first
        patch.press("Enter")
        expect(patch).to_have_attribute("aria-label", "1. Patch A: 2 buttons, 1 space, income 0")
        quiet.locator("#ring-back").press("Enter")
        expect(patch).to_be_focused()


def test_a_list_passed_through_by_keys_changes_nothing_before_enter(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, _):
        quiet.goto(address)
        quiet.locator("#player-1").fill("Ann")
        language = quiet.locator("#language")
        language.focus()
        quiet.evaluate("window.stays = true")
        for key in ("ArrowDown", "ArrowUp", "Tab"):
            quiet.keyboard.press(key)
        language.focus()
        quiet.wait_for_timeout(300)
        assert quiet.evaluate("window.stays")
        quiet.keyboard.type("D")  # Dansk, and with the next key Deutsch
        quiet.keyboard.press("ArrowDown")
        expect(quiet.locator("#setup-title")).to_have_text("New match")
        quiet.keyboard.press("Enter")
        expect(quiet.locator("html")).not_to_have_attribute("lang", "en")
        expect(quiet.locator("#player-1")).to_have_value("Ann")
        quiet.goto(f"{address}/matches")
        quiet.goto(address)
        expect(quiet.locator("#sources [type=radio]").first).to_be_visible()
        expect(quiet.locator("#player-1")).to_have_value("")


def test_sources_passed_through_by_keys_are_not_tried(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, _):
        tried: list[str] = []
        quiet.on(
            "request", lambda request: tried.append(str(request.post_data)) if "/api/source" in request.url else None
        )
        quiet.goto(address)
        expect(quiet.locator("#sources [type=radio]").first).to_be_visible()
        quiet.locator("#sources [type=radio]").first.focus()
        while quiet.evaluate("document.activeElement.value") != "address":
            quiet.keyboard.press("ArrowDown")
        quiet.keyboard.press("Tab")
        quiet.keyboard.type("http://192.0.2.1/film", delay=60)
        quiet.keyboard.press("Shift+Tab")
        with quiet.expect_response("**/api/source"):
            pass
        while quiet.evaluate("document.activeElement.value") != "none":
            quiet.keyboard.press("ArrowDown")
        with quiet.expect_response("**/api/source"):
            pass
        assert len(tried) == 2
        assert '"http://192.0.2.1/film"' in tried[0]
        assert '"none"' in tried[1]


def test_where_letters_are_large_a_question_leaves_the_board_to_be_seen(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.set_viewport_size({"width": 1280, "height": 800})
        quiet.goto(address)
        stage.doubt(SeenPiece("I", at("I", 0, 0)), SeenPiece("T", at("T", 0, 0)))
        expect(quiet.get_by_role("button", name="It is the I")).to_be_visible()
        quiet.evaluate(LARGE)
        board = quiet.locator("#board").bounding_box()
        assert board
        assert board["height"] >= LEAST_PX
        expect(quiet.locator("#question-squares")).to_contain_text("Row 1, column 1")


def test_what_keys_do_with_a_piece_is_said(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.goto(address)
        quiet.locator("#players .turn [data-hold], #players .shared [data-hold]").first.press("Enter")
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            quiet.keyboard.press(key)
        expect(quiet.locator("#placing [data-part=where]")).to_have_text("Row 3, column 2")
        expect(quiet.locator("#board")).to_have_attribute("role", "application")
        quiet.keyboard.press("Enter")
        expect(quiet.locator("#board")).to_have_attribute("role", "group")
        name = quiet.locator("#board .pieces .piece").first.get_attribute("aria-label") or ""
        assert "Row 3, column 2" in name


def test_each_of_two_quilts_counts_its_own_columns(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, *_):
        quiet.goto(address)
        words = "async (cells) => (await import('/static/board.js')).placeOf(cells, 11)"
        assert quiet.evaluate(words, [[2, 12], [2, 11]]) == "Row 3, column 1"
        assert quiet.evaluate(words, [[0, 8], [1, 8]]) == "Row 1, column 9"
