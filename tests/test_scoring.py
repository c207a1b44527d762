"""The benchmark must be right itself: each figure on a small board made by hand."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from referee.grid import Cell, GridSize
from referee.piece import packaged_piece_set
from tests.benchmarks.report import Scored, asking_table, by_condition, fault, figures
from tests.benchmarks.scoring import Claim, corner_error_cells, reliability, score
from tests.benchmarks.truth import PhotoTruth, TruePiece, labellings, names_by_shape, parse_truth, read_facts
from vision.sighting import Alternative, Problem, SeenBoard, SeenPiece, Sighting

GRID = GridSize(3, 4)
CORNERS = ((0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0))
BAR = ((0, 0), (0, 1), (0, 2))
ELBOW = ((1, 0), (2, 0), (2, 1))


def truth_of(*pieces: TruePiece, hidden: tuple[Cell, ...] = ()) -> PhotoTruth:
    return PhotoTruth("made", GRID, CORNERS, pieces, frozenset(hidden), {"tilt": "0-15 deg"})


def true(piece: str, cells: tuple[Cell, ...], kind: str = "none", on: str | None = None) -> TruePiece:
    return TruePiece(piece, frozenset(cells), kind, on)


def sighting_of(*pieces: SeenPiece, **more: object) -> Sighting:
    return replace(Sighting(SeenBoard(True, CORNERS, GRID, 1.0), pieces), **more)


def half_turned(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted((2 - row, 3 - col) for row, col in cells))


TRUTH = truth_of(true("bar", BAR), true("elbow", ELBOW))


def test_a_board_read_as_it_lies_is_exactly_right():
    result = score(TRUTH, sighting_of(SeenPiece("bar", BAR), SeenPiece("elbow", ELBOW)))
    assert result.exact
    assert (len(result.right), result.wrong, result.missed, result.corner_error_cells) == (2, (), (), 0.0)
    assert fault(result) == ""


def test_a_board_read_after_half_a_turn_is_exactly_right_too():
    corners = CORNERS[2:] + CORNERS[:2]
    seen = sighting_of(SeenPiece("bar", half_turned(BAR)), SeenPiece("elbow", half_turned(ELBOW)))
    assert score(TRUTH, replace(seen, board=replace(seen.board, corners_xy=corners))).exact


def test_pieces_turned_without_their_corners_are_not_right():
    seen = sighting_of(SeenPiece("bar", half_turned(BAR)), SeenPiece("elbow", half_turned(ELBOW)))
    assert not score(TRUTH, seen).exact


def test_a_mirrored_board_is_not_right():
    mirrored = (CORNERS[1], CORNERS[0], CORNERS[3], CORNERS[2])
    seen = sighting_of(SeenPiece("bar", BAR), SeenPiece("elbow", ELBOW))
    assert not score(TRUTH, replace(seen, board=replace(seen.board, corners_xy=mirrored))).found


def test_an_oblong_board_has_two_labellings_and_a_square_one_four():
    assert len(labellings(TRUTH)) == 2
    square = replace(TRUTH, grid=GridSize(4, 4))
    assert len(labellings(square)) == 4
    turned = labellings(replace(square, pieces=(true("dot", ((0, 3),)),)))[1]
    assert turned.corners_xy[0] == CORNERS[1]
    assert turned.pieces[0].cells == {(0, 0)}


def test_a_shifted_piece_is_both_claimed_wrong_and_missed():
    result = score(TRUTH, sighting_of(SeenPiece("bar", BAR), SeenPiece("elbow", ((1, 1), (2, 1), (2, 2)))))
    assert ([p.piece for p in result.wrong], [p.piece for p in result.missed]) == (["elbow"], ["elbow"])
    assert not result.exact
    assert fault(result) == "wrong: elbow; missed: elbow"


def test_the_right_cells_under_another_name_are_wrong():
    result = score(truth_of(true("bar", BAR)), sighting_of(SeenPiece("rod", BAR)))
    assert (len(result.wrong), len(result.missed)) == (1, 1)


@pytest.mark.parametrize(("hidden", "is_excused"), [((0, 3), True), ((1, 3), False)])
def test_what_may_go_on_below_a_hand_is_told_apart_from_what_cannot(hidden: Cell, is_excused: bool) -> None:
    result = score(
        truth_of(true("bar", BAR), true("elbow", ELBOW), hidden=(hidden,)), sighting_of(SeenPiece("elbow", ELBOW))
    )
    assert (result.exact, result.exact_beside_hand) == (False, is_excused)
    assert not score(result.truth, sighting_of()).exact_beside_hand


def test_a_piece_claimed_twice_is_wrong_the_second_time():
    result = score(truth_of(true("bar", BAR)), sighting_of(SeenPiece("bar", BAR), SeenPiece("bar", BAR)))
    assert (len(result.right), len(result.wrong)) == (1, 1)


def test_a_piece_touched_by_a_hand_may_be_missing_but_not_wrong():
    covered = truth_of(true("bar", BAR), true("elbow", ELBOW), hidden=((2, 1), (2, 2)))
    unsure = frozenset({*ELBOW, (2, 2)})
    result = score(covered, sighting_of(SeenPiece("bar", BAR), uncertain=unsure))
    assert (result.exact, result.uncertain) == (True, 0)
    guessed = sighting_of(SeenPiece("bar", BAR), SeenPiece("elbow", ((1, 1), (2, 1), (2, 0))))
    assert not score(covered, guessed).exact


def test_uncertain_cells_without_an_excuse_are_counted_once():
    seen = sighting_of(SeenPiece("bar", BAR), uncertain=frozenset(ELBOW), hidden=frozenset({(2, 1), (2, 3)}))
    assert score(TRUTH, seen).uncertain == 4


def test_a_piece_under_an_overlapping_one_may_be_missing_and_the_overlap_must_be_named():
    lapped = truth_of(true("bar", BAR), true("elbow", ((0, 2), (1, 2), (1, 3)), "overlap", "bar"))
    overlap = Problem("overlap", "elbow", ((0, 2), (1, 2), (1, 3)), ("bar",))
    named = score(lapped, sighting_of(problems=(overlap,)))
    assert (named.exact, len(named.named), named.missed) == (True, 1, ())
    silent = score(lapped, sighting_of(SeenPiece("bar", BAR)))
    assert (silent.exact, len(silent.unnamed)) == (False, 1)
    assert fault(silent) == "not named: overlap of elbow"


def test_an_overlapping_piece_claimed_as_lying_is_wrong():
    lapped = truth_of(true("bar", BAR), true("elbow", ((0, 2), (1, 2), (1, 3)), "overlap", "bar"))
    claimed = score(lapped, sighting_of(SeenPiece("elbow", ((0, 2), (1, 2), (1, 3)))))
    assert len(claimed.wrong) == 1


@pytest.mark.parametrize(
    "problem",
    [
        Problem("misaligned", "bar", BAR),
        Problem("overhang", "elbow", BAR),
        Problem("overhang", "bar", ((0, 0), (0, 1))),
        Problem("unknown", None, BAR),
    ],
)
def test_a_problem_of_another_kind_piece_or_place_is_a_false_alarm(problem):
    result = score(truth_of(true("bar", BAR, "overhang")), sighting_of(problems=(problem,)))
    assert (len(result.false_alarms), len(result.unnamed), result.named) == (1, 1, ())


def test_a_board_not_found_misses_everything():
    result = score(TRUTH, Sighting(SeenBoard(False, (), GRID, 0.0)))
    assert (result.found, result.exact, len(result.missed)) == (False, False, 2)
    assert fault(result) == "board not found"


def test_a_board_half_a_cell_off_is_found_elsewhere():
    off = tuple((x + 6, y) for x, y in CORNERS)
    seen = sighting_of()
    result = score(truth_of(), replace(seen, board=replace(seen.board, corners_xy=off)))
    assert (result.found, result.exact) == (False, False)
    assert figures([Scored(result, 0.5)])["elsewhere"] == 1


def test_corner_error_is_the_worst_corner_in_cells_of_mean_size():
    seen = (*CORNERS[:3], (3.0, 34.0))
    assert math.isclose(corner_error_cells(TRUTH, seen), 0.5)


def test_an_empty_board_takes_the_labelling_with_the_nearer_corners():
    seen = sighting_of()
    turned = replace(seen, board=replace(seen.board, corners_xy=CORNERS[2:] + CORNERS[:2]))
    assert score(truth_of(), turned).corner_error_cells == 0.0


def test_confidence_is_compared_with_the_share_that_was_right():
    claims = [Claim(0.97, True), Claim(0.95, True), Claim(0.96, False), Claim(1.0, True), Claim(0.3, False)]
    bins = {one.low: one for one in reliability(claims)}
    assert sorted(bins) == [0, 0.95, 0.99]
    assert (bins[0.95].claims, bins[0.99].claims) == (3, 1)
    assert math.isclose(bins[0.95].confidence, 0.96)
    assert math.isclose(bins[0.95].right, 2 / 3)


def test_claims_and_alternatives_are_judged_with_their_confidence():
    wrong = SeenPiece("elbow", ((1, 2), (2, 2), (2, 3)), 0.6)
    alternatives = (Alternative((SeenPiece("elbow", ELBOW),), 0.7), Alternative((wrong,), 0.3))
    alarm = Problem("unknown", None, ((1, 3),), confidence=0.5)
    result = score(TRUTH, sighting_of(SeenPiece("bar", BAR, 0.9), wrong, problems=(alarm,), alternatives=alternatives))
    assert result.claims == (Claim(0.9, True), Claim(0.6, False), Claim(0.5, False))
    assert result.alternatives == (Claim(0.7, True), Claim(0.3, False))


def test_figures_add_up_over_pictures_and_conditions():
    good = score(TRUTH, sighting_of(SeenPiece("bar", BAR), SeenPiece("elbow", ELBOW)))
    bad = score(replace(TRUTH, conditions={"tilt": "30-50 deg"}), Sighting(SeenBoard(False, (), GRID, 0.0)))
    pictures = [Scored(good, 1.0), Scored(bad, 3.0)]
    total = figures(pictures)
    assert (total["pictures"], total["found"], total["exact"], total["missed"], total["seconds"]) == (2, 1, 1, 2, 2.0)
    assert [(condition, value, len(group)) for condition, value, group in by_condition(pictures)] == [
        ("tilt", "0-15 deg", 1),
        ("tilt", "30-50 deg", 1),
    ]


@pytest.fixture
def askew():
    """A picture of a piece that covers two cells by about a quarter."""
    facts = {
        "rows": 3,
        "cols": 4,
        "corners": CORNERS,
        "hand_covers_cells": [],
        "pieces": [
            {
                "id": "bar",
                "situation": "misaligned",
                "cells": [],
                "covered_cells": [[0, 0, 0.25], [0, 1, 0.2], [0, 2, 1.0], [0, 3, 0.24]],
            }
        ],
    }
    return parse_truth(facts, "made")


def test_truth_of_a_misaligned_piece_is_every_cell_covered_by_a_quarter(askew):
    about = frozenset({(0, 0), (0, 3)})
    assert askew.pieces == (TruePiece("bar", frozenset({(0, 0), (0, 2)}), "misaligned", either=about),)


@pytest.mark.parametrize(
    ("cells", "is_named"),
    [
        pytest.param(((0, 2),), True, id="none of them"),
        pytest.param(((0, 0), (0, 2), (0, 3)), True, id="both of them"),
        pytest.param(((0, 0), (0, 3)), False, id="not the one that is covered"),
        pytest.param(((0, 1), (0, 2)), False, id="one that is hardly covered"),
    ],
)
def test_cells_covered_by_about_a_quarter_may_be_named_or_not(askew, cells, is_named):
    assert bool(score(askew, sighting_of(problems=(Problem("misaligned", "bar", cells),))).named) is is_named


def test_cells_covered_by_about_a_quarter_may_be_uncertain(askew):
    doubted = replace(sighting_of(), uncertain=frozenset({(0, 3), (2, 2)}))
    assert score(askew, doubted).uncertain == 1


def test_boards_of_blokus_are_told_apart_by_whether_pieces_of_one_colour_touch():
    facts = read_facts(Path(__file__).parent / "data" / "blokus" / "006.jpg")
    painted = {**facts, "pieces": [{**piece, "colour": "blue"} for piece in facts["pieces"]]}
    assert parse_truth(facts, "made").conditions["one colour"] == "apart, as the rules have it"
    assert parse_truth(painted, "made").conditions["one colour"] == "side by side"


def test_a_label_of_the_truth_is_known_by_the_shape_it_stands_for():
    cells = [list(cell) for cell in packaged_piece_set("polyssimo").by_id["U06"].cells]
    facts = [{"pieces": [{"id": "F16", "cells": cells}, {"id": "C06", "cells": []}]}]
    assert names_by_shape(facts, packaged_piece_set("polyssimo")) == {"F16": "U06", "U06": "F16"}


def test_what_would_be_asked_and_what_would_be_wrong_is_told_by_confidence():
    seen = sighting_of(SeenPiece("bar", BAR, 0.999), SeenPiece("elbow", ((0, 3), (1, 3), (2, 3)), 0.98))
    lines = asking_table([Scored(score(TRUTH, seen), 0.1)]).splitlines()
    assert lines[1].split() == ["0.970", "50.0", "%", "50.0", "%"]
    assert lines[-1].split() == ["0.999", "50.0", "%", "0.0", "%"]
