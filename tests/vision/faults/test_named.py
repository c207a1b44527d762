"""What lies wrongly in Blokus and Patchwork is named, or left open, and nothing beside it is misread."""

from functools import lru_cache

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.frame import Picture
from vision.names import seen_set
from vision.pose import BoardPose, pose_from_corners
from vision.read import read_board
from vision.sighting import Sighting
from vision.simulated import picture

CLEAR = [
    ("blokus", "overhang", 510006),
    ("patchwork", "overhang", 510012),
    ("blokus", "misaligned", 510015),
]
"""Pictures in which the piece that lies wrongly can be told from all others."""
COVERED = 0.25
"""An askew piece covers a cell of which it hides so much."""


@lru_cache(maxsize=4)
def simulated(game: str, kind: str, seed: int) -> tuple[Picture, BoardPose, dict]:
    """A picture, where its board lies, and what is true of it."""
    bgr, facts = picture(seed, seen_set(packaged_piece_set(game)), kind, width=1280, height=720)
    size = packaged_piece_set(game).grid
    return bgr, pose_from_corners(np.array(facts["corners"]), size, (facts["width"], facts["height"])), facts


def read(game: str, kind: str, seed: int) -> tuple[Sighting, dict]:
    bgr, pose, facts = simulated(game, kind, seed)
    return read_board(bgr, pose, packaged_piece_set(game)), facts


@pytest.mark.parametrize(("game", "kind", "seed"), CLEAR)
def test_it_is_named_and_not_taken_for_what_lies_properly(game: str, kind: str, seed: int) -> None:
    sighting, facts = read(game, kind, seed)
    (true,) = (piece for piece in facts["pieces"] if piece["situation"] == kind)
    covered = [cell for *cell, share in true.get("covered_cells", ()) if share >= COVERED]
    (problem,) = sighting.problems
    assert problem.kind == kind
    assert {tuple(cell) for cell in true["cells"] or covered} == set(problem.cells)
    lying = {frozenset(map(tuple, piece["cells"])) for piece in facts["pieces"] if piece["situation"] == "none"}
    assert {frozenset(piece.cells) for piece in sighting.pieces} <= lying
