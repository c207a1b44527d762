"""A piece over the edge is rarer than one within it: a doubtful cell beyond is no reason to ask."""

from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.assemble import explain, scores
from vision.catalogue import Catalogue, catalogue
from vision.claims import claims
from vision.reading import RING, Reading

WITHIN: Cells = ((2, 0), (3, 0), (3, 1), (4, 1))
BEYOND = (2, -1)
"""With this square too it would be the W of five, hanging over the edge."""


def reading(every: Catalogue, beyond: float) -> Reading:
    """The S of four at the edge, and this evidence that it goes on beyond."""
    shape = (every.grid.rows + 2 * RING, every.grid.cols + 2 * RING)
    low = np.full(shape, -9, np.float32)
    occupied, right, down = low.copy(), low.copy(), low.copy()
    whole = (*WITHIN, BEYOND)
    for row, col in whole:
        occupied[row + RING, col + RING] = 9
        right[row + RING, col + RING] = 9 if (row, col + 1) in whole else -9
        down[row + RING, col + RING] = 9 if (row + 1, col) in whole else -9
    occupied[BEYOND[0] + RING, BEYOND[1] + RING] = beyond
    paints, lab = np.zeros((2, *shape), np.float32), np.zeros((*shape, 3), np.float32)
    return Reading(every.grid, occupied, right, down, low, low, paints, lab, 0.75)


def said_of(every: Catalogue, beyond: float) -> set[str]:
    seen = reading(every, beyond)
    return {piece.piece for piece in claims(explain(scores(seen, every), every), seen, every).pieces}


@pytest.mark.parametrize(("beyond", "piece"), [(-4.5, "S4"), (9.0, "W5")])
def test_in_the_puzzle_a_piece_hangs_over_the_edge_only_where_that_is_clear(beyond: float, piece: str) -> None:
    assert said_of(catalogue(packaged_piece_set("polyssimo-puzzle")), beyond) == {piece}


def test_without_that_cost_it_would_be_asked() -> None:
    every = catalogue(packaged_piece_set("polyssimo-puzzle"))
    assert said_of(replace(every, kind=replace(every.kind, hanging=0.0)), -4.5) == set()
