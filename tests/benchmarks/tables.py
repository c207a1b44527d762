"""How many tables one machine carries: ``python -m tests.benchmarks.tables``.

Films of simulated tables, 1280 x 720, are drawn beforehand, kept as JPEG and played at 30 pictures a second as webcams
give them, each before a table of one served hall, with a placement every few seconds. A program of its own looks on:
for each table an event stream and its camera pictures, as an open page fetches them. Told are, for so many tables: the
pictures that the slowest of them looked at a second; how long after the last picture with a hand the verdict was out;
and the processor seconds that one table takes a second, unpacking the webcam's pictures told apart, and a look.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from statistics import median
from threading import Event, Thread

import click
import cv2
import numpy as np

from referee.match import Match
from referee.piece import PieceSet, packaged_piece_set
from tests.benchmarks.reel import Part, parts_of
from tests.web.halls import staged_hall
from vision.frame import Frame, Picture
from vision.live.watch import Known, Look, Watcher
from vision.pictures.capture import LatestFrame
from vision.pictures.source import Source
from vision.pose import BoardPose
from vision.simulated import Film, scene
from vision.simulated.shooting import Step
from web.camera.eyes import Optics
from web.games.demo import script
from web.hall.hall import Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.scripts.script import Script

FPS = 30
HAND_PICTURES = 8
"""Pictures of each shot with a hand; two or three such shots bring a piece."""
LONGEST_S = 1e6
GAMES = 3
"""Different games and tables that are drawn; tables beyond them play the same, at another time."""


@dataclass(frozen=True, slots=True)
class Reel:
    """A game and what the camera sees of it."""

    whole: Script
    parts: tuple[Part, ...]

    @property
    def length_s(self) -> float:
        return sum(part.count for part in self.parts) / FPS

    def part_at(self, number: int) -> Part:
        """What is to be seen in the picture of this number; before the first and after the last it stands still."""
        ends = list(accumulate(part.count for part in self.parts))
        return self.parts[min(bisect_right(ends, max(0, number)), len(self.parts) - 1)]

    def gone_s(self) -> dict[str, float]:
        """When the last hand that brought a piece is gone."""
        ends = accumulate(part.count for part in self.parts)
        return {part.placed: end / FPS for part, end in zip(self.parts, ends, strict=True) if part.placed}


class Webcam(Source):
    """Shows what of a reel is to be seen now, 30 times a second; only the newest picture is looked at."""

    live = True
    name = "webcam"

    def __init__(self, reel: Reel, began_s: float) -> None:
        self.unpacking_s = 0.0
        self._reel, self.began_s = reel, began_s
        self._latest = LatestFrame(self._grab, lambda: None)

    def _grab(self) -> Picture:
        number = int((time.monotonic() - self.began_s) * FPS) + 1
        time.sleep(max(0.0, self.began_s + number / FPS - time.monotonic()))
        part = self._reel.part_at(number)
        jpeg, began_s = part.pictures[number % len(part.pictures)], time.thread_time()
        bgr = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        self.unpacking_s += time.thread_time() - began_s
        return bgr

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self._latest.take(5.0)) is not None:
            yield frame

    def close(self) -> None:
        self._latest.close()


class Seat:
    """The camera of one table with the real eyes, which count their looks."""

    def __init__(self, reel: Reel, piece_set: PieceSet) -> None:
        self.reel, self.began_s = reel, time.monotonic() + LONGEST_S
        self._watcher = Watcher(piece_set)
        self._webcams: list[Webcam] = []
        self.looks, self.looking_s = 0, 0.0
        self.told_s: dict[str, float] = {}

    def look(self, frame: Frame, known: Known) -> Look:
        began_s = time.thread_time()
        look = self._watcher.look(frame, known)
        self.looks, self.looking_s = self.looks + 1, self.looking_s + time.thread_time() - began_s
        return look

    def show_board(self, pose: BoardPose) -> None:
        self._watcher.show_board(pose)

    def optics(self, _: Match | None) -> Optics:
        return Optics("webcam", self._opened, lambda _: self)

    def _opened(self) -> Webcam:
        self._webcams.append(Webcam(self.reel, self.began_s))
        return self._webcams[-1]

    @property
    def unpacking_s(self) -> float:
        return sum(webcam.unpacking_s for webcam in self._webcams)

    @property
    def delays_s(self) -> list[float]:
        """From the last picture with a hand to the verdict, of each placement that was told."""
        gone_s = self.reel.gone_s()
        return [told_s - self.began_s - gone_s[piece] for piece, told_s in self.told_s.items()]

    def start(self, at_s: float) -> None:
        """The reel runs from then on; before, it stands still."""
        self.began_s = at_s
        for webcam in self._webcams:
            webcam.began_s = at_s

    def listen(self, table: Table, ended: Event) -> None:
        """Notes when the verdict on each placement is out."""
        serial = 0
        while not ended.is_set():
            snapshot = table.newer(serial, 0.5)
            if snapshot is None:
                continue
            serial = snapshot.serial
            for lying in snapshot.match.lying if snapshot.match else ():
                self.told_s.setdefault(lying.piece, time.monotonic())


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured with so many tables."""

    tables: int
    looks_per_s: float
    placements: int
    told: int
    delay_s: float
    slowest_s: float
    used: float
    unpacking: float
    look_ms: float
    load: float


@click.command()
@click.option("--tables", default="1,2,3,4,6,8", show_default=True, help="How many at a time, one after the other.")
@click.option("--every", default=8.0, show_default=True, help="Seconds from one placement to the next at each table.")
@click.option("--moves", default=4, show_default=True, help="Placements at each table.")
@click.option("--times", default=1, show_default=True, help="How often all is measured.")
@click.option("--threads", type=int, help="Threads that OpenCV may use, if not as many as it likes.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object a line.")
def main(tables: str, every: float, moves: int, times: int, threads: int | None, as_json: bool) -> None:
    """Measures and prints a line for each number of tables."""
    if threads is not None:
        cv2.setNumThreads(threads)
    piece_set = packaged_piece_set("polyssimo")
    click.echo("drawing the films ...", err=True)
    reels = [_reel(seed, moves, round(every * FPS), piece_set) for seed in range(1, GAMES + 1)]
    if not as_json:
        click.echo("tables  looks/s  told      median s  slowest s  cpu/table  webcam/table  ms/look  load")
    for count in [int(word) for word in tables.split(",")] * times:
        found = _measured(count, reels, every, piece_set)
        if as_json:
            click.echo(json.dumps({name: getattr(found, name) for name in found.__slots__}))
            continue
        told = f"{found.told} of {found.placements}"
        click.echo(
            f"{found.tables:6}{found.looks_per_s:9.1f}  {told:9}{found.delay_s:9.2f}{found.slowest_s:11.2f}"
            f"{found.used / found.tables:11.2f}{found.unpacking / found.tables:14.2f}"
            f"{found.look_ms:9.1f}{found.load:6.1f}"
        )


def _reel(seed: int, moves: int, still: int, piece_set: PieceSet) -> Reel:
    whole = script(seed, piece_set)
    steps = [Step(move.piece, move.cells, player=move.player) for move in whole.moves[:moves]]
    table = scene(
        seed, width=1280, height=720, fill=0.9, tilt_deg=8 + seed * 7 % 14, roll_deg=0.0, piece_height=0.55, stock=False
    )
    return Reel(whole, tuple(parts_of(Film(table, piece_set, steps), HAND_PICTURES, still)))


def _measured(count: int, reels: Sequence[Reel], every: float, piece_set: PieceSet) -> Figures:
    seats = {number: Seat(reels[number % len(reels)], piece_set) for number in range(1, count + 1)}
    optics = {number: seat.optics for number, seat in seats.items()}
    ended = Event()
    with tempfile.TemporaryDirectory() as folder, staged_hall(Path(folder), count, optics, most=count) as served:
        address, hall, _ = served
        for number, seat in seats.items():
            Thread(target=seat.listen, args=(hall.tables[number], ended), daemon=True).start()
            hall.tables[number].do(partial(_begin, seat.reel))
        viewers = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.tables", "view", address, str(count)])
        _wait_for_boards(hall)
        for number, seat in seats.items():
            seat.start(time.monotonic() + every * number / count)
        began_s, cpu_s = time.monotonic(), time.process_time()
        looks, looking_s = [seat.looks for seat in seats.values()], sum(seat.looking_s for seat in seats.values())
        unpacking_s = sum(seat.unpacking_s for seat in seats.values())
        time.sleep(max(seat.reel.length_s for seat in seats.values()) + every)
        wall_s = time.monotonic() - began_s
        used = (time.process_time() - cpu_s) / wall_s
        unpacking = (sum(seat.unpacking_s for seat in seats.values()) - unpacking_s) / wall_s
        looked = [seat.looks - before for seat, before in zip(seats.values(), looks, strict=True)]
        look_s = (sum(seat.looking_s for seat in seats.values()) - looking_s) / max(1, sum(looked))
        time.sleep(3)
        ended.set()
        viewers.kill()
        viewers.wait()
    delays = [delay_s for seat in seats.values() for delay_s in seat.delays_s]
    placements = sum(len(seat.reel.gone_s()) for seat in seats.values())
    load = os.getloadavg()[0]
    return Figures(
        tables=count,
        looks_per_s=min(looked) / wall_s,
        placements=placements,
        told=len(delays),
        delay_s=median(delays or [0]),
        slowest_s=max(delays, default=0),
        used=used - unpacking,
        unpacking=unpacking,
        look_ms=1000 * look_s,
        load=load,
    )


def _begin(reel: Reel, sitting: Sitting) -> None:
    sitting.begin(reel.whole.header)


def _wait_for_boards(hall: Hall) -> None:
    end_s = time.monotonic() + 60
    while time.monotonic() < end_s:
        if all(table.snapshot.camera.corners for table in hall.tables.values()):
            return
        time.sleep(0.05)


def view(address: str, count: int) -> None:
    """Looks on at all tables as open pages do, until ended."""
    with ThreadPoolExecutor(count) as viewers:
        list(viewers.map(partial(_view, address), range(1, count + 1)))


def _view(address: str, number: int) -> None:
    shown = 0
    with urllib.request.urlopen(f"{address}/table/{number}/events", timeout=60) as events:
        for line in events:
            if not line.startswith(b"data: {"):
                continue
            picture = json.loads(line[6:]).get("camera", {}).get("picture", 0)
            if picture > shown:
                shown = picture
                with urllib.request.urlopen(f"{address}/table/{number}/snapshot.jpg?seq={picture}", timeout=60) as jpeg:
                    jpeg.read()


if __name__ == "__main__":
    if sys.argv[1:2] == ["view"]:
        view(sys.argv[2], int(sys.argv[3]))
    else:
        main()
