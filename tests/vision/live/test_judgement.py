"""A board that was followed to the lines beside its own is told by what lies on it."""

import numpy as np
import pytest

from referee.grid import GridSize
from vision.board.nudge import shifted
from vision.live.judgement import aside, placed
from vision.pose import BoardPose, pose_from_corners
from vision.sighting import SeenPiece

CORNERS = np.array([(437.0, 638.0), (293.0, 210.0), (751.0, 106.0), (994.0, 473.0)])
CELLS = {"F": ((1, 7), (1, 8), (2, 6), (2, 7), (3, 7)), "I": ((5, 2), (5, 3), (5, 4)), "T": ((8, 3), (8, 4), (8, 5))}
LYING = tuple(SeenPiece(piece, cells) for piece, cells in CELLS.items())


def as_seen(piece: SeenPiece, there: BoardPose, taken: BoardPose) -> SeenPiece:
    """What lies on one board, by the cells of another pose under which it is looked at."""
    middles = np.array([(col + 0.5, row + 0.5, 0.0) for row, col in piece.cells])
    cells = np.floor(taken.on_plane(there.project(middles))).astype(int)
    return SeenPiece(piece.piece, tuple(sorted((int(row), int(col)) for col, row in cells)))


@pytest.mark.parametrize("beside", [(0, 0), (1, 0), (0, -1), (-1, 1)])
@pytest.mark.parametrize(("grid", "labelling"), [(GridSize(11, 12), 0), (GridSize(11, 12), 1), (GridSize(9, 9), 3)])
def test_the_board_is_where_what_was_seen_lies_as_it_is_known(
    grid: GridSize, labelling: int, beside: tuple[int, int]
) -> None:
    true = pose_from_corners(CORNERS, grid, (1280, 720))
    taken = shifted(true.labellings[labelling], beside)
    many, there = aside([as_seen(piece, true, taken) for piece in LYING], taken, placed(LYING))
    assert many == len(LYING)
    assert np.abs(there.corners_px - true.corners_px).max() < 3
