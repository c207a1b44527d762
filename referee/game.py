"""What every game answers: the few questions that a match asks of its rules.

A position is a frozen value: ``apply`` gives a new one and leaves the old one as it was.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeVar, overload

from referee.grid import Cell
from referee.move import Move, Place
from referee.piece import PieceSet
from referee.placements import Placement
from referee.record import Header
from referee.verdict import Outcome, Verdict

Phase = Literal["draft", "placing", "over"]


class Position(Protocol):
    """What the positions of all games have. Each game adds its own fields in its own module.

    A *holder* is whoever has a hand: a player, or where people play several colours, a colour.
    """

    @property
    def piece_set(self) -> PieceSet:
        """The pieces, and the grid of the board or of each."""

    @property
    def players(self) -> tuple[str, ...]:
        """Clockwise, first drafter first."""

    @property
    def hands(self) -> Mapping[str, frozenset[str]]:
        """The pieces that each holder may still place."""

    @property
    def phase(self) -> Phase: ...

    @property
    def to_move(self) -> str | None:
        """The player whose turn it is; nobody's when the game is over."""

    @property
    def lying(self) -> tuple[Place, ...]:
        """What lies on the board, or on the boards of the players named, in the order placed."""

    @property
    def blocked(self) -> tuple[str, ...]:
        """The holders who can place nothing; meaningful once the draft is over."""


P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Placing(Sequence[Move]):
    """The moves that lay a piece of a player; each is made when it is asked for, as there may be thousands."""

    player: str
    placements: tuple[Placement, ...]
    colour: str = ""

    def __len__(self) -> int:
        return len(self.placements)

    @overload
    def __getitem__(self, number: int) -> Move: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Move]: ...

    def __getitem__(self, number: int | slice) -> Move | Sequence[Move]:
        if isinstance(number, slice):
            return replace(self, placements=self.placements[number])
        chosen = self.placements[number]
        return Place(self.player, chosen.piece, chosen.cells, self.colour)


class Game(ABC, Generic[P]):
    """The rules of one game."""

    def check_equipment(self, piece_set: PieceSet) -> None:
        """Refuses a piece set without what this game needs besides board and pieces: most need nothing.

        Raises:
            PieceSetError: something is missing or makes no sense.
        """

    @abstractmethod
    def start(self, header: Header, piece_set: PieceSet) -> P:
        """The position before the first move.

        Raises:
            RecordError: the header names a player, a piece or a rule that does not fit this game.
            PieceSetError: the piece set lacks something that this game needs.
        """

    @abstractmethod
    def judge(self, position: P, move: Move) -> Verdict:
        """Every rule that the move would break."""

    @abstractmethod
    def apply(self, position: P, move: Move) -> P:
        """The position after a move that was judged legal."""

    @abstractmethod
    def legal_moves(self, position: P) -> Sequence[Move]:
        """All moves of the player to move."""

    @abstractmethod
    def legal_placements(self, position: P, holder: str) -> tuple[Placement, ...]:
        """Everything that a holder could place, were it their turn."""

    @abstractmethod
    def legal_counts(self, position: P) -> dict[str, int]:
        """How many placements each holder has; where pieces are in nobody's hand, in how many each of them fits that
        may be had."""

    @abstractmethod
    def alternatives(self, position: P, move: Move | None) -> tuple[str, ...] | None:
        """The texts of all placements among which a move chooses (None: an undo), for a digest; None: among none."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """How the game stands or ended."""

    def certain_winners(self, position: P) -> tuple[str, ...]:
        """Who will have won however everybody goes on; nobody where that is not sure. Games may see it before the end.

        What is given is always right, but not every certain win is seen.
        """
        return self.outcome(position).winners

    def is_dead_end(self, position: P) -> bool:
        """Whether it cannot be won any more by anybody, however it is gone on with: only a puzzle comes to that."""
        return False

    def legal_drafts(self, position: P) -> tuple[str, ...]:
        """The pieces that the player to move may draft, in order of the piece set."""
        return ()

    def owners(self, position: P) -> Mapping[str, str]:
        """Who plays which colour, where people play colours: these are the holders then. Else nothing."""
        return {}

    def unowned(self, position: P) -> tuple[str, ...]:
        """The colours that nobody owns: one where three people share it, else none."""
        owners = self.owners(position)
        return tuple(colour for colour in position.hands if colour not in owners) if owners else ()

    def colour_to_move(self, position: P) -> str:
        """The colour whose turn it is; empty in games without colours, and where it is nobody's turn."""
        return ""

    def starts(self, position: P) -> Mapping[str, frozenset[Cell]]:
        """The squares of which the first piece of a colour covers one, by colour, where there are such."""
        return {}

    def told(self, position: P) -> dict[str, Any]:
        """What is told of the position after every move, besides the verdict."""
        return {}

    def ending(self, position: P) -> dict[str, Any]:
        """What is told at the end, besides the outcome."""
        return {}
