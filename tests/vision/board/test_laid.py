"""Which of a fit and the place it began at is the board."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.board.laid import FIRMER, Laid, best_laid
from vision.board.opinion import Opinion
from vision.board.places import SeenPlace
from vision.board.printed import BareLines
from vision.pose import pose_from_corners

CORNERS = np.array([(60, 60), (360, 60), (360, 360), (60, 360)], float)
PICTURE = np.zeros((420, 420, 3), np.uint8)
NO_LINES = BareLines(clear=(2, 25), on_grid=(1, 15))


def laid(score: float, clear: float, moved: float = 0.0, outside: float = -5.0) -> Laid:
    """A place whose lines score so, of which not many are seen, and whose cells are so clear."""
    ours = packaged_piece_set("blokus")
    pose = pose_from_corners(CORNERS + moved, ours.grid, (420, 420))
    cells = Opinion(clear, 30, alone=True, outside=(outside,) * 4)
    return Laid(pose, cast(Any, SimpleNamespace(score=score)), NO_LINES, cells, moved, moved / 2)


PLAIN = laid(-10.4, 5.81)
"""As the network sees it: all cells are clear, and hardly a line stands there."""


@pytest.mark.parametrize(
    ("fit", "is_taken"),
    [
        pytest.param(laid(-10.4 + FIRMER + 0.4, 5.85, 0.9), True, id="lines and cells say so"),
        pytest.param(laid(-10.4 + FIRMER - 0.4, 5.85, 0.9), False, id="lines hardly do"),
        pytest.param(laid(-10.4 + FIRMER + 0.4, 5.79, 0.9), False, id="cells do not"),
        pytest.param(laid(-10.4 + FIRMER + 0.4, 5.85, 0.9, 2.5), False, id="pieces seem to lie beyond the edge"),
        pytest.param(laid(-10.4 + FIRMER + 0.4, 5.85, 2.1), False, id="it is another board"),
    ],
)
def test_a_fit_to_poor_lines_is_taken_where_they_are_far_better_and_cells_as_clear(
    fit: Laid, is_taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.board.laid._fitted", lambda *_: fit)
    monkeypatch.setattr("vision.board.laid._tried", lambda *_: PLAIN)
    monkeypatch.setattr("vision.board.laid.examine", lambda *_: None)
    place = cast(SeenPlace, SimpleNamespace(corners_px=CORNERS))
    taken = best_laid(PICTURE, place, packaged_piece_set("blokus"))
    assert taken is (fit if is_taken else PLAIN)


def test_what_is_taken_is_believed_where_it_looks_like_a_board_as_a_whole() -> None:
    fit = laid(-6.9, 5.85, 0.9)
    assert fit.as_board(0.99) is not None
    assert fit.as_board(0.1) is None
    assert replace(fit, moved=1.1).as_board(0.99) is None
