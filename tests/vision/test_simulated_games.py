"""The simulated tables of Blokus and Patchwork."""

import numpy as np
import pytest

from referee.grid import Cell
from referee.piece import packaged_piece_set
from referee.placements import Placement
from vision.kind import COLOURS
from vision.names import colour_of, seen_set
from vision.simulated import picture, scene
from vision.simulated.blokus import grown
from vision.simulated.patchwork import FEW

SMALL = {"width": 480, "height": 360, "fill": 0.9}


def test_a_grown_game_of_blokus_could_be_played() -> None:
    piece_set = seen_set(packaged_piece_set("blokus"))
    lying = grown(np.random.default_rng(4), piece_set, 60)
    assert len({one.piece for one in lying}) == len(lying) > 40
    assert sum(len(one.cells) for one in lying) == len({cell for one in lying for cell in one.cells})
    for colour in COLOURS:
        first, *others = [set(one.cells) for one in lying if colour_of(one.piece) == colour]
        assert first & {(0, 0), (0, 19), (19, 0), (19, 19)}
        before = first
        for cells in others:
            assert not before & _moved(cells, ((0, 1), (1, 0), (0, -1), (-1, 0)))
            assert before & _moved(cells, ((1, 1), (1, -1), (-1, 1), (-1, -1)))
            before |= cells


def _moved(cells: set[Cell], steps: tuple[Cell, ...]) -> set[Cell]:
    return {(row + down, col + right) for row, col in cells for down, right in steps}


@pytest.mark.parametrize("game", ["blokus", "patchwork"])
def test_the_same_seed_gives_the_same_table_and_its_truth(game: str) -> None:
    piece_set = seen_set(packaged_piece_set(game))
    (first, facts), (second, _) = (picture(7, piece_set, "partial", **SMALL) for _ in range(2))
    assert np.array_equal(first, second)
    assert (facts["game"], facts["rows"], facts["cols"]) == (game, piece_set.grid.rows, piece_set.grid.cols)
    covered = [tuple(cell) for piece in facts["pieces"] for cell in piece["cells"]]
    assert len(covered) == len(set(covered)) > 0
    assert all(("colour" in piece) == (game == "blokus") for piece in facts["pieces"])


@pytest.mark.parametrize("game", ["blokus", "patchwork"])
def test_piles_have_several_pieces_on_others_side_by_side(game: str) -> None:
    piece_set = seen_set(packaged_piece_set(game))
    _, facts = picture(5, piece_set, "piles", **SMALL)
    upper = [piece for piece in facts["pieces"] if piece["situation"] == "overlap"]
    covered = [tuple(cell) for piece in upper for cell in piece["cells"]]
    assert len(upper) > 1
    assert len(covered) == len(set(covered))
    assert all(piece["lies_on_all"] for piece in upper)


def test_both_makes_of_the_blokus_board_and_pieces_are_drawn() -> None:
    piece_set = seen_set(packaged_piece_set("blokus"))
    tables = [scene(seed, piece_set) for seed in range(30)]
    assert {table.kit.dimple != 0 for table in tables} == {True, False}
    assert min(table.card.rim for table in tables) < 0.5
    assert max(table.card.rim for table in tables) > 1.2
    assert all(0 <= table.kit.glint <= 1.5 for table in tables)


def test_slips_lie_beside_their_own_colour() -> None:
    piece_set = seen_set(packaged_piece_set("blokus"))
    for count in (4, 40, 84):
        rng = np.random.default_rng(1)
        kept, slipped = grown(rng, piece_set, count), grown(np.random.default_rng(1), piece_set, count, 3)
        assert slipped[: len(kept)] == kept
        assert 0 < len(slipped) - len(kept) <= 3
        assert _alike_side_by_side(kept) == 0 < _alike_side_by_side(slipped)


def _alike_side_by_side(lying: list[Placement]) -> int:
    colour = {cell: one.piece.split()[0] for one in lying for cell in one.cells}
    owner = {cell: number for number, one in enumerate(lying) for cell in one.cells}
    beside = [((r, c), other) for r, c in owner for other in ((r + 1, c), (r, c + 1)) if other in owner]
    return sum(owner[one] != owner[other] and colour[one] == colour[other] for one, other in beside)


def test_some_tables_of_patchwork_have_few_prints_so_that_like_lies_beside_like() -> None:
    piece_set = seen_set(packaged_piece_set("patchwork"))
    prints = [len(set(scene(seed, piece_set).kit.paints)) for seed in range(30)]
    assert FEW[0] <= min(prints) <= 9  # leather is one of them
    assert max(prints) > 15


def test_a_single_square_never_hangs_over_the_edge() -> None:
    facts = picture(510013, seen_set(packaged_piece_set("patchwork")), "overhang", width=320, height=240)[1]
    (over,) = (piece for piece in facts["pieces"] if piece["situation"] == "overhang")
    assert 0 < len(over["cells_off_grid"]) < len(over["cells"])
