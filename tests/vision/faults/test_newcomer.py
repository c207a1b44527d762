"""What has come askew in a live game is known by all that has changed: by drawn patches and by simulated tables."""

from collections.abc import Collection

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.grid import Cell
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from tests.benchmarks.laid_wrongly import outcome, table, watched
from vision.cells.reading import RING, Reading
from vision.faults.newcomer import Newcomer, find_newcomer
from vision.frame import Picture
from vision.motion.settle import SmallView
from vision.names import seen_set
from vision.pieces.before import Change
from vision.pieces.catalogue import catalogue
from vision.pose import pose_from_corners

PATCHES = packaged_piece_set("patchwork")
EVERY = catalogue(PATCHES)
HEIGHT = 0.1
POSE = pose_from_corners(
    np.array([[120.0, 60.0], [500.0, 75.0], [540.0, 430.0], [90.0, 415.0]]), PATCHES.grid, (640, 480)
)
CLOTH = np.random.default_rng(3).integers(120, 150, (480, 640, 3), np.uint8)
SHAPES = {name: PATCHES.by_id[name].cells for name in ("p13", "p20", "p28")}
"""Patches whose shapes only they have."""


def reading() -> Reading:
    """Nothing is seen on the quilt, and all of it has one paint."""
    side = PATCHES.grid.rows + 2 * RING
    nothing = np.zeros((side, side))
    paints = np.stack([nothing + 1, nothing])
    return Reading(PATCHES.grid, nothing, nothing, nothing, nothing, nothing, paints, np.zeros((side, side, 3)), HEIGHT)


def with_patch(
    bgr: Picture,
    shape: Cells,
    middle: tuple[float, float],
    turn_deg: float,
) -> Picture:
    """The same with a dark patch whose middle is at (x, y), in cells."""
    drawn, angle = bgr.copy(), np.radians(turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    about = np.array(middle_of(shape))
    for row, col in shape:
        square = np.array([(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)], float)
        placed = (square - about) @ turn + middle
        corners = POSE.project(np.column_stack([placed, np.full(4, HEIGHT)]))
        cv2.fillConvexPoly(drawn, np.rint(corners).astype(np.int32), (60, 40, 40))
    return drawn


def middle_of(cells: Cells) -> tuple[float, float]:
    """The middle (x, y) of some cells."""
    down, right = np.mean(np.array(cells, float), axis=0) + 0.5
    return float(right), float(down)


def come(before: Picture, now: Picture, *lying: int, claimed: Collection[Cell] = ()) -> Newcomer | None:
    view = SmallView(POSE)
    return find_newcomer(Change(view(before), view(now), POSE), reading(), lying, claimed, EVERY)


@settings(max_examples=6)
@given(
    st.sampled_from(sorted(SHAPES)),
    st.tuples(st.floats(3.5, 5.5), st.floats(3.5, 5.5)),
    st.floats(12.0, 78.0),
)
def test_a_patch_that_is_turned_is_named_wherever_it_lies(
    name: str, middle: tuple[float, float], turn_deg: float
) -> None:
    found = come(CLOTH, with_patch(CLOTH, SHAPES[name], middle, turn_deg))
    assert found is not None
    assert (found.kind, found.piece, found.is_told) == ("misaligned", name, True)
    squares = len(SHAPES[name])
    assert squares <= len(found.cells) <= 3 * squares


@pytest.mark.parametrize("off", [0.0, 0.15, -0.15])
@pytest.mark.parametrize("name", sorted(SHAPES))
def test_a_patch_on_the_cells_or_hardly_off_them_is_none_of_its_business(name: str, off: float) -> None:
    shape = SHAPES[name]
    right, down = middle_of(shape)
    assert come(CLOTH, with_patch(CLOTH, shape, (3 + right + off, 3 + down), 0.0)) is None


def test_a_patch_half_a_cell_off_is_named_with_the_cells_it_covers() -> None:
    found = come(CLOTH, with_patch(CLOTH, SHAPES["p13"], (4.0, 4.0), 0.0))
    cells = tuple((row, col) for row in (3, 4) for col in (2, 3, 4, 5))
    assert found == Newcomer("misaligned", "p13", cells, True)


def test_a_patch_over_the_edge_is_told_where_it_lies() -> None:
    cells: Cells = ((2, 8), (3, 7), (3, 8), (3, 9), (4, 8))
    assert come(CLOTH, with_patch(CLOTH, SHAPES["p20"], (8.5, 3.5), 0.0)) == Newcomer("overhang", "p20", cells, True)


@pytest.mark.parametrize(("row", "turn_deg"), [(10.0, 0.0), (10.6, 30.0)])
def test_a_patch_laid_beside_the_board_is_none_of_its_business(row: float, turn_deg: float) -> None:
    beside = with_patch(CLOTH, SHAPES["p13"], (4.0, row), turn_deg)
    assert come(CLOTH, beside) is None
    both = with_patch(beside, SHAPES["p20"], (4.5, 4.5), 30.0)
    assert come(CLOTH, both) == come(CLOTH, with_patch(CLOTH, SHAPES["p20"], (4.5, 4.5), 30.0)) is not None


def test_whether_one_that_hangs_over_lies_on_others_besides_is_not_its_business() -> None:
    below = EVERY.find("p01", ((3, 7), (4, 7)))
    assert below is not None
    assert come(CLOTH, with_patch(CLOTH, SHAPES["p20"], (8.5, 3.5), 0.0), below) is None


def test_what_may_be_many_things_is_not_told() -> None:
    domino = PATCHES.by_id["p01"].cells
    assert come(CLOTH, with_patch(CLOTH, domino, (4.5, 4.5), 40.0)) is None
    two = with_patch(with_patch(CLOTH, SHAPES["p13"], (2.5, 2.5), 30.0), SHAPES["p20"], (6.5, 6.5), 30.0)
    assert come(CLOTH, two) is None
    assert come(CLOTH, CLOTH) is None


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_a_patch_that_is_taken_away_leaves_nothing_that_lies_wrongly(name: str) -> None:
    stays = tuple(sorted((row + 6, col + 5) for row, col in PATCHES.by_id["p22"].cells))
    goes = tuple(sorted((row + 1, col + 1) for row, col in SHAPES[name]))
    numbers = [number for number in (EVERY.find("p22", stays), EVERY.find(name, goes)) if number is not None]
    assert len(numbers) == 2
    one = with_patch(CLOTH, stays, middle_of(stays), 0.0)
    both, view = with_patch(one, goes, middle_of(goes), 0.0), SmallView(POSE)
    assert Change(view(both), view(one), POSE).outline(HEIGHT, 4, 0).sum() > 0.6 * 4**2 * len(goes)
    assert come(both, one, *numbers) is None


@pytest.mark.parametrize(("lying", "come_is"), [("p05", "p32"), ("p19", "p27")])
def test_of_two_patches_of_one_shape_the_other_may_come(lying: str, come_is: str) -> None:
    number = EVERY.find(lying, tuple(sorted((row, col) for row, col in PATCHES.by_id[lying].cells)))
    assert number is not None
    found = come(CLOTH, with_patch(CLOTH, PATCHES.by_id[come_is].cells, (5.0, 5.0), 40.0), number)
    assert found is not None
    assert EVERY.stand_in(come_is) == found.piece


def test_at_a_first_glance_only_what_is_claimed_but_not_like_what_has_come_is_looked_into() -> None:
    turned = with_patch(CLOTH, SHAPES["p20"], (4.5, 4.5), 30.0)
    claimed: Cells = ((3, 4), (4, 4), (4, 5), (5, 4))
    view = SmallView(POSE)
    change = Change(view(CLOTH), view(turned), POSE)
    assert find_newcomer(change, reading(), (), (), EVERY, quick=True) is None
    assert find_newcomer(change, reading(), (), claimed, EVERY, quick=True) is not None
    flat = with_patch(CLOTH, SHAPES["p20"], (4.5, 4.5), 0.0)
    change = Change(view(CLOTH), view(flat), POSE)
    claimed = tuple((row + 3, col + 3) for row, col in SHAPES["p20"])
    assert find_newcomer(change, reading(), (), claimed, EVERY, quick=True) is None


def test_two_that_have_come_side_by_side_are_not_one_that_lies_wrongly() -> None:
    left: Cells = ((3, 2), (3, 3), (4, 3), (5, 3), (6, 3), (3, 4))
    right: Cells = ((4, 4), (5, 4), (6, 4), (6, 5))
    both = CLOTH
    for cells in (left, right):
        both = with_patch(both, cells, middle_of(cells), 0.0)
    assert come(CLOTH, both, claimed={*left, *right}) is None


@pytest.mark.parametrize(("game", "seed"), [("patchwork", 719006), ("blokus", 719007)])
def test_at_a_table_it_is_told_although_its_print_or_colour_is_like_what_is_beside_it(game: str, seed: int) -> None:
    pieces = packaged_piece_set(game)
    shown = table(seed, seen_set(pieces), "misaligned")
    assert outcome(shown, "misaligned", watched(shown, pieces), pieces) == ("named", 0)
