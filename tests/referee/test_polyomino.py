from hypothesis import given
from hypothesis import strategies as st

from referee.grid import Cell, GridSize
from referee.piece import Piece
from referee.placements import placements_of
from referee.polyomino import Cells, canonical, flipped, groups, is_connected, normalised, orientations, turned
from tests.boards import cells_of


def neighbours(cells: set[Cell]) -> list[Cell]:
    around = {near for row, col in cells for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))}
    return sorted(around - cells)


@st.composite
def polyominoes(draw: st.DrawFn) -> Cells:
    cells = {(0, 0)}
    for _ in range(draw(st.integers(0, 7))):
        cells.add(draw(st.sampled_from(neighbours(cells))))
    return normalised(cells)


@given(polyominoes())
def test_four_quarter_turns_or_two_flips_change_nothing(cells: Cells) -> None:
    assert turned(turned(turned(turned(cells)))) == cells
    assert flipped(flipped(cells)) == cells


@given(polyominoes())
def test_a_polyomino_has_one_two_four_or_eight_orientations_all_of_its_size(cells: Cells) -> None:
    found = orientations(cells)
    assert len(found) in (1, 2, 4, 8)
    assert len(set(found)) == len(found)
    assert all(len(shape) == len(cells) and is_connected(shape) and shape == normalised(shape) for shape in found)


@given(polyominoes(), st.integers(-9, 9), st.integers(-9, 9))
def test_the_canonical_form_does_not_depend_on_place_turn_or_face(cells: Cells, down: int, right: int) -> None:
    shifted = [(row + down, col + right) for row, col in cells]
    assert canonical(cells) == canonical(shifted) == canonical(turned(cells)) == canonical(flipped(cells))
    assert canonical(cells) in orientations(cells)


@given(polyominoes())
def test_without_flipping_there_are_all_or_half_of_the_orientations(cells: Cells) -> None:
    one_face = orientations(cells, flip=False)
    assert set(one_face) <= set(orientations(cells))
    assert len(orientations(cells)) in (len(one_face), 2 * len(one_face))


def test_there_are_as_many_free_polyominoes_as_mathematics_says() -> None:
    free: set[Cells] = {((0, 0),)}
    counts = [len(free)]
    for _ in range(5):
        free = {canonical({*cells, near}) for cells in free for near in neighbours(set(cells))}
        counts.append(len(free))
    assert counts == [1, 1, 2, 5, 12, 35]


def test_cells_that_touch_at_a_corner_only_do_not_hang_together() -> None:
    shapes = cells_of("""
        aa.b.
        .a..b
    """)
    assert is_connected(shapes["a"])
    assert not is_connected(shapes["b"])


@given(polyominoes(), st.integers(0, 3))
def test_a_shape_that_is_only_turned_is_told_from_its_mirror_image(cells: Cells, turns: int) -> None:
    shape = cells
    for _ in range(turns):
        shape = turned(shape)
    assert canonical(shape, flip=False) == canonical(cells, flip=False)
    mirrored = canonical(flipped(cells), flip=False)
    assert (mirrored == canonical(cells, flip=False)) == (flipped(cells) in orientations(cells, flip=False))


@given(polyominoes(), st.builds(GridSize, st.integers(1, 6), st.integers(1, 6)), st.booleans())
def test_placements_are_all_the_ways_to_lay_a_shape_on_a_grid_each_once(
    cells: Cells, grid: GridSize, flip: bool
) -> None:
    found = [placement.cells for placement in placements_of(Piece("a", "", "", cells), grid, flip=flip)]
    naive = {
        tuple((row + down, col + right) for row, col in shape)
        for shape in orientations(cells, flip=flip)
        for down in range(-8, 8)
        for right in range(-8, 8)
        if all((row + down, col + right) in grid for row, col in shape)
    }
    assert len(found) == len(set(found))
    assert set(found) == naive
    assert found == sorted(found)


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))))
def test_groups_are_apart_and_hang_together_each(cells: set[Cell]) -> None:
    found = list(groups(cells))
    assert sorted(cell for group in found for cell in group) == sorted(cells)
    assert all(is_connected(group) and set(neighbours(set(group))).isdisjoint(cells) for group in found)
    assert found == sorted(found)
