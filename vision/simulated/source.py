"""The simulated table as a camera: the source behind ``polyref demo``."""

import threading
import time
from collections.abc import Iterator
from types import TracebackType

from vision.frame import Frame
from vision.simulated.film import Film


class SimulatedSource:
    """Plays a film as a source of frames: all of them in order, ``speed`` times as fast as life, or with ``speed=0``
    as fast as they can be drawn. A context manager; closing it ends the iteration, also from another thread."""

    live = False
    name = "simulated table"

    def __init__(self, film: Film, speed: float = 1.0) -> None:
        if speed < 0:
            raise ValueError(f"speed is 0 (as fast as possible) or more, got {speed}")
        self._film = film
        self._speed = speed
        self._closed = threading.Event()

    @property
    def length(self) -> int | None:
        return self._film.length

    def __enter__(self) -> "SimulatedSource":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the iteration at its next frame."""
        self._closed.set()

    def __iter__(self) -> Iterator[Frame]:
        started = time.monotonic()
        for frame in self._film.frames():
            if self._speed:
                self._closed.wait(max(0.0, started + frame.t_s / self._speed - time.monotonic()))
            if self._closed.is_set():
                return
            yield frame
