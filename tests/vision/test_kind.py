"""What differs from game to game has to agree with what was trained, and with what asks for it."""

from dataclasses import replace

import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.cells.observe import MARKS
from vision.kind import COLOURS, KINDS
from vision.live.bare import Reminded
from vision.live.eyes import watcher_for
from vision.live.quilts import QuiltsWatcher
from vision.live.watch import Watcher
from vision.names import paint_of, seen_set
from vision.network import answer

PLANES = 9


@pytest.mark.parametrize("game", KINDS)
def test_the_networks_of_a_game_tell_all_marks_and_its_paints(game: str) -> None:
    kind = KINDS[game]
    known = kind.networks
    for name in {known.first, known.second, known.quick, known.filled} - {None}:
        assert name is not None
        said = answer(name, np.zeros((PLANES, 8 * known.scale, 8 * known.scale), np.float32))
        assert said.shape == (len(MARKS) + len(kind.paints), 8, 8), name


@pytest.mark.parametrize("game", KINDS)
def test_every_piece_has_a_paint_that_the_networks_tell_apart(game: str) -> None:
    kind = KINDS[game]
    paints = {paint_of(piece, kind) for piece in seen_set(packaged_piece_set(game)).pieces}
    assert paints == set(range(len(kind.paints))) or (not kind.paints and paints <= {0, 1})


def test_colours_are_told_apart_in_the_order_of_the_networks_that_tell_them() -> None:
    kind = replace(KINDS["blokus"], paints=tuple(reversed(COLOURS)))
    first = seen_set(packaged_piece_set("blokus")).by_id["blue F"]
    assert (paint_of(first, KINDS["blokus"]), paint_of(first, kind)) == (0, 3)


@pytest.mark.parametrize(
    ("game", "eyes"),
    [("polyssimo", Watcher), ("polyssimo-puzzle", Watcher), ("blokus", Reminded), ("patchwork", QuiltsWatcher)],
)
def test_a_game_is_watched_by_the_eyes_that_it_needs(game: str, eyes: type) -> None:
    """A board that looks much like its pieces is remembered as it was while bare; quilts are watched side by side."""
    assert type(watcher_for(packaged_piece_set(game))) is eyes
