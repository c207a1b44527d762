"""A piece of Polyssimo Challenge that lies off the cells, in simulated pictures: known by a lattice of its own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.piece import packaged_piece_set
from vision.faults.askew import COVERED, covered
from vision.names import seen_set
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.simulated.still import picture

POLYSSIMO = packaged_piece_set("polyssimo")
STRIPES_TELL_AS_MUCH_AS_EDGES = (650024, 650035)
"""Here the strongest edges alone led to a lattice on which another piece seemed to lie, or none."""
EDGES_WITHIN_PATTERNS = (7220001, 7220018)
"""Here zigzags and thin stripes led to a lattice turned or shifted otherwise than the piece."""
F = ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1))


@pytest.mark.parametrize("seed", STRIPES_TELL_AS_MUCH_AS_EDGES + EDGES_WITHIN_PATTERNS)
def test_it_is_named_with_the_cells_that_it_covers(seed: int) -> None:
    bgr, facts = picture(seed, seen_set(POLYSSIMO), "misaligned")
    (wrong,) = (piece for piece in facts["pieces"] if piece["situation"] == "misaligned")
    pose = pose_from_corners(np.array(facts["corners"], float), POLYSSIMO.grid, (facts["width"], facts["height"]))
    (problem,) = read_board(bgr, pose, POLYSSIMO).problems
    assert (problem.kind, problem.piece) == ("misaligned", wrong["id"])
    shares = {(row, col): share for row, col, share in wrong["covered_cells"]}
    assert {cell for cell, share in shares.items() if share > COVERED + 0.05} <= set(problem.cells)
    assert set(problem.cells) <= {cell for cell, share in shares.items() if share > COVERED - 0.05}


@given(st.floats(-45, 45), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_it_covers_as_much_of_the_board_as_it_is_large(turn_deg: float, right: float, down: float) -> None:
    shares = covered(F, np.array([5.0, 4.0]), turn_deg, (right, down))
    assert sum(shares.values()) == pytest.approx(len(F))
    assert all(0 < share <= 1.02 for share in shares.values())  # a turned cell's points fall unevenly on its squares


@pytest.mark.parametrize("right", [0.24, 0.26])
def test_a_quarter_of_a_cell_is_told_from_a_little_less_or_more(right: float) -> None:
    shares = covered(((4, 4),), np.array([0.0, 0.0]), 0.0, (right, 0.0))
    assert shares == pytest.approx({(4, 4): 1 - right, (4, 5): right})
