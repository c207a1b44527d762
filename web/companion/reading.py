"""How the rules of a game help to read a look: what is seen, told as it must be by what can have been placed.

Mostly they do not, beyond what the eyes weigh themselves. Where they do a game says so in a ``reading`` of its own,
which ``readings`` lists.
"""

from collections.abc import Collection
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


class Reading:
    """What is usual: a look is taken as it is."""

    def named(self, _match: Match, sighting: Sighting, _before: Before, _memory: Memory) -> Sighting:
        """The sighting with pieces called as they must be, before anything that somebody has put right is heeded."""
        return sighting

    def weighed(self, _match: Match, sighting: Sighting, _troubles: Collection[Trouble], _memory: Memory) -> Sighting:
        """The sighting with doubts that rules end, and such as they raise."""
        return sighting

    def due_instead(self, _match: Match, _piece: SeenPiece, _troubles: Collection[Trouble]) -> SeenPiece | None:
        """What is due and a new piece may be, that breaks a rule as it is seen."""
        return None

    def waiting(self, _match: Match, _now: Difference, _before: Before) -> Waiting | None:
        """New pieces that wait for what is due."""
        return None
