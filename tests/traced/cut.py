"""Pieces, board and table as meshes.

Lengths are in cells. x goes to the right along the board, y up it (rows go down), z upwards from it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from vision.simulated.lying import Solid
from vision.simulated.paint import MARGIN
from vision.simulated.scene import Card, Kit

Array = npt.NDArray[Any]
SIDES: tuple[Cell, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The neighbours of a cell: above, below, left, right."""
THIN = 0.06
"""A printed card is so thick, in cells."""
DEEP = 0.95
"""The paint of a top goes so far down its sides at most, in cells: textures end there."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles (M x 3, numbers of vertices) between ``vertices`` (N x 3), each with its place on a texture (N x 2:
    right and down, 0 to 1)."""

    vertices: Array
    places: Array
    triangles: Array

    @classmethod
    def of(cls, parts: Iterable["Mesh"]) -> "Mesh":
        """All of them as one."""
        every = list(parts)
        begins = np.cumsum([0, *(len(part.vertices) for part in every)])
        triangles = [part.triangles + begin for part, begin in zip(every, begins, strict=False)]
        return cls(
            np.vstack([part.vertices for part in every]),
            np.vstack([part.places for part in every]),
            np.vstack(triangles),
        )


@dataclass(frozen=True, slots=True)
class Make:
    """How a set is cut, in cells: the radius of its ``bevel``, how wide and deep the grooves between the cells of a
    piece are, and by how much a piece is smaller than its cells all round."""

    bevel: float
    groove_wide: float
    groove_deep: float
    gap: float


def make(rng: np.random.Generator, kit: Kit, *, cloth: bool) -> Make:
    """How the set of a kit may be cut; patches of cardboard or ``cloth`` have neither bevels nor grooves."""
    if cloth:
        return Make(0.01, 0.02, 0.0, float(rng.uniform(0, 0.01)))
    return Make(
        bevel=max(0.01, kit.bevel * float(rng.uniform(0.7, 1.6))),
        groove_wide=float(rng.uniform(0.015, 0.05)),
        groove_deep=kit.groove * float(rng.uniform(0.01, 0.06)),
        gap=float(rng.uniform(0, 0.02)),
    )


def cut(body: Solid, kit: Kit, made: Make) -> Mesh:
    """A piece: its tops and its sides. Places are those of ``vision.simulated.paint.texture``."""
    cells = body.piece.cells
    size = np.array([2 * MARGIN + 1 + max(cell[axis] for cell in cells) for axis in (1, 0)])
    inside, found = set(cells), list[Mesh]()
    for cell in cells:
        outer = {side: (cell[0] + side[0], cell[1] + side[1]) not in inside for side in SIDES}
        found += _cell(body, kit, made, cell, outer)
    whole = Mesh.of(found)
    return Mesh(whole.vertices, (whole.places + MARGIN) / size, whole.triangles)


def _cell(body: Solid, kit: Kit, made: Make, cell: Cell, outer: dict[Cell, bool]) -> Iterator[Mesh]:
    """The top of one cell, and its sides where the piece ends."""
    row, col = cell
    steps = _steps(kit, made)
    down, right = np.meshgrid(steps, steps, indexing="ij")
    high = body.high - _drop(kit, made, outer, down, right)
    across, along = _within(right, made.gap, outer, (0, -1)), _within(down, made.gap, outer, (-1, 0))
    yield _sheet(body, col + across, row + along, high, col + right, row + down)
    levels = np.linspace(body.high - made.bevel, body.low, 4)[:, None] + np.zeros(len(steps))
    deep = np.minimum(body.high - levels, DEEP) if kit.wrapped else np.full_like(levels, -0.02)
    for (to_row, to_col), is_outer in outer.items():
        if not is_outer:
            continue
        edge = made.gap if to_row + to_col < 0 else 1 - made.gap
        end = 0 if to_row + to_col < 0 else 1
        run, flat = np.broadcast_to(steps, levels.shape), np.zeros_like(levels)
        if to_row:
            on_board = _within(run, made.gap, outer, (0, -1)), flat + edge
            on_print = run, flat + end + to_row * deep
        else:
            on_board = flat + edge, _within(run, made.gap, outer, (-1, 0))
            on_print = flat + end + to_col * deep, run
        yield _sheet(body, col + on_board[0], row + on_board[1], levels, col + on_print[0], row + on_print[1])


def _steps(kit: Kit, made: Make) -> Array:
    """Where along a cell heights change."""
    dimple = kit.inset + np.linspace(0, 0.08, 3)
    half = np.concatenate((np.linspace(0, made.bevel, 5), np.linspace(0, made.groove_wide, 3), dimple, (0.25, 0.4)))
    half = np.unique(half[half < 0.45])
    return np.concatenate((half, [0.5], 1 - half[::-1]))


def _drop(kit: Kit, made: Make, outer: dict[Cell, bool], down: Array, right: Array) -> Array:
    """How far below the top of its piece each place of a cell lies."""
    drop = np.zeros_like(down)
    for side, away in zip(SIDES, (down, 1 - down, right, 1 - right), strict=True):
        if outer[side]:
            beyond = np.clip(made.bevel - away, 0, made.bevel)
            drop = np.maximum(drop, made.bevel - np.sqrt(made.bevel**2 - beyond**2))
        else:
            drop = np.maximum(drop, made.groove_deep * np.clip(1 - away / made.groove_wide, 0, 1))
    inward = np.minimum(np.minimum(down, 1 - down), np.minimum(right, 1 - right))
    return np.asarray(drop - kit.dimple * np.clip((inward - kit.inset) / 0.08, 0, 1))


def _within(run: Array, gap: float, outer: dict[Cell, bool], before: Cell) -> Array:
    """Places along a cell, kept from the edges at which the piece ends."""
    after = (-before[0], -before[1])
    return np.clip(run, gap if outer[before] else 0, 1 - gap if outer[after] else 1)


def _sheet(body: Solid, across: Array, along: Array, high: Array, right: Array, down: Array) -> Mesh:
    """A surface over a grid of places of a piece (rows x cols each)."""
    on_board = body.placed(np.column_stack((across.ravel(), along.ravel())))
    vertices = np.column_stack((on_board[:, 0], -on_board[:, 1], high.ravel()))
    rows, cols = high.shape
    first = (np.arange(rows - 1)[:, None] * cols + np.arange(cols - 1)).ravel()
    triangles = np.vstack(
        (
            np.column_stack((first, first + cols, first + 1)),
            np.column_stack((first + 1, first + cols, first + cols + 1)),
        )
    )
    return Mesh(vertices, np.column_stack((right.ravel(), down.ravel())), triangles)


def slab(x: tuple[float, float], y: tuple[float, float], low: float, high: float) -> Mesh:
    """A board between two heights, from and to places along the board and down it; its texture is drawn on top, and the
    sides have the colours of its edge."""
    ends = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]
    vertices = np.array([(right, -down, level) for level in (high, low) for right, down in ends])
    places = np.array([(0, 0), (1, 0), (1, 1), (0, 1)] * 2, float)
    top = [(0, 2, 1), (0, 3, 2)]
    edges = [(at, (at + 1) % 4) for at in range(4)]
    sides = [half for here, there in edges for half in ((here, there, 4 + here), (there, 4 + there, 4 + here))]
    return Mesh(vertices, places, np.array(top + sides))


def ridges(card: Card, grid: GridSize) -> Mesh:
    """The lines between the cells of a board, which stand above them as roofs. Places are those of its print."""
    half = card.line / 2
    upright = [((col, 0.0), (col, float(grid.rows)), (half, 0.0)) for col in range(grid.cols + 1)]
    level = [((0.0, row), (float(grid.cols), row), (0.0, -half)) for row in range(grid.rows + 1)]
    size = np.array((grid.cols, grid.rows)) + 2 * card.rim
    roof = np.array([(0, 1, 3), (0, 3, 2), (2, 3, 5), (2, 5, 4)])
    found = list[Mesh]()
    for begin, end, out in upright + level:
        line = [np.array(point) + side * np.array(out) for side in (-1, 0, 1) for point in (begin, end)]
        heights = np.repeat((0.0, card.ridge, 0.0), 2)
        found.append(
            Mesh(np.column_stack((np.array(line) * (1, -1), heights)), (np.array(line) + card.rim) / size, roof)
        )
    return Mesh.of(found)
