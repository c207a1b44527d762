"""A piece lying on others: how much of those behind it is seen, and what is told of them."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from tests.benchmarks.scoring import score
from tests.benchmarks.truth import parse_truth
from tests.readings import clear_reading
from vision.cells.observe import shifts
from vision.cells.reading import Reading
from vision.faults.overlap import (
    BARELY,
    DOUBTFUL,
    HELD,
    PLAINLY,
    SEEN_BELOW,
    SURE_LEAD,
    Overlap,
    _OneLayer,
    find_overlap,
    hidden_by,
    seen_past,
)
from vision.faults.thick import ThickPieces, of_overlap
from vision.pieces.assemble import explain
from vision.pieces.before import Before, Given
from vision.pieces.catalogue import catalogue
from vision.pieces.claims import Claims
from vision.pieces.glance import Glance
from vision.pieces.scores import scores
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.sighting import SeenPiece
from vision.simulated import picture, scene
from vision.simulated.truth import truth

POLYSSIMO = packaged_piece_set("polyssimo")
EVERY = catalogue(POLYSSIMO)
BAR = ((5, 5), (5, 6))
CROSS = ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0))


def no_steps(_: int) -> float:
    return 0.0


def pose_at(tilt_deg: float, azimuth_deg: float):
    table = scene(3, POLYSSIMO, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg, roll_deg=0.0, k1=0.0, aim=(0.0, 0.0))
    corners = np.array(truth(table, POLYSSIMO, ())["corners"])
    return pose_from_corners(corners, POLYSSIMO.grid, (table.view.width, table.view.height))


def test_from_straight_above_a_piece_hides_only_its_own_cells() -> None:
    assert seen_past(BAR, pose_at(0, 0), 0.5) == dict.fromkeys(BAR, 0.0)
    assert hidden_by(BAR, pose_at(0, 0), 0.5) == BAR


@pytest.mark.parametrize("azimuth_deg", range(0, 360, 45))
def test_of_what_is_seen_at_an_angle_those_behind_are_hidden_the_more_the_thicker_the_pieces(azimuth_deg: int) -> None:
    pose = pose_at(40, azimuth_deg)
    thin, thick = (seen_past(BAR, pose, height) for height in (0.5, 0.9))
    behind = thick.keys() - set(BAR)
    assert behind
    assert all(thin.get(cell, 1.0) >= thick[cell] for cell in behind)
    assert all(0 <= share < 1 for share in thick.values())
    x, y, _ = pose.camera_xyh
    away = [np.hypot(col + 0.5 - x, row + 0.5 - y) for row, col in BAR]
    assert min(np.hypot(col + 0.5 - x, row + 0.5 - y) for row, col in behind) > min(away)


def test_of_those_behind_as_much_counts_as_is_seen() -> None:
    pose, height, fine = pose_at(35, 20), 0.7, 50
    parts = (np.arange(fine) + 0.5) / fine
    x0, x_a_col, y0, y_a_row = shifts(pose, height, 1)
    for (row, col), share in seen_past(BAR, pose, height).items():
        x, y = np.meshgrid(col + parts, row + parts)
        above = ((x - x0) / (1 + x_a_col), (y - y0) / (1 + y_a_row))  # the place of the upper piece that hides it
        hidden = np.mean([(int(b), int(a)) in BAR for a, b in zip(above[0].ravel(), above[1].ravel(), strict=True)])
        counts = np.clip((1 - hidden - BARELY) / (PLAINLY - BARELY), 0, 1)
        assert share == pytest.approx(0 if (row, col) in BAR else counts, abs=0.1)


@pytest.mark.parametrize(
    ("on", "margin", "told"),
    [
        pytest.param(("U",), 9.0, [("overlap", "X", ("U",))], id="on one of which something is seen"),
        pytest.param((), 9.0, [("overlap", "X", ())], id="on one of which nothing is seen"),
        pytest.param(("U",), 1.0, [("unknown", None, ("U",))], id="some piece on one of which something is seen"),
        pytest.param((), 1.0, [], id="some piece, and nothing is seen below"),
    ],
)
def test_what_lies_on_others_is_told_as_far_as_it_is_known(on: tuple[str, ...], margin: float, told: list) -> None:
    upper = EVERY.names.index("X")
    number, *_ = (int(n) for n in np.flatnonzero(EVERY.piece == upper))
    below = tuple(int(np.flatnonzero(EVERY.piece == EVERY.names.index(name))[0]) for name in on)
    seen = Overlap(number, EVERY.cells_of(number), below, cast(Any, None), cast(Any, None), 9.0, margin)
    problems = of_overlap(seen, EVERY)
    assert [(problem.kind, problem.piece, problem.on) for problem in problems] == told


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(
            7210015, id="V, of two cells of which six tenths are seen: with nothing known of them it may be N"
        ),
        pytest.param(7210041, id="none, but the upper one would be U with nothing known of what it hides in part"),
    ],
)
def test_what_lies_behind_one_that_lies_on_others_is_told_by_what_is_seen_of_it(seed: int) -> None:
    bgr, facts = picture(seed, POLYSSIMO, "overlap")
    pose = pose_from_corners(np.array(facts["corners"]), POLYSSIMO.grid, (facts["width"], facts["height"]))
    seen = score(parse_truth(facts, "made"), read_board(bgr, pose, POLYSSIMO, Given(careful=True)))
    assert seen.exact, (seen.missed, seen.unnamed)


@pytest.mark.parametrize(("lead", "is_told"), [(DOUBTFUL - 0.1, False), (DOUBTFUL + 0.1, True)])
def test_what_leads_by_hardly_anything_lies_on_no_other(
    lead: float, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = clear_reading(POLYSSIMO.grid, [EVERY.cells_of(0)], 0.7)
    found = Overlap(0, EVERY.cells_of(0), (1,), explain(scores(seen, EVERY), EVERY), seen, lead, seen_below=9.0)
    monkeypatch.setattr("vision.faults.overlap._OneLayer.with_upper", lambda *_: found)
    told = find_overlap(seen, seen, pose_at(30.0, 0.0), EVERY, found.explained, no_steps)
    assert (told is not None) == is_told


def test_a_rival_that_is_none_itself_still_speaks_against_being_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = clear_reading(POLYSSIMO.grid, [], 0.7)
    nothing = explain(scores(seen, EVERY), EVERY)
    leads = iter((DOUBTFUL + 1.3, DOUBTFUL - 0.2))

    def tried(_: object, number: int, __: float) -> Overlap:
        return Overlap(number, EVERY.cells_of(number), (1,), nothing, seen, next(leads, 0.0), seen_below=9.0)

    apart = next(n for n in range(len(EVERY)) if not {*EVERY.cells_of(n)} & {*EVERY.cells_of(0)})
    monkeypatch.setattr("vision.faults.overlap._likeliest", lambda *_: [0, apart])
    monkeypatch.setattr("vision.faults.overlap._OneLayer.with_upper", tried)
    monkeypatch.setattr(
        "vision.faults.overlap._OneLayer._seen_past", lambda _, rivals: dict.fromkeys(EVERY.cells_of(rivals[0]))
    )
    told = find_overlap(seen, seen, pose_at(30.0, 0.0), EVERY, nothing, no_steps)
    assert told is not None
    assert told.margin == pytest.approx(1.5)
    assert [one.upper for one in told.possible] == [0, apart]


@pytest.mark.parametrize("left", [False, True])
def test_of_two_that_may_lie_on_others_it_is_the_one_with_steps_all_round_it(left: bool) -> None:
    """All that is seen one level up is what two crosses side by side would fill."""
    crosses = [tuple(sorted((5 + down, col + right) for down, right in CROSS)) for col in (4, 6)]
    numbers = [EVERY.find("X", cells) for cells in crosses]
    upper = clear_reading(POLYSSIMO.grid, [tuple(sorted({*crosses[0], *crosses[1]}))], 0.7)
    lower = clear_reading(POLYSSIMO.grid, [tuple((5, col) for col in range(3, 8))], 0.7)
    alone = explain(scores(lower, EVERY), EVERY)
    wanted, other = numbers[::-1] if left else numbers

    def higher(number: int) -> float:
        return {wanted: 9.0, other: 3.0}.get(number, -8.0)

    told = find_overlap(lower, upper, pose_at(0.0, 0.0), EVERY, alone, higher)
    assert told is not None
    assert (told.upper, told.stepped) == (wanted, 9.0)
    assert told.on
    assert told.seen_below > SEEN_BELOW


@pytest.mark.parametrize(
    ("stepped", "seen_below", "is_held"),
    [
        pytest.param(HELD + 1, 0.0, True, id="steps down all round it"),
        pytest.param(HELD - 1, SEEN_BELOW + 1, True, id="a piece is seen below it"),
        pytest.param(HELD - 1, SEEN_BELOW - 1, False, id="of which hardly anything tells"),
    ],
)
def test_what_lies_on_others_is_held_by_what_is_seen_of_them_or_steps_down_from_it(
    stepped: float, seen_below: float, is_held: bool
) -> None:
    nothing = cast(Any, None)
    one = Overlap(0, EVERY.cells_of(0), (1,), nothing, nothing, 9.0, stepped=stepped, seen_below=seen_below)
    assert one.is_held == is_held


CROSSED = tuple(sorted((5 + down, 6 + right) for down, right in CROSS))
BELOW = EVERY.find("F", (*(cell for cell in CROSSED if cell != (5, 7)), (4, 7)))


def laid_on_cross(lower: Reading, lying: tuple[int | None, ...] = ()) -> Overlap:
    """What there is to a cross that lies on others for sure, if it is known what else lies there."""
    before = Before(tuple(number for number in lying if number is not None))
    flat = _OneLayer(lower, pose_at(0.0, 0.0), EVERY, explain(scores(lower, EVERY), EVERY), before)
    found = flat.with_upper(EVERY.find("X", CROSSED) or 0, 100.0)
    assert found is not None
    return found


@pytest.mark.parametrize("is_known", [False, True])
def test_what_is_known_to_lie_below_holds_it_though_hardly_anything_is_seen_of_that(is_known: bool) -> None:
    """Of an F below a cross one cell is seen, and nothing can be told of it."""
    lower = clear_reading(POLYSSIMO.grid, [CROSSED], 0.7).without([(4, 7)])
    assert laid_on_cross(lower, (BELOW,) if is_known else ()).is_held == is_known


def test_one_that_is_known_but_has_been_taken_away_does_not_speak_against_what_is_seen_below() -> None:
    """Below a cross an I is seen at both ends, and a V that is known is gone."""
    bar, gone = tuple((5, col) for col in range(4, 9)), ((2, 6), (2, 7), (2, 8), (3, 6), (4, 6))
    lower = clear_reading(POLYSSIMO.grid, [bar], 0.7)
    found = laid_on_cross(lower, (EVERY.find("V", gone),))
    assert len(found.on) == 2
    assert found.seen_below == pytest.approx(laid_on_cross(lower).seen_below)
    assert found.is_held


def test_all_that_is_seen_below_holds_it_and_nothing_else() -> None:
    """Below a cross the ends of an I are seen and an L beside it, of which nothing lies below the cross."""
    bar, beside = tuple((5, col) for col in range(4, 9)), ((8, 1), (8, 2), (8, 3), (8, 4), (9, 4))
    alone = laid_on_cross(clear_reading(POLYSSIMO.grid, [bar], 0.7)).seen_below
    assert laid_on_cross(clear_reading(POLYSSIMO.grid, [bar, beside], 0.7)).seen_below == pytest.approx(alone)
    left, bent = tuple((5, col) for col in range(2, 7)), ((6, 6), (7, 6), (8, 6), (8, 7), (8, 8))
    one = laid_on_cross(clear_reading(POLYSSIMO.grid, [left], 0.7))
    both = laid_on_cross(clear_reading(POLYSSIMO.grid, [left, bent], 0.7))
    assert (len(one.on), len(both.on)) == (1, 2)
    assert both.seen_below > one.seen_below + 5


@pytest.mark.parametrize(
    ("rivals", "told"),
    [
        pytest.param([("U",)], [("unknown", ("U",))], id="on U, whichever it is"),
        pytest.param([("U",), ("V",)], [], id="on nothing that all lie on"),
        pytest.param([("U",), ()], [], id="one of them on nothing"),
    ],
)
def test_something_lies_on_those_pieces_on_which_whichever_it_is_lies(
    rivals: list[tuple[str, ...]], told: list[tuple[str, tuple[str, ...]]]
) -> None:
    def on(names: tuple[str, ...], rivals: tuple[Overlap, ...] = ()) -> Overlap:
        numbers = tuple(int(np.flatnonzero(EVERY.piece == EVERY.names.index(name))[0]) for name in names)
        return Overlap(0, EVERY.cells_of(0), numbers, cast(Any, None), cast(Any, None), 9.0, 1.0, rivals)

    likeliest = on(("U", "V"), tuple(on(names) for names in rivals))
    problems = of_overlap(likeliest, EVERY)
    assert [(problem.kind, problem.on) for problem in problems] == told


@pytest.mark.parametrize(("lead", "claimed"), [(SURE_LEAD, {"W", "X"}), (SURE_LEAD - 0.1, {"X"})])
def test_below_others_only_that_is_claimed_which_holds_whichever_lies_on_top(
    lead: float, claimed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*names: str) -> Claims:
        first = {name: int(np.flatnonzero(EVERY.piece == EVERY.names.index(name))[0]) for name in names}
        pieces = tuple(SeenPiece(name, EVERY.cells_of(number), 0.99) for name, number in first.items())
        return Claims(pieces, frozenset(), (), frozenset(first.values()))

    rival = Overlap(1, EVERY.cells_of(1), (), cast(Any, None), cast(Any, None), 3.0)
    likeliest = replace(rival, upper=0, lead=lead, rivals=(rival,))
    by_upper = {0: said("V", "W", "X"), 1: said("U", "W", "X")}
    monkeypatch.setattr(ThickPieces, "_below", lambda _, overlap: by_upper[overlap.upper])
    table = ThickPieces(cast(Any, None), cast(Glance, SimpleNamespace(said=said("X", "V"))))
    assert {piece.piece for piece in table.below(likeliest).pieces} == claimed
