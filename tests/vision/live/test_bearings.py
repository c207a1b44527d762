"""Whether the board lies where it did, by its border and by its landmarks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.flat_table import GRID, POSE, FlatTable, knocked
from vision.frame import Picture
from vision.live.bearings import Bearing, Bearings
from vision.live.sights import Sights
from vision.motion.drift import Drift, Landmarks
from vision.pose import BoardPose, pose_from_corners


def nowhere(*_: object) -> BoardPose | None:
    return None


def lying(bgr: Picture) -> Bearings:
    """A board that lies settled in a picture."""
    bearings = Bearings(GRID, nowhere, nowhere)
    bearings.settle_on(POSE)
    bearings.remember(bgr, bearings.small(bgr))
    return bearings


def drifted(cells: float) -> Drift:
    """Landmarks none of which are at rest, together so far off."""
    corners_px = POSE.corners_px + np.array((cells * POSE.cell_px, 0.0))
    return Drift(0.0, (replace(pose_from_corners(corners_px, GRID, POSE.size_px), confidence=1.0),))


@pytest.mark.parametrize(
    ("cells", "table", "bearing"),
    [
        pytest.param(0.15, FlatTable(), Bearing.IN_PLACE, id="noise has moved the landmarks"),
        pytest.param(0.4, FlatTable(), Bearing.HIDDEN, id="by more than noise does"),
        pytest.param(0.15, FlatTable(arm=(6.0, 5.0)), Bearing.HIDDEN, id="an arm reaches over the border"),
    ],
)
def test_where_the_whole_border_looks_as_before_the_board_lies_where_it_did(
    cells: float, table: FlatTable, bearing: Bearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    bearings, now = lying(FlatTable().picture(1)), table.picture(2)
    monkeypatch.setattr(Landmarks, "drift", lambda *_: drifted(cells))
    assert bearings.check(now, bearings.small(now), patient=False) is bearing


@pytest.mark.parametrize(
    ("found", "bearing"),
    [
        pytest.param(0.15, Bearing.IN_PLACE, id="all edges have moved by as much"),
        pytest.param(0.3, Bearing.HIDDEN, id="the board is found farther off"),
        pytest.param(None, Bearing.HIDDEN, id="the board is not found"),
    ],
)
def test_in_the_light_of_another_lamp_edges_may_be_elsewhere_and_the_border_where_it_was(
    found: float | None, bearing: Bearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = None if found is None else drifted(found).poses[0]
    bearings = Bearings(GRID, nowhere, lambda *_: near)
    free, now = FlatTable().picture(1), FlatTable().picture(2)
    now[:, : now.shape[1] // 4] //= 3
    bearings.settle_on(POSE)
    bearings.remember(free, bearings.small(free))
    monkeypatch.setattr(Landmarks, "drift", lambda *_: drifted(0.15))
    assert bearings.check(now, bearings.small(now), patient=False) is bearing


@pytest.mark.parametrize(
    ("table", "as_whole", "bearing"),
    [
        pytest.param(FlatTable(), True, Bearing.IN_PLACE, id="noise has moved all landmarks"),
        pytest.param(FlatTable(), False, Bearing.HIDDEN, id="the board is not found there"),
        pytest.param(FlatTable(arm=(6.0, 5.0)), True, Bearing.HIDDEN, id="an arm reaches over the border"),
    ],
)
def test_a_board_that_is_found_where_it_was_as_a_whole_lies_there_whatever_its_landmarks_do(
    table: FlatTable, as_whole: bool, bearing: Bearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    bearings, now = lying(FlatTable().picture(1)), table.picture(2)
    monkeypatch.setattr(Landmarks, "drift", lambda *_: Drift(0.0, (), as_whole))
    assert bearings.check(now, bearings.small(now), patient=False) is bearing


def test_a_board_that_was_knocked_is_followed() -> None:
    bearings = lying(FlatTable().picture(1))
    there = knocked(POSE, 1.0, 0.0, 0.0)
    now = FlatTable(pose=there).picture(2)
    assert bearings.check(now, bearings.small(now), patient=False) is Bearing.MOVED
    assert bearings.pose is not None
    assert np.abs(bearings.pose.corners_px - there.corners_px).max() < 0.1 * POSE.cell_px


@pytest.mark.parametrize(("near", "bearing"), [(True, Bearing.MOVED), (False, Bearing.LOST)])
def test_where_noise_moves_all_landmarks_a_knocked_board_is_looked_for_where_it_is_found_as_a_whole(
    near: bool, bearing: Bearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, roughly = knocked(POSE, 1.0, 0.0, 0.0), knocked(POSE, 0.9, 0.1, 0.0)
    bearings = Bearings(GRID, nowhere, lambda _, pose: there if pose is roughly and near else None)
    free, now = FlatTable().picture(1), FlatTable(pose=there).picture(2)
    bearings.settle_on(POSE)
    bearings.remember(free, bearings.small(free))
    monkeypatch.setattr(Landmarks, "drift", lambda *_: Drift(0.0, (), roughly=roughly))
    assert bearings.check(now, bearings.small(now), patient=False) is bearing


@pytest.mark.parametrize("light", [0.2, 0.15])
def test_in_the_dark_a_border_that_looks_as_before_says_nothing(light: float, monkeypatch: pytest.MonkeyPatch) -> None:
    bearings = lying(FlatTable(light=light).picture(1))
    now = FlatTable(light=light).picture(2)
    monkeypatch.setattr(Landmarks, "drift", lambda *_: drifted(0.15))
    assert bearings.check(now, bearings.small(now), patient=False) is not Bearing.IN_PLACE


def test_a_board_that_settled_in_somebodys_shadow_is_not_hidden_when_that_is_gone() -> None:
    """Nor when it comes back."""
    lit, later, shaded = FlatTable().picture(1), FlatTable().picture(2), FlatTable().picture(3)
    shaded[:, : shaded.shape[1] // 2] //= 3
    bearings = lying(lit)
    bearings.remember(shaded, bearings.small(shaded))
    for now in (later, shaded, later):
        assert bearings.check(now, bearings.small(now), patient=False) is Bearing.IN_PLACE
        change = bearings.change(bearings.small(now))
        assert change is not None
        assert not change.any()
        bearings.remember(now, bearings.small(now))


def test_an_arm_that_rests_is_no_other_light() -> None:
    free, resting = FlatTable().picture(1), FlatTable().picture(2)
    resting[:, resting.shape[1] // 2 :] = (120, 150, 205)
    bearings = lying(free)
    bearings.remember(resting, bearings.small(resting), patient=True)
    bearings.remember(free, bearings.small(free))
    change = bearings.change(bearings.small(resting))
    assert change is not None
    assert change.mean() > 0.2


def test_a_board_that_is_knocked_in_the_other_light_is_followed() -> None:
    lit, shaded = FlatTable().picture(1), FlatTable().picture(3)
    shaded[:, : shaded.shape[1] // 2] //= 3
    bearings = lying(lit)
    bearings.remember(shaded, bearings.small(shaded))
    there = knocked(POSE, 1.0, 0.0, 0.0)
    now = FlatTable(pose=there).picture(2)
    assert bearings.check(now, bearings.small(now), patient=False) is Bearing.MOVED


@pytest.mark.parametrize("cells", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0)])
@pytest.mark.parametrize("arm", [None, (6.0, 5.0)])
def test_a_board_that_is_followed_a_cell_aside_is_put_where_it_looks_as_it_did(
    cells: tuple[float, float], arm: tuple[float, float] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    bearings, pose = lying(FlatTable().picture(1)), knocked(POSE, 0.5, 0.2, -0.3)
    aside = pose.transformed(np.eye(3), np.array([*cells, 0.0]))
    monkeypatch.setattr(Landmarks, "swayed", lambda *_: (aside,))
    view = bearings.swayed(FlatTable(pose, arm=arm).picture(2), None)
    assert view is not None
    assert view.pose.apart(pose) < 0.01


def test_a_board_that_looks_as_it_did_is_looked_for_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    bearings, pose = lying(FlatTable().picture(1)), knocked(POSE, 0.5, 0.2, -0.3)
    monkeypatch.setattr(Landmarks, "swayed", lambda *_: (pose,))
    monkeypatch.setattr(BoardPose, "transformed", nowhere)
    view = bearings.swayed(FlatTable(pose).picture(2), None)
    assert view is not None
    assert view.pose is pose


CARRIED = knocked(POSE, 0.5, 0.3, 65.0)
"""Seen from elsewhere."""


@pytest.mark.parametrize(
    ("found", "at_rest", "bearing"),
    [
        pytest.param(CARRIED, 0.0, Bearing.FOUND, id="it is found elsewhere"),
        pytest.param(None, 0.0, Bearing.HIDDEN, id="or nowhere"),
        pytest.param(CARRIED, 0.5, Bearing.HIDDEN, id="beside an arm landmarks are where they were"),
        pytest.param(knocked(CARRIED, 4.0, 0.0, 0.0), 0.0, Bearing.HIDDEN, id="what is found looks otherwise"),
    ],
)
def test_a_board_that_was_carried_elsewhere_is_found_before_it_is_waited_for(
    found: BoardPose | None, at_rest: float, bearing: Bearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    bearings = Bearings(GRID, lambda _: found, nowhere)
    free, now = FlatTable().picture(1), FlatTable(pose=CARRIED).picture(2)
    bearings.settle_on(POSE)
    bearings.remember(free, bearings.small(free))
    small = bearings.small(now)
    monkeypatch.setattr(
        Sights, "side_shares", lambda *_: [0.5, 0.5, 0.0, 0.0]
    )  # what lies there looks a little like it
    monkeypatch.setattr(Landmarks, "drift", lambda *_: Drift(at_rest))
    assert bearings.check(now, small, patient=False) is bearing


@pytest.mark.parametrize("aside", [(1.0, 0.0), (0.0, -1.0)])
def test_a_board_found_near_its_place_that_looks_otherwise_there_is_looked_for_elsewhere_and_a_cell_aside(
    aside: tuple[float, float],
) -> None:
    there = knocked(POSE, 1.0, 0.0, 0.0)
    a_cell_aside = there.transformed(np.eye(3), np.array([*aside, 0.0]))
    bearings = Bearings(GRID, lambda _: a_cell_aside, lambda *_: knocked(POSE, -4.0, 3.0, 0.0))
    free, now = FlatTable().picture(1), FlatTable(pose=there).picture(2)
    bearings.settle_on(POSE)
    bearings.remember(free, bearings.small(free))
    assert bearings.look_around(now) is Bearing.FOUND
    assert bearings.pose is not None
    assert bearings.pose.apart(there) < 0.1


def test_a_board_whose_landmarks_are_at_rest_is_not_looked_for_elsewhere_however_little_of_it_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[str]()
    bearings = Bearings(GRID, lambda _: asked.append("anywhere"), lambda *_: POSE)
    free, hidden = FlatTable().picture(1), FlatTable().picture(2)
    hidden[:, : hidden.shape[1] * 7 // 10] = (120, 150, 205)
    bearings.settle_on(POSE)
    bearings.remember(free, bearings.small(free))
    monkeypatch.setattr(Landmarks, "drift", lambda *_: Drift(0.9))
    assert bearings.check(hidden, bearings.small(hidden), patient=True) is Bearing.IN_PLACE
    assert asked == []


def test_a_board_that_is_found_where_it_lay_is_not_turned_whatever_it_looks_like(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In another light it may look more as it did when it is read from another corner."""
    bearings = Bearings(GRID, nowhere, lambda *_: drifted(0.05).poses[0])
    free, now = FlatTable().picture(1), FlatTable().picture(2)
    bearings.settle_on(POSE)
    bearings.remember(free, bearings.small(free))
    monkeypatch.setattr(Bearings, "likeness", lambda self, bgr, pose: float(self.jump(pose) > 3))
    assert bearings.look_around(now) is Bearing.IN_PLACE
    assert bearings.jump(POSE) < 0.1


@pytest.mark.parametrize(
    ("at_rest", "looks", "stays"),
    [
        pytest.param(0.4, FlatTable(), True, id="pieces are pushed along together"),
        pytest.param(0.4, FlatTable(drifted(0.3).poses[0]), False, id="it looks there as it did"),
        pytest.param(0.0, FlatTable(), False, id="no landmark is where it was, whatever it looks like"),
    ],
)
def test_a_board_sways_unless_many_landmarks_and_what_it_looks_like_have_stayed(
    at_rest: float, looks: FlatTable, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bearings, aside = lying(FlatTable().picture(1)), drifted(0.3).poses[0]
    monkeypatch.setattr(Landmarks, "swayed", lambda *_: (aside,))
    monkeypatch.setattr(Landmarks, "drift", lambda *_: Drift(at_rest))
    view = bearings.swayed(looks.picture(2), None)
    assert (view is not None and view.pose is POSE) == stays


@pytest.mark.parametrize(
    ("there", "bearing"),
    [
        pytest.param(0.7, Bearing.IN_PLACE, id="it looks less as it did there"),
        pytest.param(0.85, Bearing.FOUND, id="or about as much"),
    ],
)
def test_a_board_found_beside_its_place_lies_there_if_it_looks_so(
    there: float, bearing: Bearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside = drifted(0.3).poses[0]
    bearings = Bearings(GRID, nowhere, lambda *_: aside)
    free = FlatTable().picture(1)
    bearings.settle_on(POSE)
    bearings.remember(free, bearings.small(free))
    monkeypatch.setattr(Bearings, "_border_share", lambda _, __, pose: 0.9 if pose is POSE else there)
    assert bearings.look_around(free) is bearing


@pytest.mark.parametrize(("blur_px", "looked"), [(0, True), (30, False)])
def test_a_board_is_looked_for_nowhere_in_a_picture_that_shows_nothing(blur_px: int, looked: bool) -> None:
    asked = list[str]()
    bearings = Bearings(GRID, lambda _: asked.append("anywhere"), nowhere)
    bearings.settle_on(POSE)
    shown = FlatTable().picture(1)
    assert bearings.look_around(cv2.blur(shown, (blur_px, blur_px)) if blur_px else shown) is Bearing.LOST
    assert bool(asked) == looked
