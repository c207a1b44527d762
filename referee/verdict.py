"""What the referee says: violations, verdicts, outcomes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.move import Move
from referee.polyomino import Cells
from referee.said import Said

TEXTS: Mapping[str, str] = {
    "off_board": Said("{piece} does not lie wholly on the board"),
    "overlap": Said("{piece} covers squares that are already taken"),
    "not_in_hand": Said("{player} does not hold {piece}"),
    "not_your_turn": Said("it is not {player}'s turn but {turn}'s"),
    "wrong_shape": Said("these squares are not the shape of {piece}"),
    "unknown_piece": Said("there is no piece {piece} in this game"),
    "game_over": Said("the game is over"),
    "already_taken": Said("{piece} has already been taken"),
    "wrong_phase": Said("{action} is not possible during the {phase}"),
    "handicap": Said("{player} must draft at least {minimum} hexominoes and could not any more"),
    "not_on_start_corner": Said("the first piece of a colour covers a square where it may start, and {piece} does not"),
    "no_corner_contact": Said("{piece} does not touch a piece of its own colour at a corner"),
    "edge_contact": Said("{piece} touches a piece of its own colour along an edge"),
    "too_expensive": Said("{piece} costs {cost} buttons and {player} has {buttons}"),
    "not_in_reach": Said("{piece} is none of the next patches before the neutral token"),
    "leather_first": Said("{player} must first sew on the leather patch just earned"),
}
"""The sentence of every rule code, with the names it needs in braces."""


def text_of(code: str, **names: str) -> Said:
    """Which rule was broken, in words."""
    return Said.known(TEXTS[code], **names)


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its code, the cells concerned, and the names that its sentence needs."""

    code: str
    cells: Cells = ()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> Said:
        return text_of(self.code, **dict(self.names))

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
