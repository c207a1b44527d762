"""An hour of the simulated table at the highest speed, watched by a viewer: memory and handles stay flat (F34).

python -m tests.soak.simulated_hour --minutes 60
"""

import argparse
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

from tests.web.server import Server, started

SAMPLE_S = 5.0
"""So often memory and handles are looked at."""
WARM_UP = 1 / 6
"""This share of the time the program may grow: networks are loaded, and caches fill."""
MOST_GROWTH = 0.05
"""What is used at the end may be so much more than after the warm-up."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the server uses at a moment: resident memory in octets, open handles, threads."""

    at_s: float
    rss: int
    handles: int
    threads: int


@dataclass(frozen=True, slots=True)
class Soaked:
    """What came of it."""

    minutes: float
    games: int
    placed: int
    pictures: int
    samples: tuple[Sample, ...]

    def growth(self, field: str) -> tuple[float, float]:
        """The median of a field in the first and the last third after the warm-up."""
        steady = [getattr(sample, field) for sample in self.samples[int(len(self.samples) * WARM_UP) :]]
        third = max(1, len(steady) // 3)
        return median(steady[:third]), median(steady[-third:])

    @property
    def is_flat(self) -> bool:
        return all(last <= first * (1 + MOST_GROWTH) for first, last in map(self.growth, ("rss", "handles", "threads")))

    def told(self) -> Iterator[str]:
        """The result, a line for each thing that was measured."""
        yield f"{self.minutes:.0f} minutes: {self.games} games, {self.placed} placements, {self.pictures} pictures"
        for field, unit, octets in (("rss", "MB", 1e6), ("handles", "", 1), ("threads", "", 1)):
            first, last = self.growth(field)
            yield f"{field}: {first / octets:.1f} {unit} -> {last / octets:.1f} {unit} ({last / first - 1:+.1%})"
        yield "flat" if self.is_flat else f"NOT FLAT: something grew by more than {MOST_GROWTH:.0%}"


def soak(minutes: float, say: bool = False) -> Soaked:
    """Plays one game after the other for so long."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started(Path(folder), "demo", "--speed", "0") as server,
        _viewer(server),
    ):
        return _watched(server, minutes, say)


def _watched(server: Server, minutes: float, say: bool) -> Soaked:
    process, samples = psutil.Process(server.process.pid), list[Sample]()
    began_s, games, placed = time.monotonic(), 0, 0
    last: dict[str, int] = {}
    while (at_s := time.monotonic() - began_s) < 60 * minutes:
        time.sleep(SAMPLE_S)
        try:
            snapshot = server.get("/api/snapshot")
        except TimeoutError:  # on a machine that has much else to do
            continue
        match = snapshot["match"]
        placed += max(0, len(match["lying"]) - last.get("lying", 0)) if match["id"] == last.get("id") else 0
        last = {"id": match["id"], "lying": len(match["lying"])}
        if match["outcome"] is not None or snapshot["camera"]["view"] == "ended":
            games += match["outcome"] is not None
            assert server.post("/api/match", players=["Ann", "Bob"], hands="random") == 200
        samples.append(Sample(at_s, process.memory_info().rss, process.num_fds(), process.num_threads()))
        if say:
            print(f"{samples[-1]} games={games} {snapshot['camera']['words']}", flush=True)
    pictures = server.get("/api/snapshot")["camera"]["picture"]
    return Soaked(minutes, games, placed, pictures, tuple(samples))


@contextmanager
def _viewer(server: Server) -> Iterator[None]:
    """Somebody who looks on: the event stream, and the camera's picture now and then."""
    ended = threading.Event()

    def look() -> None:
        with suppress(OSError), urllib.request.urlopen(f"{server.address}/events", timeout=60) as events:
            for number, _ in enumerate(events):
                if ended.is_set():
                    return
                if number % 20 == 0:
                    with urllib.request.urlopen(f"{server.address}/snapshot.jpg", timeout=60) as picture:
                        picture.read()

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--samples", action="store_true", help="print every sample")
    chosen = parser.parse_args(words)
    soaked = soak(chosen.minutes, chosen.samples)
    print("\n".join(soaked.told()))
    return 0 if soaked.is_flat else 1


if __name__ == "__main__":
    sys.exit(main())
