"""Meshes of pieces, boards and tables are where what they show lies."""

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.traced.cut import Make, Mesh, cut, make, ridges, slab
from vision.names import seen_set
from vision.simulated import LyingPiece, scene
from vision.simulated.lying import Solid, solid
from vision.simulated.scene import Scene

SHARP = Make(bevel=1e-4, groove_wide=1e-4, groove_deep=0.0, gap=0.0)
CELLS = ((3, 4), (3, 5), (3, 6), (4, 4), (5, 4))


@pytest.fixture
def table() -> Scene:
    return scene(5, seen_set(packaged_piece_set("polyssimo")), loose_cells=0.0, loose_deg=0.0, piece_height=0.8)


def lying(table: Scene) -> Solid:
    return solid(table, seen_set(packaged_piece_set("polyssimo")), LyingPiece("V", CELLS))


def below(mesh: Mesh) -> float:
    """How much lies between what of a mesh looks up and the board (cubic cells)."""
    first, second, third = (mesh.vertices[mesh.triangles[:, corner]] for corner in range(3))
    upwards = np.cross(second - first, third - first)[:, 2] / 2
    return float((upwards * (first + second + third)[:, 2] / 3).sum())


def test_a_piece_fills_its_cells_up_to_its_height(table: Scene) -> None:
    mesh = cut(lying(table), table.kit, SHARP)
    assert below(mesh) == pytest.approx(0.8 * len(CELLS), rel=1e-3)
    assert mesh.vertices[:, 2].max() == pytest.approx(0.8)
    assert mesh.vertices[:, 2].min() == pytest.approx(0.0)
    tops = mesh.vertices[mesh.vertices[:, 2] > 0.79]
    assert {(int(-y), int(x)) for x, y, _ in tops if x % 1 == 0.5 and y % 1 == 0.5} == set(CELLS)


def test_bevels_grooves_and_gaps_take_something_away_and_add_nothing(table: Scene) -> None:
    body = lying(table)
    made = make(np.random.default_rng(1), table.kit, cloth=False)
    mesh = cut(body, table.kit, made)
    assert 0.8 * 0.8 * len(CELLS) < below(mesh) < 0.8 * len(CELLS)
    assert mesh.vertices[:, 2].max() == pytest.approx(0.8)
    assert mesh.vertices[:, 0].min() == pytest.approx(4 + made.gap)
    assert mesh.vertices[:, 0].max() == pytest.approx(7 - made.gap)


def test_every_place_is_on_the_texture(table: Scene) -> None:
    places = cut(lying(table), table.kit, make(np.random.default_rng(2), table.kit, cloth=False)).places
    assert places.min() >= 0
    assert places.max() <= 1


def test_a_slab_bears_its_print_the_right_way_round() -> None:
    mesh = slab((-1.0, 5.0), (-2.0, 8.0), -0.5, 0.0)
    top = {tuple(place): tuple(vertex) for vertex, place in zip(mesh.vertices[:4], mesh.places[:4], strict=True)}
    assert top[0.0, 0.0] == (-1.0, 2.0, 0.0)  # its first row and column, at the top left: y goes up the board
    assert top[1.0, 1.0] == (5.0, -8.0, 0.0)
    assert below(mesh) == pytest.approx(0.0)  # it ends at the board's plane


def test_ridges_stand_on_every_line_of_the_grid(table: Scene) -> None:
    grid = GridSize(3, 4)
    mesh = ridges(scene(1, packaged_piece_set("blokus"), ridge=0.1, line=0.08).card, grid)
    highest = mesh.vertices[mesh.vertices[:, 2] == 0.1]
    assert len(highest) == 2 * (grid.rows + 1 + grid.cols + 1)
    assert below(mesh) == pytest.approx(0.5 * 0.08 * 0.1 * (4 * 4 + 5 * 3))
