"""How long to wait before something that failed is tried again."""

import time
from collections import deque
from collections.abc import Callable

MINUTE_S = 60.0


class Pace:
    """Pauses between attempts: longer from one to the next until one succeeds, and never more than ``most`` attempts a
    minute, if that is given. ``clock`` is monotonic, in seconds."""

    def __init__(
        self, pauses_s: tuple[float, ...], most: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._pauses_s, self._most, self._clock = pauses_s, most, clock
        self._attempts_s: deque[float] = deque(maxlen=most or 0)
        self._failures = 0

    def succeeded(self) -> None:
        """The next pause is the shortest again."""
        self._failures = 0

    def pause_s(self) -> float:
        """How long to wait now, after a failure; the attempt after it is counted."""
        now_s = self._clock()
        pause_s = self._pauses_s[min(self._failures, len(self._pauses_s) - 1)]
        if self._most is not None and len(self._attempts_s) == self._most:
            pause_s = max(pause_s, self._attempts_s[0] + MINUTE_S - now_s)
        self._failures += 1
        self._attempts_s.append(now_s + pause_s)
        return pause_s
