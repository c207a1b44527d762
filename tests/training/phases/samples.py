"""Training samples: boards of any size seen from above, with a grid laid over them that has more or fewer lines than
they have, or lies beside theirs."""

from collections.abc import Sequence

import cv2
import numpy as np

from referee.grid import GridSize
from tests.training.board import Board
from tests.training.light import Floats, by_another_lens, in_other_light
from vision.board.align import from_above, places
from vision.pose import grid_corners

ELSEWHERE, MIRRORED = 0.25, 0.5
"""Shares of samples with the board on another table, and in a mirror."""
FITTING, BY_LINES = 0.3, 0.55
"""Shares of samples in which the grid laid over the board has as many lines as it has, and a few more or less."""
MOST_MORE, OTHERWISE = 3, 0.2
"""So many, or else it is larger or smaller by any part up to this."""
OFTEN_AT = (0.3, 0.3, 0.2, 0.2)
"""How often it begins, or ends, with the board, lies in its middle, or anywhere on it."""
SHIFTED = 0.25
"""How often it is shifted by any part of a cell besides."""
SMALLEST, LARGEST = 0.01, 0.3
"""Standard deviation of the corners of the grid laid over the board, in its cells."""

Sample = tuple[Floats, Floats, Floats]


def sample(boards: Sequence[Board], laid: GridSize, rng: np.random.Generator) -> Sample:
    """The network's input (3 x height x width) under a grid that is ``laid`` over a board; where in the cells of the
    board the middle of each of its cells lies (2 x rows x cols: right and down of a line, in cells of the board), and
    whether it lies on the board's grid (rows x cols)."""
    board = boards[rng.integers(len(boards))]
    if rng.random() < ELSEWHERE:
        board = board.on_table_of(boards[rng.integers(len(boards))], rng)
    board = board.turned(int(rng.integers(4)))
    if rng.random() < MIRRORED:
        board = board.mirrored()
    across, down = (_part(rng, n, m) for n, m in ((board.grid.cols, laid.cols), (board.grid.rows, laid.rows)))
    ends = np.array([(across[0], down[0]), (across[1], down[0]), (across[1], down[1]), (across[0], down[1])])
    ends = ends + rng.normal(0, rng.uniform(SMALLEST, LARGEST), (4, 2))
    flat, whole = grid_corners(laid).astype(np.float32), grid_corners(board.grid).astype(np.float32)
    to_board = cv2.getPerspectiveTransform(flat, ends.astype(np.float32))
    to_picture = cv2.getPerspectiveTransform(whole, board.corners_px.astype(np.float32))
    laid_px = cv2.perspectiveTransform(ends.reshape(-1, 1, 2), to_picture).reshape(-1, 2)
    here = places(laid)
    there = cv2.perspectiveTransform(here.reshape(-1, 1, 2), to_board).reshape(here.shape)
    seen = in_other_light(by_another_lens(from_above(board.bgr, laid_px, laid), rng), rng)
    inside = ((there > 0) & (there < whole[2])).all(axis=-1).astype(np.float32)
    return seen.transpose(2, 0, 1), (there % 1).transpose(2, 0, 1).astype(np.float32), inside


def _part(rng: np.random.Generator, there: int, laid: int) -> tuple[float, float]:
    """From where to where, in cells of the board, its ``there`` rows or columns are covered by ``laid`` ones."""
    kind = rng.random()
    if kind < FITTING:
        covered = float(laid)
    elif kind < FITTING + BY_LINES:
        covered = float(laid + rng.choice([n for n in range(-MOST_MORE, MOST_MORE + 1) if n]))
    else:
        covered = laid * float(rng.uniform(1 - OTHERWISE, 1 + OTHERWISE))
    spare = there - covered
    begins = float(rng.choice((0.0, spare, spare / 2, spare * rng.random()), p=OFTEN_AT))
    if rng.random() < SHIFTED:
        begins += rng.uniform(-1, 1)
    return begins, begins + covered
