"""A board is found again near where it was: by a guess, or by the lines beside that."""

from types import SimpleNamespace

import numpy as np
import pytest

from referee.grid import GridSize
from vision.board.opinion import Opinion
from vision.board.places import GAMES
from vision.kind import KINDS
from vision.live import whereabouts as module
from vision.live.whereabouts import NEAR, find_near
from vision.pose import BoardPose, pose_from_corners

NOTHING = np.zeros((480, 480, 3), np.uint8)
CLEAR, LESS_CLEAR = 4.3, 3.6


def board(inside: float) -> BoardPose:
    """A board of 20 x 20 cells of 20 pixels, each side so many cells farther in."""
    near, far = 40 + 20 * inside, 440 - 20 * inside
    corners = np.array([(near, near), (far, near), (far, far), (near, far)])
    return pose_from_corners(corners, GridSize(20, 20), (480, 480))


@pytest.mark.parametrize(
    ("guessed", "guess_ends", "lines_end", "lines_clear", "by_lines"),
    [
        pytest.param(0.3, True, True, CLEAR, True, id="lines near the guess, and the cells are as clear"),
        pytest.param(0.3, True, True, LESS_CLEAR - 0.1, False, id="but less clear there"),
        pytest.param(1.0, False, True, CLEAR, True, id="far from a guess beyond which the board goes on"),
        pytest.param(1.0, True, True, CLEAR, False, id="the board may end at the guess: those are other lines"),
        pytest.param(1.0, False, False, CLEAR, False, id="it ends nowhere"),
        pytest.param(1.0, False, True, LESS_CLEAR - 0.1, False, id="it ends there, and the cells are less clear"),
    ],
)
def test_lines_far_from_a_guess_are_believed_only_if_the_board_ends_there_and_not_at_the_guess(
    guessed: float,
    guess_ends: bool,
    lines_end: bool,
    lines_clear: float,
    by_lines: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (guessed > NEAR) == (guessed == 1.0)
    right, guess = board(0), SimpleNamespace(corners_px=board(guessed).corners_px, spread=0.0)

    def opinion(bgr: object, pose: BoardPose, kind: object) -> Opinion:
        if pose is right:
            return Opinion(lines_clear, 0, alone=True, ends=lines_end)
        return Opinion(LESS_CLEAR, 0, alone=True, ends=guess_ends)

    monkeypatch.setattr(module, "align", lambda *_: guess)
    monkeypatch.setattr(module, "games_of", lambda _: dict.fromkeys(range(len(GAMES)), 1.0))
    monkeypatch.setattr(module, "fitted_finely", lambda *_: (None, SimpleNamespace(pose=right)))
    monkeypatch.setattr(module, "opinion", opinion)
    monkeypatch.setattr(module, "bare_lines", lambda *_: SimpleNamespace(agree=False))
    found = find_near(NOTHING, right, "blokus", KINDS["blokus"])
    assert found is not None
    assert (found.apart(right) < 0.05) == by_lines
