"""Setting up in a real browser: who plays, what is looked through, and where the board lies."""

import json
import threading
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests import oracles
from tests.mjpeg import network_camera, noisy
from tests.two_cameras import PATCHES, before_two_cameras
from tests.web.scripted import POLYSSIMO, no_camera, scripted, served, wait_until
from web.camera.cameras import Camera
from web.camera.station import Station, Stations
from web.errors import InputError
from web.games.demo import script
from web.record.store import Store

pytestmark = pytest.mark.browser

DATA = Path(__file__).parents[1] / "data"
WHOLE = script(1, POLYSSIMO)


class FakeStations(Stations):
    """The simulated table without its pictures: everything else is as it is. After the slip it waits for ``go``."""

    go = threading.Event()

    def at(self, source: str) -> Station:
        if source != "demo":
            return super().at(source)
        self.go.set()
        return Station("demo", "demo", scripted(WHOLE, 60, self.go), anew=True, wishes=lambda *_: WHOLE.header)


def test_a_match_is_set_up_with_the_demo_and_refereed_to_its_winner(quiet: Page, tmp_path: Path) -> None:
    stations = FakeStations(POLYSSIMO, tmp_path)
    with served(tmp_path, no_camera, stations=stations) as (address, table, sitting):
        quiet.goto(address)
        quiet.get_by_label("Demo").check()
        expect(quiet.locator("#outline polygon").last).to_be_visible()
        expect(quiet.locator("#sight-words")).to_have_text("The board is found.")
        name_players(quiet, "Ann", "Bob")
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.get_by_role("alert").filter(has_text="Illegal")).to_contain_text(" lies on ", timeout=20_000)
        stations.go.set()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Ann wins", timeout=20_000)
        expect(quiet.get_by_role("row").nth(1)).to_contain_text("Ann")
        expect(quiet.get_by_role("link", name="Keep the picture")).to_have_attribute(
            "href", f"/matches/{sitting.match_id}/board.png"
        )
        first = sitting.match_id
        quiet.get_by_role("button", name="Play again").click()
        wait_until(lambda: table.snapshot.match and table.snapshot.match.id > first)
        expect(quiet.get_by_role("heading", level=1)).to_contain_text("plays")


def test_a_recorded_game_is_watched_from_its_beginning_when_the_match_begins(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, _):
        quiet.goto(address)
        look_at(quiet, DATA / "film" / "frames")
        expect(quiet.locator("#sight-words")).to_contain_text("The board is found. Ready", timeout=30_000)
        name_players(quiet, "Ann", "Bob")
        quiet.get_by_label("Open hands").check()
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.locator("#status")).to_contain_text("Bob has placed the P. That is legal.", timeout=30_000)
        expect(quiet.locator('#board [data-piece="P"] .body')).to_have_attribute("fill", seen_paint(quiet, "P"))
        stripes = quiet.locator('#board [data-piece="C06"] image.seen')
        expect(stripes).to_have_attribute("href", "tops/C06.png?number=1", timeout=30_000)
        assert quiet.request.get(f"{address}/tops/C06.png").headers["content-type"] == "image/png"
        assert quiet.request.get(f"{address}/tops/D06.png").status == 404


def test_another_camera_is_looked_through_at_the_set_up_while_the_match_goes_on_as_it_was(
    quiet: Page, tmp_path: Path
) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, _):
        quiet.goto(address)
        quiet.get_by_label("No camera").check()
        name_players(quiet, "Ann", "Bob")
        quiet.get_by_label("Open hands").check()
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob plays")
        quiet.get_by_role("button", name="New match").click()
        look_at(quiet, DATA / "photos" / "009_full.jpg")
        expect(quiet.locator("#outline polygon").last).to_be_visible(timeout=30_000)
        assert table.snapshot.tried
        quiet.get_by_role("button", name="Back to the match").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob plays")
        wait_until(lambda: table.snapshot.tried is None)
        assert table.snapshot.match
        assert (table.snapshot.match.lying, table.snapshot.match.troubles) == ((), ())
        expect(quiet.locator("#picture")).to_be_hidden()


def test_corners_are_dragged_by_mouse_and_arrow_keys_and_then_fitted_to_the_grid(quiet: Page, tmp_path: Path) -> None:
    truth = np.array(json.loads((DATA / "photos" / "014_few.json").read_text())["corners"])
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, _):
        quiet.goto(address)
        look_at(quiet, DATA / "photos" / "014_few.jpg")
        quiet.get_by_role("button", name="Mark the corners").click()
        expect(quiet.locator(".handle")).to_have_count(4)
        quiet.get_by_role("button", name="Leave it").press("Enter")
        expect(quiet.get_by_role("button", name="Mark the corners")).to_be_focused()
        quiet.keyboard.press("Enter")
        expect(quiet.locator(".handle")).to_have_count(4)
        wanted = clockwise_from_top_left(truth)
        for number, point in enumerate(wanted):
            drag(quiet, number, point)
        expect(quiet.locator("#magnifier")).to_be_visible()
        quiet.keyboard.press("Shift+ArrowRight")
        for _ in range(10):
            quiet.keyboard.press("ArrowLeft")
        quiet.get_by_role("button", name="Use these corners").click()
        expect(quiet.locator("#mark-words")).to_contain_text("Marked")
        corners = np.array(table.snapshot.camera.corners)
        cell_px = np.linalg.norm(truth[1] - truth[0]) / 12
        assert min(np.abs(np.roll(corners, turn, axis=0) - truth).max() for turn in range(4)) < 0.15 * cell_px


def test_corners_are_dragged_by_finger(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, _):
        page.goto(address)
        look_at(page, DATA / "photos" / "014_few.jpg")
        page.get_by_role("button", name="Mark the corners").tap()
        handle = page.locator(".handle").first
        handle.scroll_into_view_if_needed()
        before = handle.bounding_box()
        assert before
        x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
        finger = context.new_cdp_session(page)
        for kind, far in (("touchStart", 0), ("touchMove", 20), ("touchMove", 40), ("touchEnd", None)):
            points = [] if far is None else [{"x": x + far, "y": y + far / 2}]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        expect(page.locator("#magnifier")).to_be_visible()
        after = handle.bounding_box()
        assert after
        assert after["x"] - before["x"] == pytest.approx(40, abs=2)
        assert after["y"] - before["y"] == pytest.approx(20, abs=2)
    context.close()


def test_each_quilt_may_have_a_camera_of_its_own(quiet: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = before_two_cameras()
    stations = Stations(PATCHES, tmp_path)
    with (
        network_camera(partial(noisy, left)) as one,
        network_camera(partial(noisy, right)) as other,
        served(tmp_path, no_camera, piece_set=PATCHES, stations=stations) as (address, table, _),
    ):
        there = Camera(one.address("good"), "Desk camera"), Camera(other.address("good"), "Lid")
        monkeypatch.setattr("web.routes.setup.cameras", lambda: there)
        quiet.goto(address)
        beside = quiet.get_by_label("A camera of its own for the right quilt")
        expect(beside).to_be_hidden()
        quiet.get_by_role("radio", name="Desk camera").check()
        expect(beside.get_by_role("option", name="Desk camera")).to_be_disabled()
        beside.select_option("Lid")
        expect(quiet.locator("#sight-words")).to_have_text("The board is found.", timeout=60_000)
        wait_until(lambda: len(table.snapshot.camera.corners) == 8, 60)
        assert table.source == " + ".join(camera.source for camera in there)
        quiet.reload()
        expect(quiet.get_by_role("radio", name="Desk camera")).to_be_checked()
        expect(quiet.get_by_label("A camera of its own for the right quilt")).to_have_value(there[1].source)


def test_corners_where_no_board_is_seen_are_used_only_if_they_are_used_once_more(page: Page, tmp_path: Path) -> None:
    truth = np.array(json.loads((DATA / "photos" / "014_few.json").read_text())["corners"])
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, _):
        page.goto(address)
        look_at(page, DATA / "photos" / "014_few.jpg")
        expect(page.locator("#sight-words")).to_contain_text("The board is found", timeout=30_000)
        found = table.snapshot.camera.corners
        page.get_by_role("button", name="Mark the corners").click()
        first, *others = (np.array(point) for point in clockwise_from_top_left(truth))
        for number, point in enumerate([0.7 * first + 0.3 * others[1], *others]):
            drag(page, number, tuple(point))
        page.route("**/api/corners", busy, times=1)
        page.get_by_role("button", name="Use these corners").click()
        expect(page.get_by_role("alert").filter(has_text="Ask again.")).to_be_visible()
        page.get_by_role("button", name="Use these corners").click()
        expect(page.get_by_role("alert").filter(has_text="o lines of a board are seen there")).to_be_visible()
        assert table.snapshot.camera.corners == found
        page.get_by_role("button", name="Use these corners").click()
        expect(page.locator("#mark-words")).to_have_text("Marked as you have shown it.")
        assert table.snapshot.camera.corners != found


def test_four_points_that_are_no_board_are_refused_in_words(page: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, _):
        page.goto(address)
        look_at(page, DATA / "photos" / "014_few.jpg")
        page.get_by_role("button", name="Mark the corners").click()
        for number in range(4):
            drag(page, number, (100 + 3 * number, 100 + number % 2))
        page.get_by_role("button", name="Use these corners").click()
        expect(page.get_by_role("alert").filter(has_text="move the camera nearer")).to_be_visible()


@pytest.mark.parametrize(("level", "words"), [(4, "too dark"), (255, "burnt out"), (120, "shows nothing")])
def test_why_nothing_can_be_seen_is_said_in_words(quiet: Page, tmp_path: Path, level: int, words: str) -> None:
    cv2.imwrite(str(tmp_path / "picture.png"), np.full((480, 640, 3), level, np.uint8))
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, _):
        quiet.goto(address)
        look_at(quiet, tmp_path / "picture.png")
        wait_until(lambda: table.snapshot.camera.picture)
        expect(quiet.locator("#sight-words")).to_contain_text(words)


def test_what_was_chosen_is_offered_again(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path / "one", no_camera, stations=Stations(POLYSSIMO, tmp_path), config=tmp_path) as (
        address,
        _,
        _,
    ):
        quiet.goto(address)
        quiet.get_by_label("No camera").check()
        name_players(quiet, "Ann", "Bob", "Cy")
        quiet.get_by_label("youngest, seat 2").check()
        quiet.get_by_text("Handicap", exact=True).click()
        quiet.locator("#handicaps").get_by_label("Cy").select_option("5")
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob takes a piece")
    with served(tmp_path / "two", no_camera, stations=Stations(POLYSSIMO, tmp_path), config=tmp_path) as (
        address,
        table,
        _,
    ):
        quiet.goto(address)
        expect(quiet.get_by_label("Player 1")).to_have_value("Bob")
        expect(quiet.get_by_label("Player 3")).to_have_value("Ann")
        expect(quiet.locator("#handicaps").get_by_label("Cy")).to_have_value("5")
        quiet.get_by_label("No camera").check()
        quiet.get_by_role("button", name="Begin").click()
        expect(quiet.get_by_role("heading", level=1)).to_have_text("Bob takes a piece")
        assert table.match is not None
        assert table.match.header.rules == {"min_hexominoes": {"Cy": 5}}


def test_in_the_next_match_of_patchwork_it_is_asked_how_the_circle_lies(quiet: Page, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        whole = store.add(tuple(oracles.record(oracles.games("patchwork")["patchwork-d01"])), "9")
        left = store.stored(whole)
    with served(tmp_path, no_camera, piece_set=PATCHES, stations=Stations(PATCHES, tmp_path), left=left) as (
        address,
        _,
        sitting,
    ):
        assert sitting.match is not None
        quiet.goto(address)
        quiet.get_by_role("button", name="Play again").click()
        expect(quiet.get_by_label("Player 1")).to_have_value(sitting.match.header.players[0])
        expect(quiet.get_by_label("Shuffle it for us")).to_be_checked()
        assert sitting.match_id == whole


def test_a_source_that_is_not_there_is_said_and_another_one_can_be_chosen(quiet: Page, tmp_path: Path) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, _, _):
        quiet.goto(address)
        look_at(quiet, tmp_path / "nowhere.mp4", wait=False)
        expect(quiet.locator("#sight-words")).to_contain_text("no such file, folder or camera")
        look_at(quiet, DATA / "photos" / "009_full.jpg")
        expect(quiet.locator("#sight-words")).to_contain_text("The board is found.", timeout=30_000)


def test_stations_refuse_a_word_that_names_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="choose a camera"):
        Stations(POLYSSIMO, tmp_path).at(" ")


def busy(route: Route) -> None:
    route.fulfill(status=503, json={"error": "Ask again."})


def name_players(page: Page, *players: str) -> None:
    for number, player in enumerate(players, 1):
        page.get_by_label(f"Player {number}").fill(player)


def look_at(page: Page, path: Path, *, wait: bool = True) -> None:
    page.get_by_label("A film, or a folder").check()
    page.get_by_label("Path of the film").fill(str(path))
    page.keyboard.press("Tab")
    if wait:
        expect(page.locator("#live")).to_be_visible(timeout=30_000)


def drag(page: Page, number: int, point: tuple[float, float]) -> None:
    """Drags a corner to a pixel of the camera's picture."""
    picture = page.locator("#live").bounding_box()
    handle = page.locator(".handle").nth(number).bounding_box()
    assert picture
    assert handle
    size = page.evaluate("fetch('/api/snapshot').then(answer => answer.json()).then(all => all.camera.size)")
    scale = picture["width"] / size[0]
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(picture["x"] + point[0] * scale, picture["y"] + point[1] * scale, steps=3)
    page.mouse.up()


def clockwise_from_top_left(corners: np.ndarray) -> list[tuple[float, float]]:
    middle = corners.mean(axis=0)
    order = np.argsort(np.arctan2(*(corners - middle).T[::-1]))
    ordered = np.roll(corners[order], -int(corners[order].sum(axis=1).argmin()), axis=0)
    return [(float(x), float(y)) for x, y in ordered]


def seen_paint(page: Page, piece: str) -> str:
    """The paint that the camera has told, which must not be the one the page would take otherwise."""
    paint: str = page.evaluate(
        "piece => fetch('/api/snapshot').then(answer => answer.json()).then(all => all.pieces[piece].paint)", piece
    )
    assert paint
    assert paint != "#86ad6f"
    return paint


def test_a_source_that_is_not_named_is_asked_for_before_the_match_begins(quiet: Page, tmp_path: Path) -> None:
    stations = FakeStations(POLYSSIMO, tmp_path)
    with served(tmp_path, no_camera, stations=stations) as (address, table, _):
        quiet.goto(address)
        quiet.get_by_role("radio", name="A camera in the network").check()
        typed = quiet.get_by_label("Address of the camera")
        for empty in ("", "  "):
            typed.fill(empty)
            quiet.get_by_role("button", name="Begin").click()
            assert not typed.evaluate("field => field.validity.valid")
            expect(typed).to_be_focused()
        quiet.get_by_role("radio", name="No camera").check()
        quiet.get_by_role("button", name="Begin").click()
        wait_until(lambda: table.snapshot.match)
        assert table.source == "none"
