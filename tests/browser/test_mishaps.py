"""What goes wrong around a table, in a real browser: lost cameras, impatient fingers, pages that are not there."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from referee.piece import packaged_piece_set
from tests.browser.test_voice import record
from tests.web.scripted import POLYSSIMO, no_camera, served, wished
from tests.web.staged import staged
from web.camera.station import Stations
from web.games.agreed import wished as wishes

pytestmark = pytest.mark.browser


def test_a_camera_lost_in_play_is_told_where_the_verdicts_are_even_in_the_large_view(
    quiet: Page, tmp_path: Path
) -> None:
    with served(tmp_path, no_camera) as (address, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.goto(address)
        quiet.get_by_role("button", name="Large view").click()
        expect(quiet.locator("#blind")).to_contain_text("No camera: camera 9 gives no picture")
        expect(quiet.locator("#blind")).to_be_visible()
        quiet.get_by_role("button", name="Large view").click()
        quiet.get_by_role("button", name="Pause").click()
        expect(quiet.locator("#blind")).to_be_empty()


@pytest.mark.parametrize(("wide", "high"), [(1920, 1080), (1280, 800)])
def test_in_the_large_view_all_players_are_seen(browser: Browser, tmp_path: Path, wide: int, high: int) -> None:
    blokus, people = packaged_piece_set("blokus"), ("Ann", "Bob", "Cy", "Di")
    page = browser.new_page(viewport={"width": wide, "height": high})
    with served(tmp_path, no_camera, partial(wishes, blokus), blokus) as (address, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(people, "open", None))
        page.goto(address)
        page.get_by_role("button", name="Large view").click()
        expect(page.locator(".player")).to_have_count(4)
        boxes = [player.bounding_box() for player in page.locator(".player").all()]
        assert all(box and box["y"] + box["height"] <= high for box in boxes)
    page.close()


COVERED = """notice => {
  const { left, right, top, bottom } = notice.getBoundingClientRect();
  const meets = (box) => left < box.right - 1 && box.left < right - 1 && top < box.bottom - 1 && box.top < bottom - 1;
  const all = [...document.querySelectorAll("#turn, #status, #board, .signs button")];
  return all.filter((one) => meets(one.getBoundingClientRect())).map((one) => one.id);
}"""
"""What a notice lies on."""
DRAWN_ANEW = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("letters", [1, 2])
def test_in_the_large_view_a_notice_lies_on_nothing_and_all_players_are_seen(
    quiet: Page, tmp_path: Path, letters: int
) -> None:
    record(quiet, [])
    quiet.add_init_script("addEventListener('error', ({ message }) => console.error(message))")
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.goto(address)
        quiet.get_by_role("button", name="Large view").click()
        quiet.evaluate(f"document.documentElement.style.fontSize = '{16 * letters}px'")
        quiet.get_by_role("button", name="Voice").click()
        notice = quiet.locator("#voice-words")
        expect(notice).to_contain_text("no voice for this language")
        for wide, high in ((1280, 720), (320, 700), (390, 844), (844, 390), (768, 1024), (1920, 1080)):
            quiet.set_viewport_size({"width": wide, "height": high})
            quiet.evaluate(DRAWN_ANEW)
            assert notice.evaluate(COVERED) == [], wide
            assert quiet.evaluate("document.documentElement.scrollWidth") <= wide
            board = quiet.locator("#board").bounding_box()
            assert board
            assert min(board["width"], board["height"]) > min(wide, high) / 2, "the players stand below it or beside it"
            if letters == 1 and wide > 860:
                last = quiet.locator(".player").last.bounding_box()
                assert last
                assert last["y"] + last["height"] <= high


def test_a_double_click_takes_one_piece_and_raises_no_alarm(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "draft", None)))
        quiet.goto(address)
        quiet.get_by_role("button", name="Take pentomino F").dblclick()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob takes a piece")
        expect(quiet.locator("#match .head .refusal")).to_be_hidden()
        assert sitting.length == 2


def test_nothing_that_acts_on_a_match_can_be_pressed_before_the_page_knows_of_one(quiet: Page, tmp_path: Path) -> None:
    held: list[Route] = []
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.route("**/events", lambda route: held.extend((route,)))
        with quiet.expect_request("**/events"):
            quiet.goto(address)
        expect(quiet.locator("#new-match")).to_be_hidden()
        held[0].continue_()
        quiet.get_by_role("button", name="New match").click()
        expect(quiet.locator("#player-2")).to_have_value("Bob")


def test_a_set_up_whose_table_has_just_been_closed_fails_at_nothing(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, _, _):
        quiet.route("**/api/setup", lambda route: route.fulfill(status=404, json={"error": "There is no table 2."}))
        with quiet.expect_response("**/api/setup"):
            quiet.goto(address)
        expect(quiet.get_by_role("heading", level=1)).to_have_text("New match")
        quiet.wait_for_timeout(100)  # what fails then is told by the browser


def test_a_set_up_that_is_refused_says_why_though_a_match_is_on(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        quiet.goto(address)
        quiet.get_by_role("button", name="New match").click()
        expect(quiet.locator("#player-2")).to_have_value("Bob")
        quiet.locator("#player-2").fill("Ann")
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.locator("#setup .go .refusal")).to_have_text("Player 'Ann' stands there twice.")
        quiet.wait_for_timeout(300)  # snapshots go on coming
        expect(quiet.locator("#setup .go .refusal")).to_be_visible()


def test_an_address_that_is_none_is_answered_calmly(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, _):
        quiet.goto(f"{address}/no-such-page")
        expect(quiet.locator("main")).to_contain_text("There is no such page.")
        quiet.get_by_role("link", name="The table").click()
        # Before the style sheets are there what is hidden shows: only the page at work gives its title the focus.
        expect(quiet.get_by_role("heading", name="New match")).to_be_focused()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("New match")
