"""What is drawn over a picture can be told from its colours."""

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import PieceSet, packaged_piece_set
from vision.drawing.overlay import (
    CELL_PX,
    GRID_BGR,
    HIDDEN_BGR,
    LARGEST_SCALE,
    PIECE_BGR,
    PROBLEM_BGR,
    UNSURE_BGR,
    board_homography,
    draw_sighting,
)
from vision.frame import Picture
from vision.sighting import Problem, SeenBoard, SeenPiece, Sighting

GRID = GridSize(11, 12)
SIDE = 50
CORNERS = ((100.0, 50.0), (100.0 + 12 * SIDE, 50.0), (100.0 + 12 * SIDE, 50.0 + 11 * SIDE), (100.0, 50.0 + 11 * SIDE))
BOARD = SeenBoard(True, CORNERS, GRID, 1.0)


@pytest.fixture
def pieces() -> PieceSet:
    return packaged_piece_set("polyssimo")


def grey(height: int = 700, width: int = 900) -> Picture:
    return np.full((height, width, 3), 128, np.uint8)


def cell_of(picture: Picture, row: int, col: int) -> Picture:
    top, left = 50 + row * SIDE, 100 + col * SIDE
    return picture[top : top + SIDE, left : left + SIDE]


def has(picture: Picture, colour: tuple[int, int, int]) -> bool:
    return bool((picture == np.array(colour, np.uint8)).all(axis=-1).any())


def test_the_grid_is_drawn_and_the_given_picture_left_as_it_is(pieces):
    picture = grey()
    drawn = draw_sighting(picture, Sighting(BOARD), pieces)
    assert (picture == 128).all()
    assert drawn.shape == picture.shape
    assert has(drawn, GRID_BGR)
    assert not has(drawn, PIECE_BGR)


def test_a_piece_is_outlined_in_its_own_cells_and_nowhere_else(pieces):
    cells = ((2, 3), (2, 4), (2, 5), (2, 6), (2, 7))
    drawn = draw_sighting(grey(), Sighting(BOARD, (SeenPiece("I", cells),)), pieces)
    marked = {cell for cell in GRID if has(cell_of(drawn, *cell), PIECE_BGR)}
    assert marked == set(cells)


def test_a_problem_is_red_also_where_it_hangs_over_the_edge(pieces):
    overhang = Problem("overhang", "I", ((5, 10), (5, 11), (5, 12), (5, 13), (5, 14)))
    drawn = draw_sighting(grey(), Sighting(BOARD, problems=(overhang,)), pieces)
    assert has(cell_of(drawn, 5, 10), PROBLEM_BGR)
    assert has(cell_of(drawn, 5, 13), PROBLEM_BGR)


def test_uncertain_and_hidden_cells_are_hatched_each_in_its_colour(pieces):
    sighting = Sighting(BOARD, uncertain=frozenset({(1, 1)}), hidden=frozenset({(8, 8)}))
    drawn = draw_sighting(grey(), sighting, pieces)
    assert has(cell_of(drawn, 1, 1), UNSURE_BGR)
    assert has(cell_of(drawn, 8, 8), HIDDEN_BGR)
    assert not has(cell_of(drawn, 8, 8), UNSURE_BGR)


def test_an_unknown_thing_without_a_piece_or_cells_can_be_drawn(pieces):
    unknown = (Problem("unknown", None, ((0, 0),)), Problem("unknown", None, ()))
    assert has(draw_sighting(grey(), Sighting(BOARD, problems=unknown), pieces), PROBLEM_BGR)


def test_a_small_board_is_enlarged_so_that_letters_stay_sharp(pieces):
    corners = tuple((x / 2, y / 2) for x, y in CORNERS)
    drawn = draw_sighting(grey(350, 450), Sighting(SeenBoard(True, corners, GRID, 1.0)), pieces)
    assert drawn.shape[0] == pytest.approx(350 * CELL_PX / (SIDE / 2), abs=1)
    tiny = tuple((x / 10, y / 10) for x, y in CORNERS)
    drawn = draw_sighting(grey(70, 90), Sighting(SeenBoard(True, tiny, GRID, 1.0)), pieces)
    assert drawn.shape[0] == 70 * LARGEST_SCALE


def test_a_picture_without_a_board_says_so(pieces):
    drawn = draw_sighting(grey(), Sighting(SeenBoard(False, (), GRID, 0.0)), pieces)
    assert has(drawn[:200], UNSURE_BGR)
    assert (drawn[300:] == 128).all()


def test_for_people_of_many_languages_there_are_signs_instead_of_words(pieces):
    problem = Sighting(BOARD, problems=(Problem("overlap", "I", ((2, 3), (2, 4)), ("L",)),))
    assert (draw_sighting(grey(), problem, pieces) != draw_sighting(grey(), problem, pieces, words=False)).any()
    assert has(draw_sighting(grey(), problem, pieces, words=False), PROBLEM_BGR)
    absent = Sighting(SeenBoard(False, (), GRID, 0.0))
    assert (draw_sighting(grey(), absent, pieces, words=False) == 128).all()
    assert draw_sighting(grey(), absent, pieces, 100, words=False).shape[1] == 100


def test_the_homography_takes_columns_and_rows_to_pixels():
    matrix = board_homography(GRID, CORNERS)
    x, y, w = matrix @ (3, 2, 1)
    assert (x / w, y / w) == pytest.approx((100 + 3 * SIDE, 50 + 2 * SIDE))


def test_for_people_patches_have_their_letters_and_leather_has_none():
    patches = packaged_piece_set("patchwork")
    board = SeenBoard(True, ((50.0, 50.0), (500.0, 50.0), (500.0, 500.0), (50.0, 500.0)), GridSize(9, 9), 1.0)
    sewn = (SeenPiece("p01", ((0, 0), (0, 1))), SeenPiece("leather 1", ((4, 4),)))
    with_ids, with_signs = (
        draw_sighting(grey(550, 550), Sighting(board, sewn), patches, 550, words=words) for words in (True, False)
    )
    inner = slice(270, 280)  # of the leather patch, within its outline
    assert (with_signs[inner, inner] == 128).all()
    assert not (with_ids[inner, inner] == 128).all()
    patch = slice(55, 95), slice(55, 145)
    assert not (with_signs[patch] == with_ids[patch]).all()
