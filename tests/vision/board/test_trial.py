"""Whether a fit or the guess it came from is taken."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.board.opinion import Opinion
from vision.board.phases import FITS
from vision.board.sizes import Size
from vision.board.trial import ASTRAY, HOPEFUL, Shown, Trial, shows_itself
from vision.frame import size_of
from vision.kind import POLYSSIMO
from vision.pose import grid_corners, pose_from_corners
from vision.simulated.still import picture

CLEAR = 5.8


@pytest.mark.parametrize(
    ("clearer", "is_better"),
    [
        pytest.param(0.12, False, id="by a trifle: the fit is finer"),
        pytest.param(0.25, True, id="by much: the lines led elsewhere"),
    ],
)
def test_a_guess_whose_cells_are_clearer_is_taken_instead_of_its_fit(clearer: float, is_better: bool) -> None:
    nowhere = cast(Any, None)
    fit = Shown(nowhere, -3.0, Opinion(CLEAR - clearer, 40, True), fitted=True)
    guess = Shown(nowhere, -3.0, Opinion(CLEAR, 40, True), fitted=False)
    assert (guess.worth > fit.worth) == is_better


@pytest.mark.parametrize(
    ("less", "part"),
    [
        pytest.param(ASTRAY - 0.5, 1.0, id="as it is"),
        pytest.param(ASTRAY + 0.5, 0.5, id="halfway where it went astray"),
    ],
)
def test_a_fit_that_lines_speak_less_for_than_for_the_guess_is_not_followed_all_the_way(
    less: float, part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = packaged_piece_set("polyssimo")
    bgr, facts = picture(7600006, ours, "few")
    corners, away = np.array(facts["corners"]), np.array((6.0, -4.0))
    guess, fit = (pose_from_corners(seen, ours.grid, size_of(bgr)) for seen in (corners, corners + away))
    monkeypatch.setattr("vision.board.trial.examine", lambda *_: SimpleNamespace(score=-3.0))
    monkeypatch.setattr("vision.board.trial.opinion", lambda *_: Opinion(CLEAR, 40, True))
    fitted = cast(Any, (SimpleNamespace(score=-3.0 - less), SimpleNamespace(pose=fit)))
    followed, begun = Trial(bgr, POLYSSIMO)._shown(guess, fitted)
    assert begun.pose == guess
    assert np.allclose(followed.pose.corners_px, corners + part * away, atol=1.0)


@pytest.mark.parametrize(("clear", "looked_into"), [(HOPEFUL - 0.1, False), (HOPEFUL + 0.1, True)])
def test_a_place_is_looked_into_where_its_cells_are_nearly_clear(
    clear: float, looked_into: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = packaged_piece_set("polyssimo")
    bgr, facts = picture(7600006, ours, "few")
    corners = np.array(facts["corners"]) + 40.0  # beside its lines, which would make it hopeful
    pose = pose_from_corners(corners, ours.grid, (facts["width"], facts["height"]))
    fitted: list[object] = []
    monkeypatch.setattr("vision.board.trial.opinion_at", lambda *_: Opinion(clear, 40, True))
    monkeypatch.setattr(Trial, "_fitted_near", lambda _, guess: fitted.append(guess))
    trial = Trial(bgr, POLYSSIMO)
    assert trial.borne_out([pose]) is None
    assert bool(fitted) == looked_into


@pytest.mark.parametrize(
    ("fits", "tried"),
    [
        pytest.param((FITS + 1, -9.0), [0], id="the first"),
        pytest.param((-9.0, FITS + 1), [1], id="the other"),
        pytest.param((FITS - 1, -9.0), [0, 1], id="both where neither is sure"),
    ],
)
def test_only_the_way_round_that_surely_has_the_right_size_is_fitted(
    fits: tuple[float, float], tried: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = packaged_piece_set("polyssimo")
    pose = pose_from_corners(np.array([(40, 40), (280, 40), (280, 260), (40, 260)], float), ours.grid, (320, 300))
    ways = [pose, pose.quarter_turned()]
    fitted: list[object] = []
    monkeypatch.setattr("vision.board.trial.Phases.of", lambda _, way: SimpleNamespace(fit=fits[ways.index(way)]))
    monkeypatch.setattr("vision.board.trial.Size.is_another", True)
    monkeypatch.setattr("vision.board.trial.Size.is_so_by_itself", False)
    trial = Trial(np.full((300, 320, 3), 90, np.uint8), POLYSSIMO)
    monkeypatch.setattr(trial, "_is_hopeful", lambda _: True)
    monkeypatch.setattr(trial, "_is_worth_fitting", lambda *_: True)
    monkeypatch.setattr(trial, "_fitted_near", fitted.append)
    assert trial.borne_out(ways) is None
    assert [ways.index(way) for way in fitted] == tried


def test_a_guess_is_believed_where_its_fit_scores_higher_but_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = packaged_piece_set("polyssimo")
    pose = pose_from_corners(np.array([(40, 40), (280, 40), (280, 260), (40, 260)], float), ours.grid, (320, 300))
    moved = pose_from_corners(pose.corners_px + 2.0, ours.grid, pose.size_px)
    fit = Shown(moved, -4.9, Opinion(5.39, 40, True), fitted=True)
    guess = Shown(pose, -6.5, Opinion(5.5, 40, True), fitted=False)
    assert fit.worth > guess.worth
    assert not fit.is_believed
    trial = Trial(np.full((300, 320, 3), 90, np.uint8), POLYSSIMO)
    monkeypatch.setattr(trial, "_is_hopeful", lambda _: True)
    monkeypatch.setattr(trial, "_fitted_near", lambda _: None)
    monkeypatch.setattr(trial, "_shown", lambda *_: [fit, guess])
    monkeypatch.setattr("vision.board.trial.shows_itself", lambda *_: True)
    monkeypatch.setattr("vision.board.trial.Size.is_another", False)
    found = trial.borne_out([pose])
    assert found is not None
    assert np.abs(found.corners_px - pose.corners_px).max() < 0.5


def shown(score: float, clear: float, at: float, *, fitted: bool = True) -> Shown:
    """Something seen so many pixels to the right and down."""
    ours = packaged_piece_set("polyssimo")
    corners = np.array([(40, 40), (280, 40), (280, 260), (40, 260)], float) + at
    pose = pose_from_corners(corners, ours.grid, (320, 300))
    return Shown(pose, score, Opinion(clear, 40, True), fitted=fitted)


def found_of(ways: list[list[Shown]], ours: list[Shown], monkeypatch: pytest.MonkeyPatch) -> list[Shown]:
    """Which of what is shown of a place is found, if only these would be boards of ours."""
    trial, given = Trial(np.full((300, 320, 3), 90, np.uint8), POLYSSIMO), iter(ways)
    monkeypatch.setattr(trial, "_is_hopeful", lambda _: True)
    monkeypatch.setattr(trial, "_fitted_near", lambda _: None)
    monkeypatch.setattr(trial, "_shown", lambda *_: next(given))
    monkeypatch.setattr("vision.board.trial.shows_itself", lambda *_: True)
    other = property(lambda size: all(size.pose is not one.pose for one in ours))
    monkeypatch.setattr("vision.board.trial.Size.is_another", other)
    found = trial.borne_out([way[0].pose for way in ways])
    return [one for way in ways for one in way if found and np.allclose(found.corners_px, one.pose.corners_px)]


def test_a_fit_that_seems_to_be_of_another_size_is_none_if_the_guess_in_its_place_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fit, guess = shown(-6.9, 5.83, 0.0), shown(-10.8, 5.91, 3.0, fitted=False)
    assert found_of([[fit, guess]], [guess], monkeypatch) == [fit]
    assert found_of([[fit, guess]], [], monkeypatch) == []


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_bare_board_without_lines_is_found_where_it_is_so_by_itself(
    by_itself: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(shown(-6.4, 6.0, 0.0), cells=Opinion(6.0, 0, True))
    monkeypatch.setattr("vision.board.trial.Size.is_so_by_itself", by_itself)
    assert found_of([[bare]], [bare], monkeypatch) == ([bare] if by_itself else [])


@pytest.mark.parametrize("by_itself", [True, False])
def test_what_is_a_board_by_itself_need_not_show_its_print(by_itself: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = shown(-6.4, 5.5, 0.0)
    monkeypatch.setattr("vision.board.trial._shows_its_print", lambda *_: False)
    monkeypatch.setattr("vision.board.trial.Size.is_plain", False)
    monkeypatch.setattr("vision.board.trial.Size.is_so_by_itself", by_itself)
    assert shows_itself(Size(np.zeros((300, 320, 3), np.uint8), bare.pose, bare.cells, POLYSSIMO)) is by_itself


@pytest.mark.parametrize(
    ("ours", "found"),
    [
        pytest.param([0], [0], id="the likelier one"),
        pytest.param([1], [1], id="the other one"),
        pytest.param([0, 1], [], id="either: that cannot be told"),
        pytest.param([], [], id="neither"),
    ],
)
def test_of_two_ways_round_that_are_about_as_likely_the_one_that_is_ours_is_found(
    ours: list[int], found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ways = [shown(-6.4, 5.62, 0.0), shown(-3.6, 5.61, 6.0)]
    assert found_of([[way] for way in ways], [ways[at] for at in ours], monkeypatch) == [ways[at] for at in found]


def test_the_unlikelier_way_round_is_not_found_though_the_other_is_none_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ways = [[shown(-3.0, 5.9, 0.0)], [shown(-3.0, 5.6, 6.0)]]
    assert found_of(ways, ways[1], monkeypatch) == []


@pytest.mark.parametrize("sure", [True, False])
def test_a_board_that_lines_do_not_prove_lies_halfway_to_where_phases_are_sure_to_see_it(
    sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = shown(-3.0, 5.9, 0.0)
    seen = grid_corners(guess.pose.grid) + np.array([0.2, -0.1])
    told = SimpleNamespace(fit=0.0, prove_ours=sure, corners_xy=seen)
    monkeypatch.setattr("vision.board.trial.Phases.of", lambda *_: told)
    trial = Trial(np.full((300, 320, 3), 90, np.uint8), POLYSSIMO)
    monkeypatch.setattr(trial, "_is_hopeful", lambda _: True)
    monkeypatch.setattr(trial, "_fitted_near", lambda _: None)
    monkeypatch.setattr(trial, "_shown", lambda *_: [guess])
    monkeypatch.setattr(trial, "_ours", lambda *_: guess)
    found = trial.borne_out([guess.pose])
    assert found is not None
    moved = (found.corners_px - guess.pose.corners_px) / guess.pose.cell_px
    assert np.abs(moved - ((0.1, -0.05) if sure else (0.0, 0.0))).max() < 0.02
