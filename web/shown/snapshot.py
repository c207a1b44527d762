"""Everything the page may show, as one immutable value with a serial number."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from referee.polyomino import Cells
from referee.said import Said
from vision.sighting import Corners
from web.languages import DEFAULT, told
from web.shown.scene import TimeScene

WAITING = Said("Waiting for the camera")


@dataclass(frozen=True, slots=True)
class GameShown:
    """The game on the table and its board; for how many it is at most, the cards it may begin with, and whether pieces
    may be turned over. Of two boards that are shown as one the second begins ``apart`` columns after the first."""

    name: str
    title: str
    rows: int
    cols: int
    seats: int = 4
    cards: tuple[int, ...] = ()
    two_sided: bool = True
    apart: int = 0


@dataclass(frozen=True, slots=True)
class TopShown:
    """Which picture of a striped piece there is, and the cells it shows."""

    number: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class PieceShown:
    """A piece of the set; ``paint`` is a CSS colour if the camera has told it or it is known, ``top`` where it lay when
    a picture of its stripes was taken, with the number of that picture. ``label`` stands on it; ``colour`` is that of
    its player, where pieces have one; ``printed`` are the numbers on it."""

    kind: str
    name: str
    cells: Cells
    paint: str | None = None
    top: TopShown | None = None
    label: str = ""
    colour: str = ""
    printed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ColourShown:
    """A colour that somebody plays, with its paint; whether it is its turn, and whether it can place nothing."""

    name: str
    paint: str
    turn: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player, ``called`` so in words, with the pieces in hand and those placed already, of all ``colours`` where
    pieces have some; ``counted`` says what they are worth where that is not the squares left. A colour that people
    share stands for its players. ``facts`` are what a player of Patchwork has besides: buttons, income, place on the
    time board."""

    name: str
    called: str
    hand: tuple[str, ...]
    used: tuple[str, ...]
    squares_left: int
    blocked: bool
    colours: tuple[ColourShown, ...] = ()
    counted: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece on cells, and who placed it."""

    piece: str
    player: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class TroubleShown:
    """What is wrong on the table, on which cells, in words. ``kind`` is as in ``Problem``, or ``illegal``: then
    ``codes`` are those of the rules that were broken."""

    kind: str
    piece: str | None
    cells: Cells
    sentence: str
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible explanation of what is not certain."""

    pieces: tuple[Lying, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """What the referee cannot tell and asks, and the cells concerned."""

    reason: str
    cells: Cells
    alternatives: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """Who has won, and why."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    decided_by: str
    headline: str
    sentence: str


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match as it stands. ``length`` is the number of lines of its record: a page names it when it acts. ``drafted``
    says whether the hands come from a draft, and ``rules`` what was agreed besides. ``colour`` is the one to move and
    ``shared`` the one that nobody owns, where there are colours; ``dead_end`` says that it cannot be completed any
    more, ``to_clear`` what is to be taken away first. Of Patchwork ``time`` is the time board with the circle, and
    ``fitting`` in how many places the patches in reach fit."""

    id: int
    length: int
    phase: str
    to_move: str | None
    open_hands: bool
    drafted: bool
    rules: Mapping[str, Any]
    players: tuple[PlayerShown, ...]
    lying: tuple[Lying, ...]
    said: str
    hint: str
    troubles: tuple[TroubleShown, ...]
    question: Question | None
    can_undo: bool
    outcome: Ending | None
    headline: str = ""
    colour: str = ""
    shared: PlayerShown | None = None
    dead_end: str = ""
    to_clear: str = ""
    time: TimeScene | None = None
    fitting: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Aloud:
    """What is to be heard of a match, one sentence each; what there is nothing to say of is empty."""

    turn: str = ""
    blocked: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    question: str = ""
    ending: str = ""


@dataclass(frozen=True, slots=True)
class CameraShown:
    """What the camera sees: ``view`` as in ``vision.look.View``, or waiting, no_camera, asleep, late, slow, frozen,
    ended, fault or none; and in words. ``picture`` counts the pictures; ``source`` and ``kind`` are as in ``Station``;
    ``corners`` are those of the board, if it was found, in pixels of a picture of ``size`` (width, height)."""

    view: str = "waiting"
    words: str = WAITING
    picture: int = 0
    source: str = ""
    kind: str = ""
    corners: Corners = ()
    size: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Snapshot:
    """Everything the page may show. ``serial`` grows with every change; ``news`` is the serial number with which more
    than the picture changed last; ``notice`` is a lasting warning in words; ``table`` is the number of the table where
    there are several, else 0. ``tried`` is a camera that is looked through at the set-up while a match goes on."""

    serial: int
    game: GameShown
    pieces: Mapping[str, PieceShown]
    camera: CameraShown
    tried: CameraShown | None = None
    match: MatchShown | None = None
    paused: bool = False
    notice: str = ""
    aloud: Aloud = Aloud()
    table: int = 0

    news: int = field(default=1, repr=False, compare=False)
    _texts: dict[tuple[str, bool], str] = field(default_factory=dict, init=False, repr=False, compare=False)
    _writing: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def pictured_as(self, before: "Snapshot") -> "Snapshot":
        """The same with as many pictures as there were before."""
        tried = self.tried and before.tried and replace(self.tried, picture=before.tried.picture)
        return replace(self, camera=replace(self.camera, picture=before.camera.picture), tried=tried or self.tried)

    def text(self, language: str = DEFAULT, *, with_source: bool = True) -> str:
        """The snapshot as JSON text in a language, made once for all viewers who read that. Where the camera is found
        is for the host alone: an address may hold a password."""
        key = (language, with_source)
        with self._writing:  # all viewers ask at the same moment
            if key not in self._texts:
                shown = self if with_source else replace(self, camera=replace(self.camera, source=""), tried=None)
                self._texts[key] = json.dumps(told(shown, language), separators=(",", ":"))
            return self._texts[key]
