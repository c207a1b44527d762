"""No fault of accessibility is found on the pages of matches and of games by hand, by day and by night."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests import oracles
from tests.browser.axe import faults
from tests.web.shelf import served_shelf
from web.record.store import Store

pytestmark = pytest.mark.browser

PAGES = ("/matches", "/by-hand", "/by-hand?game=patchwork", "/nowhere", "/matches/1", "/matches/3")
PLAYED = tuple(f"/by-hand/{number}" for number in range(1, 6))


def fill(store: Store) -> None:
    """Matches of all games in the middle, one during its draft, and one that is over."""
    puzzle = ['{"polyref": 1, "game": "polyssimo-puzzle", "players": ["Ann"], "card": 21}']
    puzzle.append('{"player": "Ann", "move": "place", "piece": "L4", "cells": [[4, 0], [5, 0], [6, 0], [6, 1]]}')
    for name, lines in (("polyssimo-d01", 9), ("blokus-d01", 30), ("patchwork-d01", 20), ("polyssimo-d03", 999)):
        store.add(tuple(oracles.record(oracles.games(oracles.game_of(name))[name])[:lines]), "hand")
    store.add(tuple(puzzle), "hand")


@pytest.mark.parametrize("paths", [PAGES, PLAYED], ids=["around games", "games"])
def test_axe_finds_nothing(page: Page, tmp_path: Path, paths: tuple[str, ...]) -> None:
    with served_shelf(tmp_path) as (address, store):
        fill(store)
        for path in paths:
            page.goto(f"{address}{path}")
            page.wait_for_load_state("networkidle")
            assert faults(page) == [], path
            take = page.locator(".seat.turn button.hold, .reach button:enabled")
            if path in PLAYED and take.count():
                take.first.click()
                assert faults(page) == [], f"{path} with a piece in hand"


def test_with_letters_of_twice_the_size_no_page_is_wider_than_a_phone(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    with served_shelf(tmp_path) as (address, store):
        fill(store)
        for path in (*PAGES, *PLAYED, "/rules/polyssimo"):
            page.goto(f"{address}{path}")
            page.wait_for_load_state("networkidle")
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
