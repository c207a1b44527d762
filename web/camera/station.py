"""Where a game is watched from, as people choose it: a camera, a recording, the simulated table, or by hand alone."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from referee.match import Match
from referee.piece import PieceSet
from referee.said import Said
from vision.frame import Frame
from vision.kind import KINDS
from vision.live.eyes import watcher_for
from vision.pictures.abreast import BETWEEN, MIXED, Opener, opened, words_of
from web.camera.cameras import open_or_name_cameras
from web.camera.claims import CameraClaims, device
from web.camera.eyes import HANGS, Eye, Frames, Optics, Remembering
from web.camera.phone import ASLEEP, PHONE, PHONE_HANGS, Phone
from web.camera.profiles import KnownCamera
from web.errors import InputError
from web.games.demo import usual_players
from web.record.store import StoredMatch, is_demo

HAND = "none"
"""The word for no source at all: every placement is entered on the page."""
ASLEEP_VIEW = "asleep"
"""What is seen of a source that is not opened before somebody chooses it."""
DEMO = "demo"
PREVIEWED_S = 0.7
"""So many seconds of a recording are looked at before a match begins: enough to find the board."""
PHONE_RETRY_S = (0.2,)
"""A phone is waited for, not tried: it is looked for again at once."""
BESIDE_PHONE_RETRY_S = (1.0,)
"""With a camera beside it, which is tried, not so often."""
READY = Said("Ready: it will be played from its beginning when the match begins.")

OpticsFor = Callable[[Match | None], Optics | None]
Wishes = Callable[..., Any]
GoesOn = Callable[[StoredMatch], bool]


def is_of_people(stored: StoredMatch) -> bool:
    """Whether a match is none of the demo's, which can be gone on with before the simulated table only."""
    return not is_demo(stored.source)


@dataclass(frozen=True, slots=True)
class Station:
    """A source as it was chosen. ``kind`` is camera, recording, demo or none; ``optics`` gives who looks, for the match
    on the table, None by hand. ``anew``: it is opened anew for every match, and before one only shown. ``wishes`` makes
    the header of a match where the source decides what is played. ``goes_on`` tells whether a match on disk can be gone
    on with there. ``asleep`` says of a source that is not opened before somebody chooses it what it waits for."""

    source: str
    kind: str
    optics: OpticsFor
    anew: bool = False
    wishes: Wishes | None = None
    goes_on: GoesOn = is_of_people
    asleep: str = ""


def kind_of(source: str) -> str:
    """What kind of source a word names, without opening it; of several abreast they are of the first one's kind."""
    source = words_of(source)[0]
    if source in (HAND, DEMO):
        return source
    live = source == PHONE or re.fullmatch(r"\d{1,4}", source) or source.startswith("/dev/") or "://" in source
    return "camera" if live else "recording"


class Stations:
    """Makes stations of one game for whatever is chosen on the page of a table, each of which has a phone of its own.
    ``claims`` says which cameras the other tables have."""

    def __init__(self, piece_set: PieceSet, config: Path, table: int = 1, claims: CameraClaims | None = None) -> None:
        self._piece_set, self._config, self._table = piece_set, config, table
        self._claims = claims or CameraClaims()
        self.phone = Phone(config, table)

    def at(self, source: str) -> Station:
        """The station for a word as in ``--source``, or ``none``.

        Raises:
            InputError: it names nothing, more than there are boards, or a camera of another table.
        """
        kind, words = kind_of(source), words_of(source)
        if not all(words):
            raise InputError(Said("choose a camera, or give an address, a file or a folder"))
        check_abreast(words, self._piece_set)
        if kind == HAND:
            return Station(HAND, HAND, lambda _: None)
        if kind == DEMO:
            return self._demo()
        if kind == "camera":
            self._claims.take([word for word in words if word != PHONE], self._table)
        openers = [self._opener(word) for word in words]
        first = words.index(PHONE) if PHONE in words else 0  # while it is waited for no camera is opened in vain
        retry_s = () if PHONE not in words else PHONE_RETRY_S if words == (PHONE,) else BESIDE_PHONE_RETRY_S
        hangs = PHONE_HANGS if words == (PHONE,) else HANGS
        optics = Optics(source, partial(opened, openers, first), self._eye, retry_s=retry_s, hangs_words=hangs)
        if kind == "camera":
            return Station(source, kind, lambda _: optics)
        return Station(source, kind, lambda match: optics if match else previewed(optics), anew=True)

    def remembered(self, source: str) -> Station:
        """The station for what was chosen some other day. A phone is let in only once somebody chooses it anew: its
        page is open to the network. Of more cameras than this game has boards the first ones are taken."""
        source = self.fitting(source)
        return sleeping(source, ASLEEP) if PHONE in words_of(source) else self.at(source)

    def fitting(self, source: str) -> str:
        """As much of what was chosen for another game as this one has boards for."""
        if kind_of(source) != "camera":
            return source
        return BETWEEN.join(words_of(source)[: KINDS[self._piece_set.game].boards])

    def keep(self, *sources: str) -> None:
        """Lets go of all cameras but these: other tables may have them."""
        self._claims.keep([word for source in sources for word in words_of(source)], self._table)

    def taken(self, camera: str) -> int | None:
        """Which other table has a camera; None if none has."""
        holder = self._claims.holder(camera)
        return None if holder == self._table else holder

    def _opener(self, word: str) -> Opener:
        return self.phone.open if word == PHONE else partial(open_or_name_cameras, word)

    def _demo(self) -> Station:
        from web.camera.programme import Programme  # noqa: PLC0415 - it draws pictures, which no other source does

        return demo_station(
            Programme(self._piece_set, usual_players(self._piece_set.game), seed=self._table, speed=1.0, begun=False)
        )

    def _eye(self, frames: Frames) -> Eye:
        """What looks at a source: of a live camera that has a name it remembers what it has learnt."""
        if not (frames.live and frames.name):
            return watcher_for(self._piece_set)
        return Remembering(partial(watcher_for, self._piece_set), KnownCamera(self._config, frames.name))


def check_abreast(words: tuple[str, ...], piece_set: PieceSet) -> None:
    """Whether a game can be seen through so many sources at once.

    Raises:
        InputError: it cannot; what to choose instead.
    """
    if len(words) == 1:
        return
    if len(words) > KINDS[piece_set.game].boards:
        raise InputError(Said("more cameras than {game} has boards: name fewer, or another game", game=piece_set.game))
    if {kind_of(word) for word in words} not in ({"camera"}, {"recording"}):
        raise InputError(MIXED)
    if len({device(word) for word in words}) < len(words):
        raise InputError(Said("one camera is named twice: each quilt needs one of its own"))


def sleeping(source: str, why: str) -> Station:
    """A source that is not opened before somebody chooses it, and what is said of it till then."""
    return Station(source, kind_of(source), lambda _: None, asleep=why)


def demo_station(programme: Any) -> Station:
    """The simulated table, which plays its own games."""

    def optics(match: Match | None) -> Optics:
        film: Optics = programme.optics(match)
        return film if match else previewed(film)

    return Station(DEMO, DEMO, optics, anew=True, wishes=programme.next, goes_on=programme.takes_up)


def previewed(optics: Optics) -> Optics:
    """The first few pictures of a recording, to see whether the board is in them."""
    return Optics(optics.name, lambda: Beginning(optics.open()), optics.eye, paced=True, end_words=READY)


class Beginning:
    """The first pictures of a source, which is closed with it."""

    live = False

    def __init__(self, whole: Frames) -> None:
        self._whole, self.name = whole, whole.name

    def __iter__(self) -> Iterator[Frame]:
        return takewhile(lambda frame: frame.t_s < PREVIEWED_S, iter(self._whole))

    def __enter__(self) -> "Beginning":
        self._whole.__enter__()
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any, /) -> None:
        self._whole.__exit__(kind, error, trace)
