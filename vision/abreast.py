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
from vision.source import Source

BETWEEN = " + "
MIXED = Said("only cameras, or only recordings, can be looked through together")

Opener = Callable[[], Source]


def words_of(source: str) -> tuple[str, ...]:
    """The words for the single sources that a word names, from left to right."""
    return (source,) if os.path.lexists(source) else tuple(word.strip() for word in source.split(BETWEEN))


def opened(openers: Sequence[Opener]) -> Source:
    """Opens a source, or several abreast.

    Raises:
        SourceError: one of them cannot be opened, or recordings and cameras are mixed.
    """
    return openers[0]() if len(openers) == 1 else Abreast(openers)


class Abreast(Source):
    """Pictures of several sources side by side, ``parts`` of a frame; those of recordings that belong together by their
    number, and as many as each of them has. Number and time are those of the first."""

    def __init__(self, openers: Sequence[Opener]) -> None:
        with ExitStack() as opening:
            self._sources = [opening.enter_context(opener()) for opener in openers]
            if len({source.live for source in self._sources}) > 1:
                raise SourceError(MIXED)
            self._open = opening.pop_all()
        self.live = self._sources[0].live
        self.name = BETWEEN.join(source.name for source in self._sources)
        lengths = [source.length for source in self._sources]
        self.length = min((length for length in lengths if length is not None), default=None)

    def __iter__(self) -> Iterator[Frame]:
        for frames in zip(*self._sources, strict=False):  # the shortest recording ends them all
            parts = tuple(frame.bgr for frame in frames)
            yield replace(frames[0], bgr=joined(parts), parts=parts, alone=all(frame.alone for frame in frames))

    def close(self) -> None:
        self._open.close()


def joined(parts: Sequence[Picture]) -> Picture:
    """Pictures side by side in one, those that are lower than others black below."""
    tall = max(len(part) for part in parts)
    return np.concatenate([np.pad(part, ((0, tall - len(part)), (0, 0), (0, 0))) for part in parts], axis=1)
