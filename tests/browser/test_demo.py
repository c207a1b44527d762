"""The real demo, with nothing scripted: simulated camera, recognition, referee, page; on from the slip of a game."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.record import format_entry, format_header
from tests.web.scripted import POLYSSIMO
from tests.web.server import started
from web.demo import script
from web.script import Script
from web.store import Store

pytestmark = pytest.mark.browser

SEED = 10
"""A game whose slip comes late, so that little of it is left to play: all of it takes most of a minute."""
BEFORE_SLIP = 2
"""Placements before the slip that are left to be made, in which time the browser comes up."""
MOST_MS = 60_000


def test_the_demo_is_refereed_from_its_slip_to_its_winner_without_a_wrong_call(page: Page, tmp_path: Path) -> None:
    whole = script(SEED, POLYSSIMO)
    _play_nearly_to_slip(whole, tmp_path)
    with started(tmp_path, "demo", "--seed", str(SEED), "--speed", "0") as server:
        assert "Going on with the demo" in server.said
        page.goto(server.address)
        alert = page.get_by_role("alert").filter(has_text="Illegal")
        expect(alert).to_contain_text(f"{whole.slip.piece} lies on", timeout=MOST_MS)
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann wins", timeout=MOST_MS)
        expect(page.get_by_role("status").filter(has_text="Left in hand")).to_be_visible()
        expect(page.locator("#board .pieces > .piece")).to_have_count(len(whole.moves))
    with Store(tmp_path) as store:
        stored = store.latest(demo=True)
    assert stored is not None
    assert list(stored.lines) == _lines(whole, len(whole.moves))


def _play_nearly_to_slip(whole: Script, data: Path) -> None:
    """Leaves the game on disk as it stood shortly before the slip."""
    header, *moves = _lines(whole, whole.slip_at - BEFORE_SLIP)
    with Store(data) as store:
        match_id = store.begin(header, f"demo:{SEED}")
        for line in moves:
            store.append(match_id, line)


def _lines(whole: Script, count: int) -> list[str]:
    return [format_header(whole.header), *[format_entry(move) for move in whole.moves[:count]]]
