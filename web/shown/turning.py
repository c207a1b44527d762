"""Where a finished game of two turned: told only where the referee knows it for certain."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from referee.endgame import End, best_end, is_duel
from referee.match import Match
from referee.move import Place
from referee.said import Said
from web.games.deal import hands_are_open
from web.record.library import History
from web.telling.called import piece_name
from web.telling.words import squares

PLAYERS = 2

THINKING_S = 4.0
"""So long the end of a game is searched for where it turned."""
MOST_KNOWN = 500
"""Of so many matches is remembered what was found out; the one that was searched first is forgotten first."""


class SearchingError(Exception):
    """Another game is being searched just now."""


@dataclass(frozen=True, slots=True)
class Turning:
    """What is known: in a sentence, at which line of the record, and what would have been better there."""

    sentence: str
    at: int | None = None
    better: Place | None = None


class Turnings:
    """What was found out about matches, one search at a time; any thread may ask."""

    def __init__(self) -> None:
        self._searching = Lock()
        self._known: dict[tuple[int, int], Turning | None] = {}

    def find(self, history: History) -> Turning | None:
        """Where a match turned.

        Raises:
            SearchingError: it is not known yet and another one is being searched.
        """
        key = (history.stored.id, len(history.stored.lines))
        with suppress(KeyError):
            return self._known[key]
        if not self._searching.acquire(timeout=THINKING_S):
            raise SearchingError(Said("Another match is being searched; ask again in a moment."))
        try:
            ends_s = time.monotonic() + THINKING_S
            found = turning(history, lambda: time.monotonic() < ends_s)
            self._known[key] = found
            while len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
            return found
        finally:
            self._searching.release()


def turning(history: History, may_go_on: Callable[[], bool]) -> Turning | None:
    """Where the result turned; None where nothing is known or nothing can have turned.

    The search goes back from the end for as long as ``may_go_on`` says yes.
    """
    match = history.match
    if not match.outcome.over or len(match.header.players) != PLAYERS:
        return None
    line = _line(match)
    if is_duel(match.position) and not hands_are_open(match.header):
        return _by_best_play(history, line, may_go_on)
    return _when_certain(history, line)


def _by_best_play(history: History, line: list[Match], may_go_on: Callable[[], bool]) -> Turning | None:
    """Goes back from the end: the last move after which another than before wins under best play turned the game."""
    after: End | None = None
    for number in range(len(line) - 1, -1, -1):
        end = best_end(line[number].position, may_go_on)
        if end is None:
            return _held(history, line, number + 1, after)
        if after is not None and end.winner != after.winner:
            return _turned(history, line[number], line[number + 1], end)
        after = end
    return None


def _turned(history: History, before: Match, after: Match, end: End) -> Turning:
    played, better = after.moves[-1], end.line[0]
    other = end.first if end.winner == end.second else end.second
    piece = piece_name(better.piece, before.piece_set)
    names = {"move": after.ply, "winner": end.winner, "other": other, "piece": piece}
    sentence = Said(
        "The game turned at move {move}: until then {winner} could still have won on the tie rule, whatever {other}"
        " does, with {piece} placed as shown.",
        **names,
    )
    if end.margin:
        sentence = Said(
            "The game turned at move {move}: until then {winner} could still have won by {squares}, whatever {other}"
            " does, with {piece} placed as shown.",
            squares=squares(end.margin),
            **names,
        )
    return Turning(sentence, _step(history, after), better if better.player == played.player else None)


def _held(history: History, line: list[Match], number: int, end: End | None) -> Turning | None:
    if end is None or number >= len(line) - 1:
        return None
    first = line[number]
    sentence = Said(
        "From move {move} on {winner} could not lose any more with best play. What came before is not known for"
        " certain.",
        move=first.ply + 1,
        winner=end.winner,
    )
    return Turning(sentence, _step(history, first))


def _when_certain(history: History, line: list[Match]) -> Turning | None:
    winners = history.match.outcome.winners
    if len(winners) != 1:
        return None
    sure = len(line) - 1
    while sure > 0 and line[sure - 1].game.certain_winners(line[sure - 1].position) == winners:
        sure -= 1
    if sure == len(line) - 1:  # the referee does not see every certain win, so it may have been one before
        return None
    sentence = Said(
        "After move {move} {winner} could not lose any more, however both went on.",
        move=line[sure].ply,
        winner=winners[0],
    )
    return Turning(sentence, _step(history, line[sure]))


def _line(match: Match) -> list[Match]:
    """The match move by move as it was played in the end, what was taken back left out."""
    found = [match]
    while found[-1].before is not None and found[-1].before.position.phase != "draft":
        found.append(found[-1].before)
    return found[::-1]


def _step(history: History, match: Match) -> int:
    """The line of the record that led to a match."""
    return max(number for number, step in enumerate(history.steps) if step.match is match)
