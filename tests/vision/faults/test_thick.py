"""A thick piece that seems to lie flat is looked into where there are steps down from it."""

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.cells.reading import RING, Reading
from vision.faults import thick as module
from vision.faults.overlap import Overlap
from vision.faults.steps import Steps
from vision.faults.thick import SUSPECT, ThickPieces
from vision.kind import POLYSSIMO as KIND
from vision.pieces.before import Given
from vision.pieces.glance import Glance, PosedBoard
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.simulated import picture

POLYSSIMO = packaged_piece_set("polyssimo")
PLAIN = 7811001
"""Nothing in its picture is doubtful, and the first piece has another beside it."""


@pytest.mark.parametrize(
    ("evidence", "careful", "troubled", "looked_into"),
    [
        pytest.param(SUSPECT - 0.5, True, False, False, id="hardly any"),
        pytest.param(SUSPECT + 0.5, True, False, True, id="some"),
        pytest.param(SUSPECT + 0.5, False, False, False, id="at a first glance steps are not asked"),
        pytest.param(SUSPECT + 0.5, False, True, True, id="but of what looks troubled"),
        pytest.param(SUSPECT - 0.5, False, True, False, id="which may be lit from the side"),
        pytest.param(SUSPECT - 0.5, True, True, False, id="nor is what looks troubled and is plain all the same"),
        pytest.param(SUSPECT + 0.5, True, True, True, id="but if there are steps"),
    ],
)
def test_one_that_seems_to_lie_flat_is_looked_into_if_there_are_steps_down_from_it(
    evidence: float, careful: bool, troubled: bool, looked_into: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bgr, facts = picture(PLAIN, POLYSSIMO, "few")
    pose = pose_from_corners(np.array(facts["corners"]), POLYSSIMO.grid, (facts["width"], facts["height"]))
    looks: list[ThickPieces] = []
    steps = np.full((4, POLYSSIMO.grid.rows + 2 * RING, POLYSSIMO.grid.cols + 2 * RING), -9, np.float32)
    for row, col in facts["pieces"][0]["cells"]:
        steps[:, row + RING, col + RING] = (evidence - KIND.steps.anyway) / KIND.steps.each

    def steps_of(*_: object) -> Steps:
        return steps

    def overlap(thick: ThickPieces) -> Overlap | None:
        looks.append(thick)
        return None

    def lying(board: PosedBoard, height: float, *, twice: bool) -> Reading:
        seen = as_seen(board, height, twice=twice)
        for row, col in facts["pieces"][0]["cells"] if troubled else ():
            seen.troubled[row + RING, col + RING] = 1
        return seen

    monkeypatch.setattr(module, "steps_of", steps_of)
    monkeypatch.setattr(ThickPieces, "overlap", overlap)
    as_seen = PosedBoard.lying
    monkeypatch.setattr(PosedBoard, "lying", lying)
    seen = read_board(bgr, pose, POLYSSIMO, Given(careful=careful))
    assert {piece.piece for piece in seen.pieces} == {piece["id"] for piece in facts["pieces"]}
    assert bool(looks) == looked_into


@pytest.mark.parametrize(
    ("game", "unclear", "looks"),
    [
        pytest.param("polyssimo", False, [False], id="nothing"),
        pytest.param("polyssimo", True, [False, True], id="something"),
        pytest.param("patchwork", True, [False], id="thin pieces: who asks may look again"),
    ],
)
def test_what_leaves_something_unclear_at_a_first_glance_is_looked_at_carefully_at_once(
    game: str, unclear: bool, looks: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    piece_set = packaged_piece_set(game)
    bgr, facts = picture(PLAIN, piece_set, "few")
    pose = pose_from_corners(np.array(facts["corners"]), piece_set.grid, (facts["width"], facts["height"]))
    taken: list[bool] = []
    glance = PosedBoard.glance

    def counted(board: PosedBoard, height: float, *, twice: bool) -> Glance:
        taken.append(twice)
        return glance(board, height, twice=twice)

    monkeypatch.setattr(PosedBoard, "glance", counted)
    monkeypatch.setattr(PosedBoard, "is_unclear", lambda *_: unclear)
    assert read_board(bgr, pose, piece_set).careful == looks[-1]
    assert taken == looks
    assert read_board(bgr, pose, piece_set, Given(careful=True)).careful
    assert all(taken[len(looks) :])


def test_at_a_glance_nothing_is_asked_of_what_may_lie_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    bgr, facts = picture(PLAIN, POLYSSIMO, "few")
    pose = pose_from_corners(np.array(facts["corners"]), POLYSSIMO.grid, (facts["width"], facts["height"]))
    monkeypatch.setattr(PosedBoard, "is_unclear", lambda *_: True)
    monkeypatch.setattr("vision.read.told_of_thick", lambda *_: pytest.fail("it was asked"))
    seen = read_board(bgr, pose, POLYSSIMO, Given(at_a_glance=True))
    assert {piece.piece for piece in seen.pieces} == {piece["id"] for piece in facts["pieces"]}
    assert not seen.careful
