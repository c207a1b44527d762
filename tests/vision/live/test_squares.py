"""What lies on a board is compared by its tops: a neighbour hides the sides of it, and lies on nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.lens import Lens
from referee.grid import Cell, GridSize
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.live.bare import Bare
from vision.live.light import Light
from vision.live.past import Now, Past
from vision.live.squares import BOARD, CELL_PX, PARTS, TOPS, crossed, squares
from vision.look import Known, Look, View
from vision.names import seen_set
from vision.pose import pose_from_corners, pose_in
from vision.sighting import SeenBoard, SeenPiece, Sighting
from vision.simulated import LyingPiece, Scene, render, scene
from vision.simulated.truth import truth

BLOKUS = packaged_piece_set("blokus")
PIECES = seen_set(BLOKUS)
THICKNESS = 0.35
STEEP = scene(2, PIECES, tilt_deg=50, width=1280, height=720, stock=False, piece_height=THICKNESS)
SMALL = scene(184, PIECES, stock=False)
"""A cell is 11 pixels wide, the camera 45 degrees off the vertical, and pieces are .39 cells thick."""
LYING = SeenPiece("green Y", ((8, 8), (9, 6), (9, 7), (9, 8), (9, 9)))


def looked(*lying: SeenPiece, number: int = 0, table: Scene = STEEP) -> tuple[np.ndarray, SeenBoard]:
    """A picture of pieces on a steeply seen board, and where that lies."""
    laid = [LyingPiece(piece.piece, piece.cells) for piece in lying]
    bgr, corners = render(table, PIECES, laid, noise_seed=number), np.array(truth(table, PIECES, laid)["corners"])
    return bgr, pose_from_corners(corners, BLOKUS.grid, bgr.shape[1::-1]).seen_board()


@pytest.mark.parametrize("focal", [0.6, 1.3])
def test_a_board_seen_straight_from_above_is_as_far_away_as_the_lens_has_told(focal: float) -> None:
    size_px = (1280, 720)
    above = scene(0, PIECES, tilt_deg=0, width=1280, height=720, stock=False)
    corners = np.array(truth(above, PIECES, [])["corners"])
    true = pose_from_corners(corners, BLOKUS.grid, size_px, lens=Lens(size_px, focal * size_px[0], 0.0, 0.0, 9))
    assert pose_in(true.seen_board(), size_px).camera_xyh == pytest.approx(true.camera_xyh, rel=0.02)


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(((10, 7), (10, 8), (10, 9)), id="before it"),
        pytest.param(((8, 7), (7, 7), (6, 7)), id="behind it"),
        pytest.param(((8, 9), (8, 10), (8, 11)), id="in its corner"),
        pytest.param(((9, 10), (9, 11), (9, 12)), id="at its end"),
    ],
)
def test_a_piece_that_comes_to_lie_beside_another_does_not_lie_on_it(cells: tuple[tuple[int, int], ...]) -> None:
    bare, new = Bare(BLOKUS), SeenPiece("yellow I3", tuple(sorted(cells)))
    moments = [((), ()), ((LYING,), ()), ((LYING,), (LYING,)), ((LYING, new), (LYING,))]
    for number, (seen, known) in enumerate(moments):
        bgr, board = looked(*seen, number=number)
        sighting = Sighting(board, seen, thickness=0.25)
        heeded = bare.heeded(Look(number, 0.0, View.SETTLED, board, sighting), bgr, Known(known)).sighting
        assert heeded is not None
        assert (heeded.pieces, heeded.problems) == (seen, ())


def test_what_stands_before_squares_of_a_small_board_makes_nothing_lie_there() -> None:
    """Thicker pieces than usual come beside others, and hide bare squares."""
    bare = Bare(BLOKUS)
    every = (
        SeenPiece("green U", ((6, 4), (6, 5), (7, 5), (8, 4), (8, 5))),
        SeenPiece("blue W", ((9, 5), (9, 6), (10, 6), (10, 7), (11, 7))),
        SeenPiece("yellow P", ((1, 13), (1, 14), (2, 13), (2, 14), (3, 13))),
        SeenPiece("yellow I5", ((0, 14), (0, 15), (0, 16), (0, 17), (0, 18))),
        SeenPiece("red I5", ((4, 12), (4, 13), (4, 14), (4, 15), (4, 16))),
    )
    for number in range(len(every) + 1):
        seen, known = every[:number], every[: max(number - 1, 0)]
        bgr, board = looked(*seen, number=number, table=SMALL)
        sighting = Sighting(board, seen, thickness=0.25)
        heeded = bare.heeded(Look(number, 0.0, View.SETTLED, board, sighting), bgr, Known(known)).sighting
        assert heeded is not None
        assert (set(heeded.pieces), heeded.problems, heeded.uncertain) == (set(seen), (), frozenset())


Moment = tuple[tuple[SeenPiece, ...], tuple[SeenPiece, ...], tuple[SeenPiece, ...]]
"""What lies there, what is seen of it, and what is known."""


def heeded_at(table: Scene, thickness: float, *moments: Moment) -> list[Sighting]:
    """What is heeded of looks at a board, which is bare at first."""
    bare, heeded = Bare(BLOKUS), []
    for number, (there, seen, known) in enumerate((((), (), ()), *moments)):
        bgr, board = looked(*there, number=number, table=table)
        look = Look(number, 0.0, View.SETTLED, board, Sighting(board, seen, thickness=thickness))
        sighting = bare.heeded(look, bgr, Known(known)).sighting
        assert sighting is not None
        heeded.append(sighting)
    return heeded[1:]


@pytest.mark.parametrize(
    ("table", "thickness", "cells"),
    [
        pytest.param(STEEP, THICKNESS, ((7, 8),), id="a square behind it"),
        pytest.param(STEEP, THICKNESS, ((9, 5),), id="a square beside it"),
        pytest.param(STEEP, THICKNESS, ((8, 5), (8, 6), (8, 7)), id="three squares"),
        pytest.param(SMALL, 0.25, ((8, 9),), id="on a small board"),
        pytest.param(SMALL, 0.25, ((9, 10),), id="on a small board, beside it"),
    ],
)
def test_a_piece_that_was_overlooked_behind_a_new_one_may_be_seen_later(
    table: Scene, thickness: float, cells: Cells
) -> None:
    front = (LYING,)
    hidden = SeenPiece({1: "red 1", 3: "red I3"}[len(cells)], cells)
    both = (*front, hidden)
    last = heeded_at(table, thickness, (both, front, ()), (both, front, front), (both, both, front))[-1]
    assert set(last.pieces) == set(both)


def test_what_was_hidden_is_bare_again_once_nothing_stands_before_it() -> None:
    front = (LYING,)
    moments: list[Moment] = [(front, front, ()), (front, front, front), ((), (), front), ((), (), ()), ((), (), ())]
    assert [sighting.uncertain for sighting in heeded_at(SMALL, 0.25, *moments)] == [frozenset()] * len(moments)


def test_of_what_lies_beside_something_new_every_part_must_have_changed() -> None:
    cell, past = (8, 5), Past()
    colours = np.zeros((2, PARTS, PARTS, 3), np.float32)
    past.remember(Now({cell: colours}, Light.of(), {}), {cell}, {cell: {cell}})
    partly, wholly = np.array([[8, 4], [14, 16]], np.float32), np.array([[14, 16], [14, 16]], np.float32)
    for parts, before, changed in ((partly, (), True), (partly, (cell,), False), (wholly, (cell,), True)):
        now = Now({cell: colours}, Light.of(), {cell: parts}, frozenset(before))
        assert (cell in past.differences(now).changed) == changed


def beside_quiet_ones(cell: Cell, parts: np.ndarray, noise: float) -> dict[Cell, np.ndarray]:
    """How far a square is from what it was, and two others by how much they differ from picture to picture."""
    return {cell: parts, (0, 0): np.full((2, 2), noise, np.float32), (0, 1): np.full((2, 2), noise, np.float32)}


@pytest.mark.parametrize("noise", [0.5, 7.5])
def test_what_differs_no_more_than_a_camera_makes_all_differ_has_not_changed(noise: float) -> None:
    top, bare = (8, 5), (8, 6)
    colours = np.zeros((2, PARTS, PARTS, 3), np.float32)
    blotched, covered = np.full((2, 2), 20, np.float32), np.full((2, 2), 40, np.float32)
    for cell, covering in ((top, {top: frozenset({top})}), (bare, {})):
        past = Past()
        past.remember(Now({cell: colours}, Light.of(), {}), {cell}, covering)
        for parts, changed in ((blotched, noise < 1), (covered, True)):
            now = Now({cell: colours}, Light.of(), beside_quiet_ones(cell, parts, noise), noise=noise)
            assert (cell in past.differences(now).changed) == changed
        little = Now({cell: colours}, Light.of(), beside_quiet_ones(cell, blotched / 2, noise), noise=noise)
        assert (cell in past.differences(little).same) == (noise > 1)


@pytest.mark.parametrize("noise", [0.5, 7.5])
def test_in_a_noisy_picture_what_is_bare_again_looks_a_little_otherwise(noise: float) -> None:
    """What lay there is remembered in white, the bare square in black; then it is seen in a dark grey."""
    cell, past = (8, 6), Past()
    black, white, grey = (np.full((2, PARTS, PARTS, 3), level, np.float32) for level in (0, 90, 5.5))
    past.remember(Now({cell: black}, Light.of(), {}), {cell}, {})
    past.remember(Now({cell: white}, Light.of(), {}), {cell}, {cell: {cell}})
    now = Now({cell: grey}, Light.of(), beside_quiet_ones(cell, np.full((2, 2), 84, np.float32), noise), noise=noise)
    found = past.differences(now)
    assert cell in found.changed
    assert (cell in found.bared) == (noise > 1)


def test_noise_is_what_most_squares_differ_by_in_the_stillest_picture() -> None:
    """Another light that falls on most of the board is no noise: what has come may look much like it."""
    grey = np.full((2, PARTS, PARTS, 3), 50, np.float32)
    rng, past, cells = np.random.default_rng(3), Past(), [(row, col) for row in range(4) for col in range(4)]
    past.remember(past.compared(dict.fromkeys(cells, grey), {}), set(cells), {})
    said = []
    for strength in (4.0, 1.0, 8.0):
        around = {cell: grey + rng.normal(0, strength, grey.shape).astype(np.float32) for cell in cells}
        said.append(past.compared(around, {}).noise)
    assert said[0] > 2 * said[1]
    assert said[2] == said[1] > 0


@given(st.floats(0.0, 0.5), st.sampled_from(list(BLOKUS.grid)))
def test_from_straight_above_nothing_stands_before_a_square_and_from_aside_what_is_nearer(
    height: float, cell: tuple[int, int]
) -> None:
    above = SeenBoard(True, ((100.0, 100.0), (500.0, 100.0), (500.0, 500.0), (100.0, 500.0)), BLOKUS.grid, 1.0)
    middle = crossed(above, (600, 600), {cell}, 0.0, height)
    assert all(max(abs(row - 9.5), abs(col - 9.5)) > max(abs(cell[0] - 9.5), abs(cell[1] - 9.5)) for row, col in middle)
    tilted = SeenBoard(True, ((200.0, 100.0), (400.0, 100.0), (500.0, 400.0), (100.0, 400.0)), BLOKUS.grid, 1.0)
    assert all(row <= cell[0] for row, _ in crossed(tilted, (600, 600), {cell}, 0.0, height))
    beside = {(cell[0] + 1, cell[1]), (cell[0] - 1, cell[1]), (cell[0], cell[1] + 1), (cell[0], cell[1] - 1)}
    assert crossed(above, (600, 600), {cell}, 0.0, 0.0, blur_px=5.0) >= beside & set(BLOKUS.grid)


def test_the_top_of_a_piece_is_of_one_colour_where_its_side_is_seen_on_the_board() -> None:
    bgr, board = looked(LYING)
    found = squares(bgr, board, THICKNESS)
    spread = np.array([np.ptp(found[cell], axis=(1, 2))[:, 0] for cell in LYING.cells])
    assert (spread[:, TOPS] < spread[:, BOARD]).all()


def test_squares_around_the_board_are_there_where_they_are_in_the_picture() -> None:
    bgr = np.full((120, 120, 3), 128, np.uint8)
    corners = ((5.0, 17.0), (105.0, 17.0), (105.0, 117.0), (5.0, 117.0))
    found = squares(bgr, SeenBoard(True, corners, GridSize(10, 10), 1.0), 0.0)
    assert set(GridSize(10, 10)) <= set(found)
    assert [cell in found for cell in ((-1, 0), (0, -1), (10, 0), (5, 10))] == [True, False, False, True]
    assert {colours.shape for colours in found.values()} == {(2, PARTS, PARTS, 3)}


def test_lines_between_squares_are_left_out() -> None:
    lined = np.full((240, 240, 3), 200, np.uint8)
    lined[::CELL_PX] = lined[CELL_PX - 1 :: CELL_PX] = lined[:, ::CELL_PX] = lined[:, CELL_PX - 1 :: CELL_PX] = 0
    corners = ((-0.5, -0.5), (239.5, -0.5), (239.5, 239.5), (-0.5, 239.5))
    found = squares(lined, SeenBoard(True, corners, GridSize(10, 10), 1.0), 0.0)
    assert np.ptp([colours[BOARD] for colours in found.values()], axis=0).max() < 1


def test_what_hangs_over_the_edge_stands_before_nothing_beyond_it() -> None:
    board = SeenBoard(True, ((200.0, 100.0), (400.0, 100.0), (500.0, 400.0), (100.0, 400.0)), BLOKUS.grid, 1.0)
    hanging, within = {(row, 5) for row in range(18, 22)} | {(5, -2), (-2, 5)}, {(18, 5), (19, 5)}
    assert crossed(board, (600, 600), hanging, 0.0, 0.5) == crossed(board, (600, 600), within, 0.0, 0.5)
