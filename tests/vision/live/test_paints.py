"""A piece that is pushed aside is not taken for another one that would fill about the same cells."""

from dataclasses import replace

import pytest

from referee.piece import packaged_piece_set
from tests.sightings import sighting
from vision.live.paints import Paints
from vision.look import Known
from vision.sighting import Problem, SeenPiece, Sighting

Lab = tuple[float, float, float]

GREEN, NEARLY, RED = (45.0, -40.0, 35.0), (48.0, -42.0, 33.0), (45.0, 50.0, 35.0)
CROSS = SeenPiece("X", ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)))
ASIDE = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 2))
AFAR = ((5, 1), (6, 0), (6, 1), (6, 2), (7, 2))
STRIPED = SeenPiece("C06", ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (3, 1)))


def seen(*pieces: tuple[SeenPiece, Lab]) -> Sighting:
    return replace(
        sighting("."), pieces=tuple(piece for piece, _ in pieces), paints_lab=tuple((p.piece, lab) for p, lab in pieces)
    )


def paints_that_know(piece: SeenPiece, game: str = "polyssimo") -> Paints:
    paints = Paints(packaged_piece_set(game))
    paints.note(seen((piece, GREEN)), Known((piece,)))
    return paints


def test_what_fills_most_of_the_cells_of_a_piece_that_is_gone_in_its_paint_is_that_piece_askew() -> None:
    told = paints_that_know(CROSS).owned(seen((SeenPiece("F", ASIDE), NEARLY)), Known((CROSS,)))
    assert told.pieces == ()
    assert told.problems == (Problem("misaligned", "X", ASIDE),)
    assert told.uncertain == set(ASIDE)
    assert told.paints_lab == ()


@pytest.mark.parametrize(
    ("new", "lab", "game"),
    [
        pytest.param(SeenPiece("F", ASIDE), RED, "polyssimo", id="of another paint"),
        pytest.param(SeenPiece("F", AFAR), GREEN, "polyssimo", id="elsewhere"),
        pytest.param(replace(STRIPED, piece="F06", cells=(*ASIDE, (3, 2))), GREEN, "polyssimo", id="striped"),
        pytest.param(SeenPiece("blue F", ASIDE), GREEN, "blokus", id="all pieces of a player have one paint"),
    ],
)
def test_what_is_not_is_what_it_seems(new: SeenPiece, lab: Lab, game: str) -> None:
    known = replace(CROSS, piece="blue X") if game == "blokus" else CROSS
    now = seen((new, lab))
    assert paints_that_know(known, game).owned(now, Known((known,))) == now


def test_a_piece_that_is_still_seen_is_not_pushed() -> None:
    now = seen((CROSS, GREEN), (SeenPiece("F", ASIDE), GREEN))
    assert paints_that_know(CROSS).owned(now, Known((CROSS,))) == now
    elsewhere = seen((replace(CROSS, cells=AFAR), GREEN), (SeenPiece("F", ASIDE), GREEN))
    assert paints_that_know(CROSS).owned(elsewhere, Known((CROSS,))) == elsewhere


def test_how_a_piece_looks_is_learnt_only_where_it_is_known_to_lie() -> None:
    paints = Paints(packaged_piece_set("polyssimo"))
    paints.note(seen((CROSS, GREEN)), Known())
    now = seen((SeenPiece("F", ASIDE), GREEN))
    assert paints.owned(now, Known((CROSS,))) == now
