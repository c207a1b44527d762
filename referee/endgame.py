"""The exact end of a game of Polyssimo Challenge between two players: who wins under best play, and by how much.

All that matters of a position is which placements are still open and whose turn it is, so that many orders of play
meet in one state, which is searched once. Every question is a null window ("does the first player get at least this
much?"), and the answers close in on the value by bisection: the memory-enhanced test driver of Plaat, Schaeffer, Pijls
and de Bruin (1996). Nothing is left out by guess, so what is found is exact.

The *worth* of an end is twice the squares that the first player places from here on minus twice those of the second,
and one more if the first places last: that decides a tie. More is better for the first player.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

from referee.game import Position
from referee.games.polyssimo import PolyssimoPosition
from referee.move import Place
from referee.placements import Placement, Placements, placements

NODES_BETWEEN_LOOKS = 64
"""So many states are searched between two questions whether to go on."""

MOST_STATES_KEPT = 400_000
"""When so many states are remembered they are all forgotten; some hundred megabytes."""


@dataclass(frozen=True, slots=True)
class End:
    """The end under best play of both: each wants to win, by as many squares as possible, or else to lose by few.

    ``lead`` is twice the squares by which the first player is ahead, and one more if they place last. ``line`` are the
    placements of best play, in turn.
    """

    first: str
    second: str
    lead: int
    line: tuple[Place, ...] = ()

    @property
    def winner(self) -> str:
        return self.first if self.lead > 0 else self.second

    @property
    def margin(self) -> int:
        """By how many squares the winner has fewer left; with 0 the tie rule decides."""
        return abs(self.lead >> 1)


def is_duel(position: Position) -> TypeGuard[PolyssimoPosition]:
    """Whether two players of Polyssimo Challenge have drafted, each a hand of their own: their ends are searched."""
    if not isinstance(position, PolyssimoPosition) or position.phase == "draft" or len(position.hands) != 2:
        return False
    one, other = position.hands.values()
    return not one & other


def best_end(position: Position, may_go_on: Callable[[], bool]) -> End | None:
    """How the game ends under best play; None where that is not known.

    It is not known when ``may_go_on`` says no before the search is done, and where there are not two players to place
    pieces of their own in turn.
    """
    if not is_duel(position):
        return None
    first, second = sorted(position.players, key=lambda player: player != position.to_move)
    ahead = 2 * (_squares(position, second) - _squares(position, first))
    if position.phase == "over":
        return End(first, second, ahead + (position.lying[-1].player == first)) if position.lying else None
    search = _Search(_opening(position, first, second), may_go_on)
    try:
        worth = search.worth()
        line = tuple(search.line(worth))
    except _StoppedError:
        return None
    played = tuple(Place((first, second)[turn], one.piece, one.cells) for turn, one in line)
    return End(first, second, ahead + worth, played)


class _StoppedError(Exception):
    """The search was stopped."""


@dataclass(frozen=True, slots=True)
class _State:
    """The placements that are open, numbered anew. Sets of them are integers, bit n standing for ``all[n]``.

    ``keeps[n]`` are those that stay open after placement n; ``pieces`` holds for the first and the second player each
    piece's placements and squares, ``sides`` all placements of each.
    """

    all: tuple[Placement, ...]
    keeps: tuple[int, ...]
    pieces: tuple[tuple[tuple[int, int], ...], ...]
    sides: tuple[int, ...]


class _Search:
    """One search; ``bounds`` remembers between which worths each state lies."""

    def __init__(self, state: _State, may_go_on: Callable[[], bool]) -> None:
        self.state = state
        self.may_go_on = may_go_on
        self.bounds: dict[tuple[int, int], tuple[int, int]] = {}
        self.nodes = 0

    def worth(self) -> int:
        """The worth of the whole, the first player to move."""
        everything = (1 << len(self.state.all)) - 1
        least, most = self._plain_bounds(everything, 0)
        while least < most:
            middle = (least + most + 1) // 2
            if self._reaches(everything, 0, middle):
                least = middle
            else:
                most = middle - 1
        return least

    def line(self, worth: int) -> Iterator[tuple[int, Placement]]:
        """Whose turn it was and what was placed, when both play for exactly this worth."""
        open_, turn = (1 << len(self.state.all)) - 1, 0
        while open_:
            for after, number in self._choices(open_, turn):
                rest, following = self._rest(worth, turn, number), self._next(after, turn)
                if self._kept(after, following, turn, rest):
                    yield turn, self.state.all[number]
                    open_, turn, worth = after, following, rest
                    break

    def _kept(self, open_: int, following: int, turn: int, worth: int) -> bool:
        """Whether who just placed still gets what was due."""
        if turn == 0:
            return self._reaches_after(open_, following, turn, worth)
        return not self._reaches_after(open_, following, turn, worth + 1)

    def _reaches(self, open_: int, turn: int, worth: int) -> bool:
        """Whether the first player gets at least this worth; the player to move can place something."""
        self.nodes += 1
        if self.nodes % NODES_BETWEEN_LOOKS == 0 and not self.may_go_on():
            raise _StoppedError
        key = (open_, turn)
        least, most = self.bounds.get(key) or self._plain_bounds(open_, turn)
        if least >= worth or most < worth:
            return least >= worth
        reached = self._some_choice_reaches(open_, turn, worth)
        if len(self.bounds) >= MOST_STATES_KEPT:
            self.bounds.clear()
        self.bounds[key] = (max(least, worth), most) if reached else (least, min(most, worth - 1))
        return reached

    def _some_choice_reaches(self, open_: int, turn: int, worth: int) -> bool:
        for after, number in self._choices(open_, turn):
            reached = self._reaches_after(after, self._next(after, turn), turn, self._rest(worth, turn, number))
            if reached == (turn == 0):
                return reached
        return turn != 0

    def _reaches_after(self, open_: int, following: int, turn: int, worth: int) -> bool:
        if not open_:
            return (turn == 0) >= worth
        return self._reaches(open_, following, worth)

    def _choices(self, open_: int, turn: int) -> list[tuple[int, int]]:
        """What stays open after each placement of the player to move, and its number; promising ones first.

        Of placements after which the same stays open, the largest is as good as any.
        """
        mine, theirs = self.state.sides[turn], self.state.sides[1 - turn]
        number_by_state: dict[int, int] = {}
        left = open_ & mine
        while left:
            lowest = left & -left
            left ^= lowest
            number = lowest.bit_length() - 1
            after = open_ & self.state.keeps[number]
            other = number_by_state.get(after)
            if other is None or len(self.state.all[number].cells) > len(self.state.all[other].cells):
                number_by_state[after] = number
        return sorted(
            number_by_state.items(),
            key=lambda item: 3 * (item[0] & theirs).bit_count() - 2 * (item[0] & mine).bit_count(),
        )

    def _next(self, open_: int, turn: int) -> int:
        """Whose turn it is after a placement: who can place nothing is skipped."""
        return 1 - turn if open_ & self.state.sides[1 - turn] else turn

    def _rest(self, worth: int, turn: int, number: int) -> int:
        """What is still to be got of a worth after a placement."""
        squares = 2 * len(self.state.all[number].cells)
        return worth - squares if turn == 0 else worth + squares

    def _plain_bounds(self, open_: int, turn: int) -> tuple[int, int]:
        """Between which worths the end lies for sure: nobody places more than what fits now, the player to move places
        something, and who can place alone places last."""
        first, second = ([squares for mask, squares in side if mask & open_] for side in self.state.pieces)
        least, most = -2 * sum(second), 2 * sum(first) + 1
        if not first:
            return least, -2 * min(second)
        if not second:
            return 2 * min(first) + 1, most
        return (least + 2 * min(first), most) if turn == 0 else (least, most - 2 * min(second))


def _opening(position: PolyssimoPosition, first: str, second: str) -> _State:
    every = placements(position.piece_set)
    hands = [position.hands[player] for player in (first, second)]
    listed = every.listed(position.free & every.of_hand(hands[0] | hands[1]))
    numbers = {placement: number for number, placement in enumerate(listed)}
    hit = _hit_by_cell(every, listed)
    of_piece = {piece: sum(1 << numbers[one] for one in listed if one.piece == piece) for piece in hands[0] | hands[1]}
    keeps = []
    for placement in listed:
        clashing = of_piece[placement.piece]
        for cell in placement.cells:
            clashing |= hit[cell]
        keeps.append(((1 << len(listed)) - 1) & ~clashing)
    pieces = tuple(
        tuple((of_piece[piece], position.piece_set.by_id[piece].squares) for piece in sorted(hand) if of_piece[piece])
        for hand in hands
    )
    return _State(listed, tuple(keeps), pieces, tuple(sum(mask for mask, _ in side) for side in pieces))


def _hit_by_cell(every: Placements, listed: tuple[Placement, ...]) -> dict[tuple[int, int], int]:
    hit = dict.fromkeys(every.grid, 0)
    for number, placement in enumerate(listed):
        for cell in placement.cells:
            hit[cell] |= 1 << number
    return hit


def _squares(position: PolyssimoPosition, player: str) -> int:
    return sum(position.piece_set.by_id[piece].squares for piece in position.hands[player])
