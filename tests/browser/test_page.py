"""The page in a real browser: a whole match, from its start to its winner."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.scripted import POLYSSIMO, no_camera, scripted, served, wait_until
from web.demo import script

pytestmark = pytest.mark.browser


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A page whose browser has nothing to complain about."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []


def test_a_whole_match_is_refereed_to_its_winner(quiet: Page, tmp_path: Path) -> None:
    whole, go = script(5, POLYSSIMO), threading.Event()
    with served(tmp_path, scripted(whole, 60, go)) as (address, table, sitting):
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
        expect(quiet.get_by_role("status").filter(has_text="Left in hand")).to_contain_text("placed last wins")
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(len(whole.moves))
        assert sitting.match is not None
        assert sitting.match.position.lying == whole.moves
