"""Cells that something hides which is no piece: a hand, a sleeve, what a hand holds."""

import math
from collections.abc import Collection

from referee.grid import Cell
from vision.cells.reading import Reading
from vision.kind import Kind

FEWEST = 2
"""A single cell that looks hidden is no hand."""
CLEARER = 3.0
"""Log-odds by which a top must lead before a hand where both are seen."""
VEILED = -3.0
"""Evidence (log-odds) from which on a cell at the edge of a hand may be hidden by it, where pieces are small enough to
be guessed at from a cell or two."""
HALF = 0.0
"""Up to this evidence (log-odds) a cell is seen in part. Of 175 borders of such cells that looked plainly like ones
between two pieces (evidence of 7) all were; of 146 of those that a hand hides more, four were not."""


def hidden_cells(reading: Reading, kind: Kind) -> frozenset[Cell]:
    """Cells of the grid that something hides; where a top is seen far more clearly it is none."""
    hides = (reading.hidden > 0) & (reading.hidden > reading.occupied - CLEARER)
    cells = frozenset(cell for cell in reading.grid if reading.at(hides, cell))
    if kind.nested:
        near = {(row + down, col + right) for row, col in cells for down in (-1, 0, 1) for right in (-1, 0, 1)}
        cells |= {cell for cell in near if cell in reading.grid and reading.at(reading.hidden, cell) > VEILED}
    return cells if len(cells) >= FEWEST else frozenset()


def shares_seen(reading: Reading, hidden: Collection[Cell], kind: Kind) -> dict[Cell, float]:
    """How much (0 to 1) counts of what hidden cells show: as probable as it is that they are not. Nothing where pieces
    are small enough to be guessed at from a cell or two."""
    if kind.nested:
        return dict.fromkeys(hidden, 0.0)
    return {cell: 1 / (1 + math.exp(reading.at(reading.hidden, cell))) for cell in hidden}


def half_hidden(reading: Reading, hidden: Collection[Cell], kind: Kind) -> frozenset[Cell]:
    """Those of the hidden cells, where pieces are small, that are seen in part: their borders tell whether a piece goes
    on there."""
    if not kind.nested:
        return frozenset()
    return frozenset(cell for cell in hidden if reading.at(reading.hidden, cell) < HALF)


def unseen(hidden: Collection[Cell], kind: Kind) -> frozenset[Cell]:
    """The hidden cells, and those that may belong to pieces which go on below them without its being seen."""
    cells = frozenset(hidden)
    if not kind.nested:
        return cells
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    return cells | {(row + down, col + right) for row, col in cells for down, right in steps}
