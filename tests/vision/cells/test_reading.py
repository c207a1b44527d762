"""A reading of which some cells count less, or not at all."""

import numpy as np

from referee.grid import GridSize
from vision.cells.reading import RING, Reading

GRID = GridSize(3, 4)
SHAPE = (GRID.rows + 2 * RING, GRID.cols + 2 * RING)
HERE = (1, 2)
AT = (HERE[0] + RING, HERE[1] + RING)


def reading() -> Reading:
    evidence = np.random.default_rng(0).normal(0, 5, (5, *SHAPE)).astype(np.float32)
    paints, shown = np.full((2, *SHAPE), 3, np.float32), np.ones((*SHAPE, 3), np.float32)
    return Reading(GRID, *evidence, paints, shown, 0.75, tints=shown, patterns=shown)


def test_what_is_seen_of_a_cell_and_its_borders_counts_in_part() -> None:
    whole, part = reading(), reading().weakened({HERE: 0.25})
    beside, above = (AT[0], AT[1] - 1), (AT[0] - 1, AT[1])
    assert part.occupied[AT] == whole.occupied[AT] / 4
    assert (part.paints[:, *AT] == 0.75).all()
    for joined, weak, other in (
        (whole.joined_right, part.joined_right, beside),
        (whole.joined_down, part.joined_down, above),
    ):
        assert [weak[AT], weak[other]] == [joined[AT] / 4, joined[other] / 4]
    changed = part.occupied != whole.occupied
    assert np.argwhere(changed).tolist() == [list(AT)]


def test_what_its_top_shows_is_not_known_then() -> None:
    part = reading().weakened({HERE: 0.9})
    for shown in (part.tints, part.patterns):
        assert shown is not None
        assert np.argwhere(~shown.any(axis=2)).tolist() == [list(AT)]


def test_borders_of_a_cell_may_count_though_nothing_else_of_it_does() -> None:
    whole, part = reading(), reading().weakened({HERE: 0.0}, [HERE])
    assert part.occupied[AT] == 0
    assert (part.joined_right == whole.joined_right).all()
    assert (part.joined_down == whole.joined_down).all()


def test_without_a_cell_nothing_is_known_of_it() -> None:
    rest = reading().without([HERE])
    assert rest.occupied[AT] == rest.joined_right[AT] == rest.joined_down[AT] == 0


def test_cells_known_to_be_of_a_piece_that_lies_properly_are_not_troubled() -> None:
    calm = reading().untroubled([HERE]).troubled
    assert calm[AT] == -abs(reading().troubled[AT])
    assert np.argwhere(calm != reading().troubled).tolist() == [list(AT)]
