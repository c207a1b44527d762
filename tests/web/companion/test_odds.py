"""Doubts in Blokus that the rules end, and those that they do not."""

from dataclasses import replace

import pytest

from referee.match import Match
from referee.move import Place
from referee.piece import packaged_piece_set
from tests.seen_games import Seen, row
from tests.sightings import BOARD, told
from vision.sighting import Alternative, SeenPiece, Sighting
from web.companion.blokus.odds import by_rules
from web.games.agreed import agreed

BLOKUS = packaged_piece_set("blokus")
CORNERS = (("blue", 0, 0), ("yellow", 0, 15), ("red", 19, 15), ("green", 19, 0))
LEGAL, BESIDE, NOWHERE = row("blue I4", 1, 5, 4), row("blue I4", 1, 1, 4), row("blue I4", 9, 9, 4)
"""At a corner of the blue piece that lies there, along an edge of it, and where no blue one is near."""


def match(*, moves: int = 4) -> Match:
    """After so many of the first placements: blue is to move."""
    game = Match.start(agreed("blokus", ("Ann", "Bob"), {}, BLOKUS), BLOKUS)
    for player, (colour, top, left) in list(zip(("Ann", "Bob", "Ann", "Bob"), CORNERS, strict=True))[:moves]:
        cells = tuple((top, left + step) for step in range(5))
        verdict, game = game.play(Place(player, "I5", cells, colour))
        assert verdict.legal
    return game


def doubt(*ways: tuple[SeenPiece | None, float], also: frozenset[tuple[int, int]] = frozenset()) -> Sighting:
    alternatives = tuple(Alternative((piece,) if piece else (), confidence) for piece, confidence in ways)
    cells = {cell for piece, _ in ways if piece for cell in piece.cells}
    return Sighting(BOARD, alternatives=alternatives, uncertain=also | cells)


@pytest.mark.parametrize(("other", "seen_so"), [(BESIDE, 0.62), (NOWHERE, 0.62), (BESIDE, 0.9)])
def test_what_alone_is_allowed_and_looks_likelier_lies_there(other: SeenPiece, seen_so: float) -> None:
    known = by_rules(match(), doubt((other, 1 - seen_so), (LEGAL, seen_so)))
    assert [(piece.piece, piece.cells) for piece in known.pieces] == [(LEGAL.piece, LEGAL.cells)]
    assert not known.uncertain
    assert not known.alternatives


@pytest.mark.parametrize("other", [None, row("blue I3", 1, 5, 3), row("yellow I4", 1, 11, 4)])
def test_not_if_nothing_or_another_piece_is_allowed_there_as_well(other: SeenPiece | None) -> None:
    """Of what is out of turn the eyes have weighed already how likely that is."""
    asked = doubt((other, 0.2), (LEGAL, 0.8))
    assert by_rules(match(), asked) == asked


def test_nor_if_what_is_not_allowed_looks_likelier() -> None:
    asked = doubt((BESIDE, 0.7), (LEGAL, 0.3))
    assert by_rules(match(), asked) == asked


def test_nor_what_is_out_of_turn_nor_two_at_once() -> None:
    asked = doubt((row("green I4", 9, 9, 4), 0.1), (row("green I4", 18, 5, 4), 0.9))
    assert by_rules(match(), asked) == asked
    both = Alternative((LEGAL, row("blue I3", 2, 9, 3)), 0.999), Alternative((BESIDE,), 0.001)
    two = Sighting(BOARD, alternatives=both, uncertain=frozenset(LEGAL.cells))
    assert by_rules(match(), two) == two


def test_of_other_squares_nothing_is_known() -> None:
    known = by_rules(match(), doubt((BESIDE, 0.1), (LEGAL, 0.9), also=frozenset({(9, 9)})))
    assert known.uncertain == {(9, 9)}


def test_what_is_not_sure_and_would_break_a_rule_is_in_doubt() -> None:
    weak = replace(NOWHERE, confidence=0.9)
    doubted = by_rules(match(), Sighting(BOARD, (weak,)))
    assert (doubted.pieces, doubted.uncertain) == ((), set(NOWHERE.cells))
    assert doubted.alternatives == (Alternative((weak,), 0.9), Alternative((), 0.1))
    for sure in (Sighting(BOARD, (NOWHERE,)), Sighting(BOARD, (replace(LEGAL, confidence=0.9),))):
        assert by_rules(match(), sure) == sure


def test_what_lies_there_already_ends_the_doubt_whether_it_does() -> None:
    """It was told by the rules in a look before."""
    lying = match().play(Place("Ann", "I4", LEGAL.cells, "blue"))[1]
    known = by_rules(lying, doubt((BESIDE, 0.2), (LEGAL, 0.8)))
    assert [(piece.piece, piece.cells) for piece in known.pieces] == [(LEGAL.piece, LEGAL.cells)]
    assert not known.uncertain
    nothing = doubt((NOWHERE, 0.1), (None, 0.9))
    assert by_rules(lying, nothing) == nothing


def test_what_was_told_to_be_illegal_and_may_be_so_still_is_left_in_doubt() -> None:
    shown = Seen(agreed("blokus", ("Ann", "Bob"), {}, BLOKUS), BLOKUS)
    corners = [row(f"{colour} I5", top, left, 5) for colour, top, left in CORNERS]
    shown.see(*corners)
    assert told(shown.see(*corners, BESIDE)) == ["illegal I4"]
    ways = Alternative((BESIDE,), 0.3), Alternative((LEGAL,), 0.7)
    uncertain = frozenset((*BESIDE.cells, *LEGAL.cells))
    assert not any(event["event"] == "placed" for event in shown.see(*corners, alternatives=ways, uncertain=uncertain))


def test_explanations_that_are_all_impossible_are_no_error() -> None:
    asked = doubt((BESIDE, 0.0), (LEGAL, 0.0))
    assert by_rules(match(), asked) == asked
