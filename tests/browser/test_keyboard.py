"""A whole game with the keyboard alone: set up, drafted, played by hand to its end, and begun again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from referee.move import Place
from referee.polyomino import Cells
from tests.web.scripted import POLYSSIMO, no_camera, served
from web.camera.station import Stations
from web.games.demo import script

pytestmark = pytest.mark.browser

WHOLE = script(1, POLYSSIMO)
PIECES = POLYSSIMO.pieces
MOST_TABS = 60


def test_a_whole_game_is_played_by_keyboard_alone(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, sitting):
        begin(quiet, address)
        for move in WHOLE.moves:
            play(quiet, move)
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann wins")
        assert sitting.match is not None
        assert sitting.match.position.lying == WHOLE.moves
        tab_to(quiet, "#ending button")
        quiet.keyboard.press("Enter")
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann takes a piece")
        expect(quiet.locator("#turn")).to_be_focused()


def test_a_piece_that_is_moved_by_keys_stays_in_sight(quiet: Page, tmp_path: Path) -> None:
    with begun(quiet, tmp_path):
        quiet.set_viewport_size({"width": 640, "height": 400})
        quiet.locator("#players .turn [data-hold]").first.press("Enter")
        for key in ("ArrowDown", "ArrowUp"):
            for _ in range(POLYSSIMO.grid.rows):
                quiet.keyboard.press(key)
            piece, panel = quiet.locator("#board .ghost > g").bounding_box(), quiet.locator("#placing").bounding_box()
            assert piece
            assert panel
            assert piece["y"] >= 0
            assert piece["y"] + piece["height"] <= panel["y"] + 1


def test_the_board_stays_as_it_is_while_a_piece_is_in_hand(quiet: Page, tmp_path: Path) -> None:
    with begun(quiet, tmp_path):
        board, panel = quiet.locator("#board"), quiet.locator("#placing")
        before = board.bounding_box()
        quiet.locator("#players .turn [data-hold]").first.press("Enter")
        beside = panel.bounding_box()
        assert board.bounding_box() == before
        assert before
        assert beside
        assert beside["x"] >= before["x"] + before["width"]


def test_an_answer_that_comes_late_does_not_let_go_of_the_next_piece(quiet: Page, tmp_path: Path) -> None:
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    with begun(quiet, tmp_path):
        quiet.route("**/api/place", hold)
        play(quiet, WHOLE.moves[0])
        second = WHOLE.moves[1]
        expect(quiet.get_by_role("heading", level=1)).to_have_text(f"{second.player} plays")
        tab_to(quiet, f'[data-hold="{second.piece}"]')
        quiet.keyboard.press("Enter")
        with quiet.expect_response("**/api/place"):
            [(route, answer)] = held
            route.fulfill(response=answer)
        quiet.wait_for_timeout(300)
        expect(quiet.locator("#placing")).to_be_visible()
        quiet.keyboard.press("Escape")
        play(quiet, second)


@contextmanager
def begun(page: Page, folder: Path) -> Iterator[None]:
    """The game when nothing has been placed yet."""
    with served(folder, no_camera, stations=Stations(POLYSSIMO, folder)) as (address, table, sitting):
        table.watch("none")
        table.do(lambda _: sitting.begin(WHOLE.header))
        page.goto(address)
        yield


def begin(page: Page, address: str) -> None:
    """Sets a match up and drafts it."""
    page.goto(address)
    expect(page.locator("#sources [type=radio]").first).to_be_visible()
    tab_to(page, "[name=source]")
    while page.evaluate("document.activeElement.value") != "none":
        page.keyboard.press("ArrowDown")
    for number, player in enumerate(("Ann", "Bob"), 1):
        tab_to(page, f"#player-{number}")
        page.keyboard.type(player)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann takes a piece")
    expect(page.locator("#turn")).to_be_focused()
    draft(page, {player: list(hand) for player, hand in (WHOLE.header.hands or {}).items()})
    expect(page.locator("#players .turn [data-hold]").first).to_be_focused()


def draft(page: Page, wanted: dict[str, list[str]]) -> None:
    """Whoever's turn it is takes what he is wanted to hold; from one pick the keyboard goes on to the next."""
    for taken in range(len(PIECES)):
        expect(page.locator(".pick:disabled")).to_have_count(taken)
        player = page.get_by_role("heading", level=1).inner_text().removesuffix(" takes a piece")
        piece = wanted[player].pop()
        tab_to(page, f'.pick[data-pick="{piece}"]')
        page.keyboard.press("Enter")
        if taken < len(PIECES) - 1:
            expect(page.locator(".pick:focus:enabled")).to_have_count(1)


def play(page: Page, move: Place) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{move.player} plays")
    tab_to(page, f'[data-hold="{move.piece}"]')
    page.keyboard.press("Enter")
    keys, (rows, cols) = turns(POLYSSIMO.by_id[move.piece].cells, move.cells)
    for key in keys:
        page.keyboard.press(key)
    for key, times in (("ArrowDown", rows), ("ArrowRight", cols)):
        for _ in range(times):
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(f'#board .pieces [data-piece="{move.piece}"]')).to_be_visible()


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(MOST_TABS):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached with the Tab key")


def turns(shape: Cells, goal: Cells) -> tuple[str, tuple[int, int]]:
    """The keys that turn a shape into another, and where its top left corner comes to lie."""
    top, left = (min(cell[axis] for cell in goal) for axis in (0, 1))
    wanted = {(row - top, col - left) for row, col in goal}
    for flips in ("", "f"):
        cells = set(shape) if not flips else {(row, -col) for row, col in shape}
        for number in range(4):
            if normalised(cells) == wanted:
                return flips + "r" * number, (top, left)
            cells = {(col, -row) for row, col in cells}
    raise AssertionError(f"{goal} is not the same piece as {shape}")


def normalised(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return {(row - top, col - left) for row, col in cells}
