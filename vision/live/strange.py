"""What lies on a board and is no piece: coins, tokens, dice.

They are hardly ever as large as a square, and hardly ever laid right on one, while a piece of one square fills it. What
lies there may look like anything: the square is held against how it looked when it was bare, to its edges and in small
parts. A part that looks as before is one on which nothing lies.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from vision.live.light import Light
from vision.live.past import LEAST_CHANGED, UNCHANGED, Now
from vision.live.squares import Plane, parts_of
from vision.look import Known
from vision.sighting import Alternative, Problem, SeenPiece, Sighting

PARTS, INSET = 5, 2
"""Into how many parts a square is divided, across and down, and how many of its ``CELL_PX`` are left out at each side,
where lines may run."""
LITTLE = 0.35
"""A part has not changed if it is farther than usual from how it looked by less than this share of what most are."""
FILLED = 0.8
"""A square is filled if this share of its parts has changed. In 29 looks at leather as simulated at most a tenth were
as before, in those at a thing off the middle of its square a half."""

Tile = npt.NDArray[np.float32]
"""How a square looks in its parts: parts x parts x 3, CIE L*a*b*."""
Tiles = Mapping[Cell, Tile]
Unfilled = Callable[[Set[Cell]], frozenset[Cell]]
"""Those of some squares of which something has come to lie on a part only."""


class Strange:
    """On which squares of one board something strange lies, whether or not it is seen at each look, and what those that
    were seen bare looked like then, part by part."""

    def __init__(self) -> None:
        self._squares: frozenset[Cell] = frozenset()
        self._bare: dict[Cell, Tile] = {}

    def told(self, sighting: Sighting, lying: Set[Cell], unfilled: Unfilled) -> Sighting:
        """The sighting with what is no piece as a problem: what does not fill its square, until that looks otherwise;
        but not where something is known to lie, or may."""
        single = {piece.cells[0] for piece in _claimed(sighting) if len(piece.cells) == 1}
        others = {cell for piece in _claimed(sighting) if len(piece.cells) > 1 for cell in piece.cells}
        wrong = {cell for problem in sighting.problems for cell in problem.cells}
        self._squares = unfilled((single | self._squares) - others - wrong - lying)
        return _told(sighting, self._squares)

    def unfilled(self, cells: Set[Cell], tiles: Tiles, light: Light, bare: Set[Cell]) -> frozenset[Cell]:
        """Those of the cells of which something has come to lie on a part only, now that they look like these tiles in
        this light; ``bare`` ones still are. Where it is not known how a cell looked, or it looks so again, it is none
        of them."""
        if not cells:  # as in nearly every picture
            return frozenset()
        apart = light.apart({cell: self._bare[cell] for cell in (cells | bare) & self._bare.keys()}, tiles)
        others = [parts for cell, parts in apart.items() if cell not in cells]
        usual = float(np.median(others)) if others else 0.0
        come = (cell for cell in cells & apart.keys() if apart[cell].mean() >= UNCHANGED)
        return frozenset(cell for cell in come if _changed(apart[cell] - usual) < FILLED)

    def remember(self, bare: Set[Cell], tiles: Tiles, now: Now, *, careful: bool) -> None:
        """On these cells nothing was seen to lie, by a careful look or by one that may overlook what has come there.
        What is remembered of the others is carried into the light of now, if enough is as it was to tell that."""
        apart = now.light.apart({cell: self._bare[cell] for cell in bare & self._bare.keys()}, tiles)
        come = {cell for cell, parts in apart.items() if not careful and parts.mean() >= UNCHANGED}
        carried = now.light.falling_on(self._bare) if now.usual < LEAST_CHANGED else self._bare
        self._bare = carried | {cell: tiles[cell] for cell in bare - come}

    def forget(self, cells: Set[Cell]) -> None:
        """What is remembered of these cells tells nothing any more."""
        self._bare = {cell: tile for cell, tile in self._bare.items() if cell not in cells}


def not_grown(sighting: Sighting, still: Set[Cell], known: Known, unfilled: Unfilled) -> Sighting:
    """The sighting without new pieces that are one which lies there, and looks as it did (``still``), with something
    beside it that does not fill its squares: pieces do not grow."""

    def is_grown(piece: SeenPiece) -> bool:
        below = [set(one.cells) for one in known.lying if not set(one.cells).isdisjoint(piece.cells)]
        lying = {cell for cells in below for cell in cells}
        if set(piece.cells) in below or not lying or not lying <= still:
            return False
        return bool(unfilled(set(piece.cells) - lying))

    left = tuple(one for one in sighting.alternatives if not any(map(is_grown, one.pieces)))
    pieces = tuple(piece for piece in sighting.pieces if not is_grown(piece))
    return replace(sighting, pieces=pieces, alternatives=left or sighting.alternatives)


def tiles_of(ground: Plane, grid: GridSize) -> Tiles:
    """What the squares of a board look like, each in its parts, as it is seen on its ground."""
    parts = parts_of(ground, INSET, PARTS)[1:-1, 1:-1]
    return {cell: parts[cell] for cell in grid}


def _changed(farther: npt.NDArray[np.float32]) -> float:
    """Which share of the parts has changed."""
    return float((farther >= LITTLE * np.percentile(farther, 75)).mean())


def _claimed(sighting: Sighting) -> list[SeenPiece]:
    """All pieces, also those in doubt."""
    return [*sighting.pieces, *(piece for one in sighting.alternatives for piece in one.pieces)]


def _told(sighting: Sighting, strange: Set[Cell]) -> Sighting:
    """The sighting where on these squares, each for itself, something lies that is no piece."""
    if not strange:
        return sighting
    shares: dict[tuple[SeenPiece, ...], float] = {}
    for one in sighting.alternatives:
        left = tuple(piece for piece in one.pieces if strange.isdisjoint(piece.cells))
        shares[left] = shares.get(left, 0.0) + one.confidence
    uncertain = sighting.uncertain - strange
    return replace(
        sighting,
        pieces=tuple(piece for piece in sighting.pieces if strange.isdisjoint(piece.cells)),
        problems=sighting.problems + tuple(Problem("unknown", None, (cell,)) for cell in sorted(strange)),
        uncertain=uncertain,
        alternatives=tuple(Alternative(*item) for item in shares.items()) if uncertain else (),
    )
