"""The real demo of Polyssimo, to its end."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_demo import MOST_MS, SEED, is_kept, left_after
from tests.web.scripted import POLYSSIMO
from tests.web.server import started
from web.games.demo import script

pytestmark = pytest.mark.browser


@pytest.mark.timeout(700)
def test_the_demo_ends_with_its_winner(page: Page, tmp_path: Path) -> None:
    whole = script(SEED, POLYSSIMO)
    left_after(whole, len(whole.moves) - 1, tmp_path, SEED)
    with started(tmp_path, "demo", "--seed", str(SEED), "--speed", "0") as server:
        page.goto(server.address)
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann wins", timeout=MOST_MS)
        expect(page.get_by_role("status").filter(has_text="Left in hand")).to_be_visible()
        expect(page.locator("#board .pieces > .piece")).to_have_count(len(whole.moves))
    is_kept(whole, tmp_path)
