"""What is dark because of a shadow is told from what is dark because something lies over it."""

import numpy as np
import pytest

from referee.grid import GridSize
from vision.cells.reading import RING, Evidence
from vision.cells.shade import NONE_HIDES, PLAIN, past_shade
from vision.frame import Picture

SCALE = 28
GRID = GridSize(12, 12)
DOUBT = 2.0
"""Evidence for a hand (log-odds) where it is dark."""
DARK = (slice(RING + 2, RING + 8), slice(RING, RING + 6))
"""Cells in the dark, at the edge of the grid."""
EDGE_PX = 9
"""So far beyond those the shadow ends, between two lines."""


def board(*, covered: tuple[int, int] = (0, 0), line: float = 12.0, light: float = 0.3) -> Picture:
    """A board with thin lines, the dark part of it in the shade, and of that so many rows and columns, from its upper
    left corner, below something smooth."""
    tall, wide = (GRID.rows + 2 * RING) * SCALE, (GRID.cols + 2 * RING) * SCALE
    level = np.full((tall, wide), 180.0)
    level[np.arange(tall) % SCALE < 2] -= line
    level[:, np.arange(wide) % SCALE < 2] -= line
    rows, cols = (slice(part.start * SCALE - EDGE_PX, part.stop * SCALE + EDGE_PX) for part in DARK)
    down, right = (cells * SCALE for cells in covered)
    level[rows.start : rows.start + EDGE_PX + down, cols.start : cols.start + EDGE_PX + right] = 180
    level[rows, cols] *= light
    noise = np.random.default_rng(1).normal(0, 1.5, level.shape)
    return np.repeat(np.clip(level + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def evidence() -> tuple[Evidence, Evidence]:
    """For a hand, and for pieces: none anywhere, but for doubts in the dark."""
    low = np.full((GRID.rows + 2 * RING, GRID.cols + 2 * RING), -8, np.float32)
    hidden = low.copy()
    hidden[DARK] = DOUBT
    return hidden, low


def test_nothing_hides_a_board_that_is_seen_in_the_shade() -> None:
    past = past_shade(*evidence(), board(), SCALE)
    assert (past[DARK] == NONE_HIDES).all()
    assert (past > 0).sum() == 0


@pytest.mark.parametrize("rows", [3, 6])
def test_what_lies_over_a_board_hides_it_and_what_goes_with_it(rows: int) -> None:
    hidden, occupied = evidence()
    assert (past_shade(hidden, occupied, board(covered=(rows, 6)), SCALE) == hidden).all()


def test_what_lies_over_a_part_of_the_shade_hides_that_part() -> None:
    past = past_shade(*evidence(), board(covered=(4, 4)), SCALE)
    assert (past[DARK][1:3, 1:3] == DOUBT).all()
    assert (past[DARK][4:] == NONE_HIDES).all()


@pytest.mark.parametrize("beside", [0, 1])
def test_what_plainly_looks_like_a_hand_there_or_beside_the_grid_is_one(beside: int) -> None:
    hidden, occupied = evidence()
    hidden[DARK[0].start, DARK[1].start - beside] = PLAIN + 1
    assert (past_shade(hidden, occupied, board(), SCALE) == hidden).all()


def test_where_no_bare_cell_tells_what_one_looks_like_the_doubt_stays() -> None:
    hidden, occupied = evidence()
    assert (past_shade(hidden, occupied + 16, board(), SCALE) == hidden).all()


def test_a_bare_board_without_lines_says_nothing() -> None:
    hidden, occupied = evidence()
    assert (past_shade(hidden, occupied, board(line=0.0), SCALE) == hidden).all()
