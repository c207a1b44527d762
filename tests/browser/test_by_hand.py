"""Games played by hand in a real browser: the first moves with mouse and keyboard, the rest as the page sends them."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.games.polyssimo_puzzle import hint
from referee.match import Match
from referee.move import Move, Place
from referee.piece import packaged_piece_set
from referee.polyomino import Cells, flipped, normalised, turned
from referee.record import Header
from tests import oracles
from tests.web.shelf import served_shelf

pytestmark = pytest.mark.browser


def agree(page: Page, address: str, game: str, *players: str, **chosen: str) -> None:
    """Sets a match up on the page; ``chosen`` are the labels to choose."""
    page.goto(f"{address}/by-hand")
    page.get_by_role("radio", name=game, exact=True).check()
    for number, player in enumerate(players, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(player)
    for label in chosen.values():
        page.get_by_label(label).check()
    page.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile(r"/by-hand/\d+$"))


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def turns_to(start: Cells, wanted: Cells, *, two_sided: bool = True) -> list[str]:
    """The keys that bring a shape into an orientation."""
    for keys, shape in (([], start), (["f"], flipped(start))):
        now = shape
        for quarter in range(4):
            if now == wanted and (two_sided or not keys):
                return [*keys, *["r"] * quarter]
            now = turned(now)
    raise AssertionError("no such orientation")


def lay_by_keyboard(page: Page, game: str, piece: str, cells: Cells, button: Locator) -> None:
    """Takes a piece with the keyboard, brings it to its squares and puts it down."""
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#laying [data-part=hint]")).to_contain_text("Row")
    piece_set = packaged_piece_set(game)
    for key in turns_to(piece_set.by_id[piece].cells, normalised(cells), two_sided=piece_set.two_sided):
        page.keyboard.press(key)
    for _ in range(20):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    for _ in range(min(row for row, _ in cells)):
        page.keyboard.press("ArrowDown")
    for _ in range(min(col for _, col in cells)):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#laying [data-part=hint]")).to_contain_text("it fits")
    page.keyboard.press("Enter")
    expect(page.locator("#boards .ghost > *")).to_have_count(0)


def send(page: Page, moves: list[Move], *, anew: bool = True) -> None:
    """Makes moves over the address that the page uses, as from another screen; then shows the page ``anew``."""
    path, origin = page.locator("[data-match]").get_attribute("data-match"), page.evaluate("location.origin")
    for move in moves:
        facts: dict[str, Any] = {**asdict(move), "move": move.kind}
        del facts["player"]
        if not facts.get("colour"):
            facts.pop("colour", None)
        answer = page.request.post(f"{origin}/api/by-hand/{path}/moves", data={"move": facts})
        assert answer.ok, answer.text()
    if anew:
        page.reload()


def test_a_game_of_blokus_is_played_by_hand_to_its_winner(quiet: Page, tmp_path: Path) -> None:
    page = quiet
    game = oracles.games("blokus")["blokus-d01"]
    moves = [move for move in oracles.moves(game) if isinstance(move, Place)]
    with served_shelf(tmp_path) as (address, _):
        agree(page, address, "Blokus", "Ann", "Bob", "Cleo", "Dan", corners="Every colour its own")
        expect(heading(page)).to_have_text("Ann plays blue")
        for move in moves[:2]:
            button = page.locator(f'.seat.turn button[data-piece="{move.piece}"]')
            lay_by_keyboard(page, "blokus", move.piece, move.cells, button)
        expect(heading(page)).to_have_text("Cleo plays red")
        lay_by_mouse(page, moves[2])
        expect(heading(page)).to_have_text("Dan plays green")
        expect(page.locator("#boards .piece")).to_have_count(3)
        send(page, list(moves[3:]))
        expect(heading(page)).to_have_text("Bob wins")
        expect(page.locator("#status")).to_contain_text("Bob -10 points")
        expect(page.locator("#boards .piece")).to_have_count(len(moves))
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#boards .piece")).to_have_count(len(moves) - 1)


def lay_by_mouse(page: Page, move: Place) -> None:
    """Takes a piece with the mouse, turns it with the buttons, carries it to its squares and taps it down."""
    page.locator(f'.seat.turn button[data-piece="{move.piece}"]').click()
    for key in turns_to(packaged_piece_set("blokus").by_id[move.piece].cells, normalised(move.cells)):
        page.get_by_role("button", name={"r": "Turn", "f": "Flip"}[key]).click()
    rows, cols = (max(part) - min(part) + 1 for part in zip(*move.cells, strict=True))
    row = min(row for row, _ in move.cells) + rows // 2
    col = min(col for _, col in move.cells) + cols // 2
    field = page.locator("#boards .field").bounding_box()
    assert field
    side = field["width"] / 20
    spot = (field["x"] + (col + 0.5) * side, field["y"] + (row + 0.5) * side)
    page.mouse.move(*spot)
    page.mouse.click(*spot)
    expect(page.locator("#boards .ghost .fits")).to_have_count(1)
    page.get_by_role("button", name="Put it here").click()


def test_an_illegal_placement_is_told_with_its_squares(page: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path) as (address, _):
        agree(page, address, "Blokus", "Ann", "Bob", board="Blokus Duo")
        page.locator('.seat.turn button[data-piece="T5"]').click()
        page.keyboard.press("ArrowUp")
        for _ in range(9):
            page.keyboard.press("ArrowLeft")
        expect(page.locator("#laying [data-part=hint]")).to_contain_text("not here")
        page.get_by_role("button", name="Put it here").click()
        expect(page.get_by_role("alert")).to_contain_text(
            "the first piece of a colour covers a square where it may start"
        )
        expect(page.locator("#boards .wrong")).to_have_count(1)
        expect(heading(page)).to_have_text("Ann plays purple")


def test_a_game_of_patchwork_is_played_by_hand_to_its_winner(quiet: Page, tmp_path: Path) -> None:
    page = quiet
    game = oracles.games("patchwork")["patchwork-d01"]
    moves = oracles.moves(game)
    with served_shelf(tmp_path) as (address, _):
        page.goto(f"{address}/by-hand?game=patchwork")
        for number, player in enumerate(oracles.patchwork_players(game), 1):
            page.get_by_label(f"Player {number}", exact=True).fill(player)
        page.get_by_label("As it lies on our table").check()
        for patch in game["ring"]:
            page.locator(f'[data-patch="{patch}"]').click()
        expect(page.locator("#ring-words")).to_have_text("The circle is complete.")
        twins = [page.locator(f'[data-patch="{patch}"] small').all_inner_texts() for patch in ("p02", "p03")]
        assert twins[0] != twins[1]  # of one shape, and told apart by their prices
        page.get_by_role("button", name="Begin").click()
        expect(page).to_have_url(re.compile(r"/by-hand/\d+$"))
        for move in moves[:2]:
            button = page.locator(f'.reach button[data-piece="{move.piece}"]')
            lay_by_keyboard(page, "patchwork", move.piece, move.cells, button)
            expect(page.locator("#status")).to_contain_text(f"{move.player} buys patch")
        leather = next(number for number, move in enumerate(moves) if move.kind == "leather")
        send(page, moves[2:leather])
        expect(heading(page)).to_have_text(f"{moves[leather].player} sews on a leather patch")
        page.keyboard.press("Enter")
        expect(page.locator("#status")).to_have_text(f"{moves[leather].player} sews on a leather patch.")
        page.get_by_role("button", name="Take back").click()
        expect(heading(page)).to_have_text(f"{moves[leather].player} sews on a leather patch")
        send(page, moves[leather : leather + 1], anew=False)
        expect(heading(page)).not_to_have_text(f"{moves[leather].player} sews on a leather patch")
        send(page, moves[leather + 1 : len(moves) - 1])
        expect(page.locator(".track .token")).to_have_count(2)
        page.get_by_role("button", name="Move on").click()
        expect(heading(page)).to_have_text("Ann wins")
        expect(page.locator("#status")).to_contain_text("Ann -4 points and Bob -47 points")


def test_the_keyboard_goes_on_at_a_patch_that_can_be_bought(quiet: Page, tmp_path: Path) -> None:
    """Whoever moves next has five buttons, and the first patch in reach costs more."""
    patches = [piece for piece in packaged_piece_set("patchwork").pieces if piece.printed]
    patches.sort(key=lambda patch: dict(patch.printed)["cost"])
    circle = [patches[0].id, patches[-1].id, *(patch.id for patch in patches[1:-1])]
    with served_shelf(tmp_path) as (address, store):
        header = {"polyref": 1, "game": "patchwork", "players": ["Ann", "Bob"], "circle": circle}
        store.begin(json.dumps(header), "hand")
        quiet.goto(f"{address}/by-hand/1")
        quiet.locator(f'.reach button[data-piece="{circle[0]}"]').press("Enter")
        expect(quiet.locator("#laying [data-part=hint]")).to_contain_text("it fits")
        quiet.keyboard.press("Enter")
        expect(quiet.locator(f'.reach button[data-piece="{circle[1]}"]')).to_be_disabled()
        expect(quiet.locator(f'.reach button[data-piece="{circle[2]}"]')).to_be_focused()


def test_the_puzzle_is_solved_by_hand_with_a_hint(quiet: Page, tmp_path: Path) -> None:
    page = quiet
    match = Match.start(
        Header("polyssimo-puzzle", ("Ann",), setup={"card": 30}), packaged_piece_set("polyssimo-puzzle")
    )
    with served_shelf(tmp_path) as (address, _):
        agree(page, address, "Polyssimo, the puzzle", "Ann", card="Card 30")
        expect(heading(page)).to_have_text("10 pieces to go")
        page.get_by_role("button", name="Can it be finished?").click()
        expect(page.locator("#advice")).to_have_text("It can still be finished, in 1 way.")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#boards .hinted")).to_have_count(1)
        for number in range(10):
            move = hint(match.position)  # type: ignore[arg-type]
            assert isinstance(move, Place)
            _, match = match.play(move)
            if number < 2:
                button = page.locator(f'.seat button[data-piece="{move.piece}"]')
                lay_by_keyboard(page, "polyssimo-puzzle", move.piece, move.cells, button)
                expect(page.locator("#boards .piece")).to_have_count(number + 2)
            else:
                send(page, [move])
            if number == 1:
                take_up_and_put_back(page, move)
        expect(heading(page)).to_have_text("Solved!")
        expect(page.get_by_role("link", name="Play again")).to_be_visible()


def take_up_and_put_back(page: Page, move: Place) -> None:
    page.get_by_role("button", name=f"Take {move.piece} up again").press("Enter")
    expect(heading(page)).to_have_text("9 pieces to go")
    expect(page.locator("#laying [data-part=hint]")).to_contain_text("it fits")
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text("8 pieces to go")


def test_polyssimo_is_drafted_and_played_by_hand_to_its_winner(quiet: Page, tmp_path: Path) -> None:
    page = quiet
    game = oracles.games()["polyssimo-d01"]
    moves = oracles.moves(game)
    with served_shelf(tmp_path) as (address, _):
        agree(page, address, "Polyssimo Challenge", "Ann", "Bob")
        page.locator(".pick:not(:disabled)").first.click()
        expect(heading(page)).to_have_text("Bob takes a piece")
        page.get_by_role("button", name="Take back").click()
        expect(heading(page)).to_have_text("Ann takes a piece")
        send(page, moves[:24])
        first = moves[24]
        assert isinstance(first, Place)
        button = page.locator(f'.seat.turn button[data-piece="{first.piece}"]')
        lay_by_keyboard(page, "polyssimo", first.piece, first.cells, button)
        expect(heading(page)).to_have_text("Ann plays")
        send(page, moves[25:])
        expect(heading(page)).to_have_text("Bob wins")


def test_a_piece_is_tapped_down_dragged_and_put_with_a_finger(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    with served_shelf(tmp_path) as (address, store):
        store.begin(
            '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"], "rules": {"open_hands": true}}', "hand"
        )
        page.goto(f"{address}/by-hand/1")
        page.locator('button[data-piece="X"]').tap()
        field = page.locator("#boards .field")
        field.scroll_into_view_if_needed()
        box = field.bounding_box()
        assert box
        side = box["width"] / 12
        for row, col in ((5, 5), (2, 2)):
            page.touchscreen.tap(box["x"] + (col + 0.5) * side, box["y"] + (row + 0.5) * side)
            expect(page.locator("#laying [data-part=hint]")).to_have_text(f"Row {row}, column {col}: it fits.")
        page.touchscreen.tap(box["x"] + 2.5 * side, box["y"] + 2.5 * side)
        expect(page.locator("#boards .pieces > .piece")).to_have_count(1)  # while it is laid down it is drawn elsewhere
        assert '"cells": [[1, 2], [2, 1], [2, 2], [2, 3], [3, 2]]' in store.lines(1)[1]
    context.close()


@pytest.mark.parametrize("piece", ["L", "V", "U", "C06"])
def test_whoever_clicks_again_where_a_piece_stands_lays_it_though_its_middle_is_empty(
    piece: str, quiet: Page, tmp_path: Path
) -> None:
    with served_shelf(tmp_path) as (address, store):
        store.begin(
            '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"], "rules": {"open_hands": true}}', "hand"
        )
        quiet.goto(f"{address}/by-hand/1")
        quiet.locator(f'button[data-piece="{piece}"]').click()
        box = quiet.locator("#boards .field").bounding_box()
        assert box
        side = box["width"] / 12
        for _ in range(2):
            expect(quiet.locator("#laying [data-part=hint]")).to_contain_text("it fits.")
            quiet.mouse.click(box["x"] + 4.5 * side, box["y"] + 4.5 * side)
        expect(quiet.locator("#boards .pieces > .piece")).to_have_count(1)


def test_a_piece_that_lies_is_dragged_on_with_the_mouse(quiet: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path) as (address, store):
        store.begin(
            '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"], "rules": {"open_hands": true}}', "hand"
        )
        quiet.goto(f"{address}/by-hand/1")
        quiet.locator('button[data-piece="X"]').click()
        box = quiet.locator("#boards .field").bounding_box()
        assert box
        side = box["width"] / 12
        quiet.mouse.click(box["x"] + 5.5 * side, box["y"] + 5.5 * side)
        quiet.mouse.down()
        quiet.mouse.move(box["x"] + 8.5 * side, box["y"] + 4.5 * side, steps=4)
        quiet.mouse.up()
        quiet.mouse.move(box["x"] + 2.5 * side, box["y"] + 2.5 * side)
        expect(quiet.locator("#laying [data-part=hint]")).to_have_text("Row 4, column 8: it fits.")


def test_what_one_screen_plays_another_shows(quiet: Page, tmp_path: Path) -> None:
    with served_shelf(tmp_path) as (address, store):
        store.begin('{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"]}', "hand")
        quiet.goto(f"{address}/by-hand/1")
        expect(heading(quiet)).to_have_text("Ann takes a piece")
        assert quiet.request.post(f"{address}/api/by-hand/1/moves", data={"move": {"move": "draft", "piece": "F"}}).ok
        expect(heading(quiet)).to_have_text("Bob takes a piece")


@pytest.mark.parametrize("path", ["/by-hand", "/matches", "/by-hand/1", "/matches/1"])
def test_no_page_is_wider_than_a_narrow_phone(page: Page, tmp_path: Path, path: str) -> None:
    with served_shelf(tmp_path) as (address, store):
        store.add(tuple(oracles.record(oracles.games("patchwork")["patchwork-d01"])[:30]), "hand")
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"{address}{path}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
