"""Whose turn it is tells between colours that look alike, and never outweighs one that is plain to see."""

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.cells.reading import RING, Reading
from vision.kind import COLOURS
from vision.look import Known
from vision.names import seen_set
from vision.pieces import glance as glance_module
from vision.pieces.assemble import explain
from vision.pieces.before import Before
from vision.pieces.catalogue import catalogue
from vision.pieces.claims import Claims, claims
from vision.pieces.glance import PosedBoard
from vision.pieces.scores import scores
from vision.pose import pose_from_corners

PIECE_SET = packaged_piece_set("blokus")
EVERY = catalogue(PIECE_SET)
BAR = ((5, 5), (6, 5), (7, 5))
BLUE, GREEN = COLOURS.index("blue"), COLOURS.index("green")


def said_of(bar: Reading, turn: str | None) -> Claims:
    """What is said of a bar of which it is seen that it is blue or green, when it is the turn of a colour."""
    to_come = frozenset(name for name in seen_set(PIECE_SET).by_id if name.startswith(f"{turn} "))
    before = Before.of(Known(to_come=to_come), None, EVERY)
    evidence = before.lower(scores(bar, EVERY), EVERY, bar.height)
    return claims(explain(evidence, EVERY), bar, EVERY, before=before)


def bar(lead: float) -> Reading:
    """A bar by each of whose squares blue leads by so much (log-odds) before green, and by far before the others."""
    shape = (EVERY.grid.rows + 2 * RING, EVERY.grid.cols + 2 * RING)
    low = np.full(shape, -8, np.float32)
    occupied, down, paints = low.copy(), low.copy(), np.full((len(COLOURS), *shape), -20, np.float32)
    for row, col in BAR:
        occupied[row + RING, col + RING] = 8
        paints[[BLUE, GREEN], row + RING, col + RING] = 0, -lead
    for row, col in BAR[:-1]:
        down[row + RING, col + RING] = 8
    return Reading(EVERY.grid, occupied, low, down, low, low, paints, np.zeros((*shape, 3), np.float32), 0.25)


@pytest.mark.parametrize(
    ("lead", "turn", "claimed"),
    [
        (2.5, None, []),
        (2.5, "blue", ["blue I3"]),
        (2.5, "green", []),
        (6.0, None, ["blue I3"]),
        (6.0, "green", []),
        (12.0, "green", ["blue I3"]),
    ],
)
def test_a_colour_that_is_not_plain_is_believed_in_its_turn_and_asked_out_of_it(
    lead: float, turn: str | None, claimed: list[str]
) -> None:
    assert [piece.piece for piece in said_of(bar(lead), turn).pieces] == claimed


def test_of_two_that_look_the_same_the_one_whose_turn_it_is_is_likelier_but_asked_about() -> None:
    said = said_of(bar(0.0), "green")
    assert not said.pieces
    assert said.uncertain == set(BAR)
    likeliest, other = said.alternatives[:2]
    assert [piece.piece for piece in likeliest.pieces] == ["green I3"]
    assert [piece.piece for piece in other.pieces] == ["blue I3"]
    assert likeliest.confidence > 0.8


def test_all_squares_of_a_piece_tell_its_colour_no_better_than_one_but_speak_against_it_where_they_differ() -> None:
    blue, green = EVERY.find("blue I3", BAR), EVERY.find("green I3", BAR)
    even, led, mixed = scores(bar(0.0), EVERY), scores(bar(5.0), EVERY), bar(5.0)
    assert led.gain[blue] == pytest.approx(even.gain[blue])
    assert led.gain[green] == pytest.approx(even.gain[green] - 5.0 / led.trust)
    row, col = BAR[0]
    mixed.paints[[BLUE, GREEN], row + RING, col + RING] = -5.0, 0  # one square is green
    assert scores(mixed, EVERY).gain[blue] == pytest.approx(even.gain[blue] - 5.0)


@pytest.mark.parametrize(("piece", "cells", "told"), [("1", BAR[:1], 5.0), ("I3", BAR, 5.0 / 0.6)])
def test_a_single_square_tells_its_colour_by_itself(piece: str, cells: Cells, told: float) -> None:
    """Of all that is said, colours among it, a share is taken afterwards."""
    gain = scores(bar(5.0), EVERY).gain
    assert gain[EVERY.find(f"blue {piece}", cells)] - gain[EVERY.find(f"green {piece}", cells)] == pytest.approx(told)


def test_a_glance_heeds_whose_turn_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = bar(2.5)
    monkeypatch.setattr(glance_module, "observe", lambda *_, **__: seen)
    pose = pose_from_corners(np.array([(30, 30), (430, 30), (430, 430), (30, 430)], np.float64), EVERY.grid, (460, 460))
    turns = {}
    for turn in ("blue", "green"):
        before = Before.of(Known(to_come=frozenset({f"{turn} I3"})), None, EVERY)
        glance = PosedBoard(np.zeros((460, 460, 3), np.uint8), pose, EVERY, before).glance(0.25, twice=False)
        turns[turn] = [piece.piece for piece in glance.said.pieces]
    assert turns == {"blue": ["blue I3"], "green": []}
