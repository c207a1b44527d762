"""Several tables in a real browser: three at once in different states, and one whose camera fails."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.axe import faults
from tests.web.halls import staged_hall
from tests.web.scripted import no_camera
from tests.web.server import started
from tests.web.staged import at
from vision.sighting import Problem, SeenPiece
from web.hall.table import Table

pytestmark = pytest.mark.browser

FRAMES = str(Path(__file__).parents[1] / "data" / "film" / "frames")
PLACED = ("P", "C06", "U")
"""What is placed in that recording, which takes seven seconds."""
FILM_MS = 90_000


def begin(table: Table, *players: str) -> None:
    table.do(lambda sitting: sitting.begin_as_wished(players, "open", None))


@pytest.fixture
def pages(browser: Browser) -> Iterator[BrowserContext]:
    """Tabs of one browser, which may log no error but what the server refuses."""
    context = browser.new_context()
    context.set_default_timeout(40_000)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []


def card(page: Page, number: int) -> Page:
    return page.locator(f'.card[data-table="{number}"]')  # type: ignore[return-value]


def test_tables_are_opened_told_apart_and_closed_from_the_hall(quiet: Page, tmp_path: Path) -> None:
    with staged_hall(tmp_path) as (address, hall, stages):
        quiet.goto(address)
        quiet.get_by_role("link", name="Several tables").click()
        expect(quiet.locator(".card")).to_have_count(1)
        expect(card(quiet, 1).get_by_role("button")).to_have_count(0)
        quiet.get_by_role("button", name="Open another table").click()
        expect(quiet).to_have_url(f"{address}/table/2/")
        expect(quiet.locator("#this-table")).to_have_text("Table 2")
        expect(quiet).to_have_title("Table 2 · Polyref")
        quiet.get_by_label("Player 1").fill("Cid")
        quiet.get_by_label("Player 2").fill("Dora")
        quiet.get_by_label("Open hands").check()
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Dora plays")
        stages[2].show(SeenPiece("F", at("F", 0, 0)))
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(1)
        assert hall.tables[1].match is None
        quiet.get_by_role("link", name="Tables").click()
        expect(card(quiet, 2).locator(".turn")).to_have_text("Cid")
        card(quiet, 2).get_by_role("button", name="Close table 2").click()
        card(quiet, 2).get_by_role("button", name="Leave it open").click()
        expect(card(quiet, 2).get_by_role("button", name="Close table 2")).to_be_focused()
        card(quiet, 2).get_by_role("button", name="Close table 2").click()
        card(quiet, 2).get_by_role("button", name="Close it").click()
        expect(quiet.locator(".card")).to_have_count(1)
        expect(quiet.get_by_role("heading", level=1)).to_be_focused()
        quiet.get_by_role("link", name="Table 1").click()
        expect(quiet.locator("#this-table")).to_have_text("Table")


def test_two_taps_open_one_table(quiet: Page, tmp_path: Path) -> None:
    with staged_hall(tmp_path) as (address, hall, _):
        quiet.goto(f"{address}/hall")
        quiet.get_by_role("button", name="Open another table").dblclick()
        expect(quiet.locator("#this-table")).to_have_text("Table 2")
        assert tuple(hall.tables) == (1, 2)


def test_where_there_is_no_room_for_another_table_it_says_so(quiet: Page, tmp_path: Path) -> None:
    with staged_hall(tmp_path, most=2) as (address, hall, _):
        hall.open()
        quiet.goto(f"{address}/hall")
        quiet.get_by_role("button", name="Open another table").click()
        expect(quiet.get_by_role("alert")).to_have_text("There is no room for another table here. Close one first.")
        assert tuple(hall.tables) == (1, 2)


def test_a_press_is_not_lost_though_the_card_changes_under_the_finger(quiet: Page, tmp_path: Path) -> None:
    with staged_hall(tmp_path, 2) as (address, hall, stages):
        begin(hall.tables[2], "Cid", "Dora")
        quiet.goto(f"{address}/hall")
        box = card(quiet, 2).get_by_role("button", name="Close table 2").bounding_box()
        assert box is not None
        quiet.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        quiet.mouse.down()
        stages[2].show(SeenPiece("F", at("F", 0, 0)))
        for _ in range(3):
            with quiet.expect_response("**/hall"):
                pass
        expect(card(quiet, 2).locator(".turn")).to_have_text("Dora")
        quiet.mouse.up()
        expect(card(quiet, 2).locator(".turn")).to_have_text("Cid")
        expect(card(quiet, 2).get_by_role("button", name="Leave it open")).to_be_visible()


def test_what_is_illegal_at_a_table_is_read_out_in_the_hall(quiet: Page, tmp_path: Path) -> None:
    with staged_hall(tmp_path) as (address, hall, stages):
        begin(hall.tables[1], "Ann", "Bob")
        stages[1].show(SeenPiece("F", at("F", 0, 0)))
        stages[1].show(SeenPiece("F", at("F", 0, 0)), problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
        quiet.goto(f"{address}/hall")
        expect(quiet.locator("#heard")).to_contain_text("Table 1: Illegal: the P lies on the F")


def test_a_page_whose_table_is_closed_says_so(quiet: Page, tmp_path: Path) -> None:
    with staged_hall(tmp_path, 2) as (address, hall, _):
        quiet.goto(f"{address}/table/2/")
        expect(quiet.locator("#this-table")).to_have_text("Table 2")
        hall.close_table(2)
        expect(quiet.locator("#offline")).to_have_text(
            "There is no table 2: it has not been opened, or has been closed."
        )


def test_one_table_whose_camera_fails_touches_no_other(pages: BrowserContext, tmp_path: Path) -> None:
    with staged_hall(tmp_path, 3, {3: no_camera}) as (address, hall, stages):
        for number, people in ((1, ("Ann", "Bob")), (2, ("Cid", "Dora")), (3, ("Eve", "Fred"))):
            begin(hall.tables[number], *people)
        overview, first, second = (pages.new_page() for _ in range(3))
        overview.goto(f"{address}/hall")
        first.goto(address)
        second.goto(f"{address}/table/2/")
        expect(card(overview, 3)).to_contain_text("No camera: camera 9 gives no picture")
        stages[1].show(SeenPiece("F", at("F", 0, 0)))
        expect(first.locator("#board .pieces > .piece")).to_have_count(1)
        expect(first.get_by_role("heading", level=1)).to_have_text("Ann plays")
        stages[2].show(SeenPiece("L", at("L", 0, 0)))
        expect(second.locator("#board .pieces > .piece")).to_have_count(1)
        stages[2].show(*stages[2].pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("L",)),))
        expect(second.get_by_role("alert").filter(has_text="Illegal")).to_contain_text("P lies on")
        expect(card(overview, 2).locator(".alarm")).to_contain_text("P lies on")
        expect(card(overview, 1).locator(".alarm")).to_have_count(0)
        expect(card(overview, 1).locator(".turn")).to_have_text("Ann")
        expect(first.locator("#alarm-words")).to_be_empty()
        for page in (overview, first, second):
            page.close()


def test_the_hall_has_no_faults(page: Page, tmp_path: Path) -> None:
    with staged_hall(tmp_path, 4, {3: no_camera}) as (address, hall, stages):
        for number in (1, 2, 3):
            begin(hall.tables[number], "Ann", "Bob")
        stages[1].show(SeenPiece("F", at("F", 0, 0)), problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
        stages[2].doubt(SeenPiece("I", at("I", 5, 5)), SeenPiece("L", at("L", 5, 5)))
        page.goto(f"{address}/hall")
        expect(page.locator(".alarm")).to_have_count(2)
        expect(page.locator(".sight.blind")).to_have_count(1)
        card(page, 2).get_by_role("button").first.click()
        expect(card(page, 2).get_by_role("button", name="Close it")).to_be_focused()
        assert faults(page) == []
        page.goto(f"{address}/table/3/")
        expect(page.locator("#this-table")).to_have_text("Table 3")
        assert faults(page) == []


@pytest.mark.timeout(240)
def test_three_recordings_are_refereed_at_once(quiet: Page, tmp_path: Path) -> None:
    tables = {"": ["Ann", "Bob"], "/table/2": ["Cid", "Dora", "Eve"], "/table/3": ["Fred", "Gus"]}
    with started(tmp_path, "play") as server:
        for address, people in tables.items():
            if address:
                assert server.post("/api/hall") == 200
            assert server.post(f"{address}/api/match", players=people, hands="open", source=FRAMES) == 200
        quiet.goto(f"{server.address}/hall")
        expect(quiet.locator(".card")).to_have_count(3)
        expect(quiet.get_by_text("The recording has come to its end.")).to_have_count(3, timeout=FILM_MS)
        for address, people in tables.items():
            match = server.get(f"{address}/api/snapshot")["match"]
            order = people[::-1]  # who drafts last places first, and so back
            assert [(one["player"], one["piece"]) for one in match["lying"]] == [
                (order[turn % len(order)], piece) for turn, piece in enumerate(PLACED)
            ]
        quiet.get_by_role("link", name="Table 3").click()
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(len(PLACED))
