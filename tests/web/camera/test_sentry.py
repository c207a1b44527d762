"""Looking that raises, hangs or breaks off: it is begun afresh at a calm pace, the page says so, the match goes on."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.move import Place
from tests.web.scripted import Ticking, served, wait_until, wished
from tests.web.staged import Stage, at
from vision.frame import Frame
from vision.live.watch import Known, Look
from web.camera.eyes import Eye, Frames, Optics
from web.camera.pace import MINUTE_S, Pace
from web.camera.sentry import MOST_HUNG
from web.hall.sitting import Sitting
from web.hall.table import Table

F = Place("Bob", "F", at("F", 0, 0))
RETRY_S = (0.02, 0.04)


class Hanging(Stage):
    """Hangs in every look until it is let go, and tells then what nobody should hear."""

    def __init__(self, let_go: threading.Event) -> None:
        super().__init__()
        self._let_go = let_go
        self.hung = threading.Event()

    def look(self, frame: Frame, known: Known) -> Look:
        self.hung.set()
        self._let_go.wait(20)
        return super().look(frame, known)


class Slow(Stage):
    """Takes so long for its first look."""

    def __init__(self, stage: Stage, first_s: float) -> None:
        super().__init__()
        self._stage, self._first_s = stage, first_s

    def look(self, frame: Frame, known: Known) -> Look:
        time.sleep(self._first_s)
        self._first_s = 0.0
        return self._stage.look(frame, known)


class Failing(Stage):
    """Raises this in every look."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self._error = error

    def look(self, frame: Frame, known: Known) -> Look:
        raise self._error


@contextmanager
def eyed(folder: Path, make: Callable[[], Eye], **settings: Any) -> Iterator[tuple[Table, Sitting, list[Frames]]]:
    """A table with a match on, before eyes that ``make`` makes, and the sources that have been opened."""
    opened: list[Frames] = []

    def open_one() -> Frames:
        opened.append(Ticking(50))
        return opened[-1]

    optics = Optics("camera", open_one, lambda _: make())
    usual = {"retry_s": RETRY_S, "hang_s": 0.3, "slow_s": 0.1}
    with served(folder, lambda _: optics, **{**usual, **settings}) as (_, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        yield table, sitting, opened


def view(table: Table) -> str:
    return table.snapshot.camera.view


@pytest.mark.fault("F33")
def test_a_look_that_hangs_is_said_to_be_slow_then_left_behind_and_fresh_eyes_look(tmp_path: Path) -> None:
    let_go, said, stage = threading.Event(), threading.Event(), Stage()
    waiting: list[Eye] = [Hanging(let_go)]

    def make() -> Eye:
        if waiting:
            return waiting.pop()
        said.wait(20)  # what is said is soon over, and a busy machine might not see it
        return stage

    with eyed(tmp_path, make, hang_s=1.5) as (table, sitting, opened):
        wait_until(lambda: view(table) == "slow")
        assert "unusually long" in table.snapshot.camera.words
        table.do(lambda _: sitting.place(F.piece, F.cells))  # meanwhile one can play by hand
        wait_until(lambda: view(table) == "fault")
        assert "hangs" in table.snapshot.camera.words
        said.set()
        stage.lay(F)
        wait_until(lambda: view(table) == "settled")
        assert opened[0]._closed.is_set()  # the camera has been taken from the one that hangs
        pictures, length = table.snapshot.camera.picture, sitting.length
        let_go.set()  # it comes back with an empty board, and nobody listens
        wait_until(lambda: table.snapshot.camera.picture > pictures + 10)
        assert (sitting.length, table.snapshot.match and table.snapshot.match.troubles) == (length, ())


@pytest.mark.fault("F33")
def test_a_machine_too_slow_for_one_look_gets_more_time_for_the_next(tmp_path: Path) -> None:
    stage = Stage()
    made: list[Slow] = []

    def make() -> Eye:
        made.append(Slow(stage, 1.5))
        return made[-1]

    with eyed(tmp_path, make, hang_s=0.5) as (table, _, _):
        wait_until(lambda: view(table) == "settled")
        assert 1 < len(made) <= MOST_HUNG + 1


@pytest.mark.fault("F33")
def test_so_many_hanging_threads_are_left_behind_and_no_more(tmp_path: Path) -> None:
    let_go = threading.Event()
    made: list[Hanging] = []
    others = set(threading.enumerate())

    def make() -> Eye:
        made.append(Hanging(let_go))
        return made[-1]

    with eyed(tmp_path, make, hang_s=0.1) as (table, sitting, _):
        wait_until(lambda: "again and again" in table.snapshot.camera.words)
        time.sleep(0.6)
        assert len(made) <= MOST_HUNG  # fewer where a busy machine had not come to make one
        assert len([one for one in threading.enumerate() if one.name == "eyes" and one not in others]) <= MOST_HUNG
        table.do(lambda _: sitting.place(F.piece, F.cells))
        let_go.set()
        wait_until(lambda: view(table) == "settled")


@pytest.mark.fault("F33")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_breaks_off_is_begun_afresh(tmp_path: Path) -> None:
    stage = Stage()
    made: list[Eye] = [stage, Failing(SystemExit("the thread ends"))]
    with eyed(tmp_path, lambda: made.pop() if made else stage) as (table, _, _):
        wait_until(lambda: "broken off" in table.snapshot.camera.words)
        wait_until(lambda: view(table) == "settled")


@pytest.mark.fault("F33")
def test_looks_that_fail_again_and_again_are_tried_five_times_a_minute_at_most(tmp_path: Path) -> None:
    made = []

    def make() -> Eye:
        made.append(Failing(ZeroDivisionError("an angle of 0")))
        return made[-1]

    with eyed(tmp_path, make) as (table, sitting, _):
        wait_until(lambda: len(made) > 5)
        time.sleep(0.5)
        assert len(made) == 6  # the first, and five attempts
        assert "ZeroDivisionError" in table.snapshot.camera.words
        table.do(lambda _: sitting.place(F.piece, F.cells))
        assert sitting.length == 2


@pytest.mark.fault("F33")
def test_what_hangs_while_a_camera_is_opened_is_left_behind_too(tmp_path: Path) -> None:
    let_go, stage = threading.Event(), Stage()
    hang = [True]

    def open_one() -> Frames:
        if hang:
            hang.pop()
            let_go.wait(20)
        return Ticking(50)

    optics = Optics("camera", open_one, lambda _: stage)
    with served(tmp_path, lambda _: optics, retry_s=RETRY_S, hang_s=2.0, slow_s=0.1) as (_, table, _):
        wait_until(lambda: "does not answer yet" in table.snapshot.camera.words)
        wait_until(lambda: view(table) == "settled")
        let_go.set()


@pytest.mark.fault("F33")
def test_a_table_whose_eyes_hang_touches_no_other_and_closes_in_time(tmp_path: Path) -> None:
    let_go, stage = threading.Event(), Stage()
    hanging = Hanging(let_go)
    with eyed(tmp_path / "b", lambda: stage) as (fine, _, _):
        with eyed(tmp_path / "a", lambda: hanging, hang_s=30.0) as _:
            assert hanging.hung.wait(5)
            pictures = fine.snapshot.camera.picture
            wait_until(lambda: fine.snapshot.camera.picture > pictures + 5, 3)
            began_s = time.monotonic()
        assert time.monotonic() - began_s < 3.0
        let_go.set()


def test_pauses_grow_until_something_succeeds() -> None:
    pace = Pace((1.0, 2.0, 4.0), clock=lambda: 0.0)
    assert [pace.pause_s() for _ in range(4)] == [1.0, 2.0, 4.0, 4.0]
    pace.succeeded()
    assert pace.pause_s() == 1.0


@pytest.mark.fault("F33")
@pytest.mark.parametrize("works_between", [True, False])
def test_no_minute_has_more_attempts_than_are_allowed(works_between: bool) -> None:
    now_s, attempts = [0.0], []
    pace = Pace((0.1, 1.0), most=5, clock=lambda: now_s[0])
    for _ in range(40):
        now_s[0] += pace.pause_s()
        attempts.append(now_s[0])
        if works_between:
            pace.succeeded()
    assert all(later - first > MINUTE_S - 1e-6 for first, later in zip(attempts, attempts[5:], strict=False))
