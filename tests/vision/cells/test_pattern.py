"""Cells that bear one pattern belong together; one that bears another, or none, does not."""

import numpy as np
import pytest

from vision.cells.pattern import AGAINST, is_of_another, oddness, patterns_of

SCALE, COLS = 16, 8
STEPS = (np.arange(SCALE) + 0.5) / SCALE
X, Y = np.meshgrid(STEPS, STEPS)
STRIPES = (X * 2 % 1 < 0.5) * 0.8
CHECKS = ((X < 0.5) ^ (Y < 0.5)) * 0.8
PLAIN = np.full((SCALE, SCALE), 0.9)
PIECE = list(range(6))


def row_of(*cells: np.ndarray, seed: int = 0) -> np.ndarray:
    """The patterns of a row of cells, seen through some noise."""
    shown = np.concatenate([*cells, *[PLAIN] * (COLS - len(cells))], axis=1)
    noise = np.random.default_rng(seed).normal(0, 0.02, shown.shape)
    return patterns_of((shown + noise).astype(np.float32), SCALE)


def against(patterns: np.ndarray, cells: list[int]) -> float:
    return float(oddness(patterns, np.array([cells]))[0])


@pytest.mark.parametrize("pattern", [STRIPES, CHECKS], ids=["stripes", "checks"])
def test_nothing_speaks_against_a_piece_whose_cells_all_bear_its_pattern(pattern: np.ndarray) -> None:
    assert against(row_of(*[pattern] * 6), PIECE) == 0
    darker = [pattern * light for light in (1, 0.9, 0.5, 0.3, 0.7, 1)]
    assert against(row_of(*darker), PIECE) == 0


@pytest.mark.parametrize("other", [CHECKS, PLAIN, STRIPES.T], ids=["another pattern", "none", "turned"])
def test_a_cell_that_bears_another_pattern_or_none_speaks_against_a_piece(other: np.ndarray) -> None:
    assert against(row_of(*[STRIPES] * 5, other), PIECE) == pytest.approx(AGAINST)


def test_every_second_cell_may_bear_the_pattern_the_other_way_round() -> None:
    assert against(row_of(*[STRIPES, 0.8 - STRIPES] * 3), PIECE) == 0


def test_where_a_pattern_is_different_on_each_cell_nothing_is_said() -> None:
    drifting = [((X * 2 + 0.17 * number) % 1 < 0.5) * 0.8 for number in range(6)]
    assert against(row_of(*drifting), PIECE) == 0


def test_of_plain_cells_and_of_cells_that_are_not_known_nothing_is_said() -> None:
    assert against(row_of(), PIECE) == 0
    hidden = row_of(*[STRIPES] * 5, CHECKS)
    hidden[0, 4] = 0
    assert against(hidden, PIECE) == 0
    assert against(row_of(*[STRIPES] * 4, CHECKS), [0, 1, 2, 3, 4, COLS]) == 0


def test_a_cell_beside_a_piece_is_of_another_if_it_does_not_bear_its_pattern() -> None:
    assert is_of_another(row_of(*[STRIPES] * 6, PLAIN), PIECE, 6)
    assert not is_of_another(row_of(*[STRIPES] * 7), PIECE, 6)
    assert not is_of_another(row_of(*[STRIPES] * 5, CHECKS, PLAIN), PIECE, 6)
