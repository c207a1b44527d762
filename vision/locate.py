"""Finding the board: from a picture, or from a picture and where the board was before.

A network guesses where the corners are (``corners``) and another moves them onto the board (``align``); where lines
(``refine``, ``verify``) and cells (``opinion``) bear that out, that is the board. Otherwise straight lines give the
directions the camera may face (``lines``); seen from above along each of them, rectangles with a lattice are picked
(``overhead``), fitted and asked the same questions. The best is the board if the picture agrees with it well enough.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

import cv2
import numpy as np

from referee.grid import GridSize
from vision import overhead
from vision.align import Alignment, align
from vision.corners import guesses
from vision.frame import Picture, shrunk, size_of
from vision.kind import USUAL_THICKNESS
from vision.lines import Cross, find_crosses, find_segments, off_cross
from vision.opinion import Opinion, opinion
from vision.pose import BoardPose, pose_from_corners
from vision.printed import is_printed_so
from vision.refine import SEARCH, Fit, refine, rescaled
from vision.thickness import lattice_edges
from vision.verify import Evidence, examine

LINES_SIZE_PX, VIEW_SIZE_PX, ROUGH_SIZE_PX = 800, 640, 960
"""Longer side of the pictures in which lines and boards are looked for, and fits are compared."""
CROSSES, OTHERS = 9, 6
"""Ways to face the table that are followed, and those among the lines that do not belong to the best of them."""
TOGETHER, TRIED = 3, 4
"""Crosses whose candidates compete with each other, and how many of those are fitted roughly."""
FINISHED = 5
"""Candidates that are fitted finely when none was sure."""
PROMISING, SURE = 0.6, 0.9
"""A rough fit with more confidence is fitted finely at once; a fine one with more ends the search."""
BORNE_OUT = 0.45
"""Lines and the guess agree if no corner lies farther from the guess than this, in cells."""
ROUGH_SCALE, FINE_SCALES = 14, (14, 28)
"""Pixels a cell in rectified pictures."""
CELLS_COUNT, LESS_FINE = 3.0, 1.0
"""What the cells' clearness counts against the score of the lines, and how much a guess that is not fitted loses."""
PLAIN = 4.0
"""Lines that rather speak for a board are believed if its cells are so clear: those of other boards are not."""
CLOSE, FAINT = 0.15, -4.5
"""Where a board is known to be one of ours as a whole, faint lines (their score) so close to a guess are enough."""
ELSEWHERE = 0.7
"""A board that the network of the guesses would move so far, in cells, is one of another size."""
SAME_CELLS = 0.35
"""Candidates nearer than this are one, in cells."""
LARGE = 0.07
"""Part of the picture that a board takes; before a smaller one is believed, everything else is looked at."""
MOST_BEYOND = 0.25
"""Where no rim is seen at a side of a board that its cells speak for, no more than this share of the lines beyond it
goes on with the grid."""
MOST_SPREAD = 0.2
"""A guess is of no board of ours where its parts disagree by more than this, in cells."""
LATTICE_ROUNDS = 2
"""Rounds without the rim, in a fit that is led by the lattice."""
LEAST_LIKELY = 0.004
"""Of a pose that is less likely by its lines the cells are not asked."""
LEAST_CONFIDENCE = 0.5
"""Below this there is no board, unless the cells say so."""


def locate(bgr: Picture, grid: GridSize) -> BoardPose | None:
    """The pose of the board with this grid, or None where the picture shows none."""
    trial = Trial(bgr)
    for thrice in (False, True):
        for ways in _guessed(bgr, grid, thrice=thrice):
            shown = trial.borne_out(ways)
            if shown is not None:
                return shown
        confirmed = _confirmed(bgr, trial.best())
        if confirmed is not None and _is_of_its_size(bgr, confirmed):
            return confirmed
    sure = trial.sure_of(_searched(bgr, grid))
    found = sure or _likeliest(bgr, trial.best())
    return found if found is not None and _is_of_its_size(bgr, found) else None


def locate_faint(bgr: Picture, grid: GridSize) -> BoardPose | None:
    """The pose of a board that is known to be in the picture, by lines that alone would prove none; None where there
    are none of them just where it seems to lie."""
    trial = Trial(bgr)
    ways = (pose for ways in _guessed(bgr, grid, thrice=True) for pose in ways)
    return next((pose for guess in ways if (pose := trial.close_to(guess))), None)


def _likeliest(bgr: Picture, found: list[BoardPose]) -> BoardPose | None:
    """The pose for which cells or lines speak enough, if there is one."""
    confirmed = _confirmed(bgr, found)
    if confirmed is not None:
        return confirmed
    # A board on which little lies shows its lines, so that it would be sure.
    return found[0] if found and (found[0].confidence >= SURE or _is_clear(bgr, found[0])) else None


def _is_of_its_size(bgr: Picture, pose: BoardPose) -> bool:
    """Whether the board ends about where the pose says, for the network that moves guesses onto a board."""
    seen = align(bgr, pose.corners_px, pose.grid)
    return seen.spread > MOST_SPREAD or np.abs(seen.corners_px - pose.corners_px).max() < ELSEWHERE * pose.cell_px


def _confirmed(bgr: Picture, found: list[BoardPose]) -> BoardPose | None:
    """The likely pose under which the cells show pieces most clearly, if they show nothing else."""
    if found and found[0].confidence >= SURE:
        return None
    opinions = [(opinion(bgr, pose), pose) for pose in found if pose.confidence >= LEAST_LIKELY]
    clear = [(said.clear, at) for at, (said, _) in enumerate(opinions) if said.confirms]
    if not clear:
        return None
    said, best = opinions[max(clear)[1]]
    return replace(best, confidence=max(best.confidence, LEAST_CONFIDENCE)) if _is_printed_so(bgr, best, said) else None


def _is_clear(bgr: Picture, pose: BoardPose) -> bool:
    if pose.confidence < LEAST_CONFIDENCE:
        return False
    said = opinion(bgr, pose)
    return said.is_clear and _is_printed_so(bgr, pose, said)


def _is_printed_so(bgr: Picture, pose: BoardPose, said: Opinion) -> bool:
    """Whether the lines on bare cells are those of a board lying so, and end with it."""
    scale = fine_scale(pose)
    sides = examine(bgr, Fit(pose), scale).sides
    ends = all(side.open_beyond < MOST_BEYOND for side in sides if side.visible)
    return ends and is_printed_so(bgr, pose, said.bare, scale)


@dataclass(frozen=True, eq=False)
class Shown:
    """A pose with what lines and cells say of it."""

    pose: BoardPose
    score: float
    cells: Opinion

    @property
    def worth(self) -> float:
        return self.score + CELLS_COUNT * self.cells.clear

    @property
    def is_believed(self) -> bool:
        """Whether lines or cells bear out what was guessed, and neither speaks against it."""
        return self.cells.is_clear or (self.score > 0 and self.cells.clear > PLAIN and self.cells.ends)


class Trial:
    """Fits poses to a picture, and remembers those that were tried."""

    def __init__(self, bgr: Picture) -> None:
        self._bgr, self._rough_picture = bgr, shrunk(bgr, ROUGH_SIZE_PX)
        self._rough: list[tuple[Evidence, Fit]] = []
        self._fine: dict[Fit, tuple[Evidence, Fit]] = {}

    def borne_out(self, ways: Iterable[BoardPose]) -> BoardPose | None:
        """A guess that lines and cells bear out; ``ways`` are the same place, rows and columns either way round."""
        either: list[Shown] = []
        for guess in ways:
            rough = self._fitted(guess)[1]
            if _apart(rough.pose, rescaled(guess, rough.pose.size_px)) > 2 * BORNE_OUT:
                continue
            evidence, final = self._finished(rough)
            if _apart(final.pose, guess) < BORNE_OUT:
                if evidence.confidence > SURE:
                    return replace(final.pose, confidence=evidence.confidence)
                fitted = Shown(final.pose, evidence.score, opinion(self._bgr, final.pose))
                # The lines of a full board may mislead the fit, where the guess was right.
                either += [fitted, Shown(guess, evidence.score - LESS_FINE, opinion(self._bgr, guess))]
        best = max(either, key=lambda one: one.worth, default=None)
        if best is None or not best.is_believed or not _is_printed_so(self._bgr, best.pose, best.cells):
            return None
        return replace(best.pose, confidence=LEAST_CONFIDENCE)

    def close_to(self, guess: BoardPose) -> BoardPose | None:
        """The fit to faint lines that hardly moves a guess, if there is one."""
        evidence, fit = self._finished(self._fitted(guess)[1])
        if _apart(fit.pose, guess) > CLOSE or evidence.score < FAINT:
            return None
        shown = _is_printed_so(self._bgr, fit.pose, opinion(self._bgr, fit.pose))
        return replace(fit.pose, confidence=LEAST_CONFIDENCE) if shown else None

    def sure_of(self, poses: Iterable[BoardPose]) -> BoardPose | None:
        """The first pose that is sure once it is fitted, and no mere card."""
        for pose in poses:
            evidence, fit = self._fitted(pose)
            if evidence.confidence > PROMISING:
                evidence, final = self._finished(fit)
                if evidence.confidence > SURE and _share(final.pose) > LARGE:
                    return replace(final.pose, confidence=evidence.confidence)
        return None

    def _fitted(self, pose: BoardPose) -> tuple[Evidence, Fit]:
        """The rough fit of this pose, or of one tried before that lies in the same place."""
        fit = Fit(rescaled(pose, size_of(self._rough_picture)))
        for tried in self._rough:
            if _apart(fit.pose, tried[1].pose) <= SAME_CELLS:
                return tried
        fit = refine(self._rough_picture, fit, ROUGH_SCALE, SEARCH[:3], rough=LATTICE_ROUNDS)
        self._rough.append((examine(self._rough_picture, fit, ROUGH_SCALE), fit))
        return self._rough[-1]

    def _finished(self, fit: Fit) -> tuple[Evidence, Fit]:
        """The fine fit of a rough one, made once."""
        if fit not in self._fine:
            self._fine[fit] = fitted_finely(self._bgr, fit)
        return self._fine[fit]

    def best(self) -> list[BoardPose]:
        """The most likely of all poses so far, fitted, the likeliest first."""
        self._rough.sort(key=lambda tried: -tried[0].score)
        finished = [self._finished(fit) for fit in _distinct([fit for _, fit in self._rough])[:FINISHED]]
        finished.sort(key=lambda tried: -tried[0].score)
        # The grid on a card beside the board is a grid as well: of several that are sure, the largest comes first.
        finished.sort(key=lambda tried: -_share(tried[1].pose) if tried[0].confidence > SURE else 0.0)
        return [replace(fit.pose, confidence=evidence.confidence) for evidence, fit in finished]


def relocate(bgr: Picture, pose: BoardPose) -> BoardPose | None:
    """The board near where it was before; None where it is not there any more (then ``locate`` it anew)."""
    evidence, fit = fitted_finely(bgr, Fit(pose))
    return replace(fit.pose, confidence=evidence.confidence) if evidence.confidence >= LEAST_CONFIDENCE else None


def fitted_finely(bgr: Picture, fit: Fit) -> tuple[Evidence, Fit]:
    """A board that lies nearly there fitted to its lines.

    It is the better of two fits: one led by lattice and rim together, and one by the lattice first."""
    pose = rescaled(fit.pose, size_of(bgr))
    scale = fine_scale(pose)
    finished = []
    for rough in (0, LATTICE_ROUNDS):
        final = refine(bgr, Fit(pose, fit.tops, fit.rim), scale, SEARCH[1:], rough=rough)
        finished.append((examine(bgr, final, scale), final))
    return max(finished, key=lambda one: one[0].score)


def fine_scale(pose: BoardPose) -> int:
    """Pixels a cell in the rectified pictures that a fit is made in last."""
    return int(np.clip(pose.cell_px, *FINE_SCALES))


def _guessed(bgr: Picture, grid: GridSize, *, thrice: bool) -> Iterator[list[BoardPose]]:
    """Poses under which the corners stand where they seem to be, in pairs: the way round that fits the lattice better,
    and the other one."""
    lab = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB), dtype=np.uint8)
    for one in _settled(bgr, grid, thrice=thrice):
        ways = [pose_from_corners(np.roll(one.corners_px, step, axis=0), grid, size_of(bgr)) for step in (0, 1)]
        ways.sort(key=lambda pose: -max(lattice_edges(lab, pose, height) for height in (0.0, USUAL_THICKNESS)))
        yield ways


def _settled(bgr: Picture, grid: GridSize, *, thrice: bool) -> list[Alignment]:
    """Where the guesses come to rest, each place once, the surest first."""
    found: list[Alignment] = []
    aligned = [align(bgr, guess.corners_px, grid) for guess in guesses(bgr, thrice=thrice)]
    agreed = [one for one in aligned if one.spread <= MOST_SPREAD]
    for one in sorted(agreed, key=attrgetter("spread")):
        cell_px = np.sqrt(cv2.contourArea(one.corners_px.astype(np.float32)) / len(grid))
        if all(np.abs(one.corners_px - other.corners_px).max() > SAME_CELLS * cell_px for other in found):
            found.append(one)
    return found


def _searched(bgr: Picture, grid: GridSize) -> Iterator[BoardPose]:
    """The most promising poses of a few crosses at a time, the best supported crosses first."""
    lines_picture, view_picture = shrunk(bgr, LINES_SIZE_PX), shrunk(bgr, VIEW_SIZE_PX)
    gray = np.asarray(cv2.cvtColor(lines_picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    zoom = view_picture.shape[1] / lines_picture.shape[1]
    segments, size = find_segments(gray), size_of(lines_picture)
    crosses = find_crosses(segments, size, CROSSES)
    for start in range(0, len(crosses), TOGETHER):
        yield from _best(crosses[start : start + TOGETHER], view_picture, zoom, grid)
    if crosses:  # what the strongest cross hides: a board on a chequered or striped cloth
        others = find_crosses(off_cross(segments, size, crosses[0]), size, OTHERS)
        for start in range(0, len(others), TOGETHER):
            yield from _best(others[start : start + TOGETHER], view_picture, zoom, grid)


def _best(crosses: list[Cross], view_picture: Picture, zoom: float, grid: GridSize) -> list[BoardPose]:
    found: list[overhead.Candidate] = []
    for cross in crosses:
        found += overhead.candidates(view_picture, Cross(cross.axes, cross.focal_px * zoom, cross.support), grid)
    found.sort(key=lambda candidate: -candidate.promise)
    return [candidate.pose for candidate in found[:TRIED]]


def _distinct(fits: list[Fit]) -> list[Fit]:
    kept: list[Fit] = []
    for fit in fits:
        if all(_apart(fit.pose, other.pose) > SAME_CELLS for other in kept):
            kept.append(fit)
    return kept


def _apart(pose: BoardPose, other: BoardPose) -> float:
    """Largest distance between corners, in cells, half turns of the board not counted."""
    turned = (pose.corners_px, np.roll(pose.corners_px, 2, axis=0))
    return float(min(np.abs(corners - other.corners_px).max() for corners in turned) / other.cell_px)


def _share(pose: BoardPose) -> float:
    """The part of the picture that the grid takes."""
    width, height = pose.size_px
    return pose.cell_px**2 * len(pose.grid) / (width * height)
