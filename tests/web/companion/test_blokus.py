"""Blokus before the camera: whose turn it is goes by the colours, and broken rules are told with their squares."""

from dataclasses import replace

import pytest

from referee.piece import packaged_piece_set
from tests.seen_games import Seen, row, seen
from tests.sightings import told
from vision.sighting import Alternative, SeenPiece
from web.companion.event import Asked
from web.companion.naming import name_of, place_of, to_come
from web.games.agreed import agreed
from web.games.demo import script

BLOKUS = packaged_piece_set("blokus")
BLUE, YELLOW, RED, GREEN = (
    row("blue I5", 0, 0, 5),
    row("yellow I5", 0, 15, 5),
    row("red I5", 19, 15, 5),
    row("green I5", 19, 0, 5),
)
ROUND = (BLUE, YELLOW, RED, GREEN)


def table(*players: str) -> Seen:
    return Seen(agreed("blokus", players or ("Ann", "Bob"), {}, BLOKUS), BLOKUS)


def codes(events: list[dict]) -> list[str]:
    return [violation["code"] for event in events for violation in event.get("violations", [])]


def lying(shown: Seen) -> list[str]:
    return [name_of(place) for place in shown.companion.match.position.lying]


@pytest.mark.parametrize(
    "players", [("Ann", "Bob"), ("Ann", "Bob", "Cy"), ("Ann", "Bob", "Cy", "Di"), ("blue", "yellow", "red", "green")]
)
def test_a_whole_game_is_refereed_to_its_winner(players: tuple[str, ...]) -> None:
    whole = script(3, BLOKUS, players)
    shown = Seen(whole.header, BLOKUS)
    pieces = [SeenPiece(name_of(move), move.cells) for move in whole.moves]
    events = [event for count in range(len(pieces) + 1) for event in shown.see(*pieces[:count])]
    assert shown.companion.match.position.lying == whole.moves
    assert {event["event"] for event in events} == {"placed", "blocked", "over"}
    assert all(event.get("legal", True) for event in events)
    assert [event["colour"] for event in events if event["event"] == "placed"] == [move.colour for move in whole.moves]
    assert events[-1]["event"] == "over"
    assert events[-1]["winners"]


def test_a_placement_is_told_with_its_colour() -> None:
    [event] = table().see(BLUE)
    assert {name: event[name] for name in ("event", "player", "piece", "colour", "legal")} == {
        "event": "placed", "player": "Ann", "piece": "I5", "colour": "blue", "legal": True
    }  # fmt: skip


def test_a_colour_may_begin_in_any_corner_and_nowhere_else() -> None:
    shown = table()
    assert codes(shown.see(row("blue I5", 9, 9, 5))) == ["not_on_start_corner"]
    assert told(shown.see(row("blue I5", 19, 15, 5))) == ["cleared I5", "placed I5"]


def test_a_whole_round_laid_while_nobody_looked_is_taken_in_the_order_of_the_colours() -> None:
    shown = table()
    shown.see(*reversed(ROUND))
    assert lying(shown) == [piece.piece for piece in ROUND]


def test_the_wrong_colour_waits_until_its_turn_comes() -> None:
    shown, second = table(), (row("blue I4", 1, 5, 4), row("yellow I4", 1, 11, 4))
    shown.see(*ROUND)
    assert codes(shown.see(*ROUND, second[1])) == ["not_your_turn"]
    assert len(lying(shown)) == len(ROUND)
    shown.see(*ROUND, *second)
    assert lying(shown)[len(ROUND) :] == ["blue I4", "yellow I4"]


@pytest.mark.parametrize(("answer", "colour"), [(0, "blue"), (1, "red")])
def test_a_colour_that_nobody_has_seen_yet_nor_that_which_is_due_is_asked_about(answer: int, colour: str) -> None:
    """A blue in lamplight, or nearly black, looks like many a red while there is nothing to hold it against."""
    shown, red = table(), row("red I5", 0, 0, 5)
    [asked] = shown.see(red)
    assert asked["event"] == "unsure"
    assert [way["pieces"][0]["colour"] for way in asked["alternatives"]] == ["blue", "red"]
    [placed] = shown.companion.answer(answer)
    assert (placed.as_json()["colour"], placed.as_json()["legal"]) == (colour, colour == "blue")


def test_the_question_is_over_once_it_is_seen_that_the_colour_is_that_which_is_due() -> None:
    shown = table()
    shown.see(row("red I5", 0, 0, 5))
    assert told(shown.see(BLUE, YELLOW)) == ["placed I5", "placed I5"]
    assert shown.companion.state.unsure is None


def test_a_colour_is_asked_about_anew_once_another_one_is_due() -> None:
    def offered(events: list[dict]) -> list[list[str]]:
        return [[way["pieces"][0]["colour"] for way in event["alternatives"]] for event in events]

    shown, red, blue = table(), row("red I5", 0, 0, 5), row("blue I5", 19, 15, 5)
    assert offered(shown.see(red)) == [["blue", "red"]]
    shown.companion.place(place_of("Ann", blue.piece, blue.cells))
    assert offered(shown.see(red)) == [["yellow", "red"]]
    assert shown.see(red) == []
    shown.companion.undo()
    assert offered(shown.see(red)) == [["blue", "red"]]


def test_whoever_enters_by_hand_what_is_asked_about_has_answered() -> None:
    shown, red = table(), row("red I5", 0, 0, 5)
    shown.see(red)
    shown.companion.place(place_of("Ann", BLUE.piece, BLUE.cells))
    assert [shown.see(red) for _ in range(3)] == [[], [], []]
    assert lying(shown) == ["blue I5"]
    assert shown.companion.state.unsure is None


FIRST_YELLOW = row("yellow I4", 0, 16, 4)
PALE_GREEN = row("yellow I5", 19, 0, 5)
"""A green that nobody has seen before may look yellow."""


@pytest.mark.parametrize(("answer", "colour"), [(0, "green"), (1, "yellow")])
def test_what_is_out_of_turn_and_out_of_place_is_asked_about_where_the_colour_that_is_due_may_lie(
    answer: int, colour: str
) -> None:
    shown, begun = table(), (BLUE, FIRST_YELLOW, RED)
    for count in range(1, 4):
        shown.see(*begun[:count])
    [asked] = shown.see(*begun, PALE_GREEN)
    assert asked["event"] == "unsure"
    assert [way["pieces"][0]["colour"] for way in asked["alternatives"]] == ["green", "yellow"]
    [placed] = shown.companion.answer(answer)
    assert (placed.as_json()["colour"], placed.as_json()["legal"]) == (colour, colour == "green")
    assert len(lying(shown)) == 3 + (colour == "green")


def test_whatever_colour_it_looks_a_piece_stays_what_somebody_has_said() -> None:
    shown, begun = table(), (BLUE, FIRST_YELLOW, RED)
    for count in range(1, 4):
        shown.see(*begun[:count])
    shown.see(*begun, PALE_GREEN)
    shown.companion.answer(0)
    assert [shown.see(*begun, PALE_GREEN) for _ in range(3)] == [[], [], []]
    assert told(shown.see(*begun, PALE_GREEN, row("blue I4", 1, 5, 4))) == ["placed I4"]
    assert [shown.see(*begun, GREEN, row("blue I4", 1, 5, 4)) for _ in range(2)] == [[], []]
    assert lying(shown)[3:] == ["green I5", "blue I4"]


def asked_about_pale_green() -> tuple[Seen, tuple[SeenPiece, ...]]:
    shown, begun = table(), (BLUE, FIRST_YELLOW, RED)
    for count in range(1, 4):
        shown.see(*begun[:count])
    shown.see(*begun, PALE_GREEN)
    return shown, begun


def test_a_look_that_sees_its_colour_does_not_undo_what_somebody_has_said() -> None:
    shown, begun = asked_about_pale_green()
    shown.companion.answer(0)
    for piece in (GREEN, PALE_GREEN, PALE_GREEN, PALE_GREEN):
        assert shown.see(*begun, piece) == []
    assert lying(shown)[3:] == ["green I5"]


def test_what_somebody_says_to_lie_there_out_of_turn_waits_to_be_put_right() -> None:
    shown, begun = asked_about_pale_green()
    shown.companion.answer(1)
    assert [shown.see(*begun, PALE_GREEN) for _ in range(3)] == [[], [], []]
    assert [trouble.piece for trouble in shown.companion.state.troubles] == ["yellow I5"]
    assert shown.companion.state.unsure is None
    assert told(shown.see(*begun) + shown.see(*begun)) == ["cleared I5"]
    assert told(shown.see(*begun, GREEN)) == ["placed I5"]


def test_a_wrong_answer_is_put_right_by_what_is_seen_later() -> None:
    shown, begun = asked_about_pale_green()
    shown.companion.answer(1)
    assert told(shown.see(*begun, GREEN)) == ["placed I5"]
    assert told(shown.see(*begun, GREEN)) == ["cleared I5"]
    assert lying(shown)[3:] == ["green I5"]


def test_what_was_answered_is_not_asked_again_while_the_eyes_still_doubt_it() -> None:
    shown = table()
    doubt = tuple(Alternative((replace(BLUE, piece=name),), 0.5) for name in ("blue I5", "green I5"))
    [asked] = shown.see(uncertain=frozenset(BLUE.cells), alternatives=doubt)
    assert asked["event"] == "unsure"
    shown.companion.answer(0)
    assert [shown.see(uncertain=frozenset(BLUE.cells), alternatives=doubt) for _ in range(3)] == [[], [], []]
    assert shown.companion.state.unsure is None
    assert lying(shown) == ["blue I5"]


def test_pieces_of_one_answer_are_placed_in_whichever_order_the_rules_allow() -> None:
    shown = table()
    both = Alternative((YELLOW, BLUE), 0.6), Alternative((BLUE,), 0.4)
    shown.see(uncertain=frozenset(YELLOW.cells + BLUE.cells), alternatives=both)
    assert told([event.as_json() for event in shown.companion.answer(0)]) == ["placed I5", "placed I5"]
    assert lying(shown) == ["blue I5", "yellow I5"]


def test_an_illegal_piece_of_an_answer_keeps_no_other_from_being_placed() -> None:
    shown, stray = table(), row("yellow I4", 9, 9, 4)
    both = Alternative((stray, BLUE), 0.6), Alternative((BLUE,), 0.4)
    shown.see(uncertain=frozenset(stray.cells + BLUE.cells), alternatives=both)
    assert told([event.as_json() for event in shown.companion.answer(0)]) == ["placed I5", "illegal I4"]


@pytest.mark.parametrize("looks", [0, 1])
def test_a_piece_corrected_to_other_cells_and_back_is_seen_where_it_lies(looks: int) -> None:
    shown = table()
    shown.see(BLUE)
    shown.companion.correct("blue I5", ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)))
    for _ in range(looks):
        shown.see(BLUE)
    shown.companion.correct("blue I5", BLUE.cells)
    assert [shown.see(BLUE) for _ in range(4)] == [[], [], [], []]
    assert lying(shown) == ["blue I5"]
    assert told(shown.see() + shown.see()) == ["taken_back I5"]


def test_a_piece_taken_back_and_placed_again_by_hand_is_seen_where_it_lies() -> None:
    shown = table()
    shown.see(BLUE)
    shown.companion.undo()
    shown.companion.place(place_of("Ann", "blue I5", BLUE.cells))
    assert [shown.see(BLUE) for _ in range(4)] == [[], [], [], []]
    assert lying(shown) == ["blue I5"]


def test_what_was_answered_and_removed_by_hand_is_asked_again() -> None:
    shown, begun = asked_about_pale_green()
    shown.companion.answer(0)
    shown.companion.remove("green I5")
    assert [event["event"] for event in shown.see(*begun, PALE_GREEN)] == ["unsure"]


def test_what_is_asked_elsewhere_is_not_asked_again_when_a_move_is_taken_back() -> None:
    shown, far = table(), row("blue I4", 9, 9, 4)
    ways = Alternative((far,), 0.6), Alternative((), 0.4)
    shown.see(BLUE)
    [asked] = shown.see(BLUE, uncertain=frozenset(far.cells), alternatives=ways)
    assert asked["event"] == "unsure"
    shown.companion.undo()
    assert shown.see(BLUE, uncertain=frozenset(far.cells), alternatives=ways) == []


def test_a_wrong_answer_given_twice_is_one_trouble() -> None:
    shown, begun = asked_about_pale_green()
    shown.companion.answer(1)
    ways = Alternative((PALE_GREEN,), 0.6), Alternative((GREEN,), 0.4)
    shown.see(*begun, PALE_GREEN)
    shown.see(*begun, uncertain=frozenset(GREEN.cells), alternatives=ways)
    shown.companion.answer(0)
    assert [trouble.piece for trouble in shown.companion.state.troubles] == ["yellow I5"]


def test_what_was_answered_and_is_gone_is_asked_about_when_it_lies_there_again() -> None:
    shown, begun = asked_about_pale_green()
    shown.companion.answer(0)
    shown.see(*begun, PALE_GREEN)
    assert told(shown.see(*begun) + shown.see(*begun)) == ["taken_back I5"]
    assert [event["event"] for event in shown.see(*begun, PALE_GREEN)] == ["unsure"]


def test_what_was_answered_and_taken_back_is_asked_again() -> None:
    shown, begun = asked_about_pale_green()
    shown.companion.answer(0)
    shown.companion.undo()
    assert [event["event"] for event in shown.see(*begun, PALE_GREEN)] == ["unsure"]


def test_what_else_is_asked_stays_open_beside_a_colour() -> None:
    shown, begun = table(), (BLUE, FIRST_YELLOW, RED)
    for count in range(1, 4):
        shown.see(*begun[:count])
    other = row("green 2", 9, 9, 2)
    ways = (Alternative((other,), 0.6), Alternative((), 0.4))
    [asked] = shown.see(*begun, PALE_GREEN, uncertain=frozenset(other.cells), alternatives=ways)
    assert len(asked["alternatives"]) == 4


def test_a_doubt_where_nothing_that_is_due_can_lie_holds_nothing_up() -> None:
    shown, somewhere = table(), frozenset({(10, 10)})
    shown.see(*ROUND)
    blue, yellow = row("blue I4", 1, 5, 4), row("yellow I4", 1, 11, 4)
    assert shown.see(*ROUND, yellow, uncertain=somewhere) == []
    assert told(shown.see(*ROUND, yellow, blue, uncertain=somewhere)) == ["placed I4"]
    assert told(shown.see(*ROUND, yellow, blue, uncertain=somewhere)) == ["placed I4"]
    assert lying(shown)[len(ROUND) :] == ["blue I4", "yellow I4"]


def test_nor_does_one_that_came_after_what_waits() -> None:
    shown, elsewhere = table(), frozenset({(0, 0)})
    shown.see(YELLOW, uncertain=frozenset({(10, 10)}))
    assert lying(shown) == []
    shown.see(YELLOW, row("blue I5", 19, 0, 5), uncertain=frozenset({(10, 10)}) | elsewhere)
    assert lying(shown) == ["blue I5"]


def test_the_eyes_know_what_comes_next() -> None:
    shown = table()
    shown.see(BLUE)
    known = shown.companion.known()
    assert known.to_come == to_come(shown.companion.match)
    assert "yellow F" in known.to_come


def test_a_colour_out_of_turn_is_not_asked_about_where_it_may_lie_itself() -> None:
    shown = table()
    shown.see(*ROUND)
    assert codes(shown.see(*ROUND, row("red I4", 18, 11, 4))) == ["not_your_turn"]


def test_nor_while_something_else_may_be_placed() -> None:
    shown, begun = table(), (BLUE, FIRST_YELLOW, RED)
    shown.see(BLUE)
    shown.see(BLUE, FIRST_YELLOW)
    assert told(shown.see(*begun, PALE_GREEN)) == ["placed I5"]
    [asked] = shown.see(*begun, PALE_GREEN)
    assert asked["event"] == "unsure"


def test_what_comes_after_others_that_wait_for_a_doubt_is_not_placed_before_what_is_doubtful() -> None:
    """The doubtful one was the red one of this round, and the red one that is plain to see that of the next."""
    first = (BLUE, YELLOW, seen("red V5", (17, 17), (17, 18), (17, 19), (18, 19), (19, 19)), GREEN)
    second = [row("blue I4", 1, 5, 4), row("yellow I4", 1, 11, 4)]
    doubtful, last = row("red I4", 16, 13, 4), row("red I3", 18, 14, 3)
    waiting = [row("green I4", 18, 5, 4), row("blue I3", 2, 9, 3), row("yellow I3", 2, 15, 3), last]
    shown = table()
    shown.see(*first)
    shown.see(*first, second[0])
    shown.see(*first, *second)
    for count in range(len(waiting) + 1):
        shown.see(*first, *second, *waiting[:count], uncertain=frozenset(doubtful.cells))
    in_turn = [*first, *second, doubtful, *waiting]
    assert lying(shown) == [piece.piece for piece in in_turn[:6]]
    shown.see(*in_turn)
    assert lying(shown) == [piece.piece for piece in in_turn]


def test_pieces_of_one_shape_in_two_colours_are_two_pieces() -> None:
    shown = table()
    shown.see(*ROUND)
    [event] = shown.see(*ROUND, row("blue I4", 1, 5, 4))
    assert (event["legal"], event["colour"]) == (True, "blue")
    assert lying(shown)[-1] == "blue I4"


def test_touching_ones_own_colour_along_an_edge_is_told_with_the_squares_and_put_right() -> None:
    shown = table()
    shown.see(*ROUND)
    [event] = shown.see(*ROUND, row("blue I4", 1, 4, 4))
    assert [(one["code"], one["cells"]) for one in event["violations"]] == [("edge_contact", [[1, 4]])]
    assert len(lying(shown)) == 4
    assert told(shown.see(*ROUND, row("blue I4", 1, 5, 4))) == ["cleared I4", "placed I4"]


def test_without_a_corner_of_its_own_colour_a_piece_may_not_lie() -> None:
    shown = table()
    shown.see(*ROUND)
    assert codes(shown.see(*ROUND, row("blue I4", 10, 5, 4))) == ["no_corner_contact"]


def test_a_piece_read_in_a_wrong_place_is_openly_mended() -> None:
    shown = table()
    shown.see(BLUE, YELLOW, RED, row("green I5", 18, 0, 5))
    assert lying(shown)[-1] != "green I5"
    shown = table()
    shown.see(*ROUND)
    wrong, right = row("blue I4", 1, 5, 4), seen("blue L5", (1, 5), (1, 6), (1, 7), (1, 8), (2, 8))
    shown.see(*ROUND, wrong)
    events = [event for _ in range(3) for event in shown.see(*ROUND, right)]
    assert told(events) == ["corrected I4 to L5"]


def test_what_lies_away_is_missed_by_its_colour() -> None:
    shown = table()
    for count in range(1, 5):
        shown.see(*ROUND[:count])
    assert [shown.see(YELLOW, RED, GREEN) for _ in range(2)][1][0]["colour"] == "blue"
    assert told(shown.see(*ROUND)) == ["cleared I5"]


BURNT = frozenset((row, col) for row in range(10) for col in range(5, 20))
"""Squares that a lamp burns out: nothing can be seen of what may lie on them."""


def test_what_is_out_of_turn_waits_while_what_is_due_may_lie_unseen_where_light_leaves_nothing() -> None:
    shown, red = table(), row("red I4", 18, 11, 4)
    shown.see(*ROUND)
    assert [shown.see(*ROUND, red, burnt=BURNT) for _ in range(3)] == [[], [], []]
    assert codes(shown.see(*ROUND, red)) == ["not_your_turn"]


def test_what_comes_after_it_goes_on_if_it_may_be_next_or_light_would_hold_up_the_game() -> None:
    shown, red, blue = table(), row("red I4", 18, 11, 4), row("blue I4", 1, 3, 4)
    first = (seen("blue V5", (0, 0), (1, 0), (2, 0), (2, 1), (2, 2)), *ROUND[1:])
    shown.see(*first)
    beyond = frozenset((row, col) for row in range(3, 12) for col in range(3, 13))
    assert shown.see(*first, red, burnt=beyond) == []
    assert shown.see(*first, red, row("green I4", 18, 5, 4), burnt=beyond) == []
    assert told(shown.see(*first, red, blue, burnt=beyond)) == ["placed I4"]
    assert lying(shown)[4:] == ["blue I4"]


def test_but_not_if_something_was_in_doubt_where_light_leaves_nothing() -> None:
    """A look by which nothing lies there says nothing then: the doubtful blue one was laid before all others."""
    shown, red, blue = table(), row("red I4", 18, 11, 4), row("blue I4", 1, 3, 4)
    first = (seen("blue V5", (0, 0), (1, 0), (2, 0), (2, 1), (2, 2)), *ROUND[1:])
    shown.see(*first)
    beyond = frozenset((row, col) for row in range(3, 12) for col in range(3, 13))
    shown.see(*first, uncertain=frozenset({(3, 3), (3, 4)}), burnt=beyond)
    for laid in ((red,), (red, blue)):
        assert [shown.see(*first, *laid, burnt=beyond) for _ in range(2)] == [[], []]
    hidden = row("blue I5", 3, 3, 5)
    assert told(shown.see(*first, hidden, red, blue, burnt=beyond))[0] == "placed I5"


@pytest.mark.parametrize("by_hand", [True, False])
def test_nor_is_it_in_doubt_any_more_once_it_is_known(by_hand: bool) -> None:
    shown, hidden, yellow = table(), row("blue I5", 3, 3, 5), row("yellow I4", 1, 11, 4)
    first = (seen("blue V5", (0, 0), (1, 0), (2, 0), (2, 1), (2, 2)), *ROUND[1:])
    shown.see(*first)
    beyond = frozenset((row, col) for row in range(3, 12) for col in range(3, 13))
    shown.see(*first, uncertain=frozenset({(3, 3), (3, 4)}), burnt=beyond)
    if by_hand:
        shown.companion.place(place_of("Ann", hidden.piece, hidden.cells))
    lies = first if by_hand else (*first, hidden)
    shown.see(*lies, burnt=beyond)
    shown.see(*lies, row("green I4", 18, 5, 4), burnt=beyond)
    shown.see(*lies, row("green I4", 18, 5, 4), yellow, burnt=beyond)
    assert lying(shown)[4:] == ["blue I5", "yellow I4"]


def test_a_piece_that_takes_the_place_of_another_is_seen_though_a_square_of_that_is_burnt_out() -> None:
    shown, was, now = table(), row("blue I4", 1, 5, 4), seen("blue V3", (1, 5), (2, 5), (2, 6))
    shown.see(*ROUND)
    shown.see(*ROUND, was)
    events = [shown.see(*ROUND, now, burnt=frozenset({(1, 6)})) for _ in range(3)]
    assert lying(shown)[4:] == ["blue V3"], events


def test_what_comes_to_light_may_have_lain_there_before_what_was_seen() -> None:
    shown, blue, yellow = table(), row("blue I4", 1, 5, 4), row("yellow I4", 1, 11, 4)
    shown.see(*ROUND)
    assert shown.see(*ROUND, yellow, burnt=BURNT) == []
    assert told(shown.see(*ROUND, yellow, blue)) == ["placed I4", "placed I4"]


def test_of_what_may_be_burnt_out_no_colour_is_asked() -> None:
    shown = table()
    assert shown.see(YELLOW, burnt=frozenset((0, col) for col in range(5))) == []
    assert [event["event"] for event in shown.see(YELLOW)] == ["unsure"]


def test_what_lies_burnt_out_is_not_missed() -> None:
    shown, blue = table(), row("blue I4", 1, 5, 4)
    shown.see(*ROUND)
    shown.see(*ROUND, blue)
    assert [shown.see(*ROUND, burnt=BURNT) for _ in range(3)] == [[], [], []]
    assert told(shown.see(*ROUND) + shown.see(*ROUND)) == ["taken_back I4"]


def test_where_either_colour_may_lie_and_both_are_known_the_turn_is_broken() -> None:
    lies = [
        seen("blue V5", (0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
        seen("yellow V5", (0, 17), (0, 18), (0, 19), (1, 17), (2, 17)),
    ]
    lies += [RED, GREEN]
    shown = table()
    shown.see(*lies)
    for piece in (
        row("blue I5", 3, 3, 5),
        row("yellow I5", 3, 12, 5),
        row("red I4", 18, 11, 4),
        row("green I4", 18, 5, 4),
    ):
        lies.append(piece)
        shown.see(*lies)
    assert len(lying(shown)) == len(lies)
    either = row("yellow I4", 4, 8, 4)
    assert codes(shown.see(*lies, either, burnt=frozenset(either.cells))) == ["not_your_turn"]


@pytest.mark.parametrize("turned", [False, True])
def test_the_question_stays_at_the_piece_that_came_first(turned: bool) -> None:
    shown, first = table(), row("red I5", 0, 0, 5)
    shown.see(first)
    later = (first, YELLOW) if turned else (YELLOW, first)
    assert [shown.see(*later) for _ in range(2)] == [[], []]
    asked = shown.companion.state.unsure
    assert asked is not None
    assert [way.pieces[0].piece for way in asked.alternatives] == ["blue I5", "red I5"]
    assert told([event.as_json() for event in shown.companion.answer(0)] + shown.see(*later)) == [
        "placed I5",
        "placed I5",
    ]
    assert lying(shown) == ["blue I5", "yellow I5"]


def test_where_light_leaves_nothing_but_what_is_due_cannot_lie_nothing_waits() -> None:
    shown = table()
    shown.see(*ROUND)
    corner = frozenset((row, col) for row in (10, 11) for col in (10, 11))
    assert codes(shown.see(*ROUND, row("red I4", 18, 11, 4), burnt=corner)) == ["not_your_turn"]


def test_what_waits_for_long_for_what_light_may_hide_is_asked_about_until_it_is_seen_or_nothing_waits() -> None:
    shown, red = table(), row("red I4", 18, 11, 4)
    shown.see(*ROUND)
    looks = [shown.see(*ROUND, red, burnt=BURNT) for _ in range(6)]
    [asked] = [event for events in looks for event in events]
    assert (asked["event"], asked["alternatives"]) == ("unsure", [])
    assert asked["reason"].startswith("light leaves nothing to be seen of")
    unsure = shown.companion.state.unsure
    assert unsure is not None
    assert unsure.asked is Asked.GLARE
    assert unsure.cells <= BURNT
    assert shown.see(*ROUND, burnt=BURNT) == []
    assert shown.companion.state.unsure is None


def test_what_is_placed_by_hand_in_the_glare_lets_the_others_go_on() -> None:
    shown, blue, yellow = table(), row("blue I4", 1, 5, 4), row("yellow I4", 1, 11, 4)
    shown.see(*ROUND)
    for _ in range(6):
        shown.see(*ROUND, yellow, burnt=BURNT)
    assert shown.companion.state.unsure is not None
    shown.companion.place(place_of("Ann", blue.piece, blue.cells))
    assert told(shown.see(*ROUND, yellow, burnt=BURNT)) == ["placed I4"]
    assert lying(shown)[4:] == ["blue I4", "yellow I4"]
    assert shown.companion.state.unsure is None


def test_of_what_may_be_in_doubt_elsewhere_no_colour_is_asked_either() -> None:
    shown = table()
    assert shown.see(YELLOW, uncertain=frozenset((0, col) for col in range(5))) == []


def test_what_comes_to_light_may_have_come_between_others_that_were_seen_all_the_time() -> None:
    shown, red, green = table(), row("red I4", 18, 11, 4), row("green I4", 18, 5, 4)
    blue, yellow, later = row("blue I4", 1, 5, 4), row("yellow I4", 1, 11, 4), row("blue I3", 2, 9, 3)
    shown.see(*ROUND)
    assert shown.see(*ROUND, burnt=BURNT) == []
    assert shown.see(*ROUND, red, burnt=BURNT) == []
    assert shown.see(*ROUND, red, green, burnt=BURNT) == []
    events = shown.see(*ROUND, red, green, blue, yellow, later)
    assert told(events) == ["placed I4", "placed I4", "placed I4", "placed I4", "placed I3"]
    assert all(event["legal"] for event in events)


PART, WHOLE = row("blue I3", 1, 6, 3), row("blue I4", 1, 5, 4)
"""What is seen of a piece that goes on in the glare, and the whole of it: the part alone would touch no corner."""


def test_what_may_go_on_in_the_glare_is_not_illegal_but_asked_about_after_a_while() -> None:
    shown, end = table(), frozenset({(1, 5)})
    shown.see(*ROUND)
    looks = [shown.see(*ROUND, PART, burnt=end) for _ in range(6)]
    assert [event["event"] for events in looks for event in events] == ["unsure"]
    assert shown.companion.state.unsure is not None
    assert shown.companion.state.unsure.cells == end
    assert told(shown.see(*ROUND, WHOLE)) == ["placed I4"]


@pytest.mark.parametrize("burnt", [frozenset(), frozenset({(1, 9)}), frozenset({(9, 9)})])
def test_but_where_it_would_be_illegal_however_far_it_goes_it_is(burnt: frozenset[tuple[int, int]]) -> None:
    shown = table()
    shown.see(*ROUND)
    assert codes(shown.see(*ROUND, PART, burnt=burnt)) == ["no_corner_contact"]


def test_what_comes_after_it_is_not_out_of_turn_either() -> None:
    """There is no room for a whole piece where nothing is to be seen: blue's single square lies already."""
    one, end = seen("blue 1", (1, 5)), frozenset({(2, 6)})
    laid = (*ROUND, one, row("yellow I3", 1, 12, 3), row("red I3", 18, 12, 3), row("green I3", 18, 5, 3))
    shown, yellow = table(), row("yellow I4", 2, 15, 4)
    for count in range(4, 9):
        shown.see(*laid[:count])
    part, whole = row("blue I3", 2, 7, 3), row("blue I4", 2, 6, 4)
    assert shown.see(*laid, part, burnt=end) == []
    assert shown.see(*laid, part, yellow, burnt=end) == []
    assert all(event.get("legal", True) for event in shown.see(*laid, whole, yellow))
    assert lying(shown)[8:] == ["blue I4", "yellow I4"]


def test_what_is_out_of_turn_waits_for_what_is_offered_as_an_answer() -> None:
    shown, yellow, blue = table(), row("yellow I4", 1, 11, 4), row("blue I4", 1, 5, 4)
    ways = Alternative((blue,), 0.5), Alternative((row("blue I5", 1, 5, 5),), 0.5)
    shown.see(*ROUND)
    shown.see(*ROUND, uncertain=frozenset({(1, 8), (1, 9)}), alternatives=ways)
    assert shown.see(*ROUND, yellow, uncertain=frozenset({(1, 8), (1, 9)}), alternatives=ways) == []


def test_what_is_illegal_where_it_came_to_light_is_told_once_and_is_not_two_at_once() -> None:
    shown, yellow, blue = table(), row("yellow I4", 1, 11, 4), row("blue I4", 1, 1, 4)
    shown.see(*ROUND, burnt=frozenset((row, col) for row in (1, 2) for col in range(8)))
    looks = [shown.see(*ROUND, yellow, blue) for _ in range(4)]
    assert codes(looks[0]) == ["edge_contact"]
    assert not any(looks[1:])


def test_a_doubt_that_comes_and_goes_in_the_glare_is_one_question() -> None:
    shown, red = table(), row("red I4", 18, 11, 4)
    shown.see(*ROUND)
    doubts = [frozenset(), BURNT]
    looks = [shown.see(*ROUND, red, burnt=BURNT, uncertain=doubts[number % 2]) for number in range(12)]
    assert len([event for events in looks for event in events]) == 1
