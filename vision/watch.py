"""Watching a live game: when to look, and what is then seen."""

from referee.piece import PieceSet
from vision.frame import Frame
from vision.look import Known, Look, View

__all__ = ["Known", "Look", "View", "Watcher"]


class Watcher:
    """Looks at the frames of one camera in order."""

    def __init__(self, piece_set: PieceSet) -> None:
        self._piece_set = piece_set

    def look(self, frame: Frame, known: Known) -> Look:
        """What this frame shows, given what the match knows."""
        return Look(frame.index, frame.t_s, View.NO_BOARD, reason="no board has been found in the picture yet")
