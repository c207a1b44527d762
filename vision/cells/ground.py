"""How the bare board looks, brighter towards the lamp: where it is of one colour, a cell of another or of several is
filled.

No network is asked, so that a print which none has seen is a piece nevertheless, whatever its ground.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.cells.reading import RING, Reading

BARE = -1.0
"""Evidence (log-odds) up to which a cell tells how the bare board looks."""
FEWEST_BARE = 12
"""Fewer of them say too little."""
ROUNDS = 25
NOISE = 2.0
"""No heap of colours is narrower than this (standard deviation, in units of L*a*b*)."""
TAILS = 3.0
"""Degrees of freedom of a heap's tails."""
UNLIKE = 12.0
"""Square of the distance from the bare board, in its own spread, from which on a cell looks like none of it: of bare
cells one in 130, if they are spread normally."""
SHADE_DARKER, SHADE_TINGE = 8.0, 0.25
"""Shaded board is darker by so much (L*), and differs in colour (a*, b*) by no more than this part of that."""
BLACK = 16.0
"""Less light takes the same part from a*, b* and L* and this together (CIE L*a*b*, but for what is nearly black)."""
MOST = 6.0
"""That a cell looks unlike the board counts for so many log-odds at most."""
VARIEGATED, GRAINY, MOST_GRAINY = 3.5, 4.0, 8.0
"""A cell is more variegated than bare ones from so many of their standard deviations on; each more counts for so many
log-odds, and all together for no more than the last. Of 4,094 bare cells of rendered and simulated boards none had more
but those that a patch lying askew covers in part, and one with an edge of a shadow (3.6); of 2,984 filled ones 1,553
had 4 or more."""
LEAST_GRAIN = 0.08
"""No standard deviation of what bare cells are like is smaller than this (see ``vision.cells.grain``)."""
LIKE_LIGHT = 20
"""With so many bare cells of the most like lightness a cell is compared too: in the shade there is more noise."""
QUARTILES = 1.35
"""Standard deviations between the quartiles of a normal distribution."""

Table = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Heap:
    """What one kind of ground would look like at every place (``middles``, N x 3), and its ``spread`` (3 x 3)."""

    middles: Table
    spread: Table

    def within(self, looks: Table) -> Table:
        """Squares of the distances (N) of some looks (N x 3) from what it would look like, in its spread."""
        return within(looks - self.middles, self.spread)


def with_ground(reading: Reading) -> Reading:
    """The same reading with evidence that cells are filled which look unlike the bare ones: of another colour, or of
    several. That a cell looks like the board says nothing: there are prints of its colour. Cells whose evidence is
    nought are hidden and left as they are.
    """
    seen = on_grid(reading) & (reading.occupied != 0)
    bare = seen & (reading.occupied < BARE)
    if bare.sum() < FEWEST_BARE:
        return reading
    occupied = reading.occupied.copy()
    occupied[seen] += np.clip((unlike_bare(reading, seen, bare) - UNLIKE) / 2, 0.0, MOST)
    occupied[seen] += variegation(reading, seen, bare)
    return replace(reading, occupied=occupied)


def on_grid(reading: Reading) -> Mask:
    """Which cells of a reading (rows x cols) are those of the grid."""
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    return grid


def unlike_bare(reading: Reading, seen: Mask, bare: Mask) -> Table:
    """Squares of the distances of all that is ``seen`` (N) from how those of it that are ``bare`` would look in its
    place, in their spread (masks, rows x cols)."""
    looks = reading.paint_lab[seen].astype(np.float64)
    heaps = bare_looks(looks, np.argwhere(seen).astype(np.float64), bare[seen])
    return np.asarray(np.min([heap.within(looks) for heap in heaps], axis=0))


def variegation(reading: Reading, seen: Mask, bare: Mask) -> Table:
    """Log-odds (N) for something printed on what is ``seen``, where colours change more within a cell than in those
    that are ``bare`` (masks, rows x cols), and than in those of them that are about as light; nought if how much they
    change is not known."""
    if reading.grains is None:
        return np.zeros(int(seen.sum()))
    grains, lightness, known = reading.grains[seen], reading.paint_lab[seen][:, 0].astype(np.float64), bare[seen]
    low, usual, high = np.percentile(grains[known], (25, 50, 75))
    spread = (high - low) / QUARTILES + LEAST_GRAIN
    nearest = np.argsort(np.abs(lightness[:, None] - lightness[known]), axis=1)[:, :LIKE_LIGHT]
    usual_there = np.maximum(usual, np.median(grains[known][nearest], axis=1))
    return np.asarray(np.clip(GRAINY * ((grains - usual_there) / spread - VARIEGATED), 0.0, MOST_GRAINY))


def bare_looks(looks: Table, places: Table, bare: npt.NDArray[np.bool_]) -> list[Heap]:
    """What the bare board looks like, by those of some cells (looks and places, N x 3 and N x 2) that are ``bare``: in
    the light, and in the shade where some of them lie there."""
    lit = _heap(looks, places, bare)
    dark = bare & (lit.within(looks) > UNLIKE)
    dark &= is_shade(looks - lit.middles)
    return [lit] if dark.sum() < FEWEST_BARE else [lit, _heap(looks, places, dark)]


def is_shade(off: Table) -> npt.NDArray[np.bool_]:
    """Which of some differences (N x 3) from the lit board a shadow may make: darker, and hardly of another colour."""
    return np.asarray((off[:, 0] < -SHADE_DARKER) & (np.hypot(off[:, 1], off[:, 2]) < -SHADE_TINGE * off[:, 0]))


def left_of_light(lightness: Table, lit: Table | float) -> Table:
    """The part (0 to 1) of its colour (a*, b*) that is left to what is so light (L*), and would be so ``lit`` else."""
    return np.asarray(np.minimum((lightness + BLACK) / (lit + BLACK), 1))


def _heap(looks: Table, places: Table, bare: npt.NDArray[np.bool_]) -> Heap:
    """The heap of some bare cells, brighter towards the lamp."""
    slope = np.column_stack([np.ones(len(places)), places - places.mean(axis=0)])
    near = np.ones(int(bare.sum()))
    for _ in range(ROUNDS):
        pull = slope[bare] * near[:, None]
        middles = slope @ np.linalg.lstsq(pull.T @ slope[bare], pull.T @ looks[bare], rcond=None)[0]
        off = (looks - middles)[bare]
        spread = (off * near[:, None]).T @ off / len(off) + NOISE**2 * np.eye(3)
        near = nearness(off, spread)
    return Heap(middles, spread)


def within(off: Table, spread: Table) -> Table:
    """Squares of distances (N x 3) in units of a spread (3 x 3)."""
    return np.asarray(np.einsum("ni,ij,nj->n", off, np.linalg.inv(spread), off))


def nearness(off: Table, spread: Table) -> Table:
    """What each of some distances from the middle of a heap counts for that heap: those in its tails little."""
    return np.asarray((TAILS + 3) / (TAILS + within(off, spread)))
