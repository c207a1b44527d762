"""What is told of trouble says no more than is known."""

import pytest

from referee.piece import packaged_piece_set
from vision.sighting import Problem
from web.telling.words import trouble


@pytest.mark.parametrize(
    ("on", "told"),
    [
        ((), "Something lies on the board that is no piece of this game. Take it away."),
        (("V",), "Illegal: something lies on the V. Place it on free squares."),
        (("V", "I"), "Illegal: something lies on the V and the I. Place it on free squares."),
    ],
)
def test_what_lies_on_others_without_a_name_may_be_a_piece(on: tuple[str, ...], told: str) -> None:
    assert trouble(Problem("unknown", None, ((2, 2), (2, 3)), on), packaged_piece_set("polyssimo")) == told
