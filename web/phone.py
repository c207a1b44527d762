"""A phone as the camera: its secret address, and the pictures that it sends."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from threading import Lock

from vision.posted import Posted, PostedSource
from vision.upload import UploadError, unpacked
from web.addresses import bracketed, outward_address
from web.errors import InputError

PHONE = "phone"
"""The word for it as a source."""
ABSENT = "no pictures come from the phone: open its page by the code, and keep the screen on"

__all__ = ["ABSENT", "PHONE", "Invitation", "Phone", "UploadError"]


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
    its page, and is set by whoever serves."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(12)
        self.open_door: Callable[[], Ports] | None = None
        self._posted = Posted(PHONE)
        self._unpacking = Lock()

    def knows(self, token: str) -> bool:
        """Whether this is the token, told in constant time."""
        return compare_digest(token.encode(), self.token.encode())

    def send(self, octets: bytes, *, alone: bool) -> None:
        """A picture has come; ``alone`` if it is a single photo. One is unpacked at a time.

        Raises:
            UploadError: it is no picture, or too large a one.
        """
        with self._unpacking:
            bgr = unpacked(octets)
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
            raise InputError("a phone cannot be the camera of this table")
        ports, host = self.open_door(), bracketed(outward_address() or "127.0.0.1")
        path = f"/phone/{self.token}"
        return Invitation(f"http://{host}:{ports.plain}{path}", f"https://{host}:{ports.secure}{path}")
