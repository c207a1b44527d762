"""Polyominoes: sets of cells joined edge to edge, free (any turn, either face) or fixed."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.grid import Cell, beside

Cells = tuple[Cell, ...]
"""Cells in order, row by row."""


def normalised(cells: Iterable[Cell]) -> Cells:
    """The cells shifted to smallest row 0 and smallest column 0, in order."""
    listed = list(cells)
    top = min(row for row, _ in listed)
    left = min(col for _, col in listed)
    return tuple(sorted((row - top, col - left) for row, col in listed))


def turned(cells: Iterable[Cell]) -> Cells:
    """A quarter turn clockwise."""
    return normalised((col, -row) for row, col in cells)


def flipped(cells: Iterable[Cell]) -> Cells:
    """Turned over, left to right."""
    return normalised((row, -col) for row, col in cells)


def orientations(cells: Iterable[Cell], *, flip: bool = True) -> tuple[Cells, ...]:
    """All fixed polyominoes of a free one, each once; ``flip=False`` keeps to one face."""
    faces = [normalised(cells)]
    if flip:
        faces.append(flipped(faces[0]))
    found: set[Cells] = set()
    for face in faces:
        fixed = face
        for _ in range(4):
            found.add(fixed)
            fixed = turned(fixed)
    return tuple(sorted(found))


def canonical(cells: Iterable[Cell], *, flip: bool = True) -> Cells:
    """The smallest orientation: equal for two sets of cells exactly if they are the same free polyomino.

    With ``flip=False`` a shape and its mirror image are two.
    """
    return orientations(cells, flip=flip)[0]


def is_connected(cells: Iterable[Cell]) -> bool:
    """Whether the cells hang together edge to edge."""
    return len(list(groups(cells))) <= 1


def groups(cells: Iterable[Cell]) -> Iterator[Cells]:
    """The cells that hang together edge to edge, group by group, each in order; the group with the first cell first."""
    left = set(cells)
    while left:
        found = edge = {min(left)}
        while edge:
            edge = {near for here in edge for near in beside(here) if near in left} - found
            found = found | edge
        left -= found
        yield tuple(sorted(found))


@lru_cache(maxsize=8)
def free_polyominoes(squares: int) -> tuple[Cells, ...]:
    """All shapes of so many squares, each once however it is turned or flipped, in canonical form and order."""
    if squares == 1:
        return (((0, 0),),)
    grown = {
        canonical((*shape, near))
        for shape in free_polyominoes(squares - 1)
        for cell in shape
        for near in beside(cell)
        if near not in shape
    }
    return tuple(sorted(grown))
