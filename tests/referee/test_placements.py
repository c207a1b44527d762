import pytest

from referee.piece import packaged_piece_set
from referee.placements import placements

PIECES = packaged_piece_set("polyssimo")
ALL = placements(PIECES)

ON_THE_EMPTY_BOARD = {
    **{"F": 720, "I": 172, "L": 712, "N": 712, "P": 796, "T": 360, "U": 398, "V": 360, "W": 360, "X": 90, "Y": 712},
    **{"Z": 360, "C06": 356, "D06": 356, "F06": 644, "F16": 644, "F26": 644, "F36": 644, "G06": 712, "M06": 644},
    **{"U06": 712, "W26": 644, "X16": 322, "Z16": 644},
}


@pytest.mark.parametrize("piece", PIECES.by_id)
def test_a_piece_has_its_known_number_of_placements_on_the_empty_board(piece: str) -> None:
    assert ALL.of_piece[piece].bit_count() == ON_THE_EMPTY_BOARD[piece]


def test_all_pieces_together_have_12718_placements() -> None:
    assert len(ALL.all) == 12718
    assert len({(placement.piece, placement.mask) for placement in ALL.all}) == 12718


def test_the_twenty_four_pieces_fill_the_board_exactly() -> None:
    assert len(PIECES.pieces) == 24
    assert sum(piece.squares for piece in PIECES.pieces) == len(PIECES.grid) == 132


def test_a_set_of_placements_is_listed_in_order() -> None:
    assert ALL.listed(0) == ()
    assert ALL.listed(0b1001 << 700) == (ALL.all[700], ALL.all[703])
    assert ALL.listed((1 << 12718) - 1) == ALL.all


def test_what_is_hit_shares_a_cell_and_what_is_not_hit_does_not() -> None:
    cells = ((5, 5), (5, 6), (10, 11))
    hit = ALL.hit_by(cells)
    for number, placement in enumerate(ALL.all):
        assert bool(hit >> number & 1) == bool(set(cells) & set(placement.cells))


def test_the_mask_of_a_placement_tells_its_cells() -> None:
    assert all(PIECES.grid.cells(placement.mask) == placement.cells for placement in ALL.all[::97])
