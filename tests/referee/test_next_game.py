"""A new game is one module, one data file and one line: here a small one, as its author would write it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import pytest

from referee import rules
from referee.agreement import check_no_colours, check_no_hands, check_number_of_players, check_options_known
from referee.game import Game, Phase, Placing
from referee.games import GAMES
from referee.move import Move, Place
from referee.piece import PieceSet, parse_piece_set
from referee.placements import Placement, placements, texts
from referee.record import Header
from referee.replay import replay
from referee.verdict import Outcome, Verdict

DATA = """
{"game": "golomb", "board": {"rows": 3, "cols": 3}, "pieces": [
 {"id": "2", "kind": "domino", "cells": [[0, 0], [0, 1]]},
 {"id": "V3", "kind": "tromino", "cells": [[0, 0], [0, 1], [1, 0]]},
 {"id": "I3", "kind": "tromino", "cells": [[0, 0], [0, 1], [0, 2]]}]}
"""


@dataclass(frozen=True, slots=True)
class GolombPosition:
    """Pieces of everybody, on one board."""

    piece_set: PieceSet = field(repr=False)
    players: tuple[str, ...]
    hands: MappingProxyType[str, frozenset[str]]
    phase: Phase = "placing"
    to_move: str | None = None
    lying: tuple[Place, ...] = ()
    blocked: tuple[str, ...] = ()


class Golomb(Game[GolombPosition]):
    """Golomb's game (1954): in turn any piece left goes on free squares; who can place nothing has lost."""

    def start(self, header: Header, piece_set: PieceSet) -> GolombPosition:
        check_no_hands(header)
        check_no_colours(header)
        check_number_of_players(header, range(2, 3))
        check_options_known(header, ())
        hands = MappingProxyType(dict.fromkeys(header.players, frozenset(piece_set.by_id)))
        return GolombPosition(piece_set, header.players, hands, to_move=header.players[0])

    def judge(self, position: GolombPosition, move: Move) -> Verdict:
        if not isinstance(move, Place):
            return Verdict(move, (rules.not_in_this_game(move, "golomb"),))
        taken = {cell for place in position.lying for cell in place.cells}
        hand = position.hands.get(move.player, frozenset())
        checks = rules.placing_freely(move, position.phase, position.to_move, hand, taken, position.piece_set)
        return Verdict(move, tuple(violation for violation in checks if violation))

    def apply(self, position: GolombPosition, move: Move) -> GolombPosition:
        assert isinstance(move, Place)
        hands = MappingProxyType({player: hand - {move.piece} for player, hand in position.hands.items()})
        other = next(player for player in position.players if player != move.player)
        after = replace(position, hands=hands, lying=(*position.lying, move), to_move=other)
        return after if self.legal_moves(after) else replace(after, phase="over", to_move=None)

    def legal_moves(self, position: GolombPosition) -> Sequence[Move]:
        player = position.to_move
        return Placing(player, self.legal_placements(position, player)) if player else ()

    def legal_placements(self, position: GolombPosition, holder: str) -> tuple[Placement, ...]:
        every = placements(position.piece_set)
        hit = every.hit_by(tuple(cell for place in position.lying for cell in place.cells))
        return every.listed(every.of_hand(position.hands[holder]) & ~hit)

    def legal_counts(self, position: GolombPosition) -> dict[str, int]:
        return {player: len(self.legal_placements(position, player)) for player in position.players}

    def alternatives(self, position: GolombPosition, move: Move | None) -> tuple[str, ...] | None:
        return texts(self.legal_placements(position, position.to_move)) if position.to_move else None

    def outcome(self, position: GolombPosition) -> Outcome:
        placed = tuple((name, sum(place.player == name for place in position.lying)) for name in position.players)
        if position.phase != "over":
            return Outcome(False, placed)
        return Outcome(True, placed, (position.lying[-1].player,), "points")


def test_a_game_of_its_own_is_replayed_once_it_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.match.GAMES", {**GAMES, "golomb": Golomb()})
    record = [
        '{"polyref": 1, "game": "golomb", "players": ["Ann", "Bob"]}',
        '{"player": "Ann", "move": "place", "piece": "V3", "cells": [[0, 0], [0, 1], [1, 0]]}',
        '{"player": "Bob", "move": "place", "piece": "2", "cells": [[0, 1], [0, 2]]}',
        '{"player": "Bob", "move": "place", "piece": "I3", "cells": [[2, 0], [2, 1], [2, 2]]}',
        '{"player": "Ann", "move": "place", "piece": "2", "cells": [[1, 1], [1, 2]]}',
    ]
    *lines, last = replay("a.jsonl", record, lambda _: parse_piece_set(DATA), legal_counts=True)
    assert [line["legal"] for line in lines] == [True, False, True, True]
    assert lines[0]["legal_placements"] == {"Ann": 34, "Bob": 34}
    assert (last["winners"], last["scores"]) == (["Ann"], {"Ann": 2, "Bob": 1})
    assert json.dumps(last)
