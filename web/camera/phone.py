"""A phone as the camera: its secret address, and the pictures that it sends."""

import re
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hmac import compare_digest
from pathlib import Path
from threading import Lock

from referee.said import Said
from vision.pictures.posted import Posted, PostedSource
from vision.pictures.upload import UploadError, unpacked
from web.clock import utc_now
from web.doors.addresses import bracketed, outward_address
from web.errors import InputError
from web.kept import keep

PHONE = "phone"
"""The word for it as a source."""
ABSENT = Said("no pictures come from the phone: open its page by the code, and keep the screen on")
ASLEEP = Said("The phone was the camera last time. It is not connected yet.")
TOKEN_LASTS_S = 12 * 3600
"""So long a phone that was the camera finds its way back, when Polyref has been started anew meanwhile."""

PHONE_HANGS = Said("the phone's picture stands still: stop its camera, and start it again")
TAKEN_OVER = Said("Another phone is the camera now. Start this one again if it is to be this one.")
MOST_FILMS = 50
"""The names of so many films are remembered."""

__all__ = ["ABSENT", "ASLEEP", "PHONE", "PHONE_HANGS", "Invitation", "OtherPhoneError", "Phone", "UploadError"]


class OtherPhoneError(Exception):
    """Another phone has become the camera since; one sentence that says so."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the phone's page is served, over HTTPS and over plain HTTP."""

    secure: int
    plain: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """The addresses to open on the phone: the plain one explains the warning that the secure one brings."""

    plain: str
    secure: str


class Phone:
    """One phone at most is the camera of a table; whoever knows the ``token`` may send pictures. ``open_door`` serves
    its page, and is set by whoever serves. The token of an evening is kept in a file of ``folder``, if one is given.
    What is learnt of the phones of several tables is kept apart."""

    _unpacking = Lock()  # of all phones together: what pictures may cost is promised of the whole program

    def __init__(self, folder: Path | None = None, table: int = 1) -> None:
        number = f"-{table}" if table > 1 else ""
        self.token = _token(folder / f"phone-token{number}") if folder else _new_token()
        self.open_door: Callable[[], Ports] | None = None
        self._posted = Posted(f"{PHONE}{number}")
        self._films: deque[str] = deque(maxlen=MOST_FILMS)

    def knows(self, token: str) -> bool:
        """Whether this is the token, told in constant time."""
        return compare_digest(token.encode(), self.token.encode())

    def send(self, octets: bytes, *, alone: bool = False, film: str = "") -> None:
        """A picture has come; ``alone`` if it is a single photo, else of a ``film``, which has a name of its own. One
        is unpacked at a time, from all phones together.

        Raises:
            OtherPhoneError: another film has begun since this one did.
            UploadError: it is no picture, or too large a one.
        """
        with self._unpacking:
            if film in list(self._films)[:-1]:
                raise OtherPhoneError(TAKEN_OVER)
            bgr = unpacked(octets)
            if film and film not in self._films:  # two that film from two sides would be one camera that jumps
                self._films.append(film)
        self._posted.put(bgr, alone=alone)

    def open(self) -> PostedSource:
        """What it sends, as a source.

        Raises:
            SourceError: it sends nothing.
            InputError: its page cannot be served.
        """
        if self.open_door is not None:
            self.open_door()
        return PostedSource(self._posted, ABSENT)

    def wait(self, timeout_s: float) -> bool:
        """Waits until pictures come from it; whether they do."""
        return self.is_on or self._posted.newer(0, timeout_s) is not None

    def end(self) -> None:
        """Nothing more is taken from it; whoever waits for its next picture is let go."""
        self._posted.end()

    @property
    def is_on(self) -> bool:
        """Whether pictures come from it."""
        return self._posted.is_on

    def invitation(self) -> Invitation:
        """Where to find its page; from now on it is served.

        Raises:
            InputError: it cannot be served.
        """
        if self.open_door is None:
            raise InputError(Said("a phone cannot be the camera of this table"))
        ports, host = self.open_door(), bracketed(outward_address() or "127.0.0.1")
        path = f"/phone/{self.token}"
        return Invitation(f"http://{host}:{ports.plain}{path}", f"https://{host}:{ports.secure}{path}")


def _token(path: Path) -> str:
    """The token in a file if it is not too old; else a new one, kept there for the user alone if that can be done."""
    with suppress(OSError, UnicodeDecodeError):
        kept = path.read_text(encoding="ascii")
        if re.fullmatch(r"[\w-]{16}", kept) and abs(utc_now().timestamp() - path.stat().st_mtime) < TOKEN_LASTS_S:
            return kept
    token = _new_token()
    with suppress(OSError):
        keep(path, token, mode=0o600)
    return token


def _new_token() -> str:
    return secrets.token_urlsafe(12)
