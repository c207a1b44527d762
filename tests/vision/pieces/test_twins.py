"""Patches that look alike get a name each."""

from vision.pieces.twins import told_apart
from vision.sighting import SeenPiece

TWINS = {"p02": ("p02", "p03")}
HERE, THERE, ELSEWHERE = (((row, 0), (row, 1), (row + 1, 0)) for row in (0, 3, 6))


def test_each_gets_a_name_and_the_rest_none() -> None:
    named, unnamed = told_apart([SeenPiece("p02", cells) for cells in (HERE, THERE, ELSEWHERE)], TWINS)
    assert [piece.piece for piece in named] == ["p02", "p03"]
    assert [piece.cells for piece in unnamed] == [ELSEWHERE]


def test_what_lies_there_already_keeps_its_name() -> None:
    seen = [SeenPiece("p02", HERE), SeenPiece("p02", THERE)]
    named, unnamed = told_apart(seen, TWINS, lying=[SeenPiece("p03", HERE)])
    assert {piece.cells: piece.piece for piece in named} == {HERE: "p03", THERE: "p02"}
    assert not unnamed


def test_pieces_without_a_twin_are_left_alone() -> None:
    piece = SeenPiece("p01", ((0, 0), (0, 1)))
    assert told_apart([piece], TWINS) == ([piece], [])
