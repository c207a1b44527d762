"""The figures of a benchmark as text for people and as plain values for JSON."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from tests.benchmarks.scoring import Claim, Score, reliability
from vision.sighting import SeenPiece

ASKING_LEVELS = (0.97, 0.98, 0.99, 0.995, 0.999)
"""Confidences from which on a claim might be believed."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of one picture and how long it took."""

    score: Score
    seconds: float


def figures(pictures: Sequence[Scored]) -> dict[str, Any]:
    """What is printed of a group of pictures. Corner errors in cells, of boards claimed anywhere."""
    scores = [picture.score for picture in pictures]
    errors = [score.corner_error_cells for score in scores if score.corner_error_cells is not None]

    def count(part: Callable[[Score], Sequence[object]]) -> int:
        return sum(len(part(score)) for score in scores)

    return {
        "pictures": len(scores),
        "found": sum(score.found for score in scores),
        "elsewhere": len(errors) - sum(score.found for score in scores),
        "exact": sum(score.exact for score in scores),
        "pieces": count(lambda score: score.truth.lying),
        "right": count(lambda score: score.right),
        "wrong": count(lambda score: score.wrong),
        "missed": count(lambda score: score.missed),
        "uncertain": sum(score.uncertain for score in scores),
        "problems": count(lambda score: score.truth.troubled),
        "named": count(lambda score: score.named),
        "false alarms": count(lambda score: score.false_alarms),
        "corner median": median(errors) if errors else None,
        "corner worst": max(errors, default=None),
        "seconds": median(picture.seconds for picture in pictures),
    }


def by_condition(pictures: Sequence[Scored]) -> list[tuple[str, str, list[Scored]]]:
    """The pictures of every value of every condition, as (condition, value, pictures)."""
    groups: dict[tuple[str, str], list[Scored]] = {}
    for picture in pictures:
        for condition, value in picture.score.truth.conditions.items():
            groups.setdefault((condition, value), []).append(picture)
    order = list(dict.fromkeys(condition for condition, _ in groups))
    return [(*key, groups[key]) for key in sorted(groups, key=lambda key: (order.index(key[0]), _natural(key[1])))]


def table(pictures: Sequence[Scored]) -> str:
    """The figures in total and by condition, a line each, as a Markdown table."""
    rows = [("all", figures(pictures))]
    rows += [(f"{condition} {value}", figures(group)) for condition, value, group in by_condition(pictures)]
    lines = [["", *rows[0][1]], ["---"] * (len(rows[0][1]) + 1)]
    lines += [[name, *(_shown(value) for value in facts.values())] for name, facts in rows]
    widths = [max(len(line[col]) for line in lines) for col in range(len(lines[0]))]
    return "\n".join("| " + " | ".join(_padded(line, widths)) + " |" for line in lines)


def reliability_table(title: str, claims: Iterable[Claim]) -> str:
    """How well confidence is kept: in a well-kept bin, the share right is near the mean confidence."""
    lines = [f"{title:<22} {'claims':>7} {'said':>7} {'right':>7}"]
    for one in reliability(claims):
        lines.append(
            f"{one.low:.2f} to {one.high:.2f}{'':<10} {one.claims:>7} {one.confidence:>7.3f} {one.right:>7.3f}"
        )
    return "\n".join(lines)


def asking_table(pictures: Iterable[Scored]) -> str:
    """Wrong against asked: if only claims at least so sure were believed, and all other pieces that lie there asked."""
    scores = [picture.score for picture in pictures if picture.score.found]
    pieces = sum(len(score.right) + len(score.missed) for score in scores)
    lines = [f"{'believed from':<22} {'asked':>7} {'wrong':>7}"]
    for level in ASKING_LEVELS:
        right, wrong = (
            sum(piece.confidence >= level for score in scores for piece in part(score)) for part in (_right, _wrong)
        )
        asked, mistaken = _percent(pieces - right, pieces), _percent(wrong, right + wrong)
        lines.append(f"{level:<22.3f} {asked:>7} {mistaken:>7}")
    return "\n".join(lines)


def _right(score: Score) -> Sequence[SeenPiece]:
    return score.right


def _wrong(score: Score) -> Sequence[SeenPiece]:
    return score.wrong


def headline(pictures: Sequence[Scored]) -> str:
    """The figures that matter most, in words."""
    facts = figures(pictures)
    total = facts["pictures"]
    claimed = facts["right"] + facts["wrong"]
    beside = sum(picture.score.exact_beside_hand for picture in pictures)
    return "\n".join(
        (
            f"boards found          {facts['found']} of {total} ({_percent(facts['found'], total)})",
            f"boards exactly right  {facts['exact']} of {total} ({_percent(facts['exact'], total)})",
            f"  or beside hands      {beside} of {total} ({_percent(beside, total)})",
            f"pieces claimed wrong  {facts['wrong']} of {claimed} claimed ({_percent(facts['wrong'], claimed)})",
            f"problems named        {facts['named']} of {facts['problems']}, {facts['false alarms']} false alarms",
        )
    )


def fault(score: Score) -> str:
    """One line that says what was wrong with a picture; empty where nothing was."""
    if score.corner_error_cells is None:
        return "board not found"
    parts = [] if score.found else [f"board found {score.corner_error_cells:.1f} cells off"]
    parts += _listed("wrong", [piece.piece for piece in score.wrong])
    parts += _listed("missed", [piece.piece for piece in score.missed])
    parts += _listed("not named", [f"{piece.kind} of {piece.piece}" for piece in score.unnamed])
    parts += _listed("false alarm", [f"{problem.kind} of {problem.piece or '?'}" for problem in score.false_alarms])
    parts += [f"{score.uncertain} cells uncertain"] if score.uncertain else []
    return "; ".join(parts)


def as_json(picture: Scored) -> dict[str, Any]:
    """One picture's figures and faults as plain values."""
    score = picture.score
    return {
        "picture": score.truth.name,
        "exact": score.exact,
        "fault": fault(score),
        **figures([picture]),
        "conditions": dict(score.truth.conditions),
    }


def _listed(what: str, names: Sequence[str]) -> list[str]:
    return [f"{what}: {' '.join(names) if what in ('wrong', 'missed') else ', '.join(names)}"] if names else []


def _padded(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [
        cell.ljust(width) if col == 0 else cell.rjust(width)
        for col, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]


def _shown(value: float | int | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _natural(text: str) -> tuple[float, str]:
    """Numbers first, by size."""
    number = re.match(r"[\d.]+", text)
    return (float(number[0]) if number else 0.0, text)
