"""Moves: one player's action, whether it came from the camera or from a click on the page.

Every kind of move has its word in records. A placement may be on any cells: whether they fit is for the referee to
judge.
"""

from dataclasses import dataclass
from typing import ClassVar

from referee.polyomino import Cells


@dataclass(frozen=True, slots=True)
class Draft:
    """Taking a piece into one's hand before the placing begins."""

    kind: ClassVar[str] = "draft"

    player: str
    piece: str


@dataclass(frozen=True, slots=True)
class Place:
    """Laying a piece on the board; ``colour`` says of which colour, where a player may hold several."""

    kind: ClassVar[str] = "place"

    player: str
    piece: str
    cells: Cells
    colour: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


@dataclass(frozen=True, slots=True)
class Remove:
    """Taking a piece off the board again, in a puzzle."""

    kind: ClassVar[str] = "remove"

    player: str
    piece: str


@dataclass(frozen=True, slots=True)
class Advance:
    """Moving one's time token on and being paid for it."""

    kind: ClassVar[str] = "advance"

    player: str


@dataclass(frozen=True, slots=True)
class Buy:
    """Paying for a patch and sewing it on one's quilt."""

    kind: ClassVar[str] = "buy"

    player: str
    piece: str
    cells: Cells

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


@dataclass(frozen=True, slots=True)
class Leather:
    """Sewing on the leather patch that was just earned."""

    kind: ClassVar[str] = "leather"

    player: str
    cells: Cells

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


Move = Draft | Place | Remove | Advance | Buy | Leather

MOVES: tuple[type[Move], ...] = (Draft, Place, Remove, Advance, Buy, Leather)
"""All kinds of moves, as records know them."""
