"""Two cameras abreast, each above a board of its own: their pictures are told as one.

A source may name several, from left to right, as in ``0 + 2``.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace

import numpy as np

from referee.said import Said
from vision.errors import SourceError
from vision.frame import Frame, Picture
from vision.pictures.source import Source

BETWEEN = " + "
MIXED = Said("a camera and a recording cannot be used together")
SAME_S = 0.001
"""Times of recordings that are no farther apart are the same."""

Opener = Callable[[], Source]


def words_of(source: str) -> tuple[str, ...]:
    """The words for the single sources that a word names, from left to right."""
    return (source,) if os.path.lexists(source) else tuple(word.strip() for word in source.split(BETWEEN))


def opened(openers: Sequence[Opener], first: int = 0) -> Source:
    """Opens a source, or several abreast, of which one is opened ``first``.

    Raises:
        SourceError: one of them cannot be opened, or recordings and cameras are mixed.
    """
    return openers[0]() if len(openers) == 1 else Abreast(openers, first)


class Abreast(Source):
    """Pictures of several sources side by side, ``parts`` of a frame: of cameras the newest of each, of recordings what
    they show at one time, until the shortest ends. Number, time and length are those of the leftmost. Together they
    have no name: what is learnt under one is of a single camera."""

    def __init__(self, openers: Sequence[Opener], first: int = 0) -> None:
        with ExitStack() as opening:
            numbers = sorted(range(len(openers)), key=lambda number: number != first)
            there = {number: opening.enter_context(openers[number]()) for number in numbers}
            self._sources = [there[number] for number in range(len(openers))]
            if len({source.live for source in self._sources}) > 1:
                raise SourceError(MIXED)
            self._open = opening.pop_all()
        self.live = self._sources[0].live
        self.length = self._sources[0].length

    def __iter__(self) -> Iterator[Frame]:
        for parts in zip(*self._sources, strict=False) if self.live else self._in_time():
            bgr = joined([part.bgr for part in parts])
            yield replace(parts[0], bgr=bgr, parts=parts, alone=all(part.alone for part in parts))

    def _in_time(self) -> Iterator[tuple[Frame, ...]]:
        leftmost, *others = (iter(source) for source in self._sources)
        beside = [_Beside(frames) for frames in others]
        for frame in leftmost:
            parts = [one.at(frame.t_s) for one in beside]
            if None in parts:
                return
            yield frame, *(part for part in parts if part is not None)

    def close(self) -> None:
        self._open.close()


class _Beside:
    """A recording that is followed in the time of another."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames
        self._now = self._next = next(frames, None)

    def at(self, t_s: float) -> Frame | None:
        """What it shows at that time; None once it has ended."""
        while self._next is not None and self._next.t_s <= t_s + SAME_S:
            self._now, self._next = self._next, next(self._frames, None)
        ended = self._next is None and (self._now is None or self._now.t_s < t_s - SAME_S)
        return None if ended else self._now


def joined(parts: Sequence[Picture]) -> Picture:
    """Pictures side by side in one, those that are lower than others black below."""
    tall = max(len(part) for part in parts)
    return np.concatenate([np.pad(part, ((0, tall - len(part)), (0, 0), (0, 0))) for part in parts], axis=1)
