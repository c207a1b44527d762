"""What may be said where it is not known which explanation is right."""

from referee.polyomino import Cells
from vision.pieces.claims import Claims
from vision.sighting import SeenPiece

ROW, COLUMN = ((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))
ELSEWHERE = ((5, 5), (5, 6))


def said(*places: tuple[str, int, Cells], uncertain: tuple[tuple[int, int], ...] = ()) -> Claims:
    pieces = tuple(SeenPiece(name, cells, 0.99) for name, _, cells in places)
    return Claims(pieces, frozenset(uncertain), (), frozenset(number for _, number, _ in places))


def test_only_what_all_say_is_claimed_and_their_other_cells_are_uncertain() -> None:
    one = said(("I", 1, ROW), ("V", 3, ELSEWHERE), uncertain=((9, 9),))
    other = said(("I", 2, COLUMN), ("V", 3, ELSEWHERE), uncertain=((5, 5), (7, 7)))
    both = one.agreed(other)
    assert [(piece.piece, piece.cells) for piece in both.pieces] == [("V", ELSEWHERE)]
    assert both.claimed == {3}
    assert both.uncertain == {*ROW, *COLUMN, (9, 9), (7, 7)}


def test_a_piece_of_another_name_on_the_same_cells_is_not_the_same() -> None:
    assert said(("I", 1, ROW)).agreed(said(("L", 2, ROW))).pieces == ()
