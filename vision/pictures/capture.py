"""One slot between a live camera and whoever looks: the newest frame only; what comes too fast is counted, not kept."""

import time
from collections.abc import Callable
from threading import Condition, Thread

from vision.frame import Frame, Picture


class LatestFrame:
    """Grabs pictures in a thread of its own and holds the newest.

    ``grab`` gives the next picture, or None once the camera gives no more; ``release`` is called in the same
    thread at the end. ``clock`` is monotonic, in seconds: what the time of day does is nothing to a camera.
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
        self._newest_s = clock()
        self._taken = 0
        self._ended = False
        self._error: Exception | None = None
        self.skipped = 0
        self._thread = Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame not yet taken, waited for; None once the last one is so old, or the camera has ended.

        Raises:
            Exception: whatever ``grab`` has raised.
        """
        with self._changed:
            age_s = self._clock() - self._newest_s
            self._changed.wait_for(lambda: self._fresh() or self._ended, max(0.0, timeout_s - age_s))
            if not self._fresh() or self._newest is None:
                if self._error is not None:
                    raise self._error
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
                self._put(Frame(bgr, index, now_s - start_s), now_s)
        except Exception as error:  # it is for whoever looks to say so; a thread's last words go unheard
            self._error = error
        finally:
            self._release()
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _put(self, frame: Frame, now_s: float) -> None:
        with self._changed:
            self._newest, self._newest_s = frame, now_s
            self._changed.notify_all()
