"""The camera's side of a table: opens the source, looks at its frames, and says in words what keeps it from seeing."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from calibration.profile import ProfileError
from vision.errors import SourceError
from vision.frame import Frame, Picture
from vision.watch import Known, Look
from web.errors import InputError
from web.profiles import KnownCamera

log = logging.getLogger(__name__)


class Eye(Protocol):
    """What looks at frames: ``vision.watch.Watcher``."""

    def look(self, frame: Frame, known: Known) -> Look: ...


class Frames(Protocol):
    """Where frames come from: ``vision.source.Source`` or the simulated table."""

    live: bool
    name: str

    def __iter__(self) -> Iterator[Frame]: ...
    def __enter__(self) -> "Frames": ...
    def __exit__(self, kind: Any, error: Any, trace: Any, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Optics:
    """Where pictures come from and who looks at them; both are made anew after a failure. Recordings are shown no
    faster than they were taken, unless ``paced`` says that the source sees to that itself."""

    name: str
    open: Callable[[], Frames]
    eye: Callable[[Frames], Eye]
    paced: bool = False


class Remembering:
    """An eye that recalls what was learnt of a camera when it comes back, and keeps what it learns."""

    def __init__(self, eye: Eye, camera: KnownCamera) -> None:
        self._eye, self._camera = eye, camera
        self._recalled = False

    def look(self, frame: Frame, known: Known) -> Look:
        if not self._recalled:
            self._camera.recall(frame)
            self._recalled = True
        look = self._eye.look(frame, known)
        self._camera.learn(look, frame)
        return look


class Eyes:
    """Looks until told to stop; runs in a thread of its own.

    ``known`` gives what the match knows; ``seen`` takes a look with its picture and what was known; ``blind`` takes
    a word and the reason in words why nothing can be seen. Both are also told which eyes these are.
    """

    def __init__(
        self,
        optics: Optics,
        known: Callable[[], Known],
        seen: Callable[["Eyes", Look, Picture, Known], None],
        blind: Callable[["Eyes", str, str], None],
        retry_s: tuple[float, ...],
    ) -> None:
        self._optics, self._known, self._seen, self._blind = optics, known, seen, blind
        self._retry_s = retry_s
        self._stop = Event()
        self._failures = 0

    def stop(self) -> None:
        self._stop.set()

    def run(self) -> None:
        """Watches the source; whatever fails is shown, and tried again at a calm pace."""
        while not self._stop.is_set():
            try:
                with self._optics.open() as source:
                    self._watch(source)
                if not source.live:
                    self._blind(self, "ended", "The recording has come to its end.")
                    return
            except SourceError as error:
                self._blind(self, "no_camera", f"No camera: {error}. Trying again.")
            except (InputError, ProfileError) as error:
                self._blind(self, "fault", f"{error}. Trying again.")
            except Exception as error:
                log.exception("the picture could not be judged")
                what = f"{type(error).__name__}: {error}"
                self._blind(self, "fault", f"The picture could not be judged ({what}). Trying again.")
            self._pause()

    def _watch(self, source: Frames) -> None:
        eye = self._optics.eye(source)
        for frame in source if source.live or self._optics.paced else self._in_time(source):
            if self._stop.is_set():
                return
            known = self._known()
            self._seen(self, eye.look(frame, known), frame.bgr, known)
            self._failures = 0

    def _in_time(self, frames: Iterable[Frame]) -> Iterable[Frame]:
        """A recording is shown no faster than it was taken, and read in full."""
        began_s = time.monotonic()
        for frame in frames:
            self._stop.wait(max(0.0, began_s + frame.t_s - time.monotonic()))
            yield frame

    def _pause(self) -> None:
        self._stop.wait(self._retry_s[min(self._failures, len(self._retry_s) - 1)])
        self._failures += 1
