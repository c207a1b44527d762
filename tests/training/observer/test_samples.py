"""What the networks that know pieces are trained with."""

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from tests.training.observer.samples import sample
from vision.cells.reading import RING
from vision.kind import KINDS
from vision.names import seen_set
from vision.simulated.still import picture


@pytest.mark.parametrize("game", ["polyssimo", "blokus", "patchwork"])
def test_a_sample_shows_each_cell_and_whose_it_is(game: str) -> None:
    piece_set = packaged_piece_set(game)
    bgr, truth = picture(3, seen_set(piece_set), kind="few")
    one = sample(bgr, truth, np.random.default_rng(1))
    rows, cols = piece_set.grid.rows + 2 * RING, piece_set.grid.cols + 2 * RING
    scale = KINDS[game].networks.scale
    assert one.upper.shape == one.lower.shape == (rows * scale, cols * scale, 3)
    assert one.owner.shape == (rows, cols)
    assert {number for number in np.unique(one.owner) if number >= 0} <= set(range(len(truth["pieces"])))
    assert (one.paint[one.owner >= 0] >= 0).all()
