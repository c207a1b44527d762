"""From the last picture with a hand in it to the verdict on the page: ``python -m tests.benchmarks.latency``.

A film of the simulated table is drawn beforehand, kept as JPEG, and played at 30 pictures a second before the real
eyes, as a camera would give it: what comes too fast is skipped. A real browser shows the page and notes when the piece
appears on it. The delay is told in parts: settling (until the settled picture is looked at; the first still one is read
meanwhile), vision (until that look is done) and delivery (until the browser shows it); besides, what share of one
processor player and browser take.
"""

import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import mean, quantiles

import click
import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from referee.match import Match
from referee.piece import packaged_piece_set
from tests.benchmarks.reel import Part, parts_of
from tests.benchmarks.viewers import shared
from tests.chromium import FLAGS, find_chromium
from tests.crowd import looking
from tests.web.scripted import served
from vision.frame import Frame, Picture
from vision.live.watch import Known, Look, Watcher
from vision.pictures.capture import LatestFrame
from vision.pictures.source import Source
from vision.pose import BoardPose
from vision.simulated import Film, Step
from web.camera.eyes import Optics
from web.camera.simulated import table
from web.games.demo import script

FPS = 30
HAND_PICTURES, STILL_PICTURES = 4, 45
"""How long a shot with a hand stands on the screen, and all quiet shots after it together."""
JOINING_S = 4.0
"""So long others have to join."""
NOTE = """() => {
  window.noted = {};
  new MutationObserver(() => {
    for (const piece of document.querySelectorAll("#board .pieces > .piece")) {
      window.noted[piece.dataset.piece] ??= performance.timeOrigin + performance.now();
    }
  }).observe(document.querySelector("#board"), { childList: true, subtree: true });
}"""


class Projector(Source):
    """Plays parts of a film as a camera: the newest picture only. ``hand_gone_s`` notes when the hand of each piece was
    last seen."""

    live = True
    name = "projector"

    def __init__(self, parts: Sequence[Part]) -> None:
        self.hand_gone_s: dict[str, float] = {}
        self._pictures = self._shown(parts)
        self._due_s = time.monotonic()
        self._latest = LatestFrame(self._grab, lambda: None)

    def _shown(self, parts: Sequence[Part]) -> Iterator[Picture]:
        for part in parts:
            for number in range(part.count):
                data = np.frombuffer(part.pictures[number % len(part.pictures)], np.uint8)
                yield np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
                if part.placed:
                    self.hand_gone_s[part.placed] = time.time()

    def _grab(self) -> Picture | None:
        self._due_s += 1 / FPS
        time.sleep(max(0.0, self._due_s - time.monotonic()))
        return next(self._pictures, None)

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self._latest.take(5.0)) is not None:
            yield frame

    def close(self) -> None:
        self._latest.close()


class TimedEye:
    """The real eyes, with a note of when the picture that first shows a piece was looked at, and for how long."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self.read_s: dict[str, tuple[float, float]] = {}

    def look(self, frame: Frame, known: Known) -> Look:
        began_s = time.time()
        look = self._watcher.look(frame, known)
        for piece in look.sighting.pieces if look.sighting else ():
            self.read_s.setdefault(piece.piece, (began_s, time.time()))
        return look

    def show_board(self, pose: BoardPose) -> None:
        self._watcher.show_board(pose)


@click.command()
@click.option("--seed", default=1, show_default=True, help="Which game is played, on which table.")
@click.option("--moves", default=12, show_default=True, help="How many placements of it.")
@click.option("--viewers", default=0, show_default=True, help="So many others look on meanwhile.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
def main(seed: int, moves: int, viewers: int, as_json: bool) -> None:
    """Measures the delay and prints a table."""
    piece_set = packaged_piece_set("polyssimo")
    whole = script(seed, piece_set)
    steps = [Step(move.piece, move.cells, player=move.player) for move in whole.moves[:moves]]
    film = Film(table(seed, piece_set), piece_set, steps)
    click.echo("drawing the film ...", err=True)
    parts = list(parts_of(film, HAND_PICTURES, STILL_PICTURES))
    eye = TimedEye(Watcher(piece_set))
    projectors: list[Projector] = []

    def opened() -> Projector:
        projectors.append(Projector(parts))
        return projectors[-1]

    def optics(match: Match | None) -> Optics | None:
        return Optics("film", opened, lambda _: eye) if match else None

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = browser.new_page()
        with served(Path(folder), optics, demo=True) as (address, playing, sitting):
            page.goto(address)
            page.evaluate(NOTE)
            seconds = sum(part.count for part in parts) / FPS + 2
            with looking(shared(address), viewers, JOINING_S + seconds) if viewers else nullcontext():
                page.wait_for_timeout(1000 * JOINING_S if viewers else 0)
                playing.do(lambda _: sitting.begin(whole.header))
                used = _load(page, seconds)
            shown_s = {piece: ms / 1000 for piece, ms in page.evaluate("window.noted").items()}
        browser.close()
    _tell(projectors[0].hand_gone_s, eye.read_s, shown_s, used, as_json)


def _load(page: Page, seconds: float) -> tuple[float, float]:
    """Shares of one processor that this program and the browser take while the film runs."""
    began_s, mine, theirs = time.monotonic(), time.process_time(), _browser_s()
    page.wait_for_timeout(1000 * seconds)
    wall_s = time.monotonic() - began_s
    return (time.process_time() - mine) / wall_s, (_browser_s() - theirs) / wall_s


def _browser_s() -> float:
    """Processor seconds of all processes that come from this one, as Linux tells them; 0 elsewhere."""
    children: dict[int, list[int]] = {}
    spent: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        children.setdefault(int(fields[1]), []).append(pid)
        spent[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    family, seconds = [os.getpid()], 0.0
    while family:
        for child in children.get(family.pop(), []):
            family.append(child)
            seconds += spent[child]
    return seconds


def _tell(
    gone_s: dict[str, float],
    read_s: dict[str, tuple[float, float]],
    shown_s: dict[str, float],
    used: tuple[float, float],
    as_json: bool,
) -> None:
    told = [piece for piece in gone_s if piece in read_s and piece in shown_s]
    parts = {
        "settling": [read_s[piece][0] - gone_s[piece] for piece in told],
        "vision": [read_s[piece][1] - read_s[piece][0] for piece in told],
        "delivery": [shown_s[piece] - read_s[piece][1] for piece in told],
        "in all": [shown_s[piece] - gone_s[piece] for piece in told],
    }
    figures = {name: _figures(delays) for name, delays in parts.items()}
    if as_json:
        facts = {"placements": len(gone_s), "told": len(told), "player": used[0], "browser": used[1], **figures}
        click.echo(json.dumps(facts))
        return
    click.echo(f"{len(told)} of {len(gone_s)} placements were told at {FPS} pictures a second; seconds:")
    click.echo(f"{'':10}{'median':>9}{'95 %':>9}{'mean':>9}")
    for name, (middle, most, usual) in figures.items():
        click.echo(f"{name:10}{middle:9.3f}{most:9.3f}{usual:9.3f}")
    click.echo(f"share of one processor: player {used[0]:.0%}, browser {used[1]:.0%}")


def _figures(delays: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile and mean."""
    cuts = quantiles(delays, n=20, method="inclusive") if len(delays) > 1 else [*delays] * 19
    return cuts[9], cuts[18], mean(delays)


if __name__ == "__main__":
    main()
