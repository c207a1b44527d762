"""Patchwork watched without a page: nobody says who moves on, and sometimes only later patches tell it."""

from dataclasses import replace

import pytest

from referee.match import Match
from referee.piece import packaged_piece_set
from referee.record import Undo, parse_entry
from tests.seen_games import Seen, seen
from vision.sighting import SeenPiece
from web.companion.companion import Companion
from web.companion.naming import lying_of
from web.companion.patchwork.custom import PATCHWORK
from web.companion.patchwork.hindsight import before_sewing
from web.games.demo import script, usual_players
from web.scripts.script import Script

PATCHES = packaged_piece_set("patchwork")


def game(seed: int) -> Script:
    return script(seed, PATCHES, usual_players("patchwork"))


@pytest.mark.parametrize("seed", [63, 65])
def test_a_game_is_followed_though_some_moving_on_is_told_by_later_patches_only(seed: int) -> None:
    whole = game(seed)
    shown, lying = Seen(whole.header, PATCHES), list[SeenPiece]()
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    events = []
    for place in whole.moves:
        lying.append(seen(place.piece, *place.cells))
        events += shown.see(*lying)
    assert all(event["legal"] for event in events if event["event"] == "placed")
    assert {place.cells for place in lying_of(shown.companion.match)} == {place.cells for place in whole.moves}
    entries = [parse_entry(line) for line in shown.record]
    assert Undo() in entries, "nothing was told anew: this game shows nothing"
    kept = Match.start(whole.header, PATCHES)
    for entry in entries:
        kept = kept.undone() if isinstance(entry, Undo) else kept.play(entry)[1]
    assert kept == shown.companion.match


def test_what_a_patch_told_of_earlier_moves_is_taken_back_with_it() -> None:
    whole = game(63)
    shown, lying = Seen(whole.header, PATCHES), list[SeenPiece]()
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    for place in whole.moves:
        before, written = shown.companion.match, len(shown.record)
        lying.append(seen(place.piece, *place.cells))
        shown.see(*lying)
        if Undo() in [parse_entry(line) for line in shown.record[written:]]:
            break
    assert shown.companion.match.moves[: len(before.moves)] != before.moves
    shown.see(*lying[:-1])
    shown.see(*lying[:-1])
    assert shown.companion.match == before


def test_a_match_that_seemed_to_be_over_goes_on_with_what_is_sewn_on_yet() -> None:
    """Who had moved on was told wrongly; nobody was at the end yet."""
    whole = game(168)
    shown, lying, ends = Seen(whole.header, PATCHES), list[SeenPiece](), list[int]()
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    for place in whole.moves:
        lying.append(seen(place.piece, *place.cells))
        told = shown.see(*lying) + shown.see(*lying)
        assert all(event["legal"] for event in told if event["event"] == "placed")
        ends += [len(lying) for event in told if event["event"] == "over"]
    assert ends == [len(lying) - 1, len(lying)]
    assert {place.cells for place in lying_of(shown.companion.match)} == {place.cells for place in whole.moves}


def ended(seed: int) -> tuple[Seen, list[SeenPiece], Script]:
    """A match that seems to be over before its last patch."""
    whole, lying = game(seed), list[SeenPiece]()
    shown = Seen(whole.header, PATCHES)
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    for place in whole.moves[:-1]:
        lying.append(seen(place.piece, *place.cells))
        shown.see(*lying)
    assert shown.companion.match.outcome.over
    return shown, lying, whole


def test_after_the_end_a_single_look_tells_nothing_nor_while_the_table_is_cleared_or_found_anew() -> None:
    shown, lying, whole = ended(168)
    late = seen(whole.moves[-1].piece, *whole.moves[-1].cells)
    assert shown.see(*lying, late) == []
    assert shown.see(*lying) == []
    assert shown.see(*lying[:-2], late) + shown.see(*lying[:-2], late) == []
    assert shown.companion.match.outcome.over


def test_what_no_course_explains_after_the_end_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, lying, whole = ended(168)
    late, asked = seen(whole.moves[-1].piece, *whole.moves[-1].cells), []
    custom = replace(PATCHWORK, before_the_end=lambda _, place: asked.append(place))
    monkeypatch.setattr(shown.companion, "_custom", custom)
    for _ in range(4):
        assert shown.see(*lying, late) == []
    assert [place.piece for place in asked] == [late.piece]


def test_what_went_on_after_the_end_and_is_taken_back_leaves_a_match_that_is_over() -> None:
    shown, lying, whole = ended(168)
    late = seen(whole.moves[-1].piece, *whole.moves[-1].cells)
    shown.see(*lying, late)
    [placed, _] = shown.see(*lying, late)
    assert (placed["event"], placed["piece"]) == ("placed", late.piece)
    assert [event.as_json()["event"] for event in shown.companion.undo()] == ["taken_back", "over"]


def test_what_no_moving_on_explains_changes_nothing() -> None:
    whole = game(63)
    shown = Seen(whole.header, PATCHES)
    shown.see(*(seen(place.piece, *place.cells) for place in whole.moves[:1]))
    match = shown.companion.match
    on_top = replace(whole.moves[2], cells=whole.moves[0].cells)
    assert before_sewing(match, on_top) is match
    elsewhere = replace(whole.moves[2], piece=match.position.circle[-1])
    assert before_sewing(match, elsewhere) is match


def test_of_several_that_were_taken_up_at_once_the_last_may_be_laid_back_first() -> None:
    """Before it both have moved on unseen; it is illegal only until that which came first lies there again."""
    whole = game(89)
    shown = Seen(whole.header, PATCHES)
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    first, last = (seen(place.piece, *place.cells) for place in whole.moves[:2])
    shown.see(first)
    shown.see(first, last)
    moves = shown.companion.match.moves
    assert [type(move).__name__ for move in moves] == ["Buy", "Advance", "Advance", "Buy"]
    for _ in range(2):
        shown.see()
    assert shown.companion.match.moves == ()
    [illegal] = shown.see(last)
    assert (illegal["event"], illegal["legal"]) == ("placed", False)
    assert shown.see(last) == []
    shown.see(first, last)
    assert shown.companion.match.moves == moves
    assert shown.companion.state.troubles == ()


def test_of_a_patch_and_leather_that_came_at_once_that_was_first_for_which_people_moved_on_seldom() -> None:
    """The leather may have been earned by it, or before it by moving on again and again."""
    whole = game(221)
    shown, lying = Seen(whole.header, PATCHES), list[SeenPiece]()
    shown.companion = Companion(shown.companion.match, shown.record.append, alone=True)
    [at] = [number for number, place in enumerate(whole.moves) if place.piece == "p17"]
    for place in whole.moves[:at]:
        lying.append(seen(place.piece, *place.cells))
        shown.see(*lying)
    patch, leather = (seen(place.piece, *place.cells) for place in whole.moves[at : at + 2])
    events = shown.see(*lying, leather, patch)
    assert [event["piece"] for event in events if event["event"] == "placed"] == ["p17", "leather"]
    assert shown.companion.state.troubles == ()
