"""One slot between a live camera and whoever looks: the newest frame only; what comes too fast is counted, not kept."""

import time
from collections.abc import Callable
from threading import Condition, Thread

from vision.frame import Frame, Picture


class LatestFrame:
    """Grabs pictures in a thread of its own and holds the newest.

    ``grab`` gives the next picture, or None once the camera gives no more; ``release`` is called in the same
    thread at the end. ``clock`` is monotonic, in seconds.
    """

    def __init__(
        self,
        grab: Callable[[], Picture | None],
        release: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._grab, self._release, self._clock = grab, release, clock
        self._changed = Condition()
        self._newest: Frame | None = None
        self._taken = 0
        self._ended = False
        self.skipped = 0
        self._thread = Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame not yet taken, waited for; None when none comes in time or the camera has ended."""
        with self._changed:
            self._changed.wait_for(lambda: self._fresh() or self._ended, timeout_s)
            if not self._fresh() or self._newest is None:
                return None
            self.skipped += self._newest.index - self._taken - 1
            self._taken = self._newest.index
            return self._newest

    def close(self, timeout_s: float = 4.0) -> None:
        """Ends the thread; waits for a picture that is just being grabbed."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._thread.join(timeout_s)

    def _fresh(self) -> bool:
        return self._newest is not None and self._newest.index > self._taken

    def _run(self) -> None:
        try:
            start_s, index = 0.0, 0
            while not self._ended and (bgr := self._grab()) is not None:
                index += 1
                now_s = self._clock()
                start_s = start_s if index > 1 else now_s
                self._put(Frame(bgr, index, now_s - start_s))
        finally:
            self._release()
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _put(self, frame: Frame) -> None:
        with self._changed:
            self._newest = frame
            self._changed.notify_all()
