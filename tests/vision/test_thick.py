"""Thick pieces that seem to lie flat, though there are steps down all round them."""

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision import thick as module
from vision.before import Given
from vision.kind import POLYSSIMO as KIND
from vision.overlap import HELD
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.reading import RING
from vision.simulated import picture
from vision.steps import Steps
from vision.thick import DOUBTED

POLYSSIMO = packaged_piece_set("polyssimo")
NONE = -8.0


@pytest.mark.parametrize(
    ("evidence", "careful", "said"),
    [
        pytest.param(DOUBTED - 0.5, True, True, id="a few of the flattest have as much"),
        pytest.param(DOUBTED + 0.5, True, False, id="more than any flat one has"),
        pytest.param(DOUBTED + 0.5, False, True, id="at a first glance nobody asks"),
    ],
)
def test_a_piece_with_steps_down_all_round_it_is_not_said_to_lie_flat(
    evidence: float, careful: bool, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert evidence < HELD  # else it would be said to lie on what it hides
    bgr, facts = picture(7811001, POLYSSIMO, "few")
    pose = pose_from_corners(np.array(facts["corners"]), POLYSSIMO.grid, (facts["width"], facts["height"]))
    raised, *others = facts["pieces"]
    steps = np.full((4, POLYSSIMO.grid.rows + 2 * RING, POLYSSIMO.grid.cols + 2 * RING), NONE, np.float32)
    for row, col in raised["cells"]:
        steps[:, row + RING, col + RING] = (evidence - KIND.steps.anyway) / KIND.steps.each

    def steps_of(*_: object) -> Steps:
        return steps

    monkeypatch.setattr(module, "steps_of", steps_of)
    seen = read_board(bgr, pose, POLYSSIMO, Given(careful=careful))
    names = {piece.piece for piece in seen.pieces}
    assert names.issuperset(one["id"] for one in others)
    assert (raised["id"] in names) == said
    assert seen.uncertain.issuperset((row, col) for row, col in raised["cells"]) != said
