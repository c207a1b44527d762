"""Pieces as solid bodies: where they lie, their outline, their faces and the cells they cover."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from referee.piece import Piece, PieceSet
from referee.polyomino import Cells, normalised
from vision.simulated.scene import Scene

Array = npt.NDArray[Any]
"""Numbers as float64."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The piece (its cells as the piece set draws it) flipped left to right or not, turned clockwise, and the middle of
    its box laid on board row and col (in cells, so 0.5, 0.5 is the middle of cell (0, 0)), ``z`` cells high."""

    row: float
    col: float
    turn_deg: float = 0.0
    flipped: bool = False
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """A piece on the table: on ``cells`` (a little off, as the scene's looseness says) or exactly in a ``pose``.

    ``layer`` 1 lies on top of other pieces. ``situation`` is ``none``, ``overlap``, ``overhang``, ``misaligned``,
    ``held`` (in a hand) or ``off_board``.
    """

    piece: str
    cells: Cells | None = None
    pose: Pose | None = None
    layer: int = 0
    situation: str = "none"

    def __post_init__(self) -> None:
        if (self.cells is None) == (self.pose is None):
            raise ValueError(f"piece {self.piece} needs either cells or a pose")


@dataclass(frozen=True, eq=False)
class Solid:
    """A piece as a body between ``low`` and ``high`` cells. ``affine`` (2 x 3) takes its own (x, y) to the board's."""

    piece: Piece
    number: int
    affine: Array
    low: float
    high: float

    def placed(self, points_xy: npt.ArrayLike) -> Array:
        """Board (x, y) of points in the piece's own coordinates."""
        return np.asarray(points_xy, float).reshape(-1, 2) @ self.affine[:, :2].T + self.affine[:, 2]

    @property
    def squares(self) -> list[Array]:
        """The four corners of every cell on the board."""
        return [self.placed(((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))) for r, c in self.piece.cells]


@dataclass(frozen=True, slots=True)
class Edge:
    """One outer edge of a cell in the piece's own coordinates: from ``start`` to ``end``, outwards ``normal``;
    whether the edge goes straight on beyond its start and end."""

    start: tuple[int, int]
    end: tuple[int, int]
    normal: tuple[int, int]
    joins: tuple[bool, bool]


@lru_cache(maxsize=256)
def edges(cells: Cells) -> tuple[Edge, ...]:
    """The outer edges of a polyomino."""
    found = []
    inside = set(cells)
    for row, col in cells:
        for dy, dx in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if (row + dy, col + dx) in inside:
                continue
            along_y, along_x = dx, -dy
            start = (col + max(dx, 0) + max(-along_x, 0), row + max(dy, 0) + max(-along_y, 0))
            joins = tuple((row + s * along_y, col + s * along_x) in inside for s in (-1, 1))
            found.append(Edge(start, (start[0] + along_x, start[1] + along_y), (dx, dy), (joins[0], joins[1])))
    return tuple(found)


def solid(scene: Scene, piece_set: PieceSet, one: LyingPiece) -> Solid:
    """The body of one piece."""
    piece = piece_set.by_id[one.piece]
    pose = pose_of(scene, piece_set, one)
    low = pose.z + one.layer * scene.kit.piece_height
    number = piece_set.pieces.index(piece)
    return Solid(piece, number, _affine(piece, pose), low, low + scene.kit.piece_height)


def pose_of(scene: Scene, piece_set: PieceSet, one: LyingPiece) -> Pose:
    """Where a piece lies; one that lies on cells is off by a little that this scene, piece and place always give."""
    if one.pose is not None:
        return one.pose
    assert one.cells is not None
    exact = pose_on(piece_set.by_id[one.piece], one.cells)
    number = piece_set.pieces.index(piece_set.by_id[one.piece])
    rng = np.random.default_rng((scene.seed, number, *(value + 9 for cell in one.cells for value in cell)))
    drow, dcol, turn = (rng.uniform(-1, 1, 3) * rng.uniform(0, 1)).tolist()
    loose, loose_deg = scene.kit.loose_cells, scene.kit.loose_deg
    return Pose(exact.row + drow * loose, exact.col + dcol * loose, exact.turn_deg + turn * loose_deg, exact.flipped)


@lru_cache(maxsize=512)
def pose_on(piece: Piece, cells: Cells) -> Pose:
    """The pose that puts a piece exactly on these cells.

    Raises:
        ValueError: the cells are not that piece.
    """
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    row, col = (min(rows) + max(rows) + 1) / 2, (min(cols) + max(cols) + 1) / 2
    wanted = normalised(cells)
    for flipped in (False, True):
        for turn in (0, 90, 180, 270):
            pose = Pose(row, col, turn, flipped)
            if normalised(_cells_under(piece, pose)) == wanted:
                return pose
    raise ValueError(f"piece {piece.id} does not have the shape of {cells}")


def _cells_under(piece: Piece, pose: Pose) -> list[Cell]:
    middles = np.array([(col + 0.5, row + 0.5) for row, col in piece.cells])
    affine = _affine(piece, pose)
    on_board = middles @ affine[:, :2].T + affine[:, 2]
    return [(int(np.floor(y)), int(np.floor(x))) for x, y in on_board + 1e-6]


def placed_squares(piece: Piece, pose: Pose) -> Array:
    """The four corners (x, y) of every cell of a piece in a pose, on the board: cells x 4 x 2."""
    affine = _affine(piece, pose)
    corners = np.array([((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)) for r, c in piece.cells], float)
    return np.asarray(corners @ affine[:, :2].T + affine[:, 2])


def _affine(piece: Piece, pose: Pose) -> Array:
    width = 1 + max(col for _, col in piece.cells)
    height = 1 + max(row for row, _ in piece.cells)
    turn = np.radians(pose.turn_deg)
    matrix = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    if pose.flipped:
        matrix = matrix @ np.diag((-1.0, 1.0))
    shift = np.array((pose.col, pose.row)) - matrix @ (width / 2, height / 2)
    return np.column_stack((matrix, shift))


def covered_cells(piece: Piece, pose: Pose) -> dict[Cell, float]:
    """The share of each cell, on the grid or off it, that a piece in this pose covers."""
    return dict(_covered(piece, pose))


@lru_cache(maxsize=512)
def _covered(piece: Piece, pose: Pose, fine: int = 20) -> tuple[tuple[Cell, float], ...]:
    steps = (np.arange(fine) + 0.5) / fine
    points = np.array([(c + u, r + v) for r, c in piece.cells for v in steps for u in steps])
    affine = _affine(piece, pose)
    cells = np.floor((points @ affine[:, :2].T + affine[:, 2])[:, ::-1]).astype(int)
    found, counts = np.unique(cells, axis=0, return_counts=True)
    shares = zip(found.tolist(), counts.tolist(), strict=True)
    return tuple(((row, col), count / fine**2) for (row, col), count in shares)
