"""What the shell must know of a game besides its rules: how it is told, set up and shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.match import Match
from referee.move import Move
from referee.piece import Piece, PieceSet
from referee.record import Header
from referee.said import Said
from vision.sighting import Sighting
from web.games.result import Json, Told
from web.scripts.script import Script

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


def anywhere(match: Match) -> Said | None:
    """That any piece may be placed on any free squares, while that is so."""
    return Said("Place any piece on free squares of the board.") if match.position.phase == "placing" else None


def no_facts(_match: Match, _player: str) -> Mapping[str, int]:
    """There is nothing to tell of a player but the score."""
    return {}


def as_usually_told(_move: Move, _before: Match, _after: Match) -> None:
    """A move is told as in every game."""


def nothing_besides(_before: Match, _after: Match) -> None:
    """Nothing else comes of a move."""


def no_result(_piece_set: PieceSet, _told: Told, _boards: Sequence[Sighting]) -> Json:
    """A photo does not tell who has won."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """One game as people meet it. What is usual need not be said.

    Who plays what: the ``title`` is that on its box, the same everywhere unless it is marked as said; ``other_titles``
    are those of boards of another size, by what the header says under ``board``. The ``rules`` are for people who sit
    down to play, a paragraph each. From ``fewest`` to ``most`` may play, named in the order that ``seating`` asks for;
    ``usual`` are those who do where nobody has been named.

    How a match begins: ``header`` makes its header of what was chosen; which choices fit together the rules say.
    ``options`` are those that may be chosen of a match before a camera, besides hands and seed; what is ``laid_anew``
    is another one in the next match, though people agree on the same. Where the pieces are
    ``shared_out`` before the first is placed, people draft them, are dealt them or play with open hands. Where they are
    patches in a ``circle``, they are in nobody's hand, but bought for buttons and for time. People have ``own_boards``
    or one for all.

    What pieces are like: a piece is ``called`` so in sentences, and on the box it has this ``paint``. Before a camera
    that is shown until the piece has been seen, unless pieces are ``unseen_bare``. On it stands its id, or its name
    where pieces are ``marked_by_name``.

    How it goes and ends: scores are what ``counts`` says, and the most win, or the ``fewest_win``; a ``puzzle`` is
    only solved, and what lies may be taken up again. Whoever can place nothing is blocked, unless nothing ``blocks``,
    as there is always something else to do. ``beginning``, ``headline``, ``hint`` and ``ending`` say of a match what
    only this game has to say: as it begins, whose turn it is and for what, what is to be done first, and how it was
    decided. ``facts`` are what else there is to know of a player, numbers by name. A move that is neither drafting nor
    placing is ``retold``, and what came of any move ``besides``, with the match before it and after it. Of a tie that
    was broken, ``tie`` says why, of the header, the winners and the others; ``decided_by`` says in the terminal why
    who won has won, by the word of the outcome. ``result`` tells from photos of the end, and what people add, who has
    won.

    Before a camera: a game can be followed, and read from a photo, once there is a ``script`` by which the demo plays
    it, from its beginning and with a slip; ``simulated`` is what is special about the table of a seed then. What these
    two need to draw and to think is imported within them, for pages and records do without.
    """

    title: str
    rules: tuple[Said, ...]
    fewest: int = 2
    most: int = 4
    seating: Said
    usual: tuple[str, ...] = ("Ann", "Bob")

    header: Callable[[tuple[str, ...], Choices, PieceSet], Header]
    options: frozenset[str] = frozenset()
    laid_anew: frozenset[str] = frozenset()
    shared_out: bool = False
    circle: bool = False
    own_boards: bool = False

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
    facts: Callable[[Match, str], Mapping[str, int]] = no_facts
    retold: Callable[[Move, Match, Match], Said | None] = as_usually_told
    besides: Callable[[Match, Match], Said | None] = nothing_besides

    script: Callable[[Match, Random], Script] | None = None
    simulated: Callable[[int, PieceSet], dict[str, Any]] = thick
