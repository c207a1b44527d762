"""How well a recorded game was refereed: pure functions from its truth and the events told to figures."""

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.grid import Cell
from referee.piece import PieceSet
from referee.record import Header
from tests.benchmarks.scoring import matches
from tests.benchmarks.truth import (
    NO_NAMES,
    Facts,
    Names,
    PhotoTruth,
    TruePiece,
    labellings,
    names_by_shape,
    parse_truth,
)
from vision.sighting import Problem

Claim = tuple[str, str, frozenset[Cell]]
"""Player, piece and cells of a placement."""


@dataclass(frozen=True, slots=True)
class RecordedTruth:
    """A recorded game. ``board`` holds every placement in order, and every overlap on the way; ``since`` is the first
    settled frame in which a piece lay properly; ``settled`` are the frames in which nothing hides or moves."""

    board: PhotoTruth
    hands: Mapping[str, tuple[str, ...]]
    times_s: tuple[float, ...]
    since: Mapping[str, int]
    settled: tuple[int, ...]
    bumps: int

    @property
    def holder(self) -> Mapping[str, str]:
        return {piece: player for player, hand in self.hands.items() for piece in hand}

    @property
    def seating(self) -> tuple[str, ...]:
        """The players with the one who placed first at the end, for the last drafter places first."""
        first = self.holder[self.board.lying[0].piece]
        return (*(player for player in self.hands if player != first), first)

    def header(self, piece_set: PieceSet) -> Header:
        """What a record of this game begins with."""
        return Header(piece_set.game, self.seating, hands=self.hands)


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """Events against the truth. ``delays`` are the settled frames that passed before a right placement was told."""

    placements: int
    in_order: int
    right: tuple[Claim, ...]
    invented: tuple[Claim, ...]
    missed: tuple[TruePiece, ...]
    called_illegal: tuple[str, ...]
    overlaps: int
    named: int
    false_alarms: tuple[str, ...]
    questions: int
    corrected: int
    delays: tuple[int, ...]
    bumps: int
    bumps_seen: int
    outcome: Facts | None


def read_recorded(folder: Path, piece_set: PieceSet) -> RecordedTruth:
    """The truth of the recorded game in a folder, with the names of the piece set."""
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    frames = [json.loads(line) for line in lines]
    hands = json.loads((folder / "hands.json").read_text(encoding="utf-8"))
    return parse_recorded(frames, hands, names_by_shape(frames, piece_set))


def parse_recorded(
    frames: Sequence[Facts], hands: Mapping[str, Sequence[str]], names: Names = NO_NAMES
) -> RecordedTruth:
    """The truth of a recorded game from the facts of its frames and the hands of its players."""
    still = [facts for facts in frames if facts["state"] in ("settled", "after_bump")]
    pieces: dict[TruePiece, int] = {}
    for facts in still:
        for piece in parse_truth(facts, "", names).pieces:
            pieces.setdefault(piece, facts["frame"])
    first = parse_truth({**frames[0], "pieces": [], "hand_covers_cells": []}, "recording")
    return RecordedTruth(
        board=PhotoTruth("recording", first.grid, first.corners_xy, tuple(pieces), frozenset(), {}),
        hands={player: tuple(names.get(label, label) for label in hand) for player, hand in hands.items()},
        times_s=tuple(facts["t"] - frames[0]["t"] for facts in frames),
        since={piece.piece: frame for piece, frame in pieces.items() if piece.kind == "none"},
        settled=tuple(facts["frame"] for facts in still),
        bumps=sum(facts["state"] == "bump" for facts in frames),
    )


def score_recorded(truth: RecordedTruth, events: Sequence[Facts]) -> RecordedScore:
    """Scores events, as ``polyref watch`` writes them, under the labelling of the board that suits them best."""
    scores = [_score(truth, board, events) for board in labellings(truth.board)]
    return max(scores, key=lambda one: (len(one.right), one.named))


def _score(truth: RecordedTruth, board: PhotoTruth, events: Sequence[Facts]) -> RecordedScore:
    lying = [(truth.holder[piece.piece], piece.piece, piece.cells) for piece in board.lying]
    told = _told(events)
    right = [claim for claim in told if claim in lying]
    problems = [_problem(event) for event in events if event["event"] == "problem"]
    overlaps = [piece for piece in board.troubled if piece.kind == "overlap"]
    return RecordedScore(
        placements=len(lying),
        in_order=_longest_rise([lying.index(claim) for claim in right]),
        right=tuple(right),
        invented=tuple(claim for claim in told if claim not in lying),
        missed=tuple(piece for piece, claim in zip(board.lying, lying, strict=True) if claim not in told),
        called_illegal=tuple(event["piece"] for event in _of(events, "placed") if not event["legal"]),
        overlaps=len(overlaps),
        named=sum(any(matches(problem, piece) for problem in problems) for piece in overlaps),
        false_alarms=tuple(
            f"{problem.kind} of {problem.piece or '?'}"
            for problem in problems
            if not any(matches(problem, piece) for piece in board.troubled)
        ),
        questions=len(_of(events, "unsure")),
        corrected=len(_of(events, "corrected")),
        delays=tuple(_delay(truth, told[claim], truth.since[claim[1]]) for claim in right),
        bumps=truth.bumps,
        bumps_seen=len(_of(events, "camera_moved")),
        outcome=next(iter(_of(events, "over")), None),
    )


def _told(events: Iterable[Facts]) -> dict[Claim, int]:
    """Placements told as legal, in order, with the frame; what was taken back is gone, what was corrected mended."""
    told: dict[Claim, int] = {}
    for event in events:
        match event["event"]:
            case "placed" if event["legal"]:
                told[event["player"], event["piece"], _cells(event)] = event["frame"]
            case "taken_back":
                told = {claim: frame for claim, frame in told.items() if claim[1] != event["piece"]}
            case "corrected":
                told = dict(_mended(told, event))
    return told


def _mended(told: Mapping[Claim, int], event: Facts) -> Iterable[tuple[Claim, int]]:
    was, now = event["was"], event["now"]
    for (player, piece, cells), frame in told.items():
        if (piece, cells) == (was["piece"], _cells(was)):
            yield (player, now["piece"], _cells(now)), event["frame"]
        else:
            yield (player, piece, cells), frame


def _problem(event: Facts) -> Problem:
    return Problem(event["kind"], event["piece"], tuple(_cells(event)))


def _cells(facts: Facts) -> frozenset[Cell]:
    return frozenset((row, col) for row, col in facts["cells"])


def _of(events: Iterable[Facts], kind: str) -> list[Facts]:
    return [event for event in events if event["event"] == kind]


def _delay(truth: RecordedTruth, told: int, since: int) -> int:
    """Settled frames that passed between the first one showing a piece and the one in which it was told."""
    return sum(since <= frame < told for frame in truth.settled)


def _longest_rise(numbers: Iterable[int]) -> int:
    """Length of the longest strictly rising selection: how many came in the right order."""
    ends: list[int] = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
