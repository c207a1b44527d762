"""Others look on from a browser of their own: they see the same at once, can change nothing, and play with the code."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from referee.move import Place
from tests.web.scripted import served, wished
from tests.web.staged import at, staged

pytestmark = pytest.mark.browser

SAME_WITHIN_S = 0.2
PLACES = {"F": (0, 0), "I": (5, 0), "L": (0, 4), "P": (7, 0), "T": (7, 6)}
NOTE = """() => {
  window.noted = {};
  new MutationObserver(() => {
    for (const piece of document.querySelectorAll("#board .pieces > .piece")) {
      window.noted[piece.dataset.piece] ??= performance.timeOrigin + performance.now();
    }
  }).observe(document.querySelector("#board"), { childList: true, subtree: true });
}"""


@pytest.fixture
def another(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Tabs of other browsers, on phones."""
    contexts = []

    def opened() -> Page:
        contexts.append(browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB"))
        contexts[-1].set_default_timeout(40_000)
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@contextmanager
def match_on(folder: Path, hands: str = "open") -> Iterator:
    with staged(folder) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), hands, None)))
        yield address, stage, table, sitting


def share(page: Page, address: str) -> str:
    """Switches sharing on at the host's page; the address for others."""
    page.goto(address)
    page.get_by_role("button", name="Let others look on").click()
    page.get_by_role("button", name="Share the game").click()
    expect(page.locator("#sharing [data-part=picture]")).to_be_visible()
    return page.locator("#sharing [data-part=address]").inner_text()


@pytest.mark.fault("F24")
def test_a_viewer_sees_the_same_within_a_fifth_of_a_second_and_can_change_nothing(
    quiet: Page, another: Callable[[], Page], tmp_path: Path
) -> None:
    with match_on(tmp_path) as (address, stage, _, sitting):
        there = share(quiet, address)
        code = np.frombuffer(quiet.locator("#sharing [data-part=picture]").screenshot(), np.uint8)
        assert cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(code, cv2.IMREAD_COLOR))[0] == there
        viewer = another()
        viewer.goto(there)
        expect(quiet.locator("#sharing [data-part=viewers]")).to_have_text("1 is looking on.")
        quiet.get_by_role("button", name="Close").click()
        for page in (quiet, viewer):
            expect(page.get_by_role("heading", level=1)).to_have_text("Bob plays")
            page.evaluate(NOTE)
        for piece, place in PLACES.items():
            stage.lay(Place("", piece, at(piece, *place)))
            for page in (quiet, viewer):
                expect(page.locator(f'#board .pieces > [data-piece="{piece}"]')).to_be_visible()
        expect(viewer.locator("#status")).to_have_text(quiet.locator("#status").inner_text())
        here, beyond = (page.evaluate("window.noted") for page in (quiet, viewer))
        assert median(abs(beyond[piece] - here[piece]) for piece in PLACES) < 1000 * SAME_WITHIN_S
        buttons = viewer.get_by_role("button").all()
        assert {button.get_attribute("id") for button in buttons} == {"enter", "sound", "voice", "wall"}
        before = sitting.length
        codes = viewer.evaluate(
            """async () => Promise.all(["undo", "place", "remove", "match", "pause", "source", "corners", "answer"].map(
              async (name) => (await fetch(`api/${name}`, { method: "POST", body: "{}",
                headers: { "Content-Type": "application/json" } })).status))"""
        )
        assert set(codes) == {403}
        assert sitting.length == before


def test_who_types_the_code_may_play_until_there_is_a_new_one(
    quiet: Page, another: Callable[[], Page], tmp_path: Path
) -> None:
    with match_on(tmp_path) as (address, _, _table, sitting):
        there = share(quiet, address)
        code = quiet.locator("#sharing [data-part=code]").inner_text()
        player = another()
        player.goto(there)
        player.get_by_role("button", name="Play from here").click()
        player.get_by_label("The code").fill("000 00")
        player.locator("#entering button[type=submit]").click()
        expect(player.locator("#entering .refusal")).to_have_text("That is not the code that is shown at the table.")
        player.get_by_label("The code").fill(code)
        player.locator("#entering button[type=submit]").click()
        expect(player.get_by_role("button", name="Take back")).to_be_visible()
        expect(player.get_by_role("button", name="Let others look on")).to_have_count(0)
        player.get_by_role("button", name="Place pentomino I by hand").click()
        player.get_by_role("button", name="Put it here").click()
        expect(player.get_by_role("heading", level=1)).to_have_text("Ann plays")
        assert sitting.length == 2
        player.get_by_role("button", name="New match").click()
        expect(player.locator("#sources")).to_be_hidden()
        player.get_by_role("button", name="Begin", exact=True).click()
        expect(player.get_by_role("heading", level=1)).to_have_text("Ann takes a piece")
        quiet.get_by_role("button", name="New code").click()
        expect(quiet.locator("#sharing [data-part=code]")).not_to_have_text(code)
        expect(player.get_by_role("button", name="Play from here")).to_be_visible()
        expect(player.get_by_role("button", name="Take back")).to_have_count(0)


def test_when_sharing_ends_viewers_are_told_so_and_find_it_again(
    quiet: Page, another: Callable[[], Page], tmp_path: Path
) -> None:
    with match_on(tmp_path) as (address, stage, _, _sitting):
        there = share(quiet, address)
        viewer = another()
        viewer.goto(there)
        expect(viewer.get_by_role("heading", level=1)).to_have_text("Bob plays")
        quiet.get_by_role("button", name="Stop sharing").click()
        expect(viewer.locator("#offline")).to_have_text("This game is not shared just now. Ask at the table.")
        expect(viewer.get_by_role("heading", level=1)).to_have_text("Bob plays")
        quiet.get_by_role("button", name="Share the game").click()
        expect(viewer.locator("#offline")).to_be_hidden()
        stage.lay(Place("", "F", at("F", 0, 0)))
        expect(viewer.get_by_role("heading", level=1)).to_have_text("Ann plays")


@pytest.mark.fault("F30")
def test_where_streams_run_out_a_viewer_asks_for_snapshots_instead(
    quiet: Page, another: Callable[[], Page], tmp_path: Path
) -> None:
    with staged(tmp_path, max_guest_streams=1) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        there = share(quiet, address)
        first, second = another(), another()
        for viewer in (first, second):
            viewer.goto(there)
            expect(viewer.get_by_role("heading", level=1)).to_have_text("Bob plays")
        with second.expect_response(lambda answer: "/api/snapshot?since=" in answer.url):
            stage.lay(Place("", "F", at("F", 0, 0)))
        expect(second.get_by_role("heading", level=1)).to_have_text("Ann plays")


@pytest.mark.fault("F31")
def test_a_connection_that_dies_without_a_word_is_noticed_and_opened_anew(
    quiet: Page, another: Callable[[], Page], tmp_path: Path
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    with match_on(tmp_path) as (address, stage, _, _sitting):
        there = share(quiet, address)
        viewer = another()
        viewer.clock.install()
        viewer.route("**/events", hold)
        viewer.goto(there)
        viewer.clock.run_for(5_000)
        expect(viewer.locator("#offline")).to_be_hidden()
        viewer.clock.run_for(6_000)
        expect(viewer.get_by_role("heading", level=1)).to_have_text("Bob plays")
        stage.lay(Place("", "F", at("F", 0, 0)))
        expect(viewer.get_by_role("heading", level=1)).to_have_text("Ann plays")
        assert len(held) == 2


@pytest.mark.fault("F31")
def test_a_connection_on_which_nothing_happens_but_signs_of_life_is_left_alone(
    quiet: Page, another: Callable[[], Page], tmp_path: Path
) -> None:
    opened: list[str] = []
    with served(tmp_path, lambda _: None) as (address, table, sitting):  # without a camera, which shows something new
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        there = share(quiet, address)
        viewer = another()
        viewer.clock.install()
        viewer.on("request", lambda request: opened.append(request.url) if request.url.endswith("/events") else None)
        viewer.goto(there)
        expect(viewer.get_by_role("heading", level=1)).to_have_text("Bob plays")
        for _ in range(6):
            viewer.clock.run_for(4_000)
            quiet.wait_for_timeout(600)  # a sign of life comes every half second
        assert len(opened) == 1


def test_a_draft_and_its_end_are_seen_without_anything_to_tap(
    quiet: Page, another: Callable[[], Page], tmp_path: Path
) -> None:
    with match_on(tmp_path, "draft") as (address, _, table, sitting):
        there = share(quiet, address)
        viewer = another()
        viewer.goto(there)
        expect(viewer.get_by_role("heading", level=1)).to_have_text("Ann takes a piece")
        table.do(lambda _: sitting.draft("F"))
        expect(viewer.locator('#players section[aria-label="Ann"] .hold')).to_have_count(1)
        assert viewer.locator("#draft button, #players button").count() == 0
        assert viewer.evaluate("document.documentElement.scrollWidth") <= 390
