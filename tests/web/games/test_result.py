"""Scores from photos of Blokus and Patchwork, and what one photo cannot tell."""

from dataclasses import replace

import pytest

from referee.piece import PieceSet, packaged_piece_set
from vision.kind import COLOURS
from vision.names import seen_set
from vision.sighting import Problem, SeenBoard, SeenPiece, Sighting
from web.commands.report import in_words, report
from web.commands.told import buttons_of, check_told, single_last
from web.errors import InputError
from web.games import GAMES
from web.games.result import Json, Told

BLOKUS, PATCHWORK = packaged_piece_set("blokus"), packaged_piece_set("patchwork")
CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def result(piece_set: PieceSet, told: Told, boards: list[Sighting]) -> Json:
    return GAMES[piece_set.game].result(piece_set, told, boards)


def seen(piece_set: PieceSet, *pieces: SeenPiece) -> Sighting:
    return Sighting(SeenBoard(True, CORNERS, piece_set.grid, 0.99), pieces)


def all_but(left: dict[str, set[str]]) -> Sighting:
    """A board on which every piece lies but those left; where does not matter."""
    lying = [
        f"{colour} {piece.id}" for colour in COLOURS for piece in BLOKUS.pieces if piece.id not in left.get(colour, ())
    ]
    return seen(BLOKUS, *(SeenPiece(name, seen_set(BLOKUS).by_id[name].cells) for name in lying))


def test_blokus_counts_the_squares_left_and_equal_points_share() -> None:
    board = all_but({"blue": {"F", "1"}, "yellow": {"I4", "2"}, "red": {"I3"}, "green": {"V3"}})
    told = result(BLOKUS, Told(), [board])
    assert told == {"scores": {"blue": -6, "yellow": -6, "red": -3, "green": -3}, "winners": ["red", "green"]}


def test_who_has_placed_all_is_asked_whether_the_single_square_was_last() -> None:
    board = all_but({"yellow": {"F"}, "red": {"F"}, "green": {"F"}})
    assert result(BLOKUS, Told(), [board]) == {"scores": None, "asks": ["monomino-last"]}
    for said, points in (("none", 15), ("blue", 20), ("red", 15)):
        told = result(BLOKUS, Told(single_last=single_last(said)), [board])
        assert (told["scores"]["blue"], told["winners"]) == (points, ["blue"])


def test_a_blokus_board_that_is_not_sure_has_no_score() -> None:
    doubtful = replace(all_but({}), uncertain=frozenset({(0, 0)}))
    assert result(BLOKUS, Told(), [doubtful]) == {"scores": None, "asks": ["board"]}


def quilt(rows: int) -> Sighting:
    """So many full rows, sewn with single squares of leather for simplicity."""
    cells = [(row, col) for row in range(rows) for col in range(9)]
    return seen(PATCHWORK, *(SeenPiece("leather 1", (cell,)) for cell in cells))


def test_patchwork_counts_buttons_empty_squares_and_the_only_full_square() -> None:
    told = Told(buttons=buttons_of("Ann=12,Bob=5") or {})
    assert result(PATCHWORK, told, [quilt(7), quilt(6)]) == {
        "scores": {"Ann": 12 + 7 - 2 * 18, "Bob": 5 - 2 * 27},
        "winners": ["Ann"],
    }


def test_two_full_squares_ask_who_was_first_and_a_tie_who_arrived_last() -> None:
    told = Told(buttons={"Ann": 5, "Bob": 5})
    assert result(PATCHWORK, told, [quilt(7), quilt(7)])["asks"] == ["bonus"]
    assert result(PATCHWORK, replace(told, bonus="Bob"), [quilt(7), quilt(7)])["winners"] == ["Bob"]
    assert result(PATCHWORK, told, [quilt(3), quilt(3)])["asks"] == ["last"]
    assert result(PATCHWORK, replace(told, last="Ann"), [quilt(3), quilt(3)])["winners"] == ["Ann"]


def test_the_tile_of_a_player_whose_quilt_has_no_full_square_is_asked_about() -> None:
    told = Told(buttons={"Ann": 5, "Bob": 5}, bonus="Ann")
    assert result(PATCHWORK, told, [quilt(3), quilt(7)])["asks"] == ["bonus"]
    assert result(PATCHWORK, told, [quilt(3), quilt(3)])["asks"] == ["bonus"]


def test_one_quilt_is_not_enough_for_two_players() -> None:
    assert result(PATCHWORK, Told(buttons={"Ann": 5, "Bob": 5}), [quilt(3)])["asks"] == ["board"]
    assert result(PATCHWORK, Told(), [quilt(3)]) == {}


def test_the_report_of_blokus_draws_colours_and_names_them() -> None:
    board = seen(BLOKUS, SeenPiece("red 2", ((0, 0), (0, 1)), 0.98))
    facts = report("b.jpg", BLOKUS, board)
    assert facts["pieces"] == [{"id": "2", "cells": [[0, 0], [0, 1]], "confidence": 0.98, "colour": "red"}]
    assert (facts["cells"][0][:3], facts["legend"]) == ("RR.", {})
    assert len(facts["unplaced"]) == 83


def test_the_report_of_two_quilts_has_both_and_repeats_the_first() -> None:
    left, right = seen(PATCHWORK, SeenPiece("p01", ((0, 0), (0, 1)))), quilt(1)
    facts = report("p.jpg", PATCHWORK, left, [left, right])
    assert [list(board) for board in facts["boards"]] == [["board", "pieces", "cells"]] * 2
    assert facts["pieces"] == facts["boards"][0]["pieces"]
    assert facts["boards"][1]["pieces"][0]["id"] == "leather"
    assert "10 pieces on 2 boards" in in_words(facts)
    askew = replace(right, problems=(Problem("misaligned", "p07", ((4, 4), (4, 5))),))
    assert "Problem on the right: p07 does not lie on the squares." in in_words(facts, [askew])


@pytest.mark.parametrize("words", ["Ann", "Ann=", "=3", "Ann=3", "Ann=x,Bob=2", "Ann=-1,Bob=2"])
def test_buttons_must_be_said_for_two_players(words: str) -> None:
    with pytest.raises(InputError):
        buttons_of(words)


def test_names_must_be_those_of_players() -> None:
    with pytest.raises(InputError, match="players are Ann, Bob"):
        check_told(Told(buttons={"Ann": 1, "Bob": 2}, bonus="Cy"))
    with pytest.raises(InputError, match="colours are blue"):
        single_last("pink")
