"""What looks see: quick ones the same as careful ones, but for what rounding changes; and what tints tell of cells."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.piece import packaged_piece_set
from tests.benchmarks.truth import read_facts
from vision.cells import observe as module
from vision.cells.observe import NO_HAND, observe, occupancy
from vision.cells.reading import RING
from vision.cells.tint import PAINTED
from vision.kind import KINDS, POLYSSIMO, USUAL_THICKNESS
from vision.pose import pose_from_corners

PHOTO = Path(__file__).parents[2] / "data" / "photos" / "009_full.jpg"
COLOURED = Path(__file__).parents[2] / "data" / "blokus" / "006.jpg"
CORNERS = np.array([(300, 150), (900, 150), (900, 600), (300, 600)], float)
"""Of no board."""
CLEAR = 2.0
"""What is decided so clearly (log-odds) must not be turned round by rounding."""


def photo(path=PHOTO, game="polyssimo"):
    """The picture and the pose of the board in it."""
    facts, bgr = read_facts(path), cv2.imread(str(path))
    pose = pose_from_corners(np.array(facts["corners"]), packaged_piece_set(game).grid, bgr.shape[1::-1])
    return bgr, pose


def test_the_network_in_whole_numbers_sees_what_the_first_one_does(monkeypatch):
    bgr, pose = photo()
    asked = []

    def noted(name, planes):
        asked.append(name)
        return answer(name, planes)

    answer = module.answer
    monkeypatch.setattr(module, "answer", noted)
    quick = observe(bgr, pose, USUAL_THICKNESS, POLYSSIMO)
    monkeypatch.setattr(module, "answer", lambda _, planes: answer(POLYSSIMO.networks.first, planes))
    first = observe(bgr, pose, USUAL_THICKNESS, POLYSSIMO)
    assert asked == [POLYSSIMO.networks.quick]
    for name in ("occupied", "joined_right", "joined_down", "hidden", "troubled", "paints"):
        rounded, exact = getattr(quick, name), getattr(first, name)
        assert np.abs(rounded - exact).mean() < 0.5, name
        clear = np.abs(exact) > CLEAR
        assert (np.sign(rounded) == np.sign(exact))[clear].all(), name


@pytest.mark.parametrize("twice", [False, True])
def test_whether_cells_are_filled_or_hidden_is_seen_alike_where_nothing_else_is_asked(twice, monkeypatch):
    bgr, pose = photo()
    monkeypatch.setattr(module, "past_shade", lambda hidden, *_: hidden - 1)  # as in a shade
    seen = observe(bgr, pose, USUAL_THICKNESS, POLYSSIMO, twice=twice)
    filled, hidden = occupancy(bgr, pose, USUAL_THICKNESS, POLYSSIMO, twice=twice)
    assert np.array_equal(filled, seen.occupied)
    assert np.array_equal(hidden, seen.hidden)
    assert (filled > 0).any()
    assert (filled < 0).any()


def test_tints_tell_of_the_cells_of_the_board_alone_and_where_no_hand_is():
    bgr, pose = photo()
    blue = bgr.copy()
    table = cv2.fillConvexPoly(np.ones(bgr.shape[:2], np.uint8), pose.corners_px.astype(np.int32), 0) > 0
    blue[table] = (200, 60, 30)  # a cloth of one tint on every plane
    full = observe(blue, pose, USUAL_THICKNESS, POLYSSIMO).full
    assert full.max() == PAINTED
    inner = np.zeros(full.shape, bool)
    inner[RING:-RING, RING:-RING] = True
    assert (full[~inner] == 0).all()
    assert (full[observe(blue, pose, USUAL_THICKNESS, POLYSSIMO).hidden >= NO_HAND] == 0).all()


def test_one_level_up_tints_tell_nothing_for_what_lies_below_bears_them_too():
    bgr, pose = photo()
    assert observe(bgr, pose, USUAL_THICKNESS, POLYSSIMO, 1).full is None


def test_what_tints_tell_counts_once():
    bgr, pose = photo()
    seen = observe(bgr, pose, USUAL_THICKNESS, POLYSSIMO)
    once = seen.filled_by_tint()
    assert (once.occupied == seen.occupied + seen.full).all()
    assert (once.filled_by_tint().occupied == once.occupied).all()


def test_relief_is_seen_in_the_games_in_which_it_tells():
    bgr = cv2.imread(str(PHOTO))
    for game, kind in KINDS.items():
        grid = packaged_piece_set(game).grid
        seen = observe(bgr, pose_from_corners(CORNERS, grid, bgr.shape[1::-1]), kind.thickness or 0.75, kind)
        if kind.by_relief:
            assert seen.relief.level.shape == seen.relief.places.shape[:2] == seen.occupied.shape
        else:
            assert seen.relief is None
    assert {game for game, kind in KINDS.items() if kind.by_relief} == {"blokus", "patchwork"}


def test_what_is_burnt_out_tells_nothing_of_its_colour():
    bgr, pose = photo(COLOURED, "blokus")
    burnt = bgr.copy()
    top = np.array([(4, 4, 0.25), (8, 4, 0.25), (8, 8, 0.25), (4, 8, 0.25)])
    cv2.fillConvexPoly(burnt, np.rint(pose.project(top)).astype(np.int32), (255, 255, 255))
    clear, seen = (observe(each, pose, 0.25, KINDS["blokus"]).paints for each in (bgr, burnt))
    there, far = slice(RING + 5, RING + 7), slice(RING + 12, -RING)
    assert (seen[:, there, there] == 0).all()
    assert (clear[:, there, there].min(axis=0) < -CLEAR).all()
    assert (seen[:, far, far].min(axis=0) < -CLEAR).all()


def washed_out(bgr, longer, haze):
    """The picture with so many times the exposure, and so much light (its white is 1) lying over all of it."""
    light = np.clip((bgr / 255) ** 2.2 * longer + haze, 0, 1)
    return np.rint(255 * light ** (1 / 2.2)).astype(np.uint8)


@pytest.mark.parametrize("twice", [False, True])
def test_a_burnt_out_board_is_looked_at_in_a_shorter_exposure_too(twice):
    bgr, pose = photo(COLOURED, "blokus")
    kind, inner = KINDS["blokus"], (slice(RING, -RING), slice(RING, -RING))
    as_it_is = replace(kind, networks=replace(kind.networks, darker=1.0))
    filled = np.zeros((pose.grid.rows, pose.grid.cols), bool)
    filled[tuple(np.transpose([cell for piece in read_facts(COLOURED)["pieces"] for cell in piece["cells"]]))] = True
    burnt = washed_out(bgr, 3, 0.3)
    alone, both = (observe(burnt, pose, 0.25, each, twice=twice).occupied[inner] > 0 for each in (as_it_is, kind))
    assert (alone != filled).sum() > 10
    assert (both == filled).all()
    assert np.array_equal(*(observe(bgr, pose, 0.25, each, twice=twice).occupied for each in (as_it_is, kind)))


def test_whether_a_board_lies_there_is_asked_of_the_picture_as_it_is(monkeypatch):
    bgr, pose = photo(COLOURED, "blokus")
    burnt, asked, answer = washed_out(bgr, 3, 0.3), [], module.answer
    monkeypatch.setattr(module, "answer", lambda name, planes: asked.append(planes) or answer(name, planes))
    occupancy(burnt, pose, 0.25, KINDS["blokus"], twice=True)
    assert len(asked) == KINDS["blokus"].networks.looks
    assert np.allclose([planes[:6].mean() for planes in asked], asked[0][:6].mean(), atol=1e-3)


@pytest.mark.parametrize(("tinted", "exposures"), [(False, 2), (True, 1)])
def test_only_where_all_of_its_white_is_burnt_out_a_board_is_looked_at_in_two_exposures(tinted, exposures, monkeypatch):
    bgr, pose = photo(COLOURED, "blokus")
    burnt, asked, answer = washed_out(bgr, 3, 0.3), [], module.answer
    if tinted:
        burnt[..., 0] = np.minimum(burnt[..., 0], 200)
    monkeypatch.setattr(module, "answer", lambda name, planes: asked.append(planes) or answer(name, planes))
    observe(burnt, pose, 0.25, KINDS["blokus"], twice=True)
    assert len({round(float(planes[:6].mean()), 2) for planes in asked}) == exposures
