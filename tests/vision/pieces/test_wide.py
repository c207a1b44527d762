"""Two quilts as one wide board: whose cells are whose."""

from referee.polyomino import Cells
from vision.pieces.wide import APART, on_quilt, own_cells, quilt_of

CORNER: Cells = ((0, 0), (0, 1), (1, 0))


def test_cells_of_the_right_quilt_are_counted_on() -> None:
    assert on_quilt(CORNER, 0) == CORNER
    wide = on_quilt(CORNER, 1)
    assert wide == ((0, APART), (0, APART + 1), (1, APART))
    assert (quilt_of(CORNER), quilt_of(wide)) == (0, 1)
    over = ((0, -2), (0, -1), (0, 0))
    assert (quilt_of(over), quilt_of(on_quilt(over, 1))) == (0, 1)
    assert quilt_of(((0, 8), (0, 9), (0, 10))) == 0
    assert own_cells(wide) == own_cells(CORNER) == CORNER
