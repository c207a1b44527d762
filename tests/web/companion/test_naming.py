"""What the eyes call a piece and what the referee calls it."""

from hypothesis import given
from hypothesis import strategies as st

from referee.match import Match
from referee.piece import packaged_piece_set
from vision.kind import seen_set
from web.companion.naming import holder, label_of, name_of, place_of
from web.games.agreed import agreed

BLOKUS = packaged_piece_set("blokus")
NAMES = tuple(seen_set(BLOKUS).by_id)


def match(*players: str) -> Match:
    return Match.start(agreed("blokus", players, {}, BLOKUS), BLOKUS)


@given(st.sampled_from(NAMES + tuple(packaged_piece_set("polyssimo").by_id)))
def test_a_name_made_a_move_and_named_again_is_the_same(name: str) -> None:
    assert name_of(place_of("Ann", name, ((0, 0),))) == name


def test_pieces_of_an_own_set_may_have_names_of_several_words() -> None:
    assert place_of("Ann", "long I", ((0, 0),)).piece == "long I"


def test_a_coloured_piece_belongs_to_whoever_plays_its_colour() -> None:
    two = match("Ann", "Bob").position
    assert [holder(two, f"{colour} F") for colour in ("blue", "yellow", "red", "green")] == ["Ann", "Bob", "Ann", "Bob"]
    assert holder(two, "blue no piece") is None


def test_the_shared_colour_belongs_to_somebody_only_when_it_is_its_turn() -> None:
    three = match("Ann", "Bob", "Cy")
    assert holder(three.position, "green F") is None
    for name, cells in (("blue 1", (0, 0)), ("yellow 1", (0, 19)), ("red 1", (19, 19))):
        verdict, three = three.play(place_of(holder(three.position, name) or "", name, (cells,)))
        assert verdict.legal
    assert holder(three.position, "green F") == "Ann"


def test_the_letter_of_its_colour_stands_on_a_piece() -> None:
    assert (label_of("blue F"), label_of("F16")) == ("B", "F16")
