"""Games of any kind before a companion, told piece by piece as the eyes would."""

from typing import Any

from referee.match import Match
from referee.piece import PieceSet
from referee.polyomino import Cells
from referee.record import Header
from vision.look import Look, View
from vision.sighting import SeenBoard, SeenPiece, Sighting
from web.companion.companion import Companion

CORNERS = ((10.0, 10.0), (130.0, 10.0), (130.0, 130.0), (10.0, 130.0))


class Seen:
    """A companion that is shown what lies on the board, after a hand has been there each time."""

    def __init__(self, header: Header, piece_set: PieceSet) -> None:
        self.record: list[str] = []
        self.companion = Companion(Match.start(header, piece_set), self.record.append)
        self.board = SeenBoard(True, CORNERS, piece_set.grid, 1.0)
        self.frame = 0

    def see(self, *pieces: SeenPiece, **more: Any) -> list[dict[str, Any]]:
        """The events of one settled look at these pieces, and at what else there is in it."""
        events = []
        for view, seen in ((View.OCCLUDED, None), (View.SETTLED, Sighting(self.board, pieces, **more))):
            self.frame += 1
            events += self.companion.see(Look(self.frame, self.frame / 3, view, self.board, seen))
        return [event.as_json() for event in events]


def seen(name: str, *cells: tuple[int, int]) -> SeenPiece:
    """A piece that surely lies there."""
    return SeenPiece(name, tuple(sorted(cells)))


def row(piece: str, top: int, left: int, length: int) -> SeenPiece:
    """A straight piece that lies from left to right."""
    return seen(piece, *((top, left + step) for step in range(length)))


def named_cells(*pieces: SeenPiece) -> set[tuple[str, Cells]]:
    return {(piece.piece, piece.cells) for piece in pieces}
