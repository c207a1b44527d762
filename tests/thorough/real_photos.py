"""A photograph made by other people, where it lies beside the project, in which a board is looked for in vain."""

from referee.piece import packaged_piece_set
from tests import test_real_photos as real
from vision.read import read_photo

labels = real.labels


def test_a_real_puzzle_is_not_taken_for_the_board_of_the_challenge(labels: dict[str, dict]) -> None:
    assert labels
    assert not read_photo(real.photograph("polyssimo/sln-21.jpg"), packaged_piece_set("polyssimo")).board.found
