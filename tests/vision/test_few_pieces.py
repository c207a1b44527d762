"""A piece or two on the board: they tell little of how thick they are, and there is nothing that one could lie on."""

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.before import Given
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.simulated import LyingPiece, render, scene, truth

POLYSSIMO = packaged_piece_set("polyssimo")


@pytest.mark.parametrize(
    ("seed", "lying"),
    [
        (209, {"W26": ((0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (2, 3))}),
        (
            231,
            {"F16": ((7, 6), (8, 5), (8, 6), (9, 6), (10, 6), (10, 7)), "Z": ((5, 7), (6, 5), (6, 6), (6, 7), (7, 5))},
        ),
        (238, {"U06": ((0, 2), (0, 3), (0, 4), (0, 5), (1, 3), (1, 5)), "U": ((0, 0), (0, 1), (1, 0), (2, 0), (2, 1))}),
        (256, {"U06": ((2, 0), (3, 0), (3, 1), (4, 0), (5, 0), (5, 1)), "L": ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))}),
    ],
)
def test_the_first_pieces_are_told_without_an_alarm(seed: int, lying: dict[str, Cells]) -> None:
    table, pieces = scene(seed), [LyingPiece(piece, cells) for piece, cells in lying.items()]
    bgr = render(table, POLYSSIMO, pieces)
    corners = np.array(truth(table, POLYSSIMO, pieces)["corners"])
    pose = pose_from_corners(corners, POLYSSIMO.grid, (bgr.shape[1], bgr.shape[0]))
    for careful in (False, True):
        sighting = read_board(bgr, pose, POLYSSIMO, Given(careful=careful))
        assert {piece.piece: piece.cells for piece in sighting.pieces} == lying
        assert (sighting.problems, sighting.uncertain) == ((), frozenset())
