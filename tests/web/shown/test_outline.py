"""Outlines and stripes of pieces."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.piece import packaged_piece_set
from vision.drawing.sketch import Loop
from web.shown.outline import circle, heart, outline, rectangle, stripes

PIECES = packaged_piece_set("polyssimo").pieces


def area(loops: tuple[Loop, ...]) -> float:
    return sum((x * v - u * y) / 2 for loop in loops for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True))


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: str(piece.id))
def test_an_outline_holds_the_squares_of_its_piece(piece) -> None:
    assert area(outline(piece.cells, 0, 0)) == pytest.approx(piece.squares)
    assert piece.squares * 0.8 < area(outline(piece.cells)) < piece.squares


def test_a_ring_has_an_outer_and_an_inner_outline() -> None:
    ring = tuple((row, col) for row in range(3) for col in range(3) if (row, col) != (1, 1))
    assert len(outline(ring)) == 2
    assert area(outline(ring, 0, 0)) == pytest.approx(8)


@given(st.floats(0, 180), st.floats(0.15, 0.6), st.floats(0.2, 0.8))
def test_stripes_cover_about_their_share(degrees: float, period: float, share: float) -> None:
    cells = tuple((row, col) for row in range(6) for col in range(6))
    covered = sum(abs(area((loop,))) for loop in stripes(cells, degrees, period, share, inset=0))
    assert covered / 36 == pytest.approx(share, abs=0.12)


def test_shapes_to_draw_with_have_their_size() -> None:
    assert area((rectangle(1, 1, 2, 3),)) == pytest.approx(6)
    assert area((circle(0, 0, 1, 360),)) == pytest.approx(math.pi, rel=1e-3)
    assert heart(((0, 0), (0, 1), (0, 2))) == (0, 1)
