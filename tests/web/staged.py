"""A table on which a test puts pieces itself: the camera is fake, and its eye tells what stands on the stage."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.match import Match
from referee.move import Place
from referee.polyomino import Cells
from tests.web.scripted import CORNERS, POLYSSIMO, Ticking, served
from vision.frame import Frame
from vision.live.watch import Known, Look, View
from vision.pose import BoardPose
from vision.sighting import Alternative, Problem, SeenBoard, SeenPiece, Sighting
from web.camera.eyes import Optics
from web.camera.station import Stations
from web.hall.sitting import Sitting
from web.hall.table import Table

PER_SECOND = 40
BOARD = SeenBoard(True, CORNERS, POLYSSIMO.grid, 1.0)


class Stage:
    """What lies on the table as seen by the eye; each change is seen in the next picture."""

    def __init__(self) -> None:
        self._changed = threading.Lock()
        self._sighting = Sighting(BOARD)

    @property
    def pieces(self) -> tuple[SeenPiece, ...]:
        return self._sighting.pieces

    def lay(self, *places: Place) -> None:
        """Lays pieces down beside those that lie there."""
        self.show(*self.pieces, *(SeenPiece(place.piece, place.cells) for place in places))

    def take(self, piece: str) -> None:
        """Takes a piece up."""
        self.show(*(seen for seen in self.pieces if seen.piece != piece))

    def show(self, *pieces: SeenPiece, problems: tuple[Problem, ...] = ()) -> None:
        self._put(Sighting(BOARD, pieces, problems))

    def doubt(self, *choices: SeenPiece) -> None:
        """Something new lies there that may be any of these."""
        unclear = frozenset(cell for choice in choices for cell in choice.cells)
        alternatives = tuple(Alternative((choice,), 1 / len(choices)) for choice in choices)
        self._put(Sighting(BOARD, self.pieces, alternatives=alternatives, uncertain=unclear))

    def _put(self, sighting: Sighting) -> None:
        with self._changed:
            self._sighting = sighting

    def look(self, frame: Frame, known: Known) -> Look:
        return Look(frame.index, frame.t_s, View.SETTLED, BOARD, self._sighting)

    def show_board(self, pose: BoardPose) -> None:
        """It is always in its place."""

    def optics(self, _: Match | None) -> Optics:
        return Optics("stage", lambda: Ticking(PER_SECOND), lambda _: self)


@contextmanager
def staged(folder: Path, **settings: Any) -> Iterator[tuple[str, Stage, Table, Sitting]]:
    """A stage before a served table."""
    stage = Stage()
    stations = Stations(POLYSSIMO, folder / "config")
    with served(folder, stage.optics, stations=stations, **settings) as (address, table, sitting):
        yield address, stage, table, sitting


def at(piece: str, row: int, col: int) -> Cells:
    """The cells of a piece as the set has it, its top left corner there."""
    return tuple(sorted((row + r, col + c) for r, c in POLYSSIMO.by_id[piece].cells))
