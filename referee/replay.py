"""Judges a record again, line by line, and tells the result of every line as ``polyref replay`` prints it."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.match import Match, MatchError, game_named
from referee.move import Draft, Move
from referee.piece import PieceSet
from referee.record import BrokenLineError, Entry, Header, RecordError, Undo, numbered, parse_entry, parse_header
from referee.rules import out_of_phase
from referee.said import Said
from referee.verdict import Violation

Line = dict[str, Any]


def replay(
    name: str,
    lines: Iterable[str],
    piece_set_of: Callable[[str], PieceSet],
    legal_counts: bool = False,
    first: int = 1,
) -> Iterator[Line]:
    """A JSON object for every entry, and at last one for how the game stands or ended.

    Blank lines, a byte order mark and either line end are tolerated. Where a line is broken, what stands before it
    is judged first. With ``legal_counts`` every line but those of the draft also tells how many placements each
    player had before it. ``first`` is the number of the first line in its file.

    Raises:
        RecordError: a line, named by its number, is not one of a record.
        PieceSetError: ``piece_set_of`` has no usable set for the game.
    """
    written = numbered(lines, first)
    if not written:
        raise RecordError(
            f'{name}: the record is empty; its first line is a header like {{"polyref": 1, "game": "polyssimo", ...}}'
        )
    match = _started(name, *written[0], piece_set_of)
    failure: RecordError | None = None
    for number, text in written[1:]:
        try:
            entry = parse_entry(text)
        except RecordError as error:
            failure = _located(name, number, error, last=number == written[-1][0])
            break
        line, after = _judged(match, entry)
        yield {"record": name, **line, **(_counts(match, entry, line) if legal_counts else {})}
        match = after
    yield {"record": name, **_standing(match)}
    if failure:
        raise failure


def legal_digest(texts: Iterable[str]) -> str:
    """16 hex digits that stand for a set of placements; ``oracles`` made elsewhere use the same."""
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()[:16]


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
    line = {"ply": _ply(match, entry), "player": entry.player, "move": entry.kind}
    line |= {part: getattr(entry, part) for part in ("piece", "colour") if getattr(entry, part, "")}
    return {**line, **_ruling(verdict.violations), **after.game.told(after.position)}, after


def _taken_back(match: Match) -> tuple[Line, Match]:
    try:
        after = match.undone()
    except MatchError:
        nothing = out_of_phase(Said("an undo with nothing to undo"), match.position.phase)
        return {
            "ply": 0,
            "player": None,
            "move": "undo",
            **_ruling((nothing,)),
            **match.game.told(match.position),
        }, match
    move = match.moves[-1]
    return {
        "ply": _ply(after, move),
        "player": move.player,
        "move": "undo",
        **_ruling(()),
        **after.game.told(after.position),
    }, after


def _ply(before: Match, move: Move) -> int:
    return 0 if isinstance(move, Draft) else before.ply + 1


def _ruling(violations: tuple[Violation, ...]) -> Line:
    return {"legal": not violations, "violations": [violation.as_json() for violation in violations]}


def _counts(match: Match, entry: Entry, line: Line) -> Line:
    if line["ply"] == 0 or match.position.phase == "draft":
        return {}
    counts: Line = {"legal_placements": match.game.legal_counts(match.position)}
    alternatives = match.game.alternatives(match.position, None if isinstance(entry, Undo) else entry)
    if alternatives is not None:
        counts["legal_digest"] = legal_digest(alternatives)
    return counts


def _standing(match: Match) -> Line:
    outcome = match.outcome
    return {
        "over": outcome.over,
        "scores": dict(outcome.scores),
        "winners": list(outcome.winners),
        "decided_by": outcome.decided_by or None,
        **match.game.ending(match.position),
    }
