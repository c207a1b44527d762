"""What the eyes remember from look to look. One look is not enough to take a known piece for gone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf

from referee.grid import Cell
from referee.move import Place
from vision.sighting import Alternative, SeenPiece, Sighting
from web.companion.infer import Difference, same
from web.companion.naming import name_of

APART_S = 0.2
"""Two looks closer together than this are as good as one."""
FEW = 3
"""Of no more cells each tells when a piece came."""
LOOKED_S = 0.5
"""Between two looks no longer has been looked than this: a hand was there."""


@dataclass(frozen=True, slots=True)
class Memory:
    """``before`` is what a settled look showed at the time ``before_s``. ``witnessed`` are pieces once seen where the
    match has them: only these can go missing. ``overruled`` are claims that somebody has put right by hand; they are
    not heard again while they last, or that lies there which was told instead. ``asked`` are the cells of the open
    question. ``undisturbed`` says that nothing has moved since the last placement. ``doubted`` says that the board has
    been found anew, and that few pieces have been seen in their places since, and others not: the labels may be wrong.
    ``since`` gives the number of the settled look, out of ``looks``, in which something came to lie on a cell, 0 where
    nothing could be seen until then, and ``wrong_since`` that in which a piece was first seen to lie wrongly, of those
    that do or did in the look ``before``;
    ``dazzled`` are cells that have been in doubt and of which light leaves nothing to be seen: no look ends that doubt.
    ``unclear_s`` for how long nothing has been known of one, as far as it was to be seen, at the time ``now_s``.
    ``is_partial``: something was hidden in the last look. ``in_doubt`` are the cells of which the eyes made nothing in
    it, ``passed_over`` those of which they already made nothing before something else came."""

    before: Difference | None = None
    before_s: float = 0.0
    witnessed: frozenset[str] = frozenset()
    overruled: tuple[SeenPiece, ...] = ()
    asked: frozenset[Cell] = frozenset()
    undisturbed: bool = False
    doubted: bool = False
    looks: int = 0
    since: Mapping[Cell, int] = field(default_factory=dict)
    wrong_since: Mapping[str, int] = field(default_factory=dict)
    dazzled: frozenset[Cell] = frozenset()
    unclear_s: Mapping[Cell, float] = field(default_factory=dict)
    now_s: float = 0.0
    is_partial: bool = False
    in_doubt: frozenset[Cell] = frozenset()
    passed_over: frozenset[Cell] = frozenset()

    def earlier(self, t_s: float) -> Difference | None:
        """What was seen before, if at another time than this. A source opened anew counts from 0 again."""
        return self.before if abs(t_s - self.before_s) >= APART_S else None

    def keeping(self, now: Difference, t_s: float) -> "Memory":
        """Remembers a look to hold later ones against."""
        if self.before is not None and self.earlier(t_s) is None:
            return self
        return replace(self, before=now, before_s=t_s)

    def noticing(
        self, now: Difference, lying: Iterable[Place], t_s: float, held_up: frozenset[Cell] = frozenset()
    ) -> "Memory":
        """Counts a look and remembers since when something has been lying where, and for how long it has been seen
        without being known, or ``held_up`` for what cannot be seen there. A source opened anew counts its seconds from
        0 again.

        Looks in which a part is hidden count as one with the next in which nothing is: what is seen there then may have
        come as soon as what was seen elsewhere meanwhile."""
        looks, seen_s = self.looks if self.is_partial else self.looks + 1, min(max(t_s - self.now_s, 0.0), LOOKED_S)
        burnt = self.before.sighting.burnt if self.before else frozenset[Cell]()
        told = frozenset(cell for place in lying for cell in place.cells)
        hidden = now.sighting.hidden - told  # where all is as it was, as far as anybody knows
        since = {cell: self.since.get(cell, 0 if cell in burnt else looks) for cell in now.occupied}
        since |= {cell: look for cell, look in self.since.items() if cell in hidden}
        unclear_s = {cell: self.unclear_s.get(cell, -seen_s) + seen_s for cell in now.undecided | held_up}
        unclear_s |= {cell: for_s for cell, for_s in self.unclear_s.items() if cell in hidden}
        wrong = _in_trouble(self.before) | _in_trouble(now)
        wrong_since = {piece: self.wrong_since.get(piece, looks) for piece in wrong}
        dazzled = ((self.dazzled | now.undecided) & now.sighting.unseen) - told
        return replace(
            self,
            looks=looks,
            since=since,
            wrong_since=wrong_since,
            dazzled=dazzled,
            unclear_s=unclear_s,
            now_s=t_s,
            is_partial=bool(now.sighting.hidden),
        )

    def passing_over(self, seen: Sighting, *, has_placed: bool) -> "Memory":
        """Remembers what is in doubt as the eyes see it, or was when it was hidden, and what was so already before
        something has been placed: that is not forgotten while a single square is seen to be covered there."""
        single = {piece.cells[0] for piece in seen.pieces if len(piece.cells) == 1}
        in_doubt = seen.uncertain | (self.in_doubt & seen.hidden) | (self.passed_over & single)
        passed_over = self.passed_over | self.in_doubt if has_placed else self.passed_over
        return replace(self, in_doubt=in_doubt, passed_over=in_doubt & passed_over)

    def has_been_unclear(self, cell: Cell, for_s: float) -> bool:
        """Whether nothing has been known of a cell for so long."""
        return self.unclear_s.get(cell, 0.0) >= for_s

    def arrival(self, piece: SeenPiece) -> float:
        """In which look a new piece came, by those of its cells of which that is known; 0 if it is of none. One of many
        may have been in doubt before, for what lies beside it. What has lain wrongly until now came with that: half a
        look before it was first seen so, and before what may have lain on the same cells since."""
        told = sorted(since for cell in piece.cells if (since := self.since.get(cell, 0)))
        came = told[1] if len(told) > FEW else min(told, default=0)
        return min(came, self.wrong_since.get(piece.piece, inf) - 0.5)

    def older_in_doubt(self, piece: SeenPiece, now: Difference) -> frozenset[Cell]:
        """The cells on which something came before a new piece and is in doubt, or told as no piece."""
        came = self.arrival(piece)
        return frozenset(cell for cell in now.undecided | now.strange if 0 < self.since.get(cell, 0) < came)

    def precedence(self, piece: SeenPiece) -> tuple[bool, float]:
        """An order of new pieces: one that is asked about already comes first, then those that have lain there for
        longest; in this look that has not been counted yet the newest are not known."""
        return self.asked.isdisjoint(piece.cells), min(self.since.get(cell, inf) for cell in piece.cells)

    def witnessing(self, now: Difference, lying: Iterable[Place]) -> "Memory":
        """Remembers which of the lying pieces have been seen in their place."""
        known = {name_of(place) for place in lying}
        witnessed = (self.witnessed | now.in_place) & known
        few = 2 * len(now.in_place) < len(witnessed)
        is_told = bool(now.in_place) and not (few and (now.new or now.elsewhere))
        return replace(self, witnessed=witnessed, doubted=self.doubted and bool(witnessed) and not is_told)

    def doubting(self) -> "Memory":
        """The board has been found anew: until pieces that were seen before are seen in their places there, half of all
        or no others, nothing that is seen says anything about the match."""
        return replace(self, before=None, dazzled=frozenset(), doubted=bool(self.witnessed))

    def missing(self, away: Iterable[Place]) -> tuple[Place, ...]:
        """Those of the placements that were seen before: what was entered by hand cannot go missing unseen."""
        return tuple(place for place in away if name_of(place) in self.witnessed)

    def overruling(self, place: Place) -> "Memory":
        """Remembers that what is seen of this placement is not to be taken for one again. If it came so lately that no
        earlier look shows it, that is what it was taken for; a claim that is not made any more is soon forgotten, and
        what was said before of the same cells at once."""
        seen = self.before.seen(name_of(place)) if self.before else None
        others = (claim for claim in self.overruled if set(claim.cells) != set(place.cells))
        overruled = (*others, seen or SeenPiece(name_of(place), place.cells))
        return replace(self, overruled=overruled, asked=self.asked - frozenset(place.cells))

    def forgetting(self, place: Place) -> "Memory":
        """What was said of the very cells of a placement counts no more: its piece is gone."""
        return replace(self, overruled=tuple(one for one in self.overruled if set(one.cells) != set(place.cells)))

    def settled_on(self, chosen: SeenPiece, offered: Iterable[Alternative]) -> "Memory":
        """Remembers that what else was offered for the very cells of a piece that somebody has chosen is not there."""
        others = (piece for way in offered for piece in way.pieces if piece.piece != chosen.piece)
        refused = tuple(piece for piece in others if set(piece.cells) == set(chosen.cells))
        return replace(self, overruled=(*self.overruled, *refused))

    def still_overruled(self, sighting: Sighting, lying: Iterable[Place]) -> "Memory":
        """Forgets overruled claims that are right by now, or that the eyes do not make any more, but for those in the
        very place of what lies there."""
        vague, told = sighting.uncertain | sighting.hidden, {frozenset(place.cells): name_of(place) for place in lying}
        lasting = (
            claim
            for claim in self.overruled
            if told.get(frozenset(claim.cells), claim.piece) != claim.piece
            or (frozenset(claim.cells) not in told and self._is_made(claim, sighting, vague))
        )
        return replace(self, overruled=tuple(lasting))

    def heeded(self, sighting: Sighting, lying: Iterable[Place]) -> Sighting:
        """The sighting without overruled claims: one in the very place of what lies there is that."""
        told = {frozenset(place.cells): name_of(place) for place in lying}
        seen = {piece.piece for piece in sighting.pieces}
        pieces = list[SeenPiece]()
        for piece in sighting.pieces:
            name = told.get(frozenset(piece.cells))
            if not any(same(piece, claim) for claim in self.overruled):
                pieces.append(piece)
            elif name is not None and name not in seen:
                pieces.append(replace(piece, piece=name))
        return replace(sighting, pieces=tuple(pieces))

    @staticmethod
    def _is_made(claim: SeenPiece, sighting: Sighting, vague: Collection[Cell]) -> bool:
        """Whether the eyes make a claim, or may."""
        return any(same(piece, claim) for piece in sighting.pieces) or not set(vague).isdisjoint(claim.cells)


def _in_trouble(look: Difference | None) -> frozenset[str]:
    """The pieces that are seen to lie wrongly."""
    problems = look.sighting.problems if look else ()
    return frozenset(problem.piece for problem in problems if problem.piece is not None)
