"""Minds that the eyes look: begins them afresh when they fail or hang, and says what keeps them.

A thread that hangs cannot be ended in Python. It is left behind, its camera taken from it, and what it may still say
is not heard; so many of them at most. A process of its own for each camera could be ended, but would hold the networks
once more (300 MB), and every picture would have to be handed over to it and back; nothing that hangs has been seen yet.
"""

import time
from collections.abc import Callable
from threading import Event, Thread

from referee.said import Said
from web.camera.eyes import Doing, Eyes, Step
from web.camera.pace import Pace
from web.settings import Settings

TICK_S = 0.25
"""So often is looked after the eyes."""
LONGER, MOST_PATIENCE = 2.0, 8.0
"""By this factor more time is given each time: where the machine is slow, one look would never come to its end. And in
the end so many times as much."""
MOST_HUNG = 3
"""So many hanging threads are left behind; then one of them must come back first."""

OPENING = Said("The camera does not answer yet: still trying to open it.")
LATE = Said("No new picture for some seconds: check the camera and its network. Waiting for it.")
SLOW = Said("Still looking at the last picture: this takes unusually long.")
HUNG = Said("The camera, or looking at its picture, hangs. It is begun afresh; the match is safe.")
DEAD = Said("Looking at the pictures has broken off. It is begun afresh; the match is safe.")
TOO_MANY_HUNG = Said(
    "The camera hangs again and again. The match is safe: place pieces by hand, or choose another camera."
)

Tell = Callable[["Sentry", str, str], None]


class Sentry:
    """Has eyes look in a thread of their own, and minds them from another until they are stopped or have finished.

    ``make`` makes eyes, given how their faults are paced; ``tell`` takes a word and the reason in words why nothing can
    be seen.
    """

    def __init__(self, make: Callable[[Pace], Eyes], tell: Tell, settings: Settings) -> None:
        self._make, self._tell, self._settings = make, tell, settings
        self._pace = Pace(settings.retry_s, settings.faults_a_minute)
        self._patience_s = settings.hang_s
        self._stop = Event()
        self._hung: list[tuple[Eyes, Thread]] = []
        self._told: Step | None = None
        self.eyes = make(self._pace)
        self._looking = self._thread()
        self._minding = Thread(target=self._mind, name="sentry", daemon=True)

    def start(self) -> None:
        self._looking.start()
        self._minding.start()

    def stop(self) -> None:
        """The eyes end as soon as they have finished with the picture before them; nothing waits for that."""
        self._stop.set()
        self.eyes.stop()

    def join(self, timeout_s: float) -> None:
        ends_s = time.monotonic() + timeout_s
        for thread in (self._minding, self._looking):
            thread.join(max(0.0, ends_s - time.monotonic()))

    # --- in the sentry's thread

    def _mind(self) -> None:
        while not self._stop.wait(TICK_S):
            if not self._looking.is_alive():
                if self.eyes.finished:
                    return
                self._begin_afresh(DEAD)
            elif self._hangs():
                self._hung.append((self.eyes, self._looking))
                self._patience_s = min(LONGER * self._patience_s, MOST_PATIENCE * self._settings.hang_s)
                self._begin_afresh(HUNG)
        self.eyes.stop()

    def _hangs(self) -> bool:
        """Whether the eyes have been at the same step for too long; before that it is said that they are slow."""
        step, settings = self.eyes.step, self._settings
        for_s = time.monotonic() - step.since_s
        if step.doing in (Doing.OPENING, Doing.LOOKING) and for_s >= self._patience_s:
            return True
        if step.doing is Doing.OPENING and for_s >= settings.slow_s:
            self._say_once(step, "waiting", OPENING)
        elif step.doing is Doing.WAITING and for_s >= settings.stale_s:
            self._say_once(step, "late", LATE)
        elif step.doing is Doing.LOOKING and for_s >= settings.slow_s:
            self._say_once(step, "slow", SLOW)
        return False

    def _say_once(self, step: Step, view: str, words: str) -> None:
        if step is not self._told:
            self._told = step
            self._tell(self, view, words)

    def _begin_afresh(self, why: str) -> None:
        """Says why, waits as the pace demands, and has fresh eyes look."""
        self.eyes.stop()
        self._tell(self, "fault", why)
        self._stop.wait(self._pace.pause_s())
        self._hung = [(eyes, thread) for eyes, thread in self._hung if thread.is_alive()]
        while len(self._hung) >= MOST_HUNG and not self._stop.is_set():
            self._tell(self, "fault", TOO_MANY_HUNG)
            self._stop.wait(1.0)
            self._hung = [(eyes, thread) for eyes, thread in self._hung if thread.is_alive()]
        if self._stop.is_set():
            return
        self.eyes = self._make(self._pace)
        self._looking = self._thread()
        self._looking.start()

    def _thread(self) -> Thread:
        return Thread(target=self._look, args=(self.eyes, tuple(self._hung)), name="eyes", daemon=True)

    def _look(self, eyes: Eyes, hung: tuple[tuple[Eyes, Thread], ...]) -> None:
        for other, _ in hung:
            other.let_go()
        eyes.run()
