"""Boards of our make, but of another size, on which the cells of our grid are nearly as clear as on our own."""

from dataclasses import replace

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from vision.board.align import align, pose_of
from vision.board.opinion import LEAST_CLEAR, MOST_CLEAR, Opinion, opinion, opinion_at
from vision.board.phases import ENDS, FITS, FITS_NOT, SURELY_ENDS, SURELY_FITS, Phases
from vision.board.sizes import (
    AS_CLEAR,
    BY_FAR,
    HARDLY_LESS,
    HARDLY_UNCLEAR,
    PLAINLY,
    PLAINLY_ELSE,
    THIS_WAY,
    Size,
)
from vision.frame import Picture
from vision.kind import POLYSSIMO, USUAL_THICKNESS
from vision.pose import BoardPose, pose_from_corners
from vision.simulated.still import picture

OURS = packaged_piece_set("polyssimo")
BLANK = np.zeros((OURS.grid.rows, OURS.grid.cols), complex)
"""Phases of which nothing is seen."""


@pytest.mark.parametrize(
    ("rows", "cols", "seed", "kind"),
    [(11, 11, 564006, "partial"), (12, 12, 564014, "partial"), (12, 13, 564010, "partial")],
)
def test_our_grid_stretched_over_a_board_of_another_size_is_told_from_ours(
    rows: int, cols: int, seed: int, kind: str
) -> None:
    bgr, facts = picture(seed, replace(OURS, grid=GridSize(rows, cols)), kind)
    stretched = pose_from_corners(np.array(facts["corners"]), OURS.grid, (facts["width"], facts["height"]))
    assert Size(bgr, stretched, opinion(bgr, stretched, POLYSSIMO), POLYSSIMO).is_another


@pytest.mark.parametrize(
    ("rows", "cols", "seed", "kind", "taken"),
    [
        pytest.param(11, 11, 568001, "few", [[377.6, 110.7], [434.1, 308.0], [146.3, 344.7], [152.9, 135.6]], id="few"),
        pytest.param(
            11, 11, 568003, "hand", [[667.2, 184.1], [1051.7, 327.7], [941.6, 631.8], [450.1, 397.4]], id="hand"
        ),
        pytest.param(
            12, 12, 576000, "partial", [[139.7, 396.9], [431.9, 115.4], [693.3, 366.2], [397.1, 666.9]], id="as clear"
        ),
        pytest.param(
            10,
            12,
            571003,
            "hand",
            [[620.5, 82.9], [1000.7, 147.5], [972.2, 441.0], [493.4, 332.7]],
            id="as clear, hand",
        ),
        pytest.param(
            10,
            11,
            569002,
            "partial",
            [[252.0, 328.0], [378.0, 173.0], [539.0, 312.0], [406.0, 455.0]],
            id="a quarter turn round",
        ),
        pytest.param(
            12,
            12,
            569006,
            "partial",
            [[656.0, 341.0], [473.0, 491.0], [340.0, 325.0], [522.0, 180.0]],
            id="pieces beyond",
        ),
    ],
)
def test_a_board_of_another_size_is_told_by_its_own_grid_laid_over_it(
    rows: int, cols: int, seed: int, kind: str, taken: list[list[float]]
) -> None:
    bgr, facts = picture(seed, replace(OURS, grid=GridSize(rows, cols)), kind)
    wrong = pose_from_corners(np.array(taken), OURS.grid, (facts["width"], facts["height"]))
    assert Size(bgr, wrong, opinion(bgr, wrong, POLYSSIMO), POLYSSIMO).is_another


@pytest.mark.parametrize("seed", [7500104, 7500044])
def test_our_own_board_is_of_its_size_though_a_hand_is_over_it(seed: int) -> None:
    bgr, facts = picture(seed, OURS, "hand")
    pose = pose_from_corners(np.array(facts["corners"]), OURS.grid, (facts["width"], facts["height"]))
    said = opinion(bgr, pose, POLYSSIMO)
    assert MOST_CLEAR - said.clear > HARDLY_UNCLEAR  # else none could be clearer
    assert not Size(bgr, pose, said, POLYSSIMO).is_another


def test_our_own_board_is_of_its_size_though_another_one_is_as_clear() -> None:
    bgr, facts = picture(581007, OURS, "few")
    size = (facts["width"], facts["height"])
    pose = pose_from_corners(np.array(facts["corners"]), OURS.grid, size)
    said = opinion(bgr, pose, POLYSSIMO)
    larger = GridSize(12, 12)
    other = pose_of(align(bgr, pose.corners_px, larger), larger, size)
    assert opinion_at(bgr, other, USUAL_THICKNESS, POLYSSIMO).clear > said.clear - AS_CLEAR
    assert not Size(bgr, pose, said, POLYSSIMO).is_another


def test_our_own_board_taken_the_wrong_way_round_is_told_by_a_smaller_one_within_it() -> None:
    bgr, facts = picture(7601009, OURS, "hand")
    size = (facts["width"], facts["height"])
    turned = np.array([[524.0, 611.0], [444.0, 298.0], [746.0, 213.0], [868.0, 508.0]])
    wrong, right = (pose_from_corners(corners, OURS.grid, size) for corners in (turned, np.array(facts["corners"])))
    assert Size(bgr, wrong, opinion(bgr, wrong, POLYSSIMO), POLYSSIMO).is_another
    assert not Size(bgr, right, opinion(bgr, right, POLYSSIMO), POLYSSIMO).is_another


@pytest.mark.parametrize(("seed", "kind"), [(7500104, "hand"), (581007, "few"), (581002, "full"), (581002, "partial")])
def test_phases_tell_for_sure_that_a_board_is_ours(seed: int, kind: str) -> None:
    bgr, facts = picture(seed, OURS, kind)
    pose = pose_from_corners(np.array(facts["corners"]), OURS.grid, (facts["width"], facts["height"]))
    assert Size(bgr, pose, Opinion(0.0, 0, False), POLYSSIMO).is_surely_ours


def phases(fit: float, ends: float = 9.0) -> Phases:
    """Phases of the cells of our grid that tell so much of whether it fits and ends with its board: all alike, or such
    as those of a board with a row more."""
    rows, cols = OURS.grid.rows, OURS.grid.cols
    inside = np.full((rows + 2, cols + 2), -ends)
    inside[1:-1, 1:-1] = ends
    alike = np.full((rows, cols), abs(fit), complex)
    turning = np.exp(2j * np.pi * (np.arange(rows) + 0.5) / rows)[:, None]
    return Phases(alike, alike if fit > 0 else alike * turning, inside)


@pytest.mark.parametrize(
    ("seen", "cells_tell_so", "told"),
    [
        pytest.param(phases(FITS + 0.1), True, False, id="it surely fits"),
        pytest.param(phases(FITS - 0.1), True, True, id="it hardly fits, and cells speak against it"),
        pytest.param(phases(FITS - 0.1), False, False, id="it hardly fits, and cells do not"),
        pytest.param(phases(FITS + 0.1, ENDS - 0.1), True, True, id="it may end elsewhere"),
        pytest.param(phases(FITS_NOT - 0.1), False, True, id="it surely does not fit"),
        pytest.param(phases(FITS_NOT + 0.1), False, False, id="it may fit"),
    ],
)
def test_cells_are_asked_for_another_size_only_where_phases_do_not_tell(
    monkeypatch: pytest.MonkeyPatch, seen: Phases, cells_tell_so: bool, told: bool
) -> None:
    monkeypatch.setattr("vision.board.sizes.Size._phases", seen)
    monkeypatch.setattr("vision.board.sizes.Size._is_plainly_another", cells_tell_so)
    pose = pose_from_corners(np.array([[100, 100], [580, 100], [580, 540], [100, 540]], float), OURS.grid, (640, 640))
    nothing = np.zeros((640, 640, 3), np.uint8)
    assert Size(nothing, pose, Opinion(MOST_CLEAR, 40, True), POLYSSIMO).is_another is told


@pytest.mark.parametrize(
    ("seen", "said", "told"),
    [
        pytest.param(phases(SURELY_FITS + 0.1, SURELY_ENDS + 0.1), Opinion(MOST_CLEAR, 0, True), True, id="it is"),
        pytest.param(phases(SURELY_FITS - 0.1), Opinion(MOST_CLEAR, 0, True), False, id="it fits less"),
        pytest.param(phases(30.0, SURELY_ENDS - 0.1), Opinion(MOST_CLEAR, 0, True), False, id="it may go on"),
        pytest.param(phases(30.0), Opinion(LEAST_CLEAR - 0.1, 0, True), False, id="cells are not clear"),
        pytest.param(phases(30.0), Opinion(MOST_CLEAR, 0, True, ends=False), False, id="cells say that it goes on"),
    ],
)
def test_a_bare_board_is_ours_by_itself_where_phases_and_cells_say_so(
    monkeypatch: pytest.MonkeyPatch, seen: Phases, said: Opinion, told: bool
) -> None:
    monkeypatch.setattr("vision.board.sizes.Size._phases", seen)
    pose = pose_from_corners(np.array([[100, 100], [580, 100], [580, 540], [100, 540]], float), OURS.grid, (640, 640))
    assert Size(np.zeros((640, 640, 3), np.uint8), pose, said, POLYSSIMO).is_so_by_itself is told


@pytest.mark.parametrize(
    ("rows", "cols", "less"),
    [pytest.param(11, 13, 0, id="stretched to its outline"), pytest.param(12, 12, 1, id="over a part of it")],
)
def test_one_of_another_size_is_not_surely_ours(rows: int, cols: int, less: int) -> None:
    bgr, facts = picture(564014, replace(OURS, grid=GridSize(rows, cols)), "partial")
    corners = np.array(facts["corners"])
    corners[2:] += (corners[1::-1] - corners[2:]) * less / rows  # a row less, nearly, for it is seen at an angle
    pose = pose_from_corners(corners, OURS.grid, (facts["width"], facts["height"]))
    assert not Size(bgr, pose, Opinion(0.0, 0, False), POLYSSIMO).is_surely_ours


def test_our_own_board_is_by_far_the_clearest_where_much_lies_on_it() -> None:
    bgr, facts = picture(581002, OURS, "full")
    pose = pose_from_corners(np.array(facts["corners"]), OURS.grid, (facts["width"], facts["height"]))
    assert Size(bgr, pose, opinion(bgr, pose, POLYSSIMO), POLYSSIMO).is_by_far_clearest


@pytest.mark.parametrize(("rows", "cols"), [(12, 12), (11, 11)])
def test_on_a_board_of_another_size_ours_is_not(rows: int, cols: int) -> None:
    bgr, facts = picture(581002, replace(OURS, grid=GridSize(rows, cols)), "full")
    wrong = pose_from_corners(np.array(facts["corners"]), OURS.grid, (facts["width"], facts["height"]))
    assert not Size(bgr, wrong, opinion(bgr, wrong, POLYSSIMO), POLYSSIMO).is_by_far_clearest


def test_cells_alone_tell_plainly_of_which_size_a_board_is_that_is_used() -> None:
    bgr, facts = picture(581002, OURS, "partial")
    pose = pose_from_corners(np.array(facts["corners"]), OURS.grid, (facts["width"], facts["height"]))
    assert Size(bgr, pose, opinion(bgr, pose, POLYSSIMO), POLYSSIMO).is_plain


@pytest.mark.parametrize(
    ("lacks", "other_lacks", "turned_lacks", "told"),
    [
        pytest.param(PLAINLY - 0.01, PLAINLY_ELSE, 0.0, False, id="plain"),
        pytest.param(PLAINLY - 0.01, PLAINLY_ELSE - 0.01, 0.0, True, id="another is nearly as clear"),
        pytest.param(HARDLY_LESS - 0.01, HARDLY_LESS + BY_FAR, HARDLY_LESS + THIS_WAY, False, id="by far the clearest"),
        pytest.param(HARDLY_LESS - 0.01, HARDLY_LESS + BY_FAR - 0.02, 2.0, True, id="hardly so"),
        pytest.param(HARDLY_LESS - 0.01, 2.0, HARDLY_LESS + THIS_WAY - 0.02, True, id="turned as well"),
        pytest.param(HARDLY_LESS + 0.01, 2.0, 2.0, True, id="not so clear"),
    ],
)
def test_where_they_do_the_lines_of_another_size_are_not_asked(
    monkeypatch: pytest.MonkeyPatch, lacks: float, other_lacks: float, turned_lacks: float, told: bool
) -> None:
    """Within ours there is a smaller one whose cells are clear too, once it is fitted, and a rim is much like a row."""
    pose = pose_from_corners(np.array([[100, 100], [580, 100], [580, 540], [100, 540]], float), OURS.grid, (640, 640))
    picture_of_it = np.zeros((640, 640, 3), np.uint8)
    monkeypatch.setattr("vision.board.sizes._of_other_sizes", lambda _, pose, more: (pose for _ in more))

    def said_at(_: Picture, at: BoardPose, *__: object) -> Opinion:
        return Opinion(MOST_CLEAR - (other_lacks if at is pose else turned_lacks), 40, True)

    monkeypatch.setattr("vision.board.sizes.opinion_at", said_at)
    monkeypatch.setattr("vision.board.sizes.ends_there", lambda *_: True)
    monkeypatch.setattr("vision.board.sizes.Size._fitted", lambda *_: iter([(5.0, Opinion(MOST_CLEAR, 40, True))]))
    monkeypatch.setattr("vision.board.sizes.Size._phases", Phases(BLANK, BLANK, np.zeros((13, 14))))
    said = Opinion(MOST_CLEAR - lacks, 40, True)
    assert Size(picture_of_it, pose, said, POLYSSIMO).is_another == told


@pytest.mark.parametrize(
    ("rows", "cols", "seed", "kind", "taken"),
    [
        pytest.param(
            12, 12, 580000, "partial", [[209.2, 55.7], [806.2, 62.9], [849.4, 619.2], [93.2, 616.2]], id="12 x 12"
        ),
        pytest.param(
            11, 11, 580001, "hand", [[152.8, 888.0], [313.0, 117.2], [1100.9, 154.0], [1077.1, 936.2]], id="11 x 11"
        ),
    ],
)
def test_they_do_not_where_another_size_fits_as_well(
    rows: int, cols: int, seed: int, kind: str, taken: list[list[float]]
) -> None:
    bgr, facts = picture(seed, replace(OURS, grid=GridSize(rows, cols)), kind)
    pose = pose_from_corners(np.array(taken), OURS.grid, (facts["width"], facts["height"]))
    said = opinion(bgr, pose, POLYSSIMO)
    assert said.confirms
    assert MOST_CLEAR - said.clear < PLAINLY
    assert not Size(bgr, pose, said, POLYSSIMO).is_plain
