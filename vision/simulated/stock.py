"""Pieces that wait on the table beside the board."""

from collections.abc import Sequence

import numpy as np

from referee.piece import PieceSet
from vision.simulated.lying import LyingPiece, Pose
from vision.simulated.scene import Scene


def stock(scene: Scene, piece_set: PieceSet, waiting: Sequence[str]) -> list[LyingPiece]:
    """The waiting pieces in their places: half of the set on either of two opposite sides of the board, each turned at
    random. A piece has the same place whichever others are gone."""
    grid = piece_set.grid
    rng = np.random.default_rng(scene.kit.stock_seed)
    upright = bool(rng.random() < 0.5)
    length, breadth = (grid.rows, grid.cols) if upright else (grid.cols, grid.rows)
    found = []
    half = (len(piece_set.pieces) + 1) // 2
    slots = max(3, length // 4)
    for number, piece in enumerate(piece_set.pieces):
        row, slot = divmod(number % half, slots)
        along = (slot - (slots - 1) / 2) * 4.9 + length / 2 + rng.normal(0, 0.35)
        away = scene.card.rim + 3.0 + row * 4.6 + rng.normal(0, 0.25)
        across = -away if number < half else breadth + away
        turn, flipped = float(rng.integers(4) * 90 + rng.normal(0, 12)), bool(rng.random() < 0.5)
        x, y = (across, along) if upright else (along, across)
        if piece.id in waiting:
            found.append(LyingPiece(piece.id, pose=Pose(y, x, turn, flipped), situation="off_board"))
    return found
