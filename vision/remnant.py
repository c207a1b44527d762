"""A thin piece on others is known by what it leaves of them: remnants which have the shape of no piece.

It looks as if it lay on the board, and what it covers is not seen. But once nothing is known of its cells, the squares
around it may be parts of pieces that go on below it, where they made no sense before.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from referee.grid import Cell, beside
from vision.assemble import Explained, Scores, explain, scores
from vision.before import Before
from vision.catalogue import Catalogue
from vision.claims import SURE
from vision.kind import STRANGER
from vision.reading import Reading

RARELY = 7.0
"""Log-odds against any one piece lying on others, before anything is seen."""
STRANGE = 4.0
"""Log-odds against each piece whose shape is not in the set where remnants are weighed, which may have any shape."""


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

    def doubted(self, claimed: Collection[int], trust: float) -> frozenset[int]:
        """Those of some placements, which lie on the board for sure if all is flat, that are not sure any more: they
        may lie on others, or be what another piece leaves of larger ones."""
        ways = [(one.share, one.explained.probabilities(trust)) for one in self.uppers]
        likely = {n: self.flat + sum(share * rest.get(n, 0.0) for share, rest in ways) for n in claimed}
        return frozenset(number for number, probability in likely.items() if probability < SURE)


NO_COVERINGS = Coverings(1.0, ())


def find_coverings(
    reading: Reading, flat: Explained, unclear: Collection[Cell], before: Before, catalogue: Catalogue
) -> Coverings:
    """Weighs whether any piece of the best explanation lies on others, where something is not understood beside it.

    Args:
        reading: of the plane of the tops.
        flat: how it is explained if all lies on the board.
        unclear: cells that are not understood so.
        before: what is known from before; what lay there lies on nothing.
        catalogue: the placements.
    """
    evidence = _scores(reading, before, catalogue)
    least = explain(evidence, catalogue, flat.near).found[0].score
    near = {*unclear, *(cell for one in unclear for cell in beside(one))}
    uppers = [
        number
        for number in flat.found[0].placements.difference(before.lying)
        if catalogue.name_of(number) != STRANGER and not near.isdisjoint(catalogue.cells_of(number))
    ]
    rests = [_rest(reading, flat, upper, before, catalogue) for upper in uppers]
    leads = [
        float(evidence.gain[upper]) + rest.found[0].score - least - RARELY
        for upper, rest in zip(uppers, rests, strict=True)
    ]
    weights = np.exp(catalogue.kind.trust * np.array([0.0, *leads]))
    shares = weights / weights.sum()
    found = [Covering(*one) for one in zip(uppers, shares[1:].tolist(), rests, strict=True)]
    return Coverings(float(shares[0]), tuple(found))


def _rest(reading: Reading, flat: Explained, upper: int, before: Before, catalogue: Catalogue) -> Explained:
    """How everything is explained but what a piece covers, and itself: others may go on below it. Away from it nothing
    else comes into question than if all were flat."""
    cells = catalogue.cells_of(upper)
    among = np.union1d(flat.near, catalogue.meeting(cells))
    if catalogue.single[catalogue.piece[upper]]:
        among = among[catalogue.piece[among] != catalogue.piece[upper]]
    return explain(_scores(reading.without(cells), before, catalogue), catalogue, among)


def _scores(reading: Reading, before: Before, catalogue: Catalogue) -> Scores:
    """The evidence for each placement, less for those that are not in the set."""
    told = before.lower(scores(reading, catalogue), catalogue, reading.height)
    strange = np.array([name == STRANGER for name in catalogue.names])[catalogue.piece]
    return Scores(told.gain - STRANGE * strange, told.worth)
