"""One table: a match and its camera, and the one place that starts threads.

Two threads: the referee takes commands from one queue, in order; the eyes look at pictures and put what they saw into
that queue. Out comes one immutable snapshot at a time, which any number of viewers may read.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import replace
from queue import SimpleQueue
from threading import Condition, Thread

from referee.match import Match
from vision.frame import Picture
from vision.jpeg import Jpeg
from vision.watch import Known, Look
from web import words
from web.eyes import Eyes, Optics
from web.settings import Settings
from web.sitting import RefusalError, Sitting
from web.snapshot import CameraShown, Snapshot, game_shown, pieces_shown
from web.store import Store

Command = Callable[[Sitting], None]


class BusyError(Exception):
    """The referee did not come to it in time; nothing was done."""


class Table:
    """Shows a sitting and takes commands for it.

    ``optics`` gives the camera for the match on the table. With ``demo`` it is asked anew for every match, because
    the simulated table plays that very match.
    """

    def __init__(
        self, sitting: Sitting, optics: Callable[[Match | None], Optics], settings: Settings, *, demo: bool = False
    ) -> None:
        self._sitting, self._optics, self._settings, self._demo = sitting, optics, settings, demo
        self._commands: SimpleQueue[tuple[Command, Future[None]] | None] = SimpleQueue()
        self._changed = Condition()
        self._camera = CameraShown()
        self._picture: Jpeg | None = None
        self._known = sitting.known()
        self._eyes: Eyes | None = None
        self._threads = [Thread(target=self._referee, name="referee", daemon=True)]
        game, pieces = game_shown(sitting.piece_set), pieces_shown(sitting.piece_set)
        self.snapshot = Snapshot(1, game, pieces, self._camera, sitting.shown(), demo)
        self.ended = False

    def start(self) -> None:
        """Starts the referee and the eyes."""
        self._threads[0].start()
        self._open_eyes()

    def close(self, timeout_s: float = 1.5) -> None:
        """Ends both; what was asked before is still done. Viewers that wait are let go."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()
        if self._eyes:
            self._eyes.stop()
        self._commands.put(None)
        ends_s = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.join(max(0.0, ends_s - time.monotonic()))

    def do(self, action: Command, length: int | None = None) -> None:
        """Has the referee do something; returns when it is done, kept and shown.

        ``length`` is that of the record which the asker saw: if it has grown since, the asking is refused.

        Raises:
            BusyError: the referee did not come to it.
            Exception: whatever the action raises.
        """

        def checked(sitting: Sitting) -> None:
            if length is not None and length != sitting.length:
                raise RefusalError("The match has gone on meanwhile. Look again.")
            action(sitting)

        asked = self._ask(checked)
        try:
            asked.result(self._settings.answer_s)
        except TimeoutError as error:
            if asked.cancel():
                raise BusyError("The referee is busy with a picture. Try again.") from error
            raise

    @property
    def store(self) -> Store:
        """Where all matches are kept; any thread may ask it."""
        return self._sitting.store

    def newer(self, serial: int, timeout_s: float) -> Snapshot | None:
        """A snapshot other than that of this serial number, waited for; None if none comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self.snapshot.serial != serial or self.ended, timeout_s)
            return self.snapshot if self.snapshot.serial != serial and not self.ended else None

    def picture(self) -> bytes | None:
        """The newest camera picture as JPEG."""
        newest = self._picture
        return newest.data() if newest else None

    def _ask(self, action: Command) -> Future[None]:
        future: Future[None] = Future()
        self._commands.put((action, future))
        return future

    # --- the referee's thread

    def _referee(self) -> None:
        while (command := self._commands.get()) is not None:
            action, future = command
            if not future.set_running_or_notify_cancel():
                continue
            match_id = self._sitting.match_id
            try:
                action(self._sitting)
            except BaseException as error:
                self._publish()
                future.set_exception(error)
                continue
            if self._demo and self._sitting.match_id != match_id:
                self._open_eyes()
            self._publish()
            future.set_result(None)

    def _publish(self) -> None:
        self._known = self._sitting.known()
        with self._changed:
            self.snapshot = replace(
                self.snapshot,
                serial=self.snapshot.serial + 1,
                camera=self._camera,
                match=self._sitting.shown(),
                notice=self._sitting.notice,
            )
            self._changed.notify_all()

    # --- the eyes' thread, and what it asks of the referee's

    def _open_eyes(self) -> None:
        if self._eyes:
            self._eyes.stop()
        optics = self._optics(self._sitting.match)
        eyes = Eyes(optics, lambda: self._known, self._saw, self._is_blind, self._settings.retry_s)
        self._eyes = eyes
        thread = Thread(target=eyes.run, name="eyes", daemon=True)
        self._threads = [self._threads[0], thread]
        thread.start()

    def _saw(self, eyes: Eyes, look: Look, bgr: Picture, known: Known) -> None:
        """A look that was made with other knowledge than the match has by now is not judged; the next one will be."""

        def take_in(sitting: Sitting) -> None:
            if eyes is not self._eyes:
                return
            width_px, quality = self._settings.picture_width_px, self._settings.picture_quality
            self._picture = Jpeg(bgr, look.sighting, sitting.piece_set, width_px, quality)
            view = look.reason or words.VIEWS[look.view]
            self._camera = CameraShown(look.view.value, view, self._camera.picture + 1)
            if known == sitting.known():
                sitting.see(look)

        asked = self._ask(take_in)
        while not wait([asked], 0.5).done and not self.ended:
            pass
        if asked.done():
            asked.result()

    def _is_blind(self, eyes: Eyes, view: str, reason: str) -> None:
        def take_in(_: Sitting) -> None:
            if eyes is self._eyes:
                self._camera = CameraShown(view, reason, self._camera.picture)

        self._ask(take_in)
