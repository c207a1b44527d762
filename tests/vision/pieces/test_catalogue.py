"""Which placements there are to choose from."""

import pytest

from referee.piece import packaged_piece_set
from referee.polyomino import orientations
from vision.kind import LARGE
from vision.names import STRANGER
from vision.pieces.catalogue import catalogue


def test_pieces_with_two_faces_are_turned_over() -> None:
    assert _shapes("polyssimo", "Z") == set(_orientations("polyssimo", "Z", flip=True))


def test_pieces_with_one_face_are_not_turned_over() -> None:
    assert _shapes("polyssimo-puzzle", "Z4") == set(_orientations("polyssimo-puzzle", "Z4", flip=False))
    assert len(_shapes("polyssimo-puzzle", "Z4")) == 2


def test_large_shapes_that_are_in_no_set_are_rarer_than_all_others() -> None:
    every = catalogue(packaged_piece_set("patchwork"))
    strange = every.piece == every.names.index(STRANGER)
    large = strange & ((every.cells < every.cell_count).sum(axis=1) == 6)
    assert (every.odd[large] == LARGE).all()
    assert (every.odd[~large] == 0).all()
    assert (strange & ~large).any()


@pytest.mark.parametrize("game", ["polyssimo", "blokus", "patchwork"])
def test_every_placement_is_found_by_its_piece_and_cells(game: str) -> None:
    every = catalogue(packaged_piece_set(game))
    for number in range(0, len(every), 997):
        assert every.find(every.name_of(number), every.cells_of(number)[::-1]) == number


def test_what_is_no_placement_is_not_found() -> None:
    every = catalogue(packaged_piece_set("polyssimo"))
    there = every.cells_of(0)
    assert every.find("nothing", there) is None
    assert every.find(every.name_of(0), there[:-1]) is None
    assert every.find(every.name_of(0), tuple((row, col + 100) for row, col in there)) is None
    assert every.find(every.name_of(0), tuple((0, col) for col in range(9))) is None


def _shapes(game: str, piece: str) -> set[tuple[tuple[int, int], ...]]:
    every = catalogue(packaged_piece_set(game))
    found = set()
    for number in range(len(every)):
        if every.name_of(number) == piece:
            cells = every.cells_of(number)
            top, left = min(row for row, _ in cells), min(col for _, col in cells)
            found.add(tuple(sorted((row - top, col - left) for row, col in cells)))
    return found


def _orientations(game: str, piece: str, *, flip: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
    [cells] = [each.cells for each in packaged_piece_set(game).pieces if each.id == piece]
    return orientations(cells, flip=flip)
