"""Boards of any size to train on, seen from any side."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.training.example import Example, on_table_of, read_example
from vision.frame import Picture
from vision.pose import Points


@dataclass(frozen=True, eq=False)
class Board:
    """A picture with the corners (4 x 2) of the grid of a board in it, and its size."""

    bgr: Picture
    corners_px: Points
    grid: GridSize

    def turned(self, quarters: int) -> "Board":
        """The same, its rows and columns counted from another side."""
        grid = GridSize(self.grid.cols, self.grid.rows) if quarters % 2 else self.grid
        return Board(self.bgr, np.roll(self.corners_px, quarters, axis=0), grid)

    def mirrored(self) -> "Board":
        corners = self.corners_px[[1, 0, 3, 2]] * (-1, 1) + (self.bgr.shape[1] - 1, 0)
        return Board(np.ascontiguousarray(self.bgr[:, ::-1]), corners, self.grid)

    def on_table_of(self, other: "Board", rng: np.random.Generator) -> "Board":
        there: Example = (other.bgr, other.corners_px)
        return Board(*on_table_of((self.bgr, self.corners_px), there, self.grid, rng), self.grid)


def read_boards(folders: Sequence[Path], longer_side_px: int) -> list[Board]:
    """Those of NAME.jpg with NAME.json, shrunk, of the size that stands there: ``tests.training.phases.boards`` writes
    it, of pictures of ``vision.simulated`` it is that of Polyssimo Challenge."""
    found, ours = list[Board](), packaged_piece_set("polyssimo").grid
    for path in (one for folder in folders for one in sorted(folder.glob("*.json"))):
        truth = json.loads(path.read_text())
        grid = GridSize(truth["rows"], truth["cols"]) if "rows" in truth else ours
        found.append(Board(*read_example(path, longer_side_px), grid))
    return found
