"""A quilt of Patchwork."""

import pytest

from referee.piece import packaged_piece_set
from referee.placements import placements
from referee.quilt import empty_quilt
from tests.boards import cells_of

PATCHES = packaged_piece_set("patchwork")
EMPTY = empty_quilt(placements(PATCHES))


def test_what_is_sewn_on_is_covered_and_nothing_fits_there_any_more() -> None:
    cells = cells_of("...\n.aa\n.a.")["a"]
    quilt = EMPTY.sewn(cells)
    assert (quilt.taken, quilt.empty, EMPTY.empty) == (set(cells), 78, 81)
    for patch in PATCHES.by_id:
        fitting = {one.cells for one in EMPTY.places([patch]) if not set(cells) & set(one.cells)}
        assert {one.cells for one in quilt.places([patch])} == fitting
        assert quilt.count_places([patch]) == len(fitting)


@pytest.mark.parametrize("corner", [(0, 0), (0, 2), (2, 0), (1, 1), (2, 2)])
def test_a_full_square_is_seen_wherever_it_lies(corner: tuple[int, int]) -> None:
    top, left = corner
    square = tuple((top + row, left + col) for row in range(7) for col in range(7))
    assert EMPTY.sewn(square).has_full_square(7)
    assert all(not EMPTY.sewn((*square[:hole], *square[hole + 1 :])).has_full_square(7) for hole in range(49))


def test_six_rows_across_the_quilt_are_no_full_square() -> None:
    assert not EMPTY.sewn(tuple((row, col) for row in range(6) for col in range(9))).has_full_square(7)
