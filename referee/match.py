"""One sitting of a game: what was agreed, the moves made, and where they led."""

from dataclasses import dataclass, field, replace
from typing import Any

from referee.game import Game, Position
from referee.games import GAMES
from referee.move import Draft, Move
from referee.piece import PieceSet
from referee.record import Header, HeaderError
from referee.said import Said
from referee.verdict import Outcome, Verdict


class MatchError(ValueError):
    """Something was asked of a match that it cannot do now; the message says what, in one line."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands. Every change gives a new match; ``before`` is the match one applied move ago."""

    header: Header
    piece_set: PieceSet
    game: Game[Any]
    position: Position
    moves: tuple[Move, ...] = ()
    before: "Match | None" = field(default=None, repr=False, compare=False)

    @classmethod
    def start(cls, header: Header, piece_set: PieceSet) -> "Match":
        """A match before its first move.

        Raises:
            RecordError: the game is not refereed, or the header does not fit it or the piece set.
        """
        game = game_named(header.game)
        if header.pieces not in (None, piece_set.digest):
            raise HeaderError(
                Said(
                    "the match was played with the piece set {its}, but {ours} is in use; put that set into the config"
                    ' folder, or take "pieces" out of the header to judge with this one',
                    its=header.pieces,
                    ours=piece_set.digest,
                )
            )
        return cls(header, piece_set, game, game.start(header, piece_set))

    def play(self, move: Move) -> tuple[Verdict, "Match"]:
        """Judges a move; where it is legal, the match after it, otherwise this same match."""
        verdict = self.game.judge(self.position, move)
        if not verdict.legal:
            return verdict, self
        after = self.game.apply(self.position, move)
        return verdict, replace(self, position=after, moves=(*self.moves, move), before=self)

    def undone(self) -> "Match":
        """The match without its last applied move.

        Raises:
            MatchError: no move has been made.
        """
        if self.before is None:
            raise MatchError(Said("there is no move to take back"))
        return self.before

    @property
    def ply(self) -> int:
        """How many moves have been made since the draft."""
        return sum(not isinstance(move, Draft) for move in self.moves)

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.position)


def game_named(name: str) -> Game[Any]:
    """The rules of a game by its name.

    Raises:
        RecordError: it is not refereed.
    """
    if name not in GAMES:
        raise HeaderError(
            Said("there is no referee for the game {game}; known are {known}", game=repr(name), known=", ".join(GAMES))
        )
    return GAMES[name]
