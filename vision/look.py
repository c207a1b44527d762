"""What watching a live game gives and takes: plain, frozen values."""

from dataclasses import dataclass
from enum import StrEnum

from referee.grid import Cell
from vision.sighting import SeenBoard, SeenPiece, Sighting


class View(StrEnum):
    """What the camera sees at the moment."""

    NO_BOARD = "no_board"
    MOVING = "moving"
    OCCLUDED = "occluded"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Known:
    """What the match knows and the eyes may use: pieces lying on the board, and if by the rules a single square must
    come next, the squares on one of which that is ``due``. ``to_come`` are the names of the pieces of which one comes
    next by the rules; none where they do not tell. ``weighed``: whether the eyes hold that against whatever else may
    have come, or only look at that more carefully, since it is weighed afterwards."""

    lying: tuple[SeenPiece, ...] = ()
    due: frozenset[Cell] = frozenset()
    to_come: frozenset[str] = frozenset()
    weighed: bool = True


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame gave. ``sighting`` is there only when the view is settled; ``board_found`` and
    ``camera_moved`` are true in the frame in which that happened. ``reason`` says in words why nothing can be seen, or
    not all. ``others`` are further boards, where the game has several."""

    frame: int
    t_s: float
    view: View
    board: SeenBoard | None = None
    sighting: Sighting | None = None
    board_found: bool = False
    camera_moved: bool = False
    reason: str = ""
    others: tuple[SeenBoard, ...] = ()

    @property
    def boards(self) -> tuple[SeenBoard, ...]:
        """All boards that are looked at."""
        return (self.board, *self.others) if self.board else self.others
