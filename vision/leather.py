"""Leather patches look alike: a square that might be one or bare is held against those that surely are the one or the
other, and cloth against leather.

They are dark, as board in the shade is, and single, so that hardly a border tells of them; and three in a row look like
one patch.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from vision.kind import LEATHER, STUFFS
from vision.reading import RING, Reading

SURELY, LEAST = 4.0, -1.0
"""From this evidence (log-odds) for a filled cell, and for leather, a cell tells how leather looks, and from as much
against a filled one how the bare board does; and from this evidence for a filled one it may be leather."""
USUAL = np.array((40.0, 5.0, 10.0)), np.array((20.0, 10.0, 12.0))
"""Middle and standard deviations of what leather and boards look like from set to set (CIE L*a*b*)."""
NOISE = np.array((3.0, 1.5, 1.5))
"""Standard deviations of the like within one picture, while nothing else is known of it."""
WIDTHS = 2.0
"""What is known of those counts for twice so many cells."""
IN_SHADE = -2.0
"""Log-odds against a bare square that lies in a shade of its own."""
BLACK = 16.0
"""Less light takes the same part from a*, b* and L* and this together (CIE L*a*b*, but for what is nearly black)."""
WORTH, MOST = 1 / 3, 4.0
"""What a look counts for of its log-odds against the bare board, since light differs from place to place, and at most:
the eyes must lean towards leather or bare board by themselves."""
MOST_AS_LEATHER = 6.0
"""That a cell looks like leather counts for so many log-odds at most against any cloth."""

Table = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Alike:
    """What cells of one kind look like (CIE L*a*b*): the ``middle`` and ``scale`` (3) of Student's t with so many
    degrees of ``freedom``."""

    middle: Table
    scale: Table
    freedom: float

    @classmethod
    def of(cls, looks: Table) -> "_Alike":
        """By how some of them look (N x 3, N may be 0), each axis by itself.

        The posterior predictive of a normal distribution of which neither the mean nor the variance is known (Murphy,
        Conjugate Bayesian analysis of the Gaussian distribution, 2007, section 3).
        """
        usual, wide = USUAL
        count, worth = len(looks), (NOISE / wide) ** 2
        middle = (worth * usual + looks.sum(axis=0)) / (worth + count)
        off = looks - (looks.mean(axis=0) if count else usual)
        shape, rate = WIDTHS + count / 2, WIDTHS * NOISE**2 + (off**2).sum(axis=0) / 2
        scale = np.sqrt(rate * (worth + count + 1) / (shape * (worth + count)))
        return cls(middle, scale, 2 * shape)

    def likelihood(self, looks: Table) -> Table:
        """The logarithms (N) of how likely some looks (N x 3) are."""
        return np.asarray(self._axes(looks).sum(axis=1))

    def likelihood_in_shade(self, looks: Table) -> Table:
        """The same where they may lie in the shade, any of the same colour: nought where they are no darker."""
        usual = self.middle[0] + BLACK
        part = np.minimum((looks[:, 0] + BLACK) / usual, 1)
        there = self._axes(looks / part[:, None])[:, 1:].sum(axis=1) - 2 * np.log(part) - np.log(usual) + IN_SHADE
        return np.where(part < 1, there, -np.inf)

    def _axes(self, looks: Table) -> Table:
        peak = gammaln((self.freedom + 1) / 2) - gammaln(self.freedom / 2) - np.log(self.freedom * np.pi) / 2
        tails = np.log1p(((looks - self.middle) / self.scale) ** 2 / self.freedom)
        return np.asarray(peak - np.log(self.scale) - (self.freedom + 1) / 2 * tails)


def with_leather(reading: Reading) -> Reading:
    """The same reading with evidence for or against a filled cell where it may be leather, by whether it looks more
    like the other leather or more like the bare board in this picture; and for leather where what is filled looks like
    that. Cells whose evidence is nought are hidden, and left as they are.
    """
    number = STUFFS.index(LEATHER)
    lead = reading.paints[number] - np.delete(reading.paints, number, axis=0).max(axis=0)
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    seen, looks = grid & (reading.occupied != 0), reading.paint_lab.astype(np.float64)
    leather, bare = seen & (reading.occupied > SURELY) & (lead > SURELY), seen & (reading.occupied < -SURELY)
    may_be = seen & (reading.occupied > LEAST)
    as_leather, as_bare = _as_others(looks, may_be, leather), _Alike.of(looks[bare])
    here = looks[may_be]
    known = np.maximum(as_bare.likelihood(here), as_bare.likelihood_in_shade(here))
    told = np.clip(WORTH * (as_leather - known), -MOST, MOST)
    occupied, paints = reading.occupied.copy(), reading.paints.copy()
    occupied[may_be] += np.where(lead[may_be] > 0, told, 0)
    paints[number, may_be] += np.clip(as_leather - _Alike.of(looks[:0, 0]).likelihood(here), 0, MOST_AS_LEATHER)
    paints[:, may_be] -= np.logaddexp.reduce(paints[:, may_be], axis=0)
    return replace(reading, occupied=occupied, paints=paints)


def _as_others(looks: Table, which: npt.NDArray[np.bool_], alike: npt.NDArray[np.bool_]) -> Table:
    """How likely, in logarithms (N), the looks of those ``which`` are asked about are beside all others that are
    ``alike``."""
    found = np.zeros(which.shape)
    found[which] = _Alike.of(looks[alike]).likelihood(looks[which])
    for cell in map(tuple, np.argwhere(which & alike)):
        others = alike.copy()
        others[cell] = False
        found[cell] = _Alike.of(looks[others]).likelihood(looks[cell][None])[0]
    return np.asarray(found[which])
