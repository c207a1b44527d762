"""A patch on others, known by what it leaves to be seen of them."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from tests.readings import CLEAR, clear_reading
from vision.cells.reading import Reading
from vision.faults.remnant import Coverings, find_coverings
from vision.faults.thin import ThinPieces
from vision.pieces.assemble import explain
from vision.pieces.before import NOTHING, Before
from vision.pieces.catalogue import catalogue
from vision.pieces.claims import SURE, claims
from vision.pieces.scores import scores

EVERY = catalogue(packaged_piece_set("patchwork"))
BAR: Cells = ((3, 4), (4, 4))
ENDS: tuple[Cells, ...] = (((4, 3),), ((4, 5),))
"""What is left to be seen of three squares in a row whose middle one the bar covers."""
OTHER: Cells = ((4, 6), (5, 6), (6, 6))
AWAY: Cells = ((7, 0), (7, 1), (8, 0))


def cloth(pieces: Iterable[Cells]) -> Reading:
    """Patches that are not of leather, each with clear borders."""
    seen = clear_reading(EVERY.grid, pieces, 0.1)
    paints = seen.paints.copy()
    paints[1] = -CLEAR
    return replace(seen, paints=paints)


def level(_: int) -> float:
    """Nothing is known of steps."""
    return -np.inf


def weighed(pieces: Iterable[Cells], before: Before = NOTHING) -> Coverings:
    seen = cloth(pieces)
    explained = explain(before.lower(scores(seen, EVERY), EVERY, 0.1), EVERY)
    return find_coverings(seen, explained, list(EVERY.grid), before, EVERY, level)


def number_of(piece: str, cells: Cells) -> int:
    number = EVERY.find(piece, cells)
    assert number is not None
    return number


def test_what_no_patch_has_the_shape_of_goes_on_below_another() -> None:
    (upper,) = weighed((BAR, *ENDS, AWAY)).sure()
    assert EVERY.cells_of(upper) == BAR


def test_patches_that_all_have_a_shape_lie_side_by_side() -> None:
    found = weighed((BAR, OTHER, AWAY))
    assert not found.sure()
    assert found.flat > 0.99
    assert not found.doubted([one.upper for one in found.uppers])


def test_what_may_go_on_below_either_of_two_makes_both_doubtful_and_no_other() -> None:
    found = weighed((BAR, ENDS[1], OTHER, AWAY))
    assert not found.sure()
    assert found.flat < SURE
    uppers = {one.upper: EVERY.cells_of(one.upper) for one in found.uppers}
    doubted = found.doubted(uppers)
    assert {BAR, OTHER} <= {uppers[number] for number in doubted}
    assert AWAY not in {uppers[number] for number in doubted}


def test_one_of_them_lies_on_others_or_none() -> None:
    found = weighed((BAR, *ENDS, OTHER, AWAY))
    assert np.isclose(found.flat + sum(one.share for one in found.uppers), 1)


def test_what_lay_there_before_lies_on_nothing() -> None:
    assert not weighed((BAR, *ENDS, AWAY), Before(lying=(number_of("p01", BAR),))).sure()


def test_the_upper_patch_is_named_and_what_may_go_on_below_it_is_left_open() -> None:
    seen = cloth((BAR, *ENDS, AWAY))
    explained = explain(scores(seen, EVERY), EVERY)
    flat = claims(explained, seen, EVERY)
    board = ThinPieces(seen, frozenset(), explained, EVERY, NOTHING)
    coverings = board.coverings(flat, None, careful=True)
    said, problems = board.without(board.atop(coverings), flat)
    assert [(problem.kind, problem.piece, problem.cells) for problem in problems] == [("overlap", "p01", BAR)]
    assert problems[0].on
    assert {piece.cells for piece in board.unless(said, coverings).pieces} == {AWAY}


def test_only_beside_what_is_not_understood_it_is_asked() -> None:
    seen = cloth((BAR, *ENDS, AWAY))
    found = find_coverings(seen, explain(scores(seen, EVERY), EVERY), ENDS[0], NOTHING, EVERY, level)
    cells = {EVERY.cells_of(one.upper) for one in found.uppers}
    assert BAR in cells
    assert AWAY not in cells


def test_where_everything_is_understood_it_is_not_asked() -> None:
    seen = cloth((BAR, OTHER, AWAY))
    explained = explain(scores(seen, EVERY), EVERY)
    board = ThinPieces(seen, frozenset(), explained, EVERY, NOTHING)
    assert not board.coverings(claims(explained, seen, EVERY), None, careful=True).uppers


def test_of_two_that_both_look_clearly_higher_the_likelier_one_lies_on_others() -> None:
    seen = cloth((BAR, OTHER, AWAY))
    explained = explain(scores(seen, EVERY), EVERY)
    higher = {number: 60.0 + 20 * at for at, number in enumerate(sorted(explained.found[0].placements))}
    found = find_coverings(seen, explained, (), NOTHING, EVERY, lambda number: higher.get(number, -np.inf))
    assert found.sure() == [max(higher, key=lambda number: higher[number])]


def test_steps_alone_are_asked_about_where_all_is_understood() -> None:
    seen = cloth((BAR, OTHER, AWAY))
    explained = explain(scores(seen, EVERY), EVERY)
    upper = next(n for n in explained.found[0].placements if EVERY.cells_of(n) == OTHER)
    found = find_coverings(seen, explained, (), NOTHING, EVERY, lambda number: 20.0 if number == upper else -np.inf)
    assert found.sure() == [upper]


def test_steps_never_speak_against_what_remnants_say() -> None:
    seen = cloth((BAR, *ENDS, AWAY))
    explained = explain(scores(seen, EVERY), EVERY)
    found = find_coverings(seen, explained, list(EVERY.grid), NOTHING, EVERY, lambda _: -30.0)
    assert [EVERY.cells_of(upper) for upper in found.sure()] == [BAR]


def test_what_looks_higher_lies_on_the_board_where_nothing_can_go_on_below_it() -> None:
    """Beside the bar lies a single square, which may be the end of another piece; the other patch lies alone."""
    seen = cloth((BAR, ENDS[0], AWAY))
    explained = explain(scores(seen, EVERY), EVERY)
    for cells, doubted in ((BAR, True), (AWAY, False)):
        upper = next(n for n in explained.found[0].placements if EVERY.cells_of(n) == cells)
        higher = {upper: 9.0}
        found = find_coverings(seen, explained, (), NOTHING, EVERY, lambda n, seen=higher: seen.get(n, -np.inf))
        assert bool(found.doubted([upper])) == doubted


def test_it_may_lie_on_what_is_known_to_lie_there_though_nothing_is_seen_of_that() -> None:
    seen, hidden = cloth((OTHER, AWAY)), number_of("p01", ((7, 0), (7, 1)))
    before = Before(lying=(hidden,))
    explained = explain(before.lower(scores(seen, EVERY), EVERY, 0.1), EVERY)
    upper = number_of("p02", AWAY)
    found = find_coverings(seen, explained, (), before, EVERY, lambda n: 4.0 if n == upper else -np.inf)
    assert found.sure() == [upper]
