"""One table: a match and its camera, and the one place that starts threads.

Two threads: the referee takes commands from one queue, in order; the eyes look at pictures and put what they saw into
that queue. Out comes one immutable snapshot at a time, which any number of viewers may read.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from queue import SimpleQueue
from threading import Condition, Thread

from referee.said import Said
from vision.board.boards import which_game
from vision.board.pointed import UNSEEN, CornersError, from_corners, is_seen, suggested
from vision.kind import KINDS
from vision.pictures.abreast import words_of
from vision.sighting import Corners
from web.camera.claims import device
from web.camera.phone import Phone
from web.camera.station import Station, Stations
from web.errors import InputError
from web.hall.lookout import Lookout
from web.hall.sitting import RefusalError, Sitting
from web.record.file import RecordFile
from web.settings import Settings
from web.shown.aloud import aloud
from web.shown.equipment import game_shown, pieces_shown
from web.shown.snapshot import Snapshot

Command = Callable[[Sitting], None]


class BusyError(Exception):
    """The referee did not come to it in time; nothing was done."""


class Table:
    """Shows a sitting and takes commands for it. ``station`` says who looks at first, ``stations`` which others there
    are to choose from on the page. ``on_move`` is called, in the referee's thread, whenever a match has begun or it is
    watched from elsewhere."""

    def __init__(
        self, sitting: Sitting, station: Station, settings: Settings, stations: Stations | None = None
    ) -> None:
        self._sitting, self._settings, self._stations = sitting, settings, stations
        self.on_move: Callable[[], None] = lambda: None
        self._number = 0
        self._seated = station
        self._stood = station.source, station.source, "", sitting.match_id
        self._commands: SimpleQueue[tuple[Command, Future[None]] | None] = SimpleQueue()
        self._changed, self._has_news = Condition(), Condition()
        self._lookout = Lookout(station, sitting.piece_set, settings, self._ask)
        self._lookout.known = sitting.known()
        self._trial: Lookout | None = None
        """Looks from a station that is tried at the set-up while a match goes on."""
        self._referee = Thread(target=self._judge, name="referee", daemon=True)
        game, pieces = game_shown(sitting.piece_set), pieces_shown(sitting.piece_set, {}, {})
        match = sitting.shown()
        self.snapshot = Snapshot(
            1, game, pieces, self._lookout.camera, match=match, notice=sitting.warning, aloud=aloud(match, pieces)
        )
        self.match = sitting.match
        self.ended = False
        self._published_s = 0.0

    def start(self) -> None:
        """Starts the referee and the eyes."""
        self._lookout.open(self._sitting.match)
        self._referee.start()

    def close(self, timeout_s: float = 1.5) -> None:
        """Ends both; what was asked before is still done. Viewers that wait are let go."""
        self.ended = True
        for viewers in (self._changed, self._has_news):
            with viewers:
                viewers.notify_all()
        lookouts = [one for one in (self._lookout, self._trial) if one]
        for lookout in lookouts:
            lookout.close()
        self._commands.put(None)
        ends_s = time.monotonic() + timeout_s
        self._referee.join(max(0.0, ends_s - time.monotonic()))
        for lookout in lookouts:
            lookout.join(max(0.0, ends_s - time.monotonic()))
        if self._stations:
            self._stations.keep()

    def is_one_of(self, number: int) -> None:
        """There are several tables: from now on the page says that this is the one of this number."""

        def named(_: Sitting) -> None:
            self._number = number

        self._ask(named)

    def do(self, action: Command, length: int | None = None, key: str = "") -> None:
        """Has the referee do something; returns when it is done, kept and shown.

        ``length`` is that of the record which the asker saw: if it has grown since, the asking is refused. With a
        ``key`` that is known already it has been done, and is not done again.

        Raises:
            BusyError: the referee did not come to it, or has not come to its end; then it may be done yet.
            Exception: whatever the action raises.
        """

        if self.ended:
            raise RefusalError(Said("This table has been closed."))

        def checked(sitting: Sitting) -> None:
            with sitting.once(key) as new:
                if new and length is not None and length != sitting.length:
                    raise RefusalError(Said("The match has gone on meanwhile. Look again."))
                if new:
                    action(sitting)

        asked = self._ask(checked)
        try:
            asked.result(self._settings.answer_s)
        except TimeoutError as error:
            asked.cancel()
            raise BusyError(Said("The referee is busy with a picture. Try again.")) from error

    @property
    def source(self) -> str:
        """Where its match is watched from; while none is on, where it looks."""
        return (self._lookout.playing if self.match else self._lookout.station).source

    @property
    def station(self) -> Station:
        """Where it looks now, whatever its match is watched from."""
        return self._front.station

    @property
    def game(self) -> str:
        """What is played at it."""
        return self._sitting.piece_set.game

    @property
    def record(self) -> RecordFile | None:
        """The file that its matches are also written to, if one was named."""
        return self._sitting.record

    @property
    def match_id(self) -> int:
        """Number of its match on disk; 0 while none has begun."""
        return self._sitting.match_id

    def taken(self, camera: str) -> int | None:
        """Which other table looks through a camera; None if none does."""
        return self._stations.taken(camera) if self._stations else None

    @property
    def phone(self) -> Phone | None:
        """The phone that may be its camera."""
        return self._stations.phone if self._stations else None

    def newer(self, serial: int, timeout_s: float, *, patient: bool = False) -> Snapshot | None:
        """A snapshot other than that of this serial number, waited for; None if none comes in time. Who is patient
        waits to the end for one in which only the picture is new."""

        def is_due() -> bool:
            return self.ended or (self.snapshot.news > serial if patient else self.snapshot.serial != serial)

        changed = self._has_news if patient else self._changed
        with changed:
            changed.wait_for(is_due, timeout_s)
            return self.snapshot if self.snapshot.serial != serial and not self.ended else None

    def picture(self, *, plain: bool = False, tried: bool = False) -> bytes | None:
        """The newest camera picture as JPEG, with what was seen drawn over it unless ``plain``; or that of the camera
        that is ``tried``."""
        lookout = self._trial if tried else self._lookout
        return lookout.picture(plain=plain) if lookout else None

    def top(self, piece: str) -> bytes | None:
        """The pattern of a striped piece as the camera has seen it, as PNG."""
        return self._lookout.top(piece)

    def watch(self, source: str, *, tried: bool = False) -> None:
        """Looks from another station: a camera number or device, an address, a file, a folder, ``demo`` or ``none``.
        While a match goes on, one that is only ``tried`` shows what it sees, and the match is watched as before.

        Raises:
            InputError: there is nothing to choose from, the word names nothing, or a camera of another table.
        """

        def watch(sitting: Sitting) -> None:
            goes_on = sitting.match is not None and not sitting.match.outcome.over
            if tried and (goes_on or self._trial):
                self._try(source)
            else:
                station = self._station(source)
                self._end_trial()
                self._lookout.move_to(station, sitting.match)

        self.do(watch)

    def begin(self, action: Command, source: str | None, length: int | None = None, key: str = "") -> None:
        """Begins a match by ``action``, watched from a source as in ``watch``, or from where it is watched now."""

        def begin(sitting: Sitting) -> None:
            station = self._station(source) if source is not None else self._lookout.station
            seat = sitting.seat
            if station is not self._seated:
                sitting.sit_at(station.source, station.wishes)
            try:
                action(sitting)
            except BaseException:  # what is refused changes nothing
                sitting.sit_at(*seat)
                self._keep_cameras()
                raise
            self._seated = station
            if self._trial and station is self._trial.station:
                self._lookout.close()
                self._lookout, self._trial = self._trial, None
                self._lookout.keep()
            self._end_trial()
            if station is not self._lookout.station:
                self._lookout.move_to(station, sitting.match)

        self.do(begin, length, key)

    def pause(self, paused: bool) -> None:
        """While paused, nothing that the camera sees is judged."""

        def pause(_: Sitting) -> None:
            self._lookout.paused = paused

        self.do(pause)

    def show_board(self, corners_xy: Corners, *, anyway: bool = False) -> None:
        """Somebody has pointed at the four corners of the grid, in pixels of the camera's picture.

        Raises:
            CornersError: they are no board; or nothing is seen of one there, unless it is to be there ``anyway``.
            RefusalError: there is no picture.
        """
        front = self._front
        bgr = front.bgr()
        if bgr is None:
            raise RefusalError(Said("There is no camera picture to mark corners in."))
        pieces = self._sitting.piece_set
        pose = from_corners(bgr, corners_xy, pieces.grid, KINDS[pieces.game])
        if not anyway and not is_seen(bgr, pose):
            raise CornersError(UNSEEN)
        self.do(lambda _: front.show_board(pose) if front is self._front else None)

    def seen_game(self) -> str | None:
        """The game whose board is in the newest picture; None where that cannot be told for sure."""
        bgr = self._front.bgr()
        return which_game(bgr) if bgr is not None else None

    def guessed_corners(self) -> Corners:
        """Where the corners may be in the newest picture; () where nothing looks like them."""
        bgr = self._front.bgr()
        return suggested(bgr) if bgr is not None else ()

    def _ask(self, action: Command) -> Future[None]:
        future: Future[None] = Future()
        self._commands.put((action, future))
        return future

    # --- the referee's thread

    @property
    def _front(self) -> Lookout:
        """Where is looked from at the set-up."""
        return self._trial or self._lookout

    def _try(self, source: str) -> None:
        """Shows what is seen from another station. Through the cameras of the match nothing need be tried, nor can they
        be opened twice."""
        if self._trial and source == self._trial.station.source:
            return
        self._end_trial()
        taken = (self._lookout.station.source, self._lookout.playing.source)
        cameras = {device(word) for taken_source in taken for word in words_of(taken_source)}
        if cameras.isdisjoint(map(device, words_of(source))):
            self._trial = Lookout(self._station(source), self._sitting.piece_set, self._settings, self._ask, tried=True)
            self._trial.open(None)

    def _end_trial(self) -> None:
        if self._trial:
            self._trial.close()
        self._trial = None

    def _station(self, source: str) -> Station:
        tried = [self._trial.station] if self._trial else []
        for known in (self._lookout.station, self._lookout.playing, *tried):
            if source == known.source and not known.asleep:
                return known
        if self._stations is None:
            raise InputError(Said("this table has one source only"))
        return self._stations.at(source)

    def _judge(self) -> None:
        while (command := self._commands.get()) is not None:
            news = self.snapshot.news
            self._carry_out(*command)
            if self.snapshot.news != news:  # the patient are many: they are woken when whoever asked has his answer
                with self._has_news:
                    self._has_news.notify_all()
        self._end_trial()  # what was asked before the end may have opened eyes anew
        self._lookout.close()

    def _carry_out(self, action: Command, future: Future[None]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        match_id, looked_from = self._sitting.match_id, (self._lookout.station, self._front.station)
        try:
            action(self._sitting)
        except BaseException as error:
            self._publish()
            future.set_exception(error)
            return
        if self._sitting.match_id != match_id:
            self._lookout.begin(self._sitting.match)
            if self._lookout.station in looked_from and self._lookout.keeps_looking:
                self._sitting.await_clearing()
        self._publish()
        future.set_result(None)

    def _tell_moves(self) -> None:
        """Lets go of cameras that are needed no more, and says what has changed."""
        tried = self._trial.station.source if self._trial else ""
        stands = self._lookout.station.source, self._lookout.playing.source, tried, self._sitting.match_id
        if stands == self._stood:
            return
        self._stood = stands
        self._keep_cameras()
        self.on_move()

    def _keep_cameras(self) -> None:
        """Only what is looked through is kept from other tables."""
        looked_from = (self._lookout.station, self._lookout.playing, self._front.station)
        if self._stations:
            self._stations.keep(*(station.source for station in looked_from))

    def _publish(self) -> None:
        self._tell_moves()
        lookout, sitting, before = self._lookout, self._sitting, self.snapshot
        lookout.known = sitting.known()
        self.match = sitting.match
        match = sitting.shown()
        pieces = pieces_shown(sitting.piece_set, lookout.looks.paints(), lookout.looks.tops)
        now = replace(
            before,
            pieces=pieces,
            camera=lookout.camera,
            tried=self._trial.camera if self._trial else None,
            match=match,
            paused=lookout.paused,
            notice=sitting.warning,
            table=self._number,
            aloud=aloud(match, pieces),
        )
        only_a_picture = now.pictured_as(before) == before
        if only_a_picture and time.monotonic() - self._published_s < self._settings.picture_every_s:
            return
        with self._changed:
            self._published_s = time.monotonic()
            serial = before.serial + 1
            self.snapshot = replace(now, serial=serial, news=before.news if only_a_picture else serial)
            self._changed.notify_all()
