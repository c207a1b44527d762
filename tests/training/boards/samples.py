"""Training samples: boards of all games, and of games that are none of ours, under corners that are somewhat wrong."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from tests.training.aligner.samples import MIRRORED, offsets
from tests.training.example import Example, on_table_of
from tests.training.light import Floats, in_other_light
from vision.board.align import from_above, places
from vision.board.places import GAMES, NONE, VIEW
from vision.frame import Picture
from vision.pose import grid_corners

SHARES = {"polyssimo": 0.12, "blokus": 0.38, "patchwork": 0.3, "polyssimo-puzzle": 0.1, NONE: 0.1}
"""How often boards of a game are shown."""
ELSEWHERE, BESIDE = 0.35, 0.1
"""Shares of samples with the board on another table, and one line beside."""
RIM = (1.3, 1.8)
"""So much around the grid goes with the board to another table, in fifteenths of it."""
LINES = {"polyssimo": 11.5, "blokus": 20, "patchwork": 9, "polyssimo-puzzle": 7}

Sample = tuple[Floats, Floats, Floats, int]


def sample(examples: Mapping[str, Sequence[Example]], rng: np.random.Generator) -> Sample:
    """The network's input (3 x height x width), where each place of the view truly lies (2 x rows x cols: right and
    down of where it is taken to lie, in parts of the board), whether that is on the grid, and the number of the game.
    """
    game = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    bgr, corners = _shown(examples, game, rng)
    corners = np.roll(corners, int(rng.integers(4)), axis=0)
    if rng.random() < MIRRORED:
        bgr = np.ascontiguousarray(bgr[:, ::-1])
        corners = corners[[1, 0, 3, 2]] * (-1, 1) + (bgr.shape[1] - 1, 0)
    flat = grid_corners(VIEW)
    guessed = flat + offsets(rng)
    if game in LINES and rng.random() < BESIDE:
        axis, step = int(rng.integers(2)), float(rng.choice((-1, 1))) * VIEW.cols / LINES[game]
        guessed[:, axis] += step
    to_picture = cv2.getPerspectiveTransform(flat.astype(np.float32), corners.astype(np.float32))
    guess_px = cv2.perspectiveTransform(guessed.reshape(-1, 1, 2), to_picture).reshape(-1, 2)
    true = cv2.getPerspectiveTransform(flat.astype(np.float32), guessed.astype(np.float32))
    here = places(VIEW)
    there = cv2.perspectiveTransform(here.reshape(-1, 1, 2), true).reshape(here.shape)
    seen = in_other_light(from_above(bgr, guess_px, VIEW), rng)
    inside = ((there > 0) & (there < flat[2])).all(axis=-1).astype(np.float32) * (game != NONE)
    return seen.transpose(2, 0, 1), (there - here).transpose(2, 0, 1).astype(np.float32), inside, GAMES.index(game)


def _shown(examples: Mapping[str, Sequence[Example]], game: str, rng: np.random.Generator) -> Example:
    every = [one for of_game in examples.values() for one in of_game]
    table = every[rng.integers(len(every))]
    if game == NONE:
        return _drawn_on(table, rng)
    board = examples[game][rng.integers(len(examples[game]))]
    return on_table_of(board, table, VIEW, rng, RIM) if rng.random() < ELSEWHERE else board


def _drawn_on(table: Example, rng: np.random.Generator) -> Example:
    """The board of a game that is none of ours, drawn over the one in a picture; sometimes no board at all."""
    below, there = table
    flat = np.array([(0, 0), (600, 0), (600, 600), (0, 600)], np.float32)
    reach = 1.0 + rng.uniform(0.1, 0.35)
    middle = there.mean(axis=0)
    warp = cv2.getPerspectiveTransform(flat, (middle + (there - middle) * reach).astype(np.float32))
    drawn = cv2.warpPerspective(_other_board(rng), warp, below.shape[1::-1], flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full((600, 600), 255, np.uint8), warp, below.shape[1::-1])
    soft = cv2.GaussianBlur(mask, (3, 3), 0)[..., None].astype(np.float32) / 255
    return np.asarray(below * (1 - soft) + drawn * soft, np.uint8), there


def _other_board(rng: np.random.Generator) -> Picture:
    """Chess, draughts, Go, a word game, a sudoku, a calendar, or a plain cloth: 600 x 600 BGR."""
    first, second, ink = (rng.uniform(0, 255, 3) for _ in range(3))
    if rng.random() < 0.6:
        first = np.full(3, rng.uniform(150, 255)) + rng.normal(0, 8, 3)
    board = np.empty((600, 600, 3), np.uint8)
    board[:] = np.clip(first, 0, 255)
    count, rim = int(rng.integers(3, 22)), float(rng.uniform(0, 60))
    down = count if rng.random() < 0.6 else int(rng.integers(3, 22))
    wide, high = (600 - 2 * rim) / count, (600 - 2 * rim) / down
    chequered, full = rng.random() < 0.3, rng.uniform(0, 1) * (rng.random() < 0.6)
    for row in range(down):
        for col in range(count):
            x, y = rim + col * wide, rim + row * high
            low, top = (round(x), round(y)), (round(x + wide), round(y + high))
            if chequered and (row + col) % 2:
                cv2.rectangle(board, low, top, second.tolist(), -1)
            if rng.random() < full:
                _thing(board, (x + wide / 2, y + high / 2), min(wide, high), rng)
    if not chequered and rng.random() < 0.9:
        width = int(rng.integers(1, 5))
        low, end = round(rim), round(600 - rim)
        for x in np.linspace(low, end, count + 1).round().astype(int).tolist():
            cv2.line(board, (x, low), (x, end), ink.tolist(), width)
        for y in np.linspace(low, end, down + 1).round().astype(int).tolist():
            cv2.line(board, (low, y), (end, y), ink.tolist(), width)
    return np.asarray(np.clip(board + rng.normal(0, 4, board.shape), 0, 255), np.uint8)


def _thing(board: Picture, middle: tuple[float, float], size: float, rng: np.random.Generator) -> None:
    """A stone, a letter or a filled square."""
    colour, at = rng.uniform(0, 255, 3).tolist(), (round(middle[0]), round(middle[1]))
    kind = rng.integers(3)
    if kind == 0:
        cv2.circle(board, at, max(2, round(size * 0.42)), colour, -1, cv2.LINE_AA)
    elif kind == 1:
        sign = str(rng.choice(list("ABCDEFGHIKLMNOPRSTUVW0123456789")))
        start = at[0] - round(size / 4), at[1] + round(size / 4)
        cv2.putText(board, sign, start, cv2.FONT_HERSHEY_SIMPLEX, size / 32, colour, 2, cv2.LINE_AA)
    else:
        half = round(size * 0.4)
        cv2.rectangle(board, (at[0] - half, at[1] - half), (at[0] + half, at[1] + half), colour, -1)
