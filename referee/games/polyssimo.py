"""Polyssimo Challenge, for two to four players.

Draft: clockwise, one piece a turn, until all are taken. Placing: the last player begins, then anticlockwise, one
piece a turn, anywhere on free squares of the board. Who can place nothing is skipped, and as squares never become
free again, for good. When nobody can place, the fewest squares left in hand win; among those tied, the one whose own
latest placement came last.

Options (``rules`` of the header): ``"min_hexominoes": {"Ann": 7}`` makes a stronger player draft at least that many;
``"open_hands": true`` is for games whose hands are not known: no draft, and everybody may place any piece left.

Source: rule sheet DJ08493. Where its Portuguese text has the placing go clockwise, nine other languages say
anticlockwise.
"""

import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from types import MappingProxyType

from referee import rules
from referee.agreement import agreed_hands, check_no_colours, check_number_of_players, check_options_known
from referee.game import Game, Phase, Placing
from referee.grid import Cell
from referee.handicap import Handicap, agreed_handicap
from referee.move import Draft, Move, Place
from referee.piece import PieceSet
from referee.placements import Placement, placements, texts
from referee.record import Header, HeaderError
from referee.said import Said
from referee.verdict import Outcome, Verdict, Violation

PLAYERS = range(2, 5)
OPTIONS = ("min_hexominoes", "open_hands")

Hands = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class PolyssimoPosition:
    """Hands, board and turn. ``free`` is the set of placements that no piece on the board hits, whoever holds the
    piece, as ``Placements`` numbers them."""

    piece_set: PieceSet = field(repr=False)
    players: tuple[str, ...]
    hands: Hands
    handicap: Handicap
    free: int = field(repr=False)
    phase: Phase = "draft"
    to_move: str | None = None
    lying: tuple[Place, ...] = ()
    blocked: tuple[str, ...] = ()

    @property
    def taken(self) -> frozenset[Cell]:
        """The squares that are covered."""
        return frozenset(cell for place in self.lying for cell in place.cells)

    @property
    def undrafted(self) -> frozenset[str]:
        """The pieces that nobody has taken yet."""
        held = frozenset().union(*self.hands.values()) | {place.piece for place in self.lying}
        return frozenset(self.piece_set.by_id) - held


class Polyssimo(Game[PolyssimoPosition]):
    """The rules of Polyssimo Challenge."""

    def start(self, header: Header, piece_set: PieceSet) -> PolyssimoPosition:
        check_no_colours(header)
        check_number_of_players(header, PLAYERS)
        check_options_known(header, OPTIONS)
        open_hands = _open_hands(header)
        position = PolyssimoPosition(
            piece_set=piece_set,
            players=header.players,
            hands=_first_hands(header, piece_set, open_hands),
            handicap=agreed_handicap(header, piece_set),
            free=(1 << len(placements(piece_set).all)) - 1,
            to_move=header.players[0],
        )
        if header.hands is None and not open_hands:
            return position
        position.handicap.check_hands(position.hands)
        return _with_turn(position, len(position.players) - 1)

    def judge(self, position: PolyssimoPosition, move: Move) -> Verdict:
        checks: tuple[Violation | None, ...]
        match move:
            case Draft():
                checks = _judge_draft(position, move)
            case Place():
                checks = _judge_place(position, move)
            case _:
                checks = (rules.not_in_this_game(move, "polyssimo"),)
        return Verdict(move, tuple(violation for violation in checks if violation))

    def apply(self, position: PolyssimoPosition, move: Move) -> PolyssimoPosition:
        match move:
            case Draft():
                return _drafted(position, move)
            case Place():
                return _placed(position, move)
        raise ValueError(f"not a move of this game: {move}")

    def legal_moves(self, position: PolyssimoPosition) -> Sequence[Move]:
        player = position.to_move
        if player is None:
            return ()
        if position.phase == "draft":
            return [Draft(player, piece) for piece in self.legal_drafts(position)]
        return Placing(player, self.legal_placements(position, player))

    def legal_drafts(self, position: PolyssimoPosition) -> tuple[str, ...]:
        if position.phase != "draft" or position.to_move is None:
            return ()
        drafts = [Draft(position.to_move, piece.id) for piece in position.piece_set.pieces]
        return tuple(draft.piece for draft in drafts if self.judge(position, draft).legal)

    def legal_placements(self, position: PolyssimoPosition, holder: str) -> tuple[Placement, ...]:
        return placements(position.piece_set).listed(_free_of(position, holder))

    def alternatives(self, position: PolyssimoPosition, move: Move | None) -> tuple[str, ...] | None:
        return texts(self.legal_placements(position, position.to_move)) if position.to_move else None

    def legal_counts(self, position: PolyssimoPosition) -> dict[str, int]:
        return {player: _free_of(position, player).bit_count() for player in position.players}

    def outcome(self, position: PolyssimoPosition) -> Outcome:
        scores = tuple((player, _squares(position, player)) for player in position.players)
        if position.phase != "over":
            return Outcome(False, scores)
        fewest = min(score for _, score in scores)
        tied = tuple(player for player, score in scores if score == fewest)
        if len(tied) == 1:
            return Outcome(True, scores, tied, "squares")
        return _tie_break(position, scores, tied)

    def certain_winners(self, position: PolyssimoPosition) -> tuple[str, ...]:
        if position.phase != "placing":
            return self.outcome(position).winners
        return tuple(player for player in position.players if _must_have_won(position, player))


def _must_have_won(position: PolyssimoPosition, player: str) -> bool:
    """Whether a player's worst end beats the best of everybody else. Both are bounds: nobody has to reach them."""
    worst = _squares(position, player) - _smallest_due(position, player)
    return all(
        worst < _fewest_left(position, other)
        or (worst == _fewest_left(position, other) and _later(position, player, other))
        for other in position.players
        if other != player
    )


def _fewest_left(position: PolyssimoPosition, player: str) -> int:
    """No fewer squares can a player have left in the end: what fits nowhere stays, and cells out of reach stay free."""
    open_ = placements(position.piece_set).listed(_free_of(position, player))
    fitting = sum(position.piece_set.by_id[piece].squares for piece in {placement.piece for placement in open_})
    reachable = reduce(or_, (placement.mask for placement in open_), 0).bit_count()
    return _squares(position, player) - min(fitting, reachable)


def _smallest_due(position: PolyssimoPosition, player: str) -> int:
    """So many squares at least the player to move places now."""
    if player != position.to_move:
        return 0
    open_ = placements(position.piece_set).listed(_free_of(position, player))
    return min(len(placement.cells) for placement in open_)


def _later(position: PolyssimoPosition, player: str, other: str) -> bool:
    """Whether a player wins a tie with another for certain: the other is blocked and placed earlier."""
    last = {place.player: number for number, place in enumerate(position.lying)}
    return other in position.blocked and last.get(player, -1) > last.get(other, -1)


# Among those tied for fewest squares the one whose own latest placement came last wins, whoever placed the last piece
# of all. Only where none of them ever placed anything do they share.
def _tie_break(position: PolyssimoPosition, scores: tuple[tuple[str, int], ...], tied: tuple[str, ...]) -> Outcome:
    for place in reversed(position.lying):
        if place.player in tied:
            return Outcome(True, scores, (place.player,), "tie-break")
    return Outcome(True, scores, tied, "shared")


def _judge_draft(position: PolyssimoPosition, draft: Draft) -> tuple[Violation | None, ...]:
    in_phase = rules.in_phase(Said("drafting"), position.phase, "draft")
    unknown, undrafted = rules.known(draft.piece, position.piece_set), position.undrafted
    hand = position.hands.get(draft.player, frozenset())
    return (
        in_phase,
        rules.at_turn(draft.player, position.to_move),
        unknown or rules.still_there(draft.piece, undrafted),
        None if unknown or in_phase else position.handicap.broken_by(draft, hand, undrafted),
    )


def _judge_place(position: PolyssimoPosition, place: Place) -> tuple[Violation | None, ...]:
    hand = position.hands.get(place.player, frozenset())
    return rules.placing_freely(place, position.phase, position.to_move, hand, position.taken, position.piece_set)


def _drafted(position: PolyssimoPosition, draft: Draft) -> PolyssimoPosition:
    hands = {**position.hands, draft.player: position.hands[draft.player] | {draft.piece}}
    drafted = replace(position, hands=MappingProxyType(hands))
    if not drafted.undrafted:
        return _with_turn(drafted, len(position.players) - 1)
    seat = position.players.index(draft.player)
    return replace(drafted, to_move=position.players[(seat + 1) % len(position.players)])


def _placed(position: PolyssimoPosition, place: Place) -> PolyssimoPosition:
    # A piece is in one hand only, or, with open hands, in all: either way it is gone from all now.
    hands = {player: hand - {place.piece} for player, hand in position.hands.items()}
    free = position.free & ~placements(position.piece_set).hit_by(place.cells)
    placed = replace(position, hands=MappingProxyType(hands), free=free, lying=(*position.lying, place))
    return _with_turn(placed, position.players.index(place.player) - 1)


def _with_turn(position: PolyssimoPosition, seat: int) -> PolyssimoPosition:
    """Gives the turn to the first, anticlockwise from a seat, who can place anything; where nobody can, it is over."""
    able = [player for player in position.players if _free_of(position, player)]
    anticlockwise = [position.players[(seat - step) % len(position.players)] for step in range(len(position.players))]
    return replace(
        position,
        phase="placing" if able else "over",
        to_move=next((player for player in anticlockwise if player in able), None),
        blocked=tuple(player for player in position.players if player not in able),
    )


def _free_of(position: PolyssimoPosition, player: str) -> int:
    return position.free & placements(position.piece_set).of_hand(position.hands[player])


def _squares(position: PolyssimoPosition, player: str) -> int:
    return sum(position.piece_set.by_id[piece].squares for piece in position.hands[player])


def _open_hands(header: Header) -> bool:
    value = header.rules.get("open_hands", False)
    if not isinstance(value, bool):
        raise HeaderError(Said("open_hands is true or false, not {value}", value=reprlib.repr(value)))
    if value and (header.hands is not None or "min_hexominoes" in header.rules):
        raise HeaderError(Said("with open_hands nobody has a hand of their own; leave out hands and min_hexominoes"))
    return value


def _first_hands(header: Header, piece_set: PieceSet, open_hands: bool) -> Hands:
    if header.hands is not None:
        return MappingProxyType(agreed_hands(header, header.hands, piece_set))
    shared = frozenset(piece_set.by_id if open_hands else ())
    return MappingProxyType(dict.fromkeys(header.players, shared))
