"""A thin piece on others is told by what it covers: by values, by painted cloths and by a simulated table."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.grid import Cell, GridSize
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.frame import Picture
from vision.live.atop import laid_atop
from vision.live.bare import Bare
from vision.live.light import Light
from vision.live.past import Differences, Now
from vision.live.patches import together
from vision.look import Known, Look, View
from vision.names import STRANGER
from vision.pieces.catalogue import catalogue
from vision.pieces.wide import on_quilt
from vision.sighting import Alternative, Problem, SeenBoard, SeenPiece, Sighting

PATCHES, BLOKUS = packaged_piece_set("patchwork"), packaged_piece_set("blokus")
CORNERS = ((0.0, 0.0), (270.0, 0.0), (270.0, 270.0), (0.0, 270.0))
QUILT, BOARD = SeenBoard(True, CORNERS, GridSize(9, 9), 1.0), SeenBoard(True, CORNERS, GridSize(20, 20), 1.0)
BAR = SeenPiece("p04", ((4, 0), (4, 1), (4, 2)))
SQUARE: Cells = ((4, 2), (4, 3), (5, 2), (5, 3))
"""Lies on the end of the bar; one patch has this shape."""
AROUND = frozenset(QUILT.grid) - set(SQUARE)
NOW = Now(MappingProxyType({}), Light.of(), MappingProxyType({}))
"""Of no square it is remembered what it looked like."""
(SQUARE_PATCH,) = (piece.id for piece in PATCHES.pieces if PATCHES.canonical(piece.cells) == PATCHES.canonical(SQUARE))


def told(
    changed: Iterable[Cell], same: Iterable[Cell] = AROUND, bared: Iterable[Cell] = (), *seen: SeenPiece
) -> Sighting:
    found = Differences(frozenset(changed), frozenset(same), frozenset(bared), frozenset(same))
    return laid_atop(Sighting(QUILT, seen or (BAR,)), Known((BAR,)), NOW, found, PATCHES)


def test_the_patch_is_named_by_its_shape_and_what_lies_below_is_still_seen() -> None:
    seen = told(SQUARE)
    assert seen.problems == (Problem("overlap", SQUARE_PATCH, SQUARE, ("p04",)),)
    assert seen.pieces == (BAR,)
    assert seen.uncertain == set(SQUARE) - set(BAR.cells)


def test_what_else_was_seen_there_is_not_said() -> None:
    part, other = SeenPiece("p01", ((4, 3), (5, 3))), SeenPiece("p02", ((0, 0), (0, 1), (1, 0)))
    rest = SeenPiece("p01", BAR.cells[:2])
    asked = Alternative((part,), 0.8), Alternative((other,), 0.2)
    found = Differences(frozenset(SQUARE), AROUND, frozenset(), AROUND)
    before = replace(Sighting(QUILT, (part, rest, other)), alternatives=asked)
    seen = laid_atop(before, Known((BAR,)), NOW, found, PATCHES)
    assert seen.pieces == (other, BAR)
    assert seen.alternatives == asked[1:]


@pytest.mark.parametrize(
    ("same", "bared"),
    [
        pytest.param(AROUND, {(4, 0)}, id="a part of which the cloth is seen again"),
        pytest.param((), (), id="of which nothing is seen any more"),
    ],
)
def test_a_patch_that_may_have_been_taken_away_is_not_lain_on(same: Iterable[Cell], bared: Iterable[Cell]) -> None:
    assert told(SQUARE, same, bared) == Sighting(QUILT, (BAR,))


def test_a_single_square_that_looks_otherwise_is_no_patch_nor_is_a_shape_that_none_has() -> None:
    assert told({(4, 2)}) == Sighting(QUILT, (BAR,))
    assert told({(4, 2), (8, 8)}) == Sighting(QUILT, (BAR,))


def test_where_several_would_fit_the_one_that_was_seen_is_it_and_else_none_is_named() -> None:
    changed = SQUARE[:3]
    assert told(changed).problems == (Problem("unknown", None, tuple(sorted(changed)), ("p04",)),)
    assert told(changed, AROUND, (), SeenPiece(SQUARE_PATCH, SQUARE)).problems[0].piece == SQUARE_PATCH


def test_a_piece_of_the_same_colour_may_look_as_what_it_covers() -> None:
    green, red = SeenPiece("green T5", ((0, 0), (0, 1), (0, 2), (1, 1), (2, 1))), SeenPiece("red 2", ((2, 2), (2, 3)))
    upper: Cells = ((2, 1), (2, 2), (3, 2), (4, 2))
    same = frozenset({*green.cells, (2, 3)})
    found = Differences(frozenset(upper[1:]), same, frozenset(), same)
    seen = SeenPiece("green L4", upper)
    sighting = laid_atop(Sighting(BOARD, (green, seen)), Known((green, red)), NOW, found, BLOKUS)
    assert sighting.problems == (Problem("overlap", "green L4", upper, ("red 2",)),)
    blue = replace(seen, piece="blue L4")
    (problem,) = laid_atop(Sighting(BOARD, (green, blue)), Known((green, red)), NOW, found, BLOKUS).problems
    assert problem.piece is None


def test_a_piece_that_is_seen_for_sure_where_another_lies_is_on_it_even_if_it_covers_all_of_that() -> None:
    single, upper = SeenPiece("yellow 1", ((3, 8),)), SeenPiece("green I4", ((3, 5), (3, 6), (3, 7), (3, 8)))
    same = frozenset(BOARD.grid) - set(upper.cells)
    found = Differences(frozenset(single.cells), same, frozenset(), same)
    seen = laid_atop(Sighting(BOARD, (upper,)), Known((single,)), NOW, found, BLOKUS)
    assert seen.problems == (Problem("overlap", "green I4", upper.cells, ("yellow 1",)),)
    assert seen.pieces == (single,)
    gone = replace(found, bared=frozenset(single.cells))
    assert not laid_atop(Sighting(BOARD, (upper,)), Known((single,)), NOW, gone, BLOKUS).problems


def test_a_piece_that_is_seen_elsewhere_has_been_moved_and_nothing_lies_where_it_lay() -> None:
    """Its old place looks neither as before nor quite as it did when it was bare."""
    moved = SeenPiece(BAR.piece, ((0, 0), (0, 1), (0, 2)))
    assert told(SQUARE, AROUND, (), BAR).problems
    seen = told(SQUARE, AROUND, (), moved)
    assert seen.problems == ()
    assert seen.pieces == (moved,)


def test_a_piece_lies_on_no_other_that_is_itself() -> None:
    slid = replace(BAR, cells=((4, 1), (4, 2), (4, 3)))
    changed = {(4, 1), (4, 2), (4, 3)}
    assert not told(changed, AROUND - changed - set(BAR.cells), (), slid).problems


@pytest.mark.parametrize("kind", ["misaligned", "overhang"])
def test_what_is_told_to_lie_askew_or_over_the_edge_is_not_told_otherwise(kind: str) -> None:
    seemed = Problem(kind, "p28", (*SQUARE, (5, 4), (6, 3)))
    found = Differences(frozenset(SQUARE), AROUND, frozenset(), AROUND)
    before = replace(Sighting(QUILT, (BAR,)), problems=(seemed,))
    assert laid_atop(before, Known((BAR,)), NOW, found, PATCHES) == before


def test_its_shadow_beside_it_hides_neither_that_something_lies_there_nor_what_was_seen() -> None:
    shadow = {(3, 2), (3, 3)}
    assert told({*SQUARE, *shadow}, AROUND - shadow).problems[0].kind == "unknown"
    seen = told({*SQUARE, *shadow}, AROUND - shadow, (), BAR, SeenPiece(SQUARE_PATCH, SQUARE))
    assert seen.problems == (Problem("overlap", SQUARE_PATCH, SQUARE, ("p04",)),)


def test_what_has_changed_elsewhere_is_no_part_of_it_where_something_else_is_seen_here() -> None:
    elsewhere = {(8, 6), (8, 7), (8, 8)}
    assert not told({*SQUARE, *elsewhere}, AROUND - elsewhere).problems
    (problem,) = told({*SQUARE, *elsewhere}, AROUND - elsewhere, (), SeenPiece(SQUARE_PATCH, SQUARE)).problems
    assert (problem.kind, problem.piece) == ("overlap", SQUARE_PATCH)


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        pytest.param(((4, 2), (4, 3), (5, 2), (5, 3), (6, 3)), False, id="bare cloth shows where it would lie"),
        pytest.param(SQUARE, True, id="it has that shape"),
    ],
)
def test_a_name_stands_only_if_that_patch_may_have_made_the_change(cells: Cells, named: bool) -> None:
    seemed = Problem("overlap", "p06", cells, ("p04",))
    found = Differences(frozenset(SQUARE), AROUND, frozenset(), AROUND)
    before = replace(Sighting(QUILT, (BAR,)), problems=(seemed,))
    (problem,) = laid_atop(before, Known((BAR,)), NOW, found, PATCHES).problems
    assert problem == (seemed if named else Problem("unknown", None, SQUARE, ("p04",)))


@pytest.mark.parametrize(("blue", "named"), [((30.0, 10.0, -40.0), "red X"), ((47.5, 61.0, 41.0), None)])
def test_of_one_shape_in_four_colours_it_is_the_one_that_it_looks_like(
    blue: tuple[float, float, float], named: str | None
) -> None:
    tints = {"red": (48.0, 60.0, 40.0), "blue": blue, "green": (50.0, -40.0, 30.0), "yellow": (80.0, 5.0, 70.0)}
    lying = tuple(
        SeenPiece(f"{colour} I3", ((0, 4 * n), (0, 4 * n + 1), (0, 4 * n + 2))) for n, colour in enumerate(tints)
    )
    upper: Cells = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    looks = {cell: tints[piece.piece.split()[0]] for piece in lying for cell in piece.cells}
    looks |= dict.fromkeys(upper, (47.0, 61.0, 39.0))
    colours = {cell: np.full((2, 2, 2, 3), tint, np.float32) for cell, tint in looks.items()}
    same = frozenset(BOARD.grid) - set(upper)
    found = Differences(frozenset(upper), same, frozenset(), same)
    seen = laid_atop(Sighting(BOARD, lying), Known(lying), replace(NOW, around=colours), found, BLOKUS)
    assert seen.problems[0].piece == named


@pytest.fixture(scope="module")
def within() -> list[int]:
    """The placements on the board."""
    every = catalogue(PATCHES)
    return [int(n) for n in np.flatnonzero(~every.overhangs) if every.name_of(int(n)) != STRANGER]


@given(st.data())
def test_whatever_is_laid_on_whatever_is_told_in_its_place_and_by_no_wrong_name(
    within: list[int], data: st.DataObject
) -> None:
    every = catalogue(PATCHES)
    lower = data.draw(st.sampled_from(within))
    meeting = np.intersect1d(every.meeting(every.cells_of(lower)), within)
    upper = int(meeting[data.draw(st.integers(0, len(meeting) - 1))])
    lying = SeenPiece(every.name_of(lower), every.cells_of(lower))
    cells = every.cells_of(upper)
    same = frozenset(every.grid) - set(cells)
    found = Differences(frozenset(cells), same, frozenset(), same)
    seen = laid_atop(Sighting(QUILT, (lying,)), Known((lying,)), NOW, found, PATCHES)
    if every.piece[upper] == every.piece[lower] or len(cells) == 1 or set(lying.cells) <= set(cells):
        return
    (problem,) = seen.problems
    assert problem.cells == cells
    assert problem.on == (lying.piece,)
    assert problem.piece == (None if every.name_of(upper) in every.twins else every.name_of(upper))


def cloth(painted: MappingProxyType[Cells, tuple[int, int, int]] | None = None) -> Picture:
    bgr = np.full((270, 270, 3), 120, np.uint8)
    for cells, paint in (painted or {}).items():
        for row, col in cells:
            bgr[30 * row : 30 * row + 30, 30 * col : 30 * col + 30] = paint
    return bgr


def test_it_is_told_as_long_as_it_lies_there_and_no_longer() -> None:
    bare, known = Bare(PATCHES), Known((BAR,))
    alone = cloth(MappingProxyType({BAR.cells: (40, 60, 200)}))
    upon = cloth(MappingProxyType({BAR.cells: (40, 60, 200), SQUARE: (180, 70, 30)}))
    other = SeenPiece("p01", ((4, 0), (4, 1)))

    def heeded(bgr: Picture, *seen: SeenPiece) -> Sighting:
        look = Look(1, 0.0, View.SETTLED, QUILT, Sighting(QUILT, seen))
        sighting = bare.heeded(look, bgr, known).sighting
        assert sighting is not None
        return sighting

    for bgr in (cloth(), alone, alone):
        heeded(bgr, *(known.lying if bgr is alone else ()))
    for light in (1.0, 0.95, 1.0):
        seen = heeded((upon * light).astype(np.uint8), other)
        assert [(one.kind, one.cells, one.on) for one in seen.problems] == [("overlap", SQUARE, ("p04",))]
        assert seen.pieces == (BAR,)
    assert heeded(alone, BAR) == Sighting(QUILT, (BAR,))


def test_what_lay_half_over_a_patch_and_is_put_straight_beside_it_lies_on_nothing() -> None:
    """The end of the patch looks otherwise than at last, but as it did before."""
    bare, known = Bare(PATCHES), Known((BAR,))
    alone = cloth(MappingProxyType({BAR.cells: (40, 60, 200)}))
    beside = max(BAR.cells)[0], max(BAR.cells)[1] + 1
    straight = cloth(MappingProxyType({BAR.cells: (40, 60, 200), (beside,): (20, 30, 60)}))
    askew = alone.copy()
    row, col = (30 * number for number in beside)
    askew[row : row + 30, col - 24 : col + 6] = (20, 30, 60)
    for bgr, lying in ((cloth(), ()), (alone, (BAR,)), (askew, (BAR,)), (askew, (BAR,)), (straight, (BAR,))):
        seen = Sighting(QUILT, lying, uncertain=frozenset({beside} if len(lying) and bgr is not alone else ()))
        sighting = bare.heeded(Look(1, 0.0, View.SETTLED, QUILT, seen), bgr, known).sighting
        assert sighting is not None
    assert sighting.problems == ()
    assert BAR in sighting.pieces


def test_a_patch_of_the_other_quilt_is_not_named() -> None:
    left = replace(Sighting(QUILT, (BAR,)), problems=(Problem("overlap", SQUARE_PATCH, SQUARE, ("p04",)),))
    lying = Known((BAR, SeenPiece(SQUARE_PATCH, on_quilt(SQUARE, 1))))
    (problem,) = together((left, Sighting(QUILT)), lying, PATCHES).problems
    assert (problem.kind, problem.piece) == ("unknown", None)
    (problem,) = together((left, Sighting(QUILT)), Known((BAR,)), PATCHES).problems
    assert problem.piece == SQUARE_PATCH
