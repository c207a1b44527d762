"""How soon those who look on see what happens: ``python -m tests.benchmarks.viewers --viewers 50``.

A table with a fake camera of 30 pictures a second is shared; the viewers, in a process of their own, read its event
stream and fetch its pictures. Twice a second a piece is placed or taken back. Told are the delays from when that is
there to be seen until each viewer has it, and what the host notices: how long the referee takes, and the host's page.
"""

import json
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median, quantiles

import click

from tests.crowd import looking
from tests.web.scripted import POLYSSIMO, Ticking, served, wished
from tests.web.staged import Stage, at
from web.camera.eyes import Optics
from web.camera.station import Stations
from web.hall.sitting import Sitting
from web.hall.table import Table

FPS = 30
EVERY_S = 0.5
SETTLING_S = 4.0
"""So long the viewers have to join."""


@click.command()
@click.option("--viewers", default=50, show_default=True, help="How many look on.")
@click.option("--seconds", default=20.0, show_default=True, help="How long is measured.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
def main(viewers: int, seconds: float, as_json: bool) -> None:
    """Measures the delay and prints a table."""
    stage = Stage()
    with tempfile.TemporaryDirectory() as folder:
        room, stations = Path(folder), Stations(POLYSSIMO, Path(folder) / "config")
        with served(room, lambda _: Optics("stage", lambda: Ticking(FPS), lambda _: stage), stations=stations) as house:
            address, table, sitting = house
            table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
            there = shared(address)
            alone = _played(address, table, sitting, seconds / 2)
            with looking(there, viewers, SETTLING_S + seconds + 2) as told:
                time.sleep(SETTLING_S)
                watched = _played(address, table, sitting, seconds)
    arrived = {int(serial): came for serial, came in told["arrivals"].items()}
    delays = [came_s - there_s for serial, there_s in watched.there_s.items() for came_s in arrived.get(serial, [])]
    expected = len(watched.there_s) * told["streams"]
    facts = {
        "viewers": viewers,
        "streams": told["streams"],
        "busy": told["busy"],
        "lost": told["lost"],
        "pictures": told["pictures"],
        "changes": len(watched.there_s),
        "delivered": len(delays) / expected if expected else 0,
        "delivery_s": _figures(delays),
        "referee_s": {"alone": _figures(alone.took_s), "watched": _figures(watched.took_s)},
        "page_s": {"alone": _figures(alone.page_s), "watched": _figures(watched.page_s)},
    }
    if as_json:
        click.echo(json.dumps(facts))
        return
    click.echo(f"{viewers} viewers: {told['streams']} streams, {told['busy']} told busy, {told['lost']} lost;")
    click.echo(f"{len(delays)} of {expected} changes delivered, {told['pictures']} pictures fetched; milliseconds:")
    click.echo(f"{'':24}{'median':>9}{'99 %':>9}{'most':>9}")
    rows = {"delivery": delays, "referee, alone": alone.took_s, "referee, watched": watched.took_s}
    rows |= {"host's page, alone": alone.page_s, "host's page, watched": watched.page_s}
    for name, times in rows.items():
        click.echo(f"{name:24}" + "".join(f"{1000 * figure:9.1f}" for figure in _figures(times)))


class Played:
    """What was done: by serial number when each change was there to be seen; how long it took, and the host's page."""

    def __init__(self) -> None:
        self.there_s: dict[int, float] = {}
        self.took_s: list[float] = []
        self.page_s: list[float] = []


def _played(address: str, table: Table, sitting: Sitting, seconds: float) -> Played:
    played, ends_s, cells = Played(), time.monotonic() + seconds, at("F", 0, 0)
    noted: dict[int, float] = {}
    tell = table._changed.notify_all
    table._changed.notify_all = lambda: (noted.__setitem__(table.snapshot.serial, time.time()), tell())[1]  # type: ignore
    while time.monotonic() < ends_s:
        lies, began_s = bool(table.snapshot.match and table.snapshot.match.lying), time.time()
        table.do(lambda _, lies=lies: sitting.undo() if lies else sitting.place("F", cells))
        played.took_s.append(time.time() - began_s)
        news = table.snapshot.news
        played.there_s[news] = noted[news]
        asked_s = time.time()
        with urllib.request.urlopen(address) as answer:
            answer.read()
        played.page_s.append(time.time() - asked_s)
        time.sleep(EVERY_S)
    table._changed.notify_all = tell  # type: ignore[method-assign]
    return played


def shared(address: str) -> str:
    """Shares the game as the host's page does; where this machine itself looks on."""
    request = urllib.request.Request(f"{address}/api/sharing", b'{"on": true}', {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        told: str = json.load(answer)["address"]
    return f"http://127.0.0.1:{told.rstrip('/').rpartition(':')[2]}"


def _figures(times: list[float]) -> tuple[float, float, float]:
    """Median, 99th percentile and the longest."""
    if len(times) < 2:
        return (0.0, 0.0, 0.0)
    return median(times), quantiles(times, n=100, method="inclusive")[98], max(times)


if __name__ == "__main__":
    main()
