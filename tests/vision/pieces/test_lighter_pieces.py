"""Pieces lighter than the grey board that they lie on: their colours are compared all the same."""

import numpy as np

from vision.look import Known
from vision.names import seen_set
from vision.pieces.before import Given
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.sighting import SeenPiece
from vision.simulated import LyingPiece, render, scene, truth
from web.companion.naming import name_of
from web.games.demo import script, usual_players
from web.games.equipment import seen_piece_set_for

BLOKUS = seen_piece_set_for("blokus")
GREY = 406
"""A seed whose board is grey, with pale green pieces that the network takes for yellow ones."""


def test_a_pale_colour_on_a_grey_board_is_told_by_the_pieces_known_to_lie_there() -> None:
    seen, moves = seen_set(BLOKUS), script(GREY, BLOKUS, usual_players("blokus")).moves[:8]
    table, lying = scene(GREY, seen), [LyingPiece(name_of(move), move.cells) for move in moves]
    bgr = render(table, seen, lying)
    pose = pose_from_corners(np.array(truth(table, seen, lying)["corners"]), BLOKUS.grid, (bgr.shape[1], bgr.shape[0]))
    known = Known(tuple(SeenPiece(name_of(move), move.cells) for move in moves[:-1]))
    sighting = read_board(bgr, pose, BLOKUS, Given(known))
    assert {piece.piece: piece.cells for piece in sighting.pieces} == {name_of(move): move.cells for move in moves}
