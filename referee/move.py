"""Moves: one player's action, whether it came from the camera or from a click on the page."""

from dataclasses import dataclass

from referee.polyomino import Cells


@dataclass(frozen=True, slots=True)
class Draft:
    """Taking a piece into one's hand before the placing begins."""

    player: str
    piece: str


@dataclass(frozen=True, slots=True)
class Place:
    """Laying a piece on the board. The cells may be any: whether they fit is for the referee to judge."""

    player: str
    piece: str
    cells: Cells

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


Move = Draft | Place
