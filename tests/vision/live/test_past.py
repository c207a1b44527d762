"""What is remembered of how squares looked, by values."""

import numpy as np

from referee.grid import Cell
from vision.live.past import Now, Past
from vision.live.squares import PARTS, Colours


def test_what_comes_to_lie_where_something_lay_before_is_not_seen_as_that() -> None:
    """How a square looked earlier tells nothing once it has been bare."""
    past, cell = Past(), (4, 0)
    looks = [np.full((2, PARTS, PARTS, 3), level, np.float32) for level in (20.0, 60.0, 100.0)]
    others = {(8, col): looks[0] for col in range(9)}

    def now(look: Colours, lying: set[Cell]) -> Now:
        return past.compared({cell: look, **others}, lying)

    def shows(look: Colours, lying: set[Cell]) -> None:
        past.remember(now(look, lying), {cell, *others}, lying)

    shows(looks[0], set())
    for look in (looks[1], looks[2]):
        shows(look, {cell})
    assert cell in past.differences(now(looks[1], {cell})).same
    shows(looks[0], set())
    shows(looks[2], {cell})
    assert cell in past.differences(now(looks[1], {cell})).changed
