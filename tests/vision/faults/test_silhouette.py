"""Pieces of Blokus that lie askew, or on others, in simulated pictures: known by where their colours are seen."""

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.names import seen_set
from vision.pieces.before import Given
from vision.pose import pose_from_corners
from vision.read import read_board
from vision.sighting import Problem, Sighting
from vision.simulated import scene
from vision.simulated.lying import LyingPiece, Pose
from vision.simulated.render import render
from vision.simulated.still import picture
from vision.simulated.truth import truth

BLOKUS = packaged_piece_set("blokus")


def read(seed: int, kind: str) -> tuple[Sighting, dict]:
    """What is seen on a simulated board whose corners are known, and the piece that lies wrongly there."""
    bgr, truth = picture(seed, seen_set(BLOKUS), kind)
    pose = pose_from_corners(np.array(truth["corners"], float), BLOKUS.grid, (truth["width"], truth["height"]))
    wrong = next(piece for piece in truth["pieces"] if piece["situation"] == kind)
    return read_board(bgr, pose, BLOKUS, Given(careful=True)), wrong


def named(sighting: Sighting, kind: str) -> list[Problem]:
    return [problem for problem in sighting.problems if problem.kind == kind]


@pytest.mark.parametrize("seed", [570000, 570005, 570006])
def test_a_piece_that_lies_askew_is_named_with_the_cells_that_it_covers(seed):
    sighting, wrong = read(seed, "misaligned")
    (problem,) = named(sighting, "misaligned")
    covered = {(row, col) for row, col, share in wrong["covered_cells"] if share >= 0.25}
    assert problem.piece == f"{wrong['colour']} {wrong['id']}"
    assert set(problem.cells) == covered


@pytest.mark.parametrize("seed", [571000, 571005])
def test_a_piece_on_others_is_seen_off_its_cells_by_as_much_as_it_lies_higher(seed):
    sighting, wrong = read(seed, "overlap")
    (problem,) = named(sighting, "overlap")
    assert problem.piece == f"{wrong['colour']} {wrong['id']}"
    assert set(problem.cells) == {(row, col) for row, col in wrong["cells"]}


def test_nothing_is_said_to_lie_wrongly_where_all_lies_properly():
    bgr, truth = picture(570003, seen_set(BLOKUS), "full")
    pose = pose_from_corners(np.array(truth["corners"], float), BLOKUS.grid, (truth["width"], truth["height"]))
    assert not read_board(bgr, pose, BLOKUS, Given(careful=True)).problems


@pytest.mark.parametrize(("seed", "name"), [(5, "yellow L5"), (3, "red L5"), (6, "red L5")])
def test_a_colour_of_which_nothing_lies_yet_is_not_taken_for_another(seed, name):
    pieces = seen_set(BLOKUS)
    others = [colour for colour in ("green", "yellow", "red") if colour != name.split()[0]][:2]
    table = scene(seed, pieces)
    properly = [
        LyingPiece(f"{colour} W", tuple((row, col + 12 * at) for row, col in ((2, 2), (3, 2), (3, 3), (4, 3), (4, 4))))
        for at, colour in enumerate(others)
    ]
    askew = LyingPiece(name, pose=Pose(11.0, 10.0, 32.0), situation="misaligned")
    facts = truth(table, pieces, [*properly, askew], None)
    pose = pose_from_corners(np.array(facts["corners"], float), BLOKUS.grid, (facts["width"], facts["height"]))
    seen = read_board(render(table, pieces, [*properly, askew]), pose, BLOKUS, Given(careful=True))
    assert {str(problem.piece).split()[0] for problem in named(seen, "misaligned")} <= {name.split()[0]}
