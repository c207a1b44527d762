"""How right a sighting is: pure functions from truth and sighting to figures.

A board is *exactly right* when it was found, its pieces equal the true ones and every physical problem is named.
Pieces touching cells hidden by a hand, and pieces under an overlapping one, may be missing but not wrong; their
uncertain cells are not counted, nor are those under a piece that does not lie on the grid properly. It is told besides
how many are exact if pieces that share an edge with hidden cells, and may go on below them, are excused too. Of the
cells named for a piece that lies askew those covered by about a quarter do not count, for a quarter is where they begin
to.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean

from referee.grid import Cell, beside
from tests.benchmarks.truth import PhotoTruth, TruePiece, labellings
from vision.sighting import Corners, Problem, SeenPiece, Sighting

FOUND_WITHIN_CELLS = 0.5
"""A board whose worst corner is further off than this was found somewhere else, so not found."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something said with a confidence, and whether it was right."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Score:
    """One sighting against the truth. ``corner_error_cells`` is None where no board was claimed."""

    truth: PhotoTruth
    corner_error_cells: float | None
    right: tuple[SeenPiece, ...]
    wrong: tuple[SeenPiece, ...]
    missed: tuple[TruePiece, ...]
    uncertain: int
    named: tuple[TruePiece, ...]
    unnamed: tuple[TruePiece, ...]
    false_alarms: tuple[Problem, ...]
    claims: tuple[Claim, ...]
    alternatives: tuple[Claim, ...]

    @property
    def found(self) -> bool:
        return self.corner_error_cells is not None and self.corner_error_cells <= FOUND_WITHIN_CELLS

    @property
    def exact(self) -> bool:
        return self.found and not (self.wrong or self.missed or self.unnamed)

    @property
    def exact_beside_hand(self) -> bool:
        """The same if pieces that share an edge with a hidden cell may be missing too: they may go on below it."""
        edge = {near for cell in self.truth.hidden for near in beside(cell)}
        return replace(self, missed=tuple(piece for piece in self.missed if not piece.cells & edge)).exact


@dataclass(frozen=True, slots=True)
class Bin:
    """Claims with a confidence from ``low`` up to ``high``."""

    low: float
    high: float
    claims: int
    confidence: float
    right: float


def score(truth: PhotoTruth, sighting: Sighting) -> Score:
    """Scores a sighting under the labelling that suits it best: most pieces right, then nearest corners."""
    scores = [_score(labelled, sighting) for labelled in labellings(truth)]
    return min(scores, key=lambda one: (-len(one.right) - len(one.named), one.corner_error_cells or 0.0))


def corner_error_cells(truth: PhotoTruth, seen_xy: Corners) -> float:
    """Largest distance of a corner from its true place, in cells of mean size."""
    true_xy = truth.corners_xy
    sides = [math.dist(true_xy[i], true_xy[(i + 1) % 4]) for i in range(4)]
    counts = (truth.grid.cols, truth.grid.rows, truth.grid.cols, truth.grid.rows)
    cell_px = fmean(side / count for side, count in zip(sides, counts, strict=True))
    return max(math.dist(a, b) for a, b in zip(true_xy, seen_xy, strict=True)) / cell_px


def matches(problem: Problem, piece: TruePiece) -> bool:
    """Whether a problem names this trouble: the same kind, piece and cells, but for those that may be named or not."""
    alike = frozenset(problem.cells) ^ piece.cells <= piece.either
    return alike and (problem.kind, problem.piece) == (piece.kind, piece.piece)


def reliability(claims: Iterable[Claim], bounds: Sequence[float] = (0, 0.5, 0.8, 0.9, 0.95, 0.99, 1)) -> list[Bin]:
    """How well confidence is kept: claims in bins, each with its mean confidence and the share that was right."""
    bins = []
    every = list(claims)
    for low, high in pairwise(bounds):
        inside = [one for one in every if low <= one.confidence < high or one.confidence == high == bounds[-1]]
        if inside:
            mean = fmean(one.confidence for one in inside)
            bins.append(Bin(low, high, len(inside), mean, fmean(one.right for one in inside)))
    return bins


def _score(truth: PhotoTruth, sighting: Sighting) -> Score:
    lying = {(piece.piece, piece.cells) for piece in truth.lying}
    seen = {(piece.piece, frozenset(piece.cells)) for piece in sighting.pieces}
    excused = truth.excused
    named = tuple(piece for piece in truth.troubled if any(matches(problem, piece) for problem in sighting.problems))
    right, wrong = _parted(sighting.pieces, lying)
    alarms = tuple(p for p in sighting.problems if not any(matches(p, piece) for piece in truth.troubled))
    return Score(
        truth=truth,
        corner_error_cells=_corner_error(truth, sighting),
        right=right,
        wrong=wrong,
        missed=tuple(p for p in truth.lying if (p.piece, p.cells) not in seen and p not in excused),
        uncertain=_uncertain(truth, sighting),
        named=named,
        unnamed=tuple(p for p in truth.troubled if p not in named and p not in excused),
        false_alarms=alarms,
        claims=(
            *(Claim(piece.confidence, piece in right) for piece in sighting.pieces),
            *(Claim(problem.confidence, problem not in alarms) for problem in sighting.problems),
        ),
        alternatives=tuple(Claim(one.confidence, not _parted(one.pieces, lying)[1]) for one in sighting.alternatives),
    )


def _parted(
    pieces: Iterable[SeenPiece], lying: set[tuple[str, frozenset[Cell]]]
) -> tuple[tuple[SeenPiece, ...], tuple[SeenPiece, ...]]:
    """The pieces that lie there, and those that do not; a piece claimed twice is right once at most."""
    right: list[SeenPiece] = []
    wrong: list[SeenPiece] = []
    left = set(lying)
    for piece in pieces:
        fact = (piece.piece, frozenset(piece.cells))
        (right if fact in left else wrong).append(piece)
        left.discard(fact)
    return tuple(right), tuple(wrong)


def _uncertain(truth: PhotoTruth, sighting: Sighting) -> int:
    """Number of cells shown as ``?`` without an excuse."""
    excused = truth.hidden.union(*(piece.cells | piece.either for piece in (*truth.excused, *truth.troubled)))
    return len((sighting.uncertain | sighting.hidden) - excused)


def _corner_error(truth: PhotoTruth, sighting: Sighting) -> float | None:
    board = sighting.board
    return corner_error_cells(truth, board.corners_xy) if board.found else None
