"""How the tables of a hall stand, in a few words each."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from referee.said import Said
from vision.pictures.abreast import words_of
from vision.pictures.address import host_of
from web.camera.phone import PHONE
from web.camera.station import DEMO, HAND, kind_of
from web.hall.hall import FIRST
from web.hall.table import Table
from web.shown.phone_said import said
from web.shown.snapshot import MatchShown, Snapshot
from web.telling import words

SOURCES: Mapping[str, Said] = {
    DEMO: Said("Simulated table"),
    HAND: Said("By hand, without a camera"),
    PHONE: Said("A phone"),
}
FINE = frozenset({"settled", "moving", "occluded", "waiting", "ended", "none"})
"""What may be said of a camera with which nothing is wrong."""


@dataclass(frozen=True, slots=True)
class PersonShown:
    """A player, and how they stand: by points or the squares in hand, empty where hands are open or not drafted yet."""

    name: str
    turn: bool
    blocked: bool
    winner: bool
    counted: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table: what is said there, what is wrong, and what is to be seen of it. ``board`` tells pictures of its board
    apart; it is empty where no match has begun. ``source``: where it is watched from, of each quilt if each has a
    camera. ``closes``: it may be closed; ``unfinished``: a match would be cut short by that."""

    number: int
    headline: str
    words: str
    alarm: str
    tone: str
    camera: str
    blind: bool
    source: tuple[str, ...]
    people: tuple[PersonShown, ...]
    board: str
    closes: bool
    unfinished: bool


def tables_shown(tables: Mapping[int, Table]) -> tuple[TableShown, ...]:
    """All tables, in the order of their numbers."""
    return tuple(table_shown(number, table.snapshot) for number, table in tables.items())


def table_shown(number: int, snapshot: Snapshot) -> TableShown:
    """A table as it stands."""
    told, match, camera = said(snapshot), snapshot.match, snapshot.camera
    return TableShown(
        number=number,
        headline=told["headline"],
        words=told["words"],
        alarm=told["alarm"],
        tone=told["tone"],
        camera=camera.words,
        blind=camera.view not in FINE,
        source=tuple(map(_source, words_of(camera.source))),
        people=_people(match) if match else (),
        board=f"{match.id}-{match.length}" if match else "",
        closes=number != FIRST,
        unfinished=match is not None and match.outcome is None,
    )


def _people(match: MatchShown) -> tuple[PersonShown, ...]:
    known = not match.open_hands and match.phase != "draft"
    winners = match.outcome.winners if match.outcome else ()
    return tuple(
        PersonShown(
            name=player.called,
            turn=player.name == match.to_move,
            blocked=player.blocked and not match.outcome,
            winner=player.name in winners,
            counted=player.counted or (words.squares_left(player.squares_left) if known else ""),
        )
        for player in match.players
    )


def _source(word: str) -> str:
    """Where a table is watched from; of an address the host alone, as the rest may hold a password, and of a file its
    name."""
    if word.partition(":")[0] in SOURCES:
        return SOURCES[word.partition(":")[0]]
    if "://" in word:
        return host_of(word)
    if kind_of(word) == "recording":
        return PurePath(word).name
    return Said("Camera {name}", name=word.removeprefix("/dev/"))
