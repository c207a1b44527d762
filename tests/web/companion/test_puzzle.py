"""The puzzle before the camera: pieces come and go as people try, and a dead end is told as soon as it is one."""

import pytest

from referee.match import MatchError
from referee.piece import packaged_piece_set
from tests.seen_games import Seen, seen
from tests.sightings import told
from vision.sighting import SeenPiece
from web.games.agreed import agreed
from web.games.demo import script

PUZZLE = packaged_piece_set("polyssimo-puzzle")
WHOLE = script(1, PUZZLE, ("Ann",))
SOLUTION = [SeenPiece(move.piece, move.cells) for move in WHOLE.moves]
GIVEN = SOLUTION[: WHOLE.given]
SLIP = SeenPiece(WHOLE.slip.piece, WHOLE.slip.cells)


def table() -> Seen:
    return Seen(WHOLE.header, PUZZLE)


def lying(shown: Seen) -> list[str]:
    return [place.piece for place in shown.companion.match.position.lying]


def test_a_card_is_solved_piece_by_piece() -> None:
    shown = table()
    events = [event for count in range(WHOLE.given, 12) for event in shown.see(*SOLUTION[:count])]
    assert {event["event"] for event in events} == {"placed", "over"}
    assert events[-1]["winners"] == ["Ann"]


def test_a_dead_end_is_told_at_once_and_is_none_any_more_when_the_piece_is_taken_away() -> None:
    shown = table()
    before = SOLUTION[: WHOLE.slip_at]
    shown.see(*before)
    assert not shown.companion.state.dead_end
    assert told(shown.see(*before, SLIP)) == [f"placed {SLIP.piece}", "dead_end"]
    assert shown.companion.state.dead_end
    assert told(shown.see(*before) + shown.see(*before)) == [f"taken_back {SLIP.piece}"]
    assert not shown.companion.state.dead_end


def test_a_piece_may_be_moved_and_several_may_be_taken_away() -> None:
    shown = table()
    first, second, third = SOLUTION[WHOLE.given : WHOLE.given + 3]
    shown.see(*GIVEN, first, second, third)
    assert set(lying(shown)) == {piece.piece for piece in (*GIVEN, first, second, third)}
    events = shown.see(*GIVEN, second) + shown.see(*GIVEN, second)
    assert sorted(told(events)) == sorted([f"taken_back {first.piece}", f"taken_back {third.piece}"])
    assert lying(shown) == [piece.piece for piece in (*GIVEN, second)]


def test_what_the_card_gives_has_to_stay() -> None:
    shown = table()
    shown.see(*GIVEN)
    events = shown.see() + shown.see()
    assert told(events) == [f"removed {GIVEN[0].piece}"]
    assert lying(shown) == [piece.piece for piece in GIVEN]
    assert told(shown.see(*GIVEN)) == [f"cleared {GIVEN[0].piece}"]


def test_without_a_card_the_board_is_empty_at_first() -> None:
    shown = Seen(agreed("polyssimo-puzzle", ("Ann",), {}, PUZZLE), PUZZLE)
    assert told(shown.see(seen("O4", (0, 0), (0, 1), (1, 0), (1, 1)))) == ["placed O4"]


def test_what_the_card_gives_cannot_be_corrected_or_taken_away_by_hand_either() -> None:
    shown = table()
    for change in (shown.companion.remove, lambda piece: shown.companion.correct(piece, SOLUTION[-1].cells)):
        with pytest.raises(MatchError, match="from the beginning"):
            change(GIVEN[0].piece)
    assert lying(shown) == [piece.piece for piece in GIVEN]
