"""What the eyes remember from look to look. One look is not enough to take a known piece for gone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.grid import Cell
from referee.move import Place
from vision.sighting import SeenPiece, Sighting
from web.infer import Difference, same


@dataclass(frozen=True, slots=True)
class Memory:
    """``before`` is what the last settled look showed. ``witnessed`` are pieces once seen where the match has them:
    only these can go missing. ``overruled`` are claims that somebody has put right by hand; they are not heard again
    while they last. ``asked`` are the cells of the open question. ``undisturbed`` says that nothing has moved since
    the last placement."""

    before: Difference | None = None
    witnessed: frozenset[str] = frozenset()
    overruled: tuple[SeenPiece, ...] = ()
    asked: frozenset[Cell] = frozenset()
    undisturbed: bool = False

    def witnessing(self, now: Difference, lying: Iterable[Place]) -> "Memory":
        """Remembers which of the lying pieces have been seen in their place."""
        known = {place.piece for place in lying}
        return replace(self, witnessed=(self.witnessed | now.in_place) & known)

    def missing(self, away: Iterable[Place]) -> tuple[Place, ...]:
        """Those of the placements that were seen before: what was entered by hand cannot go missing unseen."""
        return tuple(place for place in away if place.piece in self.witnessed)

    def overruling(self, place: Place) -> "Memory":
        """Remembers that what is seen of this placement is not to be taken for one again."""
        seen = self.before.seen(place.piece) if self.before else None
        return self if seen is None else replace(self, overruled=(*self.overruled, seen))

    def still_overruled(self, sighting: Sighting) -> "Memory":
        """Forgets overruled claims that the eyes do not make any more."""
        vague = sighting.uncertain | sighting.hidden
        lasting = (
            claim
            for claim in self.overruled
            if any(same(piece, claim) for piece in sighting.pieces) or not vague.isdisjoint(claim.cells)
        )
        return replace(self, overruled=tuple(lasting))

    def heeded(self, sighting: Sighting) -> Sighting:
        """The sighting without overruled claims."""
        pieces = (piece for piece in sighting.pieces if not any(same(piece, claim) for claim in self.overruled))
        return replace(sighting, pieces=tuple(pieces))
