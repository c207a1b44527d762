"""A camera that somebody holds in a hand before the simulated table."""

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.vision.flat_table import GRID, POSE, FlatTable
from vision.board.nudge import shifted
from vision.frame import Frame
from vision.live.bearings import Bearings
from vision.live.sway import Sway
from vision.live.watch import Watcher
from vision.look import Known, Look, View
from vision.motion.settle import Stillness
from vision.pose import Points, mean_cell_px
from vision.simulated import Film, Grip, LyingPiece, Step, scene

PIECES = packaged_piece_set("polyssimo")
LYING = [LyingPiece("V", ((4, 4), (5, 4), (6, 4), (6, 5), (6, 6)))]
STEPS = [Step("X", ((8, 8), (9, 7), (9, 8), (9, 9), (10, 8)), player="Bob")]


@pytest.mark.fault("F6")
def test_a_game_is_seen_through_a_camera_in_a_hand_as_through_one_that_stands() -> None:
    table = scene(8, PIECES, width=640, height=480, fill=0.8, tilt_deg=25.0, exposure=0.8)
    film, watcher, known = Film(table, PIECES, STEPS, lying=LYING, grip=Grip(seed=2)), Watcher(PIECES), Known()
    looks, errors = list[Look](), list[float]()
    for frame, told in film:
        looks.append(watcher.look(frame, known))
        look = looks[-1]
        if look.view is View.SETTLED and look.board and look.sighting:
            errors.append(off(np.array(look.board.corners_xy), np.array(told["corners"])))
            known = Known(look.sighting.pieces)
        if told["state"] == "settled" and looks[-2:-1] and looks[-2].view is View.SETTLED:
            assert {piece.piece for piece in known.lying} == {one["id"] for one in told["pieces"]}
    assert len(errors) > 0.3 * film.length
    assert max(errors) < 0.15
    assert {piece.piece for piece in known.lying} == {"V", "X"}
    assert sum(look.camera_moved for look in looks) <= 1


@pytest.mark.parametrize("cells", [(1.0, 0.0), (0.0, -1.0), (0.0, 0.0)])
def test_a_board_that_is_thought_a_cell_aside_is_placed_where_it_lies_before_it_is_judged(
    cells: tuple[float, float],
) -> None:
    bgr = FlatTable().picture(1)
    bearings, stillness = Bearings(GRID, lambda _: None, lambda _, pose: None), Stillness(GRID)
    bearings.settle_on(POSE)
    bearings.mark(bgr)
    sway = Sway(bearings, bearings.small(bgr))
    bearings.settle_on(shifted(POSE, cells))
    placed = sway.verified(Frame(FlatTable().picture(2), 2, 0.5), bearings.small(bgr), stillness)
    assert placed.pose.apart(POSE) < 0.03


def off(seen_px: Points, true_px: Points, grid: GridSize = PIECES.grid) -> float:
    """How far the worst corner is from where it is, in cells, whichever way round the board is labelled."""
    ways = (np.roll(seen_px, turn, axis=0) for turn in (0, 2))
    return min(float(np.linalg.norm(way - true_px, axis=1).max()) for way in ways) / mean_cell_px(true_px, grid)
