"""How the rules of a game help to read a look: what is seen, told as it must be by what can have been placed."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from referee.grid import Cell
from referee.match import Match
from vision.sighting import SeenPiece, Sighting
from web.companion.custom import Before
from web.companion.event import Asked
from web.companion.infer import Difference
from web.companion.memory import Memory
from web.companion.trouble import Trouble


@dataclass(frozen=True, slots=True)
class Waiting:
    """New pieces, on these ``cells``, that are not judged before it is seen where something else lies; what is
    ``asked`` of them meanwhile, and the ``reason``."""

    cells: frozenset[Cell]
    asked: Asked
    reason: str


Named = Callable[[Match, Sighting, Before, Memory], Sighting]
Weighed = Callable[[Match, Sighting, Collection[Trouble], Memory], Sighting]
Instead = Callable[[Match, SeenPiece, Collection[Trouble]], SeenPiece | None]
Waits = Callable[[Match, Difference, Before], Waiting | None]


def as_called(_match: Match, sighting: Sighting, _before: Before, _memory: Memory) -> Sighting:
    """The eyes know what they see."""
    return sighting


def as_seen(_match: Match, sighting: Sighting, _troubles: Collection[Trouble], _memory: Memory) -> Sighting:
    """A look is taken as it is."""
    return sighting


def nothing_else(_match: Match, _piece: SeenPiece, _troubles: Collection[Trouble]) -> None:
    """A piece is what it looks like."""


def no_wait(_match: Match, _now: Difference, _before: Before) -> None:
    """Nothing waits for anything else to be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the rules of one game help. Beyond what the eyes weigh themselves they mostly do not: that need not be said.

    First the pieces are ``named`` as they must be called, before anything is heeded that somebody has put right; then
    it is ``weighed``, which ends doubts and raises others. ``due_instead`` is what is due and a new piece may be, that
    breaks a rule as it is seen. What is ``waiting`` is not judged before something else is seen.
    """

    named: Named = as_called
    weighed: Weighed = as_seen
    due_instead: Instead = nothing_else
    waiting: Waits = no_wait
