"""Which of a fit and the place it began at is the board."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat
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


def laid(score: float, clear: float, moved: float = 0.0, outside: float = -5.0, *, ends: bool = True) -> Laid:
    """A place whose lines score so, of which not many are seen, and whose cells are so clear."""
    ours = packaged_piece_set("blokus")
    pose = pose_from_corners(CORNERS + moved, ours.grid, (420, 420))
    cells = Opinion(clear, 30, alone=True, outside=(outside,) * 4, ends=ends)
    return Laid(PICTURE, pose, cast(Any, SimpleNamespace(score=score)), NO_LINES, cells, moved, moved / 2)


PLAIN = laid(-10.4, 5.81)
"""As the network sees it: all cells are clear, and hardly a line stands there."""


def seen_place(likelihood: float) -> SeenPlace:
    """Where a board of Blokus seems to be, with that probability."""
    return SeenPlace(CORNERS, 0.1, (0.0, likelihood, 0.0, 1 - likelihood, 0.0))


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
    taken = best_laid(PICTURE, seen_place(0.99), packaged_piece_set("blokus"))
    assert taken is (fit if is_taken else PLAIN)


def test_what_is_taken_is_believed_where_it_looks_like_a_board_as_a_whole() -> None:
    fit = laid(-6.9, 5.85, 0.9)
    assert fit.as_board(0.99) is not None
    assert fit.as_board(0.1) is None
    assert replace(fit, moved=1.1).as_board(0.99) is None


def test_lines_just_where_it_certainly_looks_like_a_board_are_enough_whatever_burnt_out_cells_show() -> None:
    burnt_out = laid(0.5, 4.2, 0.1, ends=False)
    assert burnt_out.as_board(0.9995) is not None
    assert burnt_out.as_board(0.99) is None
    assert laid(-0.5, 4.2, 0.1, ends=False).as_board(0.9995) is None
    assert laid(0.5, 4.2, 0.6, ends=False).as_board(0.9995) is None


def test_a_piece_hangs_over_the_edge_of_what_certainly_looks_like_a_board_though_its_cells_are_not_all_plain() -> None:
    over = laid(-2.7, 5.45, 0.1, outside=8.0)
    assert over.as_board(0.9995) is not None
    assert over.as_board(0.99) is None
    assert laid(-2.7, 5.25, 0.1, outside=8.0).as_board(0.9995) is None


def test_a_piece_hangs_over_the_edge_of_a_board_of_which_lines_are_hardly_seen_where_all_cells_are_most_plain() -> None:
    over = laid(-6.5, 5.95, 0.1, outside=8.0)
    assert over.as_board(0.99) is not None
    assert laid(-6.5, 5.85, 0.1, outside=8.0).as_board(0.99) is None
    assert laid(-6.5, 5.95, 0.6, outside=8.0).as_board(0.99) is None
    assert laid(-7.5, 5.95, 0.1, outside=8.0).as_board(0.99) is None


def of_several(
    fits: Sequence[Laid], seen_carefully: Sequence[Laid], monkeypatch: pytest.MonkeyPatch, likelihood: float = 0.99
) -> Laid:
    """What is made of a place where nothing is to be seen, of the fits begun there and beside it, and of what some of
    them are when they are looked at carefully: those whose lines are the same."""
    begun = chain(fits, repeat(fits[-1]))

    def tried(_: object, lines: Any, *__: object, careful: bool = False) -> Laid:
        if not careful:
            return laid(-13.0, 4.0)
        return next(fit for fit in (*seen_carefully, *fits) if fit.lines.score == lines.score)

    monkeypatch.setattr("vision.board.laid._fitted", lambda *_: next(begun))
    monkeypatch.setattr("vision.board.laid._tried", tried)
    monkeypatch.setattr("vision.board.laid.examine", lambda *_: None)
    return best_laid(PICTURE, seen_place(likelihood), packaged_piece_set("blokus"))


def test_a_fit_that_can_be_no_board_says_nothing_against_another(monkeypatch: pytest.MonkeyPatch) -> None:
    beyond, right = laid(-4.0, 5.25, 0.3, ends=False), laid(-6.2, 5.9, 0.9)
    assert beyond.worth > right.worth
    assert of_several((beyond, right), (), monkeypatch) is right


def test_where_no_fit_is_good_the_one_on_the_best_lines_is_looked_at_carefully(monkeypatch: pytest.MonkeyPatch) -> None:
    lined, clearer, plain = laid(-4.0, 4.2, 0.6, ends=False), laid(-6.2, 5.2, 0.6), laid(-4.0, 5.8, 0.6)
    assert clearer.worth > lined.worth
    assert of_several((lined, clearer), (plain,), monkeypatch).cells is plain.cells
    assert of_several((lined, clearer), (), monkeypatch).cells is not plain.cells


def test_what_does_not_look_like_a_board_is_not_looked_at_carefully(monkeypatch: pytest.MonkeyPatch) -> None:
    lined, plain = laid(-4.0, 4.2, 0.6, ends=False), laid(-4.0, 5.8, 0.6)
    agreeing = replace(lined, printed=replace(NO_LINES, clear=(90, 90), on_grid=(80, 80)))
    assert agreeing.printed.agree
    assert of_several((lined,), (plain,), monkeypatch, 0.01).cells is not plain.cells
    assert of_several((agreeing,), (plain,), monkeypatch, 0.01).cells is plain.cells


def test_a_fit_that_can_lie_nowhere_else_still_cannot_when_it_is_looked_at_carefully(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = replace(laid(-5.0, 4.6, 0.9), printed=replace(NO_LINES, clear=(90, 90), on_grid=(80, 80)), shifted=0.6)
    elsewhere = replace(laid(-6.0, 4.6, 1.5, 8.0), pose=laid(0, 0, 30.0).pose)
    found = of_several((alone, elsewhere), (laid(-5.0, 5.65, 0.9),), monkeypatch)
    assert found.nowhere_else
    assert found.as_board(0.99) is not None


@pytest.mark.parametrize(("times", "is_board"), [(1.0, True), (3.0, True), (40.0, False), (1 / 40, False)])
def test_a_board_that_no_camera_sees_so_is_none_however_good_lines_and_cells_are(times: float, is_board: bool) -> None:
    """As one whose corner was cut off along a shadow."""
    good = laid(2.0, 5.9)
    seen = replace(good, pose=replace(good.pose, focal_px=times * good.pose.focal_px))
    assert (seen.as_board(0.99) is not None) == is_board


def told(*, ours: bool = False, another: bool = False) -> Any:
    """What phases tell."""
    return SimpleNamespace(prove_ours=ours, tell_another_size=another)


@pytest.mark.parametrize(
    ("score", "moved", "likelihood", "ours", "is_board"),
    [
        pytest.param(-6.8, 0.1, 0.9, True, True, id="proved"),
        pytest.param(-6.8, 0.1, 0.9, False, False, id="not proved"),
        pytest.param(-6.8, 0.1, 0.7, True, False, id="of another make"),
        pytest.param(-6.8, 0.6, 0.9, True, False, id="elsewhere"),
        pytest.param(-7.2, 0.1, 0.9, True, False, id="lines speak for another place"),
    ],
)
def test_phases_prove_a_board_of_which_neither_lines_nor_cells_tell_where_it_lies(
    score: float, moved: float, likelihood: float, ours: bool, is_board: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.board.laid.Laid.phases", told(ours=ours))
    assert (laid(score, 3.5, moved, ends=False).as_board(likelihood) is not None) is is_board


@pytest.mark.parametrize("another", [True, False])
def test_what_phases_tell_to_be_of_another_size_is_none_of_ours(another: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.board.laid.Laid.phases", told(another=another))
    assert (laid(3.0, 6.0).as_board(0.9995) is None) is another
