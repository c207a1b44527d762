"""How the bare board looks, brighter towards the lamp: where it is of one colour, a cell of another is filled.

No network is asked, so that a print which none has seen is a piece nevertheless, whatever its ground.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.reading import RING, Reading

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
MOST = 6.0
"""That a cell looks unlike the board counts for so many log-odds at most."""

Table = npt.NDArray[np.float64]


def with_ground(reading: Reading) -> Reading:
    """The same reading with evidence that cells are filled which look unlike the bare ones. That a cell looks like the
    board says nothing: there are prints of its colour. Cells whose evidence is nought are hidden and left as they are.
    """
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    seen, bare = grid & (reading.occupied != 0), grid & (reading.occupied < BARE)
    if bare.sum() < FEWEST_BARE:
        return reading
    looks = reading.paint_lab[seen].astype(np.float64)
    middles, spread = bare_look(looks, np.argwhere(seen).astype(np.float64), bare[seen])
    occupied = reading.occupied.copy()
    occupied[seen] += np.clip((within(looks - middles, spread) - UNLIKE) / 2, 0.0, MOST)
    return replace(reading, occupied=occupied)


def bare_look(looks: Table, places: Table, bare: npt.NDArray[np.bool_]) -> tuple[Table, Table]:
    """What the board would look like at every place (N x 3), brighter towards the lamp, and its spread (3 x 3)."""
    slope = np.column_stack([np.ones(len(places)), places - places.mean(axis=0)])
    near = np.ones(int(bare.sum()))
    for _ in range(ROUNDS):
        pull = slope[bare] * near[:, None]
        middles = slope @ np.linalg.lstsq(pull.T @ slope[bare], pull.T @ looks[bare], rcond=None)[0]
        off = (looks - middles)[bare]
        spread = (off * near[:, None]).T @ off / len(off) + NOISE**2 * np.eye(3)
        near = nearness(off, spread)
    return middles, spread


def within(off: Table, spread: Table) -> Table:
    """Squares of distances (N x 3) in units of a spread (3 x 3)."""
    return np.asarray(np.einsum("ni,ij,nj->n", off, np.linalg.inv(spread), off))


def nearness(off: Table, spread: Table) -> Table:
    """What each of some distances from the middle of a heap counts for that heap: those in its tails little."""
    return np.asarray((TAILS + 3) / (TAILS + within(off, spread)))
