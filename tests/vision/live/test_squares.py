"""What lies on a board is compared by its tops: a neighbour hides the sides of it, and lies on nothing."""

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from vision.kind import seen_set
from vision.live.bare import Bare
from vision.live.squares import BOARD, CELL_PX, PARTS, TOPS, squares
from vision.look import Known, Look, View
from vision.pose import pose_from_corners
from vision.sighting import SeenBoard, SeenPiece, Sighting
from vision.simulated import LyingPiece, render, scene
from vision.simulated.truth import truth

BLOKUS = packaged_piece_set("blokus")
PIECES = seen_set(BLOKUS)
THICKNESS = 0.35
STEEP = scene(2, PIECES, tilt_deg=50, width=1280, height=720, stock=False, piece_height=THICKNESS)
LYING = SeenPiece("green Y", ((8, 8), (9, 6), (9, 7), (9, 8), (9, 9)))


def looked(*lying: SeenPiece, number: int = 0) -> tuple[np.ndarray, SeenBoard]:
    """A picture of pieces on a steeply seen board, and where that lies."""
    laid = [LyingPiece(piece.piece, piece.cells) for piece in lying]
    corners = np.array(truth(STEEP, PIECES, laid)["corners"])
    pose = pose_from_corners(corners, BLOKUS.grid, (1280, 720))
    return render(STEEP, PIECES, laid, noise_seed=number), pose.seen_board()


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(((10, 7), (10, 8), (10, 9)), id="before it"),
        pytest.param(((8, 7), (7, 7), (6, 7)), id="behind it"),
        pytest.param(((8, 9), (8, 10), (8, 11)), id="in its corner"),
        pytest.param(((9, 10), (9, 11), (9, 12)), id="at its end"),
    ],
)
def test_a_piece_that_comes_to_lie_beside_another_does_not_lie_on_it(cells: tuple[tuple[int, int], ...]) -> None:
    bare, new = Bare(BLOKUS), SeenPiece("yellow I3", tuple(sorted(cells)))
    moments = [((), ()), ((LYING,), ()), ((LYING,), (LYING,)), ((LYING, new), (LYING,))]
    for number, (seen, known) in enumerate(moments):
        bgr, board = looked(*seen, number=number)
        sighting = Sighting(board, seen, thickness=0.25)
        heeded = bare.heeded(Look(number, 0.0, View.SETTLED, board, sighting), bgr, Known(known)).sighting
        assert heeded is not None
        assert (heeded.pieces, heeded.problems) == (seen, ())


def test_the_top_of_a_piece_is_of_one_colour_where_its_side_is_seen_on_the_board() -> None:
    bgr, board = looked(LYING)
    found = squares(bgr, board, THICKNESS)
    spread = np.array([np.ptp(found[cell], axis=(1, 2))[:, 0] for cell in LYING.cells])
    assert (spread[:, TOPS] < spread[:, BOARD]).all()


def test_squares_around_the_board_are_there_where_they_are_in_the_picture() -> None:
    bgr = np.full((120, 120, 3), 128, np.uint8)
    corners = ((5.0, 17.0), (105.0, 17.0), (105.0, 117.0), (5.0, 117.0))
    found = squares(bgr, SeenBoard(True, corners, GridSize(10, 10), 1.0), 0.0)
    assert set(GridSize(10, 10)) <= set(found)
    assert [cell in found for cell in ((-1, 0), (0, -1), (10, 0), (5, 10))] == [True, False, False, True]
    assert {colours.shape for colours in found.values()} == {(2, PARTS, PARTS, 3)}


def test_lines_between_squares_are_left_out() -> None:
    lined = np.full((240, 240, 3), 200, np.uint8)
    lined[::CELL_PX] = lined[CELL_PX - 1 :: CELL_PX] = lined[:, ::CELL_PX] = lined[:, CELL_PX - 1 :: CELL_PX] = 0
    corners = ((-0.5, -0.5), (239.5, -0.5), (239.5, 239.5), (-0.5, 239.5))
    found = squares(lined, SeenBoard(True, corners, GridSize(10, 10), 1.0), 0.0)
    assert np.ptp([colours[BOARD] for colours in found.values()], axis=0).max() < 1
