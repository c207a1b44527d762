"""Pieces that wait on the table beside the board: in rows, or strewn about."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from referee.piece import Piece, PieceSet
from vision.simulated.lying import Array, LyingPiece, Pose, placed_squares
from vision.simulated.scene import Scene

NEAREST, USUAL_GAP, FARTHER = 0.05, 0.8, 0.05
"""Cells between the board and a strewn piece: at least, in the mean besides, and more of them for each place tried in
vain."""
MOST_TRIED = 200
STRAIGHT = 0.4
"""Share of strewn pieces that lie along the board, more or less."""
FINE = 6
"""Points of the table a cell, each way, at each of which there is room for one piece."""


def stock(scene: Scene, piece_set: PieceSet, waiting: Sequence[str]) -> list[LyingPiece]:
    """The waiting pieces in their places. A piece has the same place whichever others are gone."""
    kit = scene.kit
    if kit.strewn:
        places = _strewn(kit.stock_seed, scene.card.rim, piece_set)
    else:
        places = dict(_in_rows(kit.stock_seed, scene.card.rim, piece_set))
    lying = {piece: pose for piece, pose in places.items() if piece in waiting}
    return [LyingPiece(piece, pose=pose, situation="off_board") for piece, pose in lying.items()]


def _in_rows(seed: int, rim: float, piece_set: PieceSet) -> Iterator[tuple[str, Pose]]:
    """Half of the set on either of two opposite sides of the board, each turned at random."""
    grid = piece_set.grid
    rng = np.random.default_rng(seed)
    upright = bool(rng.random() < 0.5)
    length, breadth = (grid.rows, grid.cols) if upright else (grid.cols, grid.rows)
    half = (len(piece_set.pieces) + 1) // 2
    slots = max(3, length // 4)
    for number, piece in enumerate(piece_set.pieces):
        row, slot = divmod(number % half, slots)
        along = (slot - (slots - 1) / 2) * 4.9 + length / 2 + rng.normal(0, 0.35)
        away = rim + 3.0 + row * 4.6 + rng.normal(0, 0.25)
        across = -away if number < half else breadth + away
        turn, flipped = float(rng.integers(4) * 90 + rng.normal(0, 12)), bool(rng.random() < 0.5)
        x, y = (across, along) if upright else (along, across)
        yield piece.id, Pose(y, x, turn, flipped)


@lru_cache(maxsize=4)
def _strewn(seed: int, rim: float, piece_set: PieceSet) -> dict[str, Pose]:
    """On all sides of the board, turned anyhow, many right at its edge, as people leave them; those for which no room
    is found are elsewhere."""
    rng = np.random.default_rng((seed, 7))
    found: dict[str, Pose] = {}
    taken: set[tuple[int, int]] = set()
    for piece in piece_set.pieces:
        for tried in range(MOST_TRIED):
            pose = _beside(rng, piece, rim, piece_set, USUAL_GAP + FARTHER * tried)
            ground = _ground(piece, pose)
            if taken.isdisjoint(ground):
                found[piece.id] = pose
                taken |= ground
                break
    return found


def _beside(rng: np.random.Generator, piece: Piece, rim: float, piece_set: PieceSet, usual_gap: float) -> Pose:
    """A place for a piece on one side of the board."""
    straight = float(rng.integers(4) * 90 + rng.normal(0, 3))
    turn = straight if rng.random() < STRAIGHT else float(rng.uniform(0, 360))
    pose = Pose(0.0, 0.0, turn, bool(rng.random() < 0.5))
    away = rim + NEAREST + float(rng.exponential(usual_gap))
    ends = placed_squares(piece, pose).reshape(-1, 2)
    low, high = ends.min(axis=0), ends.max(axis=0)
    size = np.array((piece_set.grid.cols, piece_set.grid.rows), float)
    middle, side = rng.uniform(-1, size + 1), int(rng.integers(4))
    axis = side % 2
    middle[axis] = -away - high[axis] if side < 2 else size[axis] + away - low[axis]
    return Pose(float(middle[1]), float(middle[0]), pose.turn_deg, pose.flipped)


def _ground(piece: Piece, pose: Pose) -> set[tuple[int, int]]:
    """The points of the table that a piece lies on."""
    steps = (np.arange(FINE + 2) + 0.5) / (FINE + 2)
    corners = placed_squares(piece, pose)
    right, down = corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    u, v = (part.reshape(1, -1, 1) for part in np.meshgrid(steps, steps))
    points: Array = corners[:, :1] + u * right[:, None] + v * down[:, None]
    return {(int(y), int(x)) for x, y in np.floor(points.reshape(-1, 2) * FINE)}
