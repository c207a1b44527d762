"""What is wrong on the table and waits to be put right: physical problems and illegal placements lying there."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from referee.grid import Cell
from referee.match import Match
from referee.verdict import Verdict
from vision.sighting import Problem, SeenPiece
from web.companion.custom import Before
from web.companion.infer import STRANGE, Difference, next_in_turn, same
from web.companion.naming import lying_of, name_of

ILLEGAL = "illegal"
"""Kind of the trouble of a placement against the rules; the verdict says which."""

CROWD = "two_at_once"
OF_KNOWN_PIECES = frozenset({"moved", "removed"})


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem that was told and is not cleared yet. ``pieces`` are all of those laid down at once."""

    problem: Problem
    verdict: Verdict | None = None
    pieces: tuple[SeenPiece, ...] = ()

    @property
    def kind(self) -> str:
        return self.problem.kind

    @property
    def piece(self) -> str | None:
        return self.problem.piece

    def is_illegal(self, piece: SeenPiece) -> bool:
        """Whether this is the illegal placement of that piece on those cells."""
        return self.kind == ILLEGAL and same(piece, SeenPiece(self.piece or "", self.problem.cells))


class Fate(Enum):
    """What one look tells about a trouble."""

    LASTS = auto()
    RIGHTED = auto()
    VANISHED = auto()
    UNTOLD = auto()


def strange_in(troubles: Iterable[Trouble]) -> frozenset[Cell]:
    """The cells of what is told as no piece, and may be one."""
    return frozenset(cell for trouble in troubles if trouble.kind == STRANGE for cell in trouble.problem.cells)


def is_over(trouble: Trouble, now: Difference, before: Difference | None) -> bool:
    """Whether a trouble has been put right: seen so, or not to be seen any more in two looks running."""
    fate = _fate(trouble, now)
    vanished_before = before is not None and _fate(trouble, before) is Fate.VANISHED
    return fate is Fate.RIGHTED or (fate is Fate.VANISHED and vanished_before)


def is_still_crowd(trouble: Trouble, now: Difference, match: Match, before: Before) -> bool:
    """Whether pieces laid down at once still are: two of them are there and their order cannot be told, or some
    cannot be seen."""
    lying = {name_of(place) for place in lying_of(match)}
    waiting = tuple(piece for piece in trouble.pieces if piece.piece not in lying)
    here = tuple(piece for piece in waiting if any(same(piece, new) for new in now.new))
    unseen = [piece for piece in waiting if piece not in here and not now.vague.isdisjoint(piece.cells)]
    return len(here) + len(unseen) > 1 and (bool(unseen) or next_in_turn(match, here, before) is None)


def shows(difference: Difference, problem: Problem) -> bool:
    """Whether a look has shown this problem, of the same kind."""
    seen = difference.sighting.problems
    return any(is_same_problem(one, problem) and one.kind == problem.kind for one in seen)


def _fate(trouble: Trouble, look: Difference) -> Fate:
    if trouble.kind in OF_KNOWN_PIECES:
        return _fate_of_known(trouble, look)
    if trouble.kind == CROWD:
        return Fate.LASTS  # whether the order can be told now is for the referee's order of turns to say
    if _lasts(trouble, look):
        return Fate.LASTS
    if look.seen(trouble.piece) or any(problem.piece == trouble.piece for problem in look.sighting.problems):
        return Fate.RIGHTED
    return Fate.VANISHED if look.vague.isdisjoint(trouble.problem.cells) else Fate.UNTOLD


def _fate_of_known(trouble: Trouble, look: Difference) -> Fate:
    if trouble.piece is None:
        seen = look.sighting.hidden.isdisjoint(trouble.problem.cells)
        return Fate.LASTS if look.away else Fate.RIGHTED if seen else Fate.UNTOLD
    if any(name_of(place) == trouble.piece for place in look.away):
        return Fate.LASTS
    return Fate.RIGHTED if trouble.piece in look.in_place or look.seen(trouble.piece) else Fate.UNTOLD


def _lasts(trouble: Trouble, look: Difference) -> bool:
    if trouble.kind == ILLEGAL:
        seen = look.seen(trouble.piece)
        return seen is not None and trouble.is_illegal(seen)
    return any(is_same_problem(trouble.problem, problem) for problem in look.sighting.problems)


def is_same_problem(one: Problem, other: Problem) -> bool:
    """Whether two looks speak of the same thing: the same piece, or something unknown in the same place."""
    if one.piece is None and other.piece is None:
        return not set(one.cells).isdisjoint(other.cells)
    return one.piece == other.piece
