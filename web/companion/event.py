"""What happened at the table, as told to whoever listens: the lines of ``polyref watch``."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from referee.grid import Cell
from referee.polyomino import Cells
from referee.verdict import Outcome, Violation
from vision.sighting import Alternative, Corners, Problem
from web.companion.custom import Laying
from web.companion.naming import name_of, piece_json

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened in the frame of that number, ``t_s`` seconds after the first one."""

    name: ClassVar[str]
    frame: int
    t_s: float

    def facts(self) -> Json:
        """What this kind of event tells besides its name and its time."""
        return {}

    def as_json(self) -> Json:
        """The event as an object of JSON values, in the order of the design."""
        return {"event": self.name, **self.facts(), "frame": self.frame, "t": round(self.t_s, 3)}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFound(Event):
    """The board was found, or found again elsewhere in the picture."""

    name = "board"
    corners_xy: Corners

    def facts(self) -> Json:
        return {"corners": listed(self.corners_xy)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraMoved(Event):
    name = "camera_moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A player placed a piece; with violations the placement is illegal and the position is what it was."""

    name = "placed"
    place: Laying
    violations: tuple[Violation, ...] = ()

    def facts(self) -> Json:
        violations = [violation.as_json() for violation in self.violations]
        return {**_placed(self.place), "legal": not violations, "violations": violations}


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced(Event):
    """A player of Patchwork has moved on along the time board instead of buying; with violations it was not allowed."""

    name = "advanced"
    player: str
    violations: tuple[Violation, ...] = ()

    def facts(self) -> Json:
        return {"player": self.player}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Event):
    """A player of Patchwork is the first to have filled a square of 7 by 7."""

    name = "bonus"
    player: str

    def facts(self) -> Json:
        return {"player": self.player}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemSeen(Event):
    """Physical trouble on the table."""

    name = "problem"
    problem: Problem

    def facts(self) -> Json:
        return problem_json(self.problem)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared(Event):
    """A problem or an illegal placement is there no more."""

    name = "cleared"
    piece: str | None

    def facts(self) -> Json:
        return piece_json(self.piece)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Event):
    """The last placement was undone on the table or on the page."""

    name = "taken_back"
    piece: str

    def facts(self) -> Json:
        return piece_json(self.piece)


class Asked(StrEnum):
    """What is asked of some squares: what lies there; where the ``LEATHER`` patch lies for which the patches on them
    wait; or what lies there in the ``GLARE`` of a lamp, where nothing is to be seen."""

    WHAT = "what"
    LEATHER = "leather"
    GLARE = "glare"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsure(Event):
    """Something lies there that can be explained in several ways, or in none, or what must lie there is not seen."""

    name = "unsure"
    reason: str
    alternatives: tuple[Alternative, ...]
    cells: frozenset[Cell]
    asked: Asked = Asked.WHAT

    def facts(self) -> Json:
        return {"reason": self.reason, "alternatives": [alternative_json(each) for each in self.alternatives]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """An earlier placement is openly mended."""

    name = "corrected"
    was: Laying
    now: Laying

    def facts(self) -> Json:
        return {"was": _placed(self.was), "now": _placed(self.now)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked(Event):
    """A player, or one of the colours that people play, can place nothing any more."""

    name = "blocked"
    player: str

    def facts(self) -> Json:
        return {"player": self.player}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadEnd(Event):
    """What lies on the board cannot be completed any more, as happens in a puzzle."""

    name = "dead_end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Event):
    """The game is over."""

    name = "over"
    outcome: Outcome

    def facts(self) -> Json:
        won = {"winners": list(self.outcome.winners), "decided_by": self.outcome.decided_by}
        return {"scores": dict(self.outcome.scores), **won}


def listed(points: Cells | Corners | frozenset[Cell]) -> list[list[Any]]:
    """Cells or points as lists, for JSON."""
    return [list(point) for point in points]


def problem_json(problem: Problem) -> Json:
    """A physical problem as the design writes it."""
    where = {"kind": problem.kind, **piece_json(problem.piece), "cells": listed(problem.cells)}
    return {**where, "on": list(problem.on)}


def alternative_json(alternative: Alternative) -> Json:
    """A possible explanation as the design writes it."""
    pieces = [{**piece_json(piece.piece, "id"), "cells": listed(piece.cells)} for piece in alternative.pieces]
    return {"pieces": pieces, "confidence": round(alternative.confidence, 4)}


def _placed(place: Laying) -> Json:
    return {"player": place.player, **piece_json(name_of(place)), "cells": listed(place.cells)}
