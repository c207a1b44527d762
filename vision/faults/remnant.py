"""A thin piece on others is known by what it leaves of them: remnants which have the shape of no piece.

It looks as if it lay on the board, and what it covers is not seen. But once nothing is known of its cells, the squares
around it may be parts of pieces that go on below it, where they made no sense before. Where what it leaves makes sense
by itself, the steps down from it (``vision.faults.steps``) speak for it all the same.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, beside
from vision.cells.reading import Reading
from vision.names import STRANGER
from vision.pieces.assemble import HORIZON, Explained, explain
from vision.pieces.before import Before
from vision.pieces.catalogue import Catalogue
from vision.pieces.claims import SHOWN, SURE
from vision.pieces.scores import Numbers, Scores, scores

RARELY, UNSTEPPED = 4.2, 7.0
"""Log-odds against a table on which a piece lies on others, before anything is seen: one in 68, and it may be any new
one. And against any one piece, where only remnants are heeded and no steps: as far as evidence is trusted."""
MOST_TRUST = 1.1
"""So great a share of the evidence counts at most where remnants are weighed: those odds hold for it."""
SEEN_HIGHER = 1.0
"""From this evidence (log-odds) on for a piece lying higher than what is beside it it may lie on others."""
MOST_CONTESTED = 0.5
"""Share of the best explanation's pieces which may have rivals that the search had no time to weigh."""
MOST_INSTEAD = 30
"""No more are weighed instead of what may lie on others, the likeliest first."""
NEVER = -12.0
"""A placement for which there are fewer log-odds lies on no others: all of those together change nothing."""
STRANGE = 4.0
"""Log-odds against each piece whose shape is not in the set where remnants are weighed, which may have any shape."""

Upper = tuple[int, float, Explained]
"""A placement that may lie on others, how much likelier that is (log-odds), and how the rest is explained then."""


@dataclass(frozen=True, eq=False)
class Covering:
    """A placement that may lie on others, how probable that is, and how the rest is explained then."""

    upper: int
    share: float
    explained: Explained


@dataclass(frozen=True, eq=False)
class Coverings:
    """The pieces that may lie on others, one of them at most in truth, and how probable it is that all is ``flat``."""

    flat: float
    uppers: tuple[Covering, ...]

    def sure(self) -> list[int]:
        """The placement that lies on others for sure, if any."""
        return [one.upper for one in self.uppers if one.share >= SURE]

    def doubted(self, claimed: Collection[int]) -> frozenset[int]:
        """Those of some placements, which lie on the board for sure if all is flat, that are not sure any more: they
        may lie on others, or be what another piece leaves of larger ones."""
        likely, left = dict.fromkeys(claimed, self.flat), sum(one.share for one in self.uppers)
        for one in sorted(self.uppers, key=lambda upper: -upper.share):
            if not any(probability < SURE <= probability + left for probability in likely.values()):
                break  # what is left changes nothing, and to explain the rest with each takes long
            rest = one.explained.probabilities()
            likely = {n: probability + one.share * rest.get(n, 0.0) for n, probability in likely.items()}
            left -= one.share
        return frozenset(number for number, probability in likely.items() if probability < SURE)


NO_COVERINGS = Coverings(1.0, ())


def find_coverings(
    reading: Reading,
    flat: Explained,
    unclear: Collection[Cell],
    before: Before,
    catalogue: Catalogue,
    higher: Callable[[int], float],
) -> Coverings:
    """Weighs whether any piece of the best explanation lies on others, where something is not understood beside it or
    it looks so; where hardly anything could be weighed even if all is flat, nothing is asked.

    Args:
        reading: of the plane of the tops.
        flat: how it is explained if all lies on the board.
        unclear: cells that are not understood so.
        before: what is known from before; what lay there lies on nothing.
        catalogue: the placements.
        higher: the evidence (log-odds) for each of them lying higher than what is beside it, -inf where it is not
            asked. It never speaks against what the remnants say.
    """
    if len(flat.contested) > MOST_CONTESTED * len(flat.found[0].placements):
        return NO_COVERINGS
    seen = _Seen(reading, flat, before, catalogue, higher)
    tried = seen.with_uppers(seen.beside(unclear))
    found = _weighed(tried)
    if found.flat < SURE:
        found = _weighed(tried + seen.with_uppers(seen.instead_of(found)))
    return found


@dataclass(frozen=True, eq=False)
class _Seen:
    """What is seen on the plane of the tops, how it is explained if all is ``flat``, what is known from before, and
    the evidence for a placement lying ``higher`` than what is beside it."""

    reading: Reading
    flat: Explained
    before: Before
    catalogue: Catalogue
    higher: Callable[[int], float]

    @cached_property
    def evidence(self) -> Scores:
        return self._scores(self.reading)

    @cached_property
    def least(self) -> float:
        """What is explained (log-odds) if all is flat."""
        return explain(self.evidence, self.catalogue, self.flat.near).found[0].score

    @property
    def rarely(self) -> float:
        """Log-odds against any one new piece of the best explanation lying on others, before anything is seen."""
        new = sum(map(self._may_have_come, self.flat.found[0].placements))
        return RARELY + float(np.log(max(new, 1)))

    def beside(self, unclear: Collection[Cell]) -> list[int]:
        """What lies on or beside some cells by the best explanation, or looks higher than what is beside it, and may
        lie on others."""
        near = {*unclear, *(cell for one in unclear for cell in beside(one))}
        there = set(self.catalogue.meeting(near).tolist())
        best = [number for number in sorted(self.flat.found[0].placements) if self._may_have_come(number)]
        return [number for number in best if number in there or self.higher(number) > SEEN_HIGHER]

    def instead_of(self, found: Coverings) -> list[int]:
        """What may lie there instead of what may lie on others: where no border is seen a remnant looks like a part of
        that."""
        cells = {cell for one in found.uppers if one.share >= SHOWN for cell in self.catalogue.cells_of(one.upper)}
        near = np.intersect1d(self.flat.near, self.catalogue.meeting(cells))
        losses, tried = self.flat.losses(self.evidence.gain, self.catalogue)[near], {one.upper for one in found.uppers}
        likely = near[np.argsort(losses, kind="stable")][: int((losses <= HORIZON).sum())].tolist()
        return [number for number in likely if number not in tried and self._may_have_come(number)][:MOST_INSTEAD]

    def with_uppers(self, numbers: Iterable[int]) -> list[Upper]:
        """How likely each of some placements lies on others, but for those that surely do not."""
        tried = (self.with_upper(number) for number in numbers)
        return [one for one in tried if one is not None]

    def with_upper(self, number: int) -> Upper | None:
        """How much likelier (log-odds) it is that this placement lies on others, and how the rest is explained then:
        others may go on below it, and one of them at least does, which costs at least as much as the relaxation
        tells. Away from it nothing else comes into question than if all were flat. None where that is as good as
        impossible."""
        cells = self.catalogue.cells_of(number)
        among = np.union1d(self.flat.near, self.catalogue.meeting(cells))
        if self.catalogue.single[self.catalogue.piece[number]]:
            among = among[self.catalogue.piece[among] != self.catalogue.piece[number]]
        below = self._scores(self.reading.without(cells), among)
        most = self.flat.most_below(below, self.catalogue, among, dict.fromkeys(cells, 0.0), number)
        if self._likelier(number, most) < NEVER:
            return None
        rest = explain(below, self.catalogue, among)
        held_up = float(rest.most_with(below.gain, self.catalogue)[self._below(number)].max(initial=-np.inf))
        return number, self._likelier(number, min(rest.found[0].score, held_up)), rest

    def _likelier(self, number: int, rest: float) -> float:
        """How much likelier (log-odds) it is that a placement lies on others if so much else can be explained then."""
        lead = float(self.evidence.gain[number]) + rest - self.least
        trust = min(self.evidence.trust, MOST_TRUST)
        return max(trust * (lead - UNSTEPPED), trust * lead + self.higher(number) - self.rarely)

    def _below(self, number: int) -> npt.NDArray[np.intp]:
        """The placements on which one may lie: other pieces that go on below it. If they are not known to lie there,
        they go on beside it as well, for to lie on others that cannot be seen at all would be a rare chance."""
        every, cells = self.catalogue, self.catalogue.cells_of(number)
        meeting = every.meeting(cells)
        within = np.isin(every.cells[meeting], [*map(every.number_of, cells), every.cell_count]).all(axis=1)
        same = every.single[every.piece[number]] & (every.piece[meeting] == every.piece[number])
        below: npt.NDArray[np.intp] = meeting[(~within | np.isin(meeting, list(self.before.lying))) & ~same]
        return below

    def _may_have_come(self, number: int) -> bool:
        return number not in self.before.lying and self.catalogue.name_of(number) != STRANGER

    @cached_property
    def _strange(self) -> npt.NDArray[np.bool_]:
        """Which placements (N) are not of the set."""
        return np.array([name == STRANGER for name in self.catalogue.names])[self.catalogue.piece]

    def _scores(self, reading: Reading, among: Numbers | None = None) -> Scores:
        """The evidence for each placement, less for those that are not of the set; for some only, or all of them."""
        told = self.before.lower(scores(reading, self.catalogue, among), self.catalogue, reading.height)
        return replace(told, gain=told.gain - STRANGE * self._strange)


def _weighed(tried: Iterable[Upper]) -> Coverings:
    """How probable each upper piece is that is likelier by so much than that all is flat."""
    every = list(tried)
    top = max([0.0, *(lead for _, lead, _ in every)])
    weights = [float(np.exp(lead - top)) for _, lead, _ in every]
    flat = float(np.exp(-top))
    total = flat + sum(weights)
    found = (Covering(upper, weight / total, rest) for (upper, _, rest), weight in zip(every, weights, strict=True))
    return Coverings(flat / total, tuple(found))
