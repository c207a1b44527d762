"""How the eyes name the pieces of each game."""

import pytest

from referee.games import GAMES
from referee.piece import packaged_piece_set
from vision.kind import COLOURS, KINDS
from vision.names import STRANGER, colour_of, id_of, named, piece_of, seen_set


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_kind_and_names_that_lead_back_to_its_pieces(game: str) -> None:
    piece_set = packaged_piece_set(game)
    assert game in KINDS
    ids = {id_of(name) for name in seen_set(piece_set).by_id}
    assert ids - {"leather"} == set(piece_set.by_id)


@pytest.mark.parametrize("game", GAMES)
def test_a_set_that_is_named_already_stays_as_it_is(game: str) -> None:
    seen = seen_set(packaged_piece_set(game))
    assert seen_set(seen) is seen


def test_the_pieces_of_blokus_are_there_in_every_colour() -> None:
    names = seen_set(packaged_piece_set("blokus")).by_id
    assert len(names) == 84
    assert {colour_of(name) for name in names} == set(COLOURS)
    assert (id_of("blue F"), colour_of("blue F")) == ("F", "blue")


def test_leather_and_patches_of_other_editions_have_no_colour() -> None:
    assert (id_of("leather 3"), colour_of("leather 3")) == ("leather", None)
    assert (id_of(STRANGER), colour_of(STRANGER)) == (STRANGER, None)


@pytest.mark.parametrize("piece", ["F", "my F", "leather"])
def test_a_piece_is_called_by_its_id_with_or_without_a_colour_and_ids_of_several_words_stay_whole(piece: str) -> None:
    for colour in ("", *COLOURS):
        name = named(piece, colour)
        assert (id_of(name), piece_of(name), colour_of(name)) == (piece, piece, colour or None)
