"""The colours as today's pieces show them: what the network calls a colour is checked against how the cells look.

Under a coloured lamp, or with pieces of an unusual make, a green may look to the network like a yellow, and a pale blue
like nothing. Seen together the four colours are still four: the cells fall into as many heaps, and each heap gets one
name; the bare board is a fifth, whose light may change from one end to the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from types import MappingProxyType

import numpy as np

from referee.grid import Cell
from vision.cells.ground import (
    NOISE,
    ROUNDS,
    TAILS,
    UNLIKE,
    Heap,
    Mask,
    Table,
    bare_looks,
    is_shade,
    left_of_light,
    nearness,
    within,
)
from vision.cells.reading import RING, Evidence, Reading
from vision.kind import COLOURS

KNOWN = 4.0
"""What is known of a cell's colour counts for so many log-odds: what was seen wrongly may come to light."""
FILLED = 1.0
"""Evidence (log-odds) from which on a cell tells about the colours."""
FEWEST_CELLS, FEWEST_OF_ONE, FEWEST_KNOWN = 40, 6, 4
"""Fewer cells, in all or of one colour, say too little of the others, unless so many of each colour are known."""
SHARE = 0.3
"""So much of what the network says counts beside the looks: it hesitates where it is wrong, but errs alike in all cells
of a colour. Where both agree, all of it counts."""
LEAST = -8.0
"""What the network says against a colour counts for so many log-odds at most where the heaps get their names."""
BURNT = 99.0
"""From this lightness on (L*, white is 100) a cell has lost its colour."""
APART = 3.0
"""So many standard deviations two heaps must lie apart to be two."""
DIRECTIONS = np.array([(11.0, -80.0), (-4.0, 50.0), (51.0, 15.0), (-59.0, 15.0)])
"""Where in the plane of a* and b* usual dyes lie from the middle of the four, in the order of ``COLOURS``. A coloured
lamp moves all of them, and hardly what lies on which side."""
TELLING = 3.0
"""Where a cell looks like a piece, and cannot be board in the shade, that counts for so many times the log-odds by
which it does: bare cells look like none. Of 31,500 in 200 simulated pictures none did by more than 0.5; of 119 filled
ones for which the network has less than 2 log-odds 95 did by more than 1."""
MOST, MOST_ELSE = 12.0, 8.0
"""It counts for so many log-odds at most then, and else for so many; so does that it looks like the board in the
shade."""
BEARING = 6.0
"""What it counts for, in log-odds, that all colours lie where they do, against lying on the opposite sides."""
SIFTINGS = 4
"""So often, at most, what looks like a piece is left out of what tells how the board looks."""

NOTHING_KNOWN: Mapping[Cell, int] = MappingProxyType({})


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


@dataclass(frozen=True, eq=False)
class _Cells:
    """The filled cells: how they look (N x 3), what the network says of their colour (N x colours, logarithms of
    probabilities), and the evidence for it that is ``known`` from before (N x colours)."""

    looks: Table
    said: Table
    known: Table

    @property
    def burnt(self) -> Mask:
        """Which of them (N) have lost their colour."""
        return np.asarray(self.looks[:, 0] > BURNT)

    @property
    def shares(self) -> Table:
        """The probabilities of the colours (N x colours), by all but the looks."""
        together = self.said + self.known
        return np.asarray(np.exp(together - np.logaddexp.reduce(together, axis=1, keepdims=True)))

    @property
    def are_enough(self) -> bool:
        """Whether they say something of every colour."""
        return len(self.looks) >= FEWEST_CELLS or bool(self._are_known.all())

    def are_told_by(self, heaps: "_Heaps") -> bool:
        """Whether every colour has a heap of its own."""
        are_seen = np.exp(heaps.odds).sum(axis=0) >= FEWEST_OF_ONE
        return bool((are_seen | self._are_known).all()) and _nearest(heaps) >= APART

    @property
    def _are_known(self) -> Mask:
        """Of which colours enough cells are known."""
        return np.asarray((self.known > 0).sum(axis=0) >= FEWEST_KNOWN)


def with_palette(reading: Reading, known: Mapping[Cell, int] = NOTHING_KNOWN) -> Reading:
    """The same reading with other evidence for the colour, and for whether cells are filled, where the whole picture
    speaks against the network's. ``known`` are cells whose colour (its number) is known from before.

    Where the cells do not fall into four heaps, as with few pieces, or under glare, it stays as it is.
    """
    grid = np.zeros(reading.occupied.shape, bool)
    grid[RING:-RING, RING:-RING] = True
    here, bare = grid & (reading.occupied > FILLED), grid & (reading.occupied < -FILLED)
    cells, told = _cells(reading, here, known), _with_known(reading, known)
    if not cells.are_enough:
        return told
    best = max((_heaps(cells, start) for start in (cells.shares, _farthest(cells))), key=lambda heaps: heaps.fit)
    if not cells.are_told_by(best):
        return told
    occupied = reading.occupied.copy()
    if bare.sum() >= FEWEST_CELLS:
        seen = grid & (occupied != 0)  # of hidden cells it is known how the hand looks
        looks = reading.paint_lab[seen].astype(np.float64)
        likeness, dark = _likeness(looks, np.argwhere(seen).astype(np.float64), bare[seen], best)
        occupied[seen] += likeness
        here[seen] |= (occupied[seen] > FILLED) & ~dark  # what was taken for bare has its colour from the heaps too
    return replace(reading, paints=_paints(_cells(reading, here, known), best, told.paints, here), occupied=occupied)


def _paints(cells: _Cells, heaps: _Heaps, told: Evidence, here: Mask) -> Evidence:
    """The evidence for the colours (colours x rows x cols) that was ``told``, but for the cells ``here``."""
    odds = _odds(cells, heaps)
    agreed = odds.argmax(axis=1) == cells.said.argmax(axis=1)
    paints = told.copy()
    paints[:, here] = (odds + np.where(agreed[:, None], (1 - SHARE) * cells.said, 0)).T
    return paints


def _cells(reading: Reading, here: Mask, known: Mapping[Cell, int]) -> _Cells:
    """What is seen and known of these cells."""
    looks, said = reading.paint_lab[here].astype(np.float64), reading.paints[:, here].T.astype(np.float64)
    return _Cells(looks, said, _known(reading, known)[:, here].T.astype(np.float64))


def _with_known(reading: Reading, known: Mapping[Cell, int]) -> Reading:
    """The same reading with what is known of the colours besides."""
    return replace(reading, paints=reading.paints + _known(reading, known)) if known else reading


def _known(reading: Reading, known: Mapping[Cell, int]) -> Evidence:
    """What is known of the colours, as evidence for each of them (colours x rows x cols)."""
    colours = np.zeros_like(reading.paints)
    for (row, col), colour in known.items():
        colours[colour, row + RING, col + RING] = KNOWN
    return colours


def _likeness(looks: Table, places: Table, bare: Mask, heaps: _Heaps) -> tuple[Table, Mask]:
    """Evidence (N) that cells (looks and places, N x 3 and N x 2) look like pieces rather than like those that are
    taken for ``bare``, and which of them (N) may lie in the shade.

    Where a lamp burns out much of a picture the network takes whole pieces for bare board, which would then seem to
    have their colours too: those that look like pieces nevertheless, and not like the shade, are not asked how the
    board looks.
    """
    for _ in range(SIFTINGS):
        lit, *shade = bare_looks(looks, places, bare)
        dark = _may_be_shade(looks, lit, shade)
        evidence = _filled(looks, heaps, [lit, *shade], dark)
        sifted = bare & (dark | (evidence < FILLED))
        if (sifted == bare).all() or sifted.sum() < FEWEST_CELLS:
            break
        bare = sifted
    return evidence, dark


def _filled(looks: Table, heaps: _Heaps, board: Sequence[Heap], dark: Mask) -> Table:
    """Evidence (N) that cells look like pieces rather than like the board, in the light and in the shade, as some that
    are ``dark`` may. That they look like the board in the light says nothing: a lamp mirrored in a piece takes its
    colour, but none gives the board one, nor does it make a piece look as if the board lay in the shade there."""
    as_pieces = [
        _likelihood(looks - middle, wide) + np.log(share + 1e-9)
        for middle, wide, share in zip(heaps.middles, heaps.spreads, heaps.shares, strict=True)
    ]
    as_board = [_likelihood(looks - heap.middles, heap.spread) for heap in board]
    evidence = np.logaddexp.reduce(as_pieces, axis=0) - np.max(as_board, axis=0)
    unlike = np.min(
        [within(looks - middle, wide) for middle, wide in zip(heaps.middles, heaps.spreads, strict=True)], 0
    )
    telling = ~dark & (unlike < UNLIKE)
    least = np.where(np.any([heap.within(looks) < UNLIKE for heap in board[1:]], axis=0), -MOST_ELSE, 0.0)
    return np.asarray(np.where(telling, TELLING, 1) * evidence).clip(least, np.where(telling, MOST, MOST_ELSE))


def _may_be_shade(looks: Table, lit: Heap, shade: Sequence[Heap]) -> Mask:
    """Which of some cells (N) may be bare and lie in the shade: they look as board does there in this picture, or as it
    would with less light."""
    left = left_of_light(looks[:, 0], lit.middles[:, 0])
    faded = lit.middles * np.column_stack([np.ones(len(left)), left, left])
    seen = np.any([heap.within(looks) < UNLIKE for heap in shade], axis=0)
    return np.asarray(seen | is_shade(looks - lit.middles) | is_shade(looks - faded))


def _likelihood(off: Table, spread: Table) -> Table:
    """Log-likelihood of distances from the middle of a heap, but for a constant."""
    tails = np.log1p(within(off, spread) / TAILS)
    return np.asarray(-(TAILS + 3) / 2 * tails - np.linalg.slogdet(spread)[1] / 2)


def _farthest(cells: _Cells) -> Table:
    """A start for the heaps (N x colours): around cells that lie as far from one another as possible."""
    looks, said = cells.looks, cells.said
    chosen = [int(np.argmax(_distances(looks, looks.mean(axis=0, keepdims=True))))]
    while len(chosen) < said.shape[1]:
        chosen.append(int(np.argmax(_distances(looks, looks[chosen]).min(axis=1))))
    shares = np.eye(len(chosen))[_distances(looks, looks[chosen]).argmin(axis=1)]
    return np.asarray(shares[:, _named(looks, said, shares)])


def _distances(looks: Table, middles: Table) -> Table:
    return np.asarray(np.linalg.norm(looks[:, None] - middles, axis=2))


def _heaps(cells: _Cells, shares: Table) -> _Heaps:
    """Expectation and maximisation from a start, over how the cells look and what the network says of them.

    Heaps have the long tails of Student's t, for a mirrored lamp takes some cells far from their like (Peel and
    McLachlan, Robust mixture modelling using the t distribution, 2000).
    """
    looks, burnt = cells.looks, cells.burnt
    near = np.ones_like(shares)
    for _ in range(ROUNDS):
        weights = shares.sum(axis=0) + 1e-9
        pull = shares * near * ~burnt[:, None]
        middles = (pull.T @ looks + 1e-9) / (pull.sum(axis=0)[:, None] + 1e-9)
        off = looks[:, None] - middles
        spreads = np.einsum("nk,nki,nkj->kij", pull, off, off) / weights[:, None, None] + NOISE**2 * np.eye(3)
        near = np.column_stack([nearness(off[:, one], spreads[one]) for one in range(len(spreads))])
        odds = _joint(cells, middles, spreads, weights / len(looks))
        total = np.logaddexp.reduce(odds, axis=1)
        shares = np.exp(odds - total[:, None])
    return _Heaps(odds - total[:, None], middles, spreads, float(total.sum()))


def _joint(cells: _Cells, middles: Table, spreads: Table, shares: Table) -> Table:
    """Log-likelihoods (N x heaps, but for a constant) of all that is known of some cells, if they are of a heap."""
    off = cells.looks[:, None] - middles
    looks_so = np.column_stack([_likelihood(off[:, one], spread) for one, spread in enumerate(spreads)])
    looks_so[cells.burnt] = 0
    return np.asarray(looks_so + SHARE * cells.said + cells.known + np.log(shares))


def _odds(cells: _Cells, heaps: _Heaps) -> Table:
    """The logarithms of the odds (N x heaps) that any cells are of a heap."""
    odds = _joint(cells, heaps.middles, heaps.spreads, heaps.shares + 1e-9)
    return np.asarray(odds - np.logaddexp.reduce(odds, axis=1, keepdims=True))


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
