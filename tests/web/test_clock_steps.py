"""The wall clock is really set ahead and back while a table is watched: nothing that counts takes notice.

It is moved under everything, the servers' libraries too; the monotonic clock goes on.
"""

import threading
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import time_machine

from referee.move import Place
from tests.web.damage import HEADER
from tests.web.scripted import Ticking, served, wait_until, wished
from tests.web.staged import Stage, at, staged
from vision.errors import SourceError
from vision.frame import Frame
from web.camera.eyes import Optics
from web.camera.phone import TOKEN_LASTS_S, Phone
from web.doors.sharing import WINDOW_S, WRONG_EACH, Sharing, TooManyCodesError, WrongCodeError
from web.hall.table import BusyError, Table
from web.record.salvage import backup_path
from web.record.store import Store

STEPS = {
    "summer begins": timedelta(hours=1),
    "summer ends": timedelta(hours=-1),
    "a year ahead": timedelta(days=365),
    "a year back": timedelta(days=-365),
    "1970": timedelta(days=-56 * 365),
}
F, P = Place("Bob", "F", at("F", 0, 0)), Place("Ann", "P", at("P", 6, 6))

each_step = pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The wall clock, which goes on until it is set."""
    with time_machine.travel(datetime.now(UTC), tick=True) as moved:
        yield moved


def keep_busy(table: Table, go_on: threading.Event) -> None:
    """The referee has something to do until then; whoever asked for it is told that it takes long."""
    with suppress(BusyError):
        table.do(lambda _: go_on.wait(10) and None)


class Falling(Ticking):
    """A camera that falls silent, and is not lost for it."""

    def __init__(self) -> None:
        super().__init__(50)
        self.silent = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        for frame in super().__iter__():
            if self.silent.is_set():
                self._closed.wait()
                return
            yield frame


@pytest.mark.fault("F14")
@each_step
def test_the_clock_that_is_set_is_the_wall_clock_alone(clock: time_machine.Traveller, step: timedelta) -> None:
    before_s, steady_s = time.time(), time.monotonic()
    clock.shift(step)
    assert time.time() - before_s == pytest.approx(step.total_seconds(), abs=1)
    assert 0 <= time.monotonic() - steady_s < 1


@pytest.mark.fault("F14")
@each_step
def test_a_match_goes_on_and_neither_camera_nor_viewers_are_taken_for_gone(
    tmp_path: Path, clock: time_machine.Traveller, step: timedelta
) -> None:
    seen: set[str] = set()
    with (
        staged(tmp_path, stale_s=1.5, slow_s=1.5, hang_s=1.8, heartbeat_s=0.2) as (address, stage, table, sitting),
        closing(urllib.request.urlopen(f"{address}/events", timeout=5)) as stream,
    ):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        stage.lay(F)
        wait_until(lambda: sitting.length == 2 and table.snapshot.camera.view == "settled")
        clock.shift(step)
        ends_s = time.monotonic() + 2.0  # longer than a camera may be silent or a look may take
        while time.monotonic() < ends_s:
            seen.add(table.snapshot.camera.view)
            time.sleep(0.02)
        stage.lay(P)
        wait_until(lambda: sitting.length == 3)
        assert seen == {"settled"}
        assert _told(stream, b'"length":3')  # the same stream, opened before


@pytest.mark.fault("F14")
@each_step
def test_a_stream_with_nothing_to_tell_still_gives_signs_of_life(
    tmp_path: Path, clock: time_machine.Traveller, step: timedelta
) -> None:
    with (
        served(tmp_path, lambda _: None, heartbeat_s=0.2) as (address, _, _sitting),
        closing(urllib.request.urlopen(f"{address}/events", timeout=5)) as stream,
    ):
        assert _told(stream, b"event: still")
        clock.shift(step)
        assert [_told(stream, b"event: still") for _ in range(3)] == [True] * 3


@pytest.mark.fault("F14")
@each_step
def test_a_camera_that_falls_silent_is_said_to_be_late_in_time(
    tmp_path: Path, clock: time_machine.Traveller, step: timedelta
) -> None:
    source, stage = Falling(), Stage()
    optics = Optics("camera", lambda: source, lambda _: stage)
    with served(tmp_path, lambda _: optics, stale_s=0.5) as (_, table, _sitting):
        wait_until(lambda: table.snapshot.camera.view == "settled")
        source.silent.set()
        silent_s = time.monotonic()
        clock.shift(step)
        wait_until(lambda: table.snapshot.camera.view == "late", 5)
        assert 0.4 < time.monotonic() - silent_s < 3


@pytest.mark.fault("F14")
@each_step
def test_a_lost_camera_is_tried_again_at_the_same_pace(
    tmp_path: Path, clock: time_machine.Traveller, step: timedelta
) -> None:
    tried_s: list[float] = []

    def refuse() -> Ticking:
        tried_s.append(time.monotonic())
        raise SourceError("it gives no picture")

    optics = Optics("9", refuse, lambda _: Stage())
    with served(tmp_path, lambda _: optics, retry_s=(0.3,)):
        wait_until(lambda: tried_s)
        clock.shift(step)
        wait_until(lambda: len(tried_s) == 4)
    pauses_s = [after - before for before, after in pairwise(tried_s)]
    assert all(0.3 <= pause_s < 2 for pause_s in pauses_s)


@pytest.mark.fault("F14")
@each_step
def test_wrong_codes_are_waited_out_and_neither_forgiven_nor_held_against_anybody_for_ever(
    clock: time_machine.Traveller, step: timedelta
) -> None:
    sharing = Sharing()
    sharing.port = 1
    for _ in range(WRONG_EACH):
        with pytest.raises(WrongCodeError):
            sharing.enter("no code", "10.0.0.9")
    clock.shift(step)
    with pytest.raises(TooManyCodesError) as told:
        sharing.enter(sharing.code, "10.0.0.9")
    assert WINDOW_S - 5 < told.value.wait_s <= WINDOW_S


@pytest.mark.fault("F14")
@each_step
def test_whoever_waits_for_a_busy_referee_is_told_in_time(
    tmp_path: Path, clock: time_machine.Traveller, step: timedelta
) -> None:
    go_on = threading.Event()
    with staged(tmp_path, answer_s=0.4) as (_, _stage, table, _sitting):
        busy = threading.Thread(target=keep_busy, args=(table, go_on))
        set_clock = threading.Timer(0.1, clock.shift, (step,))
        busy.start()
        set_clock.start()
        began_s = time.monotonic()
        with pytest.raises(BusyError):
            table.do(lambda _: None)
        assert 0.3 < time.monotonic() - began_s < 3
        go_on.set()
        busy.join()


def test_what_takes_too_long_is_said_to_be_under_way(tmp_path: Path) -> None:
    go_on = threading.Event()
    with staged(tmp_path, answer_s=0.2) as (_, _stage, table, _sitting):
        with pytest.raises(BusyError):
            table.do(lambda _: go_on.wait(10) and None)
        go_on.set()


@pytest.mark.fault("F14")
@each_step
def test_what_was_played_before_and_after_is_kept_in_order(
    tmp_path: Path, clock: time_machine.Traveller, step: timedelta
) -> None:
    with Store(tmp_path) as store:
        first = store.begin(HEADER, "0")
        store.append(first, "before")
        clock.shift(step)
        store.append(first, "after")
        second = store.begin(HEADER, "0")
    with Store(tmp_path) as store:
        assert store.notice == ""
        assert store.ids() == (second, first)
        assert store.lines(first) == (HEADER, "before", "after")
        latest, earlier = store.latest(), store.stored(first)
        assert latest
        assert earlier
        assert latest.id == second
        begun, began = (datetime.fromisoformat(match.begun) for match in (latest, earlier))
        assert begun - began == pytest.approx(step, abs=timedelta(seconds=5))
    assert backup_path(tmp_path / "matches.sqlite3").exists()  # its name holds no time


@pytest.mark.fault("F14")
def test_the_hour_that_comes_twice_when_summer_ends_is_kept_as_two(tmp_path: Path) -> None:
    half_past_two = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    with time_machine.travel(half_past_two, tick=False) as clock, Store(tmp_path) as store:
        shown = time.strftime("%H:%M")
        first = store.begin(HEADER, "0")
        clock.shift(timedelta(hours=1))
        assert time.strftime("%H:%M") == shown == "02:30"
        begun = [match.begun for match in map(store.stored, (first, store.begin(HEADER, "0"))) if match]
    assert begun == ["2026-10-25 00:30:00", "2026-10-25 01:30:00"]


@pytest.mark.fault("F12", "F14")
def test_damaged_files_of_the_same_moment_do_not_take_each_others_place(tmp_path: Path) -> None:
    night = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    path = tmp_path / "matches.sqlite3"
    for damage in (b"first", b"second", b"third"):
        with time_machine.travel(night, tick=False):  # the clock is always set back to the same second
            Store(tmp_path).close()
            path.write_bytes(damage)
            Store(tmp_path).close()
    aside = sorted(tmp_path.glob("*.damaged-*"))
    assert [one.read_bytes() for one in aside] == [b"first", b"second", b"third"]


@pytest.mark.fault("F14")
@each_step
def test_a_phone_is_invited_anew_only_after_half_a_day(
    tmp_path: Path, clock: time_machine.Traveller, step: timedelta
) -> None:
    token = Phone(tmp_path, 1).token
    clock.shift(step)
    assert (Phone(tmp_path, 1).token == token) is (abs(step.total_seconds()) < TOKEN_LASTS_S)


def _told(stream: Iterable[bytes], words: bytes) -> bool:
    """Reads a stream up to a line with these words; its socket gives up after a while."""
    return any(words in line for line in stream)
