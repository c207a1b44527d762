"""What may be said of one look at the tops: all that weighs its evidence is asked."""

from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from tests.readings import clear_reading
from vision import read
from vision.before import Before
from vision.catalogue import catalogue
from vision.kind import LEATHER, STUFFS
from vision.pose import pose_from_corners
from vision.read import PosedBoard
from vision.reading import RING, Reading

PIECES = packaged_piece_set("patchwork")
EVERY = catalogue(PIECES)
DARK, PALE, GREEN = (22.0, 8.0, 6.0), (60.0, 12.0, 20.0), (55.0, -30.0, 25.0)
BAR, SURE, DOUBTFUL = ((4, 4), (5, 4), (6, 4)), ((1, 1), (1, 7), (7, 1)), (7, 7)


def claimed(seen: Reading, monkeypatch: pytest.MonkeyPatch) -> set[Cells]:
    """What is claimed where the eyes see this."""
    monkeypatch.setattr(read, "observe", lambda *_, **__: seen)
    corners = np.array([(50, 50), (410, 50), (410, 410), (50, 410)], np.float64)
    pose = pose_from_corners(corners, PIECES.grid, (460, 460))
    board = PosedBoard(np.zeros((460, 460, 3), np.uint8), pose, EVERY, Before.of(None, None, EVERY))
    return {piece.cells for piece in board.glance(0.1, twice=True).said.pieces}


def quilt(doubtful: tuple[float, float, float]) -> Reading:
    """A green bar, three leather squares, and one more of this look that is only a little likelier filled than bare;
    of the rest hardly anything is seen, so that nobody knows the board well."""
    seen = clear_reading(PIECES.grid, (BAR, *(((cell,)) for cell in (*SURE, DOUBTFUL))), 0.1)
    looks = dict.fromkeys(SURE, DARK) | dict.fromkeys(BAR, GREEN) | {DOUBTFUL: doubtful}
    rng = np.random.default_rng(0)
    lab = rng.normal(PALE, 0.5, (*seen.occupied.shape, 3)).astype(np.float32)
    paints = np.stack([np.full(seen.occupied.shape, -0.01, np.float32), np.full(seen.occupied.shape, -5, np.float32)])
    for (row, col), look in looks.items():
        lab[row + RING, col + RING] = look
        if look != GREEN:
            paints[:, row + RING, col + RING] = -5
            paints[STUFFS.index(LEATHER), row + RING, col + RING] = -0.01
    seen.occupied[RING:-RING, RING:-RING][:, 2:] *= seen.occupied[RING:-RING, RING:-RING][:, 2:] > 0
    seen.occupied[RING + 2 :, RING : RING + 2] *= seen.occupied[RING + 2 :, RING : RING + 2] > 0
    seen.occupied[DOUBTFUL[0] + RING, DOUBTFUL[1] + RING] = 2.5
    return replace(seen, paint_lab=lab, paints=paints)


def test_a_doubtful_square_is_claimed_for_leather_if_it_looks_like_that(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (DOUBTFUL,) in claimed(quilt(DARK), monkeypatch)
    assert (DOUBTFUL,) not in claimed(quilt(PALE), monkeypatch)


@pytest.mark.parametrize(("hides", "whole"), [(-2.0, True), (3.0, False)])
def test_a_bar_is_claimed_if_its_end_is_seen_beside_a_cell_that_a_hand_hides_in_part(
    hides: float, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = clear_reading(PIECES.grid, [BAR], 0.1)
    hidden = np.full(seen.occupied.shape, -9, np.float32)
    for col in range(2, 7):
        hidden[8 + RING, col + RING] = 9
        hidden[7 + RING, col + RING] = hides
    assert (BAR in claimed(replace(seen, hidden=hidden), monkeypatch)) == whole
