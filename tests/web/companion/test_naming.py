"""What the eyes call a piece and what the referee calls it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.match import Match
from referee.move import Buy, Place
from referee.piece import packaged_piece_set
from tests.random_play import random_move
from vision.names import seen_set
from vision.sighting import SeenPiece
from web.companion.naming import known_of, label_of, name_of, owner, place_of, to_come
from web.companion.patchwork.sewing import looks_alike
from web.games.agreed import agreed
from web.games.demo import script, usual_players

BLOKUS = packaged_piece_set("blokus")
NAMES = tuple(seen_set(BLOKUS).by_id)


def match(*players: str) -> Match:
    return Match.start(agreed("blokus", players, {}, BLOKUS), BLOKUS)


def owner_of(now: Match, name: str) -> str | None:
    return owner(now, SeenPiece(name, ((0, 0),)))


@given(st.sampled_from(NAMES + tuple(packaged_piece_set("polyssimo").by_id)))
def test_a_name_made_a_move_and_named_again_is_the_same(name: str) -> None:
    assert name_of(place_of("Ann", name, ((0, 0),))) == name


def test_pieces_of_an_own_set_may_have_names_of_several_words() -> None:
    assert place_of("Ann", "long I", ((0, 0),)).piece == "long I"


def test_a_coloured_piece_belongs_to_whoever_plays_its_colour() -> None:
    two = match("Ann", "Bob")
    assert [owner_of(two, f"{colour} F") for colour in ("blue", "yellow", "red", "green")] == [
        "Ann",
        "Bob",
        "Ann",
        "Bob",
    ]
    assert owner_of(two, "blue no piece") is None


def test_the_shared_colour_belongs_to_somebody_only_when_it_is_its_turn() -> None:
    three = match("Ann", "Bob", "Cy")
    assert owner_of(three, "green F") is None
    for name, cells in (("blue 1", (0, 0)), ("yellow 1", (0, 19)), ("red 1", (19, 19))):
        verdict, three = three.play(place_of(owner_of(three, name) or "", name, (cells,)))
        assert verdict.legal
    assert owner_of(three, "green F") == "Ann"


def test_the_letter_of_its_colour_stands_on_a_piece() -> None:
    assert (label_of("blue F"), label_of("F16")) == ("B", "F16")


def test_of_whose_turn_it_is_a_piece_comes_next() -> None:
    two = match("Ann", "Bob")
    assert to_come(two) == {name for name in NAMES if name.startswith("blue ")}
    _, two = two.play(place_of("Ann", "blue 1", ((0, 0),)))
    assert to_come(two) == {name for name in NAMES if name.startswith("yellow ")}


@pytest.mark.parametrize("game", ["polyssimo", "polyssimo-puzzle", "blokus"])
def test_what_may_be_placed_is_of_what_comes_next(game: str) -> None:
    piece_set, random = packaged_piece_set(game), Random(7)
    now, placed = Match.start(script(3, piece_set, usual_players(game)).header, piece_set), 0
    every = set(seen_set(piece_set).by_id)
    while move := random_move(now, random):
        coming = to_come(now)
        assert coming <= every
        if isinstance(move, Place):
            assert name_of(move) in coming
            placed += 1
        _, now = now.play(move)
    assert placed > 1
    assert now.position.phase != "over" or not to_come(now)
    assert known_of(now, ()).weighed


def test_in_patchwork_what_looks_like_a_patch_in_reach_comes_next_or_leather() -> None:
    piece_set, random = packaged_piece_set("patchwork"), Random(7)
    now = Match.start(script(3, piece_set, usual_players("patchwork")).header, piece_set)
    every, bought = set(seen_set(piece_set).by_id), 0
    while move := random_move(now, random):
        coming = to_come(now)
        assert coming <= every
        if isinstance(move, Buy):
            alike = looks_alike(piece_set, move.piece)
            assert coming.issuperset(alike)
            bought += 1
        assert "leather 1" in coming
        assert len(coming) < len(every)
        _, now = now.play(move)
    assert bought > 1
    assert not to_come(now)
    assert not known_of(now, ()).weighed


def test_while_pieces_are_chosen_none_comes() -> None:
    piece_set = packaged_piece_set("polyssimo")
    header = replace(script(3, piece_set, usual_players("polyssimo")).header, hands=None)
    now = Match.start(header, piece_set)
    assert bool(to_come(now)) == (now.position.phase == "placing")
