"""The camera's side of a table: the station, the eyes there, and what the page may know of what they see.

Everything here is done in the referee's thread, but for ``picture`` and ``bgr``, which any thread may ask, and for the
eyes themselves, which have a thread of their own, as has the sentry who minds them.
"""

from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import replace
from functools import partial

from referee.match import Match
from referee.piece import PieceSet
from referee.said import Said
from vision.drawing.jpeg import Jpeg
from vision.drawing.tops import patterns
from vision.frame import Picture
from vision.live.watch import Known, Look, View
from vision.pose import BoardPose
from vision.sighting import Sighting
from web.camera.eyes import Eyes, Optics
from web.camera.pace import Pace
from web.camera.sentry import Sentry
from web.camera.station import ASLEEP_VIEW, HAND, Station
from web.hall.sitting import Sitting
from web.settings import Settings
from web.shown.looks import Looks
from web.shown.snapshot import CameraShown
from web.telling import words

Ask = Callable[[Callable[[Sitting], None]], "Future[None]"]


class Lookout:
    """Opens the eyes of one station at a time. ``ask`` has the referee do something in his thread. Where a station is
    only ``tried``, nothing that is seen there is judged."""

    def __init__(
        self, station: Station, piece_set: PieceSet, settings: Settings, ask: Ask, *, tried: bool = False
    ) -> None:
        self.station = self.playing = station
        self.camera = CameraShown(source=station.source, kind=station.kind)
        self.looks = Looks(piece_set)
        self.known = self._nothing_known = Known()
        self.paused = self.ended = False
        self._piece_set, self._settings, self._ask = piece_set, settings, ask
        self._match_on, self._tried = False, tried
        self._moves_on: Callable[[Match], bool] | None = None
        self._sentry: Sentry | None = None
        self._closing: Sentry | None = None
        self._shown: BoardPose | None = None
        self._newest: tuple[Picture, Jpeg] | None = None
        self._pictured: Sighting | None = None

    @property
    def is_preview(self) -> bool:
        """Whether what is seen has nothing to do with the match: a recording that has not been begun for it, or a
        station that is only tried."""
        return self._tried or (self.station.anew and not (self._match_on and self.station is self.playing))

    @property
    def keeps_looking(self) -> bool:
        """Whether there is a camera that sees the same table from one match to the next."""
        return self._sentry is not None and not self.station.anew

    def move_to(self, station: Station, match: Match | None) -> None:
        """Looks from another station. A camera follows the match that is on; a recording waits for one to begin."""
        if not station.anew:
            self.playing = station
        self.station, self._shown, self._newest = station, None, None
        self.open(match)

    def keep(self) -> None:
        """What was tried is looked from in earnest, as it is."""
        self._tried = False

    def begin(self, match: Match | None) -> None:
        """A match has begun: a recording is opened for it from its beginning."""
        self.playing, self.paused = self.station, False
        if self.station.anew:
            self.open(match)

    def open(self, match: Match | None) -> None:
        """Opens the eyes of the station, and closes those of the one before."""
        self.close()
        self._match_on = match is not None
        station = self.station
        optics = station.optics(None if self.is_preview else match)
        if optics is None:
            view, said = (ASLEEP_VIEW, station.asleep) if station.asleep else (HAND, words.BY_HAND)
            self.camera = CameraShown(view, said, 0, station.source, station.kind)
            return
        self.camera = replace(CameraShown(), source=station.source, kind=station.kind, picture=self.camera.picture)
        self._moves_on = optics.moves_on
        self._sentry = Sentry(partial(self._eyes, optics), self._complain, self._settings)
        self._sentry.start()

    def close(self) -> None:
        """Has the eyes stop; they do as soon as they have finished with the picture before them."""
        self._closing, self._sentry = self._sentry or self._closing, None
        if self._closing:
            self._closing.stop()

    def join(self, timeout_s: float) -> None:
        self.ended = True
        if self._closing:
            self._closing.join(timeout_s)

    def picture(self, *, plain: bool = False) -> bytes | None:
        """The newest picture as JPEG, with what was seen drawn over it unless ``plain``."""
        return self._newest[1].data(plain=plain) if self._newest else None

    def top(self, piece: str) -> bytes | None:
        """The picture of a striped piece, as PNG."""
        top = self.looks.tops.get(piece)
        return top.png if top else None

    def bgr(self) -> Picture | None:
        """The newest picture itself; nobody changes it."""
        return self._newest[0] if self._newest else None

    def show_board(self, pose: BoardPose) -> None:
        """Somebody has shown where the board lies."""
        self._shown = pose
        if self._sentry:
            self._sentry.eyes.show_board(pose)
        self.camera = replace(self.camera, corners=pose.corners_xy, size=pose.size_px)

    def _eyes(self, optics: Optics, faults: Pace) -> Eyes:
        reopening = Pace(optics.retry_s or self._settings.retry_s)
        return Eyes(optics, self._knowledge, self._saw, self._is_blind, reopening, faults, self._shown)

    # --- called from the threads of the eyes and of their sentry

    def _knowledge(self) -> Known:
        return self._nothing_known if self.is_preview else self.known

    def _saw(self, eyes: Eyes, look: Look, bgr: Picture, known: Known) -> None:
        """A look that was made with other knowledge than the match has by now is not judged; the next one will be."""

        def take_in(sitting: Sitting) -> None:
            if eyes.is_stopped:
                return
            self._show(look, bgr)
            if not self.paused and not self.is_preview and known == sitting.known():
                sitting.see(look)
                self._move_on(sitting, look)

        asked = self._ask(take_in)
        while not wait([asked], 0.5).done and not self.ended and not eyes.is_stopped:
            pass
        if asked.done():
            asked.result()
            self._take_pictures(look, bgr)

    def _move_on(self, sitting: Sitting, look: Look) -> None:
        """People at a simulated table press no buttons: what they would press is done for them."""
        if self._moves_on is None or look.view is not View.SETTLED:
            return
        while sitting.match is not None and self._moves_on(sitting.match):
            sitting.advance()

    def _take_pictures(self, look: Look, bgr: Picture) -> None:
        """Of striped pieces that have come to lie somewhere new; the verdict has been told before."""
        new = self.looks.untaken(look.sighting) if look.sighting is not self._pictured else {}
        self._pictured = look.sighting
        if not new or look.board is None:
            return
        taken = {piece: (new[piece], png) for piece, png in patterns(bgr, look.board, new).items()}
        self._ask(lambda _: self.looks.keep(taken))

    def _show(self, look: Look, bgr: Picture) -> None:
        width_px, quality = self._settings.picture_width_px, self._settings.picture_quality
        self._newest = bgr, Jpeg(bgr, look.sighting, self._piece_set, width_px, quality)
        self.looks.see(look.sighting)
        self.camera = replace(
            self.camera,
            view=look.view.value,
            words=Said("{Reason}", reason=look.reason) if look.reason else words.VIEWS[look.view],
            picture=self.camera.picture + 1,
            corners=tuple(corner for board in look.boards for corner in board.corners_xy),
            size=(bgr.shape[1], bgr.shape[0]),
        )

    def _is_blind(self, eyes: Eyes, view: str, reason: str) -> None:
        self._ask(lambda _: None if eyes.is_stopped else self._say(view, reason))

    def _complain(self, sentry: Sentry, view: str, reason: str) -> None:
        self._ask(lambda _: self._say(view, reason) if sentry is self._sentry else None)

    def _say(self, view: str, reason: str) -> None:
        complains = self.station.anew and self.is_preview and self.camera.view == View.NO_BOARD
        self.camera = replace(self.camera, view=view, words=self.camera.words if complains else reason)
