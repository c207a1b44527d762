"""The match on the table: begun or gone on with, played by camera and by hand, every line kept before it is shown.

No thread is started here; whoever has a sitting calls it from one thread only.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from referee.match import Match
from referee.move import Draft, Place
from referee.piece import PieceSet
from referee.polyomino import Cells
from referee.record import Header, format_header
from referee.said import Said
from vision.live.watch import Known, Look
from web.companion.companion import Companion
from web.companion.custom import Laying
from web.companion.event import Advanced, DeadEnd, Event, Placed
from web.companion.naming import lying_of, name_of, place_of
from web.record.copy import RecordCopy
from web.record.file import RecordFile
from web.record.resuming import replayed
from web.record.store import NoRoomError, Store, StoredMatch, StoreError
from web.shown.match import match_shown
from web.shown.snapshot import MatchShown
from web.telling import words

Rules = Mapping[str, Any]
Wishes = Callable[[tuple[str, ...] | None, str, int | None, Rules], Header]
"""Makes the header of a match from the players' names, how the hands are dealt, a seed, and rules that were agreed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A placement that was put right by hand: the match ``after`` that, the ``piece`` that it is of now, and which it
    was, on which cells."""

    after: Match
    piece: str
    was: str
    cells: Cells


class RefusalError(Exception):
    """What somebody wanted to do on the page cannot be done; one sentence that says why."""


class Sitting:
    """One match at a time, with its place on disk."""

    def __init__(self, piece_set: PieceSet, store: Store, source: str, wishes: Wishes, table: int = 1) -> None:
        self.piece_set = piece_set
        self.notice = ""
        self._store, self._source, self._wishes, self._table = store, source, wishes, table
        self._source_wishes: Wishes | None = None
        self._copy = RecordCopy()
        self._companion: Companion | None = None
        self._left_over: tuple[Place, ...] = ()
        self._corrected: Correction | None = None
        self._match_id, self._length = 0, 0
        self._said = self._trouble = self._key = ""
        self._unkept: list[str] = []
        self._doubtful = False

    @property
    def match(self) -> Match | None:
        return self._companion.match if self._companion else None

    @property
    def length(self) -> int:
        """Lines of the record so far; 0 while no match has begun."""
        return self._length

    @property
    def match_id(self) -> int:
        """Number of the match on disk; 0 while none has begun."""
        return self._match_id

    @property
    def record(self) -> RecordFile | None:
        """The file that matches are also written to, if one was named."""
        return self._copy.file

    @record.setter
    def record(self, file: RecordFile | None) -> None:
        self._copy.file = file

    @property
    def warning(self) -> str:
        """What people should know besides the match: what was put right at the start, and what cannot be kept."""
        return words.together(filter(None, (self._trouble, self.notice, self._copy.notice, self._store.notice)))

    @contextmanager
    def once(self, key: str) -> Iterator[bool]:
        """Whether what was asked for with this key is still to be done; what is kept within, is kept under it."""
        done = self._store.done(key)
        if done is not None:
            self._take_up(done)
            yield False
            return
        self._key = key
        try:
            yield True
        finally:
            self._key = ""

    def copy_to(self, record: RecordFile) -> None:
        """Also writes the record to a file; where that fails later it is told, and the match goes on.

        Raises:
            InputError: the file cannot be written, or holds another match.
        """
        self.record = record
        if self._match_id:
            record.follow(self._store.lines(self._match_id))

    @property
    def seat(self) -> tuple[str, Wishes | None]:
        """Before which source matches are played, and its own wishes about them."""
        return self._source, self._source_wishes

    def sit_at(self, source: str, wishes: Wishes | None) -> None:
        """From now on matches are played before that source, which may have wishes of its own about them."""
        self._source, self._source_wishes = source, wishes

    def begin_as_wished(
        self, players: tuple[str, ...] | None, hands: str, seed: int | None, rules: Rules = MappingProxyType({})
    ) -> None:
        """Begins a match as people, or the source, wish it."""
        self.begin((self._source_wishes or self._wishes)(players, hands, seed, rules))

    def begin(self, header: Header) -> None:
        """Begins a match.

        Raises:
            RecordError: the header does not fit the game.
            StoreError: it cannot be kept.
        """
        match = Match.start(header, self.piece_set)
        line = format_header(header)
        self._left_over = self._companion.on_board if self._companion else ()
        self._corrected = None
        self._take(match, self._begun(line), 1)
        self._doubtful, self._trouble, self.notice = False, "", ""
        self._copy.begin(line)

    def resume(self, stored: StoredMatch) -> None:
        """Goes on with a match where it was.

        Raises:
            StoreError: its lines are not those of a match.
        """
        match = replayed(stored, self.piece_set)
        self._take(match, stored.id, len(stored.lines))
        self._said = Said("The match goes on where it was.") if match.moves else ""

    def await_clearing(self) -> None:
        """Judges nothing until what lies there from the match before has been taken away."""
        if self._companion:
            self._companion.await_clearing(self._left_over)

    def shown(self) -> MatchShown | None:
        """The match for the page."""
        if self._companion is None:
            return None
        return match_shown(self._match_id, self._length, self._companion.state, self._said)

    def known(self) -> Known:
        """What the eyes may use; before a match begins that is nothing."""
        return self._companion.known() if self._companion else Known()

    def see(self, look: Look) -> list[Event]:
        """Takes in what the camera saw."""
        if self._companion is None:
            return []
        try:
            with self._kept() as companion:
                events = companion.see(look)
        except StoreError as error:
            self._trouble = _not_kept(error)  # it still lies there, and will be seen again
            return []
        self._say(events)
        return events

    def draft(self, piece: str) -> None:
        with self._kept() as companion:
            player = companion.match.position.to_move
            verdict = companion.play(Draft(player or "", piece))
            if not verdict.legal:
                raise RefusalError(words.illegal(piece, verdict.violations, self.piece_set))
        self._said = words.drafted(player or "", piece, self.piece_set)

    def place(self, piece: str, cells: Cells) -> None:
        with self._kept() as companion:
            events = companion.place(place_of(companion.match.position.to_move or "", piece, cells))
            self._refuse_illegal(events)
        self._say(events)

    def advance(self) -> None:
        """The player to move moves on along the time board instead of buying a patch."""
        with self._kept() as companion:
            events = companion.advance()
            self._refuse_illegal(events)
        self._say(events)

    def undo(self) -> None:
        """Takes back the last move; or, if an earlier one has been corrected by hand since, that correction: nobody
        means another piece by that."""
        corrected = self._corrected
        with self._kept() as companion:
            if corrected is not None and corrected.after is companion.match:
                events = companion.correct(corrected.was, corrected.cells, corrected.piece)
            else:
                events = companion.undo()
        self._said = Said("The last move has been taken back.")
        self._say(events)

    def correct(self, was: str, piece: str, cells: Cells) -> None:
        with self._kept() as companion:
            lying = lying_of(companion.match)
            if was not in [name_of(place) for place in lying]:
                raise RefusalError(Said("{piece} does not lie on the board, so it cannot be corrected.", piece=was))
            if piece != was and piece in [name_of(place) for place in lying]:
                raise RefusalError(Said("{piece} lies elsewhere on the board; correct that first.", piece=piece))
            last = companion.match.moves[-1]
            cells_before = next(place.cells for place in lying if name_of(place) == was)
            events = companion.correct(piece, cells, was)
            self._refuse_illegal(events)
            is_last = isinstance(last, Laying) and was == name_of(lying[-1])
            self._corrected = None if is_last else Correction(companion.match, piece, was, cells_before)
        self._say(events)

    def remove(self, piece: str) -> None:
        """Takes a piece off the board that was never placed, or not there."""
        with self._kept() as companion:
            if piece not in [name_of(place) for place in lying_of(companion.match)]:
                raise RefusalError(Said("{piece} does not lie on the board, so it cannot be removed.", piece=piece))
            if not companion.remove(piece):
                raise RefusalError(words.cannot_remove(piece, self.piece_set))
        self._said = words.removed(piece, self.piece_set)

    def answer(self, index: int) -> None:
        with self._kept() as companion:
            unsure = companion.state.unsure
            if unsure is None or not 0 <= index < len(unsure.alternatives):
                raise RefusalError(Said("That question is no longer open."))
            events = companion.answer(index)
            self._refuse_illegal(events)
        self._say(events)

    @contextmanager
    def _kept(self) -> Iterator[Companion]:
        """What is done within is on disk when it ends. If that fails the match stands where the disk has it."""
        if self._companion is None:
            raise RefusalError(Said("No match has begun."))
        self._agree_with_disk()
        before = self._companion.match
        try:
            yield self._companion
            self._write_down()
        except BaseException:
            if self._unkept:
                self._take(before, self._match_id, self._length)
            raise

    def _begun(self, line: str) -> int:
        try:
            return self._store.begin(line, self._source, self._table, self._key)
        except StoreError:
            found = self._store.done(self._key)
            if found is None:
                raise
            return found

    def _take_up(self, match_id: int) -> None:
        """A match that came to the disk when it was begun, while it seemed that it had not."""
        stored = self._store.stored(match_id) if match_id > self._match_id else None
        if stored and stored.table == self._table:
            self.resume(stored)

    def _write_down(self) -> None:
        """Puts on disk what has come to the record; nobody has been shown it yet."""
        lines = tuple(self._unkept)
        if not lines:
            return
        try:
            if not self._store.append(self._match_id, *lines, key=self._key):
                raise RefusalError(Said("This has been done already."))
        except StoreError as error:
            if not self._is_on_disk_all_the_same(lines):
                self._trouble = _not_kept(error)
                raise
        self._unkept.clear()
        self._length += len(lines)
        self._trouble = ""
        self._copy.add(lines, partial(self._store.lines, self._match_id))

    def _is_on_disk_all_the_same(self, lines: tuple[str, ...]) -> bool:
        """Whether these lines came to the disk before it failed. Where it cannot even be read, that is to be seen."""
        try:
            self._doubtful = True
            kept = self._store.lines(self._match_id)
            self._doubtful = False
        except StoreError:
            return False
        return kept[self._length :] == lines

    def _agree_with_disk(self) -> None:
        """What is on disk holds, where that could not be seen when something was to be kept.

        Raises:
            StoreError: it still cannot be read; the match stays as it is.
        """
        if not self._doubtful:
            return
        stored = self._store.stored(self._match_id)
        if stored and len(stored.lines) != self._length:
            self._take(replayed(stored, self.piece_set), stored.id, len(stored.lines))
        self._doubtful = False

    def _take(self, match: Match, match_id: int, length: int) -> None:
        self._unkept = []
        awaited = self._companion.left_over if self._companion and match_id == self._match_id else ()
        self._companion = Companion(match, self._unkept.append)
        self._companion.await_clearing(awaited)
        self._match_id, self._length, self._said = match_id, length, ""

    def _say(self, events: list[Event]) -> None:
        passing = [event for event in events if not isinstance(event, DeadEnd)]  # that stands there while it lasts
        sentences = [said for event in passing if (said := words.told(event, self.piece_set))]
        self._said = words.together(sentences) or self._said

    def _refuse_illegal(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Advanced) and event.violations:
                raise RefusalError(words.told(event, self.piece_set))
            if isinstance(event, Placed) and event.violations:
                raise RefusalError(words.illegal(name_of(event.place), event.violations, self.piece_set))


def _not_kept(error: StoreError) -> str:
    if isinstance(error, NoRoomError):
        return Said("The last move could not be kept and does not count, for the disk is full. Make room on it.")
    return Said("The last move could not be kept and does not count: {error}.", error=error)
