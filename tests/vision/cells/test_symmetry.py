"""A board seen turned and mirrored shows the same cells and borders."""

import numpy as np
import pytest

from vision.cells.observe import MARKS
from vision.cells.symmetry import EVERY, JOINED_DOWN, JOINED_RIGHT, SHIFT_X, SHIFT_Y, SIDES, Symmetry

SIDE = 5


def marks_of(owner: np.ndarray) -> np.ndarray:
    """Marks of a board where these pieces lie: filled, joined to the right and joined down."""
    marks = np.zeros((len(MARKS), *owner.shape), np.float32)
    marks[0] = owner
    marks[JOINED_RIGHT, :, :-1] = owner[:, 1:] == owner[:, :-1]
    marks[JOINED_DOWN, :-1] = owner[1:] == owner[:-1]
    return marks


@pytest.mark.parametrize("symmetry", EVERY)
def test_what_is_seen_turned_and_mirrored_is_told_of_the_cells_as_they_are(symmetry: Symmetry) -> None:
    owner = np.random.default_rng(3).integers(0, 3, (SIDE, SIDE)).astype(np.float32)
    seen = symmetry.applied(np.stack([owner] * 9))
    told = symmetry.undone(marks_of(seen[0]))
    assert np.array_equal(told[:, :-1, :-1], marks_of(owner)[:, :-1, :-1])
    assert np.array_equal(told[JOINED_RIGHT, -1, :-1], marks_of(owner)[JOINED_RIGHT, -1, :-1])
    assert np.array_equal(told[JOINED_DOWN, :-1, -1], marks_of(owner)[JOINED_DOWN, :-1, -1])


def higher_of(height: np.ndarray) -> np.ndarray:
    """By how much each cell is higher than its neighbour on each side; those outside are at 0."""
    around, last = np.pad(height, 1), SIDE + 1
    return np.stack([height - around[1 + down : last + down, 1 + right : last + right] for down, right in SIDES])


@pytest.mark.parametrize("symmetry", EVERY)
def test_the_sides_of_a_cell_are_told_as_they_are(symmetry: Symmetry) -> None:
    height = np.random.default_rng(4).integers(0, 9, (SIDE, SIDE)).astype(np.float32)
    seen = symmetry.applied(np.stack([height] * 9))
    assert np.array_equal(symmetry.undone_of_sides(higher_of(seen[0])), higher_of(height))


@pytest.mark.parametrize("symmetry", EVERY)
def test_the_upper_plane_is_shifted_the_way_it_is_seen_to_be(symmetry: Symmetry) -> None:
    lower, upper = np.zeros((2, 7, 7), np.float32)
    lower[3, 3], upper[2, 5] = 1, 1  # two to the right, one up
    planes = np.stack([upper, *[lower] * 5, np.full((7, 7), 2.0), np.full((7, 7), -1.0), lower]).astype(np.float32)
    seen = symmetry.applied(planes)
    (row, col), (from_row, from_col) = np.argwhere(seen[0])[0], np.argwhere(seen[1])[0]
    assert (seen[SHIFT_X] == col - from_col).all()
    assert (seen[SHIFT_Y] == row - from_row).all()


def test_borders_are_where_the_networks_tell_them() -> None:
    assert (MARKS[JOINED_RIGHT], MARKS[JOINED_DOWN]) == ("joined_right", "joined_down")


def test_all_eight_differ_and_the_first_four_keep_rows_rows() -> None:
    planes = np.random.default_rng(1).random((9, 4, 6)).astype(np.float32)
    assert len(set(EVERY)) == 8
    assert all(each.applied(planes).shape == planes.shape for each in EVERY[:4])
