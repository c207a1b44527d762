"""How dark the lines between cells are, and what that says of borders in doubt."""

from dataclasses import replace

import numpy as np
import pytest

from referee.grid import GridSize
from tests.readings import clear_reading
from vision.cells.reading import RING, Reading
from vision.cells.seam import FEWEST, PLAIN, lines_of, with_seams
from vision.frame import Picture

SCALE = 32
GRID = GridSize(4, 6)
BAR = tuple((row, col) for row in range(4) for col in range(6))
SEAMED, WHOLE, EDGE = 1, 2, 4
"""Columns behind which there is a dark line, nothing, and an edge between light and dark."""


def board(*, darkness: float, seed: int = 3) -> Picture:
    """Noise, with a dark line behind one column and all darker from another on."""
    rng = np.random.default_rng(seed)
    light = np.full((GRID.rows * SCALE, GRID.cols * SCALE), 170.0)
    light[:, (SEAMED + 1) * SCALE - 1 : (SEAMED + 1) * SCALE + 1] -= darkness
    light[:, (EDGE + 1) * SCALE :] -= 60
    return np.repeat(np.clip(light + rng.normal(0, 2, light.shape), 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def test_a_dark_line_is_seen_and_an_edge_is_none() -> None:
    right, down = lines_of(board(darkness=40), SCALE)
    assert right.shape == down.shape == (GRID.rows, GRID.cols)
    assert (right[:, SEAMED] < -20).all()
    assert (np.abs(np.delete(right, SEAMED, axis=1)) < 5).all()
    assert (np.abs(down) < 5).all()


def doubted(*, seam: float, whole: float, doubtful: float, sure: int) -> Reading:
    """A full board on which the first borders between columns are seams for sure, and the one that is asked about may
    be either; lines look as they are said to."""
    seen = clear_reading(GRID, [BAR], 0.1)
    right, lines = seen.joined_right.copy(), np.full((2, *seen.joined_right.shape), whole, np.float32)
    lines += np.random.default_rng(1).normal(0, 0.5, lines.shape).astype(np.float32)
    for at in range(sure):
        place = (RING + at % GRID.rows, RING + at // GRID.rows)
        right[place], lines[(0, *place)] = -PLAIN - 1, seam
    right[RING, RING + WHOLE], lines[0, RING, RING + WHOLE] = 0.5, doubtful
    return replace(seen, joined_right=right, lines=lines)


@pytest.mark.parametrize(
    ("reading", "is_seam"),
    [
        pytest.param(doubted(seam=-30, whole=0, doubtful=-29, sure=FEWEST), True, id="as dark as seams are"),
        pytest.param(doubted(seam=-30, whole=0, doubtful=-1, sure=FEWEST), False, id="as light as none are"),
        pytest.param(doubted(seam=-6, whole=0, doubtful=-6, sure=FEWEST), True, id="where seams are hardly darker"),
    ],
)
def test_a_border_in_doubt_is_what_it_looks_like_in_its_own_picture(reading: Reading, is_seam: bool) -> None:
    told = with_seams(reading).joined((0, WHOLE), (0, WHOLE + 1))
    assert told < -0.5 if is_seam else told > 1.5


@pytest.mark.parametrize(
    "reading",
    [
        pytest.param(doubted(seam=-30, whole=0, doubtful=-29, sure=FEWEST - 1), id="too few seams"),
        pytest.param(replace(doubted(seam=-30, whole=0, doubtful=-29, sure=FEWEST), lines=None), id="no lines known"),
    ],
)
def test_nothing_is_told_where_too_little_is_known(reading: Reading) -> None:
    assert (with_seams(reading).joined_right == reading.joined_right).all()


def test_where_seams_look_like_none_they_tell_nothing() -> None:
    reading = doubted(seam=0, whole=0, doubtful=0, sure=FEWEST)
    told = with_seams(reading).joined((0, WHOLE), (0, WHOLE + 1))
    assert told == pytest.approx(0.5, abs=0.2)
