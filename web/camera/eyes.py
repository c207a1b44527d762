"""The camera's side of a table: opens the source, looks at its frames, and says in words what keeps it from seeing."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from threading import Event
from typing import Any, Protocol

from calibration.profile import Profile, ProfileError
from referee.match import Match
from referee.said import Said
from vision.errors import FrozenError, SourceError
from vision.frame import Frame, Picture
from vision.live.watch import Known, Look, View
from vision.pictures.standstill import Standstill
from vision.pose import BoardPose
from web.camera.pace import Pace
from web.camera.profiles import KnownCamera
from web.errors import InputError

log = logging.getLogger(__name__)

ENDED = Said("The recording has come to its end.")
LOST_S = 10.0
"""A board that has been lost for so long is looked for through a camera that has been opened anew, once."""
HANGS = Said("the camera's picture stands still: unplug it and plug it in again, or start it anew")


class Eye(Protocol):
    """What looks at frames: ``vision.live.watch.Watcher``."""

    def look(self, frame: Frame, known: Known) -> Look: ...
    def show_board(self, pose: BoardPose) -> None: ...


class Frames(Protocol):
    """Where frames come from: ``vision.pictures.source.Source`` or the simulated table."""

    live: bool
    name: str

    def __iter__(self) -> Iterator[Frame]: ...
    def __enter__(self) -> "Frames": ...
    def __exit__(self, kind: Any, error: Any, trace: Any, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Optics:
    """Where pictures come from and who looks at them; both are made anew after a failure. Recordings are shown no
    faster than they were taken, unless ``paced`` says that the source sees to that itself. ``end_words`` are said when
    a recording has been seen in full, ``hangs_words`` when the same picture comes again and again. ``retry_s`` are the
    pauses between attempts to open it, if not the usual ones. ``moves_on`` tells of the people of a simulated table
    whether one of them moves on now, which no camera sees."""

    name: str
    open: Callable[[], Frames]
    eye: Callable[[Frames], Eye]
    paced: bool = False
    end_words: str = ENDED
    hangs_words: str = HANGS
    retry_s: tuple[float, ...] = ()
    moves_on: Callable[[Match], bool] | None = None


class Remembering:
    """An eye that begins with what was learnt of a camera when it comes back, and keeps what it learns."""

    def __init__(self, eye: Callable[[Profile | None], Eye], camera: KnownCamera) -> None:
        self._make, self._camera = eye, camera
        self._eye: Eye | None = None
        self._shown: BoardPose | None = None

    def show_board(self, pose: BoardPose) -> None:
        """The board lies there: somebody has shown it."""
        self._shown = pose

    def look(self, frame: Frame, known: Known) -> Look:
        """What the frame shows.

        Raises:
            ProfileError: what is known of this camera does not fit its pictures any more.
        """
        self._eye = self._eye or self._make(self._camera.recall(frame))
        shown, self._shown = self._shown, None
        if shown is not None:
            self._eye.show_board(shown)
        look = self._eye.look(frame, known)
        self._camera.learn(look, frame)
        return look


class Loss:
    """A board that had been found and has not been seen for long. ``clock`` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found = False
        self._since_s: float | None = None

    def lasts(self, look: Look) -> bool:
        """Whether the board has been lost for so long that it is worth opening the camera anew: a stream whose camera
        has been turned goes on in the size of its first picture, squeezed."""
        if look.view is not View.NO_BOARD:
            self._found, self._since_s = True, None
            return False
        self._since_s = self._since_s or self._clock()
        return self._found and self._clock() - self._since_s >= LOST_S


class Doing(Enum):
    """What eyes are at: only looking and opening can hang."""

    OPENING = auto()
    WAITING = auto()
    LOOKING = auto()
    RESTING = auto()


@dataclass(frozen=True, slots=True)
class Step:
    """What eyes have been doing since when, by the monotonic clock."""

    doing: Doing
    since_s: float


class Eyes:
    """Looks until told to stop; runs in a thread of its own.

    ``known`` gives what the match knows; ``seen`` takes a look with its picture and what was known; ``blind`` takes
    a word and the reason in words why nothing can be seen. Both are also told which eyes these are. ``reopening`` and
    ``faults`` pace what is tried again: a camera that was lost, and looks that failed. ``shown`` is where somebody has
    shown that the board lies.
    """

    def __init__(
        self,
        optics: Optics,
        known: Callable[[], Known],
        seen: Callable[["Eyes", Look, Picture, Known], None],
        blind: Callable[["Eyes", str, str], None],
        reopening: Pace,
        faults: Pace,
        shown: BoardPose | None = None,
    ) -> None:
        self._optics, self._known, self._seen, self._blind = optics, known, seen, blind
        self._reopening, self._faults = reopening, faults
        self._shown = shown
        self._stop = Event()
        self._standstill = Standstill()
        self._source: Frames | None = None
        self._begun = False
        self._logged = ""
        self.finished = False
        self.step = Step(Doing.OPENING, time.monotonic())

    @property
    def is_stopped(self) -> bool:
        """Whether nobody wants to know any more what these eyes see."""
        return self._stop.is_set()

    def stop(self) -> None:
        self._stop.set()

    def let_go(self) -> None:
        """Closes the source of eyes that hang, so that others can open it."""
        if self._source is not None:
            self._source.__exit__(None, None, None)

    def show_board(self, pose: BoardPose) -> None:
        """From the next picture on the board lies there; called from any thread."""
        self._shown = pose

    def run(self) -> None:
        """Opens the source and watches it; what fails is shown, and tried again at a calm pace."""
        while not self._stop.is_set() and not self._watched_to_its_end():
            pass
        self.finished = True

    def _watched_to_its_end(self) -> bool:
        """Whether this was a recording that has been seen in full: it is not begun again."""
        self._begun = False
        self._at(Doing.OPENING)
        try:
            with self._optics.open() as source:
                self._source = source
                self._watch(source)
        except FrozenError as error:
            self._blind(self, "frozen", Said("{Error}. Trying again.", error=str(error)))
            self._rest(self._reopening)
            return False
        except SourceError as error:
            if self._begun and not source.live:
                self._blind(self, "ended", Said("The recording has come to its end, but: {error}.", error=str(error)))
                return True
            self._blind(self, "no_camera", Said("No camera: {error}. Trying again.", error=str(error)))
            self._rest(self._reopening)
            return False
        except Exception as error:
            self._show_fault(error)
            self._rest(self._faults)
            return False
        finally:
            self._source = None
        if not source.live:
            self._blind(self, "ended", self._optics.end_words)
        return not source.live

    def _watch(self, source: Frames) -> None:
        """Looks at every frame, until a live source is worth opening anew. A frame that cannot be judged is told; the
        next one is looked at with fresh eyes.

        Raises:
            FrozenError: the camera gives the same picture again and again.
        """
        eye, loss = self._optics.eye(source), Loss()
        between = Doing.WAITING if source.live else Doing.RESTING
        self._at(between)
        for frame in source if source.live or self._optics.paced else self._in_time(source):
            if self._stop.is_set():
                return
            if source.live and self._standstill.hangs(frame):
                raise FrozenError(self._optics.hangs_words)
            self._begun, known = True, self._known()
            try:
                look = self._looked(eye, frame, known)
            except Exception as error:
                self._show_fault(error)
                if source.live:
                    self._rest(self._faults)
                eye = self._optics.eye(source)
            else:
                self._hand_in(look, frame.bgr, known)
                if source.live and loss.lasts(look):
                    return
            self._at(between)

    def _looked(self, eye: Eye, frame: Frame, known: Known) -> Look:
        self._at(Doing.LOOKING)
        shown, self._shown = self._shown, None
        if shown is not None and shown.size_px == (frame.bgr.shape[1], frame.bgr.shape[0]):
            eye.show_board(shown)
        return eye.look(frame, known)

    def _hand_in(self, look: Look, bgr: Picture, known: Known) -> None:
        """What was seen goes to the referee; if it cannot be kept now, the next look will say it again."""
        self._at(Doing.RESTING)
        self._faults.succeeded()
        try:
            self._seen(self, look, bgr, known)
        except Exception as error:
            self._show_fault(error)
            self._rest(self._reopening)
        else:
            self._reopening.succeeded()

    def _show_fault(self, error: Exception) -> None:
        """Says what went wrong; a programmer's mistake is also logged, once while it is the same."""
        what = str(error)
        if not isinstance(error, (InputError, ProfileError)):
            what = f"{type(error).__name__}: {error}"
            if what != self._logged:
                log.error("a picture could not be judged", exc_info=error)
                self._logged = what
        self._blind(self, "fault", Said("The picture could not be judged ({error}). Trying again.", error=what))

    def _at(self, doing: Doing) -> None:
        self.step = Step(doing, time.monotonic())

    def _rest(self, pace: Pace) -> None:
        self._at(Doing.RESTING)
        self._stop.wait(pace.pause_s())

    def _in_time(self, frames: Iterable[Frame]) -> Iterable[Frame]:
        """A recording is shown no faster than it was taken, and read in full."""
        began_s = time.monotonic()
        for frame in frames:
            self._stop.wait(max(0.0, began_s + frame.t_s - time.monotonic()))
            yield frame
