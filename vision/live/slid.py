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
from vision.sighting import Problem, SeenPiece, Sighting

FEWEST = 2
"""On fewer squares a print fits somewhere by chance."""
ASKEW = 0.25
"""What has slid so far, in cells, lies askew."""
COVERED = 0.2
"""It covers a square of which this share is below it."""

Slid = Mapping[SeenPiece, Points]
"""What has slid, and how far: right and down, in cells."""


def slid(known: Known, changed: frozenset[Cell], texture: Texture, ground: Plane) -> Slid:
    """Which of the pieces that are known to lie there have slid, by those of their squares that have ``changed``."""
    otherwise = {piece: changed.intersection(piece.cells) for piece in known.lying}
    ways = {piece: texture.slid(on, ground) for piece, on in otherwise.items() if len(on) >= FEWEST}
    return {piece: way for piece, way in ways.items() if way is not None}


def told_of_slid(sighting: Sighting, slid: Slid) -> Sighting:
    """The sighting with those that have slid so far that they lie askew as problems, and nothing else said of what they
    cover."""
    askew = {piece: _covered(piece.cells, way) for piece, way in slid.items() if np.linalg.norm(way) >= ASKEW}
    below = {cell for piece, cells in askew.items() for cell in (*piece.cells, *cells)}
    if not below:
        return sighting
    pieces = tuple(one for one in sighting.pieces if one not in askew)
    problems = tuple(one for one in sighting.problems if below.isdisjoint(one.cells))
    told = tuple(Problem("misaligned", piece.piece, cells) for piece, cells in askew.items())
    return replace(sighting, pieces=pieces, problems=problems + told, uncertain=sighting.uncertain - below)


def _covered(cells: Cells, way: Points) -> Cells:
    """The squares of which a piece covers a good part that has slid so far."""
    right, down = way.tolist()
    shares = covered(cells, np.zeros(2), 0.0, (right, down))
    return tuple(sorted(cell for cell, share in shares.items() if share >= COVERED))
