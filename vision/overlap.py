"""A piece lying on another: looked for one thickness higher, and by what it leaves visible of those below."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from referee.grid import Cell
from referee.polyomino import Cells
from vision.assemble import Explained, explain, scores
from vision.catalogue import Catalogue, Indices
from vision.observe import shifts
from vision.pose import BoardPose
from vision.reading import RING, Reading

RARITY = 4.0
"""Log-odds against a piece lying on another, before anything is seen: about one picture in fifty."""
TRIED = 8
"""So many of the likeliest upper pieces are tried against all explanations of what lies below."""


@dataclass(frozen=True, eq=False)
class Overlap:
    """An upper piece (its placement number), the numbers of those below it, and how the rest is explained then.

    ``lead`` is how much better (log-odds) this explains everything than the best explanation without an overlap.
    ``below`` is the reading with nothing known where the upper piece hides the view.
    """

    upper: int
    cells: Cells
    on: tuple[int, ...]
    explained: Explained
    below: Reading
    lead: float


def find_overlap(
    lower: Reading, upper: Reading, pose: BoardPose, catalogue: Catalogue, alone: Explained
) -> Overlap | None:
    """The likeliest overlap, if any explains the pictures better than none.

    Args:
        lower: reading at level 0.
        upper: reading at level 1, one thickness higher.
        pose: of the board.
        catalogue: the placements.
        alone: how everything is explained without an overlap.
    """
    raised = scores(upper, catalogue)
    likeliest = np.argsort(-raised.gain)[:TRIED]
    best: Overlap | None = None
    for number in (int(n) for n in likeliest if raised.gain[n] > 0):
        cells = catalogue.cells_of(number)
        below = lower.without(hidden_by(cells, pose, lower.height))
        among = np.union1d(alone.near, _meeting(catalogue, hidden_by(cells, pose, lower.height)))
        among = among[catalogue.piece[among] != catalogue.piece[number]]
        explained = explain(scores(below, catalogue), catalogue, among)
        best_below = explained.found[0]
        on = tuple(n for n in sorted(best_below.placements) if set(catalogue.cells_of(n)) & set(cells))
        lead = raised.gain[number] + best_below.score - RARITY - alone.found[0].score
        if on and lead > (best.lead if best else 0.0):
            best = Overlap(number, cells, on, explained, below, float(lead))
    return best


def _meeting(catalogue: Catalogue, cells: Collection[Cell]) -> Indices:
    """The numbers of the placements that use one of the cells."""
    wide = catalogue.grid.cols + 2 * RING
    wanted = [(row + RING) * wide + col + RING for row, col in cells]
    return np.flatnonzero(np.isin(catalogue.cells, wanted).any(axis=1)).astype(np.int32)


def hidden_by(cells: Collection[Cell], pose: BoardPose, height: float) -> Cells:
    """The cells of the plane of the tops that a piece lying on others hides: its own, and those behind it."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height, 1)
    found = set(cells)
    for row, col in cells:
        for part in (0.05, 0.5, 0.95):
            x, y = col + part, row + part
            found.add((int(np.floor(y + y0 + y_a_row * y)), int(np.floor(x + x0 + x_a_col * x))))
    rows, cols = pose.grid.rows, pose.grid.cols
    return tuple(sorted((r, c) for r, c in found if -1 <= r <= rows and -1 <= c <= cols))
