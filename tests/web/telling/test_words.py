"""What is told of trouble says no more than is known."""

import pytest

from referee.piece import packaged_piece_set
from referee.rules import broken
from referee.verdict import Violation
from vision.sighting import Problem
from web.languages import told as told_in
from web.telling.words import illegal, scored, trouble, turn, won


@pytest.mark.parametrize(
    ("on", "told"),
    [
        ((), "Something lies on the board that is no piece of this game. Take it away."),
        (("V",), "Illegal: something lies on the V. Place it on free squares."),
        (("V", "I"), "Illegal: something lies on the V and the I. Place it on free squares."),
    ],
)
def test_what_lies_on_others_without_a_name_may_be_a_piece(on: tuple[str, ...], told: str) -> None:
    assert trouble(Problem("unknown", None, ((2, 2), (2, 3)), on), packaged_piece_set("polyssimo")) == told


@pytest.mark.parametrize(
    ("game", "piece", "violation", "told"),
    [
        (
            "blokus",
            "blue 1",
            broken("not_your_turn", player="blue", turn="green"),
            "Nicht erlaubt: Teil I1 (Blau) darf so nicht liegen: nicht Blau ist an der Reihe, sondern Grün.",
        ),
        (
            "blokus",
            "blue 1",
            broken("edge_contact", piece="1"),
            "Nicht erlaubt: Teil I1 (Blau) darf so nicht liegen: Teil I1 berührt ein Teil der eigenen Farbe an einer"
            " Kante.",
        ),
        (
            "patchwork",
            "p25",
            broken("too_expensive", piece="p25", cost=10, player="Ann", buttons=5),
            "Nicht erlaubt: Flicken Y darf so nicht liegen: Flicken Y kostet 10 Knöpfe, und Ann hat 5.",
        ),
    ],
)
def test_why_a_placement_is_refused_is_said_in_the_names_of_the_page(
    game: str, piece: str, violation: Violation, told: str
) -> None:
    assert told_in(illegal(piece, [violation], packaged_piece_set(game)), "de") == told


def test_a_colour_that_plays_for_itself_is_called_as_colours_are() -> None:
    assert [told_in(said, "de") for said in (won(["blue"]), turn("green", "placing"), scored("red", "3"))] == [
        "Blau gewinnt",
        "Grün ist dran",
        "Rot: 3",
    ]
    assert won(["blue", "Ann"]) == "Blue and Ann win"
