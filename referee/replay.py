"""Judges a record again, line by line, and tells the result of every line as ``polyref replay`` prints it."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.match import Match, MatchError, game_named
from referee.move import Draft, Move
from referee.piece import PieceSet
from referee.placements import Placement
from referee.record import BrokenLineError, Entry, Header, RecordError, Undo, parse_entry, parse_header
from referee.rules import broken
from referee.verdict import Violation

Line = dict[str, Any]


def replay(
    name: str, lines: Iterable[str], piece_set_of: Callable[[str], PieceSet], legal_counts: bool = False
) -> Iterator[Line]:
    """A JSON object for every entry, and at last one for how the game stands or ended.

    Blank lines, a byte order mark and either line end are tolerated. Where a line is broken, what stands before it
    is judged first. With ``legal_counts`` every line but those of the draft also tells how many placements each
    player had before it.

    Raises:
        RecordError: a line, named by its number, is not one of a record.
        PieceSetError: ``piece_set_of`` has no usable set for the game.
    """
    numbered = [(number, line.strip("\ufeff \t\r\n")) for number, line in enumerate(lines, 1)]
    numbered = [(number, line) for number, line in numbered if line]
    if not numbered:
        raise RecordError(
            f'{name}: the record is empty; its first line is a header like {{"polyref": 1, "game": "polyssimo", ...}}'
        )
    match = _started(name, *numbered[0], piece_set_of)
    failure: RecordError | None = None
    for number, text in numbered[1:]:
        try:
            entry = parse_entry(text)
        except RecordError as error:
            failure = _located(name, number, error, last=number == numbered[-1][0])
            break
        line, after = _judged(match, entry)
        yield {"record": name, **line, **(_counts(match, line) if legal_counts else {})}
        match = after
    yield {"record": name, **_standing(match)}
    if failure:
        raise failure


def legal_digest(placements: Iterable[Placement]) -> str:
    """16 hex digits that stand for a set of placements; ``oracles`` made elsewhere use the same."""
    texts = sorted(f"{placement.piece}:" + " ".join(f"{r},{c}" for r, c in placement.cells) for placement in placements)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _started(name: str, number: int, text: str, piece_set_of: Callable[[str], PieceSet]) -> Match:
    try:
        header: Header = parse_header(text)
        game_named(header.game)
        return Match.start(header, piece_set_of(header.game))
    except RecordError as error:
        raise RecordError(f"{name}, line {number}: {error}") from error


def _located(name: str, number: int, error: RecordError, *, last: bool) -> RecordError:
    if last and isinstance(error, BrokenLineError):
        return RecordError(
            f"{name}, line {number}: the last line is cut off: complete or delete it; the lines before it were judged"
        )
    return RecordError(f"{name}, line {number}: {error}; the lines before it were judged")


def _judged(match: Match, entry: Entry) -> tuple[Line, Match]:
    if isinstance(entry, Undo):
        return _taken_back(match)
    verdict, after = match.play(entry)
    line = {"ply": _ply(match, entry), "player": entry.player, "move": _kind(entry), "piece": entry.piece}
    return {**line, **_ruling(verdict.violations)}, after


def _taken_back(match: Match) -> tuple[Line, Match]:
    try:
        after = match.undone()
    except MatchError:
        nothing = broken("wrong_phase", action="an undo with nothing to undo", phase=match.position.phase)
        return {"ply": 0, "player": None, "move": "undo", **_ruling((nothing,))}, match
    move = match.moves[-1]
    return {"ply": _ply(after, move), "player": move.player, "move": "undo", **_ruling(())}, after


def _ply(before: Match, move: Move) -> int:
    return 0 if isinstance(move, Draft) else len(before.position.lying) + 1


def _kind(move: Move) -> str:
    return "draft" if isinstance(move, Draft) else "place"


def _ruling(violations: tuple[Violation, ...]) -> Line:
    return {"legal": not violations, "violations": [violation.as_json() for violation in violations]}


def _counts(match: Match, line: Line) -> Line:
    if line["ply"] == 0 or match.position.phase == "draft":
        return {}
    counts: Line = {"legal_placements": match.game.legal_counts(match.position)}
    if match.position.to_move is not None:
        counts["legal_digest"] = legal_digest(match.game.legal_placements(match.position, match.position.to_move))
    return counts


def _standing(match: Match) -> Line:
    outcome = match.outcome
    return {
        "over": outcome.over,
        "scores": dict(outcome.scores),
        "winners": list(outcome.winners),
        "decided_by": outcome.decided_by or None,
    }
