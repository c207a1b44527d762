"""Whether a fit or the guess it came from is taken."""

from typing import Any, cast

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.kind import POLYSSIMO
from vision.opinion import Opinion
from vision.pose import pose_from_corners
from vision.simulated.still import picture
from vision.trial import HOPEFUL, Shown, Trial

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


@pytest.mark.parametrize(("clear", "looked_into"), [(HOPEFUL - 0.1, False), (HOPEFUL + 0.1, True)])
def test_a_place_is_looked_into_where_its_cells_are_nearly_clear(
    clear: float, looked_into: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = packaged_piece_set("polyssimo")
    bgr, facts = picture(7600006, ours, "few")
    corners = np.array(facts["corners"]) + 40.0  # beside its lines, which would make it hopeful
    pose = pose_from_corners(corners, ours.grid, (facts["width"], facts["height"]))
    fitted: list[object] = []
    monkeypatch.setattr("vision.trial.opinion_at", lambda *_: Opinion(clear, 40, True))
    monkeypatch.setattr(Trial, "_fitted_near", lambda _, guess: fitted.append(guess))
    trial = Trial(bgr, POLYSSIMO)
    assert trial.borne_out([pose]) is None
    assert bool(fitted) == looked_into


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
    monkeypatch.setattr("vision.trial.is_ours", lambda *_: True)
    found = trial.borne_out([pose])
    assert found is not None
    assert np.abs(found.corners_px - pose.corners_px).max() < 0.5
