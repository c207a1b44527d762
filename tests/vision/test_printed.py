"""Boards of our make, but of another size, with our pieces on them; more by ``tests.benchmarks.other_boards``."""

from dataclasses import replace

import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from vision.locate import locate
from vision.printed import MANY, BareLines
from vision.simulated.still import picture

OURS = packaged_piece_set("polyssimo")


@pytest.mark.parametrize(
    ("rows", "cols", "seed", "kind"),
    [
        (10, 12, 531004, "empty"),  # stretched: lines stand between those of the grid, in one direction
        (12, 12, 531001, "few"),  # the board goes on beyond the grid
        (11, 11, 564014, "partial"),  # stretched: one column less makes the cells far clearer
    ],
)
def test_a_board_of_another_size_is_not_taken_for_ours_by_its_pieces(
    rows: int, cols: int, seed: int, kind: str
) -> None:
    bgr, _ = picture(seed, replace(OURS, grid=GridSize(rows, cols)), kind)
    assert locate(bgr, OURS.grid) is None


def test_few_lines_between_bare_cells_say_nothing_and_many_whether_a_board_lies_on_them() -> None:
    few, on = BareLines((MANY - 1, MANY - 1), (0, 0)), BareLines((MANY, 0), (MANY, 0))
    off_one_way = BareLines((MANY, 3 * MANY), (MANY // 3, 3 * MANY))
    assert [lines.agree for lines in (few, on, off_one_way)] == [False, True, False]
    assert [lines.disagree for lines in (few, on, off_one_way)] == [False, False, True]
    both = BareLines((MANY, MANY), (MANY, MANY))
    assert [lines.agree_both_ways for lines in (few, on, off_one_way, both)] == [False, False, False, True]
