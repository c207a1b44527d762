"""Finding the board: from a picture, or from a picture and where the board was before.

A network guesses where the corners are (``corners``) and another moves them onto the board (``align``); where lines
(``refine``, ``verify``) and cells (``opinion``) bear that out, that is the board. Otherwise straight lines give the
directions the camera may face (``lines``); seen from above along each of them, rectangles with a lattice are picked
(``overhead``), fitted (``trial``) and asked the same questions. The best is the board if the picture agrees with it
well enough. Where no line is to be seen what lies on it may tell (``unlined``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import attrgetter

import cv2
import numpy as np

from referee.grid import GridSize
from vision.board import overhead
from vision.board.align import Alignment, align
from vision.board.corners import corners_in_parts, corners_seen
from vision.board.fine import fitted_finely
from vision.board.lines import Cross, find_crosses, find_segments, off_cross
from vision.board.opinion import opinion
from vision.board.phases import Phases
from vision.board.pixels import Guess
from vision.board.refine import Fit
from vision.board.sizes import MOST_SPREAD, Size, ends_there
from vision.board.trial import (
    LEAST_CONFIDENCE,
    SAME_CELLS,
    VERY_SURE,
    Trial,
    is_large,
    is_ours,
    is_sure,
    is_this_way_round,
)
from vision.board.unlined import unlined
from vision.frame import Picture, shrunk, size_of
from vision.kind import Kind
from vision.pose import BoardPose, Points, mean_cell_px

LEAST_IN_PARTS = 0.0
"""Score that lines must have where a board is found in a part of the picture: many places are tried there, and cells
are clear beside the right one too, or on a board of another size."""
LINES_SIZE_PX, VIEW_SIZE_PX = 800, 640
"""Longer side of the pictures in which lines and boards are looked for."""
CROSSES, OTHERS = 9, 6
"""Ways to face the table that are followed, and those among the lines that do not belong to the best of them."""
TOGETHER, TRIED = 3, 4
"""Crosses whose candidates compete with each other, and how many of those are fitted roughly."""
SURE_SPREAD = 0.1
"""A guess whose parts agree so well, in cells, has come to rest on a board. On 52 of 60 stills the first one does, and
on 44 of them the others lead to the same place, if to any. In a careful look, and in parts of the picture, all are
waited for: of 650 simulated boards two more were found so."""
LEAST_LIKELY = 0.004
"""Of a pose that is less likely by its lines the cells are not asked."""


def locate(bgr: Picture, grid: GridSize, kind: Kind, *, at_a_glance: bool = False) -> BoardPose | None:
    """The pose of the board with this grid and pieces of this kind, or None where the picture shows none; where it
    shows none at once if only ``at_a_glance``."""
    trial = Trial(bgr, kind)
    for thrice in (False, True):
        whole: list[Guess] = []  # a careful look guesses the same places anew
        for guess in _guessed(bgr, grid, corners_seen(bgr, thrice=thrice), at_once=not thrice):
            whole.append(guess)
            shown = _shown(trial, guess)
            if shown is not None:
                return shown
        confirmed = _confirmed(bgr, trial.best(), kind)
        if confirmed is not None and ends_there(bgr, confirmed):
            return confirmed
        if at_a_glance:
            return None
    small: BoardPose | None = None
    in_parts = list(_guessed(bgr, grid, corners_in_parts(bgr)))
    for pose in _lined(bgr, in_parts, kind):
        if is_large(pose):
            return pose
        small = small or pose
    for sure in trial.sure_of(_searched(bgr, grid)):
        if ends_there(bgr, sure):
            return sure
    likeliest = _likeliest(bgr, [pose for pose in trial.best() if ends_there(bgr, pose)], kind)
    return likeliest or small or next(_unlined(bgr, whole + in_parts, kind), None)


def _shown(trial: Trial, guess: Guess, least: float = -np.inf) -> BoardPose | None:
    """A guess that lines, with a score of ``least`` or more, and cells bear out. Where square pixels explain its
    corners poorly, or hardly and lines do not prove them, it is the more plausible one of both kinds."""
    square = trial.borne_out(trial.by_edges(guess.square), least)
    if square is not None and (guess.is_plain or (square.confidence > VERY_SURE and not guess.is_of_others)):
        return square
    stretched = trial.borne_out(trial.by_edges(guess.stretched), least) if guess.stretched else None
    if square is None or stretched is None:
        return square or stretched
    return max(square, stretched, key=trial.plausible)


def _lined(bgr: Picture, in_parts: list[Guess], kind: Kind) -> Iterator[BoardPose]:
    """Boards that lines bear out, of those guessed in parts of the picture."""
    trial = Trial(bgr, kind)  # what is tried there is not for the cells to decide on
    for guess in in_parts:
        shown = _shown(trial, guess, LEAST_IN_PARTS)
        if shown is not None and ends_there(bgr, shown):
            yield shown


def _unlined(bgr: Picture, guessed: list[Guess], kind: Kind) -> Iterator[BoardPose]:
    """Boards of which no line is to be seen, by what lies on them."""
    for guess in guessed:
        for ways in filter(None, (guess.square, guess.stretched)):
            shown = unlined(bgr, ways, kind)
            if shown is not None and ends_there(bgr, shown):
                yield shown


def locate_faint(bgr: Picture, grid: GridSize, kind: Kind) -> BoardPose | None:
    """The pose of a board that is known to be in the picture, by lines that alone would prove none; None where there
    are none of them just where it seems to lie, or it is not plain what its cells show."""
    trial = Trial(bgr, kind)
    guesses = _guessed(bgr, grid, corners_seen(bgr, thrice=True))
    ways = (pose for guess in guesses for pose in (*trial.by_edges(guess.square), *guess.stretched))
    return next((pose for way in ways if (pose := trial.close_to(way))), None)


def _likeliest(bgr: Picture, found: list[BoardPose], kind: Kind) -> BoardPose | None:
    """The pose for which cells or lines speak enough, if there is one."""
    confirmed = _confirmed(bgr, found, kind)
    if confirmed is not None:
        return confirmed
    # A board on which little lies shows its lines, so that it would be sure.
    sure = next((pose for pose in found if is_sure(bgr, pose, kind) and not Phases.of(bgr, pose).tell_another), None)
    return sure or (found[0] if found and _is_clear(bgr, found[0], kind) else None)


def _confirmed(bgr: Picture, found: list[BoardPose], kind: Kind) -> BoardPose | None:
    """The likely pose under which the cells show pieces most clearly, if they show nothing else."""
    if found and is_sure(bgr, found[0], kind):
        return None
    opinions = [(opinion(bgr, pose, kind), pose) for pose in found if pose.confidence >= LEAST_LIKELY]
    clear = [(said.clear, at) for at, (said, _) in enumerate(opinions) if said.confirms]
    if not clear:
        return None
    said, best = opinions[max(clear)[1]]
    if not (is_this_way_round(bgr, best, said, kind) and is_ours(Size(bgr, best, said, kind))):
        return None
    return replace(best, confidence=max(best.confidence, LEAST_CONFIDENCE))


def _is_clear(bgr: Picture, pose: BoardPose, kind: Kind) -> bool:
    if pose.confidence < LEAST_CONFIDENCE:
        return False
    said = opinion(bgr, pose, kind)
    return said.is_clear and is_ours(Size(bgr, pose, said, kind))


def relocate(bgr: Picture, pose: BoardPose, kind: Kind) -> BoardPose | None:
    """The board near where it was before; None where it is not there any more (then ``locate`` it anew)."""
    evidence, fit = fitted_finely(bgr, Fit.of(pose, kind))
    return replace(fit.pose, confidence=evidence.confidence) if evidence.confidence >= LEAST_CONFIDENCE else None


def _guessed(bgr: Picture, grid: GridSize, begun: list[Points], *, at_once: bool = False) -> Iterator[Guess]:
    """Where the corners seem to be. ``at_once`` as in ``_settled``."""
    return (Guess(one, grid, size_of(bgr)) for one in _settled(bgr, grid, begun, at_once=at_once))


def _settled(bgr: Picture, grid: GridSize, begun: list[Points], *, at_once: bool) -> Iterator[Alignment]:
    """Where the guesses come to rest, each place once whichever corner is the first, the surest first. ``at_once``:
    those that are sure come before, in their order, without waiting for what becomes of the next ones."""
    found, unsure = list[Alignment](), list[Alignment]()
    for corners_px in begun:
        one = align(bgr, corners_px, grid, most_spread=MOST_SPREAD)
        if at_once and one.spread <= SURE_SPREAD and _is_new(one, found, grid):
            found.append(one)
            yield one
        elif one.spread <= MOST_SPREAD:
            unsure.append(one)
    for one in sorted(unsure, key=attrgetter("spread")):
        if _is_new(one, found, grid):
            found.append(one)
            yield one


def _is_new(one: Alignment, found: Iterable[Alignment], grid: GridSize) -> bool:
    """Whether it is none of those that were found, whichever corner is the first."""
    away_px = SAME_CELLS * mean_cell_px(one.corners_px, grid)
    turns = [np.roll(one.corners_px, step, axis=0) for step in range(4)]
    return all(np.abs(turn - other.corners_px).max() > away_px for other in found for turn in turns)


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
