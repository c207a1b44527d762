"""In play, in a real browser: what the camera sees is followed, and what people put right holds."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.move import Place
from referee.polyomino import Cells
from tests.web.scripted import POLYSSIMO, wait_until, wished
from tests.web.server import started
from tests.web.staged import Stage, at, staged
from vision.sighting import Problem, SeenPiece
from web.games.demo import script
from web.hall.sitting import Sitting
from web.hall.table import Table

pytestmark = pytest.mark.browser

F, P = at("F", 0, 0), at("P", 5, 5)


def begin(page: Page, address: str, table: Table, sitting: Sitting) -> None:
    table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob plays")


def lay(page: Page, stage: Stage, piece: str, cells: Cells) -> None:
    stage.lay(Place("", piece, cells))
    expect(on_board(page, piece)).to_be_visible()


def on_board(page: Page, piece: str):  # type: ignore[no-untyped-def]
    return page.locator(f'#board .pieces [data-piece="{piece}"]')


def test_a_question_is_answered_with_one_tap(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        stage.doubt(SeenPiece("F", F), SeenPiece("P", at("P", 0, 0)))
        expect(quiet.get_by_role("alert").filter(has_text="What lies on the marked squares?")).to_be_visible()
        assert quiet.locator("body").get_attribute("data-tone") == "unsure"
        quiet.get_by_role("button", name="It is the P").click()
        expect(on_board(quiet, "P")).to_be_visible()
        expect(quiet.locator("#question")).to_be_hidden()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann plays")


def test_an_illegal_placement_is_shown_with_its_squares_and_cleared_when_put_right(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        lay(quiet, stage, "F", F)
        stage.show(*stage.pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
        expect(quiet.get_by_role("alert").filter(has_text="Illegal: the P lies on the F")).to_be_visible()
        expect(quiet.locator("#board .trouble")).to_have_count(5)
        assert quiet.locator("body").get_attribute("data-sounded") == "illegal"
        stage.show(*stage.pieces, SeenPiece("P", P))
        expect(quiet.locator("#board .trouble")).to_have_count(0)
        expect(quiet.locator("#status")).to_contain_text("Ann has placed the P. That is legal.")


def test_once_the_game_is_over_the_table_may_be_cleared_without_a_word(quiet: Page, tmp_path: Path) -> None:
    whole = script(1, POLYSSIMO)
    with staged(tmp_path) as (address, stage, table, sitting):
        table.do(lambda _: sitting.begin(whole.header))
        quiet.goto(address)
        lay(quiet, stage, whole.moves[0].piece, whole.moves[0].cells)
        stage.show()
        for move in whole.moves[1:]:
            table.do(lambda _, move=move: sitting.place(move.piece, move.cells))
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann wins")
        seen = table.snapshot.camera.picture
        wait_until(lambda: table.snapshot.camera.picture > seen + 10)
        expect(quiet.locator("#alarm.raised")).to_have_count(0)
        expect(quiet.locator("#board .trouble")).to_have_count(0)


def test_a_placement_taken_back_from_the_table_is_followed(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        lay(quiet, stage, "F", F)
        stage.take("F")
        expect(quiet.locator("#status")).to_contain_text("The F has been taken back.")
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob plays")


def test_while_paused_nothing_is_judged_and_a_reload_changes_nothing(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        lay(quiet, stage, "F", F)
        quiet.get_by_role("button", name="Pause").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Paused")
        stage.lay(Place("", "P", P))
        seen = table.snapshot.camera.picture
        wait_until(lambda: table.snapshot.camera.picture > seen + 10)
        assert sitting.match is not None
        assert len(sitting.match.position.lying) == 1
        quiet.reload()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Paused")
        expect(on_board(quiet, "F")).to_be_visible()
        quiet.get_by_role("button", name="Go on").click()
        expect(on_board(quiet, "P")).to_be_visible()


def test_a_piece_is_tapped_moved_renamed_and_removed(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        lay(quiet, stage, "F", F)
        on_board(quiet, "F").locator(".letter").click()
        quiet.get_by_label("It is").select_option("P")
        quiet.get_by_role("button", name="This is right").click()
        expect(quiet.locator("#status")).to_contain_text("Corrected: it is the P, not the F.")
        on_board(quiet, "P").locator(".letter").click()
        quiet.get_by_role("button", name="Remove").click()
        expect(quiet.locator("#status")).to_contain_text("The P has been removed.")
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(0)


def test_what_the_camera_has_wrong_does_not_come_back_after_it_was_undone_by_hand(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        lay(quiet, stage, "F", F)
        quiet.get_by_role("button", name="Take back").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob plays")
        seen = table.snapshot.camera.picture
        wait_until(lambda: table.snapshot.camera.picture > seen + 10)
        expect(quiet.locator("#board .pieces > .piece")).to_have_count(0)


def test_a_draft_is_tapped_and_undone_and_the_turn_is_shown(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "draft", None)))
        quiet.goto(address)
        quiet.get_by_role("button", name="Take pentomino F").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob takes a piece")
        expect(quiet.get_by_role("button", name="pentomino F, taken by Ann")).to_be_disabled()
        quiet.get_by_role("button", name="Take back").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann takes a piece")
        expect(quiet.get_by_role("button", name="Take pentomino F")).to_be_enabled()


def test_a_match_begun_while_paused_is_judged(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        quiet.get_by_role("button", name="Pause").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Paused")
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        lay(quiet, stage, "F", F)


def test_what_still_fits_is_counted_and_shown_on_request(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        begin(quiet, address, table, sitting)
        quiet.get_by_role("button", name="What fits?").click()
        held = quiet.get_by_role("button", name="Place pentomino I by hand")
        expect(held.locator(".count")).to_have_text(str(11 * 8 + 12 * 7))
        expect(held).to_have_attribute("aria-description", "fits in 172 ways")
        held.hover()
        expect(quiet.locator("#board .fitting")).to_have_count(132)
        expect(quiet.locator("#fits-words")).to_contain_text("172 places for pentomino I")
        held.click()
        quiet.locator("#turn").hover()
        expect(quiet.locator("#board .fitting")).to_have_count(132)  # while it is placed, as a finger needs it
        quiet.keyboard.press("Escape")
        quiet.get_by_role("button", name="What fits?").click()
        expect(quiet.locator(".count")).to_have_count(0)
        expect(quiet.locator("[aria-description]")).to_have_count(0)


def test_sound_and_the_large_view_are_remembered(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        begin(quiet, address, table, sitting)
        for name in ("Sound", "Large view"):
            quiet.get_by_role("button", name=name).click()
        quiet.reload()
        for name in ("Sound", "Large view"):
            expect(quiet.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        expect(quiet.locator("#camera")).to_be_hidden()


def test_the_page_is_light_and_only_its_styles_come_before_the_first_paint(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        begin(quiet, address, table, sitting)
        octets = quiet.evaluate(
            "performance.getEntries().filter(entry => entry.transferSize && !/jpg|api|events/.test(entry.name))"
            ".reduce((sum, entry) => sum + entry.transferSize, 0)"
        )
        assert 20_000 < octets <= 300_000
        blocking = quiet.evaluate(
            "performance.getEntriesByType('resource').filter(entry => entry.renderBlockingStatus === 'blocking')"
            ".map(entry => new URL(entry.name).pathname)"
        )
        assert blocking
        assert {Path(path).suffix for path in blocking} == {".css"}  # a time would hold for an idle machine only


def test_the_next_match_waits_until_the_board_has_been_cleared_of_the_last(quiet: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, stage, table, sitting):
        begin(quiet, address, table, sitting)
        lay(quiet, stage, "F", F)
        lay(quiet, stage, "P", P)
        begin(quiet, address, table, sitting)
        alarm = quiet.locator("#alarm-words")
        expect(alarm).to_have_text("Clear the board first: 2 pieces of the last match lie there.")
        stage.take("F")
        expect(alarm).to_have_text("Clear the board first: 1 piece of the last match lies there.")
        stage.take("P")
        expect(alarm).to_have_text("")
        lay(quiet, stage, "V", at("V", 0, 0))
        expect(on_board(quiet, "F")).to_have_count(0)
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann plays")


def test_another_game_can_be_chosen_and_nothing_is_lost(quiet: Page, tmp_path: Path) -> None:
    with started(tmp_path, "play", "--source", "none") as server:
        quiet.goto(server.address)
        for number, player in enumerate(("Zoë", "Ömer"), 1):
            quiet.get_by_label(f"Player {number}").fill(player)
        quiet.get_by_label("Game on this table").select_option("patchwork")
        expect(quiet.get_by_label("Shuffle it for us")).to_be_visible()
        expect(quiet.get_by_label("Player 2")).to_have_value("Ömer")
        expect(quiet.locator("#game-words")).to_have_text("")

        quiet.get_by_label("As it lies on our table").check()
        patches, words = quiet.locator("#ring-patches button"), quiet.locator("#ring-words")
        for number in range(5):
            patches.nth(number).click()
        expect(words).to_contain_text("To go: 28")
        patches.nth(2).click()
        expect(words).to_contain_text("To go: 31")
        quiet.get_by_label("Shuffle it for us").check()

        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.get_by_role("heading", level=1)).to_contain_text("Zoë")
        expect(quiet.locator("#status")).to_contain_text("Tap a piece to place it by hand.")
        quiet.get_by_role("button", name="New match").click()
        quiet.get_by_label("Game on this table").select_option("blokus")
        expect(quiet.locator("#game-words")).to_contain_text("Your match of Patchwork waits")
        quiet.get_by_label("Game on this table").select_option("patchwork")
        expect(quiet.locator("#status")).to_contain_text("The left quilt on the screen is that of Zoë.")
