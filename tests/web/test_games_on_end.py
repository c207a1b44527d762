"""Games on end leave nothing behind: no thread, no handle, nothing in memory. The long form is ``make soak-hour``."""

import gc
import threading
import urllib.request
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from referee.move import Place
from tests.web.scripted import served, wait_until, wished
from tests.web.staged import Stage, at

GAMES = 20
MOST_GROWTH = 400
"""So many objects of Python's may be more after these games: far fewer than one match has."""


def used() -> tuple[int, int]:
    """Handles and threads."""
    return psutil.Process().num_fds(), threading.active_count()


@pytest.mark.fault("F34")
@pytest.mark.skipif(not hasattr(psutil.Process, "num_fds"), reason="handles cannot be counted here")
def test_games_on_end_leave_no_thread_no_handle_and_nothing_in_memory(tmp_path: Path) -> None:
    stage = Stage()
    with (
        served(tmp_path, stage.optics, demo=True) as (address, table, sitting),
        closing(urllib.request.urlopen(f"{address}/events", timeout=10)),
    ):

        def play() -> None:
            """A game of two placements before eyes that are opened for it."""
            stage.show()
            table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
            for length, place in enumerate((Place("Ann", "F", at("F", 0, 0)), Place("Bob", "P", at("P", 6, 6))), 2):
                stage.lay(place)
                wait_until(lambda length=length: sitting.length == length)

        def objects() -> int:
            gc.collect()
            return len(gc.get_objects())

        for _ in range(3):
            play()
        before, had = used(), objects()
        for _ in range(GAMES):
            play()
        wait_until(lambda: used() <= before)
        assert objects() - had < MOST_GROWTH
