"""Patchwork, for two players.

Patches lie in a circle; those in reach are the next three clockwise of the neutral token. It is the turn of whoever is
behind on the time board, on the same space of who arrived there last. They advance to the space after the other's, for
a button a space; or buy a patch in reach: pay, sew it on their quilt, move on by its time; the neutral token takes its
place. Reaching or passing an income mark pays the buttons on one's quilt; who is first to meet a leather patch sews it
on at once. The first full 7 x 7 square earns 7 points. When both are at the end, buttons and bonus count, and every
empty cell -2. Turned and turned over a patch may be, hanging over or overlapping it may not.

Options of the header: ``"circle"``, the patches clockwise from just after the neutral token (always needed);
``"tie": "on_top"`` (on equal points who arrived last at the end wins, as in our rule sheet) or ``"first"`` (who arrived
there first, as in the publisher's English rules). The first player is the starter.

Sources of patches and time board: ``referee/data/patchwork.json``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from referee import rules
from referee.agreement import (
    check_no_colours,
    check_no_hands,
    check_number_of_players,
    check_options_known,
    option_among,
)
from referee.game import Game, Phase
from referee.move import Advance, Buy, Leather, Move, Place
from referee.piece import PieceSet
from referee.placements import Placement, placements
from referee.polyomino import Cells
from referee.quilt import Quilt, empty_quilt
from referee.record import Header, HeaderError, parse_texts
from referee.said import Said
from referee.time_board import TimeBoard, time_board_of
from referee.verdict import Outcome, Verdict, Violation

OPTIONS = ("circle", "tie")
START_BUTTONS = 5
REACH = 3
BONUS_SIDE = 7
BONUS_POINTS = 7
EMPTY_CELL_POINTS = -2
LEATHER = "leather"
"""The piece id of a leather patch on a quilt."""


@dataclass(frozen=True, slots=True)
class Tailor:
    """What a player has: a quilt, a place on the time board, buttons, and the income that the quilt brings."""

    quilt: Quilt
    time: int = 0
    buttons: int = START_BUTTONS
    income: int = 0


@dataclass(frozen=True, slots=True)
class PatchworkPosition:
    """Both players, the circle from just after the neutral token, and the leather patches still on the time board.

    ``on_top`` arrived last where they stand; ``leather_owed`` are leather patches that the player to move has earned
    and must sew on first.
    """

    piece_set: PieceSet = field(repr=False)
    board: TimeBoard
    tie: str
    players: tuple[str, ...]
    tailors: Mapping[str, Tailor]
    circle: tuple[str, ...]
    leather: tuple[int, ...]
    on_top: str
    leather_owed: int = 0
    bonus: str | None = None
    phase: Phase = "placing"
    to_move: str | None = None
    lying: tuple[Place, ...] = ()
    blocked: tuple[str, ...] = ()
    """Nobody ever is: one may always advance."""

    @property
    def reach(self) -> tuple[str, ...]:
        """The patches that may be bought next."""
        return self.circle[:REACH]

    @property
    def hands(self) -> Mapping[str, frozenset[str]]:
        """The patches in reach are everybody's."""
        return MappingProxyType(dict.fromkeys(self.players, frozenset(self.reach)))

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]


class Patchwork(Game[PatchworkPosition]):
    """The rules of Patchwork."""

    def check_equipment(self, piece_set: PieceSet) -> None:
        time_board_of(piece_set)

    def start(self, header: Header, piece_set: PieceSet) -> PatchworkPosition:
        check_no_hands(header)
        check_no_colours(header)
        check_number_of_players(header, range(2, 3))
        check_options_known(header, OPTIONS)
        board = time_board_of(piece_set)
        tailor = Tailor(empty_quilt(placements(piece_set)))
        return PatchworkPosition(
            piece_set=piece_set,
            board=board,
            tie=option_among(header, "tie", ("on_top", "first")),
            players=header.players,
            tailors=MappingProxyType(dict.fromkeys(header.players, tailor)),
            circle=_circle(header, piece_set),
            leather=board.leather,
            on_top=header.players[0],
            to_move=header.players[0],
        )

    def judge(self, position: PatchworkPosition, move: Move) -> Verdict:
        checks: Iterable[Violation | None]
        match move:
            case Advance():
                checks = (*_on_time(position, move.player, "advancing"), _leather_sewn(position))
            case Buy():
                checks = _judge_buy(position, move)
            case Leather():
                checks = _judge_leather(position, move)
            case _:
                checks = (rules.not_in_this_game(move, "patchwork"),)
        return Verdict(move, tuple(violation for violation in checks if violation))

    def apply(self, position: PatchworkPosition, move: Move) -> PatchworkPosition:
        match move:
            case Advance():
                return _advanced(position, move.player)
            case Buy():
                return _bought(position, move)
            case Leather():
                sewn = _sewn(position, Place(move.player, LEATHER, move.cells))
                return _with_turn(replace(sewn, leather_owed=sewn.leather_owed - 1), move.player)
        raise ValueError(f"not a move of this game: {move}")

    def legal_moves(self, position: PatchworkPosition) -> Sequence[Move]:
        player = position.to_move
        if player is None:
            return ()
        tailor = position.tailors[player]
        if position.leather_owed:
            taken = tailor.quilt.taken
            return [Leather(player, (cell,)) for cell in position.piece_set.grid if cell not in taken]
        payable = [patch for patch in position.reach if _printed(position, patch, "cost") <= tailor.buttons]
        return [Advance(player), *(Buy(player, one.piece, one.cells) for one in tailor.quilt.places(payable))]

    def legal_placements(self, position: PatchworkPosition, holder: str) -> tuple[Placement, ...]:
        return position.tailors[holder].quilt.places(position.reach)

    def legal_counts(self, position: PatchworkPosition) -> dict[str, int]:
        if position.to_move is None:
            return {}
        quilt = position.tailors[position.to_move].quilt
        return {patch: quilt.count_places((patch,)) for patch in position.reach}

    def alternatives(self, position: PatchworkPosition, move: Move | None) -> tuple[str, ...] | None:
        if not isinstance(move, Buy) or move.piece not in position.reach or position.to_move is None:
            return None
        places = position.tailors[position.to_move].quilt.places((move.piece,))
        return tuple(placement.cells_text for placement in places)

    def outcome(self, position: PatchworkPosition) -> Outcome:
        scores = tuple((player, _points(position, player)) for player in position.players)
        if position.phase != "over":
            return Outcome(False, scores)
        most = max(score for _, score in scores)
        winners = tuple(player for player, score in scores if score == most)
        if len(winners) == 1:
            return Outcome(True, scores, winners, "points")
        last = position.on_top
        return Outcome(True, scores, (last if position.tie == "on_top" else position.other(last),), "tie-break")

    def told(self, position: PatchworkPosition) -> dict[str, Any]:
        state = {
            player: {
                "time": tailor.time,
                "buttons": tailor.buttons,
                "income": tailor.income,
                "empty": tailor.quilt.empty,
            }
            for player, tailor in position.tailors.items()
        }
        return {"state": state, "bonus": position.bonus}


def _judge_buy(position: PatchworkPosition, buy: Buy) -> Iterable[Violation | None]:
    yield from _on_time(position, buy.player, Said("buying"))
    yield _leather_sewn(position)
    if buy.piece not in position.piece_set.by_id:
        yield rules.known(buy.piece, position.piece_set)
    else:
        yield _in_reach(position, buy.piece)
        yield _payable(position, buy)
        yield rules.in_shape(buy.piece, buy.cells, position.piece_set)
    yield from _on_quilt(position, buy.player, buy.piece, buy.cells)


def _judge_leather(position: PatchworkPosition, leather: Leather) -> Iterable[Violation | None]:
    yield from _on_time(position, leather.player, Said("sewing leather"))
    if not position.leather_owed and position.phase != "over":
        yield rules.out_of_phase(Said("sewing leather that was not earned"), position.phase)
    if len(leather.cells) != 1:
        yield rules.broken("wrong_shape", leather.cells, piece=LEATHER)
    yield from _on_quilt(position, leather.player, LEATHER, leather.cells)


def _on_time(position: PatchworkPosition, player: str, action: str) -> Iterable[Violation | None]:
    yield rules.in_phase(action, position.phase, "placing")
    yield rules.at_turn(player, position.to_move)


def _on_quilt(position: PatchworkPosition, player: str, piece: str, cells: Cells) -> Iterable[Violation | None]:
    yield rules.on_board(piece, cells, position.piece_set.grid)
    taken = position.tailors[player].quilt.taken if player in position.players else frozenset()
    yield rules.on_free_cells(piece, cells, taken)


# A leather patch is sewn on before anything else is done.
def _leather_sewn(position: PatchworkPosition) -> Violation | None:
    return rules.broken("leather_first", player=position.to_move) if position.leather_owed else None


# Only the next three patches of the circle can be bought.
def _in_reach(position: PatchworkPosition, patch: str) -> Violation | None:
    return None if patch in position.reach else rules.broken("not_in_reach", piece=patch)


# A patch is paid for with buttons one has.
def _payable(position: PatchworkPosition, buy: Buy) -> Violation | None:
    cost, tailor = _printed(position, buy.piece, "cost"), position.tailors.get(buy.player)
    if tailor is None or cost <= tailor.buttons:
        return None
    return rules.broken("too_expensive", piece=buy.piece, cost=cost, player=buy.player, buttons=tailor.buttons)


def _advanced(position: PatchworkPosition, player: str) -> PatchworkPosition:
    mine, theirs = position.tailors[player], position.tailors[position.other(player)]
    spaces = min(theirs.time + 1, position.board.last) - mine.time
    paid = replace(mine, buttons=mine.buttons + spaces)
    return _moved(_with_tailor(position, player, paid), player, spaces)


def _bought(position: PatchworkPosition, buy: Buy) -> PatchworkPosition:
    mine, place = position.tailors[buy.player], position.circle.index(buy.piece)
    paid = replace(
        mine,
        buttons=mine.buttons - _printed(position, buy.piece, "cost"),
        income=mine.income + _printed(position, buy.piece, "income"),
    )
    circle = (*position.circle[place + 1 :], *position.circle[:place])
    unsewn = replace(_with_tailor(position, buy.player, paid), circle=circle)
    sewn = _sewn(unsewn, Place(buy.player, buy.piece, buy.cells))
    return _moved(sewn, buy.player, _printed(position, buy.piece, "time"))


def _sewn(position: PatchworkPosition, place: Place) -> PatchworkPosition:
    """The position with a piece on its player's quilt, and the bonus given where it fills the first 7 x 7 square."""
    tailor = position.tailors[place.player]
    quilt, bonus = tailor.quilt.sewn(place.cells), position.bonus
    if bonus is None and quilt.has_full_square(BONUS_SIDE):
        bonus = place.player
    sewn = _with_tailor(position, place.player, replace(tailor, quilt=quilt))
    return replace(sewn, bonus=bonus, lying=(*position.lying, place))


def _moved(position: PatchworkPosition, player: str, spaces: int) -> PatchworkPosition:
    """The time token moved on, not past the last space, and paid at the marks that it meets."""
    tailor = position.tailors[player]
    met = position.board.way(tailor.time, spaces)
    income = tailor.income * sum(mark in met for mark in position.board.income)
    moved = replace(tailor, time=met.stop - 1, buttons=tailor.buttons + income)
    earned = sum(mark in met for mark in position.leather)
    return _with_turn(
        replace(
            _with_tailor(position, player, moved),
            leather=tuple(mark for mark in position.leather if mark not in met),
            leather_owed=min(earned, tailor.quilt.empty),
            on_top=player,
        ),
        player,
    )


def _with_turn(position: PatchworkPosition, player: str) -> PatchworkPosition:
    """Gives the turn, after a player moved, to who owes leather, is behind, or arrived last."""
    other = position.other(player)
    mine, theirs, last = position.tailors[player].time, position.tailors[other].time, position.board.last
    if position.leather_owed:
        return replace(position, to_move=player)
    if mine == theirs == last:
        return replace(position, phase="over", to_move=None)
    return replace(position, to_move=player if mine <= theirs else other)


def _with_tailor(position: PatchworkPosition, player: str, tailor: Tailor) -> PatchworkPosition:
    return replace(position, tailors=MappingProxyType({**position.tailors, player: tailor}))


def _points(position: PatchworkPosition, player: str) -> int:
    tailor = position.tailors[player]
    return points_of(tailor.buttons, tailor.quilt.empty, bonus=position.bonus == player)


def points_of(buttons: int, empty: int, *, bonus: bool) -> int:
    """What a player scores with so many buttons and so many empty cells on the quilt."""
    return buttons + (BONUS_POINTS if bonus else 0) + EMPTY_CELL_POINTS * empty


def _printed(position: PatchworkPosition, patch: str, what: str) -> int:
    return dict(position.piece_set.by_id[patch].printed)[what]


def _circle(header: Header, piece_set: PieceSet) -> tuple[str, ...]:
    if "circle" not in header.options:
        raise HeaderError(Said('patchwork needs "circle", the patches clockwise from just after the neutral token'))
    circle = parse_texts(header.options["circle"], "circle")
    if sorted(circle) != sorted(piece_set.by_id):
        wrong = sorted(set(circle) ^ set(piece_set.by_id)) or sorted(p for p in set(circle) if circle.count(p) > 1)
        raise HeaderError(Said("the circle holds every patch once; see {wrong}", wrong=", ".join(wrong[:5])))
    return circle
