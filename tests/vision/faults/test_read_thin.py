"""Simulated tables with thin pieces, one of which may lie on others."""

from functools import cache

import numpy as np
import pytest

from referee.grid import Cell
from referee.piece import packaged_piece_set
from vision.cells.reading import RING
from vision.faults import thin
from vision.faults.steps import Steps
from vision.frame import Picture
from vision.kind import KINDS
from vision.names import seen_set
from vision.pieces.before import Given
from vision.pose import BoardPose, pose_from_corners
from vision.read import read_board
from vision.simulated import picture

TABLE = {"width": 1280, "height": 720, "tilt_deg": 12.0, "fill": 0.9}
GAMES = ("blokus", "patchwork")


@cache
def table(game: str, kind: str) -> tuple[Picture, BoardPose, dict[tuple[Cell, ...], str]]:
    """A table, where its board lies, and in what situation the piece on some cells is."""
    piece_set = seen_set(packaged_piece_set(game))
    bgr, facts = picture(7730005, piece_set, kind, **TABLE)
    pose = pose_from_corners(np.array(facts["corners"]), piece_set.grid, (facts["width"], facts["height"]))
    return bgr, pose, {tuple(sorted(map(tuple, one["cells"]))): one["situation"] for one in facts["pieces"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_on_others_is_named_and_nothing_is_claimed_for_what_it_leaves(game: str) -> None:
    bgr, pose, lying = table(game, "overlap")
    seen = read_board(bgr, pose, packaged_piece_set(game), Given(careful=True))
    ((kind, cells),) = [(problem.kind, problem.cells) for problem in seen.problems]
    assert (kind, lying[tuple(sorted(cells))]) == ("overlap", "overlap")
    assert all(lying.get(tuple(sorted(piece.cells))) == "none" for piece in seen.pieces)
    assert len(seen.pieces) > len(lying) / 2


@pytest.mark.parametrize("game", GAMES)
def test_where_none_does_none_is_said_to(game: str) -> None:
    bgr, pose, lying = table(game, "partial")
    seen = read_board(bgr, pose, packaged_piece_set(game), Given(careful=True))
    assert not seen.problems
    assert all(tuple(sorted(piece.cells)) in lying for piece in seen.pieces)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("careful", "first"), [(True, 2), (False, 1)])
@pytest.mark.parametrize("step", [-8.0, 8.0])
def test_where_a_piece_may_lie_on_others_it_is_asked_as_often_as_can_be(
    game: str, careful: bool, first: int, step: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def steps_of(_: object, pose: BoardPose, *given: object) -> Steps:
        asked.append(int(str(given[-1])))
        steps = np.full((4, pose.grid.rows + 2 * RING, pose.grid.cols + 2 * RING), -8, np.float32)
        for row, col in next(cells for cells, situation in table(game, "overlap")[2].items() if situation == "overlap"):
            steps[:, row + RING, col + RING] = step
        return steps

    monkeypatch.setattr(thin, "steps_of", steps_of)
    bgr, pose, _ = table(game, "overlap")
    read_board(bgr, pose, packaged_piece_set(game), Given(careful=careful))
    assert asked == ([first] if step < 0 else [first, KINDS[game].networks.looks])


@pytest.mark.parametrize("game", GAMES)
def test_of_a_bare_board_no_steps_are_asked(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thin, "steps_of", lambda *_: pytest.fail("nothing lies there"))
    piece_set = packaged_piece_set(game)
    bgr, facts = picture(7730005, seen_set(piece_set), "empty", **TABLE)
    pose = pose_from_corners(np.array(facts["corners"]), piece_set.grid, (facts["width"], facts["height"]))
    assert not read_board(bgr, pose, piece_set, Given(careful=True)).pieces
