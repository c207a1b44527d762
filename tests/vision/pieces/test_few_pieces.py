"""A piece or two on the board: they tell little of how thick they are, and there is nothing that one could lie on."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.cells.reading import Reading
from vision.pieces.assemble import Explained, Explanation
from vision.pieces.before import NOTHING, Given
from vision.pieces.claims import Claims
from vision.pieces.glance import Glance
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.sighting import SeenPiece
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


def glance(pieces: int, fits: float, *, doubtful: bool) -> Glance:
    """A look at which so many pieces are told, and all fits so well."""
    seen = cast(Reading, SimpleNamespace(troubled=np.array([-9.0])))
    explained = Explained([Explanation(frozenset(), fits - 9)], [], np.array([], np.intp), np.array([]), 1.0)
    told = tuple(SeenPiece("I", ((row, 0),)) for row in range(pieces))
    said = Claims(told, frozenset({(9, 9)} if doubtful else ()), (), frozenset())
    return Glance(seen, frozenset(), seen, explained, said, twice=False)


@pytest.mark.parametrize(
    ("one", "other", "is_plainer"),
    [
        pytest.param(glance(2, 30, doubtful=False), glance(2, 35, doubtful=True), True, id="nothing is doubtful there"),
        pytest.param(glance(1, 30, doubtful=False), glance(2, 35, doubtful=True), False, id="but a piece is lost"),
        pytest.param(glance(2, 35, doubtful=True), glance(2, 30, doubtful=True), True, id="all fits better"),
        pytest.param(glance(2, 30, doubtful=False), glance(2, 35, doubtful=False), False, id="all fits worse"),
        pytest.param(
            glance(2, 35, doubtful=True), glance(2, 30, doubtful=False), False, id="something is doubtful here"
        ),
        pytest.param(glance(2, 35, doubtful=True), glance(1, 30, doubtful=False), True, id="but a piece is lost there"),
    ],
)
def test_a_plane_is_plainer_where_nothing_is_doubtful_or_all_fits_better(
    one: Glance, other: Glance, is_plainer: bool
) -> None:
    assert one.is_plainer_than(other, NOTHING) is is_plainer


@pytest.mark.parametrize(
    ("one", "other", "clears_up"),
    [
        pytest.param(glance(9, 35, doubtful=False), glance(5, 30, doubtful=True), True, id="nothing is doubtful there"),
        pytest.param(glance(9, 35, doubtful=True), glance(5, 30, doubtful=True), False, id="something still is"),
        pytest.param(glance(9, 30, doubtful=False), glance(9, 35, doubtful=True), False, id="but all fits worse"),
    ],
)
def test_of_many_pieces_another_plane_is_believed_only_where_it_leaves_no_doubt(
    one: Glance, other: Glance, clears_up: bool
) -> None:
    """Else a piece on others would be laid flat: on some plane it fits the cells better."""
    assert one.clears_up(other, NOTHING) is clears_up
