"""A whole recorded game before the camera of a browser, which plays the phone, over HTTPS.

``python -m tests.benchmarks.phone FOLDER``, of frames, ``truth.jsonl`` and ``hands.json``, tells what was refereed.
"""

import json
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.benchmarks.recorded import read_recorded
from tests.chromium import FLAGS, find_chromium
from tests.phone_film import held, write_film
from tests.web.scripted import POLYSSIMO, no_camera, served
from web.camera.station import Stations
from web.hall.table import Table
from web.shown.phone_said import said

FPS, STILL = 2, 6
LONGEST_S = 400


def refereed(recording: Path, folder: Path) -> None:
    """Plays the recording and prints what became of it."""
    film = folder / "film.y4m"
    frames = list(held(recording, STILL))
    write_film(film, frames, FPS)
    length_s = len(frames) / FPS
    header = read_recorded(recording, POLYSSIMO).header(POLYSSIMO)
    flags = [*FLAGS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    stations = Stations(POLYSSIMO, folder / "config")
    with served(folder, no_camera, stations=stations, phone_port=0) as (_, table, _), sync_playwright() as playwright:
        table.watch("phone")
        table.do(lambda sitting: sitting.begin(header))
        assert table.phone
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*flags, f"--use-file-for-fake-video-capture={film}"]
        )
        page = chromium.new_page(ignore_https_errors=True, viewport={"width": 390, "height": 844})
        page.goto(table.phone.invitation().secure)
        page.click("#start")
        _follow(table, partial(page.wait_for_timeout, 100), min(length_s, LONGEST_S))
        print(page.inner_text("#headline"), "|", page.inner_text("#words"), "| on the phone")
        chromium.close()


def _follow(table: Table, wait, longest_s: float) -> None:
    """Prints every change of what is said until the film ends."""
    began_s, told = time.monotonic(), ""
    while time.monotonic() - began_s < longest_s:
        wait()
        shown = said(table.snapshot)
        words = f"{shown['headline']} | {shown['words']} {shown['alarm']}"
        if words != told:
            lying = len(table.snapshot.match.lying) if table.snapshot.match else 0
            print(f"{time.monotonic() - began_s:6.1f} s  {lying:2} lying  {words}", flush=True)
            told = words
        if shown["tone"] == "won":
            print(json.dumps(dict(table.snapshot.match.outcome.scores)))  # type: ignore[union-attr]
            return


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        refereed(Path(sys.argv[1]), Path(folder))
