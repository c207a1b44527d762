"""The match as it moves on: a line of the record is kept before the match shows what it says."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from referee.match import Match, MatchError
from referee.move import Move, Place
from referee.record import Undo, format_entry
from referee.said import Said
from referee.verdict import Verdict


class Scribe:
    """Writes down what is played. ``keep`` stores a line; if it raises, the match stays as it is."""

    def __init__(self, match: Match, keep: Callable[[str], None]) -> None:
        self.match = match
        self._keep = keep

    def play(self, move: Move) -> Verdict:
        """Judges a move and, if it is legal, makes it."""
        verdict, after = self.match.play(move)
        if verdict.legal:
            self._keep(format_entry(move))
            self.match = after
        return verdict

    def withdraw(self) -> None:
        """Takes back the last move.

        Raises:
            MatchError: there is none.
        """
        after = self.match.undone()
        self._keep(format_entry(Undo()))
        self.match = after

    def retell(self, match: Match) -> None:
        """Makes it this match instead, of the same game: what both began with stays."""
        both = zip(self.match.moves, match.moves, strict=False)
        same = next((number for number, (one, other) in enumerate(both) if one != other), None)
        if same is None:
            same = min(len(self.match.moves), len(match.moves))
        while len(self.match.moves) > same:
            self.withdraw()
        for move in match.moves[same:]:
            self.play(move)

    def amend(self, wrong: Move, right: Move) -> Verdict:
        """Withdraws everything back to a wrong move, then makes the right one and those after it again.

        If any of them is illegal so, nothing changes and the verdict says why.

        Raises:
            MatchError: the wrong one is no move of the match.
        """
        return self._again(wrong, (right, *self._after(wrong)))

    def drop(self, wrong: Move) -> bool:
        """Withdraws a move and makes those after it again; whether that is legal. If it is not, nothing changes."""
        later = self._after(wrong)
        if later:
            return self._again(wrong, later).legal
        self.withdraw()
        return True

    def made(self, move: Move) -> bool:
        """Whether this is a move of the match: what lies there from the beginning is none."""
        return any(_means(one, move) for one in self.match.moves)

    def _after(self, move: Move) -> tuple[Move, ...]:
        return self.match.moves[self._number(move) + 1 :]

    def _again(self, wrong: Move, moves: tuple[Move, ...]) -> Verdict:
        """Withdraws everything back to a wrong move and makes these instead."""
        back = len(self.match.moves) - self._number(wrong)
        verdict = _trial(self.match, back, moves)
        if verdict.legal:
            for _ in range(back):
                self.withdraw()
            for move in moves:
                self.play(move)
        return verdict

    def _number(self, wanted: Move) -> int:
        """Which move of the match this is, the latest if it was made more than once."""
        if not self.made(wanted):
            raise MatchError(Said("It has lain there from the beginning, and stays."))
        return max(number for number, made in enumerate(self.match.moves) if _means(made, wanted))


def _means(made: Move, wanted: Move) -> bool:
    """Whether a move is the wanted one, though it may not have named its colour."""
    if isinstance(made, Place) and isinstance(wanted, Place) and not made.colour:
        return replace(made, colour=wanted.colour) == wanted
    return made == wanted


def _trial(match: Match, back: int, moves: Iterable[Move]) -> Verdict:
    for _ in range(back):
        match = match.undone()
    for move in moves:
        verdict, match = match.play(move)
        if not verdict.legal:
            break
    return verdict
