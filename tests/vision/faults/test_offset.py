"""How far pieces lie off the cells is measured where their colours end."""

import numpy as np
import pytest

from referee.grid import GridSize
from referee.polyomino import Cells
from vision.faults.offset import offsets
from vision.frame import Picture
from vision.pose import pose_from_corners

CELL_PX, AROUND = 24, 4
GRID = GridSize(12, 12)
SIDE = (GRID.rows + 2 * AROUND) * CELL_PX
LOW, HIGH = AROUND * CELL_PX - 0.5, (GRID.rows + AROUND) * CELL_PX - 0.5
POSE = pose_from_corners(np.array([[LOW, LOW], [HIGH, LOW], [HIGH, HIGH], [LOW, HIGH]]), GRID, (SIDE, SIDE))
PIECES: dict[int, Cells] = {
    number: ((row, col), (row, col + 1), (row + 1, col))
    for number, (row, col) in enumerate((row, col) for row in (1, 5, 9) for col in (1, 5, 9))
}
PAINTS = ((190, 80, 30), (40, 40, 190), (60, 150, 40))


def a_board(right: float = 0.0, down: float = 0.0, *, whole: float = 0.0) -> Picture:
    """Nine pieces seen from straight above, the one in the middle moved by so many cells, all of them by ``whole``."""
    picture = np.full((SIDE, SIDE, 3), 200, np.uint8)
    for number, cells in PIECES.items():
        x, y = (right, down) if number == 4 else (0.0, 0.0)
        for row, col in cells:
            top, left = round((row + y + AROUND) * CELL_PX), round((col + x + whole + AROUND) * CELL_PX)
            picture[top : top + CELL_PX, left : left + CELL_PX] = PAINTS[number % len(PAINTS)]
    return picture


@pytest.mark.parametrize(("right", "down"), [(0.0, 0.0), (0.375, 0.0), (0.0, -0.375), (-0.25, 0.25)])
def test_a_piece_off_the_cells_is_measured_and_the_others_lie_on_them(right: float, down: float) -> None:
    found, spread = offsets(a_board(right, down), POSE, 0.0, PIECES)
    assert found[4] == pytest.approx((right, down), abs=0.08)
    assert all(np.abs(off).max() < 0.05 for number, off in found.items() if number != 4)
    assert spread < 0.05


def test_what_all_pieces_are_off_is_an_error_of_the_pose() -> None:
    found, _ = offsets(a_board(0.25, whole=2 / CELL_PX), POSE, 0.0, PIECES)
    assert found[0] == pytest.approx((0, 0), abs=0.05)
    assert found[4] == pytest.approx((0.25, 0), abs=0.08)


def test_a_lamp_mirrored_at_one_end_is_no_offset() -> None:
    picture = a_board()
    top, left = ((side + AROUND) * CELL_PX for side in PIECES[4][0])
    picture[top : top + 2 * CELL_PX, left : left + CELL_PX // 2] = 200
    found, _ = offsets(picture, POSE, 0.0, PIECES)
    assert np.abs(found[4]).max() < 0.05


def test_few_pieces_tell_nothing() -> None:
    found, spread = offsets(a_board(0.375), POSE, 0.0, {number: PIECES[number] for number in (3, 4, 5)})
    assert not any(off.any() for off in found.values())
    assert spread == np.inf
