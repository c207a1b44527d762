"""What lies wrongly in Blokus and Patchwork is named, or left open, and nothing beside it is misread."""

from functools import lru_cache

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.frame import Picture
from vision.kind import seen_set
from vision.pose import BoardPose, pose_from_corners
from vision.read import read_board
from vision.sighting import Sighting
from vision.simulated import picture

OVERHANG = {"blokus": 510006, "patchwork": 510020}
"""Pictures in which the piece over the edge can be told from all others."""


@lru_cache(maxsize=4)
def simulated(game: str, kind: str, seed: int) -> tuple[Picture, BoardPose, dict]:
    """A picture, where its board lies, and what is true of it."""
    bgr, facts = picture(seed, seen_set(packaged_piece_set(game)), kind, width=1280, height=720)
    size = packaged_piece_set(game).grid
    return bgr, pose_from_corners(np.array(facts["corners"]), size, (facts["width"], facts["height"])), facts


def read(game: str, kind: str, seed: int) -> tuple[Sighting, dict]:
    bgr, pose, facts = simulated(game, kind, seed)
    return read_board(bgr, pose, packaged_piece_set(game)), facts


@pytest.mark.parametrize("game", sorted(OVERHANG))
def test_a_piece_over_the_edge_is_named_and_not_taken_for_what_lies_on_the_board(game: str) -> None:
    sighting, facts = read(game, "overhang", OVERHANG[game])
    (true,) = (piece for piece in facts["pieces"] if piece["situation"] == "overhang")
    (problem,) = sighting.problems
    assert problem.kind == "overhang"
    assert {tuple(cell) for cell in true["cells"]} == set(problem.cells)
    lying = {frozenset(map(tuple, piece["cells"])) for piece in facts["pieces"] if piece["situation"] == "none"}
    assert {frozenset(piece.cells) for piece in sighting.pieces} <= lying
