"""Boards of our make, but of another size, with our pieces on them."""

from dataclasses import replace

import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from vision.locate import locate
from vision.simulated.still import picture

OURS = packaged_piece_set("polyssimo")


@pytest.mark.parametrize(("rows", "cols", "seed"), [(10, 12, 531004), (11, 11, 531100)])
def test_a_board_of_another_size_is_not_taken_for_ours_by_its_pieces(rows: int, cols: int, seed: int) -> None:
    bgr, _ = picture(seed, replace(OURS, grid=GridSize(rows, cols)), "few")
    assert locate(bgr, OURS.grid) is None
