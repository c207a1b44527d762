"""The real demo, with nothing scripted: simulated camera, recognition, referee, page.

Of a game only its slip and its end are played here, the end of Polyssimo by ``make thorough``; whole ones are by
``python -m tests.benchmarks.demo``.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.piece import packaged_piece_set
from referee.record import format_entry, format_header
from tests.web.scripted import POLYSSIMO
from tests.web.server import started
from web.games.demo import script
from web.record.store import Store
from web.scripts.script import Script

pytestmark = pytest.mark.browser

SEED = 10
BLOKUS_SEED = 18
"""A game whose slip comes with its last placement."""
MOST_MS = 300_000
"""A busy machine needs as long."""


@pytest.mark.timeout(700)
def test_a_slip_of_the_demo_is_told_and_accepted_once_it_is_put_right(page: Page, tmp_path: Path) -> None:
    whole = script(SEED, POLYSSIMO)
    left_after(whole, whole.slip_at, tmp_path, SEED)
    with started(tmp_path, "demo", "--seed", str(SEED), "--speed", "0") as server:
        assert "Going on with the demo" in server.said
        page.goto(server.address)
        alert = page.get_by_role("alert").filter(has_text="Illegal")
        expect(alert).to_contain_text(f"{whole.slip.piece} lies on", timeout=MOST_MS)
        pieces = page.locator("#board .pieces > .piece")
        expect(pieces.nth(whole.slip_at)).to_have_attribute("data-piece", whole.slip.piece, timeout=MOST_MS)
        expect(alert).to_have_count(0)


@pytest.mark.timeout(700)
def test_the_demo_of_blokus_is_refereed_from_its_slip_to_its_winner(page: Page, tmp_path: Path) -> None:
    whole = script(BLOKUS_SEED, packaged_piece_set("blokus"))
    left_after(whole, whole.slip_at, tmp_path, BLOKUS_SEED)
    with started(tmp_path, "demo", "--game", "blokus", "--seed", str(BLOKUS_SEED), "--speed", "0") as server:
        assert "Going on with the demo" in server.said
        page.goto(server.address)
        alert = page.get_by_role("alert").filter(has_text="Illegal")
        expect(alert).to_contain_text("does not touch a piece of its own colour at a corner", timeout=MOST_MS)
        expect(page.get_by_role("heading", level=1)).to_have_text("Bob wins", timeout=MOST_MS)
        expect(page.get_by_role("status").filter(has_text="The most points win")).to_be_visible()
        expect(page.locator("#board .pieces > .piece")).to_have_count(len(whole.moves))
    is_kept(whole, tmp_path)


@pytest.mark.timeout(700)
def test_the_demo_of_patchwork_follows_both_quilts(page: Page, tmp_path: Path) -> None:
    whole = script(1, packaged_piece_set("patchwork"))
    with started(tmp_path, "demo", "--game", "patchwork", "--speed", "0") as server:
        page.goto(server.address)
        expect(page.locator("#board .owner")).to_have_text(["Ann", "Bob"])
        expect(page.get_by_role("img", name="Time board")).to_be_visible()
        pieces = page.locator("#board .pieces > .piece")
        expect(pieces.first).to_be_visible(timeout=MOST_MS)
        seen = pieces.evaluate_all("found => found.map((piece) => piece.dataset.piece)")
        assert seen == [move.piece for move in whole.moves[: len(seen)]]
        expect(page.get_by_role("button", name="Move on")).to_be_enabled()


def is_kept(whole: Script, data: Path) -> None:
    """Exactly the game that was played is on disk."""
    with Store(data) as store:
        stored = store.latest(demo=True)
    assert stored is not None
    assert list(stored.lines) == _lines(whole, len(whole.moves))


def left_after(whole: Script, count: int, data: Path, seed: int) -> None:
    """Leaves the game on disk as it stood after so many moves."""
    header, *moves = _lines(whole, count)
    with Store(data) as store:
        match_id = store.begin(header, f"demo:{seed}")
        for line in moves:
            store.append(match_id, line)


def _lines(whole: Script, count: int) -> list[str]:
    return [format_header(whole.header), *[format_entry(move) for move in whole.moves[:count]]]
