"""More boards that are found where they are, and more that are not taken for ours."""

from collections.abc import Callable

import pytest

from tests.vision.board import test_boards as of_all_games
from tests.vision.board import test_other_sizes as of_other_sizes
from tests.vision.board.cloth import on_cloth
from tests.vision.board.test_other_sizes import other
from vision.frame import Picture
from vision.pose import Points

unguarded = of_other_sizes.unguarded


def test_a_board_over_whose_edge_a_piece_hangs_is_found_where_lines_are_hardly_seen() -> None:
    of_all_games.test_a_board_however_it_looks_is_found_where_it_is(None, 7735049)


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(lambda: other(10, 12, 531005, "few"), id="lines stand between those of the grid, and pieces"),
        pytest.param(lambda: on_cloth(*other(10, 12, 575000, "partial")), id="a row less, on a cloth"),
        pytest.param(lambda: on_cloth(*other(12, 13, 575000, "partial")), id="a row and a column more, on a cloth"),
    ],
)
def test_a_board_of_another_size_is_not_taken_for_ours_where_it_lies(
    shown: Callable[[], tuple[Picture, Points]], unguarded: Callable[[], None]
) -> None:
    of_other_sizes.test_a_board_of_another_size_is_not_taken_for_ours_where_it_lies(shown, unguarded)
