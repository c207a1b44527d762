"""A match of any game as it may be shown: boards, people, hands and what lies, in plain values for JSON.

The page and the pictures to keep are both drawn from this, so that they cannot differ.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.polyomino import Cells


@dataclass(frozen=True, slots=True)
class PieceScene:
    """A piece of the set: its shape, paint and label; ``striped`` pieces have stripes instead of paint."""

    name: str
    cells: Cells
    label: str
    paint: str
    striped: bool = False
    printed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LyingScene:
    """A piece on cells of a board. ``fixed`` ones were there from the beginning."""

    piece: str
    player: str
    cells: Cells
    label: str
    paint: str
    striped: bool = False
    colour: str = ""
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A board; ``owner`` where every player has one. ``starts`` are squares to begin on, with their colour."""

    rows: int
    cols: int
    lying: tuple[LyingScene, ...]
    owner: str = ""
    starts: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class HandScene:
    """The pieces that a player may still place, all of one colour where there are colours."""

    pieces: tuple[str, ...]
    blocked: bool
    colour: str = ""
    paint: str = ""
    turn: bool = False


@dataclass(frozen=True, slots=True)
class SeatScene:
    """A player, ``called`` so in words, or the colour that three share, which has no ``name`` and no ``score``.
    ``counted`` is empty where nobody knows how they stand. ``facts`` are numbers of this game."""

    name: str
    called: str
    turn: bool
    winner: bool
    hands: tuple[HandScene, ...] = ()
    score: int | None = None
    counted: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TimeScene:
    """The time board and the circle of patches of Patchwork, from just after the neutral token."""

    last: int
    income: tuple[int, ...]
    leather: tuple[int, ...]
    on_top: str
    leather_owed: int
    circle: tuple[str, ...]
    reach: int
    bonus: str


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything to be seen of a match at one moment. A ``puzzle`` is only solved; ``time`` is there where pieces are
    patches, bought from a circle."""

    game: str
    title: str
    phase: str
    to_move: str
    colour: str
    ply: int
    headline: str
    sentence: str
    two_sided: bool
    puzzle: bool
    boards: tuple[BoardScene, ...]
    seats: tuple[SeatScene, ...]
    open_hand: tuple[str, ...]
    pieces: Mapping[str, PieceScene]
    time: TimeScene | None
