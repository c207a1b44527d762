"""The colours as today's pieces show them: what the network calls a colour is checked against how the cells look.

Under a coloured lamp, or with pieces of an unusual make, a green may look to the network like a yellow, and a pale blue
like nothing. Seen together the four colours are still four: the cells fall into as many heaps, and each heap gets one
name; the bare board is a fifth, whose light may change from one end to the other.
"""

from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
import numpy.typing as npt

from vision.ground import NOISE, ROUNDS, TAILS, Table, bare_look, nearness, within
from vision.kind import COLOURS
from vision.reading import RING, Reading

FILLED = 1.0
"""Evidence (log-odds) from which on a cell tells about the colours."""
FEWEST_CELLS, FEWEST_OF_ONE = 40, 6
"""Fewer cells, in all or of one colour, say too little of the others."""
SHARE = 0.3
"""So much of what the network says counts beside the looks: it hesitates where it is wrong, but errs alike in all cells
of a colour. Where both agree, all of it counts."""
LEAST = -8.0
"""What the network says against a colour counts for so many log-odds at most where the heaps get their names."""
BURNT = 99.0
"""From this lightness on (L*, the board's white is 100) a cell has lost its colour."""
APART = 3.0
"""So many standard deviations two heaps must lie apart to be two."""
DIRECTIONS = np.array([(11.0, -80.0), (-4.0, 50.0), (51.0, 15.0), (-59.0, 15.0)])
"""Where in the plane of a* and b* usual dyes lie from the middle of the four, in the order of ``COLOURS``. A coloured
lamp moves all of them, and hardly what lies on which side."""
MOST = 8.0
"""That a cell looks like a piece counts for so many log-odds at most."""
BEARING = 6.0
"""What it counts for, in log-odds, that all colours lie where they do, against lying on the opposite sides."""


@dataclass(frozen=True, eq=False)
class _Heaps:
    """The logarithms of the odds (N x heaps) that a cell is of a heap, the middles (heaps x 3) and spreads (heaps x 3 x
    3) of the heaps, and how well all of it fits."""

    odds: Table
    middles: Table
    spreads: Table
    fit: float

    @property
    def shares(self) -> Table:
        return np.asarray(np.exp(self.odds).mean(axis=0))


def with_palette(reading: Reading) -> Reading:
    """The same reading with other evidence for the colour, and for whether cells are filled, where the whole picture
    speaks against the network's.

    Where the cells do not fall into four heaps, as with few pieces, or under glare, it stays as it is.
    """
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    here, bare = grid & (reading.occupied > FILLED), grid & (reading.occupied < -FILLED)
    if here.sum() < FEWEST_CELLS:
        return reading
    looks, said = reading.paint_lab[here].astype(np.float64), reading.paints[:, here].T.astype(np.float64)
    best = max((_heaps(looks, said, start) for start in (np.exp(said), _farthest(looks, said))), key=lambda h: h.fit)
    if np.exp(best.odds).sum(axis=0).min() < FEWEST_OF_ONE or _nearest(best) < APART:
        return reading
    agreed = best.odds.argmax(axis=1) == said.argmax(axis=1)
    paints = reading.paints.copy()
    paints[:, here] = (best.odds + np.where(agreed[:, None], (1 - SHARE) * said, 0)).T
    occupied = reading.occupied.copy()
    if bare.sum() >= FEWEST_CELLS:
        seen = grid & (occupied != 0)  # of hidden cells it is known how the hand looks
        occupied[seen] += _filled(
            reading.paint_lab[seen].astype(np.float64), np.argwhere(seen).astype(np.float64), bare[seen], best
        )
    return replace(reading, paints=paints.astype(np.float32), occupied=occupied)


def _filled(looks: Table, places: Table, bare: npt.NDArray[np.bool_], heaps: _Heaps) -> Table:
    """Evidence (N) that cells look like pieces rather than like the board, by its ``bare`` cells. That they look like
    the board says nothing: a lamp mirrored in a piece takes its colour, but none gives the board one."""
    middles, spread = bare_look(looks, places, bare)
    as_pieces = [
        _likelihood(looks - middle, wide) + np.log(share + 1e-9)
        for middle, wide, share in zip(heaps.middles, heaps.spreads, heaps.shares, strict=True)
    ]
    evidence = np.logaddexp.reduce(as_pieces, axis=0) - _likelihood(looks - middles, spread)
    return np.asarray(np.clip(evidence, 0.0, MOST))


def _likelihood(off: Table, spread: Table) -> Table:
    """Log-likelihood of distances from the middle of a heap, but for a constant."""
    tails = np.log1p(within(off, spread) / TAILS)
    return np.asarray(-(TAILS + 3) / 2 * tails - np.linalg.slogdet(spread)[1] / 2)


def _farthest(looks: Table, said: Table) -> Table:
    """A start for the heaps (N x colours): around cells that lie as far from one another as possible."""
    chosen = [int(np.argmax(_distances(looks, looks.mean(axis=0, keepdims=True))))]
    while len(chosen) < said.shape[1]:
        chosen.append(int(np.argmax(_distances(looks, looks[chosen]).min(axis=1))))
    shares = np.eye(len(chosen))[_distances(looks, looks[chosen]).argmin(axis=1)]
    return np.asarray(shares[:, _named(looks, said, shares)])


def _distances(looks: Table, middles: Table) -> Table:
    return np.asarray(np.linalg.norm(looks[:, None] - middles, axis=2))


def _heaps(looks: Table, said: Table, shares: Table) -> _Heaps:
    """Expectation and maximisation from a start, over how the cells look and what the network says of them.

    Heaps have the long tails of Student's t, for a mirrored lamp takes some cells far from their like (Peel and
    McLachlan, Robust mixture modelling using the t distribution, 2000).
    """
    near, burnt = np.ones_like(shares), looks[:, 0] > BURNT
    for _ in range(ROUNDS):
        weights = shares.sum(axis=0) + 1e-9
        pull = shares * near * ~burnt[:, None]
        middles = (pull.T @ looks + 1e-9) / (pull.sum(axis=0)[:, None] + 1e-9)
        off = looks[:, None] - middles
        spreads = np.einsum("nk,nki,nkj->kij", pull, off, off) / weights[:, None, None] + NOISE**2 * np.eye(3)
        every = range(len(spreads))
        near = np.column_stack([nearness(off[:, one], spreads[one]) for one in every])
        looks_so = np.column_stack([_likelihood(off[:, one], spreads[one]) for one in every])
        looks_so[burnt] = 0
        odds = looks_so + SHARE * said + np.log(weights / len(looks))
        total = np.logaddexp.reduce(odds, axis=1)
        shares = np.exp(odds - total[:, None])
    return _Heaps(odds - total[:, None], middles, spreads, float(total.sum()))


def _nearest(heaps: _Heaps) -> float:
    """By how many standard deviations the two nearest heaps lie apart."""
    found = np.inf
    for one in range(len(heaps.middles)):
        for other in range(one):
            off = heaps.middles[one] - heaps.middles[other]
            spread = (heaps.spreads[one] + heaps.spreads[other]) / 2
            found = min(found, float(np.sqrt(off @ np.linalg.solve(spread, off))))
    return found


def _named(looks: Table, said: Table, shares: Table) -> list[int]:
    """Which heap gets which colour, in the order of ``COLOURS``: by what the network says of each, and by which side of
    the others it lies on."""
    weights = shares.sum(axis=0)[:, None] + 1e-9
    told = shares.T @ said.clip(LEAST) / weights
    middles = (shares.T @ looks / weights)[:, 1:]
    off = middles - middles.mean(axis=0)
    sides = off @ DIRECTIONS.T / (np.linalg.norm(off) * np.linalg.norm(DIRECTIONS) + 1e-9)
    worth = told + BEARING * sides
    orders = permutations(range(len(COLOURS)))
    return list(max(orders, key=lambda order: sum(worth[heap, colour] for colour, heap in enumerate(order))))
