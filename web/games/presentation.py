"""What the shell must know of a game besides its rules: how it is told, set up and shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.piece import Piece, PieceSet
from referee.record import Header
from referee.said import Said

Choices = Mapping[str, Any]


def the_piece(piece: Piece) -> Said:
    """What people call a piece, where its name says it all."""
    return Said("the {piece}", piece=piece.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """One game as people meet it. What is usual need not be said.

    The ``title`` is that on its box, the same everywhere unless it is marked as said; ``other_titles`` are those of
    boards of another size, by what the header says under ``board``. The ``rules`` are for people who sit down to play,
    a paragraph each. From ``fewest`` to ``most`` may play, and ``usual`` do where nobody has been named.

    ``header`` makes the header of a match of what was chosen; which choices fit together the game says. ``options`` are
    those that may be chosen of a match before a camera, besides hands and seed. ``shared_out``: the pieces are, before
    the first is placed, or hands are open. A piece is ``called`` by a word or two in whatever is said.
    """

    title: str
    rules: tuple[Said, ...]
    fewest: int = 2
    most: int = 4
    usual: tuple[str, ...] = ("Ann", "Bob")

    header: Callable[[tuple[str, ...], Choices, PieceSet], Header]
    options: frozenset[str] = frozenset()
    shared_out: bool = False

    called: Callable[[Piece], Said] = the_piece
    other_titles: Mapping[str, str] = field(default_factory=dict)
