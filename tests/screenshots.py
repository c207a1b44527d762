"""The pictures of the page in the README, taken anew: ``python -m tests.screenshots docs``.

The real demo is played from shortly before its slip; an animated picture shows how that is noticed and put right.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import cv2
import numpy as np
from playwright.sync_api import Browser, Page, expect, sync_playwright

from referee.record import format_entry, format_header
from tests.chromium import FLAGS, find_chromium
from tests.web.scripted import POLYSSIMO
from tests.web.server import Server, started
from vision.frame import Picture
from web.games.demo import script
from web.record.store import Store

SEED = 1
BEFORE_SLIP = 1
WIDE = {"width": 1280, "height": 840}
WALL = {"width": 1600, "height": 900}
PHONE = {"width": 390, "height": 844}
FILM_WIDTH_PX, FILM_QUALITY, EVERY_S, SHOWN_MS = 900, 62, 0.5, 550
QUALITY = 82
LONGEST_S = 90
MOST_MS = 60_000


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Takes all pictures and puts them into FOLDER."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        with nearly_at_slip() as server:
            _film(browser, server, folder)
        with _fresh() as server:
            _setting_up(browser, server, folder)
        browser.close()


@contextmanager
def nearly_at_slip() -> Iterator[Server]:
    """The demo as it stands shortly before a piece is laid on another."""
    whole = script(SEED, POLYSSIMO)
    with tempfile.TemporaryDirectory() as data:
        with Store(Path(data)) as store:
            match_id = store.begin(format_header(whole.header), f"demo:{SEED}")
            for move in whole.moves[: whole.slip_at - BEFORE_SLIP]:
                store.append(match_id, format_entry(move))
        with started(Path(data), "demo", "--seed", str(SEED)) as server:
            yield server


@contextmanager
def _fresh() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as data, started(Path(data), "play") as server:
        yield server


def _film(browser: Browser, server: Server, folder: Path) -> None:
    """From a legal placement over the slip to its being put right."""
    page = browser.new_page(viewport=WIDE)
    page.goto(server.address)
    expect(page.locator("#board image.seen").first).to_be_visible(timeout=MOST_MS)
    pictures, ends_s, slipped, righted = [], time.monotonic() + LONGEST_S, False, 0
    while time.monotonic() < ends_s and righted < 4:
        pictures.append(_taken(page))
        troubled = page.locator("#alarm.raised").count() > 0
        if troubled and not slipped:
            _elsewhere(browser, server, folder)
        slipped = slipped or troubled
        righted += slipped and not troubled
        page.wait_for_timeout(1000 * EVERY_S)
    page.close()
    shown = _without_repetitions(pictures)
    film = cv2.Animation()
    film.frames = shown
    film.durations = np.array([SHOWN_MS] * (len(shown) - 1) + [4 * SHOWN_MS], np.int32)
    cv2.imwriteanimation(str(folder / "refereed.webp"), film, [cv2.IMWRITE_WEBP_QUALITY, FILM_QUALITY])
    click.echo(f"refereed.webp: {len(shown)} pictures, {(folder / 'refereed.webp').stat().st_size // 1024} kB")


def _elsewhere(browser: Browser, server: Server, folder: Path) -> None:
    """The same moment on a wall at night and on a phone."""
    wall = browser.new_page(viewport=WALL, color_scheme="dark")
    wall.goto(server.address)
    wall.get_by_role("button", name="Large view").click()
    phone = browser.new_page(viewport=PHONE)
    phone.goto(server.address)
    for name, page in (("wall", wall), ("phone", phone)):
        expect(page.locator("#alarm.raised")).to_be_visible()
        page.wait_for_timeout(800)
        _keep(page, folder / f"{name}.webp")
        page.close()


def _setting_up(browser: Browser, server: Server, folder: Path) -> None:
    page = browser.new_page(viewport=WIDE)
    page.goto(server.address)
    page.get_by_label("Demo").check()
    for number, player in enumerate(("Ann", "Bob"), 1):
        page.get_by_label(f"Player {number}").fill(player)
    expect(page.locator("#sight-words")).to_contain_text("The board is found", timeout=MOST_MS)
    page.get_by_role("button", name="Mark the corners").click()
    expect(page.locator(".handle")).to_have_count(4)
    page.wait_for_timeout(500)
    _keep(page, folder / "set-up.webp")
    page.close()


def _keep(page: Page, path: Path) -> None:
    cv2.imwrite(str(path), _screenshot(page), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def _screenshot(page: Page) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _taken(page: Page) -> Picture:
    bgr = _screenshot(page)
    size = (FILM_WIDTH_PX, round(bgr.shape[0] * FILM_WIDTH_PX / bgr.shape[1]))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def _without_repetitions(pictures: list[Picture]) -> list[Picture]:
    shown = pictures[:1]
    for picture in pictures[1:]:
        if (np.abs(picture.astype(int) - shown[-1]) > 12).mean() > 0.002:
            shown.append(picture)
    return shown


if __name__ == "__main__":
    main()
