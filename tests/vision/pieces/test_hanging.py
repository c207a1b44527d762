"""A piece over the edge is rarer than one within it: a doubtful cell beyond is no reason to ask."""

from dataclasses import replace

import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from tests.readings import clear_reading
from vision.cells.reading import RING, Reading
from vision.pieces.assemble import explain
from vision.pieces.catalogue import Catalogue, catalogue
from vision.pieces.claims import claims
from vision.pieces.scores import scores

WITHIN: Cells = ((2, 0), (3, 0), (3, 1), (4, 1))
BEYOND = (2, -1)
"""With this square too it would be the W of five, hanging over the edge."""


def reading(every: Catalogue, beyond: float) -> Reading:
    """The S of four at the edge, and this evidence that it goes on beyond."""
    seen = clear_reading(every.grid, [(*WITHIN, BEYOND)], 0.75)
    occupied = seen.occupied.copy()
    occupied[BEYOND[0] + RING, BEYOND[1] + RING] = beyond
    return replace(seen, occupied=occupied)


def said_of(every: Catalogue, beyond: float) -> set[str]:
    seen = reading(every, beyond)
    return {piece.piece for piece in claims(explain(scores(seen, every), every), seen, every).pieces}


@pytest.mark.parametrize(("beyond", "piece"), [(-4.5, "S4"), (9.0, "W5")])
def test_in_the_puzzle_a_piece_hangs_over_the_edge_only_where_that_is_clear(beyond: float, piece: str) -> None:
    assert said_of(catalogue(packaged_piece_set("polyssimo-puzzle")), beyond) == {piece}


def test_without_that_cost_it_would_be_asked() -> None:
    every = catalogue(packaged_piece_set("polyssimo-puzzle"))
    light = replace(every.kind, odds=replace(every.kind.odds, hanging=0.0))
    assert said_of(replace(every, kind=light), -4.5) == set()
