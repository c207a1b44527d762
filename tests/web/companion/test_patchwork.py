"""Patchwork before the camera: two quilts, a circle that tells twins apart, leather, and moving on by hand."""

from typing import Any

import pytest

from referee.games.patchwork import PatchworkPosition
from referee.grid import Cell
from referee.move import Advance, Buy, Leather, Place
from referee.piece import packaged_piece_set
from referee.record import Header
from tests import oracles
from tests.seen_games import Seen, seen
from tests.sightings import told
from vision.look import Look, View
from vision.pieces.wide import on_quilt
from vision.sighting import Alternative, Problem, SeenPiece, Sighting
from web.companion.companion import Companion
from web.companion.event import Asked
from web.companion.naming import lying_of

PATCHES = packaged_piece_set("patchwork")


def table(*next_patches: str) -> Seen:
    """Ann, whose quilt is the left one, and Bob; these patches come first in the circle."""
    rest = [patch for patch in PATCHES.by_id if patch not in next_patches]
    return Seen(Header("patchwork", ("Ann", "Bob"), setup={"circle": [*next_patches, *rest]}), PATCHES)


def on(quilt: int, name: str, *cells: tuple[int, int]) -> SeenPiece:
    return seen(name, *on_quilt(cells, quilt))


def drawn(patch: str, quilt: int, row: int = 0, col: int = 0) -> SeenPiece:
    """A patch as the set draws it, from that cell on."""
    cells = [(row + down, col + right) for down, right in PATCHES.by_id[patch].cells]
    return on(quilt, patch, *cells)


def codes(events: list[dict[str, Any]]) -> list[str]:
    return [violation["code"] for event in events for violation in event.get("violations", [])]


def bought(shown: Seen) -> list[str]:
    return [place.piece for place in lying_of(shown.companion.match)]


@pytest.mark.parametrize("name", sorted(oracles.games("patchwork")))
def test_a_whole_game_is_followed_to_its_winner(name: str) -> None:
    game = oracles.games("patchwork")[name]
    players = oracles.patchwork_players(game)
    shown, lying, leather = Seen(oracles.header(game), PATCHES), list[SeenPiece](), 0
    events: list[dict[str, Any]] = []
    for move in oracles.moves(game):
        match move:
            case Advance():
                events += [event.as_json() for event in shown.companion.advance()]
            case Buy(piece=piece):
                lying.append(on(players.index(move.player), piece, *move.cells))
            case Leather():
                leather += 1
                lying.append(on(players.index(move.player), f"leather {leather}", *move.cells))
        events += shown.see(*lying)
        if (question := shown.companion.state.unsure) is not None:
            names = [alternative.pieces[0].piece for alternative in question.alternatives]
            events += [event.as_json() for event in shown.companion.answer(names.index(move.piece))]
    assert list(shown.companion.match.moves) == oracles.moves(game)
    assert not codes(events)
    assert events[-1]["event"] == "over"
    assert events[-1]["scores"] == dict(shown.companion.match.outcome.scores)
    assert sum(event["event"] == "bonus" for event in events) == (shown.companion.match.position.bonus is not None)


def test_a_purchase_is_told_by_the_cells_of_its_own_quilt() -> None:
    shown = table("p01", "p04", "p06")
    shown.see(drawn("p01", 0))
    [event] = shown.see(drawn("p01", 0), drawn("p04", 1, 3, 2))[-1:]
    assert (event["event"], event["player"], event["legal"]) == ("placed", "Bob", True)
    assert event["cells"] == [[3, 2], [3, 3], [3, 4]]


def test_a_patch_out_of_reach_or_too_dear_is_told_and_cleared_when_it_is_gone() -> None:
    shown = table("p01", "p04", "p09")
    assert codes(shown.see(drawn("p07", 0))) == ["not_in_reach"]
    assert bought(shown) == []
    assert told(shown.see(drawn("p09", 0))) == ["illegal p09"]
    assert codes(table("p01", "p04", "p09").see(drawn("p09", 0))) == ["too_expensive"]


def test_sewing_on_the_wrong_quilt_is_told_until_the_other_has_moved_on() -> None:
    shown = table("p01", "p04", "p06")
    assert codes(shown.see(drawn("p04", 1))) == ["not_your_turn"]
    assert bought(shown) == []
    assert [event.as_json()["event"] for event in shown.companion.advance()] == ["advanced"]
    assert told(shown.see(drawn("p04", 1))) == ["cleared p04", "placed p04"]


def test_of_twins_the_one_in_reach_was_bought() -> None:
    shown = table("p01", "p03", "p04")
    shown.see(drawn("p02", 0))
    assert bought(shown) == ["p03"]
    shown.see(drawn("p02", 0))
    assert told(shown.see(drawn("p02", 0))) == []


def test_of_twins_that_are_both_in_reach_it_is_asked_once() -> None:
    shown = table("p02", "p03", "p04")
    assert told(shown.see(drawn("p02", 0))) == ["unsure"]
    assert shown.see(drawn("p02", 0)) == []
    assert told([event.as_json() for event in shown.companion.answer(1)]) == ["placed p03"]
    assert shown.see(drawn("p02", 0)) == []
    assert bought(shown) == ["p03"]


def sewn_on_first(*next_patches: str) -> Seen:
    """Ann has sewn on the first of these patches; nobody says who moves on."""
    shown = table(*next_patches)
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    shown.see(drawn(next_patches[0], 0))
    assert bought(shown) == [next_patches[0]]
    return shown


def test_one_of_twins_that_is_put_elsewhere_is_not_taken_for_the_other() -> None:
    shown = sewn_on_first("p02", "p04", "p06", "p03")
    events = shown.see(drawn("p03", 1)) + shown.see(drawn("p03", 1))  # as the eyes call what looks like one that lies
    assert told(events) == ["taken_back p02", "advanced Ann", "placed p02"]


def test_nor_is_it_where_it_is_in_doubt_or_lies_wrongly() -> None:
    elsewhere, over = drawn("p03", 1), on(1, "p03", (0, -1), (0, 0), (1, 0))
    likely = (Alternative((elsewhere,), 0.97), Alternative((), 0.03))
    doubt = {"alternatives": likely, "uncertain": frozenset(elsewhere.cells)}
    shown = sewn_on_first("p02", "p04", "p06", "p03")
    assert not {"placed p03", "illegal p03"} & {*told(shown.see(**doubt) + shown.see(**doubt))}
    shown = sewn_on_first("p02", "p04", "p06", "p03")
    assert told(shown.see(problems=(Problem("overhang", "p03", over.cells),))) == ["overhang p02"]


def test_one_that_slips_where_it_lies_is_the_same() -> None:
    shown = sewn_on_first("p02", "p04", "p06", "p03")
    askew = Problem("misaligned", "p03", drawn("p02", 0).cells)
    assert told(shown.see(problems=(askew,))) == ["misaligned p02"]


def test_where_both_twins_come_after_one_is_gone_each_has_its_name() -> None:
    shown = sewn_on_first("p02", "p04", "p06", "p03")
    both = drawn("p03", 0, 4, 4), drawn("p02", 1, 4, 4)  # again as the eyes call them
    shown.see(*both)
    assert told(shown.see(*both)) == ["taken_back p02", "placed p02", "placed p03"]


def test_the_other_of_twins_is_bought_where_the_first_is_not_surely_gone() -> None:
    first, other = drawn("p02", 0), drawn("p03", 1)
    for unclear in ({"uncertain": frozenset(first.cells)}, {"hidden": frozenset(first.cells)}):
        shown = sewn_on_first("p02", "p04", "p06", "p03")
        assert told(shown.see(other, **unclear)) == ["placed p03"]
    shown = sewn_on_first("p02", "p04", "p06", "p03")
    misread = on(0, "p06", (0, 0), (0, 1), (1, 0), (1, 1), (0, 2))
    assert told(shown.see(misread, other) + shown.see(misread, other)) == ["corrected p02 to p06", "placed p03"]


def test_one_that_was_entered_by_hand_and_never_seen_is_not_gone() -> None:
    shown = table("p02", "p04", "p06", "p03")
    shown.companion.place(Place("Ann", "p02", drawn("p02", 0).cells))
    assert told(shown.see(drawn("p03", 1))) == ["placed p03"]


def test_of_twins_that_lie_wrongly_the_one_in_reach_is_named() -> None:
    shown = table("p03", "p04", "p06")
    over = on(0, "p02", (0, -1), (0, 0), (1, 0))
    seen_over = Sighting(shown.board, problems=(Problem("overhang", "p02", over.cells),), uncertain=frozenset({(0, 0)}))
    events = shown.companion.see(Look(1, 1.0, View.SETTLED, shown.board, seen_over))
    assert [(event.as_json()["kind"], event.as_json()["piece"]) for event in events] == [("overhang", "p03")]


@pytest.mark.parametrize(("likely", "expected"), [(0.6, ["placed p04"]), (0.2, ["placed p04"]), (0.01, ["unsure"])])
def test_of_likely_explanations_the_one_that_can_have_been_bought_is_taken(likely: float, expected: list[str]) -> None:
    shown = table("p01", "p04", "p06")
    bar = drawn("p04", 0)
    two = (on(0, "p01", (0, 0), (0, 1)), on(0, "leather 1", (0, 2)))
    choices = (Alternative((bar,), likely), Alternative(two, 1 - likely))
    doubt = Sighting(shown.board, (), alternatives=choices, uncertain=frozenset(bar.cells))
    events = shown.companion.see(Look(1, 1.0, View.SETTLED, shown.board, doubt))
    assert told([event.as_json() for event in events]) == expected


def test_a_patch_in_doubt_that_would_break_a_rule_is_asked_about_and_not_judged() -> None:
    shown = table("p01", "p03", "p06")
    bar = drawn("p04", 0)
    choices = (Alternative((bar,), 0.97), Alternative((), 0.03))
    doubt = Sighting(shown.board, (), alternatives=choices, uncertain=frozenset(bar.cells))
    events = shown.companion.see(Look(1, 1.0, View.SETTLED, shown.board, doubt))
    assert told([event.as_json() for event in events]) == ["unsure"]


def two_ways(known: SeenPiece, new: SeenPiece) -> dict[str, Any]:
    """What is doubtful where a new patch may be two others, beside one that both explanations hold."""
    quilt = int(new.cells[0][1] > 8)
    parts = on(quilt, "p02", (0, 0), (0, 1), (1, 0)), on(quilt, "p05", (0, 2))
    return {
        "alternatives": (Alternative((known, new), 0.7), Alternative((known, *parts), 0.3)),
        "uncertain": frozenset((*known.cells, *new.cells, *(cell for part in parts for cell in part.cells))),
    }


@pytest.mark.parametrize("called", ["p02", "p03"])
def test_a_patch_that_is_known_to_lie_there_is_not_bought_again_in_an_explanation_that_holds_it(called: str) -> None:
    """Not even if it is called there by the name of the one that looks like it."""
    shown = table("p02", "p04", "p06")
    known, new = drawn("p02", 0), drawn("p04", 1)
    shown.see(known)
    doubt = two_ways(SeenPiece(called, known.cells), new)
    assert [told(shown.see(**doubt)) for _ in range(3)] == [["placed p04"], [], []]
    assert bought(shown) == ["p02", "p04"]


def test_leather_that_is_known_to_lie_there_stays_though_an_explanation_counts_it_otherwise() -> None:
    shown, quilt, next_quilt = with_leather_due()
    known, new = on(quilt, "leather 1", (8, 8)), drawn("p04", next_quilt)
    shown.see(known)
    doubt = two_ways(SeenPiece("leather 2", known.cells), new)
    assert [told(shown.see(**doubt)) for _ in range(3)] == [["placed p04"], [], []]


def test_an_explanation_by_which_nothing_new_came_is_believed_too() -> None:
    shown = table("p01", "p04", "p06")
    known, far = drawn("p01", 0), on(0, "p05", *drawn("p05", 0, 5, 5).cells)
    shown.see(known)
    alternatives = Alternative((known,), 0.9), Alternative((known, far), 0.1)
    doubt = {"alternatives": alternatives, "uncertain": frozenset((*known.cells, *far.cells))}
    assert [told(shown.see(**doubt)) for _ in range(3)] == [[], [], []]
    assert shown.companion.state.unsure is None


def test_of_two_patches_that_may_have_been_bought_neither_is_taken_without_asking() -> None:
    shown = table("p01", "p04", "p06")
    bar, corner = drawn("p04", 0), drawn("p01", 0)
    doubt = Sighting(
        shown.board,
        alternatives=(Alternative((bar,), 0.8), Alternative((corner,), 0.2)),
        uncertain=frozenset((*bar.cells, *corner.cells)),
    )
    events = shown.companion.see(Look(1, 1.0, View.SETTLED, shown.board, doubt))
    assert told([event.as_json() for event in events]) == ["unsure"]


@pytest.mark.parametrize(("likely", "then"), [(0.9, ["unsure"]), (0.6, [])])
def test_what_looks_like_leather_that_nobody_has_earned_is_asked_about_only_where_it_is_likely(
    likely: float, then: list[str]
) -> None:
    shown = table("p01", "p04", "p06")
    bar, leather = drawn("p04", 0), on(0, "leather 1", (8, 8))
    doubt = Sighting(
        shown.board,
        (bar,),
        alternatives=(Alternative((leather,), likely), Alternative((), 1 - likely)),
        uncertain=frozenset(leather.cells),
    )
    for frame, expected in enumerate((["placed p04"], then, []), start=1):
        events = shown.companion.see(Look(frame, float(frame), View.SETTLED, shown.board, doubt))
        assert told([event.as_json() for event in events]) == expected


@pytest.mark.parametrize(("taken", "expected"), [("p25", []), ("p01", ["p01"])])
def test_for_which_people_must_have_moved_on_again_and_again_is_asked_about(taken: str, expected: list[str]) -> None:
    """A dear patch takes saving up for by moving on; what costs next to nothing takes none."""
    shown = unattended("p01", "p25", "p06")
    patch = drawn(taken, 0)
    shown.see(alternatives=(Alternative((patch,), 0.5), Alternative((), 0.5)), uncertain=frozenset(patch.cells))
    assert bought(shown) == expected
    assert (shown.companion.state.unsure is None) == bool(expected)


@pytest.mark.parametrize("since_before", [False, True])
def test_a_square_that_was_in_doubt_when_other_things_came_is_not_taken_for_leather_once_that_is_earned(
    since_before: bool,
) -> None:
    shown = unattended("p08", "p04", "p06")
    while not (after := after_buying("p08", shown)).leather_owed:
        shown.companion.advance()
    quilt = after.players.index(after.to_move or "")
    dark = on(quilt, "leather 1", (8, 8))
    doubt = {"alternatives": (Alternative((dark,), 0.5), Alternative((), 0.5)), "uncertain": frozenset(dark.cells)}
    if since_before:
        shown.see(uncertain=doubt["uncertain"])
    shown.see(drawn("p08", quilt), **(doubt if since_before else {}))
    assert bought(shown) == ["p08"]
    shown.see(drawn("p08", quilt), **doubt)
    assert bought(shown) == (["p08"] if since_before else ["p08", "leather 1"])


def test_nor_is_it_called_illegal_there_before_anybody_can_have_earned_it() -> None:
    """Nothing is held up by it."""
    shown, dark = unattended("p01", "p04", "p06"), on(0, "leather 1", (8, 8))
    shown.see(uncertain=frozenset(dark.cells))
    assert told(shown.see(drawn("p01", 0), uncertain=frozenset(dark.cells))) == ["placed p01"]
    assert told(shown.see(drawn("p01", 0), dark)) == []
    assert told(shown.see(drawn("p01", 0), dark, drawn("p04", 1))) == ["placed p04"]


def test_a_patch_taken_off_again_is_taken_back() -> None:
    shown = table("p01", "p04", "p06")
    shown.see(drawn("p01", 0))
    assert told(shown.see() + shown.see()) == ["taken_back p01"]


def test_where_nobody_can_say_so_who_moved_on_is_told_from_who_sews_next() -> None:
    shown = unattended("p01", "p04", "p06")
    events = shown.see(drawn("p04", 1))
    assert told(events) == ["advanced Ann", "placed p04"]
    dear = drawn("p09", 1, 5, 5)
    assert codes(shown.see(drawn("p04", 1), dear)) == ["not_your_turn", "not_in_reach", "too_expensive"]


def test_nobody_is_thought_to_have_moved_on_while_what_came_before_is_in_doubt() -> None:
    shown = unattended("p01", "p04", "p06")
    doubt = {"uncertain": frozenset(drawn("p01", 0).cells)}
    events = shown.see(**doubt) + shown.see(drawn("p04", 1), **doubt) + shown.see(drawn("p04", 1), **doubt)
    assert events == []
    assert told(shown.see(drawn("p01", 0), drawn("p04", 1))) == ["placed p01", "placed p04"]


BUSY = [{"hidden": frozenset(on_quilt(tuple(PATCHES.grid), quilt))} for quilt in range(2)]
"""Somebody is busy at one of the quilts."""


def unattended(*next_patches: str) -> Seen:
    """A table at which nobody says who moves on."""
    shown = table(*next_patches)
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    return shown


def test_a_patch_is_placed_while_somebody_is_busy_at_the_other_quilt() -> None:
    shown = unattended("p01", "p04", "p06")
    assert told(shown.see(drawn("p01", 0), **BUSY[1])) == ["placed p01"]
    assert told(shown.see(drawn("p04", 1), **BUSY[0])) == ["placed p04"]
    assert told(shown.see(drawn("p01", 0), drawn("p04", 1))) == []


def test_but_none_out_of_turn_is_judged_nor_has_anybody_moved_on() -> None:
    """What is being sewn on there may have come first."""
    shown = unattended("p01", "p04", "p06")
    assert told(shown.see(drawn("p04", 1), **BUSY[0])) == []
    assert told(shown.see(drawn("p01", 0), drawn("p04", 1))) == ["placed p01", "placed p04"]
    shown = unattended("p01", "p04", "p06")
    assert told(shown.see(drawn("p04", 1), **BUSY[0])) == []
    assert told(shown.see(drawn("p04", 1))) == ["advanced Ann", "placed p04"]


def test_what_cannot_be_seen_for_a_while_came_when_it_came() -> None:
    """A patch that waits because another is in doubt is older than what comes while an arm hides it."""
    shown = unattended("p01", "p04", "p06")
    doubt = {"uncertain": frozenset(drawn("p01", 0).cells)}
    shown.see(**doubt)
    shown.see(drawn("p04", 1), **doubt)
    shown.see(drawn("p04", 1), **BUSY[0])
    assert told(shown.see(drawn("p04", 1), **doubt)) == []
    assert told(shown.see(drawn("p01", 0), drawn("p04", 1))) == ["placed p01", "placed p04"]


def test_what_lies_wrongly_there_is_not_put_right_by_not_being_seen() -> None:
    shown = unattended("p01", "p04", "p06")
    wrong = Problem("misaligned", "p01", drawn("p01", 0).cells)
    assert told(shown.see(problems=(wrong,))) == ["misaligned p01"]
    assert told(shown.see(**BUSY[0]) + shown.see(**BUSY[0]) + shown.see(problems=(wrong,))) == []
    assert told(shown.see(drawn("p01", 0))) == ["cleared p01", "placed p01"]


def test_what_is_cleared_off_a_quilt_is_still_gone_when_an_arm_hides_that() -> None:
    shown = unattended("p01", "p04", "p06", "p09", "p02")
    patches = [drawn(patch, 0, 3 * number, 4 * (number % 2)) for number, patch in enumerate(("p01", "p04", "p06"))]
    shown.see()
    shown.see(*patches)
    assert told(shown.see() + shown.see()) == ["removed"]
    assert told(shown.see(**BUSY[0]) + shown.see() + shown.see()) == []
    assert told(shown.see(*patches) + shown.see(*patches)) == ["cleared"]


@pytest.mark.parametrize("more", [{"board_found": True}, {"camera_moved": True}, {}])
def test_nor_does_it_come_sooner_where_the_table_is_bumped_meanwhile(more: dict[str, bool]) -> None:
    shown = unattended("p01", "p04", "p06")
    assert told(shown.see(drawn("p04", 1), **BUSY[0])) == []
    both = Sighting(shown.board, (drawn("p01", 0), drawn("p04", 1)))
    events = shown.companion.see(Look(9, 3.0, View.SETTLED, shown.board, both, **more))
    assert told([event.as_json() for event in events])[-2:] == ["placed p01", "placed p04"]


def test_doubts_last_while_they_cannot_be_seen() -> None:
    """What holds a patch up is asked about after two seconds in which it was seen, whatever hid it between them."""
    shown = unattended("p01", "p04", "p06")
    doubt, patch = {"uncertain": frozenset(drawn("p01", 0).cells)}, drawn("p04", 1)
    shown.see(**doubt)
    events = [shown.see(patch, **(BUSY[0] if look % 2 else doubt)) for look in range(12)]
    assert told([event for seen_then in events for event in seen_then]) == ["unsure"]


@pytest.mark.parametrize("cells", [drawn("p01", 0).cells, drawn("p01", 0).cells[:1]])
def test_nor_while_it_is_told_as_no_piece(cells: tuple[tuple[int, int], ...]) -> None:
    """Where too little of it is told to be a patch somebody has moved on."""
    shown = unattended("p01", "p04", "p06")
    strange = {"problems": (Problem("unknown", None, cells),)}
    assert told(shown.see(**strange)) == ["unknown"]
    waits = len(cells) > 1
    assert told(shown.see(drawn("p04", 1), **strange)) == ([] if waits else ["advanced Ann", "placed p04"])
    if waits:
        assert told(shown.see(drawn("p01", 0), drawn("p04", 1)))[:2] == ["placed p01", "placed p04"]


def test_a_doubt_in_which_nothing_that_may_be_sewn_on_has_room_holds_nothing_up() -> None:
    shown = unattended("p01", "p04", "p06")
    doubt = {"uncertain": frozenset({(8, 8)})}
    assert shown.see(**doubt) == []
    assert told(shown.see(drawn("p04", 1), **doubt))[:2] == ["advanced Ann", "placed p04"]


def test_one_square_holds_a_patch_up_once_somebody_may_have_earned_leather() -> None:
    shown, quilt, next_quilt = with_leather_due()
    match = shown.companion.match
    while match.position.leather_owed or match is shown.companion.match:
        assert match.before is not None
        match = match.before
    shown.companion = Companion(match, shown.record.append, alone=True)
    doubt = {"uncertain": frozenset(on(quilt, "", (8, 8)).cells)}
    shown.see(**doubt)
    assert shown.see(drawn("p04", next_quilt), **doubt) == []


def test_what_is_in_doubt_since_a_patch_came_does_not_hold_it_up() -> None:
    shown = unattended("p01", "p04", "p06")
    doubt = {"uncertain": frozenset(drawn("p01", 0).cells)}
    assert told(shown.see(drawn("p04", 1), **doubt))[:2] == ["advanced Ann", "placed p04"]


@pytest.mark.parametrize("order", [("p01", "p06"), ("p06", "p01"), ("p09", "p06"), ("p06", "p09")])
@pytest.mark.parametrize("quilt", [0, 1])
def test_patches_that_came_at_once_were_bought_as_the_circle_goes(order: tuple[str, str], quilt: int) -> None:
    """Whoever buys goes on to behind it, from where three are in reach; the eyes tell patches in any order."""
    shown = unattended("p01", "p04", "p06", "p09", "p02")
    shown.see(*(drawn(patch, quilt, 4 * number, 4 * number) for number, patch in enumerate(order)))
    assert bought(shown) == sorted(order)
    assert not shown.companion.state.troubles


def test_three_at_once_are_more_than_two() -> None:
    shown, patches = unattended("p01", "p04", "p06", "p09", "p02"), ("p06", "p01", "p04")
    shown.see(*(drawn(patch, 0, 3 * number, 4 * (number % 2)) for number, patch in enumerate(patches)))
    assert bought(shown) == ["p01", "p04", "p06"]


@pytest.mark.parametrize("leather_first", [False, True])
def test_leather_that_came_with_the_patch_that_earned_it_was_sewn_on_after_it(leather_first: bool) -> None:
    """It might have come first if others had moved on unseen; but they need not have."""
    shown = unattended("p08", "p04", "p06")
    while not (after := after_buying("p08", shown)).leather_owed:
        shown.companion.advance()
    quilt = after.players.index(after.to_move or "")
    both = drawn("p08", quilt), on(quilt, "leather 1", (8, 8))
    assert told(shown.see(*both[:: -1 if leather_first else 1])) == ["placed p08", "placed leather"]


def test_a_twin_is_named_anew_where_the_circle_has_gone_on_since_it_was() -> None:
    shown = table("p02", "p01", "p04", "p03")
    new = drawn("p04", 0), drawn("p02", 1)
    assert told(shown.see(*new)) == ["placed p04"]
    assert told(shown.see(*new)) == ["placed p03"]


def test_a_dear_patch_was_saved_for_by_moving_on_several_times() -> None:
    shown = table("p25", "p01", "p04")
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    assert told(shown.see(drawn("p25", 0))) == [*["advanced Ann", "advanced Bob"] * 3, "placed p25"]
    assert lying_of(shown.companion.match)[0].player == "Ann"


def test_nobody_is_thought_to_have_moved_on_far_oftener_than_was_thought() -> None:
    """What looks like leather may be a token that somebody has laid down: to earn leather people would have had to move
    on a dozen times between the first patches."""
    shown = table("p01", "p04", "p06", "p25")
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    begun = [drawn("p01", 0), drawn("p04", 1)]
    shown.see(begun[0])
    shown.see(*begun)
    events = shown.see(*begun, on(0, "leather 1", (8, 8)))
    assert not [one for one in told(events) if one.startswith("advanced")]
    assert "placed leather" not in told(events)


def test_moving_on_that_was_told_from_a_patch_is_taken_back_with_it() -> None:
    shown = table("p01", "p04", "p06")
    start = shown.companion.match
    shown.companion = Companion(start, shown.record.append, alone=True)
    shown.see(drawn("p04", 1))
    assert told(shown.see() + shown.see()) == ["taken_back p04"]
    assert shown.companion.match == start
    assert told(shown.see(drawn("p04", 0))) == ["placed p04"]


def test_leather_that_was_not_earned_is_told() -> None:
    shown = table("p01", "p04", "p06")
    assert codes(shown.see(on(0, "leather 1", (0, 0)))) == ["wrong_phase"]


def with_leather_due(*first: str) -> tuple[Seen, int, int]:
    """A table with leather that is due, on whose quilt, and whose patch may come after it; some come first in the
    circle."""
    shown = table(*(first or ("p01",)), "p04", "p06")
    while not shown.companion.match.position.leather_owed:
        shown.companion.advance()
    match = shown.companion.match
    players = match.position.players
    earner = match.position.to_move or ""
    _, after = match.play(Leather(earner, ((8, 8),)))
    return shown, players.index(earner), players.index(after.position.to_move or "")


def test_it_is_asked_where_the_leather_lies_that_is_due_and_not_seen() -> None:
    """What comes next is not called illegal: it waits until the leather is seen."""
    shown, quilt, next_quilt = with_leather_due()
    before = shown.companion.match
    assert told(shown.see(drawn("p04", next_quilt))) == ["unsure"]
    assert shown.companion.state.unsure is not None
    assert told(shown.see(drawn("p04", next_quilt))) == []
    assert (shown.companion.state.troubles, shown.companion.match) == ((), before)
    seen_at_last = shown.see(drawn("p04", next_quilt), on(quilt, "leather 1", (8, 8)))
    assert told(seen_at_last) == ["placed leather", "placed p04"]
    assert shown.companion.state.unsure is None


def test_what_came_after_a_patch_that_earned_leather_waits_until_that_is_seen_too() -> None:
    """Leather that was not seen for long is seen at last; meanwhile others have sewn on, and one has earned more."""
    shown, quilt, next_quilt = with_leather_due("p17", "p19")
    patches = drawn("p17", next_quilt), drawn("p19", quilt), drawn("p04", next_quilt, 6, 5)
    assert told(shown.see(*patches[:1])) == ["unsure"]
    for count in (2, 3):
        shown.see(*patches[:count])
    seen_at_last = *patches, on(quilt, "leather 1", (8, 8))
    assert told(shown.see(*seen_at_last)) == ["placed leather", "placed p17", "placed p19"]
    assert shown.companion.state.unsure is not None
    assert not shown.companion.state.troubles
    more = on(quilt, "leather 2", (8, 7))
    assert told(shown.see(*seen_at_last, more)) == ["placed leather", "placed p04"]


@pytest.mark.parametrize("busy", [0, 1])
def test_a_question_stands_while_somebody_is_busy(busy: int) -> None:
    shown, _, next_quilt = with_leather_due()
    patch = drawn("p04", next_quilt)
    assert told(shown.see(patch)) == ["unsure"]
    assert told(shown.see(*[patch] * (busy != next_quilt), **BUSY[busy])) == []
    assert shown.companion.state.unsure is not None
    assert told(shown.see(patch)) == []
    twins = table("p02", "p03", "p04")
    assert told(twins.see(drawn("p02", 0))) == ["unsure"]
    asked = twins.companion.state.unsure
    assert told(twins.see(*[drawn("p02", 0)] * busy, **BUSY[busy])) == []
    assert twins.companion.state.unsure is asked


def test_nothing_is_asked_about_leather_while_somebody_is_busy_where_it_is_due() -> None:
    shown, quilt, next_quilt = with_leather_due()
    assert told(shown.see(drawn("p04", 1 - quilt), **BUSY[quilt])) == []
    assert told(shown.see(drawn("p04", next_quilt), on(quilt, "leather 1", (8, 8)))) == ["placed leather", "placed p04"]


def test_with_the_leather_sewn_on_by_hand_what_waited_for_it_is_placed() -> None:
    shown, quilt, next_quilt = with_leather_due()
    shown.see(drawn("p04", next_quilt))
    shown.companion.place(Place("", "leather 1", on_quilt(((8, 8),), quilt)))
    assert told(shown.see(drawn("p04", next_quilt))) == ["placed p04"]


def test_it_is_asked_anew_where_the_leather_lies_after_another_question_about_the_same_squares() -> None:
    shown, _, next_quilt = with_leather_due()
    patch = drawn("p04", next_quilt)
    either = (Alternative((patch,), 0.6), Alternative((), 0.4))
    assert told(shown.see(alternatives=either, uncertain=frozenset(patch.cells))) == ["unsure"]
    assert told(shown.see(patch)) == ["unsure"]
    assert shown.companion.state.unsure is not None
    assert shown.companion.state.unsure.alternatives == ()


def test_leather_that_is_half_seen_is_asked_about_with_its_choices() -> None:
    shown, quilt, next_quilt = with_leather_due()
    one, other = (on(quilt, "leather 1", (8, col)) for col in (7, 8))
    doubtful = frozenset({*one.cells, *other.cells})
    either = (Alternative((one,), 0.5), Alternative((other,), 0.5))
    assert told(shown.see(drawn("p04", next_quilt), alternatives=either, uncertain=doubtful)) == ["unsure"]
    assert shown.companion.state.unsure is not None
    assert shown.companion.state.unsure.alternatives == either
    assert shown.companion.state.troubles == ()


def test_a_patch_that_breaks_a_rule_besides_is_illegal_though_leather_is_due() -> None:
    shown, _, next_quilt = with_leather_due()
    far = next(patch for patch in reversed(PATCHES.by_id) if patch not in shown.companion.match.position.reach)
    assert "not_in_reach" in codes(shown.see(drawn(far, next_quilt)))


@pytest.mark.parametrize("quilt", [0, 1])
def test_while_leather_that_is_due_is_not_seen_no_patch_is_called_out_of_turn(quilt: int) -> None:
    shown, _, _ = with_leather_due()
    assert told(shown.see(drawn("p04", quilt))) == ["unsure"]
    assert shown.companion.state.unsure is not None
    assert shown.companion.state.unsure.asked is Asked.LEATHER
    assert bought(shown) == []


def test_what_is_taken_for_leather_where_none_is_due_does_not_end_the_waiting() -> None:
    shown, quilt, next_quilt = with_leather_due()
    events = shown.see(drawn("p04", next_quilt), on(1 - quilt, "leather 1", (0, 8)))
    assert told(events) == ["unsure"]
    assert bought(shown) == []


def test_leather_on_the_quilt_of_somebody_who_has_earned_none_is_illegal_while_other_is_due() -> None:
    shown, quilt, _ = with_leather_due()
    assert told(shown.see(on(1 - quilt, "leather 1", (0, 8)))) == ["illegal leather"]


def test_nor_is_what_comes_after_such_a_patch_called_illegal() -> None:
    shown, quilt, next_quilt = with_leather_due()
    first = drawn("p04", 1 - next_quilt)
    far = next(patch for patch in reversed(PATCHES.by_id) if patch not in shown.companion.match.position.reach)
    assert codes(shown.see(first)) == []
    assert codes(shown.see(first, drawn(far, quilt, 6, 3))) == []
    assert codes(shown.see(drawn(far, quilt, 6, 3))) != []


def test_moving_on_while_leather_is_owed_is_refused() -> None:
    shown = table("p01", "p04", "p06")
    assert shown.companion.advance()[0].as_json() == {"event": "advanced", "player": "Ann", "frame": 0, "t": 0.0}
    while not shown.companion.match.position.leather_owed:
        shown.companion.advance()
    before = shown.companion.match
    [refused] = shown.companion.advance()
    assert [violation.code for violation in refused.violations] == ["leather_first"]
    assert shown.companion.match == before
    quilt = before.position.players.index(before.position.to_move)
    assert told(shown.see(on(quilt, "leather 1", (8, 8)))) == ["placed leather"]


def test_leather_that_cannot_be_earned_yet_is_the_patch_that_fits_there_with_what_is_doubtful_beside_it() -> None:
    shown = table("p04", "p01", "p06")
    patch = drawn("p01", 0)
    leather, doubtful = patch.cells
    half_seen = on(0, "leather 1", leather), {"uncertain": frozenset({doubtful})}
    assert told(shown.see(half_seen[0], **half_seen[1])) == ["placed p01"]
    assert [shown.see(half_seen[0], **half_seen[1]) for _ in range(4)] == [[]] * 4
    assert shown.see(patch) == []
    assert [place.cells for place in lying_of(shown.companion.match)] == [patch.cells]


def test_so_it_is_where_each_square_of_it_is_taken_for_leather() -> None:
    shown = table("p04", "p01", "p06")
    each = [on(0, f"leather {number}", cell) for number, cell in enumerate(drawn("p04", 0).cells, start=1)]
    assert told(shown.see(*each)) == ["placed p04"]
    assert [shown.see(*each) for _ in range(6)] == [[]] * 6


def test_leather_is_not_taken_for_one_of_two_patches_nor_for_one_that_is_out_of_reach() -> None:
    corner = drawn("p02", 0)
    half = {"uncertain": frozenset(corner.cells[1:])}
    for twins in (table("p02", "p03", "p04"), table("p01", "p04", "p06", "p02")):
        assert told(twins.see(on(0, "leather 1", corner.cells[0]), **half)) == []
        assert bought(twins) == []


def test_leather_that_was_earned_or_is_by_what_came_with_it_is_leather() -> None:
    shown, quilt, _ = with_leather_due()
    beside = {"uncertain": frozenset(on(quilt, "", (8, 7)).cells)}
    assert told(shown.see(on(quilt, "leather 1", (8, 8)), **beside)) == ["placed leather"]
    shown = table("p08", "p01", "p04")
    while not (after := after_buying("p08", shown)).leather_owed:
        shown.companion.advance()
    assert not shown.companion.match.position.leather_owed
    quilt = after.players.index(after.to_move or "")
    beside = {"uncertain": frozenset(on(quilt, "", (8, 7)).cells)}
    both = shown.see(drawn("p08", quilt), on(quilt, "leather 1", (8, 8)), **beside)
    assert told(both) == ["placed p08", "placed leather"]


def after_buying(patch: str, shown: Seen) -> PatchworkPosition:
    """The position after the player to move has bought a patch."""
    match = shown.companion.match
    _, after = match.play(Buy(match.position.to_move or "", patch, drawn(patch, 0).cells))
    assert isinstance(after.position, PatchworkPosition)
    return after.position


def test_leather_that_is_earned_by_moving_on_is_no_patch_though_nobody_has_said_so_yet() -> None:
    """With nobody to say so it is sewn on; with a page it waits for that."""
    for alone, expected in ((True, ["advanced Bob", "placed leather"]), (False, [])):
        shown = table("p01", "p04", "p06")
        while not after_moving_on(shown).leather_owed:
            shown.companion.advance()
        match = shown.companion.match
        quilt = match.position.players.index(match.position.to_move or "")
        beside = {"uncertain": frozenset(on(quilt, "", (8, 7)).cells)}
        shown.companion = Companion(match, shown.record.append, alone=alone)
        events = told(shown.see(on(quilt, "leather 1", (8, 8)), **beside))
        assert [event.replace("Ann", "Bob") for event in events] == expected


def after_moving_on(shown: Seen) -> PatchworkPosition:
    """The position after the player to move has moved on."""
    match = shown.companion.match
    _, after = match.play(Advance(match.position.to_move or ""))
    assert isinstance(after.position, PatchworkPosition)
    return after.position


def test_of_two_places_where_the_same_patch_would_fit_it_is_read_at_one_only() -> None:
    shown = table("p04", "p01", "p06")
    first, second = drawn("p01", 0), drawn("p01", 0, 5, 5)
    halves = on(0, "leather 1", first.cells[0]), on(0, "leather 2", second.cells[0])
    events = shown.see(*halves, uncertain=frozenset({first.cells[1], second.cells[1]}))
    assert "two_at_once" not in [event.get("kind") for event in events]
    assert bought(shown) in ([], ["p01"])


def test_what_a_hand_hides_beside_leather_is_no_part_of_a_patch() -> None:
    shown = table("p04", "p01", "p06")
    leather, hidden = drawn("p01", 0).cells
    cells = frozenset({hidden})
    shown.see(on(0, "leather 1", leather), uncertain=cells, hidden=cells)
    assert bought(shown) == []


def test_a_patch_that_came_with_it_is_not_the_one_that_leather_is_taken_for() -> None:
    shown = table("p04", "p06", "p10")
    bar = drawn("p04", 0)
    leather, *others = drawn("p04", 0, 5, 5).cells
    shown.see(bar, on(0, "leather 1", leather), uncertain=frozenset(others))
    assert bought(shown) in ([], ["p04"])
    assert all(place.cells == bar.cells for place in lying_of(shown.companion.match))


def test_a_patch_that_was_taken_away_is_not_brought_back_by_leather_on_its_place() -> None:
    shown, bar = table("p04", "p01", "p06"), drawn("p04", 0)
    shown.see(bar)
    shown.see(bar)
    events = [event for _ in range(3) for event in shown.see(on(0, "leather 1", bar.cells[0]))]
    assert "taken_back p04" in told(events)


def test_a_patch_that_is_seen_beside_leather_after_all_is_put_right() -> None:
    shown, bar = table("p04", "p01", "p06"), drawn("p04", 0)
    shown.see(bar)
    shown.see(bar)
    seen_at_last = on(0, "p01", *bar.cells[:2]), on(0, "leather 1", bar.cells[2])
    for _ in range(3):
        shown.see(*seen_at_last)
    assert "p04" not in bought(shown)


def test_the_question_where_leather_lies_is_closed_when_that_is_sewn_on_by_hand() -> None:
    shown, quilt, next_quilt = with_leather_due()
    patch = drawn("p04", next_quilt)
    assert told(shown.see(patch)) == ["unsure"]
    leather = on(quilt, "leather 1", (8, 8))
    shown.companion.place(Place("", "leather 1", leather.cells))
    for _ in range(3):
        shown.see(leather, uncertain=frozenset(patch.cells))
    assert shown.companion.state.unsure is None


def strange(quilt: int, *cells: Cell) -> Problem:
    return Problem("unknown", None, on_quilt(cells, quilt))


def test_something_single_where_leather_is_due_is_taken_for_it_though_it_looks_like_no_piece() -> None:
    """On a board with dark squares leather looks like bare board."""
    shown, quilt, next_quilt = with_leather_due()
    assert told(shown.see(problems=(strange(quilt, (8, 8)),))) == ["placed leather"]
    assert told(shown.see(drawn("p04", next_quilt), on(quilt, "leather 1", (8, 8)))) == ["placed p04"]


@pytest.mark.parametrize("cells", [((8, 7), (8, 8)), ((0, 0),)])
def test_what_is_larger_or_lies_on_the_other_quilt_is_told_as_no_piece(cells: tuple[Cell, ...]) -> None:
    shown, quilt, _ = with_leather_due()
    where = quilt if len(cells) > 1 else 1 - quilt
    assert told(shown.see(problems=(strange(where, *cells),))) == ["unknown"]


def test_while_no_leather_is_due_something_single_is_told_as_no_piece() -> None:
    shown = unattended("p01", "p04", "p06")
    assert told(shown.see(problems=(strange(0, (8, 8)),))) == ["unknown"]
