"""A table without pictures to judge: a fake camera, and a fake eye that tells a seeded game frame by frame."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from referee.match import Match
from referee.piece import PieceSet, packaged_piece_set
from vision.errors import SourceError
from vision.frame import Frame
from vision.live.watch import Known, Look, View
from vision.pictures.source import Source
from vision.pose import BoardPose
from vision.sighting import Problem, SeenBoard, SeenPiece, Sighting
from web.camera.eyes import Optics
from web.camera.station import Station, Stations
from web.doors.listening import listening
from web.games import deal
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store, StoredMatch
from web.scripts.script import Script
from web.serving import HttpServer
from web.settings import Settings

CORNERS = ((80.0, 30.0), (560.0, 30.0), (560.0, 470.0), (80.0, 470.0))
POLYSSIMO = packaged_piece_set("polyssimo")

Step = tuple[View, tuple[SeenPiece, ...], tuple[Problem, ...]]


class Ticking(Source):
    """Grey pictures, a number of them a second, for ever."""

    live = True

    def __init__(self, per_second: float) -> None:
        self._pause_s = 1 / per_second
        self._closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        began_s, index = time.monotonic(), 0
        bgr = np.full((500, 640, 3), 96, np.uint8)
        while not self._closed.wait(self._pause_s):
            index += 1
            yield Frame(bgr, index, time.monotonic() - began_s)

    def close(self) -> None:
        self._closed.set()


class ScriptedEye:
    """Tells the steps of a script one frame after the other, beginning with what the match knows to lie already.

    While ``go`` is not set everything stays as it is. The slip stops the game by itself, so that one can look at it.
    """

    def __init__(self, script: Script, go: threading.Event) -> None:
        self._script, self._go = script, go
        self._steps: list[Step] | None = None

    def look(self, frame: Frame, known: Known) -> Look:
        board = SeenBoard(True, CORNERS, POLYSSIMO.grid, 1.0)
        if self._steps is None:
            self._steps = steps(self._script, len(known.lying))
        if self._go.is_set() and len(self._steps) > 1:
            self._steps.pop(0)
            if self._steps[0][2]:
                self._go.clear()
        view, pieces, problems = self._steps[0]
        sighting = Sighting(board, pieces, problems) if view is View.SETTLED else None
        return Look(frame.index, frame.t_s, view, board, sighting)

    def show_board(self, pose: BoardPose) -> None:
        """It is not looked for, and need not be shown."""


def steps(script: Script, lying: int) -> list[Step]:
    """An arm, then two quiet looks, for every move; and the slip among them."""
    found: list[Step] = []
    pieces = [SeenPiece(move.piece, move.cells) for move in script.moves]
    quiet = (View.SETTLED, tuple(pieces[:lying]), ())
    found += [quiet]
    for ply in range(lying, len(pieces)):
        before = tuple(pieces[:ply])
        if ply == script.slip_at:
            taken = {cell: piece.piece for piece in before for cell in piece.cells}
            on = tuple(sorted({taken[cell] for cell in script.slip.cells if cell in taken}))
            problem = Problem("overlap", script.slip.piece, script.slip.cells, on)
            found += [(View.OCCLUDED, (), ()), (View.SETTLED, before, (problem,))]
        found += [(View.MOVING, (), ()), *[(View.SETTLED, (*before, pieces[ply]), ())] * 2]
    return found


@contextmanager
def served(
    folder: Path,
    optics: Callable[[Match | None], Optics | None],
    wishes: Callable[..., Any] | None = None,
    piece_set: PieceSet = POLYSSIMO,
    demo: bool = False,
    stations: Stations | None = None,
    left: StoredMatch | None = None,
    **settings: Any,
) -> Iterator[tuple[str, Table, Sitting]]:
    """A table served on a port of this machine, a free one if none is given: its address, the table and the sitting.

    A match that was ``left`` has been taken up again before anyone can look, as where a table is really begun.
    """
    usual = {"config": folder / "config", "port": 0, "heartbeat_s": 0.5, "threads": 12, "answer_s": 60.0}
    chosen = Settings(data=folder, **{**usual, **settings})
    listener = listening("127.0.0.1", chosen.port)
    with Store(folder) as store:
        sitting = Sitting(piece_set, store, "scripted", wishes or wished)
        if left:
            sitting.resume(left)
        station = Station("scripted", "demo" if demo else "camera", optics, anew=demo)
        table = Table(sitting, station, chosen, stations)
        with listener, HttpServer(Hall(store, {FIRST: table}), listener, chosen):
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", table, sitting


def wished(players: tuple[str, ...] | None, hands: str, seed: int | None, rules: Any = MappingProxyType({})) -> Any:
    return deal.header(POLYSSIMO, players or ("Ann", "Bob"), hands, seed, rules)


def no_camera(_: Match | None = None) -> Optics:
    """A camera that does not open."""

    def refuse() -> Source:
        raise SourceError("camera 9 gives no picture")

    return Optics("9", refuse, lambda _: ScriptedEye(None, threading.Event()))  # type: ignore[arg-type]


def scripted(script: Script, per_second: float, go: threading.Event) -> Callable[[Match | None], Optics]:
    """A camera before which a script is played."""
    return lambda _: Optics("scripted", partial(Ticking, per_second), lambda _: ScriptedEye(script, go))


def wait_until(true: Callable[[], Any], seconds: float = 30.0) -> Any:
    """The first truth that a question gives; fails if it gives none in time."""
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        if found := true():
            return found
        time.sleep(0.01)
    raise AssertionError("it did not come true in time")
