"""What is said aloud: short, and a piece is called what it looks like."""

from pathlib import Path

import pytest

from referee.said import Said
from tests.web.scripted import POLYSSIMO, no_camera, served, wait_until
from tests.web.staged import at, staged
from vision.sighting import Problem, SeenPiece
from web.games import deal
from web.games.polyssimo import PAINTS
from web.hall.table import Table
from web.shown import aloud as spoken
from web.shown.aloud import aloud, looks_like
from web.shown.equipment import pieces_shown
from web.shown.snapshot import Aloud, PieceShown

MOST_LETTERS = 70
"""A sentence longer than this takes more than about five seconds to say."""


def heard(table: Table) -> Aloud:
    return table.snapshot.aloud


def test_before_a_match_nothing_is_said() -> None:
    assert aloud(None, {}) == Aloud()


def test_a_turn_names_who_is_on_and_what_to_do(tmp_path: Path) -> None:
    with served(tmp_path, no_camera) as (_, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "draft", None, {}))
        assert heard(table) == Aloud(turn="Ann, take a piece.")
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None, {}))
        assert heard(table) == Aloud(turn="Bob, it is your turn.")


def test_trouble_is_told_without_the_letters_of_pieces(tmp_path: Path) -> None:
    with staged(tmp_path) as (_, stage, table, sitting):
        table.do(lambda _: sitting.begin_as_wished(("Ann", "Bob"), "open", None, {}))
        stage.show(problems=(Problem("overhang", "F16", at("F16", 9, 11)),))
        table_says(table, ("That is not allowed: the striped piece hangs over the edge.",))
        stage.show(problems=(Problem("two_at_once", None, ()),))
        table_says(table, ("More than one piece came at once. Please leave one of them there.",))
        stage.show()
        table_says(table, ())


def test_an_illegal_placement_is_told_by_the_rule_that_it_breaks(tmp_path: Path) -> None:
    hands = {
        "Ann": [piece.id for piece in POLYSSIMO.pieces[::2]],
        "Bob": [piece.id for piece in POLYSSIMO.pieces[1::2]],
    }
    with staged(tmp_path) as (_, stage, table, sitting):
        table.do(
            lambda _: sitting.begin(deal.header(POLYSSIMO, ("Ann", "Bob"), {k: tuple(v) for k, v in hands.items()}))
        )
        of_others = hands["Ann"][0]
        stage.show(SeenPiece(of_others, at(of_others, 0, 0)))
        table_says(table, ("That is not allowed: it is Bob's turn.",))


def table_says(table: Table, alarms: tuple[str, ...]) -> None:
    wait_until(lambda: heard(table).alarms == alarms)


def shown(piece: str, paint: str | None = None) -> PieceShown:
    return pieces_shown(POLYSSIMO, {piece: paint} if paint else {}, {})[piece]


def test_the_paints_of_the_box_have_the_names_that_people_use() -> None:
    names = {piece: looks_like(shown(piece, paint)) for piece, paint in PAINTS.items()}
    assert names == {
        piece: f"the {colour} piece"
        for piece, colour in zip(
            "FILNPTUVWXYZ",
            (
                "red",
                "orange",
                "turquoise",
                "blue",
                "green",
                "purple",
                "orange",
                "turquoise",
                "brown",
                "blue",
                "yellow",
                "pink",
            ),
            strict=True,
        )
    }


@pytest.mark.parametrize(("paint", "name"), [("#000000", "coloured"), ("#ffffff", "coloured"), ("#ff0001", "red")])
def test_any_colour_has_a_name(paint: str, name: str) -> None:
    assert looks_like(shown("F", paint)) == f"the {name} piece"


def test_striped_pieces_are_striped_and_unseen_ones_coloured() -> None:
    assert (looks_like(shown("F16")), looks_like(shown("F"))) == ("the striped piece", "the coloured piece")


def test_every_sentence_is_short_and_can_be_said_in_any_language() -> None:
    sentences = [*spoken.TROUBLES.values(), *spoken.RULES.values(), spoken.LOOK, spoken.ASKS]
    assert all(isinstance(sentence, Said) and len(sentence) < MOST_LETTERS for sentence in sentences)
