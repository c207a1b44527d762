"""What a lamp burns out, told by the sides that are seen of it."""

from collections.abc import Iterable

import numpy as np

from referee.grid import Cell
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.live.glare import Glare, Sides, told_by_sides
from vision.live.squares import CELL_PX, Plane
from vision.look import Known
from vision.names import named
from vision.pieces.catalogue import catalogue
from vision.pose import BoardPose, pose_from_corners
from vision.sighting import Alternative, Problem, SeenBoard, SeenPiece, Sighting

BLOKUS = packaged_piece_set("blokus")
GRID, EVERY = BLOKUS.grid, catalogue(BLOKUS)
CORNERS = np.array([(185.0, 185.0), (416.0, 50.0), (590.0, 261.0), (347.0, 428.0)])
"""As a camera sees them that stands to the left of the first column and below the last row."""
BOARD = SeenBoard(True, tuple((float(x), float(y)) for x, y in CORNERS), GRID, 1.0)
POSE = pose_from_corners(CORNERS, GRID, (640, 480))
STEEP = pose_from_corners(np.array([(100.0, 20.0), (540.0, 20.0), (540.0, 460.0), (100.0, 460.0)]), GRID, (640, 480))
THICK = 0.3
ALL = frozenset(GRID)
DUE = Known(to_come=frozenset(named(piece.id, "blue") for piece in BLOKUS.pieces))
I5: Cells = tuple((row, 19) for row in range(5))
SQUARE: Cells = ((7, 7), (7, 8), (8, 7), (8, 8))
CORNER: Cells = ((7, 7), (8, 7), (8, 8))


def white() -> Plane:
    """A board that is burnt out all over, and a square of table around it."""
    plane = np.zeros((CELL_PX * (GRID.rows + 2), CELL_PX * (GRID.cols + 2), 3), np.float32)
    plane[..., 0] = 99.5
    return plane


def with_sides(cells: Iterable[Cell], plane: Plane | None = None, dark: float = 50.0) -> Plane:
    """With the sides to the left and below that a piece on these squares shows."""
    covered, there = (white() if plane is None else plane).copy(), set(cells)
    for row, col in there:
        top, left = CELL_PX * (row + 1), CELL_PX * (col + 1)
        if (row, col - 1) not in there:
            covered[top : top + CELL_PX, left - 2 : left + 2, 0] = dark
        if (row + 1, col) not in there:
            covered[top + CELL_PX - 2 : top + CELL_PX + 2, left : left + CELL_PX, 0] = dark
    return covered


def seen(now: Plane, bare: Plane | None = None, pose: BoardPose = POSE, lit: frozenset[Cell] = ALL) -> Sides:
    glare = Glare()
    glare.remember(ALL, set(), white() if bare is None else bare, Sides())
    return glare.sides(lit, now, pose, THICK)


def told(now: Plane, *pieces: SeenPiece, known: Known = DUE, lit: frozenset[Cell] = ALL) -> Sighting:
    return told_by_sides(Sighting(BOARD, pieces), seen(now, lit=lit), lit, known, EVERY)


def test_of_what_is_burnt_out_the_sides_tell_which_piece_has_come() -> None:
    sighting = told(with_sides(I5))
    assert [(piece.piece, piece.cells) for piece in sighting.pieces] == [("blue I5", I5)]
    assert not sighting.uncertain


def test_where_no_side_is_seen_nothing_is_told() -> None:
    assert told(white()) == Sighting(BOARD)


def test_nor_by_a_single_side() -> None:
    one = white()
    one[CELL_PX * 8 : CELL_PX * 9, CELL_PX * 8 - 2 : CELL_PX * 8 + 2, 0] = 50.0
    assert told(one) == Sighting(BOARD)


def test_where_several_pieces_have_the_same_sides_it_is_one_of_them() -> None:
    """The square in the corner of three others shows no side."""
    sighting = told(with_sides(SQUARE))
    ways = {(way.pieces[0].piece, way.pieces[0].cells) for way in sighting.alternatives}
    assert ways == {("blue O", SQUARE), ("blue V3", CORNER)}
    assert sighting.uncertain == set(SQUARE)
    assert not sighting.pieces


def test_where_no_piece_has_such_sides_there_is_a_doubt() -> None:
    broken = with_sides(((7, 7), (7, 8), (7, 9), (7, 10), (7, 11), (7, 12)))
    sighting = told(broken)
    assert (sighting.pieces, sighting.alternatives) == ((), ())
    assert sighting.uncertain == {(7, col) for col in range(7, 13)}


def test_the_colour_is_that_which_is_due() -> None:
    red = Known(to_come=frozenset({"red I5"}))
    assert [piece.piece for piece in told(with_sides(I5), known=red).pieces] == ["red I5"]
    other = Known(to_come=frozenset({"red I4"}))
    assert told(with_sides(I5), known=other).uncertain == set(I5)


def test_of_a_piece_that_is_seen_in_part_the_rest_is_told() -> None:
    part = SeenPiece("blue I3", I5[:3])
    lit = ALL - set(part.cells)
    sighting = told(with_sides(I5), part, lit=lit)
    assert [(piece.piece, piece.cells) for piece in sighting.pieces] == [("blue I5", I5)]
    red = SeenPiece("red I3", I5[:3])
    assert told(with_sides(I5), red, lit=lit).pieces == (red,)


def test_what_is_seen_beside_it_hides_no_side_of_its_own() -> None:
    beside = SeenPiece("red I3", ((5, 5), (5, 6), (5, 7)))
    lit = ALL - set(beside.cells)
    now = with_sides(beside.cells)
    now[CELL_PX * 6 : CELL_PX * 7, CELL_PX * 9 - 1 : CELL_PX * 9 + 3, 0] = 40.0  # its top, over the line beyond it
    assert told(now, beside, lit=lit) == Sighting(BOARD, (beside,))


def test_what_is_known_to_lie_there_is_seen_by_its_sides_until_they_are_gone() -> None:
    known = Known((SeenPiece("blue I5", I5),), to_come=frozenset({"yellow I4"}))
    glare, bare = Glare(), white()
    glare.remember(ALL, set(), bare, Sides())
    for now, there in ((with_sides(I5), ["blue I5"]), (bare, []), (with_sides(I5), ["blue I5"])):
        sides = glare.sides(ALL, now, POSE, THICK)
        sighting = told_by_sides(Sighting(BOARD), sides, ALL, known, EVERY)
        assert [piece.piece for piece in sighting.pieces] == there
        glare.remember(ALL - set(I5), set(I5), now, sides)


def test_what_hides_sides_of_what_lies_there_has_come_before_it() -> None:
    """The sides of the square would be hidden by pieces to the left and below; it hides two of the one to its right."""
    bar, beside, below = I5, tuple((row, 16) for row in (2, 3, 4)), tuple((5, col) for col in (16, 17, 18, 19))
    lies = (*bar, *beside, *below)
    known = Known(
        (SeenPiece("blue I5", bar), SeenPiece("blue I3", beside), SeenPiece("green I4", below)),
        to_come=frozenset({"green O", "green I3", "green X"}),
    )
    glare = Glare()
    glare.remember(ALL, set(), white(), Sides())
    glare.remember(ALL - set(lies), set(lies), with_sides(lies), glare.sides(ALL, with_sides(lies), POSE, THICK))
    square = ((3, 17), (3, 18), (4, 17), (4, 18))
    sides = glare.sides(ALL, with_sides((*lies, *square)), POSE, THICK)
    sighting = told_by_sides(Sighting(BOARD), sides, ALL, known, EVERY)
    assert [piece.cells for piece in sighting.pieces if piece.piece == "green O"] == [square]


def test_a_shadow_is_no_side() -> None:
    shaded = white()
    shaded[: CELL_PX * 10] *= 0.8
    assert told(shaded, lit=frozenset((row, col) for row in range(9, 20) for col in range(20))) == Sighting(BOARD)


def test_what_was_darker_before_tells_nothing() -> None:
    lined = with_sides(SQUARE)
    assert not seen(lined, bare=lined).seen
    glare = Glare()
    assert not glare.sides(ALL, lined, POSE, THICK).seen
    glare.remember(ALL - set(SQUARE), set(), white(), Sides())
    assert not glare.sides(ALL, lined, POSE, THICK).seen


def test_straight_from_above_no_side_faces_the_camera() -> None:
    middle = frozenset((row, col) for row in range(9, 11) for col in range(9, 11))
    sides = seen(white(), pose=STEEP)
    assert not {cell for cell, _ in sides.seen | sides.none} & middle


def test_over_the_edge_of_the_board_lies_whatever_may() -> None:
    sides = seen(white())
    every = sides.seen | sides.none | sides.faint
    assert not {(cell, step) for cell, step in every if (cell[0] + step[0], cell[1] + step[1]) not in GRID}


def test_another_doubt_keeps_its_answers() -> None:
    asked = (Alternative((SeenPiece("red 1", ((15, 15),)),), 0.5), Alternative((), 0.5))
    sighting = Sighting(BOARD, alternatives=asked, uncertain=frozenset({(15, 15)}))
    found = told_by_sides(sighting, seen(with_sides(SQUARE)), ALL, DUE, EVERY)
    assert found.alternatives == asked
    assert found.uncertain == {(15, 15), *SQUARE}
    found = told_by_sides(sighting, seen(with_sides(I5)), ALL, DUE, EVERY)
    assert [piece.piece for piece in found.pieces] == ["blue I5"]
    assert found.alternatives == asked


def test_a_piece_of_which_a_side_is_seen_in_part_only_is_not_sure() -> None:
    now = with_sides(I5)
    now[CELL_PX : CELL_PX * 3 // 2, CELL_PX * 20 - 4 : CELL_PX * 20 + 4, 0] = 99.5  # half of that of the first square
    sighting = told(now)
    assert not sighting.pieces
    assert sighting.uncertain == set(I5)


def test_what_the_eyes_see_elsewhere_is_not_told_twice() -> None:
    seen_so = SeenPiece("blue I5", tuple((12, col) for col in range(3, 8)))
    lit = ALL - set(seen_so.cells)
    assert told(with_sides(I5), seen_so, lit=lit).pieces == (seen_so,)
    moved = Known((SeenPiece("blue I5", I5),), to_come=frozenset({"yellow I4"}))
    assert told(with_sides(I5), seen_so, known=moved, lit=lit).pieces == (seen_so,)


def test_of_a_known_piece_nothing_is_told_where_no_side_is_seen_or_not_all_is_white_or_another_is_seen_there() -> None:
    known = Known((SeenPiece("blue I5", I5),), to_come=frozenset({"yellow I4"}))
    other = SeenPiece("red I5", I5)
    assert told(white(), known=known) == Sighting(BOARD)
    assert told(with_sides(I5), known=known, lit=ALL - {I5[0]}).pieces == ()
    assert told(with_sides(I5), other, known=known).pieces == (other,)


def test_pieces_that_lie_already_do_not_come_again() -> None:
    known = Known((SeenPiece("blue I5", ((12, 3), (12, 4), (12, 5), (12, 6), (12, 7))),))
    found = told(with_sides(I5), known=known, lit=ALL - {(12, col) for col in range(3, 8)})
    assert {way.pieces[0].piece for way in found.alternatives} == {"yellow I5", "red I5", "green I5"}


def test_what_is_hidden_or_lies_wrongly_is_told_already() -> None:
    sides, cells = seen(with_sides(I5)), frozenset(I5)
    wrong = Sighting(BOARD, problems=(Problem("overlap", "blue I5", I5),))
    for sighting in (Sighting(BOARD, hidden=cells), wrong):
        assert told_by_sides(sighting, sides, ALL, DUE, EVERY) == sighting


def test_of_very_many_pieces_none_is_offered() -> None:
    """Of two sides that are seen all the others may be faint."""
    sides = seen(with_sides(SQUARE))
    two = Sides(frozenset(side for side in sides.seen if side[1] == (0, -1)), faint=sides.none)
    found = told_by_sides(Sighting(BOARD), two, ALL, DUE, EVERY)
    assert found.alternatives == ()
    assert found.uncertain == {(7, 7), (8, 7)}


def test_a_board_that_was_not_white_there_shows_no_sides() -> None:
    """Not all over, and not beside that line."""
    grey, edge = white(), white()
    grey[CELL_PX * 7 : CELL_PX * 11, CELL_PX * 7 : CELL_PX * 11, 0] = 90.0
    edge[CELL_PX * 8 : CELL_PX * 10, CELL_PX * 8 - 3 : CELL_PX * 8, 0] = 90.0
    assert not seen(with_sides(SQUARE), bare=grey).seen
    assert not {side for side in seen(with_sides(SQUARE), bare=edge).seen if side[1] == (0, -1)}


def test_what_is_beside_a_piece_is_remembered_as_it_was_before_until_the_light_changes() -> None:
    glare = Glare()
    glare.remember(ALL, set(), white(), Sides())
    glare.remember(ALL - set(SQUARE), set(SQUARE), with_sides(SQUARE), Sides())
    left = ((7, 6), (8, 6))
    now = with_sides(left, with_sides(SQUARE))
    assert {side for side in glare.sides(ALL, now, POSE, THICK).seen if side[0] in left}
    dark = white() * np.float32(0.8)
    glare.remember(ALL - set(SQUARE), set(SQUARE), dark, Sides())
    assert not {side for side in glare.sides(ALL, now, POSE, THICK).seen if side[0] in left}
