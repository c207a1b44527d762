"""What is known from before: where something has changed, and what that says of pieces."""

import cv2
import numpy as np
import pytest

from referee.piece import packaged_piece_set
from tests.vision.flat_table import POSE
from vision.cells.reading import RING
from vision.look import Known
from vision.motion.settle import SmallView
from vision.pieces.before import IN_TURN, KNOWN, UNCHANGED, Before, Change
from vision.pieces.catalogue import catalogue
from vision.pieces.scores import Scores
from vision.sighting import SeenPiece

EVERY = catalogue(packaged_piece_set("polyssimo"))
BAR = tuple((row, 4) for row in range(3, 8))
ELSEWHERE = tuple((row, 9) for row in range(3, 8))
LIGHT = np.random.default_rng(5).integers(150, 220, (*POSE.size_px[::-1], 3), np.uint8)


def bar_put_down(height: float) -> Change:
    """What changes when something dark comes to lie on the cells of a bar, its top so high; no side of it is seen."""
    dark = LIGHT.copy()
    corners = np.array([(4, 3, height), (5, 3, height), (5, 8, height), (4, 8, height)], float)
    cv2.fillConvexPoly(dark, np.rint(POSE.project(corners)).astype(np.int32), (40, 40, 40))
    view = SmallView(POSE)
    return Change(view(LIGHT), view(dark), POSE)


@pytest.mark.parametrize("height", [0.5, 1.0, 2.0])
def test_cells_are_looked_at_where_a_top_of_that_height_is_seen(height: float) -> None:
    unchanged = bar_put_down(height).unchanged(height)
    there = np.zeros_like(unchanged)
    for row, col in BAR:
        there[row + RING, col + RING] = True
    assert not unchanged[there].any()
    assert unchanged[~there].mean() > 0.9


def test_a_new_piece_is_doubted_where_nothing_has_changed_and_a_known_one_is_expected_where_it_lay() -> None:
    flat = Scores(np.zeros(len(EVERY.piece)), np.zeros(EVERY.cell_count), 1.0)
    new, elsewhere = EVERY.find("I", BAR), EVERY.find("I", ELSEWHERE)
    assert new is not None
    assert elsewhere is not None
    before = Before.of(Known((SeenPiece("I", ELSEWHERE),)), bar_put_down(0.75), EVERY)
    gain = before.lower(flat, EVERY, 0.75).gain
    assert gain[new] == 0
    assert gain[elsewhere] == KNOWN
    assert before.upper(flat, EVERY, 0.75).gain[elsewhere] == -len(ELSEWHERE) * UNCHANGED
    assert gain.min() == -6 * UNCHANGED


def test_with_nothing_to_compare_only_what_lies_there_is_known() -> None:
    flat = Scores(np.zeros(len(EVERY.piece)), np.zeros(EVERY.cell_count), 1.0)
    gain = Before.of(Known((SeenPiece("I", BAR),)), None, EVERY).lower(flat, EVERY, 0.75).gain
    assert sorted(set(gain.tolist())) == [0, KNOWN]


def test_what_comes_next_by_the_rules_is_likelier_than_anything_else_new() -> None:
    flat = Scores(np.zeros(len(EVERY.piece)), np.zeros(EVERY.cell_count), 1.0)
    numbers = [
        EVERY.find(*one) for one in (("I", BAR), ("I", ELSEWHERE), ("V", ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0))))
    ]
    lying, next_one, other = (number for number in numbers if number is not None)
    before = Before.of(Known((SeenPiece("I", BAR),), to_come=frozenset({"I"})), None, EVERY)
    assert before.lower(flat, EVERY, 0.75).gain[[lying, next_one, other]].tolist() == [KNOWN, 0, -IN_TURN]
    assert before.upper(flat, EVERY, 0.75).gain[[next_one, other]].tolist() == [0, -IN_TURN]
    assert [before.favour(number) for number in (lying, next_one, other)] == [0, IN_TURN, -IN_TURN]


def test_twins_that_come_next_are_meant_by_the_name_that_stands_for_them() -> None:
    quilts = catalogue(packaged_piece_set("patchwork"))
    same = next(iter(quilts.twins.values()))
    before = Before.of(Known(to_come=frozenset(same[1:])), None, quilts)
    assert before.to_come is not None
    assert {quilts.names[number] for number in quilts.piece[before.to_come]} == {same[0]}


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(Known((SeenPiece("I", BAR),)), id="they tell nothing"),
        pytest.param(Known(to_come=frozenset({"I"}), weighed=False), id="they are weighed afterwards"),
    ],
)
def test_where_the_rules_are_not_weighed_all_are_alike(known: Known) -> None:
    before = Before.of(known, None, EVERY)
    assert {before.favour(number) for number in range(0, len(EVERY), 97)} == {0}
