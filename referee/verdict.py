"""What the referee says: violations, verdicts, outcomes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.move import Move
from referee.polyomino import Cells

TEXTS: Mapping[str, str] = {
    "off_board": "{piece} does not lie wholly on the board",
    "overlap": "{piece} covers squares that are already taken",
    "not_in_hand": "{player} does not hold {piece}",
    "not_your_turn": "it is not {player}'s turn but {turn}'s",
    "wrong_shape": "these squares are not the shape of {piece}",
    "unknown_piece": "there is no piece {piece} in this game",
    "game_over": "the game is over",
    "already_taken": "{piece} has already been taken",
    "wrong_phase": "{action} is not possible during the {phase}",
    "handicap": "{player} must draft at least {minimum} hexominoes and could not any more",
    "not_on_start_corner": "the first piece of a colour covers its starting square, and {piece} does not",
    "no_corner_contact": "{piece} does not touch a piece of its own colour at a corner",
    "edge_contact": "{piece} touches a piece of its own colour along an edge",
    "too_expensive": "{piece} costs {cost} buttons and {player} has {buttons}",
    "not_in_reach": "{piece} is none of the next patches before the neutral token",
    "leather_first": "{player} must first sew on the leather patch just earned",
}
"""The sentence of every rule code, in English, with the names it needs in braces."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its code, the cells concerned, and the names that its sentence needs."""

    code: str
    cells: Cells = ()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        return TEXTS[self.code].format(**dict(self.names))

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "cells": [list(cell) for cell in self.cells], "text": self.text}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move and every rule that it breaks."""

    move: Move
    violations: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.violations


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands or ended. ``decided_by`` and ``winners`` are empty while it goes on."""

    over: bool
    scores: tuple[tuple[str, int], ...]
    winners: tuple[str, ...] = ()
    decided_by: str = ""
