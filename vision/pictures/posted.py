"""A camera elsewhere, whose pictures are handed over one by one: the newest is looked at, the others are counted."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Condition

from vision.errors import SourceError
from vision.frame import Frame, Picture
from vision.pictures.source import PATIENCE_S, Source

REPEAT_S, REPEAT_LATER_S, SOON_S = 0.3, 1.0, 4.0
"""A single photo is looked at again and again, as a camera at rest would show it: so often, and later so often."""


@dataclass(frozen=True, slots=True, eq=False)
class Post:
    """A picture, its number and when it came. ``alone``: a single photo, which holds until the next one comes."""

    bgr: Picture
    number: int
    at_s: float
    alone: bool


class Posted:
    """The slot between those who hand pictures over and the one who looks. ``clock`` is monotonic, in seconds."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self._clock = clock
        self._changed = Condition()
        self._newest: Post | None = None
        self.ended = False

    def end(self) -> None:
        """Nothing more will come; whoever waits is let go."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def put(self, bgr: Picture, *, alone: bool = False) -> None:
        """Hands a picture over."""
        with self._changed:
            number = self._newest.number + 1 if self._newest else 1
            self._newest = Post(bgr, number, self._clock(), alone)
            self._changed.notify_all()

    def newer(self, number: int, timeout_s: float) -> Post | None:
        """The newest picture if its number is higher, waited for; None if none comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self.ended or self._has_newer(number), timeout_s)
            return self._newest if self._has_newer(number) else None

    def _has_newer(self, number: int) -> bool:
        return self._newest is not None and self._newest.number > number

    @property
    def is_on(self) -> bool:
        """Whether pictures come: one has come lately, or a single photo holds."""
        newest = self._newest
        return newest is not None and (newest.alone or self._clock() - newest.at_s < PATIENCE_S)

    def age_s(self, post: Post) -> float:
        return self._clock() - post.at_s


class PostedSource(Source):
    """Looks at what is handed over.

    Raises:
        SourceError: nothing has come, or nothing comes any more; ``absent`` says in words what to do.
    """

    live = True

    def __init__(self, posted: Posted, absent: str, timeout_s: float = 1.0) -> None:
        self.name = posted.name
        self._posted, self._absent = posted, absent
        if not posted.is_on:
            last = posted.newer(0, 0)
            if posted.newer(last.number if last else 0, timeout_s) is None:
                raise SourceError(absent)

    def __iter__(self) -> Iterator[Frame]:
        began_s, index, post = time.monotonic(), 0, self._next(None)
        while True:
            index += 1
            yield Frame(post.bgr, index, time.monotonic() - began_s, alone=post.alone)
            after = self._next(post)
            index += max(0, after.number - post.number - 1)
            post = after

    def _next(self, post: Post | None) -> Post:
        """The next picture to look at: a newer one, or the same photo once more."""
        if post is None or not post.alone:
            newer = self._posted.newer(post.number if post else 0, PATIENCE_S)
            if newer is None:
                raise SourceError(self._absent)
            return newer
        pause_s = REPEAT_S if self._posted.age_s(post) < SOON_S else REPEAT_LATER_S
        newer = self._posted.newer(post.number, pause_s)
        if newer is None and self._posted.ended:
            raise SourceError(self._absent)
        return newer or post
