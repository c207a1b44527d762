"""The voice in a real browser, whose speech is replaced by one that writes down what it is to say."""

import json
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.scripted import POLYSSIMO, no_camera, scripted, served
from tests.web.shelf import served_shelf
from tests.web.staged import at, staged
from vision.sighting import Problem, SeenPiece
from web.games import deal
from web.games.demo import script
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.languages import told
from web.record.store import Store

pytestmark = pytest.mark.browser

RECORDER = """
  window.said = [];
  window.voices = VOICES;
  class Engine extends EventTarget {
    get speaking() { return Boolean(this.current); }
    pending = false;
    getVoices() { return window.voices; }
    speak(one) {
      if (this.current) window.said.push("talks over itself");
      this.current = one;
      window.said.push(one.text);
      window.spoken = { lang: one.lang, voice: one.voice.name };
    }
    cancel() {
      const one = this.current;
      this.current = null;
      one?.onerror?.({ error: "interrupted" });
    }
  }
  const engine = new Engine();
  window.finish = () => {
    const one = engine.current;
    engine.current = null;
    one?.onend?.({});
  };
  window.refuse = () => {
    const one = engine.current;
    engine.current = null;
    one?.onerror?.({ error: "not-allowed" });
  };
  window.find = (voices) => {
    window.voices = voices;
    engine.dispatchEvent(new Event("voiceschanged"));
  };
  Object.defineProperty(window, "speechSynthesis", { value: engine });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
"""``said`` is everything that was said; ``finish`` ends the sentence that is being said."""
VOICES = [
    {"name": "Elsewhere", "lang": "en-GB", "localService": False, "default": True},
    {"name": "Hans", "lang": "de-DE", "localService": True, "default": False},
    {"name": "Zoe", "lang": "en-US", "localService": True, "default": False},
    {"name": "Kate", "lang": "en_GB", "localService": True, "default": False},
]


def record(page: Page, voices: object = VOICES) -> None:
    page.add_init_script(RECORDER.replace("VOICES", json.dumps(voices)))


def says(page: Page, *sentences: str) -> None:
    """Waits until exactly this has been said so far."""
    page.wait_for_function(
        "wanted => JSON.stringify(window.said) === wanted", arg=json.dumps(sentences, separators=(",", ":"))
    )


def begin(table: Table, hands: str = "open") -> None:
    def begun(sitting: Sitting) -> None:
        sitting.begin(deal.header(POLYSSIMO, ("Ann", "Bob"), hands))

    table.do(begun)


def switch(page: Page) -> None:
    page.get_by_role("button", name="Voice").click()


def test_it_is_silent_until_it_is_switched_on_and_then_remembered(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    with staged(tmp_path) as (address, stage, table, _):
        begin(table)
        quiet.goto(address)
        stage.show(SeenPiece("F", at("F", 0, 0)))
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann plays")
        says(quiet)
        switch(quiet)
        says(quiet, "Ann, it is your turn.")
        assert quiet.evaluate("window.spoken") == {"lang": "en-GB", "voice": "Kate"}
        quiet.reload()
        expect(quiet.get_by_role("button", name="Voice")).to_have_attribute("aria-pressed", "true")
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann plays")
        says(quiet)
        stage.show(*stage.pieces, SeenPiece("P", at("P", 5, 5)))
        says(quiet, "Bob, it is your turn.")


def test_trouble_interrupts_a_turn_and_a_turn_waits_for_trouble(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    with staged(tmp_path) as (address, stage, table, _):
        begin(table)
        quiet.goto(address)
        switch(quiet)
        said = ["Bob, it is your turn."]
        says(quiet, *said)
        stage.show(problems=(Problem("overhang", "F16", at("F16", 9, 11)),))
        said.append("That is not allowed: the striped piece hangs over the edge.")
        says(quiet, *said)
        quiet.evaluate("window.finish()")
        stage.show()
        expect(quiet.locator("#alarm")).not_to_have_class("raised")
        stage.show(SeenPiece("F16", at("F16", 0, 0)))
        said.append("Ann, it is your turn.")
        says(quiet, *said)
        stage.doubt(SeenPiece("P", at("P", 6, 6)), SeenPiece("U", at("U", 6, 6)))
        said.append("What lies there? Please choose on the screen.")
        says(quiet, *said)
        quiet.locator("#choices button").first.click()
        said.append("Bob, it is your turn.")
        says(quiet, *said)


def test_it_is_quiet_in_a_pause_and_tells_afterwards_what_has_happened(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    with staged(tmp_path) as (address, _, table, _):
        begin(table)
        quiet.goto(address)
        switch(quiet)
        says(quiet, "Bob, it is your turn.")
        quiet.get_by_role("button", name="Pause").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Paused")
        assert quiet.evaluate("window.speechSynthesis.current") is None
        quiet.get_by_role("button", name="Place pentomino I by hand").click()
        quiet.get_by_role("button", name="Put it here").click()
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(1)
        says(quiet, "Bob, it is your turn.")
        quiet.get_by_role("button", name="Go on").click()
        says(quiet, "Bob, it is your turn.", "Ann, it is your turn.")


def test_what_was_said_is_not_said_again_when_the_page_comes_back(page: Page, tmp_path: Path) -> None:
    record(page)
    with served(tmp_path, no_camera) as (address, table, _):
        begin(table)
        page.goto(address)
        switch(page)
        says(page, "Bob, it is your turn.")
        page.evaluate("window.finish()")
    expect(page.locator("#offline")).to_be_visible()
    with Store(tmp_path) as store:
        stored = store.latest()
    assert stored
    with served(tmp_path, no_camera, port=urlsplit(address).port, left=stored):
        expect(page.locator("#offline")).to_be_hidden(timeout=20_000)
        says(page, "Bob, it is your turn.")
        page.get_by_role("button", name="Place pentomino I by hand").click()
        page.get_by_role("button", name="Put it here").click()
        says(page, "Bob, it is your turn.", "Ann, it is your turn.")


def test_it_speaks_the_language_of_the_page(browser: Browser, tmp_path: Path) -> None:
    german = browser.new_context(locale="de-DE")
    page = german.new_page()
    record(page)
    with served(tmp_path, no_camera) as (address, table, _):
        begin(table)
        page.goto(address)
        page.locator("#voice").click()
        says(page, told(table.snapshot.aloud.turn, "de"))
        assert page.evaluate("window.spoken") == {"lang": "de-DE", "voice": "Hans"}
    german.close()


def test_only_the_winner_is_told_of_an_ending(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    whole, go = script(1, POLYSSIMO), threading.Event()
    with served(tmp_path, scripted(whole, 60, go)) as (address, _, sitting):
        sitting.begin(whole.header)
        quiet.goto(address)
        switch(quiet)
        go.set()
        expect(quiet.locator("#alarm-words")).to_contain_text("lies on", timeout=20_000)
        quiet.wait_for_function("() => window.said.at(-1).includes('lies on another one')")
        go.set()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann wins", timeout=20_000)
        quiet.wait_for_function("() => window.said.at(-1) === 'Ann wins'")
        assert "talks over itself" not in quiet.evaluate("window.said")


@pytest.mark.parametrize("voices", [[], VOICES[:2]])
def test_where_there_is_no_voice_for_the_language_it_says_so(quiet: Page, tmp_path: Path, voices: object) -> None:
    record(quiet, voices)
    with staged(tmp_path) as (address, _, table, _):
        begin(table)
        quiet.goto(address)
        switch(quiet)
        expect(quiet.locator("#voice-words")).to_contain_text("no voice for this language")
        quiet.evaluate("voices => window.find(voices)", VOICES)
        expect(quiet.locator("#voice-words")).to_be_hidden()
        says(quiet)


def test_a_browser_that_waits_for_a_tap_is_given_one(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    with staged(tmp_path) as (address, stage, table, _):
        begin(table)
        quiet.goto(address)
        switch(quiet)
        says(quiet, "Bob, it is your turn.")
        quiet.evaluate("window.refuse()")
        expect(quiet.locator("#voice-words")).to_contain_text("Tap anywhere")
        stage.show(SeenPiece("F", at("F", 0, 0)))
        says(quiet, "Bob, it is your turn.", "Ann, it is your turn.")
        quiet.evaluate("window.refuse()")
        quiet.get_by_role("heading", level=1).click()
        expect(quiet.locator("#voice-words")).to_be_hidden()
        says(quiet, "Bob, it is your turn.", "Ann, it is your turn.", "Ann, it is your turn.")


SILENT = """() => {
  const { speak } = speechSynthesis;
  speechSynthesis.speak = () => {};
  document.addEventListener("keydown", () => (speechSynthesis.speak = speak), { once: true });
}"""
"""As Safari on a phone: until it is touched nothing is said, and nothing is told of that."""


def test_a_browser_that_waits_for_a_tap_without_a_word_is_given_one_too(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    with staged(tmp_path) as (address, stage, table, _):
        begin(table)
        quiet.goto(address)
        switch(quiet)
        says(quiet, "Bob, it is your turn.")
        quiet.evaluate("window.finish()")
        quiet.evaluate(SILENT)
        stage.show(SeenPiece("F", at("F", 0, 0)))
        expect(quiet.locator("#voice-words")).to_contain_text("Tap anywhere once")
        quiet.keyboard.press("Shift")
        expect(quiet.locator("#voice-words")).to_be_hidden()
        says(quiet, "Bob, it is your turn.", "Ann, it is your turn.")


def test_voices_of_which_no_event_tells_are_used_as_well(quiet: Page, tmp_path: Path) -> None:
    """As in Safari before 16."""
    record(quiet)
    quiet.add_init_script("speechSynthesis.addEventListener = undefined")
    with staged(tmp_path) as (address, _stage, table, _):
        begin(table)
        quiet.goto(address)
        switch(quiet)
        says(quiet, "Bob, it is your turn.")


def test_games_by_hand_are_heard_too(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    with served_shelf(tmp_path) as (address, _):
        quiet.goto(f"{address}/by-hand?game=polyssimo")
        for number, player in enumerate(("Ann", "Bob"), 1):
            quiet.get_by_label(f"Player {number}", exact=True).fill(player)
        quiet.get_by_label("Open: everybody may place any piece left").check()
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob plays")
        switch(quiet)
        said = ["Bob plays", "Ann plays", "That is not allowed. Please look at the screen."]
        says(quiet, *said[:1])
        for count in (2, 3):
            quiet.locator("#seats button.hold").first.click()
            quiet.evaluate("finish()")
            quiet.locator("#laying [data-part=put]").click()
            says(quiet, *said[:count])


def test_no_camera_at_all_is_no_reason_to_be_silent(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    with served(tmp_path, no_camera) as (address, table, _):
        begin(table, "draft")
        quiet.goto(address)
        switch(quiet)
        says(quiet, "Ann, take a piece.")
        quiet.evaluate("finish()")
        quiet.locator(".pick:not(:disabled)").first.click()
        says(quiet, "Ann, take a piece.", "Bob, take a piece.")


def test_switched_on_before_the_page_knows_what_goes_on_it_greets_when_it_does(quiet: Page, tmp_path: Path) -> None:
    record(quiet)
    held: list[Route] = []
    with staged(tmp_path) as (address, _, table, _):
        begin(table)
        quiet.route("**/events*", lambda route: held.append(route))  # noqa: PLW0108  it is asked for its parameters
        quiet.goto(address)
        switch(quiet)
        says(quiet)
        for one in held:
            one.continue_()
        says(quiet, "Bob, it is your turn.")
