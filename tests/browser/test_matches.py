"""The list of matches and the replay in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import oracles
from tests.web.shelf import served_shelf

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]


def record_file(folder: Path, name: str) -> Path:
    """A played game of the oracles as a file to import."""
    path = folder / f"{name}.jsonl"
    game = oracles.games(oracles.game_of(name))[name]
    path.write_text("".join(f"{line}\n" for line in oracles.record(game)), encoding="utf-8")
    return path


def test_a_record_is_imported_replayed_with_the_slider_and_exported_as_it_was(quiet: Page, tmp_path: Path) -> None:
    page = quiet
    record = record_file(tmp_path, "polyssimo-d03")
    lines = record.read_text(encoding="utf-8").splitlines()
    with served_shelf(tmp_path / "data") as (address, _):
        page.goto(f"{address}/matches")
        expect(page.get_by_role("link", name="Export all")).to_be_hidden()
        page.locator("#files").set_input_files(record)
        expect(page.get_by_role("status").filter(has_text="1 match imported.")).to_be_visible()
        expect(page.get_by_role("link", name="Export all")).to_be_visible()
        page.locator("#files").set_input_files(record)
        expect(page.get_by_role("status").filter(has_text="1 match is kept here already.")).to_be_visible()
        page.get_by_role("link", name="Ann and Bob").click()
        heading, pieces = page.get_by_role("heading", level=1), page.locator("#boards .piece")
        expect(heading).to_have_text("Bob wins")
        placed = [json.loads(line) for line in lines if '"place"' in line]
        expect(pieces).to_have_count(len(placed))
        slider = page.get_by_role("slider", name="Move")
        slider.fill(str(len(lines) - len(placed)))
        expect(pieces).to_have_count(1)
        expect(page.locator("#status")).to_contain_text(f"{placed[0]['player']} places")
        slider.focus()
        page.keyboard.press("ArrowRight")
        expect(pieces).to_have_count(2)
        page.get_by_role("button", name="First").click()
        expect(pieces).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(page.locator("#status")).to_contain_text("takes")
        turned = re.search(r"\d+", page.locator("#turning").inner_text())
        assert turned is not None
        page.get_by_role("button", name="Show it").click()
        expect(page.locator("#boards .better")).to_have_count(1)
        expect(page.locator("#count")).to_have_text(f"{turned[0]} of {len(placed)}")
        expect(page.locator("#moves [aria-current] .number")).to_have_text(turned[0])
        page.get_by_role("button", name="Last").click()
        with page.expect_download() as waiting:
            page.get_by_role("link", name="Export the record").click()
        assert Path(waiting.value.path()).read_text(encoding="utf-8") == record.read_text(encoding="utf-8")
        with page.expect_download() as waiting:
            page.get_by_role("link", name="Picture (PNG)").click()
        assert Path(waiting.value.path()).read_bytes().startswith(b"\x89PNG")


def test_a_match_that_ends_in_take_backs_has_no_more_moves_than_it_had(quiet: Page, tmp_path: Path) -> None:
    lines = record_file(tmp_path, "blokus-d01").read_text(encoding="utf-8").splitlines()[:9]
    with served_shelf(tmp_path / "data") as (address, store):
        store.add((*lines, *['{"move": "undo"}'] * 3), "hand")
        quiet.goto(f"{address}/matches/1")
        expect(quiet.locator("#count")).to_have_text("5 of 8")
        numbers = quiet.locator("#moves .number").all_inner_texts()
        assert numbers == ["", "1", "2", "3", "4", "5", "6", "7", "8", "", "", ""]


def test_the_time_board_of_patchwork_is_drawn_in_the_replay_as_it_is_at_the_table(quiet: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path / "data") as (address, _):
        quiet.goto(f"{address}/matches")
        quiet.locator("#files").set_input_files(record_file(tmp_path, "patchwork-d01"))
        quiet.locator(".card a").first.click()
        spaces = quiet.locator(".track .space")
        expect(spaces.first).to_be_visible()
        fills = spaces.evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
        assert len(fills) > 50
        assert "rgb(0, 0, 0)" not in fills


def test_a_match_plays_by_itself_until_it_is_paused(quiet: Page, tmp_path: Path) -> None:
    page = quiet
    with served_shelf(tmp_path / "data") as (address, store):
        store.add(tuple((ROOT / "docs" / "puzzle.jsonl").read_text(encoding="utf-8").splitlines()), "imported")
        page.goto(f"{address}/matches/1?at=0")
        pieces = page.locator("#boards .piece")
        expect(pieces).to_have_count(3)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(pieces).not_to_have_count(3)
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_damaged_import_is_told_in_words_and_loses_nothing(page: Page, tmp_path: Path) -> None:
    good, bad = record_file(tmp_path, "patchwork-d01"), tmp_path / "bad.jsonl"
    bad.write_text(good.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    with served_shelf(tmp_path / "data") as (address, _):
        page.goto(f"{address}/matches")
        page.locator("#files").set_input_files([good, bad])
        expect(page.get_by_role("status").filter(has_text="1 match imported.")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text("bad.jsonl: Line 42: it is cut off")
        expect(page.locator(".card")).to_have_count(1)


@pytest.mark.parametrize("path", ["/matches", "/matches/1", "/by-hand", "/by-hand/1"])
def test_a_page_weighs_little(page: Page, tmp_path: Path, path: str) -> None:
    weights: list[int] = []
    with served_shelf(tmp_path / "data") as (address, store):
        store.add(tuple(oracles.record(oracles.games("patchwork")["patchwork-d01"])[:30]), "hand")
        page.on("response", lambda answer: weights.append(len(answer.body())))
        page.goto(f"{address}{path}")
        page.wait_for_load_state("networkidle")
        assert len(weights) > 5
        assert sum(weights) <= 300_000


def test_a_match_at_the_end_of_its_slider_is_shown_on_a_phone_without_scrolling_sideways(
    page: Page, tmp_path: Path
) -> None:
    with served_shelf(tmp_path / "data") as (address, store):
        store.add(tuple(oracles.record(oracles.games("blokus")["blokus-d01"])), "imported")
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"{address}/matches/1")
        expect(page.locator("#boards .piece")).to_have_count(59)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        targets = page.locator("button:visible, main a:visible").all()
        assert all(box["height"] >= 24 for box in (target.bounding_box() for target in targets) if box)
