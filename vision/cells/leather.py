"""Leather patches look alike: a square that might be one or bare is held against those that surely are the one or the
other, and cloth against leather.

They are dark, as board in the shade is, and single, so that hardly a border tells of them; and three in a row look like
one patch.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from referee.grid import Cell
from vision.cells.ground import left_of_light
from vision.cells.reading import RING, Evidence, Reading
from vision.kind import LEATHER, STUFFS

SURELY, LEAST = 4.0, -1.0
"""From this evidence (log-odds) for a filled cell and for leather on, a cell tells how leather looks; from as much
against leather how cloth does, and from as much against a filled one how the bare board does. From the latter evidence
for a filled one on it may be leather itself: how it looks is not enough."""
USUAL = np.array((40.0, 5.0, 10.0)), np.array((20.0, 10.0, 12.0))
"""Middle and standard deviations of what leather and boards look like from set to set (CIE L*a*b*)."""
ANY_CLOTH = np.array((55.0, 0.0, 5.0)), np.array((22.0, 25.0, 28.0))
"""The same of cloth."""
NOISE = np.array((3.0, 1.5, 1.5))
"""Standard deviations of the like within one picture, while nothing else is known of it."""
WIDTHS = 2.0
"""What is known of those counts for twice so many cells."""
IN_SHADE = -2.0
"""Log-odds against a bare square that lies in a shade of its own."""
WORTH, MOST = 1 / 3, 4.0
"""What a look counts for of its log-odds, since light differs from place to place, and at most: ``ground`` has compared
it with the board before, and cells of one print err together."""
LIKELIER = 0.01
"""Evidence that is greater by less than this is the same, as machines round."""
Table = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Alike:
    """What cells of one kind look like (CIE L*a*b*), each axis by itself: the ``middle`` and ``scale`` (... x 3) of
    Student's t with so many degrees of ``freedom``."""

    middle: Table
    scale: Table
    freedom: float

    @classmethod
    def of(cls, looks: Table, usual: tuple[Table, Table] = USUAL) -> "Alike":
        """By how some of them look (... x N x 3, N may be 0), and what such cells look like from set to set.

        The posterior predictive of a normal distribution of which neither the mean nor the variance is known (Murphy,
        Conjugate Bayesian analysis of the Gaussian distribution, 2007, section 3).
        """
        middle, wide = usual
        count, worth = looks.shape[-2], (NOISE / wide) ** 2
        mean = looks.mean(axis=-2) if count else middle
        shape = WIDTHS + count / 2
        spread = ((looks - mean[..., None, :]) ** 2).sum(axis=-2) + worth * count / (worth + count) * (
            mean - middle
        ) ** 2
        scale = np.sqrt((WIDTHS * NOISE**2 + spread / 2) * (worth + count + 1) / (shape * (worth + count)))
        return cls((worth * middle + count * mean) / (worth + count), scale, 2 * shape)

    def density(self, looks: Table) -> Table:
        """The logarithms (...) of the density of some looks (... x 3)."""
        return np.asarray(self._axes(looks).sum(axis=-1))

    def density_in_shade(self, looks: Table) -> Table:
        """The same where they may lie in the shade, any of the same colour: nought where they are no darker."""
        light = max(float(self.middle[0]), 1.0)
        part = left_of_light(looks[..., 0], light)
        tinge = self._axes(looks / part[..., None])[..., 1:].sum(axis=-1)
        return np.where(part < 1, tinge - 2 * np.log(part) - np.log(light), -np.inf)  # a* and b* have been stretched

    def _axes(self, looks: Table) -> Table:
        peak = gammaln((self.freedom + 1) / 2) - gammaln(self.freedom / 2) - np.log(self.freedom * np.pi) / 2
        tails = np.log1p(((looks - self.middle) / self.scale) ** 2 / self.freedom)
        return np.asarray(peak - np.log(self.scale) - (self.freedom + 1) / 2 * tails)


def with_leather(reading: Reading, known: Mapping[Cell, int] | None = None) -> Reading:
    """The same reading with evidence for or against a filled cell where it may be leather, by whether it looks more
    like the other leather or more like the bare board in this picture; and with evidence for leather where what may be
    filled looks more like that than like cloth. Cells whose evidence is nought are hidden, and left as they are. But
    of those of which it is ``known`` what lies there (the numbers of ``STUFFS``) that is told instead of what they look
    like, however much like the other it is.
    """
    number = STUFFS.index(LEATHER)
    reading = _as_known(reading, known or {})
    lead = _lead(reading)
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    seen, looks = grid & (reading.occupied != 0), reading.paint_lab.astype(np.float64)
    here, sure = seen & (reading.occupied > LEAST), seen & (reading.occupied > SURELY)
    lying = seen & (reading.occupied > 0) & _known_as(number, known or {}, here)  # it may have been taken away
    as_leather = _as_leather(looks, here, (sure & (lead > SURELY)) | lying)
    as_bare = _as_bare(looks[here], looks[seen & (reading.occupied < -SURELY)])
    occupied, paints = reading.occupied.copy(), reading.paints.copy()
    as_cloth = _as_cloth(looks, here, sure & (lead < -SURELY))
    more = np.clip(WORTH * (as_leather - as_cloth), 0, MOST)
    paints[number, here] += more
    paints[:, here] -= np.logaddexp.reduce(paints[:, here], axis=0)
    filled = np.clip(WORTH * (as_leather - as_bare), -MOST, MOST)
    counts = (lead[here] > 0) | ((lead[here] + more > 0) & (filled > 0))  # by its look alone it is not leather and bare
    occupied[here] += np.where(counts, filled, 0)
    return replace(reading, occupied=occupied, paints=paints)


def told_by_likeness(before: Reading, after: Reading) -> Evidence:
    """How much of the evidence (rows x cols) that cells are filled ``with_leather`` added because they look like the
    other leather: nothing where they look rather like cloth, or like nothing that was seen."""
    likelier = _lead(after) > _lead(before) + LIKELIER
    return np.where(likelier, after.occupied - before.occupied, 0)


def _lead(reading: Reading) -> Evidence:
    """Evidence (rows x cols) for leather rather than cloth."""
    number = STUFFS.index(LEATHER)
    return np.asarray(reading.paints[number] - np.delete(reading.paints, number, axis=0).max(axis=0), np.float32)


def _as_known(reading: Reading, known: Mapping[Cell, int]) -> Reading:
    """The same reading with sure evidence for what is known to lie on some cells."""
    paints = reading.paints.copy()
    for (row, col), stuff in known.items():
        sure = np.where(np.arange(len(STUFFS)) == stuff, 0.0, -2 * SURELY)
        paints[:, row + RING, col + RING] = sure - np.logaddexp.reduce(sure)
    return replace(reading, paints=paints)


def _known_as(stuff: int, known: Mapping[Cell, int], grid: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """On which cells of a grid with its ring it is known to lie."""
    there = np.zeros_like(grid)
    for (row, col), lying in known.items():
        there[row + RING, col + RING] = lying == stuff
    return there


def _as_leather(looks: Table, here: npt.NDArray[np.bool_], leather: npt.NDArray[np.bool_]) -> Table:
    """How well the looks of some cells (N, logarithms of densities) fit in with all the other leather."""
    found = np.zeros(here.shape)
    found[here] = Alike.of(looks[leather]).density(looks[here])
    for cell in map(tuple, np.argwhere(leather)):
        others = leather.copy()
        others[cell] = False
        found[cell] = Alike.of(looks[others]).density(looks[cell])
    return np.asarray(found[here])


def _as_bare(looks: Table, bare: Table) -> Table:
    """The same for some looks (N x 3) and those of the bare board, which may lie in the shade here and there."""
    alike = Alike.of(bare)
    lit = alike.density(looks)
    return np.logaddexp(lit, alike.density_in_shade(looks) + IN_SHADE) if len(bare) else lit


def _as_cloth(looks: Table, here: npt.NDArray[np.bool_], cloth: npt.NDArray[np.bool_]) -> Table:
    """The same for cloth, which may look like any other cell of it, or like none."""
    alike, any_cloth = Alike.of(looks[cloth][:, None], ANY_CLOTH), Alike.of(looks[:0, 0], ANY_CLOTH)
    densities = alike.density(looks[here][:, None])
    densities[np.flatnonzero(here)[:, None] == np.flatnonzero(cloth)] = -np.inf
    every = np.column_stack([densities, any_cloth.density(looks[here])])
    return np.asarray(np.logaddexp.reduce(every, axis=1) - np.log(every.shape[1]))
