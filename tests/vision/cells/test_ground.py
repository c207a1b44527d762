"""A cell that looks like none of the bare board is filled, whatever the network says."""

import numpy as np

from referee.grid import GridSize
from vision.cells.ground import MOST, with_ground
from vision.cells.reading import RING, Reading

SIDE = 9 + 2 * RING
FILLED = (RING + 4, RING + 5)


def reading(colour: tuple[float, float, float], evidence: float = -5.0) -> Reading:
    """A quilt under a lamp to its left, with one cell of another colour that the network takes for bare."""
    rng = np.random.default_rng(3)
    lab = np.zeros((SIDE, SIDE, 3), np.float32)
    lab[..., 0] = 75 - np.arange(SIDE)
    lab[..., 1:] = (8, 22)
    lab += rng.normal(0, 0.5, lab.shape).astype(np.float32)
    lab[FILLED] = colour
    occupied = np.full((SIDE, SIDE), -5.0, np.float32)
    occupied[FILLED] = evidence
    nothing = np.zeros((SIDE, SIDE), np.float32)
    return Reading(GridSize(9, 9), occupied, nothing, nothing, nothing, nothing, np.zeros((2, SIDE, SIDE)), lab, 0.1)


def test_a_cell_of_another_colour_than_the_board_is_filled_and_no_other_is() -> None:
    seen = with_ground(reading((60, 45, 20)))
    assert seen.occupied[FILLED] == -5 + MOST
    assert (np.delete(seen.occupied.ravel(), FILLED[0] * SIDE + FILLED[1]) == -5).all()


def test_the_shade_towards_one_side_is_no_other_colour() -> None:
    where = with_ground(reading((75 - FILLED[1], 8, 22)))
    assert (where.occupied == -5).all()


def test_of_hidden_cells_and_of_a_board_that_is_nearly_full_nothing_is_said() -> None:
    assert with_ground(reading((60, 45, 20), 0.0)).occupied[FILLED] == 0
    full = reading((60, 45, 20))
    full.occupied[RING:, RING:] = 5
    assert (with_ground(full).occupied == full.occupied).all()
