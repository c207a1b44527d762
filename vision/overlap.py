"""A piece lying on another: looked for one thickness higher, and by what it leaves visible of those below."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from referee.grid import Cell
from referee.polyomino import Cells
from vision.assemble import Explained, Numbers, Scores, Weights, explain, scores
from vision.before import NOTHING, Before
from vision.catalogue import Catalogue
from vision.observe import shifts
from vision.pose import BoardPose
from vision.reading import RING, Reading

RARITY = 4.0
"""Log-odds against a piece lying on another, before anything is seen: about one picture in fifty."""
TRIED = 8
"""So many of the likeliest upper pieces are tried against all explanations of what lies below."""
CALM, MOST_TROUBLE = -5.0, 8.0
"""Trouble (log-odds) that speaks neither for nor against an overlap, and the most that it may speak."""
SUSPECT = -3.5
"""A piece on whose cells more trouble than this is seen may be an upper one."""
LEAST_DOUBTFUL = 4
"""An upper piece lies on at least so many cells that are not explained for sure."""
AROUND = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True, eq=False)
class Overlap:
    """An upper piece (its placement number), the numbers of those below it, and how the rest is explained then.

    ``lead`` is how much better (log-odds) this explains everything than the best explanation without an overlap, and
    ``margin`` than the next best one with another.
    ``below`` is the reading with nothing known where the upper piece hides the view.
    """

    upper: int
    cells: Cells
    on: tuple[int, ...]
    explained: Explained
    below: Reading
    lead: float
    margin: float = np.inf


def find_overlap(
    lower: Reading,
    upper: Reading,
    pose: BoardPose,
    catalogue: Catalogue,
    alone: Explained,
    before: Before = NOTHING,
) -> Overlap | None:
    """The likeliest overlap, if any explains the pictures better than none.

    Args:
        lower: reading at level 0.
        upper: reading at level 1, one thickness higher.
        pose: of the board.
        catalogue: the placements.
        alone: how everything is explained without an overlap.
        before: what is known from before.
    """
    known, height = before.lying, lower.height
    seen = Scores(np.maximum(scores(upper, catalogue).gain, scores(lower, catalogue).gain))
    raised = before.upper(seen, catalogue, height).gain
    tried: list[Overlap] = []
    for number in _likeliest(lower, raised, catalogue, alone, known):
        cells = catalogue.cells_of(number)
        below = lower.without(hidden_by(cells, pose, lower.height))
        meeting = _meeting(catalogue, hidden_by(cells, pose, lower.height))
        among = np.unique(np.concatenate([alone.near, np.array(list(known), np.int64), meeting]))
        among = among[catalogue.piece[among] != catalogue.piece[number]]
        explained = explain(before.lower(scores(below, catalogue), catalogue, height), catalogue, among)
        best_below = explained.found[0]
        on = tuple(n for n in sorted(best_below.placements) if set(catalogue.cells_of(n)) & set(cells))
        trouble = float(np.clip(lower.trouble_of(cells) - CALM, -MOST_TROUBLE, MOST_TROUBLE))
        lead = raised[number] + best_below.score + trouble - RARITY - alone.found[0].score
        if on and lead > 0:
            tried.append(Overlap(number, cells, on, explained, below, float(lead)))
    tried.sort(key=lambda each: -each.lead)
    if len(tried) > 1:  # another piece that explains it nearly as well leaves it open which one lies there
        return replace(tried[0], margin=tried[0].lead - tried[1].lead)
    return tried[0] if tried else None


def _likeliest(
    lower: Reading, raised: Weights, catalogue: Catalogue, alone: Explained, known: Collection[int]
) -> list[int]:
    """The placements that look most like an upper piece: those of pieces not used so far, those used beside cells
    that no piece explains, and those on which trouble is seen."""
    chosen = alone.found[0].placements
    told = {cell for number in chosen for cell in catalogue.cells_of(number)}
    open_cells = {cell for cell in catalogue.grid if lower.at(lower.occupied, cell) > 0} - told
    open_cells |= {cell for number in set(known) - chosen for cell in catalogue.cells_of(number)}
    near = {(row + down, col + right) for row, col in open_cells for down, right in AROUND}
    unknown = sorted(chosen - set(known))
    beside = [
        number
        for number in unknown
        if near & set(catalogue.cells_of(number)) or lower.trouble_of(catalogue.cells_of(number)) > SUSPECT
    ]
    settled = {int(catalogue.piece[number]) for number in (*chosen, *known) if number not in beside}
    doubtful = near | {cell for number in unknown for cell in catalogue.cells_of(number)}
    possible = np.full(len(raised), -np.inf)
    meeting = _meeting(catalogue, doubtful, LEAST_DOUBTFUL)  # not on top of pieces known to lie there undisturbed
    possible[meeting] = np.where(np.isin(catalogue.piece[meeting], list(settled)), -np.inf, raised[meeting])
    new = [int(n) for n in np.argsort(-possible, kind="stable")[:TRIED] if possible[n] > 0]
    return list(dict.fromkeys(beside + new))


def _meeting(catalogue: Catalogue, cells: Collection[Cell], least: int = 1) -> Numbers:
    """The numbers of the placements that use at least so many of the cells."""
    wide = catalogue.grid.cols + 2 * RING
    wanted = [(row + RING) * wide + col + RING for row, col in cells]
    return np.flatnonzero(np.isin(catalogue.cells, wanted).sum(axis=1) >= least)


def hidden_by(cells: Collection[Cell], pose: BoardPose, height: float) -> Cells:
    """The cells of the plane of the tops that a piece lying on others hides: its own, and those behind it."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height, 1)
    found = set(cells)
    for row, col in cells:
        for part in (0.05, 0.5, 0.95):
            x, y = col + part, row + part
            found.add((int(np.floor(y + y0 + y_a_row * y)), int(np.floor(x + x0 + x_a_col * x))))
    rows, cols = pose.grid.rows, pose.grid.cols
    return tuple(sorted((r, c) for r, c in found if -RING <= r < rows + RING and -RING <= c < cols + RING))
