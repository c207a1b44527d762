"""Patches that have been pushed a little: their prints are seen a little aside."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.grid import Cell, GridSize
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.frame import Picture
from vision.live.bare import Bare
from vision.live.slid import slid, told_of_slid
from vision.live.squares import CELL_PX, Plane
from vision.live.texture import Texture
from vision.look import Known, Look, View
from vision.pose import Points
from vision.sighting import Problem, SeenBoard, SeenPiece, Sighting

SIDE = 9
QUILT = SeenBoard(True, ((30.0, 30.0), (300.0, 30.0), (300.0, 300.0), (30.0, 300.0)), GridSize(SIDE, SIDE), 1.0)
SQUARE_PX, EDGE_PX = 30, 30
PATCH = SeenPiece("p30", ((4, 3), (4, 4), (4, 5), (5, 3), (5, 5)))
EVERY: frozenset[Cell] = frozenset((row, col) for row in range(SIDE) for col in range(SIDE))
TOP: Cells = ((0, 0), (0, 1))
CORNER: frozenset[Cell] = frozenset({(8, 8), (7, 8)})


def printed(number: int) -> Points:
    """A print of its own, as large as the picture: how much lighter or darker it makes each pixel."""
    noise = np.random.default_rng(number).normal(size=(330, 330)).astype(np.float32)
    fine = cv2.GaussianBlur(noise, (0, 0), 4)
    return np.asarray(40 * fine / fine.std(), np.float64)


def quilt(cells: Cells, aside: tuple[float, float] = (0.0, 0.0), number: int = 1, noise: int = 0) -> Picture:
    """A quilt with seams on which a patch lies so far (right, down; in squares) beside some squares."""
    bgr = np.full((330, 330, 3), (110, 150, 190), float)
    for seam in range(EDGE_PX, 301, SQUARE_PX):
        bgr[seam - 1 : seam + 1, EDGE_PX:300] = bgr[EDGE_PX:300, seam - 1 : seam + 1] = (90, 120, 150)
    patch = np.full((330, 330, 3), (120.0, 100.0, 90.0)) + printed(number)[..., None]
    there = np.zeros((330, 330), np.float32)
    for row, col in cells:
        top, left = EDGE_PX + SQUARE_PX * row, EDGE_PX + SQUARE_PX * col
        there[top : top + SQUARE_PX, left : left + SQUARE_PX] = 1
    move = np.array([[1, 0, SQUARE_PX * aside[0]], [0, 1, SQUARE_PX * aside[1]]])
    patch, there = (cv2.warpAffine(each, move, (330, 330)) for each in (patch, there))
    bgr = np.where(there[..., None] > 0.5, patch, bgr)
    return np.clip(bgr + np.random.default_rng(noise).normal(0, 2, bgr.shape), 0, 255).astype(np.uint8)


class Eyes:
    """Remembers a quilt that was bare, then with a patch on it; what is seen of it is given."""

    def __init__(self) -> None:
        self._bare, self._number = Bare(packaged_piece_set("patchwork")), 0
        self.heed(quilt(()), Sighting(QUILT), Known())
        self.heed(quilt(PATCH.cells), Sighting(QUILT, (PATCH,)), Known())

    def heed(self, bgr: Picture, seen: Sighting, known: Known | None = None) -> Sighting:
        self._number += 1
        look = Look(self._number, 0.0, View.SETTLED, QUILT, seen)
        sighting = self._bare.heeded(look, bgr, Known((PATCH,)) if known is None else known).sighting
        assert sighting is not None
        return sighting


def plane(number: int) -> Plane:
    """A board all over with one print, and a square around it."""
    side = CELL_PX * (SIDE + 2)
    lab = np.zeros((side, side, 3), np.float32)
    lab[..., 0] = 50 + printed(number)[:side, :side]
    return lab


def remembered(ground: Plane, but: frozenset[Cell] = frozenset()) -> Texture:
    texture = Texture()
    texture.remember(EVERY - but, ground)
    return texture


@pytest.mark.parametrize(
    ("cells", "right", "down"),
    [
        (frozenset(PATCH.cells), 3, -2),
        (frozenset(PATCH.cells), -8, 5),
        (frozenset(PATCH.cells), 0, 9),
        (frozenset(PATCH.cells), 0, 0),
        (CORNER, 8, 5),
    ],
)
def test_what_is_seen_a_little_aside_has_slid(cells: frozenset[Cell], right: int, down: int) -> None:
    now = np.roll(plane(1), (down, right), axis=(0, 1))
    way = remembered(plane(1)).slid(cells, now)
    assert way is not None
    assert way == pytest.approx(np.array([right, down]) / CELL_PX, abs=1.01 / CELL_PX)


def test_of_places_where_a_print_fits_as_well_the_nearest_is_told() -> None:
    stripes = plane(1)
    stripes[..., 0] = 50 + 20 * np.sin(np.arange(len(stripes)) * 2 * np.pi / 8)
    way = remembered(stripes).slid(frozenset(PATCH.cells), np.roll(stripes, 3, axis=1))
    assert way == pytest.approx([3 / CELL_PX, 0])


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(plane(2), id="another print"),
        pytest.param(np.full_like(plane(1), 50.0), id="nothing printed"),
        pytest.param(np.roll(plane(1), CELL_PX, axis=1), id="too far aside"),
    ],
)
def test_what_was_not_there_has_not_slid(now: Plane) -> None:
    assert remembered(plane(1)).slid(frozenset(PATCH.cells), now) is None


def test_nor_has_what_is_not_remembered() -> None:
    assert Texture().slid(CORNER, plane(1)) is None
    assert remembered(plane(1), frozenset({(7, 8)})).slid(CORNER, plane(1)) is None


@pytest.mark.parametrize("aside", [(0.15, 0.0), (-0.1, 0.12)])
def test_a_patch_that_has_slid_a_little_lies_there_and_nothing_on_it(aside: tuple[float, float]) -> None:
    eyes, seen = Eyes(), Sighting(QUILT, (PATCH,))
    assert eyes.heed(quilt(PATCH.cells, aside), seen) == seen
    assert eyes.heed(quilt(PATCH.cells, noise=2), seen) == seen, "put straight again"


def test_nothing_has_come_where_something_seemed_to_lie_on_its_squares_and_others() -> None:
    eyes, beside = Eyes(), SeenPiece("p04", ((4, 1), (4, 2), (4, 3)))
    shown = quilt(PATCH.cells, (0.0, -0.4))
    shown[EDGE_PX + SQUARE_PX * 4 :, EDGE_PX + SQUARE_PX :][:SQUARE_PX, : 2 * SQUARE_PX] = (40, 40, 160)
    seen = eyes.heed(shown, Sighting(QUILT, (beside,)))
    assert (seen.pieces, [problem.piece for problem in seen.problems]) == ((), [PATCH.piece])
    seen = Sighting(QUILT, (PATCH,))
    assert eyes.heed(quilt(PATCH.cells, noise=2), seen) == seen


def printed_on(bgr: Picture, cells: Cells, paint: Points) -> Picture:
    """The same with some squares painted so (as the picture, or one colour)."""
    for row, col in cells:
        there = np.s_[EDGE_PX + SQUARE_PX * row :, EDGE_PX + SQUARE_PX * col :]
        bgr[there][:SQUARE_PX, :SQUARE_PX] = np.broadcast_to(paint, bgr.shape)[there][:SQUARE_PX, :SQUARE_PX]
    return bgr


@pytest.mark.parametrize("aside", [(0.0, 0.0), (0.0, -0.15)])
def test_what_is_laid_on_a_neighbour_of_what_has_slid_is_told(aside: tuple[float, float]) -> None:
    below, upper = SeenPiece("p06", ((3, 2), (3, 3), (3, 4), (3, 5))), SeenPiece("p04", ((3, 3), (3, 4), (3, 5)))
    eyes, known = Eyes(), Known((PATCH, below))
    for number, where in enumerate(((0.0, 0.0), aside, aside)):
        shown = printed_on(quilt(PATCH.cells, where, noise=number), below.cells, quilt(below.cells, number=21))
        eyes.heed(shown, Sighting(QUILT, (PATCH, below)), known)
    shown = printed_on(shown, upper.cells, quilt(upper.cells, number=33))
    for seen in ((PATCH, upper), (PATCH, below)):
        (problem,) = eyes.heed(shown, Sighting(QUILT, seen), known).problems
        assert (problem.kind, problem.piece, problem.on) == ("overlap", upper.piece, (below.piece,))


@pytest.mark.parametrize("aside", [(0.0, 0.0), (0.15, 0.0)])
def test_a_patch_that_is_hardly_seen_is_told_though_another_has_slid(aside: tuple[float, float]) -> None:
    faint, eyes = SeenPiece("p04", ((0, 0), (0, 1), (0, 2))), Eyes()
    for number in range(2):
        eyes.heed(quilt(PATCH.cells, aside, noise=number), Sighting(QUILT, (PATCH,)))
    shown = printed_on(quilt(PATCH.cells, aside, noise=2), faint.cells, np.array((98.0, 142.0, 187.0)))
    seen = eyes.heed(shown, Sighting(QUILT, (PATCH,)))
    assert [piece.piece for one in seen.alternatives for piece in one.pieces] == [faint.piece]
    assert eyes.heed(shown, Sighting(QUILT, (PATCH, faint))).pieces == (PATCH, faint)


def test_nor_does_anything_nameless_lie_on_the_squares_that_it_reaches() -> None:
    eyes, seen = Eyes(), Sighting(QUILT, (PATCH,))
    nameless = Problem("unknown", None, ((4, 6),))
    assert eyes.heed(quilt(PATCH.cells, (0.15, 0.0)), replace(seen, problems=(nameless,))) == seen
    assert eyes.heed(quilt(PATCH.cells, (0.15, 0.0), noise=2), seen) == seen, "nor in the next look"


def test_a_patch_of_which_one_square_looks_otherwise_is_looked_at_as_a_whole() -> None:
    texture, square = remembered(plane(1)), PATCH.cells[0]
    aside, lain_on = np.roll(plane(1), 3, axis=1), plane(1)
    top, left = (CELL_PX * (1 + at) for at in square)
    lain_on[top : top + CELL_PX, left : left + CELL_PX] = plane(2)[:CELL_PX, :CELL_PX]
    known, changed = Known((PATCH,)), frozenset({square})
    assert list(slid(known, changed, texture, aside)) == [PATCH]
    assert not slid(known, changed, texture, lain_on), "where it was"
    assert not slid(known, frozenset({(0, 0)}), texture, aside), "none of it looks otherwise"


@pytest.mark.parametrize("lightness", [40.0, 60.0, 80.0])
def test_what_has_no_print_has_not_slid_whatever_its_edges_look_like(lightness: float) -> None:
    before = np.full_like(plane(1), 55.0)
    before += np.random.default_rng(3).normal(0, 0.5, before.shape).astype(np.float32)
    now = before.copy()
    for ground, value in ((before, 60.0), (now, lightness)):
        for row, col in PATCH.cells:
            top, left = (CELL_PX * (1 + at) for at in (row, col))
            ground[top : top + CELL_PX, left : left + CELL_PX, 0] += value - 55
    assert remembered(before).slid(frozenset(PATCH.cells), now) is None


def test_a_print_in_other_colours_is_another_one() -> None:
    now = np.roll(plane(1), 4, axis=1)
    assert remembered(plane(1)).slid(frozenset(PATCH.cells), now) is not None
    now[..., 1] += 8
    assert remembered(plane(1)).slid(frozenset(PATCH.cells), now) is None


def test_what_else_was_seen_is_told_as_before_and_the_patch_only_once() -> None:
    beside, upon = SeenPiece("p01", ((4, 6), (4, 7))), Problem("overlap", "p04", ((5, 3), (5, 4), (5, 5)), ("p30",))
    elsewhere = replace(PATCH, cells=tuple((row, col + 1) for row, col in PATCH.cells))
    told = told_of_slid(Sighting(QUILT, (elsewhere, beside), (upon,)), {PATCH: np.array([0.35, 0.0])})
    assert told.pieces == (beside,)
    assert [(one.kind, one.piece) for one in told.problems] == [("overlap", "p04"), ("misaligned", "p30")]
    assert set(told.problems[1].cells) == {*PATCH.cells, (5, 4), (5, 6)}


@pytest.mark.parametrize(("right", "left"), [(0.35, ()), (0.15, (PATCH,))], ids=["askew", "a little"])
def test_what_seems_to_lie_on_its_squares_is_the_patch_itself(right: float, left: tuple[SeenPiece, ...]) -> None:
    longer = SeenPiece("p13", ((5, 3), (5, 4), (5, 5), (5, 6)))
    told = told_of_slid(Sighting(QUILT, (longer,)), {PATCH: np.array([right, 0.0])})
    assert told.pieces == left
    assert [one.piece for one in told.problems] == ["p30"] * (not left)


@pytest.mark.parametrize(("way", "cells"), [((0.0, -0.3), set(TOP)), ((0.0, 0.3), {*TOP, (1, 0), (1, 1)})])
def test_squares_beyond_the_board_are_not_told(way: tuple[float, float], cells: set[Cell]) -> None:
    told = told_of_slid(Sighting(QUILT), {SeenPiece("p01", TOP): np.array(way)})
    assert set(told.problems[0].cells) == cells


@pytest.mark.parametrize(
    ("aside", "also"),
    [((0.35, 0.0), {(4, 6), (5, 4), (5, 6)}), ((0.0, -0.3), {(3, 3), (3, 4), (3, 5)})],
    ids=["to the right", "up"],
)
def test_a_patch_that_has_slid_farther_lies_askew_until_it_is_put_straight(
    aside: tuple[float, float], also: set[Cell]
) -> None:
    eyes, strange = Eyes(), Problem("unknown", None, (min(also),))
    seen = Sighting(QUILT, (PATCH,), (strange,), uncertain=frozenset(PATCH.cells[:2]))
    told = eyes.heed(quilt(PATCH.cells, aside), seen)
    assert [(one.kind, one.piece, set(one.cells)) for one in told.problems] == [
        ("misaligned", "p30", also.union(PATCH.cells))
    ]
    assert told.pieces == ()
    assert told.uncertain == set()
    straight = Sighting(QUILT, (PATCH,))
    assert eyes.heed(quilt(PATCH.cells, noise=2), straight) == straight


def test_another_patch_on_it_has_not_slid() -> None:
    bgr, upper = quilt(PATCH.cells), PATCH.cells[:3]
    shown = np.zeros(bgr.shape[:2], bool)
    for row, col in upper:
        shown[EDGE_PX + SQUARE_PX * row :, EDGE_PX + SQUARE_PX * col :][:SQUARE_PX, :SQUARE_PX] = True
    both = np.where(shown[..., None], quilt(PATCH.cells, number=5), bgr)
    told = Eyes().heed(both, Sighting(QUILT, (PATCH,)))
    assert [(set(one.cells) <= set(upper), one.on) for one in told.problems] == [(True, ("p30",))]


def test_below_a_hand_nothing_is_told() -> None:
    seen = Sighting(QUILT, (PATCH,), hidden=frozenset(PATCH.cells))
    assert Eyes().heed(quilt(PATCH.cells, (0.35, 0.0)), seen).problems == ()
