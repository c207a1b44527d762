"""What cells show whatever the light, and what that says of filled and bare ones."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from referee.grid import GridSize
from tests.readings import clear_reading
from vision.cells.reading import RING, Reading
from vision.cells.relief import AGAINST, FEWEST_BARE, FEWEST_FULL, MOST, relief_of, with_relief
from vision.frame import Picture
from vision.kind import Relieved

SCALE = 16
GRID = GridSize(8, 8)
RELIEVED = Relieved(each=8.8, anyway=0.4)
PIECES = tuple((row, col) for row in (0, 1) for col in range(8))
"""Smooth cells, as pieces are; all others show the lines of the board."""
BURNT, BARE = (1, 3), (5, 4)
"""Of a piece that a lamp burns out, and of the board in a glare."""


def inner(cell: tuple[int, int]) -> tuple[slice, slice]:
    """The pixels of a cell."""
    row, col = (SCALE * (RING + place) for place in cell)
    return slice(row, row + SCALE), slice(col, col + SCALE)


def board(light: float = 1.0) -> Picture:
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
    return np.repeat(np.clip(level * light + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def reading(*, burnt: float = -2.0, bare: float = 2.0, pieces: int = len(PIECES)) -> Reading:
    """What is seen of the board with so much evidence for a filled cell at the two doubtful ones; so many cells of
    pieces are sure."""
    seen = clear_reading(GRID, [PIECES], 0.25)
    occupied = seen.occupied.copy()
    for number, (row, col) in enumerate(PIECES):
        occupied[row + RING, col + RING] = 9.0 if number < pieces else 0.5
    for (row, col), odds in ((BURNT, burnt), (BARE, bare)):
        occupied[row + RING, col + RING] = odds
    return replace(seen, occupied=occupied, relief=relief_of(board(), SCALE))


def grid() -> npt.NDArray[np.bool_]:
    """Which cells are no ring around it."""
    return np.pad(np.ones((GRID.rows, GRID.cols), bool), RING)


def gained(seen: Reading, cell: tuple[int, int], relieved: Relieved | None = RELIEVED) -> float:
    """The evidence for a filled cell that its relief gives."""
    return with_relief(seen, relieved).at(with_relief(seen, relieved).occupied, cell) - seen.at(seen.occupied, cell)


def test_a_burnt_out_piece_shows_no_lines_and_the_board_in_a_glare_does() -> None:
    assert gained(reading(), BURNT) == MOST
    assert -MOST <= gained(reading(), BARE) < -1
    assert gained(reading(burnt=-7.0), BURNT) == MOST, "though it counts as bare, it is not held against itself"
    assert gained(reading(bare=7.0), BARE) < -1


def test_all_others_are_told_what_they_are() -> None:
    seen, told = reading(), with_relief(reading(), RELIEVED)
    for cell in GRID:
        if cell not in (BURNT, BARE):
            assert (told.at(told.occupied, cell) > seen.at(seen.occupied, cell)) == (cell in PIECES)
    assert (told.occupied[~grid()] == seen.occupied[~grid()]).all()


def test_light_changes_nothing() -> None:
    bright, dark = (relief_of(board(light), SCALE) for light in (1.0, 0.7))
    seen = reading()
    assert gained(replace(seen, relief=dark), BURNT) == pytest.approx(gained(seen, BURNT), abs=0.5)
    assert gained(replace(seen, relief=dark), BARE) == pytest.approx(gained(seen, BARE), abs=1.0)
    assert bright.shape == dark.shape == (*seen.occupied.shape, (SCALE // 2) ** 2)


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


def test_without_sure_pieces_only_the_board_tells() -> None:
    assert gained(reading(pieces=FEWEST_FULL), BURNT) > 1
    assert gained(reading(pieces=FEWEST_FULL - 2), BURNT) == 0  # with the bare one that counts as filled
    assert gained(reading(pieces=FEWEST_FULL - 2), BARE) < -1


@pytest.mark.parametrize(("bare", "told"), [(FEWEST_BARE - 1, False), (FEWEST_BARE, True)])
def test_with_hardly_a_bare_cell_all_stays(bare: int, told: bool) -> None:
    seen = reading(burnt=0.0)
    doubtful = seen.occupied.copy()
    doubtful.ravel()[np.flatnonzero(grid() & (seen.occupied < 0))[bare:]] = 0
    assert (gained(replace(seen, occupied=doubtful), BURNT) > 0) == told


def test_in_games_whose_relief_tells_nothing_all_stays() -> None:
    assert gained(reading(), BURNT, relieved=None) == 0
    assert gained(replace(reading(), relief=None), BURNT) == 0


def test_what_tells_against_a_piece_counts_for_less() -> None:
    against, speaks_for = (gained(reading(), BARE, Relieved(0.0, anyway)) for anyway in (-1.0, 1.0))
    assert against == pytest.approx(-AGAINST)
    assert speaks_for == pytest.approx(1)
