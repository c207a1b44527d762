"""Finding the board: from a picture, or from a picture and where the board was before.

Straight lines give the directions the camera may face (``lines``); seen from above along each of them, rectangles
with a lattice are picked (``overhead``); the most promising are fitted (``refine``) and asked the same questions
(``verify``). The best is the board if the picture agrees with it well enough.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import cv2
import numpy as np

from referee.grid import GridSize
from vision import overhead
from vision.corners import guesses
from vision.frame import Picture
from vision.lines import Cross, find_crosses, find_segments, off_cross
from vision.opinion import opinion
from vision.pose import BoardPose, pose_from_corners
from vision.refine import SEARCH, Fit, refine, rescaled
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
ROUGH_SCALE, FINE_SCALES = 14, (14, 28)
"""Pixels a cell in rectified pictures."""
SAME_CELLS = 0.35
"""Candidates nearer than this are one, in cells."""
LARGE = 0.07
"""Part of the picture that a board takes; before a smaller one is believed, everything else is looked at."""
LATTICE_ROUNDS = 2
"""Rounds without the rim, in a fit that is led by the lattice."""
LEAST_LIKELY = 0.004
"""Of a pose that is less likely by its lines the cells are not asked."""
LEAST_CONFIDENCE = 0.5
"""Below this there is no board, unless the cells say so."""


def locate(bgr: Picture, grid: GridSize) -> BoardPose | None:
    """The pose of the board with this grid, or None where the picture shows none."""
    found = candidates(bgr, grid)
    if not found or found[0].confidence >= SURE:
        return found[0] if found else None
    opinions = [opinion(bgr, pose) for pose in found]
    likely = [at for at, pose in enumerate(found) if pose.confidence >= LEAST_LIKELY]
    confirmed = [at for at in likely if opinions[at].confirms]
    if confirmed:
        best = found[max(confirmed, key=lambda at: opinions[at].clear)]
        return replace(best, confidence=max(best.confidence, LEAST_CONFIDENCE))
    # A board on which little lies shows its lines, so that it would be sure.
    return found[0] if found[0].confidence >= LEAST_CONFIDENCE and opinions[0].is_used else None


def candidates(bgr: Picture, grid: GridSize) -> list[BoardPose]:
    """The most likely poses, however unlikely, the likeliest first; as soon as one is sure, that one only."""
    rough_picture = _shrunk(bgr, ROUGH_SIZE_PX)
    rough: list[tuple[Evidence, Fit]] = []
    for pose in chain(_guessed(bgr, grid), _searched(bgr, grid)):
        fit = Fit(rescaled(pose, _size(rough_picture)))
        if all(_apart(fit.pose, other.pose) > SAME_CELLS for _, other in rough):
            fit = refine(rough_picture, fit, ROUGH_SCALE, SEARCH[:3], rough=LATTICE_ROUNDS)
            rough.append((examine(rough_picture, fit, ROUGH_SCALE), fit))
            if rough[-1][0].confidence > PROMISING:
                evidence, final = _finish(bgr, fit)
                if evidence.confidence > SURE and _share(final.pose) > LARGE:
                    return [replace(final.pose, confidence=evidence.confidence)]
    rough.sort(key=lambda tried: -tried[0].score)
    finished = [_finish(bgr, fit) for fit in _distinct([fit for _, fit in rough])[:FINISHED]]
    finished.sort(key=lambda tried: -tried[0].score)
    # The grid on a card beside the board is a grid as well: of several that are sure, the largest comes first.
    finished.sort(key=lambda tried: -_share(tried[1].pose) if tried[0].confidence > SURE else 0.0)
    return [replace(fit.pose, confidence=evidence.confidence) for evidence, fit in finished]


def relocate(bgr: Picture, pose: BoardPose) -> BoardPose | None:
    """The board near where it was before; None where it is not there any more (then ``locate`` it anew)."""
    evidence, fit = _finish(bgr, Fit(pose))
    return replace(fit.pose, confidence=evidence.confidence) if evidence.confidence >= LEAST_CONFIDENCE else None


def _finish(bgr: Picture, fit: Fit) -> tuple[Evidence, Fit]:
    """The better of two fits: one led by lattice and rim together, and one by the lattice first."""
    pose = rescaled(fit.pose, _size(bgr))
    scale = int(np.clip(pose.cell_px, *FINE_SCALES))
    finished = []
    for rough in (0, LATTICE_ROUNDS):
        final = refine(bgr, Fit(pose, fit.tops, fit.rim), scale, SEARCH[1:], rough=rough)
        finished.append((examine(bgr, final, scale), final))
    return max(finished, key=lambda one: one[0].score)


def _guessed(bgr: Picture, grid: GridSize) -> Iterator[BoardPose]:
    """Poses under which the corners stand where they seem to be, either way round."""
    for guess in guesses(bgr):
        for corners in (guess.corners_px, np.roll(guess.corners_px, 1, axis=0)):
            yield pose_from_corners(corners, grid, _size(bgr))


def _searched(bgr: Picture, grid: GridSize) -> Iterator[BoardPose]:
    """The most promising poses of a few crosses at a time, the best supported crosses first."""
    lines_picture, view_picture = _shrunk(bgr, LINES_SIZE_PX), _shrunk(bgr, VIEW_SIZE_PX)
    gray = np.asarray(cv2.cvtColor(lines_picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    zoom = view_picture.shape[1] / lines_picture.shape[1]
    segments, size = find_segments(gray), _size(lines_picture)
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


def _shrunk(bgr: Picture, longer_side: int) -> Picture:
    factor = longer_side / max(bgr.shape[:2])
    if factor >= 1:
        return bgr
    return np.asarray(cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _size(bgr: Picture) -> tuple[int, int]:
    return bgr.shape[1], bgr.shape[0]
