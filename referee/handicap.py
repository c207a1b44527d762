"""The handicap of Polyssimo Challenge: stronger players draft a minimum of hexominoes, as the rule sheet allows.

It is agreed in the header: ``"min_hexominoes": {"Ann": 7}``.
"""

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee import rules
from referee.agreement import check_player
from referee.move import Draft
from referee.piece import PieceSet
from referee.record import Header, HeaderError
from referee.said import Said
from referee.verdict import Violation

SQUARES = 6
"""A hexomino has so many."""


@dataclass(frozen=True, slots=True)
class Handicap:
    """How many hexominoes each player ``owes``, which pieces these are, and how many pieces each drafts in all."""

    owes: Mapping[str, int]
    hexominoes: frozenset[str]
    turns: Mapping[str, int]

    # A player who owes a minimum of hexominoes may draft something else only while enough turns are left to make it
    # up. Where no hexomino is left to be drafted, nothing can be done about it and anything goes.
    def broken_by(self, draft: Draft, hand: frozenset[str], undrafted: frozenset[str]) -> Violation | None:
        minimum = self.owes.get(draft.player, 0)
        if minimum == 0 or draft.piece in self.hexominoes or not self.hexominoes & undrafted:
            return None
        turns_left = self.turns[draft.player] - len(hand) - 1
        if len(hand & self.hexominoes) + turns_left >= minimum:
            return None
        return rules.broken("handicap", player=draft.player, minimum=minimum)

    def check_hands(self, hands: Mapping[str, frozenset[str]]) -> None:
        """Hands that were agreed hold what is owed.

        Raises:
            RecordError: one holds fewer hexominoes.
        """
        for player, minimum in self.owes.items():
            held = len(hands[player] & self.hexominoes)
            if held < minimum:
                raise HeaderError(
                    Said(
                        "{player}'s hand has {held} hexominoes, but min_hexominoes asks for {minimum}",
                        player=player,
                        held=held,
                        minimum=minimum,
                    )
                )


def agreed_handicap(header: Header, piece_set: PieceSet) -> Handicap:
    """The handicap of a header.

    Raises:
        RecordError: it names somebody who does not play, or asks for what nobody could draft.
    """
    seats, pieces = len(header.players), len(piece_set.pieces)
    hexominoes = frozenset(piece.id for piece in piece_set.pieces if piece.squares == SQUARES)
    turns = {player: len(range(seat, pieces, seats)) for seat, player in enumerate(header.players)}
    owes = header.rules.get("min_hexominoes", {})
    if not isinstance(owes, Mapping):
        example = f'{{"{header.players[0]}": 7}}'
        raise HeaderError(
            Said("min_hexominoes is an object like {example}, not {value}", example=example, value=reprlib.repr(owes))
        )
    for player, minimum in owes.items():
        check_player(header, player, "min_hexominoes")
        most = min(len(hexominoes), turns[player])
        if not isinstance(minimum, int) or isinstance(minimum, bool) or not 0 <= minimum <= most:
            raise HeaderError(
                Said(
                    "min_hexominoes of {player} is a whole number from 0 to {most}, not {value}",
                    player=player,
                    most=most,
                    value=reprlib.repr(minimum),
                )
            )
    return Handicap(MappingProxyType(dict(owes)), hexominoes, MappingProxyType(turns))
