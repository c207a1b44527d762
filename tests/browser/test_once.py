"""A tap is done once: when the answer is lost on the way, and when somebody taps twice."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.shelf import served_shelf

pytestmark = pytest.mark.browser

TAPPED_ON = "form => setInterval(() => { form.requestSubmit(); console.log('tapped'); }, 50)"
"""Somebody taps until the page has gone."""
LATER = """const told = Response.prototype.json;
Response.prototype.json = async function () {
  await new Promise((later) => setTimeout(later, 300));
  return told.call(this);
};"""
"""What an answer tells comes later than that there is one, as over a slow network."""


@pytest.mark.fault("F16")
def test_where_the_answer_is_lost_the_page_asks_again_and_it_is_done_once(page: Page, tmp_path: Path) -> None:
    lost = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    with served_shelf(tmp_path) as (address, store):
        _name_players(page, address)
        page.route("**/api/by-hand", lose)
        page.get_by_role("button", name="Begin").click()
        expect(page).to_have_url(f"{address}/by-hand/1")
        assert lost == [201]
        assert store.ids() == (1,)


@pytest.mark.fault("F16")
def test_two_taps_on_begin_are_one_match(page: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path) as (address, store):
        _name_players(page, address)
        page.get_by_role("button", name="Begin").dblclick()
        expect(page).to_have_url(f"{address}/by-hand/1")
        expect(page.get_by_role("button", name="Take W26")).to_be_visible()
        assert store.ids() == (1,)


@pytest.mark.fault("F16")
def test_a_tap_between_the_answer_and_the_next_page_begins_no_second_match(page: Page, tmp_path: Path) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.add_init_script(LATER)
    with served_shelf(tmp_path) as (address, store):
        _name_players(page, address)
        page.route(f"{address}/by-hand/1", hold)
        with page.expect_request(f"{address}/by-hand/1"):
            page.locator("#agreeing").evaluate(TAPPED_ON)
        page.wait_for_event("console", lambda message: message.text == "tapped")
        held[0].continue_()
        expect(page.get_by_role("button", name="Take W26")).to_be_visible()
        assert store.ids() == (1,)


def _name_players(page: Page, address: str) -> None:
    page.goto(f"{address}/by-hand")
    for number, player in enumerate(("Ann", "Bob"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(player)
