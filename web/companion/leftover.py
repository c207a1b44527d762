"""What was left on the board when a match began: pieces of the match before, which nobody has placed in this one.

"Play again" is at hand before the board has been cleared. Until it is, nothing that lies there is judged.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.match import Match
from referee.move import Place
from vision.sighting import SeenPiece, Sighting
from web.companion.customs import custom_of
from web.companion.infer import Difference, compare, placement
from web.companion.memory import APART_S
from web.companion.naming import lying_of, name_of

SWEPT_S = 10.0
"""What has lain squarely in another place for so long, with nothing else left over, has been placed there."""


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Where pieces lay when the match began; which of them are thought to be ``lying`` on the board still, None before
    anybody has looked; and since when there is nothing that keeps the match from going on."""

    places: tuple[Place, ...] = ()
    lying: frozenset[str] | None = None
    clear_since_s: float | None = None

    @property
    def there(self) -> tuple[Place, ...]:
        """Those that lie there as far as is known."""
        return tuple(place for place in self.places if self.lying is None or name_of(place) in self.lying)

    def after(self, sighting: Sighting, placed: Iterable[Place], t_s: float) -> "LeftOver":
        """What is left over after one more look, at ``t_s`` seconds, where so much has been ``placed`` in the match:
        nothing, once that has been so for ``APART_S``. What cannot be told from bare squares is not waited for."""
        own = {name_of(place) for place in placed}
        places = tuple(place for place in self.places if name_of(place) not in own)
        now = compare(places, sighting)
        covered = _covered(places, now)
        standing = now.in_place | (covered if self.lying is None else covered & self.lying)
        swept = (self.lying or frozenset()) & {piece.piece for piece in now.elsewhere}
        if standing:
            return LeftOver(places, standing | swept)
        since_s = t_s if self.clear_since_s is None else self.clear_since_s
        if abs(t_s - since_s) >= (SWEPT_S if swept else APART_S):  # a source opened anew counts from 0 again
            return LeftOver()
        return LeftOver(places, swept, since_s)


def left_by(match: Match, others: Iterable[SeenPiece]) -> tuple[Place, ...]:
    """What lies there after a match, placed in it or among ``others``; nothing where pieces come and go anyway."""
    if custom_of(match).comes_and_goes:
        return ()
    return (*lying_of(match), *(placement(match, piece) for piece in others))


def _covered(places: tuple[Place, ...], look: Difference) -> frozenset[str]:
    """Which pieces a look may hide, or shows to lie wrongly or below what does."""
    problems = look.sighting.problems
    named = {name for problem in problems for name in (problem.piece, *problem.on) if name}
    cells = look.sighting.hidden.union(*(problem.cells for problem in problems))
    return frozenset(name_of(place) for place in places if name_of(place) in named or not cells.isdisjoint(place.cells))
