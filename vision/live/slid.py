"""Patches that have slid a little, pushed by a sleeve or put straight.

Where what lies on some squares looks otherwise than before, but as it did a little aside, neither is it gone nor does
another lie on it.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from referee.grid import Cell
from referee.polyomino import Cells
from vision.faults.askew import covered
from vision.live.squares import Plane
from vision.live.texture import Texture
from vision.look import Known
from vision.pose import Points
from vision.sighting import Alternative, Problem, SeenPiece, Sighting

FEWEST = 2
"""On fewer squares a print fits somewhere by chance."""
LEAST, TOGETHER = 0.06, 0.1
"""What has slid has by so much at least, in cells: a piece on which another lies is seen where it was. Where one square
looks otherwise it and all of its piece have slid by about as much, up to the second."""
ASKEW = 0.25
"""What has slid so far, in cells, lies askew."""
COVERED, REACHED = 0.2, 0.02
"""It covers a square of which the first share is below it, and reaches one with the second."""

Slid = Mapping[SeenPiece, Points]
"""What has slid, and how far: right and down, in cells."""


def slid(known: Known, changed: frozenset[Cell], texture: Texture, ground: Plane) -> Slid:
    """Which of the pieces that are known to lie there have slid since the board was remembered, by those of their
    squares that have ``changed``."""
    ways = {piece: _way(piece.cells, changed, texture, ground) for piece in known.lying}
    return {piece: way for piece, way in ways.items() if way is not None}


def _way(cells: Cells, changed: frozenset[Cell], texture: Texture, ground: Plane) -> Points | None:
    """How far what lies on these squares has slid since it was remembered."""
    otherwise = changed.intersection(cells)
    way = texture.slid(otherwise, ground) if otherwise else None
    if way is None or np.linalg.norm(way) < LEAST:
        return None
    if len(otherwise) >= FEWEST:
        return way
    whole = texture.slid(frozenset(cells), ground) if len(cells) >= FEWEST else None
    return way if whole is not None and np.linalg.norm(whole - way) < TOGETHER else None


def reached(found: Slid) -> frozenset[Cell]:
    """The squares on which what has slid lies now, be it on a small part of them, and those on which it lay."""
    here = (cell for piece, way in found.items() for cell in _covered(piece.cells, way, REACHED))
    return frozenset(here).union(*(piece.cells for piece in found))


def told_of_slid(sighting: Sighting, found: Slid) -> Sighting:
    """The sighting in which those that have slid so far that they lie askew are problems, and the others lie where they
    did: they are told once, nothing else is said to lie on their squares, nor anything nameless where they reach."""
    askew = {piece: _covered(piece.cells, way, COVERED) for piece, way in found.items() if np.linalg.norm(way) >= ASKEW}
    names = {piece.piece for piece in askew}
    there, own = reached(found), {cell for piece in found for cell in piece.cells}
    slid_names = {piece.piece for piece in found}
    pieces = [one for one in sighting.pieces if one.piece not in slid_names and own.isdisjoint(one.cells)]
    others = {cell for one in pieces for cell in one.cells}
    below = {cell for piece, cells in askew.items() for cell in (*piece.cells, *cells)} - others

    def stays(problem: Problem) -> bool:
        return problem.piece not in names and not (problem.piece is None and there.issuperset(problem.cells))

    def is_left(way: Alternative) -> bool:
        return all(one.piece not in names and below.isdisjoint(one.cells) for one in way.pieces)

    told = (
        Problem(
            "misaligned", piece.piece, tuple(cell for cell in cells if cell in sighting.board.grid and cell in below)
        )
        for piece, cells in askew.items()
    )
    return replace(
        sighting,
        pieces=(*pieces, *(piece for piece in found if piece not in askew)),
        problems=(*filter(stays, sighting.problems), *told),
        alternatives=tuple(filter(is_left, sighting.alternatives)) if askew else sighting.alternatives,
        uncertain=sighting.uncertain - below,
    )


def _covered(cells: Cells, way: Points, least: float) -> Cells:
    """The squares of which a piece that has slid so far covers this share at least."""
    right, down = way.tolist()
    shares = covered(cells, np.zeros(2), 0.0, (right, down))
    return tuple(sorted(cell for cell, share in shares.items() if share >= least))
