"""Cells that look like the bare board in every way: of its colour where they lie, with its lines, and nothing on them.

Each of these may be so of a piece: one of the board's colour, one whose edge looks like a line, a plain one. Of what
networks take for a piece, on boards unlike those they have seen, all three together tell otherwise.
"""

from dataclasses import replace

import numpy as np

from vision.cells.ground import BARE, FEWEST_BARE, on_grid, unlike_bare, variegation
from vision.cells.reading import Evidence, Reading

DOUBTED = -4.0
"""Only where a cell that shows lines has more evidence (log-odds) for a piece are the networks led astray, and all that
looks bare is told to be: on a quilt of which squares of -5 were left as they were a patch was asked about."""
LINED = -1.0
"""With less evidence (log-odds) from its relief a cell shows the lines of the bare board."""
LIKE = 2.0
"""Square of the distance from the bare board, in its own spread, up to which a cell is of its colour."""
MOST_LIGHT = 240.0
"""What is lighter (grey levels) may be burnt out: then no colour of a piece is left."""
COUNTS = 4.0
"""So many log-odds tell against a piece where all this is so."""


def with_bareness(reading: Reading, relief: Evidence) -> Reading:
    """The same reading with evidence against pieces in cells of the grid that look bare in every way.

    Args:
        reading: of which the ``relief`` has been counted.
        relief: what it counted (log-odds, rows x cols).
    """
    if reading.relief is None:
        return reading
    seen = on_grid(reading) & (reading.occupied != 0)
    bare = seen & (reading.occupied < BARE)
    lined = seen & (relief < LINED) & (reading.relief.level < MOST_LIGHT)
    if bare.sum() < FEWEST_BARE or not (lined & (reading.occupied > DOUBTED)).any():
        return reading
    alike = np.zeros(seen.shape, bool)
    alike[seen] = (unlike_bare(reading, seen, bare) < LIKE) & (variegation(reading, seen, bare) == 0)
    occupied = np.where(lined & alike, reading.occupied - COUNTS, reading.occupied)
    return replace(reading, occupied=occupied.astype(reading.occupied.dtype))
