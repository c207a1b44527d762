"""Whether the cells show that a board ends where its grid does."""

from dataclasses import replace

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from vision.board import opinion as module
from vision.board.opinion import Opinion, opinion
from vision.cells.reading import RING, Evidence, Reading
from vision.kind import POLYSSIMO
from vision.pose import pose_from_corners
from vision.simulated import picture

GRID = GridSize(11, 12)
POSE = pose_from_corners(np.array([(40, 40), (280, 40), (280, 260), (40, 260)], float), GRID, (320, 300))
BLANK = np.full((320, 320, 3), 90, np.uint8)
FILLED, BARE, DOUBTFUL = 8.0, -11.0, -2.0


def reading() -> Reading:
    """Pieces on the upper rows, and nothing around the grid."""
    occupied = np.full((GRID.rows + 2 * RING, GRID.cols + 2 * RING), BARE, np.float32)
    occupied[RING : RING + 4, RING:-RING] = FILLED
    nothing = np.full_like(occupied, BARE)
    return Reading(GRID, occupied, nothing, nothing, nothing, nothing, np.stack([nothing] * 2), np.zeros(3), 0.75)


def ends(seen: Reading, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(module, "occupancy", lambda *_, **__: (seen.occupied, seen.hidden))
    said = opinion(BLANK, POSE, POLYSSIMO)
    assert said.is_clear == said.ends  # all else is as clear as can be
    return said.ends


def test_a_grid_with_pieces_on_it_and_none_around_ends_with_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ends(reading(), monkeypatch)


def test_a_row_as_doubtful_as_a_rim_is_none_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = reading()
    seen.occupied[-RING - 1, RING:-RING] = DOUBTFUL
    assert not ends(seen, monkeypatch)


def test_where_most_cells_beyond_a_side_are_filled_the_board_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = reading()
    seen.occupied[RING + 2 : RING + 6, RING - 1] = FILLED  # a piece may hang over
    assert ends(seen, monkeypatch)
    seen.occupied[RING : RING + 9, RING - 1] = FILLED
    assert not ends(seen, monkeypatch)


def test_of_a_side_under_an_arm_nothing_is_held_against_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = reading()
    seen.occupied[:, -RING - 2 :] = DOUBTFUL
    hidden = seen.hidden.copy()
    hidden[:, -RING - 2 :] = FILLED
    assert ends(replace(seen, hidden=hidden), monkeypatch)


@pytest.mark.parametrize(("seen_cells", "is_told"), [(3, False), (GRID.rows, True)])
def test_a_few_cells_that_an_arm_leaves_of_a_side_tell_nothing(
    seen_cells: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = reading()
    seen.occupied[RING:-RING, -RING - 1] = DOUBTFUL
    hidden = seen.hidden.copy()
    hidden[: -RING - seen_cells, -RING - 1] = FILLED
    assert ends(replace(seen, hidden=hidden), monkeypatch) is not is_told


@pytest.mark.parametrize(
    ("seed", "kind"),
    [
        pytest.param(7200031, "hand", id="thinner than usual, as is measured"),
        pytest.param(7000115, "few", id="so few that they seem to be thicker than they are"),
    ],
)
def test_however_thick_pieces_are_they_are_seen_to_lie_on_the_cells(seed: int, kind: str) -> None:
    bgr, facts = picture(seed, packaged_piece_set("polyssimo"), kind)
    pose = pose_from_corners(np.array(facts["corners"]), GRID, (facts["width"], facts["height"]))
    assert opinion(bgr, pose, POLYSSIMO).is_clear


def test_a_careful_opinion_is_one_of_many_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[bool] = []

    def looked(*_: object, twice: bool) -> tuple[Evidence, Evidence]:
        looks.append(twice)
        return reading().occupied, reading().hidden

    monkeypatch.setattr(module, "occupancy", looked)
    assert opinion(BLANK, POSE, POLYSSIMO, careful=True).is_clear
    assert looks
    assert all(looks)


HERE = Opinion(5.0, 0, alone=True)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param(replace(HERE, ends=False), True, id="it does not end there"),
        pytest.param(replace(HERE, ends=False, clear=5.1), False, id="but cells are clearer there"),
        pytest.param(replace(HERE, clear=1.0), False, id="it may end there as well"),
    ],
)
def test_a_board_ends_rather_than_elsewhere_if_it_does_not_end_there(other: Opinion, expected: bool) -> None:
    assert HERE.ends_rather_than(other) == expected
    assert not replace(HERE, ends=False).ends_rather_than(other)
