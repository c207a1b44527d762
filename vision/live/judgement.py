"""What is remembered of still pictures in a live game: what they were found to show, and when to look once more."""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from referee.grid import Cell, GridSize
from vision.board.nudge import shifted
from vision.look import Known, Look, View
from vision.motion.settle import SmallPicture
from vision.pose import BoardPose, called
from vision.sighting import SeenPiece, Sighting

Placed = tuple[str, frozenset[Cell]]

SECOND_LOOK_S = 1.0
"""What has lain settled for so long is looked at once more, more carefully; and so again if that saw something else."""

FAR_MORE = 2
"""A board is another one, or labelled wrongly, if by another reading more than so many times as many pieces lie as the
match has them: one may by chance."""
MANY_ASIDE = 3
"""So many pieces that all lie a cell beside where the match has them, and none where it has it, have not been moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What a still picture was found to show, and since when it has been still. ``careful`` counts the careful looks
    at it, ``again_s`` when it is to be judged once more although nothing moves."""

    small: SmallPicture
    look: Look
    since_s: float
    again_s: float | None = None
    careful: int = 0

    @property
    def is_settled(self) -> bool:
        return self.look.view is View.SETTLED

    def stands(self, since_s: float) -> bool:
        """Whether nothing has moved since, and it is not to be judged again before something does."""
        return self.again_s is None and self.since_s == since_s

    def is_due(self, t_s: float, still_s: float) -> bool:
        """Whether it is to be judged again; what lies settled, only if it has been so all the time."""
        if self.again_s is None or t_s < self.again_s:
            return False
        return not self.is_settled or still_s >= SECOND_LOOK_S

    def agrees_with(self, look: Look) -> bool:
        """Whether both saw the same."""
        first, second = self.look.sighting, look.sighting
        if first is None or second is None:
            return first is second
        alike = {(p.kind, p.piece) for p in first.problems} == {(p.kind, p.piece) for p in second.problems}
        return alike and placed(first.pieces) == placed(second.pieces)


@dataclass(frozen=True, slots=True, eq=False)
class Ahead:
    """What was read in a picture that promised to be settled soon: still since ``since_s``, the board lying as ``pose``
    says, and this much ``known``."""

    small: SmallPicture
    since_s: float
    pose: BoardPose
    known: Known
    sighting: Sighting


@dataclass(frozen=True, slots=True, eq=False)
class Clear:
    """A settled picture in which all that lies there was seen for sure."""

    small: SmallPicture
    pieces: frozenset[Placed]


def placed(pieces: Iterable[SeenPiece]) -> frozenset[Placed]:
    """What lies where."""
    return frozenset((piece.piece, frozenset(piece.cells)) for piece in pieces)


def relabelled(pieces: Iterable[SeenPiece], grid: GridSize, corners: int) -> frozenset[Placed]:
    """What lies where on a board that is labelled so many corners further, as ``BoardPose.labellings`` are."""
    return frozenset((piece, frozenset(called(cell, grid, corners) for cell in on)) for piece, on in placed(pieces))


def agreeing(pieces: Iterable[SeenPiece], pose: BoardPose, lying: Set[Placed]) -> list[int]:
    """How many pieces that were seen on a board lie as the match has them, for each of the ways to label that."""
    seen = tuple(pieces)
    return [len(relabelled(seen, pose.grid, corners) & lying) for corners in range(len(pose.labellings))]


def aside(pieces: Iterable[SeenPiece], pose: BoardPose, lying: Set[Placed]) -> tuple[int, BoardPose]:
    """The board up to a cell beside ``pose``, labelled from any corner, on which most pieces lie as the match has them,
    and how many do; ``pieces`` are as they were seen on the board where the pose has it."""
    seen, steps = tuple(pieces), (-1, 0, 1)
    ways = ((number, down, right) for number in range(len(pose.labellings)) for down in steps for right in steps)
    counts = {way: len(_moved(relabelled(seen, pose.grid, way[0]), *way[1:]) & lying) for way in ways}
    number, down, right = best = max(counts, key=lambda way: counts[way])
    return counts[best], shifted(pose.labellings[number], (-right, -down))


def _moved(those: Iterable[Placed], down: int, right: int) -> set[Placed]:
    """The same with all cells so many rows farther down and columns farther right."""
    return {(piece, frozenset((row + down, col + right) for row, col in on)) for piece, on in those}
