"""What the shell must know of a game besides its rules: how it is told, set up and shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.match import Match
from referee.piece import Piece, PieceSet
from referee.record import Header
from referee.said import Said
from vision.sighting import Sighting
from web.result import Json, Told
from web.script import Script

Choices = Mapping[str, Any]
OTHER = "#8a8f98"
"""The paint of a piece where no other is known: a CSS colour, sRGB."""
POINTS, SQUARES_LEFT = "points", "squares left"


def the_piece(piece: Piece) -> Said:
    """What people call a piece, where its name says it all."""
    return Said("the {piece}", piece=piece.name)


def unpainted(_: Piece) -> str:
    """Nothing is known of the paints on the box."""
    return OTHER


def thick(_seed: int, _piece_set: PieceSet) -> dict[str, Any]:
    """Wooden pieces."""
    return {"piece_height": 0.55}


def as_usual(_: Match) -> None:
    """Nothing special is said of a match."""


def no_result(_piece_set: PieceSet, _told: Told, _boards: Sequence[Sighting]) -> Json:
    """A photo does not tell who has won."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """One game as people meet it. What is usual need not be said.

    The ``title`` is that on its box, the same everywhere unless it is marked as said; ``other_titles`` are those of
    boards of another size, by what the header says under ``board``. The ``rules`` are for people who sit down to play,
    a paragraph each. From ``fewest`` to ``most`` may play, named in the order that ``seating`` asks for; ``usual`` are
    those who do where nobody has been named.

    ``header`` makes the header of a match of what was chosen; which choices fit together the game says. ``options`` are
    those that may be chosen of a match before a camera, besides hands and seed. ``shared_out``: the pieces are, before
    the first is placed, or hands are open. A piece is ``called`` by a word or two in whatever is said.

    ``paint`` is the one that a piece has on the box, which before a camera is shown before the piece has been seen,
    unless it is ``unseen_bare``. What stands on a piece is its id, or its name where it is ``marked_by_name``.

    What the scores are says ``counts``; the fewest or else the most win, unless it is a ``puzzle``, which is only
    solved. Whoever can place nothing is blocked, if anybody ``blocks``. Why who won has won is said in the terminal by
    ``decided_by``, after the word of the outcome, and after a ``tie`` on the page, of the header, the winners and the
    others; ``result`` tells both from a photo. Of a match ``beginning``, ``headline``, ``hint`` and ``ending`` say what
    only this game has to say: as it begins, whose turn it is and for what, what to do first, how it was decided.

    A game can be followed through a camera, and read from a photo, once there is a ``script`` by which the demo plays
    it, from its beginning and with a slip; ``simulated`` is what then is special about the table of a seed. What draws
    is imported only within these two, for the page does without.
    """

    title: str
    rules: tuple[Said, ...]
    fewest: int = 2
    most: int = 4
    seating: Said
    usual: tuple[str, ...] = ("Ann", "Bob")

    header: Callable[[tuple[str, ...], Choices, PieceSet], Header]
    options: frozenset[str] = frozenset()
    shared_out: bool = False

    called: Callable[[Piece], Said] = the_piece
    other_titles: Mapping[str, str] = field(default_factory=dict)

    paint: Callable[[Piece], str] = unpainted
    unseen_bare: bool = False
    marked_by_name: bool = False

    counts: str = POINTS
    fewest_win: bool = False
    puzzle: bool = False
    blocks: bool = True
    decided_by: Mapping[str, str] = field(default_factory=dict)
    tie: Callable[[Header, str, str], Said] | None = None
    result: Callable[[PieceSet, Told, Sequence[Sighting]], Json] = no_result

    beginning: Callable[[Match], Said | None] = as_usual
    headline: Callable[[Match], Said | None] = as_usual
    hint: Callable[[Match], Said | None] = as_usual
    ending: Callable[[Match], Said | None] = as_usual

    script: Callable[[Match, Random], Script] | None = None
    simulated: Callable[[int, PieceSet], dict[str, Any]] = thick
