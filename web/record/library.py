"""All matches that are kept: looked through, replayed line by line, exported and taken in from files."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from referee.match import Match, game_named
from referee.piece import PieceSet, PieceSetError
from referee.record import (
    BrokenLineError,
    Entry,
    Header,
    HeaderError,
    RecordError,
    Undo,
    is_header,
    numbered,
    parse_entry,
    parse_header,
)
from referee.said import Said
from referee.verdict import Outcome, Violation
from web.games.deal import hands_are_open
from web.record.store import IMPORTED, Store, StoredMatch, StoreError
from web.telling.words import reason, sentence

KEPT = 6
"""So many replayed matches are remembered, so that a slider may be dragged through one."""

MOST_LINES = 5000
"""A longer record is no game of ours."""

MOST_RECORDS = 500
"""So many are taken in at once: each is judged, and stands in the list afterwards."""

LONGEST_LINE = 10_000
"""Letters in a line; the longest that we write, a header with all that was agreed, has about 2,000."""

LONGEST_COMPLAINT = 500
"""Letters of what is said to be wrong with a line, which may quote it."""


class NoSuchMatchError(Exception):
    """There is no match with this number."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a record and the match after it; ``entry`` is None for the header. An illegal move changes nothing."""

    entry: Entry | None
    match: Match
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """A match with all that happened: the header's step first, then one a line."""

    stored: StoredMatch
    steps: tuple[Step, ...]

    @property
    def match(self) -> Match:
        """The match as it stands at the end."""
        return self.steps[-1].match


@dataclass(frozen=True, slots=True)
class Card:
    """A match in the list. Its scores tell nothing unless it ``is_counted``. ``trouble`` says why it cannot be
    replayed; then the rest is as far as it is known."""

    id: int
    source: str
    begun: str
    game: str = ""
    players: tuple[str, ...] = ()
    moves: int = 0
    outcome: Outcome | None = None
    is_counted: bool = True
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a file: the numbers of its matches in its order, and of those among them that are ``new``."""

    ids: tuple[int, ...]
    new: tuple[int, ...]


class Library:
    """The matches of a store; any thread may ask. ``piece_set_of`` gives the equipment of a game."""

    def __init__(self, store: Store, piece_set_of: Callable[[str], PieceSet]) -> None:
        self.store = store
        self._piece_set_of = piece_set_of
        self._remembered: OrderedDict[int, History] = OrderedDict()
        self._cards: dict[int, tuple[int, Card]] = {}
        self._busy = Lock()

    def cards(self) -> tuple[Card, ...]:
        """All matches, the latest first."""
        return tuple(self._card(match_id) for match_id in self.store.ids())

    def history(self, match_id: int) -> History:
        """A match, line by line.

        Raises:
            NoSuchMatchError: there is none with this number.
            StoreError: its lines are damaged, or do not tell a match with the piece set in use.
        """
        stored = self._stored(match_id)
        with self._busy:
            known = self._remembered.get(match_id)
        if known is None or known.stored.lines != stored.lines:
            known = _continued(known, stored) or History(stored, self._steps(stored))
        self._remember(known)
        return known

    def export(self, *match_ids: int) -> str:
        """Records as JSON Lines, one after the other: every header begins a new one.

        Raises:
            NoSuchMatchError, StoreError: as above.
        """
        return "".join(f"{line}\n" for match_id in match_ids for line in self._stored(match_id).lines)

    def take_in(self, text: str, key: str = "") -> Taken:
        """Keeps the records of a file, all of them or none, but for those that are kept already.

        Raises:
            RecordError: a line, named by its number, is not one of a record. An illegal move is one: it is kept.
            StoreError: they cannot be kept.
        """
        found = _records(text)
        for record in found:
            self._check(record)
        records = tuple(dict.fromkeys(tuple(line for _, line in record) for record in found))
        ids, new = self.store.take_in(records, IMPORTED, key)
        return Taken(tuple(ids[record] for record in records), new)

    def begin(self, header: Header) -> Match:
        """The match of a header before its first move.

        Raises:
            RecordError: the header does not fit its game.
        """
        game_named(header.game)
        try:
            return Match.start(header, self._piece_set_of(header.game))
        except PieceSetError as error:
            raise HeaderError(str(error)) from error

    def _stored(self, match_id: int) -> StoredMatch:
        stored = self.store.stored(match_id)
        if stored is None:
            raise NoSuchMatchError(Said("There is no match number {id}.", id=match_id))
        return stored

    def _steps(self, stored: StoredMatch) -> tuple[Step, ...]:
        try:
            steps = [Step(None, self.begin(parse_header(stored.lines[0])))]
            for line in stored.lines[1:]:
                steps.append(stepped(steps[-1].match, parse_entry(line)))
        except (RecordError, IndexError) as error:
            raise StoreError(
                Said("match {id} cannot be replayed ({error})", id=stored.id, error=reason(error))
            ) from error
        return tuple(steps)

    def _remember(self, history: History) -> None:
        with self._busy:
            self._remembered[history.stored.id] = history
            self._remembered.move_to_end(history.stored.id)
            while len(self._remembered) > KEPT:
                self._remembered.popitem(last=False)

    def _card(self, match_id: int) -> Card:
        try:
            stored = self._stored(match_id)
        except StoreError as error:
            return Card(
                match_id, "", "", trouble=Said("Match {id} is damaged: {error}.", id=match_id, error=reason(error))
            )
        length, card = self._cards.get(match_id, (0, None))
        if card is None or length != len(stored.lines):
            card = self._card_of(stored)
            self._cards[match_id] = len(stored.lines), card
        return card

    def _card_of(self, stored: StoredMatch) -> Card:
        try:
            steps = self._steps(stored)
        except StoreError as error:
            return Card(stored.id, stored.source, stored.begun, trouble=sentence(error))
        match = steps[-1].match
        header = match.header
        known = (header.game, header.players, len(match.moves), match.outcome, not hands_are_open(header))
        return Card(stored.id, stored.source, stored.begun, *known)

    def _check(self, record: list[tuple[int, str]]) -> None:
        number, line = record[0]
        try:
            match = self.begin(parse_header(line))
            for number, line in record[1:]:  # noqa: B007, the number is told when the line is wrong
                match = stepped(match, parse_entry(line)).match
        except RecordError as error:
            last = number == record[-1][0] and number != record[0][0]
            cut = last and isinstance(error, BrokenLineError)
            what = Said("it is cut off: complete or delete it") if cut else _short(reason(error))
            raise RecordError(
                Said("line {number}: {what}; nothing of this file has been kept", number=number, what=what)
            ) from error


def stepped(match: Match, entry: Entry) -> Step:
    """A match after one more line."""
    if isinstance(entry, Undo):
        return Step(entry, match.before or match)
    verdict, after = match.play(entry)
    return Step(entry, after, verdict.violations)


def _continued(known: History | None, stored: StoredMatch) -> History | None:
    """A history grown by the lines added since; None if it cannot be grown so."""
    if known is None or stored.lines[: len(known.stored.lines)] != known.stored.lines:
        return None
    steps = list(known.steps)
    for line in stored.lines[len(known.stored.lines) :]:
        steps.append(stepped(steps[-1].match, parse_entry(line)))
    return History(stored, tuple(steps))


def _records(text: str) -> list[list[tuple[int, str]]]:
    """The lines of each record in a text, with their numbers in it. Blank lines and a byte order mark are tolerated."""
    lines = numbered(text.split("\n"))
    if not lines:
        raise RecordError(Said("the file is empty; a record begins with a header line and has one move a line"))
    if len(lines) > MOST_LINES:
        raise RecordError(
            Said("the file has {count} lines; import at most {most} at once", count=len(lines), most=MOST_LINES)
        )
    records: list[list[tuple[int, str]]] = []
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            raise RecordError(Said("line {number} is too long to be one of a record", number=number))
        if not records or is_header(line):
            records.append([])
        records[-1].append((number, line))
    if len(records) > MOST_RECORDS:
        raise RecordError(
            Said("the file has {count} records; import at most {most} at once", count=len(records), most=MOST_RECORDS)
        )
    return records


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_COMPLAINT else f"{words[:LONGEST_COMPLAINT]} …"
