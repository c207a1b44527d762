"""What lies on others is a step above what is beside it, and seams that look so everywhere are none."""

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.cells.reading import RING
from vision.cells.symmetry import SIDES
from vision.faults.steps import Steps, around_in, likelier_higher, onto_others, steps_of, without
from vision.kind import KINDS, Stepped
from vision.names import seen_set
from vision.pose import pose_from_corners
from vision.simulated import picture

GRID = GridSize(9, 9)
UPPER: Cells = ((3, 3), (3, 4), (3, 5))
OTHERS: tuple[Cells, ...] = (((0, 0), (0, 1)), ((8, 7), (8, 8)), ((5, 1), (6, 1)), ((7, 4), (7, 5)))
STEPPED = Stepped("any", 1.0, -3.0)
TABLE = {"width": 1280, "height": 720, "tilt_deg": 12.0, "fill": 0.9}


def seen(upper: float, others: float) -> Steps:
    """Steps with this evidence all round the upper piece, and that round the others."""
    steps = np.full((len(SIDES), GRID.rows + 2 * RING, GRID.cols + 2 * RING), -6, np.float32)
    for cells, step in ((UPPER, upper), *((cells, others) for cells in OTHERS)):
        for row, col in cells:
            steps[:, row + RING, col + RING] = step
    return steps


def likelier(steps: Steps) -> float:
    """The evidence for the upper piece lying higher than the others."""
    return likelier_higher(around_in(steps), UPPER, OTHERS, STEPPED)


def test_steps_all_round_speak_for_a_piece_on_others_and_none_against_it() -> None:
    assert likelier(seen(5.0, -6.0)) > 3
    assert likelier(seen(-6.0, -6.0)) < -1


def test_where_every_piece_has_steps_round_it_they_are_seams() -> None:
    one, all_of_them = (likelier(seen(4.0, others)) for others in (-6.0, 4.0))
    assert all_of_them < 0 < one


def test_sides_of_hidden_cells_and_those_towards_them_say_nothing() -> None:
    steps = seen(5.0, -6.0)
    spoilt = steps.copy()
    spoilt[SIDES.index((-1, 0)), 3 + RING, 4 + RING] = spoilt[:, 2 + RING, 4 + RING] = -9
    assert likelier(spoilt) < likelier(steps)
    unspoilt = without(spoilt, [(2, 4)])
    assert likelier(unspoilt) == likelier(steps)


def test_sides_towards_bare_cells_say_nothing_where_only_steps_onto_others_are_asked() -> None:
    filled = np.zeros((GRID.rows + 2 * RING, GRID.cols + 2 * RING), bool)
    filled[2 + RING, 3 + RING : 6 + RING] = True
    steps = seen(5.0, -6.0)
    known = onto_others(steps, filled)
    assert np.argwhere(np.isfinite(known[:, 3 + RING])).tolist() == [
        [SIDES.index((-1, 0)), col + RING] for col in (3, 4, 5)
    ]
    spoilt = steps.copy()
    spoilt[SIDES.index((1, 0)), 3 + RING] = -9
    assert likelier(onto_others(spoilt, filled)) == likelier(known)


def test_a_piece_hidden_all_round_is_not_told_from_one_on_the_board() -> None:
    around = [(row, col) for row in range(2, 5) for col in range(2, 7)]
    hidden = without(seen(5.0, -6.0), around)
    assert likelier(hidden) < 1


def test_without_other_pieces_little_is_known_of_seams() -> None:
    assert likelier_higher(around_in(seen(5.0, -6.0)), UPPER, (), STEPPED) > 3


def test_borders_within_a_piece_say_nothing() -> None:
    steps = seen(5.0, -6.0)
    inner = steps.copy()
    inner[SIDES.index((0, 1)), 3 + RING, 3 + RING] = -9
    assert likelier(inner) == likelier(steps)


@pytest.mark.parametrize("game", ["patchwork", "blokus", "polyssimo"])
@pytest.mark.parametrize("looks", [1, 8])
def test_of_a_simulated_table_the_piece_on_others_has_most_steps_round_it(game: str, looks: int) -> None:
    piece_set, kind = seen_set(packaged_piece_set(game)), KINDS[game]
    bgr, facts = picture(7730002, piece_set, "overlap", **TABLE)
    pose = pose_from_corners(np.array(facts["corners"]), piece_set.grid, (facts["width"], facts["height"]))
    steps = steps_of(bgr, pose, kind.thickness or facts["scene"]["piece_height_cells"], kind, looks)
    pieces = [tuple((row, col) for row, col in piece["cells"]) for piece in facts["pieces"]]
    likelier = [
        likelier_higher(around_in(steps), cells, [one for one in pieces if one != cells], kind.steps)
        for cells in pieces
    ]
    on_others = facts["pieces"][int(np.argmax(likelier))]
    assert on_others["situation"] == "overlap"
    assert sorted(likelier)[-2] < 1 < max(likelier)
