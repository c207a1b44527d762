"""``python -m tests.training.phases.boards --out FOLDER --count N --seed S``: boards of many sizes, some of them tiled.

Writes NAME.jpg with NAME.json: the corners of the grid, its rows and columns. ``--tiled``: boards that are covered to
the last square, or nearly, as at the end of a game, with shapes of five and six squares that are in no set.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.grid import Cell, GridSize, beside
from referee.piece import Piece, PieceSet, packaged_piece_set
from referee.polyomino import Cells
from vision.frame import Picture
from vision.simulated import LyingPiece, picture, render, scene, truth

KINDS = ("few", "partial", "full", "hand", "overlap", "misaligned")
SHARES = (0.1, 0.3, 0.25, 0.25, 0.06, 0.04)
OTHERS = 0.4
"""So many of the boards are of another size than ours."""
SMALLER, LARGER = 0.75, 1.2
FEWEST = 7
LEAST = 4
"""What is left over of fewer squares than this stays bare."""
LEFT_BARE = (0, 0, 0, 1, 2, 3)
"""So many of the shapes are left out."""
LONGER_SIDE_PX, QUALITY = 960, 92

Shot = tuple[Picture, dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Draws boards of many sizes to train on.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--tiled", action="store_true", help="covered to the last square, or nearly")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for seed in range(given.seed, given.seed + given.count):
        rng = np.random.default_rng((seed, 7))
        ours = packaged_piece_set("polyssimo")
        grid = _another(rng, ours.grid) if rng.random() < OTHERS else ours.grid
        shot = tiled(seed, rng, replace(ours, grid=grid)) if given.tiled else usual(seed, rng, replace(ours, grid=grid))
        _write(given.out / f"{seed}.jpg", shot, grid)


def usual(seed: int, rng: np.random.Generator, piece_set: PieceSet) -> Shot:
    """A board with some pieces of ours."""
    return picture(seed, piece_set, str(rng.choice(KINDS, p=SHARES)))


def tiled(seed: int, rng: np.random.Generator, piece_set: PieceSet) -> Shot:
    """A board that is covered by shapes of five and six squares, painted as ours are."""
    shapes = [cells for cells in tiling(rng, piece_set.grid) if len(cells) >= LEAST]
    kept = [shapes[number] for number in rng.permutation(len(shapes))][int(rng.choice(LEFT_BARE)) :]
    pieces = tuple(_piece(number, cells) for number, cells in enumerate(kept))
    lying = [LyingPiece(piece.id, cells) for piece, cells in zip(pieces, kept, strict=True)]
    paints = scene(seed, piece_set).kit.paints
    some = [paints[number % len(paints)] for number in rng.permutation(max(len(paints), len(pieces)))]
    strange = replace(piece_set, pieces=pieces)
    table = scene(seed, strange, paints=tuple(some), stock=False)
    return render(table, strange, lying, None, noise_seed=seed), truth(table, strange, lying)


def tiling(rng: np.random.Generator, grid: GridSize) -> list[Cells]:
    """All squares of a grid in connected parts of five or six, and what is left over between them."""
    free, found = set(grid), list[Cells]()

    def lonely(cell: Cell) -> tuple[int, float]:
        return sum(near in free for near in beside(cell)), rng.random()

    while free:
        part, size = [min(sorted(free), key=lonely)], int(rng.integers(5, 7))
        free.discard(part[0])
        while len(part) < size and (near := sorted({one for cell in part for one in beside(cell)} & free)):
            part.append(min(near, key=lonely))
            free.discard(part[-1])
        found.append(tuple(sorted(part)))
    return found


def _piece(number: int, cells: Sequence[Cell]) -> Piece:
    """Told apart by what is printed on it, for several may have one shape."""
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    shape = tuple(sorted((row - top, col - left) for row, col in cells))
    return Piece(str(number), str(number), "pentomino", shape, ((str(number), 1),))


def _another(rng: np.random.Generator, grid: GridSize) -> GridSize:
    rows, cols = (max(FEWEST, round(side * rng.uniform(SMALLER, LARGER))) for side in (grid.rows, grid.cols))
    return GridSize(rows, cols)


def _write(path: Path, shot: Shot, grid: GridSize) -> None:
    bgr, facts = shot
    factor = min(1.0, LONGER_SIDE_PX / max(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    corners = ((np.array(facts["corners"]) + 0.5) * factor - 0.5).tolist()
    path.with_suffix(".json").write_text(json.dumps({"corners": corners, "rows": grid.rows, "cols": grid.cols}))


if __name__ == "__main__":
    main()
