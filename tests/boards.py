"""Boards as text pictures: ``.`` is an empty cell, every other character a piece of its own."""

from collections.abc import Iterable
from textwrap import dedent

from referee.grid import GridSize
from referee.move import Place
from referee.polyomino import Cells


def cells_of(picture: str) -> dict[str, Cells]:
    """The cells of each character, row by row, the picture's top left corner being (0, 0)."""
    found: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(dedent(picture).strip("\n").splitlines()):
        for col, character in enumerate(line.rstrip()):
            if character not in ". ":
                found.setdefault(character, []).append((row, col))
    return {character: tuple(cells) for character, cells in found.items()}


def picture_of(lying: Iterable[Place], grid: GridSize) -> str:
    """The board with the first letter of each piece."""
    shown = {cell: place.piece[0] for place in lying for cell in place.cells}
    return "\n".join("".join(shown.get((row, col), ".") for col in range(grid.cols)) for row in range(grid.rows))
