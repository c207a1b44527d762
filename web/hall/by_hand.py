"""Matches played on the page alone, of every game, with the same referee as at the table.

A line is on disk before anybody sees what it says, and an illegal move is never written down.
"""

from dataclasses import dataclass
from threading import Lock
from typing import Any

from referee.games.polyssimo_puzzle import PuzzlePosition, hint, solutions
from referee.match import Match, MatchError
from referee.move import Move, Place
from referee.polyomino import Cells
from referee.record import Header, Undo, format_entry, format_header
from referee.said import Said
from referee.verdict import Violation
from web.games import presented
from web.hall.sitting import RefusalError
from web.record.library import History, Library
from web.record.store import BY_HAND
from web.shown.retelling import illegal, no_line, told
from web.telling.called import piece_name
from web.telling.words import DEAD_END

MOST_SOLUTIONS = 100
"""Solutions of a puzzle are counted up to this number."""


class IllegalMoveError(Exception):
    """A move breaks rules; the message says which, ``violations`` on which squares."""

    def __init__(self, words: str, violations: tuple[Violation, ...]) -> None:
        super().__init__(words)
        self.violations = violations


@dataclass(frozen=True, slots=True)
class Advice:
    """What the referee knows of a puzzle: in words, and where a piece lies in a solution or which one is in the way."""

    words: str
    piece: str = ""
    cells: Cells = ()
    remove: bool = False


class ByHand:
    """Plays the matches of a library that were begun by hand; any thread may ask."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._one_at_a_time = Lock()

    def begin(self, header: Header, key: str = "") -> int:
        """Begins a match and returns its number.

        Raises:
            RecordError: the header does not fit its game.
            StoreError: the match cannot be kept.
        """
        self.library.begin(header)
        return self.library.store.begin(format_header(header), BY_HAND, key=key)

    def branch(self, match_id: int, at: int, key: str = "") -> int:
        """Begins a match that stands as any other one stood after a line of its record; returns its number.

        Raises:
            NoSuchMatchError, StoreError: that other one is not there, or damaged; or the new one cannot be kept.
            RefusalError: its record has no such line.
        """
        steps = self.library.history(match_id).steps
        if not 0 <= at < len(steps):
            raise RefusalError(no_line(len(steps), at))
        match = steps[at].match
        lines = (format_header(match.header), *map(format_entry, match.moves))
        return self.library.store.add(lines, BY_HAND, key=key)

    def history(self, match_id: int) -> History:
        """A match that was begun by hand.

        Raises:
            NoSuchMatchError, StoreError: it is not there, or damaged.
            RefusalError: it was not begun by hand.
        """
        history = self.library.history(match_id)
        if history.stored.source != BY_HAND:
            raise RefusalError(Said("This match was not begun by hand. It can only be looked at."))
        return history

    def play(self, match_id: int, move: Move, length: int | None = None, key: str = "") -> History:
        """Makes a move; ``length`` is that of the record which its maker saw, ``key`` that of the request.

        Raises:
            IllegalMoveError: it breaks a rule.
            RefusalError: the record has grown meanwhile; and as above.
        """
        with self._one_at_a_time:
            if self.library.store.done(key):
                return self.history(match_id)
            match = self._seen(match_id, length).match
            verdict, _ = match.play(move)
            if not verdict.legal:
                raise IllegalMoveError(illegal(move, verdict.violations, match.piece_set), verdict.violations)
            self.library.store.append(match_id, format_entry(move), key=key)
        return self.history(match_id)

    def undo(self, match_id: int, length: int | None = None, key: str = "") -> History:
        """Takes back the last move.

        Raises:
            MatchError: there is none.
            RefusalError: as above.
        """
        with self._one_at_a_time:
            if self.library.store.done(key):
                return self.history(match_id)
            if self._seen(match_id, length).match.before is None:
                raise MatchError(Said("there is no move to take back"))
            self.library.store.append(match_id, format_entry(Undo()), key=key)
        return self.history(match_id)

    def _seen(self, match_id: int, length: int | None) -> History:
        history = self.history(match_id)
        if length is not None and length != len(history.steps):
            raise RefusalError(Said("The match has gone on meanwhile. Look again."))
        return history


def fitting(match: Match) -> dict[str, int]:
    """In how many places each piece fits that may be placed now. Patches one cannot pay fit, but may not be bought."""
    holder = _holder(match)
    found: dict[str, int] = {}
    for placement in match.game.legal_placements(match.position, holder) if holder else ():
        found[placement.piece] = found.get(placement.piece, 0) + 1
    return found


def places(match: Match, piece: str) -> list[Cells]:
    """Where a piece fits; without a piece, where a leather patch does."""
    position: Any = match.position
    if not piece and presented(match.header.game).circle and position.to_move:
        taken = position.tailors[position.to_move].quilt.taken
        return [(cell,) for cell in position.piece_set.grid if cell not in taken]
    holder = _holder(match)
    return [one.cells for one in match.game.legal_placements(position, holder) if one.piece == piece] if holder else []


def last_words(history: History) -> str:
    """What happened last."""
    before = history.steps[-2].match if len(history.steps) > 1 else None
    return told(history.steps[-1], before)


def advice(match: Match, *, reveal: bool) -> Advice:
    """Whether a puzzle can still be finished, and with ``reveal`` a move towards its solution.

    Raises:
        RefusalError: the match is no puzzle.
    """
    position: Any = match.position
    if not presented(match.header.game).puzzle:
        raise RefusalError(Said("Only the puzzle has solutions."))
    if match.outcome.over:
        return Advice(Said("It is solved."))
    if reveal:
        return _next_step(match, position)
    found = solutions(position, MOST_SOLUTIONS)
    if not found:
        return Advice(DEAD_END)
    if found == MOST_SOLUTIONS:
        return Advice(Said("It can still be finished, in at least {count} ways.", count=found))
    return Advice(
        Said.many(found, "It can still be finished, in {count} way.", "It can still be finished, in {count} ways.")
    )


def _next_step(match: Match, position: PuzzlePosition) -> Advice:
    step = hint(position)
    if step is None:
        return Advice(Said("What lies there from the beginning cannot be completed."))
    name = piece_name(step.piece, match.piece_set)
    if isinstance(step, Place):
        return Advice(Said("Place {piece} on the marked squares.", piece=name), step.piece, step.cells)
    lying = {place.piece: place.cells for place in position.lying}
    away = Said("Take {piece} away: so it cannot be finished.", piece=name)
    return Advice(away, step.piece, lying[step.piece], remove=True)


def _holder(match: Match) -> str | None:
    position: Any = match.position
    if position.phase != "placing":
        return None
    return match.game.colour_to_move(position) or position.to_move
