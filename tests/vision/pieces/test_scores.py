"""What speaks for placements is the same whichever of them are asked about, and bounds what can be explained."""

from dataclasses import replace

import numpy as np
import pytest

from referee.grid import Cell
from referee.piece import packaged_piece_set
from tests.readings import clear_reading
from vision.cells.reading import Reading
from vision.pieces.assemble import explain
from vision.pieces.catalogue import Catalogue, catalogue
from vision.pieces.scores import scores

GAMES = ("polyssimo", "blokus", "patchwork")
SEEDS = range(4)


def unclear(every: Catalogue, seed: int) -> Reading:
    """A board on which anything may lie, its tops tinted, where that tells."""
    dice = np.random.default_rng(seed)
    seen = clear_reading(every.grid, [], 0.25)
    shape = seen.occupied.shape

    def marks(mean: float) -> np.ndarray:
        return dice.normal(mean, 4, shape).astype(np.float32)

    paints = dice.normal(0, 1, (int(every.paint.max()) + 1, *shape)).astype(np.float32)
    tints = dice.normal(0.5, 0.2, (*shape, 3)).astype(np.float32) if every.kind.uniform else None
    told = {"occupied": marks(2), "joined_right": marks(2), "joined_down": marks(2)}
    return replace(seen, **told, paints=paints, tints=tints)


@pytest.mark.parametrize("game", GAMES)
def test_of_some_placements_the_same_is_told_as_of_all(game: str) -> None:
    every = catalogue(packaged_piece_set(game))
    for seed in SEEDS:
        seen = unclear(every, seed)
        among = np.sort(np.random.default_rng(seed).choice(len(every), 1 + 400 * seed, replace=False))
        of_all, of_some = scores(seen, every), scores(seen, every, among)
        others = np.delete(of_some.gain, among)
        assert np.array_equal(of_some.gain[among], of_all.gain[among])
        assert np.isneginf(others).all()
        assert np.array_equal(of_some.worth, of_all.worth)


@pytest.mark.parametrize("game", GAMES)
def test_no_more_is_explained_below_an_upper_piece_than_was_foreseen(game: str) -> None:
    every = catalogue(packaged_piece_set(game))
    for seed in SEEDS[:2]:  # of Blokus each takes a second
        seen = unclear(every, seed)
        alone = explain(scores(seen, every), every)
        for upper in sorted(alone.found[0].placements)[:3]:
            cells = every.cells_of(upper)
            shares: dict[Cell, float] = dict.fromkeys(cells, 0.0)
            if every.kind.thick:  # behind it cells are seen in part
                shares |= {(row - 1, col): 0.4 for row, col in cells if (row - 1, col) not in cells and row > 0}
            among = np.union1d(alone.near, every.meeting(shares))
            if every.single[every.piece[upper]]:
                among = among[every.piece[among] != every.piece[upper]]
            below = scores(seen.weakened(shares), every, among)
            most = alone.most_below(below, every, among, shares, upper)
            assert most >= explain(below, every, among).found[0].score - 1e-6
