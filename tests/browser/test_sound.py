"""Sound in a real Chromium that is as strict as with people: a page that nobody has touched is not heard."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.chromium import FLAGS, find_chromium
from tests.web.scripted import wait_until
from tests.web.staged import at, staged
from vision.sighting import SeenPiece

pytestmark = pytest.mark.browser

STRICT = "--autoplay-policy=document-user-activation-required"
SWITCHED_ON = """
  localStorage.setItem("polyref-sound", "on");
  window.contexts = [];
  window.tones = [];
  window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts.push(this); } };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) {
    window.tones.push(at - this.context.currentTime);
    start.call(this, at);
  };
"""
"""``tones`` is how long before each tone it was asked for, in seconds."""
TWO_TONES = 2
"""So many has a piece that is placed."""


class Untouched:
    """A page without the hand of Playwright, for whatever he asks counts as the touch of a person."""

    def __init__(self, browser: Browser) -> None:
        self.page = browser.new_page()
        self.page.add_init_script(SWITCHED_ON)
        self._devtools = self.page.context.new_cdp_session(self.page)

    def go(self, address: str) -> None:
        self._devtools.send("Page.navigate", {"url": address})

    def ask(self, expression: str) -> Any:
        return self._devtools.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})["result"].get(
            "value"
        )

    def waits(self, expression: str) -> None:
        wait_until(lambda: self.ask(expression))

    @property
    def state(self) -> str:
        return str(self.ask("window.contexts[0]?.state"))


@contextmanager
def strict(browser: Browser) -> Iterator[Untouched]:
    chromium = browser.browser_type.launch(executable_path=find_chromium(), args=[*FLAGS, STRICT])
    yield Untouched(chromium)
    chromium.close()


def test_tones_do_not_pile_up_on_a_page_that_nobody_has_touched(browser: Browser, tmp_path: Path) -> None:
    with strict(browser) as untouched, staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None, {}))
        untouched.go(address)
        untouched.waits("document.body?.dataset.screen === 'match'")
        for count, (piece, row) in enumerate((("F", 0), ("P", 4), ("U", 8)), 1):
            stage.show(*stage.pieces, SeenPiece(piece, at(piece, row, 0)))
            untouched.waits(f"document.querySelectorAll('#board .pieces > .piece').length === {count}")
        assert untouched.ask("document.body.dataset.sounded") == "legal"
        assert untouched.state == "suspended"
        untouched.page.wait_for_timeout(600)
        untouched.page.keyboard.press("z")
        wait_until(lambda: untouched.state == "running")
        assert untouched.ask("window.tones") == [], "what has been missed is not heard afterwards"
        stage.show(*stage.pieces, SeenPiece("X", at("X", 4, 6)))
        untouched.waits(f"window.tones.length === {TWO_TONES}")
        assert all(0 < ahead_s < 0.2 for ahead_s in untouched.ask("window.tones"))


def test_a_page_that_was_touched_before_anything_happened_is_heard(browser: Browser, tmp_path: Path) -> None:
    with strict(browser) as untouched, staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None, {}))
        untouched.go(address)
        untouched.waits("document.body?.dataset.screen === 'match'")
        assert untouched.ask("window.contexts.length") == 0
        untouched.page.mouse.click(3, 3)
        wait_until(lambda: untouched.state == "running")
        stage.show(SeenPiece("F", at("F", 0, 0)))
        untouched.waits(f"window.tones.length === {TWO_TONES}")
