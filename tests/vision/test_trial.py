"""Whether a fit or the guess it came from is taken."""

from typing import Any, cast

import pytest

from vision.opinion import Opinion
from vision.trial import Shown

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
