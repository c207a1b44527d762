"""A board that seems to lie somewhere, laid on its lines: fitted from there, and what lines and cells say of each fit.

It is fitted where its lines are to be seen, and the cells say which of the places beside it is right.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

import numpy as np

from referee.grid import GridSize
from referee.piece import PieceSet
from vision.board.align import Alignment
from vision.board.fine import fine_scale, fitted_finely
from vision.board.nudge import BESIDE, NEXT, STRETCHED, shifted, stretched
from vision.board.opinion import Opinion, opinion
from vision.board.phases import Phases
from vision.board.pixels import stretched_camera
from vision.board.places import CERTAIN, FAIR, LIKELY, VIEW, SeenPlace
from vision.board.printed import BareLines, bare_lines
from vision.board.refine import Fit
from vision.board.trial import CELLS_COUNT
from vision.board.verify import Evidence, examine
from vision.frame import Picture, size_of
from vision.kind import KINDS, Kind
from vision.pose import BoardPose, pose_from_corners, unusual

PLAINEST, PLAIN, CLEAR, LEAST_CLEAR = 5.9, 5.7, 5.3, 4.7
"""Mean evidence (log-odds) for what each cell shows: with more than the first a piece may hang over the edge of a board
of which hardly a line is seen (of places tried on 103 simulated tables all 22 such were right, none of them believed
for it before), with more than the second nothing needs to be compared, with more than the third no better place is
looked for, with less than the last it is another board."""
FEWEST_FILLED = 10
"""Cells that must be filled to bear out a board."""
LEAST_CONFIDENCE = 0.5
"""Confidence in a board that hardly looks like one as a whole: lines or the pieces on it speak for it."""
POOR_LINES, GOOD_LINES, SURE_LINES = -7.0, -4.5, -1.0
"""Scores of the lines with less than which they speak for another place, with more than which they are good, and with
more than which no others are looked for, nor is it asked whether the cells show that the board ends there."""
CLEAR_WITHOUT = 5.6
"""With poor lines the cells must be so clear. Of simulated boards of Blokus those that lay elsewhere had less, those
that were right more."""
BEYOND, FAR_BEYOND = 2.0, 6.0
"""Evidence of pieces beyond the edge with more than which a better place is looked for, and with more than which the
board lies on other lines, and where is not known."""
PROVING = 200
"""So many lines of one direction that are seen clearly between bare cells are as good as many of both: no quilt has
half as many. Of 140 other boards, cloths, calendars and things none was taken for one of Blokus or a quilt by that."""
AGREED = 0.5
"""A fit that lies no farther than this from where the network sees the board, in cells, needs no good lines."""
FINER = 0.1
"""A fit is finer than what the network sees, which is believed only where the cells are clearer by so much."""
FIRMER = 3.0
"""Lines whose score is greater by so much say that a fit is one, however poor they are."""
MOST_UNUSUAL = 25.0
"""No camera sees a board so: log-odds against its focal length. Of 97 boards of Blokus and Patchwork that were found,
rendered, simulated and real ones, none had more than 7.4 (a cut picture); one that was found cut off along a shadow had
69."""
MOST_FITTED = 2.0
"""A fit to the lines moves a board by so many cells at most: what is farther is another board."""


def settled(bgr: Picture, place: SeenPlace, piece_set: PieceSet) -> BoardPose | None:
    """A board that is seen somewhere in a picture (as long as ``boards`` looks at), fitted to its lines; None where
    neither lines nor cells bear out that it is one."""
    return best_laid(bgr, place, piece_set).as_board(place.likelihood(piece_set.game))


@dataclass(frozen=True, eq=False)
class Laid:
    """A pose in a picture, and what lines and cells say of it; how far a corner was ``moved`` from where the network
    sees it, and all of them together were ``shifted``, in cells; whether on the same lines it can lie
    ``nowhere_else``."""

    bgr: Picture
    pose: BoardPose
    lines: Evidence
    printed: BareLines
    cells: Opinion
    moved: float
    shifted: float
    nowhere_else: bool = False

    @cached_property
    def phases(self) -> Phases:
        """Where in its cells each place of the grid is seen."""
        return Phases.of(self.bgr, self.pose)

    @property
    def beyond(self) -> float:
        """Evidence that a piece lies beyond the edge."""
        return max(0.0, *self.cells.outside)

    @property
    def worth(self) -> float:
        return self.lines.score + CELLS_COUNT * self.cells.clear - self.beyond

    def as_board(self, likelihood: float) -> BoardPose | None:
        """The pose, if it is that of the board that it looks like as a whole with this probability, and some camera
        may see it so."""
        if unusual(self.pose) > MOST_UNUSUAL or self.phases.tell_another_size:
            return None
        if self.is_likely(likelihood) or (likelihood > LIKELY and self.is_proved):
            return replace(self.pose, confidence=max(likelihood, LEAST_CONFIDENCE))
        return replace(self.pose, confidence=LEAST_CONFIDENCE) if self.is_borne_out else None

    def is_likely(self, likelihood: float) -> bool:
        """Whether it is the board that it looks like as a whole, with this probability: lines and cells agree with
        that, and there are pieces on it or lines to be seen, for an empty grid may be any grid. Faint ones are enough
        where it looks like nothing else, and all its cells are most plainly bare. (By that none more of 129 boards of
        other games, cloths, calendars and things was taken for one of Blokus or a quilt.) Where it looks like nothing
        else, lines that are there are enough for a piece to hang over the edge, and those that speak for it just there
        whatever the cells show."""
        least = FAIR if self.is_there or (self.is_good and self.printed.agree_both_ways) else LIKELY
        lined = self.lines.score > GOOD_LINES or self.printed.agree
        bare = likelihood > CERTAIN and self.is_plainest and not self.cells.filled
        shows_something = self.cells.filled >= FEWEST_FILLED or lined or bare
        well_placed = self.moved < AGREED or (self.cells.clear > PLAIN and self.lines.score > GOOD_LINES)
        certain = likelihood > CERTAIN and self.is_there and self.cells.clear > CLEAR
        within = self.beyond < (FAR_BEYOND if well_placed else BEYOND) or self.hangs_over or certain
        ends = self.cells.ends or self.lines.score > SURE_LINES
        placed = self.agrees or (self.cells.clear > PLAIN and self.moved < 1)  # a cell farther the lines look alike
        placed = placed and (self.lines.score > POOR_LINES or self.cells.clear > CLEAR_WITHOUT)
        there = within and ends and placed
        plain = self.cells.clear > LEAST_CLEAR and shows_something and there
        return likelihood > least and (plain or (likelihood > CERTAIN and self.is_lined))

    @property
    def is_proved(self) -> bool:
        """Whether phases tell that it is the board which the network sees there, however faint its lines. Where these
        speak for another place a better one may be near: one that scored -9 was .4 cells off, and is found to .06."""
        return self.phases.prove_ours and self.moved < AGREED and self.lines.score > POOR_LINES

    @property
    def is_lined(self) -> bool:
        """Whether lines speak for it just where the network sees it."""
        return self.lines.score > 0 and self.moved < AGREED

    @property
    def is_there(self) -> bool:
        """Whether its lines are to be seen where the network sees it."""
        return self.lines.score > GOOD_LINES and self.moved < AGREED

    @property
    def is_borne_out(self) -> bool:
        """Whether it can be no other board, whatever it looks like as a whole: pieces lie on its lines, or these prove
        it where the network sees it."""
        many = self.printed.agree_both_ways or (self.printed.agree and max(self.printed.clear) >= PROVING)
        proved = many and self.moved < AGREED and self.lines.score > 0
        used = self.lines.score > GOOD_LINES and self.cells.filled >= FEWEST_FILLED
        return self.is_clear and (used or proved)

    @property
    def is_good(self) -> bool:
        return self.is_placed and not self.printed.disagree

    @property
    def is_placed(self) -> bool:
        return self.is_clear and self.agrees

    @property
    def is_on_its_lines(self) -> bool:
        """Whether there is no better place for it on the board that it lies on, whatever the cells show."""
        placed = self.moved < AGREED and self.beyond < BEYOND
        return self.lines.score > SURE_LINES and placed and not self.printed.disagree

    @property
    def agrees(self) -> bool:
        """Whether lines, or the network, say that it lies just here: on the same lines it could be a cell beside."""
        near = (self.shifted if self.printed.agree else self.moved) < AGREED
        return self.lines.score > GOOD_LINES or near or self.nowhere_else

    @property
    def is_clear(self) -> bool:
        return self.cells.clear > CLEAR and (self.beyond < BEYOND or self.hangs_over)

    @property
    def hangs_over(self) -> bool:
        """Whether what lies beyond the edge can only be a piece that hangs over it: all else speaks for the place, or
        the cells so plainly that faint lines are enough."""
        return self.is_plainest or (self.cells.clear > PLAIN and self.is_there)

    @property
    def is_plainest(self) -> bool:
        """Whether all cells are so clear where the network sees it that faint lines are enough."""
        return self.cells.clear > PLAINEST and self.lines.score > POOR_LINES and self.moved < AGREED

    @property
    def is_near(self) -> bool:
        """Whether it lies near enough to where the network sees it to be the same board."""
        return self.moved < MOST_FITTED

    def is_better_than(self, plain: "Laid") -> bool:
        """Whether a fit is good, and nothing speaks for the place as it was seen instead."""
        on_lines = plain.printed.disagree or self.printed.stand_better_than(plain.printed)
        return self.is_good and (on_lines or not plain.is_clearer_than(self))

    def fits_better_than(self, plain: "Laid") -> bool:
        """Whether lines, though poor ones, and cells as clear say that it is fitted rather to the board than the place
        as it was seen. (Of eight such fits of simulated tables, and of photographs otherwise, three do; two of those
        places were .5 and .9 cells off, one .2; the fits .1 and .2.)"""
        on_lines = self.lines.score > plain.lines.score + FIRMER
        return self.is_clear and on_lines and self.cells.clear >= plain.cells.clear

    def is_alone_among(self, others: Sequence["Laid"]) -> bool:
        """Whether many lines stand on its grid, and wherever else they do pieces seem to lie beyond the edge."""
        elsewhere = [other for other in others if other.cells_from(self) > AGREED]
        return self.printed.agree and bool(elsewhere) and all(other.beyond > FAR_BEYOND for other in elsewhere)

    def cells_from(self, other: "Laid") -> float:
        """How far apart their corners are at most, in cells."""
        return float(np.abs(self.pose.corners_px - other.pose.corners_px).max() / self.pose.cell_px)

    def is_clearer_than(self, other: "Laid") -> bool:
        """Whether what lies on the cells says so: neither shows more beyond the edge by being more clear within."""
        return self.cells.clear - self.beyond > other.cells.clear - other.beyond + FINER


def best_laid(bgr: Picture, place: SeenPlace, piece_set: PieceSet) -> Laid:
    """What lines and cells make of the place that the network says, as it seems to be seen. Where that is by a camera
    that stretches its pictures, it may be a part of a board as well, which goes on beyond it."""
    kind, likelihood = KINDS[piece_set.game], place.likelihood(piece_set.game)
    rough = as_seen(bgr, place, piece_set.grid)
    best = _laid_near(bgr, rough, likelihood, kind)
    if rough.is_square or (best.is_good and best.as_board(likelihood)):
        return best
    square = pose_from_corners(place.corners_px, piece_set.grid, size_of(bgr))
    return _best((best, _laid_near(bgr, square, likelihood, kind)), likelihood)


def _laid_near(bgr: Picture, rough: BoardPose, likelihood: float, kind: Kind) -> Laid:
    """A board fitted from where it roughly is, or as it is where the cells are clearer so and lines do not say
    otherwise; and if neither is good fitted from beside it, and looked at carefully."""
    near = _fitted(bgr, rough, rough, kind)
    if near.is_near and near.is_good and near.cells.clear > PLAIN:
        return near
    plain = _tried(bgr, examine(bgr, Fit.of(rough, kind), fine_scale(rough)), rough, rough, kind)
    if near.is_near and near.is_better_than(plain):
        return near
    if plain.is_good and plain.cells.clear > PLAIN:
        return near if near.is_near and near.fits_better_than(plain) else plain
    others: list[Laid] = []
    for start in _starts(rough, near if near.is_near else plain):
        far = _fitted(bgr, start, rough, kind)
        if far.is_near and far.is_better_than(plain):
            return far
        others.append(far)
    near = replace(near, nowhere_else=near.is_alone_among(others))
    tries = [one for one in (plain, near, *others) if one.is_near]
    best = _best(tries, likelihood)
    if best.is_good and best.as_board(likelihood):
        return best
    doubtful = dict.fromkeys((best, max(tries, key=attrgetter("lines.score"))))
    # Many tiles of a cloth look like pieces in a careful look: it must look like a board, or its lines agree with one.
    likely = [one for one in doubtful if likelihood > FAIR or one.printed.agree]
    careful = [
        replace(_tried(bgr, one.lines, one.pose, rough, kind, careful=True), nowhere_else=one.nowhere_else)
        for one in likely
    ]
    return _best([*tries, *careful], likelihood)


def as_seen(bgr: Picture, place: SeenPlace, grid: GridSize) -> BoardPose:
    """A square board just where the network sees it, by the camera that most likely sees it so."""
    seen = Alignment(place.corners_px, place.spread * grid.rows / VIEW.rows)
    by_other_pixels = stretched_camera(seen, grid, size_of(bgr))
    return by_other_pixels or pose_from_corners(place.corners_px, grid, size_of(bgr))


def _best(tries: Iterable[Laid], likelihood: float) -> Laid:
    """What is worth most of what may be the board of this probability; what cannot, says nothing against another."""
    return max(tries, key=lambda one: (one.as_board(likelihood) is not None, one.is_good, one.is_placed, one.worth))


def _starts(rough: BoardPose, near: Laid) -> Iterator[BoardPose]:
    """Where other fits begin: cells beside one that is on lines already, since neighbouring lines look alike; else half
    cells beside what was seen, and before that with one side farther out or in if many lines stand elsewhere."""
    if near.is_on_its_lines:
        return
    if near.printed.agree:
        yield from (near.pose.transformed(np.eye(3), np.array([*cells, 0.0])) for cells in NEXT)
        return
    if near.printed.disagree:
        yield from (stretched(rough, side, cells) for side, cells in STRETCHED)
    yield from (shifted(rough, cells) for cells in BESIDE)


def _fitted(bgr: Picture, start: BoardPose, rough: BoardPose, kind: Kind) -> Laid:
    """A fit from a start beside a place."""
    lines, fit = fitted_finely(bgr, Fit.of(start, kind))
    return _tried(bgr, lines, fit.pose, rough, kind)


def _tried(
    bgr: Picture, lines: Evidence, pose: BoardPose, rough: BoardPose, kind: Kind, *, careful: bool = False
) -> Laid:
    moves = (pose.corners_px - rough.corners_px) / rough.cell_px
    together = float(np.abs(moves.mean(axis=0)).max())
    cells = opinion(bgr, pose, kind, careful=careful)
    printed = bare_lines(bgr, pose, cells.bare, fine_scale(pose))
    return Laid(bgr, pose, lines, printed, cells, float(np.abs(moves).max()), together)
