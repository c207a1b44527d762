"""In which order new pieces came, as far as looks tell."""

from dataclasses import replace

import pytest

from referee.move import Place
from tests.sightings import sighting
from vision.sighting import SeenPiece
from web.companion.infer import compare
from web.companion.memory import Memory

NOTHING = compare((), sighting("."))

BAR = SeenPiece("I3", ((0, 0), (0, 1), (0, 2)))
CORNER = SeenPiece("V3", ((4, 4), (4, 5), (5, 5)))


def test_a_piece_came_when_the_first_of_its_cells_changed_of_which_that_is_known() -> None:
    assert Memory(since={(0, 0): 7, (0, 1): 5, (0, 2): 6}).arrival(BAR) == 5
    burnt_out_before = {(0, 0): 0, (0, 1): 5, (0, 2): 6}
    assert Memory(since=burnt_out_before).arrival(BAR) == 5
    assert Memory(since=dict.fromkeys(BAR.cells, 0)).arrival(BAR) == 0


def test_one_of_many_cells_may_have_been_in_doubt_before_the_piece_came() -> None:
    row = SeenPiece("I4", tuple((0, col) for col in range(4)))
    assert Memory(since={(0, 0): 3, (0, 1): 6, (0, 2): 5, (0, 3): 6}).arrival(row) == 5
    assert Memory(since={(0, 0): 3, (0, 1): 0, (0, 2): 5, (0, 3): 6}).arrival(row) == 3


def test_one_that_lay_wrongly_came_just_before_what_was_first_seen_in_the_same_look() -> None:
    memory = Memory(since=dict.fromkeys((*BAR.cells, *CORNER.cells), 5), wrong_since={"I3": 5})
    assert memory.arrival(BAR) < memory.arrival(CORNER)
    assert Memory(since=dict.fromkeys(BAR.cells, 3), wrong_since={"I3": 5}).arrival(BAR) == 3


def test_what_is_asked_about_takes_precedence_over_what_came_first() -> None:
    memory = Memory(since={**dict.fromkeys(BAR.cells, 3), **dict.fromkeys(CORNER.cells, 5)}, asked=frozenset({(4, 4)}))
    assert min((BAR, CORNER), key=memory.precedence) is CORNER
    assert min((BAR, CORNER), key=Memory(since=memory.since).precedence) is BAR


@pytest.mark.parametrize(("since", "expected"), [(4, True), (5, False), (0, False)])
def test_what_is_in_doubt_is_older_if_it_came_before(since: int, expected: bool) -> None:
    look = replace(NOTHING, undecided=frozenset({(9, 9)}))
    memory = Memory(since={**dict.fromkeys(BAR.cells, 5), (9, 9): since})
    assert memory.older_in_doubt(BAR, look) == ({(9, 9)} if expected else set())


@pytest.mark.parametrize(
    ("in_place", "elsewhere", "doubted"),
    [
        pytest.param(0, 0, True, id="nothing is seen"),
        pytest.param(1, 1, True, id="one by chance"),
        pytest.param(1, 0, False, id="one, and the others were taken up meanwhile"),
        pytest.param(2, 2, False, id="half of them, and what has come"),
        pytest.param(4, 0, False, id="all"),
    ],
)
def test_a_board_found_anew_is_doubted_while_few_pieces_are_seen_in_their_places_and_others_elsewhere(
    in_place: int, elsewhere: int, doubted: bool
) -> None:
    """It may be another one, or labelled wrongly."""
    lying = [Place("Ann", name, cells) for name, cells in ((BAR.piece, BAR.cells), (CORNER.piece, CORNER.cells))]
    lying += [Place("Ann", name, tuple((row, col) for col in range(5))) for row, name in ((8, "I"), (9, "L"))]
    names = sorted(place.piece for place in lying)
    now = replace(NOTHING, in_place=frozenset(names[:in_place]), elsewhere=(BAR, CORNER)[:elsewhere])
    memory = Memory(witnessed=frozenset(names)).doubting().witnessing(now, lying)
    assert memory.doubted == doubted
    assert not Memory().doubting().doubted
