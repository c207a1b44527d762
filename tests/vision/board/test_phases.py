"""Whether a grid fits a board is told by where in its cells each place of the grid lies."""

import json
from pathlib import Path

import numpy as np
import pytest

from referee.grid import GridSize
from vision.board.phases import FITS, Phases
from vision.frame import Picture
from vision.pictures.picture import read_picture
from vision.pose import BoardPose, Points, grid_corners, pose_from_corners

PHOTOS = Path(__file__).parents[2] / "data" / "photos"
SIZE = (11, 12)


def laid(name: str, rows: int, cols: int, off: float = 0.0) -> tuple[Picture, BoardPose]:
    """A picture, and in it a grid of so many rows and columns, stretched to the board's outline, or ``off`` it by so
    many cells."""
    bgr = read_picture(PHOTOS / f"{name}.jpg")
    corners: Points = np.array(json.loads((PHOTOS / f"{name}.json").read_text())["corners"])
    corners = corners + off * (corners[1] - corners[0]) / SIZE[1]
    return bgr, pose_from_corners(corners, GridSize(rows, cols), (bgr.shape[1], bgr.shape[0]))


def phases_of(name: str, rows: int, cols: int, off: float = 0.0) -> Phases:
    return Phases.of(*laid(name, rows, cols, off))


@pytest.mark.parametrize("name", ["001_overlap", "009_full", "014_few", "020_overhang"])
def test_a_grid_fits_a_board_of_its_size_and_no_other(name: str) -> None:
    ours = phases_of(name, *SIZE)
    assert ours.fit > FITS
    assert ours.ends > 0
    for rows, cols in ((10, 12), (12, 12), (11, 11), (11, 13), (12, 11), (13, 12)):
        assert phases_of(name, rows, cols).fit < 0


def test_a_grid_that_lies_a_cell_beside_the_board_fits_its_lines_but_does_not_end_with_it() -> None:
    beside = phases_of("014_few", *SIZE, off=1.0)
    assert beside.fit > FITS
    assert beside.ends < 0


@pytest.mark.parametrize(
    ("rows", "cols", "off", "another"), [(*SIZE, 0.0, False), (*SIZE, 1.0, True), (12, 12, 0.0, True)]
)
def test_another_board_is_told_by_a_grid_that_does_not_fit_or_does_not_end(
    rows: int, cols: int, off: float, another: bool
) -> None:
    assert phases_of("014_few", rows, cols, off).tell_another is another


def turned(cells: int, times: float, shift: float = 0.0) -> np.ndarray:
    """Phases that turn round so many times from one end to the other, and are wholly sure."""
    where = (np.arange(cells) + 0.5) / cells
    return np.exp(2j * np.pi * (times * where + shift))


@pytest.mark.parametrize(("rows", "cols", "fits"), [(0, 0, True), (1, 0, False), (0, -2, False), (3, 3, False)])
def test_phases_that_turn_round_are_those_of_lines_that_are_missing_or_too_many(
    rows: int, cols: int, fits: bool
) -> None:
    down = np.tile(turned(11, rows, 0.1)[:, None], 12)
    across = np.tile(turned(12, cols), (11, 1))
    assert (Phases(across, down, np.zeros((13, 14))).fit > 0) is fits


@pytest.mark.parametrize(("shift", "fit"), [(0.0, 1.0), (0.2, 1.0), (-0.2, 1.0), (0.5, np.cos(0.6 * np.pi))])
def test_a_grid_may_lie_a_little_beside_the_lines_but_not_between_them(shift: float, fit: float) -> None:
    """Of all cells alike none speaks for a row more or less; what is left is how much the shift costs, a cell."""
    down = np.tile(turned(11, 0, shift)[:, None], 12)
    across = np.tile(turned(12, 0), (11, 1))
    assert Phases(across, down, np.zeros((13, 14))).fit == pytest.approx(fit)


def test_nothing_that_is_seen_tells_nothing() -> None:
    dark = np.zeros(SIZE, complex)
    assert Phases(dark, dark, np.zeros((13, 14))).fit == 0


@pytest.mark.parametrize("corner_off", [(0.0, 0.0), (0.1, -0.15), (-0.2, 0.05)])
def test_corners_are_where_the_phases_of_all_cells_put_them(corner_off: tuple[float, float]) -> None:
    """A board of which the last corner lies elsewhere; some cells tell nothing, and some something else."""
    rows, cols = SIZE
    middles = (np.arange(rows) + 0.5) / rows, (np.arange(cols) + 0.5) / cols
    share = (middles[0][:, None] + middles[1]) / 2
    off = [share * -cells for cells in corner_off]
    across, down = (np.exp(2j * np.pi * each) for each in off)
    across[3, 4:9], down[:3, 2] = 0.0, 1j
    corners = grid_corners(GridSize(rows, cols))
    found = Phases(across, down, np.zeros((rows + 2, cols + 2))).corners_xy - corners
    shares = (corners / (cols, rows)).mean(axis=1)
    assert np.abs(found - shares[:, None] * np.array(corner_off)).max() < 0.02


def test_a_grid_a_little_beside_the_board_is_seen_to_be_so() -> None:
    beside = phases_of("014_few", *SIZE, off=0.2)
    corners = grid_corners(GridSize(*SIZE))
    assert np.abs(beside.corners_xy - corners - (-0.2, 0.0)).max() < 0.08
