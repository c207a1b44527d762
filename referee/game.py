"""What every game answers: the few questions that a match asks of its rules.

A position is a frozen value: ``apply`` gives a new one and leaves the old one as it was.
"""

from collections.abc import Mapping
from typing import Literal, Protocol, TypeVar

from referee.move import Move, Place
from referee.piece import PieceSet
from referee.placements import Placement
from referee.record import Header
from referee.verdict import Outcome, Verdict

Phase = Literal["draft", "placing", "over"]


class Position(Protocol):
    """What the positions of all games have. Each game adds its own fields in its own module."""

    @property
    def players(self) -> tuple[str, ...]:
        """Clockwise, first drafter first."""

    @property
    def hands(self) -> Mapping[str, frozenset[str]]:
        """The pieces that each player may still place."""

    @property
    def phase(self) -> Phase: ...

    @property
    def to_move(self) -> str | None:
        """Whose turn it is; nobody's when the game is over."""

    @property
    def lying(self) -> tuple[Place, ...]:
        """What lies on the board, in the order placed."""

    @property
    def blocked(self) -> tuple[str, ...]:
        """The players who can place nothing; meaningful once the draft is over."""


P = TypeVar("P", bound=Position)


class Game(Protocol[P]):
    """The rules of one game."""

    def start(self, header: Header, piece_set: PieceSet) -> P:
        """The position before the first move.

        Raises:
            RecordError: the header names a player, a piece or a rule that does not fit this game.
        """

    def judge(self, position: P, move: Move) -> Verdict:
        """Every rule that the move would break."""

    def apply(self, position: P, move: Move) -> P:
        """The position after a move that was judged legal."""

    def legal_drafts(self, position: P) -> tuple[str, ...]:
        """The pieces that the player to move may draft, in order of the piece set."""

    def legal_placements(self, position: P, player: str) -> tuple[Placement, ...]:
        """Everything that the player could place, were it their turn."""

    def legal_counts(self, position: P) -> dict[str, int]:
        """How many placements each player has."""

    def outcome(self, position: P) -> Outcome:
        """How the game stands or ended."""
