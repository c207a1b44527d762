"""A real browser is the phone: a recorded game before its camera over HTTPS, and single photos over plain HTTP."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.axe import faults
from tests.chromium import FLAGS, find_chromium
from tests.phone_film import held, phases, write_film
from tests.web.scripted import POLYSSIMO, no_camera, served, wait_until
from tests.web.staged import Stage, at
from vision.sighting import Problem, SeenPiece
from web.camera.phone import Invitation
from web.camera.station import Stations
from web.games import deal
from web.hall.sitting import Sitting
from web.hall.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
FILM = Path(__file__).parents[1] / "data" / "film"
PATIENCE_MS = 90_000
STILL = 7
OPENED = """() => {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  window.opened = 0;
  mediaDevices.getUserMedia = (wish) => { window.opened += 1; return open(wish); };
}"""
"""Counts how often the camera is opened."""
ENDED = "The phone has stopped the camera. Start it again."
FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@contextmanager
def started(browser: Browser, *flags: str) -> Iterator[Browser]:
    """A browser of its own, for flags are for a whole one."""
    chromium = browser.browser_type.launch(executable_path=find_chromium(), args=[*FLAGS, *flags])
    try:
        yield chromium
    finally:
        chromium.close()


@pytest.fixture(scope="module")
def seeing(browser: Browser) -> Iterator[Browser]:
    """A browser with a camera, which it may use without asking; started once."""
    with started(browser, *FAKE) as chromium:
        yield chromium


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """A phone whose owner has gone on at the warning."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, ignore_https_errors=True, locale="en-GB")
    context.set_default_timeout(40_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    assert complaints == []


@contextmanager
def awaiting(folder: Path) -> Iterator[tuple[str, Table, Invitation]]:
    """A table that waits for its phone, with the recorded game begun."""
    hands = {name: tuple(hand) for name, hand in json.loads((FILM / "hands.json").read_text()).items()}
    with served(folder, no_camera, stations=Stations(POLYSSIMO, folder / "config"), phone_port=0) as (host, table, _):
        table.watch("phone")

        def begin(sitting: Sitting) -> None:
            sitting.begin(deal.header(POLYSSIMO, tuple(hands), hands))

        table.do(begin)
        assert table.phone
        yield host, table, table.phone.invitation()


def lying(table: Table) -> list[tuple[str, str]]:
    shown = table.snapshot.match
    return [(place.player, place.piece) for place in shown.lying] if shown else []


def placed() -> list[tuple[str, str]]:
    """Who places which piece in the recording."""
    facts = [json.loads(line) for line in (FILM / "truth.jsonl").read_text().splitlines()]
    shapes = [piece["id"] for piece in facts[-1]["pieces"]]
    players = ("Bob", "Ann")
    return [(players[number % 2], piece) for number, piece in enumerate(shapes)]


def test_a_film_from_the_phone_is_refereed_over_https(tmp_path: Path, browser: Browser) -> None:
    film = tmp_path / "film.y4m"
    write_film(film, held(FILM, STILL, width=960), fps=2)
    with (
        awaiting(tmp_path) as (_, table, invited),
        started(browser, *FAKE, f"--use-file-for-fake-video-capture={film}") as chromium,
        phone(chromium) as page,
    ):
        page.goto(invited.plain)
        page.get_by_role("link", name="Go on to the camera").click()
        expect(page).to_have_url(invited.secure)
        expect(page.locator("#headline")).to_have_text("Bob plays")
        page.get_by_role("button", name="Start the camera").click()
        expect(page.locator("#headline")).to_have_text("Ann plays", timeout=PATIENCE_MS)
        wait_until(lambda: len(lying(table)) >= 3, PATIENCE_MS / 1000)
        assert lying(table) == placed()
        expect(page.locator("#trouble")).to_be_hidden()
        assert table.snapshot.camera.size == (960, 540)
        page.get_by_role("button", name="Stop").press("Enter")  # what is said just now may move it from under a finger
        expect(page.get_by_role("button", name="Start the camera")).to_be_focused()


def test_single_photos_over_plain_http_are_refereed_too(tmp_path: Path, browser: Browser) -> None:
    stills = [paths[-1] for hand, paths in phases(FILM) if not hand]
    with awaiting(tmp_path) as (_, table, invited), phone(browser) as page:
        page.goto(invited.plain)
        assert page.evaluate("isSecureContext") is False
        for count, photo in enumerate(stills):
            page.locator("#photo").set_input_files(photo)
            expect(page.locator("#photo-words")).to_have_text("Sent. It is looked at now.")
            wait_until(lambda count=count: len(lying(table)) >= count and settled(table), PATIENCE_MS / 1000)
        assert lying(table) == placed()
        expect(page.locator("#headline")).to_have_text("Ann plays")


def settled(table: Table) -> bool:
    return table.snapshot.camera.view == "settled"


def test_a_photo_of_a_kind_that_only_the_phone_knows_is_sent_as_one_that_all_know(
    tmp_path: Path, browser: Browser
) -> None:
    still = cv2.imencode(".bmp", cv2.imread(str(FILM / "frames" / "0001.jpg")))[1].tobytes()
    with awaiting(tmp_path) as (_, table, invited), phone(browser) as page:
        page.goto(invited.plain)
        page.locator("#photo").set_input_files({"name": "a.bmp", "mimeType": "image/bmp", "buffer": still})
        expect(page.locator("#photo-words")).to_have_text("Sent. It is looked at now.")
        wait_until(lambda: table.snapshot.camera.size == (1280, 720))


def test_the_camera_can_be_started_once_the_page_hears_of_it(tmp_path: Path, seeing: Browser) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with awaiting(tmp_path) as (_, _table, invited), phone(seeing) as page:
        page.route("**/phone-film.js", hold)
        page.goto(invited.secure, wait_until="commit")
        expect(page.locator("#start")).to_be_disabled()
        wait_until(lambda: page.wait_for_timeout(50) or held)
        held[0].continue_()
        expect(page.locator("#start")).to_be_enabled()


def test_what_is_no_photo_is_refused_in_words(tmp_path: Path, browser: Browser) -> None:
    with awaiting(tmp_path) as (_, _table, invited), phone(browser) as page:
        page.goto(invited.plain)
        page.locator("#photo").set_input_files(FILM / "hands.json")
        expect(page.locator("#photo-words")).to_have_text("This is no picture: send a JPEG, PNG or WebP file.")


def test_trouble_on_the_table_is_shown_on_the_phone(tmp_path: Path, seeing: Browser) -> None:
    stage, stations = Stage(), Stations(POLYSSIMO, tmp_path / "config")
    with served(tmp_path, stage.optics, stations=stations, phone_port=0) as (_, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None, {}))
        assert table.phone
        with phone(seeing) as page:
            page.goto(table.phone.invitation().secure)
            stage.show(SeenPiece("F", at("F", 0, 0)))
            expect(page.locator("#headline")).to_have_text("Ann plays")
            expect(page.locator("#trouble")).to_be_hidden()
            stage.show(*stage.pieces, problems=(Problem("overlap", "P", at("P", 0, 0), ("F",)),))
            expect(page.locator("#trouble")).to_be_visible()
            expect(page.locator("#trouble")).to_contain_text("P")
            assert page.locator("#trouble").evaluate("one => getComputedStyle(one).opacity") == "1"


GIVEN = """
  window.asked = [];
  MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
  MediaStreamTrack.prototype.applyConstraints = async (wish) =>
    window.asked.push({ ...wish.advanced[0], focus: wish.focusMode.ideal });
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    window.asked.push(kind);
    return { release: () => window.asked.push("released") };
  } } });
"""
"""What a phone has and this browser has not; it writes down what is asked of it."""


def test_the_light_is_offered_and_the_screen_stays_on(tmp_path: Path, seeing: Browser) -> None:
    with awaiting(tmp_path) as (_, _table, invited), phone(seeing) as page:
        page.add_init_script(GIVEN)
        page.goto(invited.secure)
        expect(page.get_by_role("button", name="Light")).to_be_hidden()
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_role("button", name="Light").click()
        expect(page.get_by_role("button", name="Light")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Stop").click()
        assert page.evaluate("window.asked") == ["screen", {"torch": True, "focus": "continuous"}, "released"]


def test_a_browser_that_cannot_keep_the_screen_on_says_what_to_do(tmp_path: Path, seeing: Browser) -> None:
    with awaiting(tmp_path) as (_, _table, invited), phone(seeing) as page:
        page.add_init_script('Object.defineProperty(navigator, "wakeLock", { value: undefined })')
        page.goto(invited.secure)
        page.get_by_role("button", name="Start the camera").click()
        expect(page.locator("#dims")).to_contain_text("stays on by itself")
        page.get_by_role("button", name="Stop").click()
        expect(page.locator("#dims")).to_be_hidden()


SIZES = """async (times) => {
  const { Film } = await import("/static/phone-film.js");
  const film = Object.assign(Object.create(Film.prototype), { step: 0, slow: 0, quick: 0, patience: 150 });
  return times.map(([took, count]) => {
    for (let i = 0; i < count; i += 1) film.adapt(took);
    return film.step;
  });
}"""
"""How far pictures have been made smaller after so many that took so many milliseconds to send."""


def test_pictures_are_as_large_as_the_network_carries_them(tmp_path: Path, seeing: Browser) -> None:
    with awaiting(tmp_path) as (_, _table, invited), phone(seeing) as page:
        page.goto(invited.secure)
        slow, quick, between = 2000, 100, 500
        steps = page.evaluate(SIZES, [[slow, 3], [quick, 1], [slow, 4], [between, 900], [quick, 299], [quick, 1]])
        assert steps == [0, 0, 1, 1, 1, 0]
        assert page.evaluate(SIZES, [[slow, 100], [quick, 1000]]) == [3, 3]


@pytest.mark.fault("F36")
def test_a_phone_that_has_lost_the_computer_is_told_what_may_have_changed(tmp_path: Path, browser: Browser) -> None:
    with awaiting(tmp_path) as (_, _table, invited), phone(browser) as page:
        page.clock.install()
        page.goto(invited.secure)
        expect(page.locator("#headline")).to_have_text("Bob plays")
        expect(page.locator("#offline")).to_be_hidden()
        page.context.set_offline(True)
        page.clock.run_for(2000)
        expect(page.locator("#offline")).to_contain_text("trying again")
        page.clock.run_for(70_000)
        expect(page.locator("#offline")).to_contain_text("trying again")  # what cannot be loaded now is not to be
        page.context.set_offline(False)
        page.clock.run_for(2000)
        expect(page.locator("#offline")).to_be_hidden()
        page.route("**/said", lambda route: route.abort())
        page.clock.run_for(2000)
        expect(page.locator("#offline")).to_contain_text("trying again")
        page.clock.run_for(70_000)
        expect(page.locator("#offline")).to_contain_text("read the code on the table's screen again")
        page.unroute("**/said")
        page.clock.run_for(2000)
        expect(page.locator("#offline")).to_be_hidden()


def test_of_two_phones_the_one_that_was_started_last_is_the_camera(tmp_path: Path, seeing: Browser) -> None:
    with awaiting(tmp_path) as (_, table, invited), phone(seeing) as first:
        second = first.context.new_page()
        for page in (first, second):
            page.goto(invited.secure)
            page.get_by_role("button", name="Start the camera").click()
            expect(page.get_by_role("button", name="Stop")).to_be_visible()
            wait_until(lambda: table.snapshot.camera.picture)
        expect(first.locator("#refused")).to_contain_text("Another phone is the camera now.", timeout=PATIENCE_MS)
        expect(first.get_by_role("button", name="Start the camera")).to_be_visible()
        expect(second.locator("#refused")).to_be_hidden()
        expect(second.get_by_role("button", name="Stop")).to_be_visible()


def test_why_the_camera_has_stopped_stays_to_be_read(tmp_path: Path, seeing: Browser) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with awaiting(tmp_path) as (_, _table, invited), phone(seeing) as page:
        page.goto(invited.secure)
        page.evaluate(OPENED)
        with page.expect_response("**/picture*"):
            page.get_by_role("button", name="Start the camera").dblclick()
        assert page.evaluate("window.opened") == 1
        page.route("**/picture*", hold)
        page.route("**/said", lambda route: route.abort())
        with page.expect_request("**/picture*"):
            pass
        page.evaluate("document.querySelector('#video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))")
        expect(page.locator("#refused")).to_have_text(ENDED)
        [route] = held
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "headline": "This is late"})
        expect(page.locator("#headline")).to_have_text("This is late")
        expect(page.locator("#refused")).to_have_text(ENDED)


GONE_AT_ONCE = """() => {
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = async () => {
    HTMLMediaElement.prototype.play = play;
    throw new DOMException("", "AbortError");
  };
}"""


def test_a_camera_that_is_gone_before_it_has_shown_anything_can_be_started_again(
    tmp_path: Path, seeing: Browser
) -> None:
    with awaiting(tmp_path) as (_, _table, invited), phone(seeing) as page:
        page.goto(invited.secure)
        page.evaluate(GONE_AT_ONCE)
        page.get_by_role("button", name="Start the camera").click()
        expect(page.locator("#refused")).to_have_text(ENDED)
        page.get_by_role("button", name="Start the camera").click()
        expect(page.get_by_role("button", name="Stop")).to_be_visible()


def test_a_camera_that_is_not_allowed_is_said_with_the_cure(tmp_path: Path, browser: Browser) -> None:
    with (
        awaiting(tmp_path) as (_, _table, invited),
        started(browser, "--deny-permission-prompts") as chromium,
        phone(chromium) as page,
    ):
        page.goto(invited.secure)
        page.get_by_role("button", name="Start the camera").click()
        expect(page.locator("#refused")).to_contain_text("camera")
        expect(page.get_by_role("button", name="Start the camera")).to_be_visible()


def test_axe_finds_nothing_on_the_phone_page(tmp_path: Path, seeing: Browser) -> None:
    with awaiting(tmp_path) as (_, _table, invited), phone(seeing) as page:
        for address in (invited.plain, invited.secure):
            page.goto(address)
            expect(page.locator("#headline")).to_have_text("Bob plays")
            assert faults(page) == []
        page.get_by_role("button", name="Start the camera").click()
        expect(page.get_by_role("button", name="Stop")).to_be_visible()
        assert faults(page) == []


STILL_LIFE = (FILM / "frames" / "0001.jpg").read_bytes()


def test_the_code_is_shown_where_the_camera_is_chosen_until_pictures_come(tmp_path: Path, quiet: Page) -> None:
    stations = Stations(POLYSSIMO, tmp_path / "config")
    with served(tmp_path, no_camera, stations=stations, phone_port=0) as (host, table, _):
        quiet.goto(host)
        code = quiet.locator("#phone-code img")
        expect(code).to_be_hidden()
        quiet.get_by_label("A phone as the camera").check()
        expect(code).to_be_visible()
        assert table.phone
        expect(quiet.locator("#phone-code a")).to_have_text(table.phone.invitation().plain)
        quiet.wait_for_function("() => document.querySelector('#phone-code img').naturalWidth > 100")
        table.phone.send(STILL_LIFE, alone=True)
        expect(code).to_be_hidden(timeout=20_000)


def test_in_a_match_the_code_comes_back_when_the_phone_is_lost_or_somebody_asks(
    tmp_path: Path, quiet: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.pictures.posted.PATIENCE_S", 1.0)
    with awaiting(tmp_path) as (host, table, _):
        assert table.phone
        quiet.goto(host)
        code = quiet.get_by_alt_text("A code with the address of the page for the phone").locator("visible=true")
        expect(code).to_have_count(1)
        table.phone.send(STILL_LIFE, alone=True)
        expect(code).to_have_count(0, timeout=20_000)
        quiet.get_by_role("button", name="Code for the phone").click()
        expect(code).to_have_count(1)
        quiet.get_by_role("button", name="Code for the phone").click()
        expect(code).to_have_count(0)
        table.phone.send(STILL_LIFE, alone=False)
        expect(code).to_have_count(1)
        expect(quiet.locator("#view-words")).to_contain_text("open its page by the code")


def test_where_a_camera_is_lost_a_phone_takes_its_place_by_one_tap(tmp_path: Path, quiet: Page) -> None:
    stations = Stations(POLYSSIMO, tmp_path / "config")
    with served(tmp_path, no_camera, stations=stations, phone_port=0) as (host, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None, {}))
        quiet.goto(host)
        quiet.get_by_role("button", name="Use a phone as the camera").click()
        quiet.wait_for_function("() => document.querySelector('#phone-again img').naturalWidth > 100")
        assert table.phone
        table.phone.send(STILL_LIFE, alone=True)
        wait_until(lambda: table.snapshot.camera.size == (1280, 720))


def test_a_phone_of_another_day_is_connected_again_by_one_tap(tmp_path: Path, quiet: Page) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path), phone_port=0) as (host, table, sitting):
        asleep = Stations(POLYSSIMO, tmp_path).remembered("phone")
        table.do(lambda _: table._lookout.move_to(asleep, None))
        quiet.goto(host)
        expect(quiet.get_by_label("A phone as the camera")).to_be_checked()
        quiet.get_by_role("button", name="Connect the phone again").click()
        expect(quiet.locator("#phone-code img")).to_be_visible()
        table.do(lambda _: table._lookout.move_to(asleep, None))
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None, {}))
        expect(quiet.locator("#blind")).to_have_text("The phone was the camera last time. It is not connected yet.")
        quiet.get_by_role("button", name="Large view").click()
        quiet.locator("#phone-again").get_by_role("button", name="Connect the phone again").click()
        expect(quiet.locator("#phone-again img")).to_be_visible()
