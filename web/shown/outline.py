"""Shapes of pieces as loops of corners, in units of one cell; (x, y) as in pictures. The page has the same in its
``shapes.js``."""

import math
from collections.abc import Iterator, Sequence

from referee.grid import Cell
from referee.polyomino import Cells
from vision.drawing.sketch import Loop

Point = tuple[float, float]

CURVE = 4
"""Corners are rounded by so many short lines."""


def outline(cells: Cells, inset: float = 0.035, radius: float = 0.16) -> tuple[Loop, ...]:
    """The outline of a polyomino, a little inside its squares so that neighbours stay apart, with round corners."""
    return tuple(tuple(_rounded(_inset(loop, inset), radius)) for loop in _loops(cells))


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Loop:
    """A rectangle, its corners rounded if wished."""
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return tuple(_rounded(corners, radius)) if radius else tuple(corners)


def circle(x: float, y: float, radius: float, corners: int = 24) -> Loop:
    """A circle."""
    angles = [2 * math.pi * number / corners for number in range(corners)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def heart(cells: Cells) -> Cell:
    """The square nearest to the middle, for the letter."""
    row, col = (sum(part) / len(cells) for part in zip(*cells, strict=True))
    return min(cells, key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - col) ** 2)


def grooves(cells: Cells, inset: float = 0.12, width: float = 0.03) -> tuple[Loop, ...]:
    """Thin bars where squares of one piece meet."""
    taken, bars = set(cells), []
    for row, col in cells:
        if (row, col + 1) in taken:
            bars.append(rectangle(col + 1 - width / 2, row + inset, width, 1 - 2 * inset))
        if (row + 1, col) in taken:
            bars.append(rectangle(col + inset, row + 1 - width / 2, 1 - 2 * inset, width))
    return tuple(bars)


def stripes(cells: Cells, degrees: float, period: float, share: float, inset: float = 0.035) -> tuple[Loop, ...]:
    """Bars across the squares of a piece, ``share`` of each period wide; dots where that is 0."""
    if not share:
        return _dots(cells, period)
    turn = math.radians(degrees)
    across = (-math.sin(turn), math.cos(turn))
    bars = []
    for square in _squares(cells, inset):
        heights = [x * across[0] + y * across[1] for x, y in square]
        for number in range(math.floor(min(heights) / period), math.ceil(max(heights) / period)):
            bar = _clipped(square, across, number * period, (number + share) * period)
            if len(bar) > 2:
                bars.append(tuple(bar))
    return tuple(bars)


def _dots(cells: Cells, period: float) -> tuple[Loop, ...]:
    count = max(1, round(1 / period))
    steps = [(number + 0.5) / count for number in range(count)]
    return tuple(circle(col + x, row + y, 0.3 / count, 10) for row, col in cells for x in steps for y in steps)


def _squares(cells: Cells, inset: float) -> Iterator[list[Point]]:
    """The squares of a piece, drawn in where the piece ends."""
    taken = set(cells)
    for row, col in cells:
        left, right = col + inset * ((row, col - 1) not in taken), col + 1 - inset * ((row, col + 1) not in taken)
        top, bottom = row + inset * ((row - 1, col) not in taken), row + 1 - inset * ((row + 1, col) not in taken)
        yield [(left, top), (right, top), (right, bottom), (left, bottom)]


def _clipped(polygon: Sequence[Point], across: Point, least: float, most: float) -> list[Point]:
    """The part of a convex polygon whose height along ``across`` lies between two numbers (Sutherland, Hodgman)."""
    kept = list(polygon)
    for sign, limit in ((1, least), (-1, -most)):
        inside, kept = kept, []
        for here, there in zip(inside, [*inside[1:], *inside[:1]], strict=True):
            a = sign * (here[0] * across[0] + here[1] * across[1]) - limit
            b = sign * (there[0] * across[0] + there[1] * across[1]) - limit
            if a >= 0:
                kept.append(here)
            if (a >= 0) != (b >= 0):
                part = a / (a - b)
                kept.append((here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])))
    return kept


def _loops(cells: Cells) -> list[list[Point]]:
    """Edges of the squares, clockwise, joined to closed loops; edges inside cancel out."""
    taken = set(cells)
    following: dict[Point, list[Point]] = {}
    for row, col in cells:
        edges = (
            ((row - 1, col), (col, row), (col + 1, row)),
            ((row, col + 1), (col + 1, row), (col + 1, row + 1)),
            ((row + 1, col), (col + 1, row + 1), (col, row + 1)),
            ((row, col - 1), (col, row + 1), (col, row)),
        )
        for near, begin, end in edges:
            if near not in taken:
                following.setdefault(begin, []).append(end)
    loops = []
    while following:
        here = next(iter(following))
        loop: list[Point] = []
        while here in following:
            ends = following[here]
            there = ends.pop()
            if not ends:
                del following[here]
            loop.append(there)
            here = there
        loops.append([point for before, point, after in _around(loop) if not _is_straight(before, point, after)])
    return loops


def _around(loop: list[Point]) -> list[tuple[Point, Point, Point]]:
    return [(loop[number - 1], point, loop[(number + 1) % len(loop)]) for number, point in enumerate(loop)]


def _is_straight(before: Point, here: Point, after: Point) -> bool:
    return (before[0] == here[0]) == (here[0] == after[0])


def _inset(loop: list[Point], inset: float) -> list[Point]:
    """Corners moved inwards; going clockwise, the inside lies to the right."""
    moved = []
    for before, here, after in _around(loop):
        (in_x, in_y), (out_x, out_y) = _direction(before, here), _direction(here, after)
        moved.append((here[0] - inset * (in_y + out_y), here[1] + inset * (in_x + out_x)))
    return moved


def _rounded(corners: list[Point], radius: float) -> Iterator[Point]:
    for before, here, after in _around(corners):
        (in_x, in_y), (out_x, out_y) = _direction(before, here), _direction(here, after)
        for number in range(CURVE + 1):
            t = number / CURVE
            start, end = radius * (1 - t) ** 2, radius * t**2  # a quadratic curve whose middle point is the corner
            yield here[0] - start * in_x + end * out_x, here[1] - start * in_y + end * out_y


def _direction(here: Point, there: Point) -> tuple[int, int]:
    return (there[0] > here[0]) - (there[0] < here[0]), (there[1] > here[1]) - (there[1] < here[1])
