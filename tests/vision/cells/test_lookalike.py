"""What cells show whatever the light says which of them are filled and which are bare."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from referee.grid import GridSize
from tests.readings import clear_reading
from vision.cells.ground import FEWEST_BARE
from vision.cells.lookalike import AGAINST, FEWEST_FULL, MOST, with_lookalikes
from vision.cells.reading import RING, Reading
from vision.cells.relief import relief_of
from vision.frame import Picture
from vision.kind import ByRelief

SCALE = 16
GRID = GridSize(8, 8)
BY_RELIEF = ByRelief(each=8.4, anyway=0.5)
PIECES = tuple((row, col) for row in (0, 1) for col in range(8))
"""Smooth cells, as pieces are; all others show the lines of the board."""
BURNT, BARE = (1, 3), (5, 4)
"""Of a piece that a lamp burns out, and of the board in a glare."""
BARE_AMONG = (4, 4)
"""One with pieces on all sides."""


def inner(cell: tuple[int, int]) -> tuple[slice, slice]:
    """The pixels of a cell."""
    row, col = (SCALE * (RING + place) for place in cell)
    return slice(row, row + SCALE), slice(col, col + SCALE)


def board(shade: float | npt.NDArray[np.float64] = 1.0) -> Picture:
    """A lined board in a light that fades from left to right, smooth pieces on it, of which one cell is burnt out, and
    a glare on the board."""
    tall, wide = (GRID.rows + 2 * RING) * SCALE, (GRID.cols + 2 * RING) * SCALE
    level = np.full((tall, wide), 150.0)
    level[(np.arange(tall) + 1) % SCALE < 2] -= 25
    level[:, (np.arange(wide) + 1) % SCALE < 2] -= 25
    for cell in PIECES:
        level[inner(cell)] = 110
    down, right = np.mgrid[:tall, :wide] / SCALE - RING - 0.5
    level *= np.linspace(1, 0.6, wide) + 0.5 * np.exp(-((down - BARE[0]) ** 2 + (right - BARE[1]) ** 2) / 4)
    level[inner(BURNT)] = 250
    noise = np.random.default_rng(3).normal(0, 2, level.shape)
    return np.repeat(np.clip(level * shade + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def reading(*, burnt: float = -2.0, bare: float = 2.0, pieces: int = len(PIECES)) -> Reading:
    """What is seen of the board with so much evidence for a filled cell at the two doubtful ones; so many cells of
    pieces are sure."""
    return doubted(dict.fromkeys(PIECES[pieces:], 0.5) | {BURNT: burnt, BARE: bare})


def doubted(cells: dict[tuple[int, int], float]) -> Reading:
    """What is seen of the board, of some cells with so much evidence that they are filled."""
    seen = clear_reading(GRID, [PIECES], 0.25)
    occupied = seen.occupied.copy()
    for (row, col), odds in cells.items():
        occupied[row + RING, col + RING] = odds
    return replace(seen, occupied=occupied, relief=relief_of(board(), SCALE))


def grid() -> npt.NDArray[np.bool_]:
    """Which cells are no ring around it."""
    return np.pad(np.ones((GRID.rows, GRID.cols), bool), RING)


def gained(seen: Reading, cell: tuple[int, int], by_relief: ByRelief | None = BY_RELIEF) -> float:
    """The evidence for a filled cell that its relief gives."""
    told = with_lookalikes(seen, by_relief)
    return told.at(told.occupied, cell) - seen.at(seen.occupied, cell)


def test_a_burnt_out_piece_shows_no_lines_and_the_board_in_a_glare_does() -> None:
    assert gained(reading(), BURNT) == MOST
    assert -MOST <= gained(reading(), BARE) < -1
    assert gained(reading(burnt=-7.0), BURNT) > 2, "half of it: it is not held against itself as a bare one"
    assert gained(reading(bare=7.0), BARE) < -1


def test_all_others_are_told_what_they_are() -> None:
    seen, told = reading(), with_lookalikes(reading(), BY_RELIEF)
    for cell in GRID:
        if cell not in (BURNT, BARE):
            assert (told.at(told.occupied, cell) > seen.at(seen.occupied, cell)) == (cell in PIECES)
    assert (told.occupied[~grid()] == seen.occupied[~grid()]).all()


def in_shade(light: float) -> list[float]:
    """What is gained by bare cells in doubt in a shade, which ends within the cells beside them."""
    doubtful = [(row, col) for row in (4, 5, 6) for col in (5, 6)]
    shade = np.ones(board().shape[:2])
    shade[round((RING + 3.5) * SCALE) : round((RING + 7.5) * SCALE), round((RING + 4.5) * SCALE) :] = light
    seen = replace(doubted(dict.fromkeys(doubtful, 0.5)), relief=relief_of(board(shade), SCALE))
    return [gained(seen, cell) for cell in doubtful]


def test_bare_board_in_the_shade_shows_its_lines() -> None:
    assert max(in_shade(0.6)) < -1


@pytest.mark.parametrize("light", [0.4, 0.25, 0.15])
def test_in_deep_shade_nothing_tells_for_a_piece(light: float) -> None:
    assert max(in_shade(light)) <= 0


@pytest.mark.parametrize("even", [-9.0, 9.0])
def test_what_is_wholly_even_is_no_error(even: float) -> None:
    """As bare cells are in a black picture, and pieces wholly burnt out."""
    seen = reading()
    relief = relief_of(board(), SCALE)
    flat = np.where((seen.occupied == even)[..., None], 0, relief.places).astype(np.float32)
    for places in (flat, np.zeros_like(flat)):
        told = with_lookalikes(replace(seen, relief=replace(relief, places=places)), BY_RELIEF)
        assert np.isfinite(told.occupied).all()


def test_what_counts_for_nothing_stays_so() -> None:
    assert gained(reading().without([BURNT]), BURNT) == 0


def test_beside_what_may_hide_a_cell_nothing_is_told() -> None:
    seen = reading()
    hidden = seen.hidden.copy()
    hidden[BURNT[0] + RING + 1, BURNT[1] + RING + 1] = -2.0
    near = replace(seen, hidden=hidden)
    assert gained(near, BURNT) == 0
    assert gained(near, BARE) < -1


def test_of_what_may_lie_askew_nothing_is_told() -> None:
    seen = reading()
    troubled = seen.troubled.copy()
    troubled[BURNT[0] + RING, BURNT[1] + RING] = -2.0
    assert gained(replace(seen, troubled=troubled), BURNT) == 0
    assert gained(replace(seen, troubled=troubled), BARE) < -1


def test_bare_cells_among_the_sides_of_pieces_are_not_filled() -> None:
    """Dark sides hide the lines of the board, and the cell shows a frame as pieces do."""
    among = [(4, 3), (4, 5), (3, 4), (5, 4)]
    frame = np.zeros((SCALE // 2, SCALE // 2), np.float32)
    frame[0], frame[-1], frame[:, 0], frame[:, -1] = (-0.3,) * 4
    seen = reading(bare=-1.5)
    occupied, relief = seen.occupied.copy(), relief_of(board(), SCALE)
    places = relief.places.copy()
    noise = np.random.default_rng(8)
    for row, col in (*PIECES, *among, BARE_AMONG):
        places[row + RING, col + RING] = frame.ravel() + noise.normal(0, 0.01, frame.size)
    for row, col in among:
        occupied[row + RING, col + RING] = 9
    occupied[BARE_AMONG[0] + RING, BARE_AMONG[1] + RING] = -1.5
    told = replace(seen, occupied=occupied, relief=replace(relief, places=places))
    alone = occupied.copy()
    for row, col in among:
        alone[row + RING, col + RING] = -0.5
    assert gained(replace(told, occupied=alone), BARE_AMONG) == MOST
    assert gained(told, BARE_AMONG) < 2


def test_without_sure_pieces_nothing_tells_for_one() -> None:
    assert gained(reading(pieces=FEWEST_FULL), BURNT) > 1
    assert gained(reading(pieces=FEWEST_FULL - 2), BURNT) == 0  # with the bare one that counts as filled
    assert gained(reading(pieces=FEWEST_FULL - 2), BARE) < -1


@pytest.mark.parametrize(("bare", "told"), [(FEWEST_BARE - 1, False), (FEWEST_BARE, True)])
def test_with_hardly_a_bare_cell_all_stays(bare: int, told: bool) -> None:
    seen = reading(burnt=0.5)
    doubtful = seen.occupied.copy()
    doubtful.ravel()[np.flatnonzero(grid() & (seen.occupied < 0))[bare:]] = 0.5
    assert (gained(replace(seen, occupied=doubtful), BURNT) > 0) == told


def test_in_games_whose_relief_tells_nothing_all_stays() -> None:
    assert gained(reading(), BURNT, by_relief=None) == 0
    assert gained(replace(reading(), relief=None), BURNT) == 0


def test_what_tells_against_a_piece_counts_for_less() -> None:
    against, speaks_for = (gained(reading(), BARE, ByRelief(0.0, anyway)) for anyway in (-1.0, 1.0))
    assert against == pytest.approx(-AGAINST)
    assert speaks_for == pytest.approx(1)
