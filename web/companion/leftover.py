"""What was left on the board when a match began: pieces of the match before, which nobody has placed in this one.

"Play again" is at hand before the board has been cleared. Until it is, nothing that lies there is judged.
"""

from dataclasses import dataclass

from referee.games.polyssimo_puzzle import PuzzlePosition
from referee.match import Match
from referee.move import Place
from vision.sighting import Sighting
from web.companion.infer import Difference, compare, placement
from web.companion.naming import lying_of, name_of


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Pieces that lay there when the match began and have not been taken away, how the board differed from that in the
    last look, if there was one, and whether any of them has been ``seen``."""

    places: tuple[Place, ...] = ()
    before: Difference | None = None
    seen: bool = False

    @property
    def count(self) -> int:
        """How many lie on the board still; none until one has been seen, for it may have been cleared before."""
        return len(self.places) - len(_away(self.before)) if self.before and self.seen else 0

    def after(self, sighting: Sighting) -> "LeftOver":
        """What is left over after one more look: what is not away in two looks running; nothing, if in both of them
        none is seen or hidden, though some may not be told from bare squares."""
        now = compare(self.places, sighting)
        gone = _away(now).intersection(_away(self.before)) if self.before else frozenset[str]()
        left = tuple(place for place in self.places if name_of(place) not in gone)
        if self.before and not _shown(left, self.before) and not _shown(left, now):
            return LeftOver()
        return LeftOver(left, compare(left, sighting), self.seen or bool(now.in_place))


def _away(look: Difference) -> frozenset[str]:
    """Which pieces a look shows to lie on the board no more: neither in their place nor swept to another."""
    return frozenset(name_of(place) for place in look.away) - _elsewhere(look)


def _elsewhere(look: Difference) -> frozenset[str]:
    wrong = {problem.piece for problem in look.sighting.problems if problem.piece}
    return frozenset(wrong.union(seen.piece for seen in look.elsewhere))


def _shown(places: tuple[Place, ...], look: Difference) -> bool:
    """Whether a look shows one of some pieces, or may hide one."""
    there, hidden = look.in_place | _elsewhere(look), look.sighting.hidden
    return any(name_of(place) in there or not hidden.isdisjoint(place.cells) for place in places)


def left_by(match: Match, sighting: Sighting | None) -> tuple[Place, ...]:
    """What lies on the board after a match, placed in it or not. In the puzzle pieces come and go anyway."""
    if isinstance(match.position, PuzzlePosition):
        return ()
    lying = lying_of(match)
    others = compare(lying, sighting).new if sighting else ()
    return (*lying, *(placement(match, piece) for piece in others))
