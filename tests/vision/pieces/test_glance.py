"""What may be said of one look at the tops: all that weighs its evidence is asked."""

from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from referee.grid import Cell
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from tests.readings import clear_reading
from vision.cells.bareness import COUNTS
from vision.cells.reading import RING, Reading
from vision.cells.relief import Relief
from vision.kind import LEATHER, STUFFS
from vision.pieces import glance as module
from vision.pieces.before import Before
from vision.pieces.catalogue import Catalogue, catalogue
from vision.pieces.glance import LIKELY, TROUBLE, Glance, PosedBoard
from vision.pose import pose_from_corners

PIECES = packaged_piece_set("patchwork")
EVERY = catalogue(PIECES)
DARK, PALE, GREEN = (22.0, 8.0, 6.0), (60.0, 12.0, 20.0), (55.0, -30.0, 25.0)
BAR, SURE, DOUBTFUL = ((4, 4), (5, 4), (6, 4)), ((1, 1), (1, 7), (7, 1)), (7, 7)


def claimed(seen: Reading, monkeypatch: pytest.MonkeyPatch) -> set[Cells]:
    """What is claimed where the eyes see this."""
    return {piece.cells for piece in glance_at(seen, EVERY, monkeypatch).said.pieces}


def glance_at(seen: Reading, every: Catalogue, monkeypatch: pytest.MonkeyPatch, lying: tuple[int, ...] = ()) -> Glance:
    """A glance from the lower edge of the picture where the eyes see this, and it is known what is lying there."""
    monkeypatch.setattr(module, "observe", lambda *_, **__: seen)
    corners = np.array([(130, 130), (330, 130), (450, 410), (10, 410)], np.float64)
    pose = pose_from_corners(corners, every.grid, (460, 460))
    return PosedBoard(np.zeros((460, 460, 3), np.uint8), pose, every, Before(lying)).glance(seen.height, twice=True)


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


def test_a_square_that_shows_the_lines_of_the_board_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar, and what the network takes for one in a glare."""
    glare, lined = ((1, 4), (1, 5), (2, 5)), np.zeros((8, 8), np.float32)
    lined[-1], lined[:, -1] = -0.1, -0.1
    seen = clear_reading(PIECES.grid, [BAR, glare], 0.1)
    noise = np.random.default_rng(2).normal(0, 0.01, (*seen.occupied.shape, 64))
    places = (lined.ravel() + noise).astype(np.float32)
    for row, col in BAR:
        places[row + RING, col + RING] -= lined.ravel()
    for row, col in glare:
        seen.occupied[row + RING, col + RING] = 2.5
    level = np.full(seen.occupied.shape, 150, np.float32)
    seen = replace(seen, relief=Relief(places, level, level))
    assert claimed(replace(seen, relief=None), monkeypatch) == {BAR, glare}
    assert claimed(seen, monkeypatch) == {BAR}


@pytest.mark.parametrize(("odds", "told"), [(-2.0, False), (-0.5, True)])
def test_a_finger_of_another_colour_than_the_cloth_is_no_patch(
    odds: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its squares are unlike the bare ones; what the networks do not take for a patch at all is not one for that."""
    finger = ((7, 2), (7, 3))
    seen = clear_reading(PIECES.grid, [BAR, finger], 0.1)
    lab = np.random.default_rng(4).normal(PALE, 0.5, (*seen.occupied.shape, 3)).astype(np.float32)
    for row, col in (*BAR, *finger):
        lab[row + RING, col + RING] = GREEN
    for row, col in finger:
        seen.occupied[row + RING, col + RING] = odds
    assert (finger in claimed(replace(seen, paint_lab=lab), monkeypatch)) == told
    assert BAR in claimed(replace(seen, paint_lab=lab), monkeypatch)


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


@pytest.mark.parametrize(("game", "height"), [("polyssimo", 0.75), ("patchwork", 0.1)])
def test_what_looks_filled_before_a_piece_counts_less_where_it_is_thick(
    game: str, height: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = catalogue(packaged_piece_set(game))
    bar, before_it = tuple((5, col) for col in range(3, 8)), ((6, 4), (6, 6))
    seen = clear_reading(every.grid, [bar], height)
    for row, col in before_it:
        seen.occupied[row + RING, col + RING] = 3
    hidden = seen.hidden.copy()
    hidden[RING + 6 : RING + 8, RING + 6] = 9  # of one a hand lets nothing be seen
    glance = glance_at(replace(seen, hidden=hidden), every, monkeypatch)
    lessened = [3 - glance.reading.at(glance.reading.occupied, cell) for cell in before_it]
    assert (lessened[0] > 0.3) == (game == "polyssimo")
    assert glance.reading.at(glance.reading.occupied, before_it[1]) == pytest.approx(0, abs=0.01)
    assert glance.seen.at(glance.seen.occupied, before_it[0]) == 3


def test_nothing_counts_less_for_sides_where_it_is_known_what_lies_there(monkeypatch: pytest.MonkeyPatch) -> None:
    every = catalogue(packaged_piece_set("polyssimo"))
    bar = tuple((5, col) for col in range(3, 8))
    known = every.find("I", bar)
    assert known is not None
    seen = clear_reading(every.grid, [bar], 0.75)
    seen.occupied[6 + RING, 4 + RING] = 3
    glance = glance_at(seen, every, monkeypatch, (known,))
    assert glance.reading.at(glance.reading.occupied, (6, 4)) == 3


@pytest.mark.parametrize(("look", "told"), [(DARK, True), (GREEN, False)])
def test_a_square_that_the_networks_deny_is_leather_if_it_looks_like_the_leather_there(
    look: tuple[float, float, float], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A finger has no such look: it is unlike the board, and unlike the leather too."""
    seen = clear_reading(PIECES.grid, (BAR, *((cell,) for cell in (*SURE, DOUBTFUL))), 0.1)
    lab = np.random.default_rng(4).normal(PALE, 0.5, (*seen.occupied.shape, 3)).astype(np.float32)
    leads = np.full(seen.occupied.shape, -8, np.float32)
    for (row, col), paint in (dict.fromkeys(SURE, DARK) | dict.fromkeys(BAR, GREEN) | {DOUBTFUL: look}).items():
        lab[row + RING, col + RING] = paint
        leads[row + RING, col + RING] = -8 if (row, col) in BAR else 8
    seen.occupied[DOUBTFUL[0] + RING, DOUBTFUL[1] + RING] = -2.5
    paints = np.stack([-np.logaddexp(0, leads), -np.logaddexp(0, -leads)])
    assert ((DOUBTFUL,) in claimed(replace(seen, paint_lab=lab, paints=paints), monkeypatch)) is told


def test_a_patch_that_is_known_to_lie_there_is_not_taken_for_leather(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though all its squares look like that, and seams rather than none are seen between them."""
    seen = clear_reading(PIECES.grid, [(cell,) for cell in BAR], 0.1)
    leads = np.full(seen.occupied.shape, -8, np.float32)
    lab = np.random.default_rng(4).normal(PALE, 0.5, (*seen.occupied.shape, 3)).astype(np.float32)
    for row, col in BAR:
        leads[row + RING, col + RING], lab[row + RING, col + RING] = 9, DARK
        seen.joined_down[row + RING, col + RING] = max(-1.5, seen.joined_down[row + RING, col + RING])
    seen = replace(seen, paint_lab=lab, paints=np.stack([-np.logaddexp(0, leads), -np.logaddexp(0, -leads)]))
    lying = EVERY.find("p04", BAR)
    assert lying is not None
    assert claimed(seen, monkeypatch) == {(cell,) for cell in BAR}
    assert {piece.cells for piece in glance_at(seen, EVERY, monkeypatch, (lying,)).said.pieces} == {BAR}


BESIDE = ("I", tuple((5, col) for col in range(3, 8)))
ELSEWHERE = ("X", ((4, 9), (5, 8), (5, 9), (5, 10), (6, 9)))


@pytest.mark.parametrize(
    ("at", "trouble", "lying", "unclear"),
    [
        pytest.param(None, 0.0, (), False, id="nothing"),
        pytest.param((5, 5), 5.0, (), False, id="what has come"),
        pytest.param((5, 5), TROUBLE + 0.5, BESIDE, True, id="what is known to lie there"),
        pytest.param((5, 5), TROUBLE - 0.5, BESIDE, False, id="hardly"),
        pytest.param((8, 8), LIKELY + 0.5, (), True, id="bare board"),
        pytest.param((8, 8), LIKELY - 0.5, (), False, id="bare board, but it is not likely"),
        pytest.param(None, 0.0, ELSEWHERE, True, id="one that is not seen"),
    ],
)
def test_trouble_leaves_something_unclear_but_on_what_has_come(
    at: Cell | None, trouble: float, lying: tuple, unclear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = catalogue(packaged_piece_set("polyssimo"))
    seen = clear_reading(every.grid, [BESIDE[1]], 0.7)
    if at is not None:
        seen.troubled[at[0] + RING, at[1] + RING] = trouble
    known = Before((every.find(*lying),) if lying else ())
    board = PosedBoard(np.zeros((9, 9, 3), np.uint8), cast(Any, None), every, known)
    assert board.is_unclear(glance_at(seen, every, monkeypatch, known.lying)) == unclear


def test_squares_that_look_bare_in_every_way_are_bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its lines and its colour the last leather square of the quilt is bare cloth."""
    seen = quilt(PALE)
    lines = np.random.default_rng(1).normal(0, 0.01, (*seen.occupied.shape, 16)).astype(np.float32)
    level = np.full(seen.occupied.shape, 120, np.float32)
    occupied = np.where(seen.occupied == 0, -9, seen.occupied)
    for row, col in (*BAR, *SURE):
        lines[row + RING, col + RING] += np.linspace(-0.5, 0.5, 16)
    lined = replace(seen, occupied=occupied, relief=Relief(lines, level, level))
    board = glance_at(lined, EVERY, monkeypatch)
    assert board.reading.occupied[DOUBTFUL[0] + RING, DOUBTFUL[1] + RING] < 2.5 - COUNTS
