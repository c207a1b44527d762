"""Training samples: boards seen from above under corners that are wrong by up to two cells and more."""

from collections.abc import Sequence

import cv2
import numpy as np

from tests.training.board import Board
from tests.training.light import Floats, by_another_lens, in_other_light
from vision.board.align import from_above, places
from vision.pose import Points, grid_corners

ELSEWHERE, EXCHANGED, BESIDE, MIRRORED = 0.35, 0.25, 0.1, 0.5
"""Shares of samples with the board on another table, with rows and columns exchanged, one line beside, in a mirror."""
SMALLEST, LARGEST = 0.03, 1.4
"""Standard deviation of the corners of a guess, in cells."""
FARTHEST = 3.5

Sample = tuple[Floats, Floats, Floats, float]


def sample(boards: Sequence[Board], rng: np.random.Generator) -> Sample:
    """Of boards of one size: the network's input (3 x height x width), where each cell's middle truly lies (2 x rows x
    cols: right and down of where it is taken to lie, in cells), whether that is on the grid, and whether rows and
    columns are exchanged."""
    board = boards[rng.integers(len(boards))]
    if rng.random() < ELSEWHERE:
        board = board.on_table_of(boards[rng.integers(len(boards))], rng)
    if rng.random() < MIRRORED:
        board = board.mirrored()
    grid, exchanged = board.grid, bool(rng.random() < EXCHANGED)
    corners = np.roll(board.corners_px, int(exchanged) + 2 * int(rng.integers(2)), axis=0)
    flat = grid_corners(grid)
    guessed = flat + offsets(rng)
    to_picture = cv2.getPerspectiveTransform(flat.astype(np.float32), corners.astype(np.float32))
    guess_px = cv2.perspectiveTransform(guessed.reshape(-1, 1, 2), to_picture).reshape(-1, 2)
    true = cv2.getPerspectiveTransform(flat.astype(np.float32), guessed.astype(np.float32))
    here = places(grid)
    there = cv2.perspectiveTransform(here.reshape(-1, 1, 2), true).reshape(here.shape)
    seen = in_other_light(by_another_lens(from_above(board.bgr, guess_px, grid), rng), rng)
    inside = ((there > 0) & (there < flat[2])).all(axis=-1).astype(np.float32)
    return (
        seen.transpose(2, 0, 1),
        (there - here).transpose(2, 0, 1).astype(np.float32),
        inside,
        float(exchanged and grid.rows != grid.cols),
    )


def offsets(rng: np.random.Generator) -> Points:
    """How far the corners of a guess are off, in cells (4 x 2): all alike, stretched, and each for itself."""
    size = rng.uniform(SMALLEST, LARGEST)
    together, each = rng.normal(0, size, 2), rng.normal(0, size * rng.uniform(0.2, 1), (4, 2))
    outward = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * rng.normal(0, size * 0.7, 2)
    off = together + each + outward
    if rng.random() < BESIDE:
        off += _one_line(rng)
    return np.asarray(np.clip(off, -FARTHEST, FARTHEST))


def _one_line(rng: np.random.Generator) -> Points:
    """The whole board, or one side of it, on the next line of the lattice."""
    axis, step = int(rng.integers(2)), float(rng.choice((-1, 1)))
    moved = np.zeros((4, 2))
    side = ([0, 1, 2, 3], [0, 1 + 2 * axis], [2, 3 - 2 * axis])[int(rng.integers(3))]
    moved[side, axis] = step
    return moved
