"""Leather patches look alike: a square that might be one or bare is held against those that surely are the one or the
other.

They are dark, as board in the shade is, and single, so that hardly a border tells of them.
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
"""What a look counts for of its log-odds, since light differs from place to place, and at most: the eyes must lean
towards leather or bare board by themselves."""

Table = npt.NDArray[np.float64]


def with_leather(reading: Reading) -> Reading:
    """The same reading with evidence for or against a filled cell where it may be leather, by whether it looks more
    like the other leather or more like the bare board in this picture. Cells whose evidence is nought are hidden, and
    left as they are.
    """
    leads = reading.paints[STUFFS.index(LEATHER)] - np.delete(reading.paints, STUFFS.index(LEATHER), axis=0).max(axis=0)
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    seen = grid & (reading.occupied != 0)
    leather, bare = seen & (reading.occupied > SURELY) & (leads > SURELY), seen & (reading.occupied < -SURELY)
    occupied = reading.occupied.copy()
    for here in np.argwhere(seen & (reading.occupied > LEAST) & (leads > 0)):
        cell = tuple(here)
        other = leather.copy()
        other[cell] = False
        look = reading.paint_lab[cell].astype(np.float64)
        as_leather, as_bare = _Alike.of(reading.paint_lab[other]), _Alike.of(reading.paint_lab[bare])
        lead = as_leather.likelihood(look) - max(as_bare.likelihood(look), as_bare.likelihood_in_shade(look))
        occupied[cell] += np.clip(WORTH * lead, -MOST, MOST)
    return replace(reading, occupied=occupied)


@dataclass(frozen=True, eq=False)
class _Alike:
    """What cells of one kind look like (CIE L*a*b*): the ``middle`` and ``scale`` (3) of Student's t with so many
    degrees of ``freedom``."""

    middle: Table
    scale: Table
    freedom: float

    @classmethod
    def of(cls, looks: npt.NDArray[np.floating]) -> "_Alike":
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

    def likelihood(self, look: Table) -> float:
        """The logarithm of how likely a look (3) is."""
        return float(self._axes(look).sum())

    def likelihood_in_shade(self, look: Table) -> float:
        """The same where it may lie in the shade, any of the same colour: nought if it is no darker."""
        light, usual = look[0] + BLACK, self.middle[0] + BLACK
        if light >= usual:
            return -np.inf
        lit = look * usual / light
        stretched = 2 * np.log(usual / light)  # of both axes
        return float(self._axes(lit)[1:].sum() + stretched - np.log(usual) + IN_SHADE)

    def _axes(self, look: Table) -> Table:
        peak = gammaln((self.freedom + 1) / 2) - gammaln(self.freedom / 2) - np.log(self.freedom * np.pi) / 2
        tails = np.log1p(((look - self.middle) / self.scale) ** 2 / self.freedom)
        return np.asarray(peak - np.log(self.scale) - (self.freedom + 1) / 2 * tails)
