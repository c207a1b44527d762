"""Fitting poses to a picture, and what lines and cells say of each: where a board may lie, it is tried."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.board.align import align, pose_of
from vision.board.fine import LATTICE_ROUNDS, fine_scale, fitted_finely
from vision.board.lattice import Lattice
from vision.board.nudge import with_corners
from vision.board.opinion import Opinion, opinion, opinion_at
from vision.board.phases import FITS, Phases
from vision.board.printed import goes_on, is_printed_so
from vision.board.refine import SEARCH, Fit, refine, rescaled
from vision.board.sizes import MOST_SPREAD, Size
from vision.board.verify import Evidence, examine
from vision.cells.thickness import SCALE_PX, lattice_edges
from vision.frame import Picture, shrunk, size_of
from vision.kind import USUAL_THICKNESS, Kind
from vision.pose import STRETCH_ODDS, BoardPose, Points, grid_corners, pose_from_corners, unusual
from vision.rectify import fitted

ROUGH_SIZE_PX = 960
"""Longer side of the picture in which fits are compared."""
ROUGH_SCALE = 14
"""Pixels a cell in their rectified pictures."""
FINISHED = 5
"""Candidates that are fitted finely when none was sure."""
PROMISING, SURE, VERY_SURE = 0.6, 0.9, 0.97
"""A rough fit with more confidence is fitted finely at once; a fine one with more ends the search, but with less than
the third only if its cells do not speak against it."""
HOPEFUL = 4.0
"""Clearness of cells, on the usual plane, without which a guess is not looked into. Of 177 that were borne out none had
less than 5.5, and one with thin pieces, seen afterwards, 4.9; of 121 on other boards and things 57 had less than
this."""
LESS_CLEAR = 1.0
"""A guess whose cells are so much less clear than the other way round is only fitted where lines bear out its rough
fit. Of 179 boards that were found no guess had cells that were less clear than the other way round at all; of 85
guesses that were .2 cells off one was by .7."""
BORNE_OUT = 0.45
"""Lines and the guess agree if no corner lies farther from the guess than this, in cells."""
LEAST_LINED = -3.0
"""Score of lines by which one corner may lie farther from the guess, if cells are clear and nothing lies around them:
an arm on that corner hides much of two sides."""
CELLS_COUNT, LESS_FINE = 3.0, 0.6
"""What the cells' clearness counts against the score of the lines, and how much a guess that is not fitted loses. Of 49
fits to rendered photographs that are not sure 48 came nearer to the truth than the guess, though the cells were less
clear on 21 of them, by up to .12; of 20 to a small board in the dark 16 did."""
ASTRAY = 2.0
"""A fit of which lines say so much less than of the guess that it began with has gone astray, and is followed halfway.
Of 76 fits that lines did not prove one did, on a full board, by 4.7: a corner of it was .55 cells off and one of the
guess .25, but its cells were clearer; the next one was 1.2 below, and nearer to the truth than the guess."""
LENS_COUNTS = 0.05
"""What the log-odds against a lens count against the cells' clearness: a guess, by which one small dark board is told
from the same a quarter turn round."""
OTHERWISE = 0.2
"""Where lines do not tell which way round a board lies, its cells must be so much clearer than the other way round."""
PLAIN = 4.0
"""Lines that rather speak for a board are believed if its cells are so clear: those of other boards are not."""
CLOSE, FAINT = 0.15, -5.0
"""Where a board is known to be one of ours as a whole, faint lines (their score) are enough if a second guess that
begins at their fit stays so close: of three of ours it moved by .04 to .14 cells, of 12 x 12 squares by .18. (Of a bare
one of 12 x 13 without a line to be seen it moves by .06: that is taken for ours.)"""
CLEAR_THERE = 5.0
"""And if its cells are so clear there: those of one of ours below a hand were at 5.35, of two of 12 x 13 at 3.7 and
4.7."""
SAME_CELLS = 0.35
"""Candidates nearer than this are one, in cells."""
LARGE = 0.07
"""Part of the picture that a board takes; before a smaller one is believed, everything else is looked at."""
MOST_BEYOND = 0.4
"""Where no rim is seen at a side of a board that its cells speak for, no more than this share of the lines beyond it
goes on with the grid. Of two of ours, one of them on a chequered cloth, it was .28 and .35; larger boards are told by
``vision.board.printed`` and ``vision.board.sizes`` too."""
LEAST_CONFIDENCE = 0.5
"""Below this there is no board, unless the cells say so."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A pose with what lines and cells say of it; whether it is ``fitted`` to lines."""

    pose: BoardPose
    score: float
    cells: Opinion
    fitted: bool

    @classmethod
    def of(cls, bgr: Picture, pose: BoardPose, kind: Kind) -> "Shown":
        """What they say of a fit."""
        lines = examine(bgr, Fit.of(pose, kind), fine_scale(pose))
        return cls(pose, lines.score, opinion(bgr, pose, kind), fitted=True)

    @property
    def worth(self) -> float:
        """Lines that do not speak for a board tell nothing: of dark ones the wrong way round may score higher."""
        return max(self.score, 0.0) + CELLS_COUNT * self.cells.clear - (0 if self.fitted else LESS_FINE)

    @property
    def likely(self) -> float:
        """How clear the cells are, less how unusual its lens: the wrong way round a board seems to be far off."""
        return self.cells.clear - LENS_COUNTS * unusual(self.pose)

    @property
    def plausible(self) -> float:
        """What lines and cells say, less how unusual its lens is. Of two cameras that see the same place lines tell by
        how little they speak for each, too."""
        return self.score + CELLS_COUNT * self.likely

    @property
    def is_believed(self) -> bool:
        """Whether lines or cells bear out what was guessed, and neither speaks against it."""
        return self.cells.is_clear or (self.score > 0 and self.cells.clear > PLAIN and self.cells.ends)


FittedNear = Callable[[BoardPose], tuple[Evidence, Fit] | None]
"""A fit of a guess that is of the same place, if there is one."""


class Trial:
    """Fits poses of boards of one kind to a picture, and remembers those that were tried."""

    def __init__(self, bgr: Picture, kind: Kind) -> None:
        self._bgr, self._rough_picture, self._kind = bgr, shrunk(bgr, ROUGH_SIZE_PX), kind
        self._rough: list[tuple[Evidence, Fit]] = []
        self._fine: dict[Fit, tuple[Evidence, Fit]] = {}
        self._said: dict[BoardPose, Opinion] = {}

    def borne_out(self, ways: Iterable[BoardPose], least: float = -np.inf) -> BoardPose | None:
        """A guess that lines, with a score of ``least`` or more, and cells bear out; ``ways`` are the same place, rows
        and columns either way round."""
        ways = list(ways)
        surely = next((way for way in ways if Phases.of(self._bgr, way).fit > FITS), None)
        if surely is not None:  # of both ways round this has the right number of rows and columns
            found = self._shown_by([surely], lambda guess: self._near(guess, Fit.of(guess, self._kind)), least)
            if found is not None:
                return found
        if not any(self._is_hopeful(guess) for guess in ways):
            return None
        return self._shown_by(ways if surely is None else [surely], self._fitted_near, least)

    def _shown_by(self, ways: list[BoardPose], fitted_near: FittedNear, least: float) -> BoardPose | None:
        """The one of several ways round that its fit to lines proves, or that is believed by lines and cells."""
        either: list[list[Shown]] = []
        for guess in ways:
            if len(ways) > 1 and not self._is_worth_fitting(guess, ways):
                either.append([Shown(guess, -np.inf, self._at_once(guess), fitted=False)])
                continue
            fitted = fitted_near(guess)
            sure = fitted and replace(fitted[1].pose, confidence=fitted[0].confidence)
            if sure and is_sure(self._bgr, sure, self._kind):
                return sure
            either.append(self._shown(guess, fitted))
        either.sort(key=lambda way: -max(one.worth for one in way))
        shown = self._chosen(either, least)
        return replace(self._between(shown.pose), confidence=LEAST_CONFIDENCE) if shown else None

    def _between(self, pose: BoardPose) -> BoardPose:
        """A board that its lines do not prove, halfway between where they have led and where phases see it, if these
        are sure of it."""
        phases = Phases.of(self._bgr, pose)
        if not phases.prove_ours:
            return pose
        return with_corners(pose, (grid_corners(pose.grid) + phases.corners_xy) / 2, k1=pose.k1)

    def _chosen(self, either: list[list[Shown]], least: float) -> Shown | None:
        """What is worth most of a place of ours, rows and columns ``either`` way round, the likelier way first; None
        where neither way is believed, both are about as likely and may be ours, or only the much unlikelier one is."""
        first, *others = either
        otherwise = max((one.likely for way in others for one in way), default=0.0)
        told = [one for one in first if one.score > 0 or one.likely > otherwise + OTHERWISE]
        if told:
            return self._ours(told, least)
        found = [shown for way in either if (shown := self._ours(way, least))]
        likeliest = max(one.likely for way in either for one in way)
        return found[0] if len(found) == 1 and found[0].likely > likeliest - OTHERWISE else None

    def _ours(self, way: list[Shown], least: float) -> Shown | None:
        """What is worth most and believed of one way, if that is a board of ours: by one pose a place may seem to be
        another board that is none by the next. Unless one of them surely is no other board, lines must score so much at
        least."""
        sizes = {one: Size(self._bgr, one.pose, one.cells, self._kind) for one in way}
        believed = [one for one, size in sizes.items() if one.is_believed or size.is_so_by_itself]
        surely = any(sizes[one].is_surely_ours for one in believed)
        best: Shown | None = None
        for one in sorted(believed, key=lambda one: -one.worth):
            if (surely or one.score >= least) and shows_itself(sizes[one]):
                best = best or one  # asked only as long as none is ours: whether it is another takes long
                if surely or not sizes[one].is_another:
                    return best
        return None

    def _is_hopeful(self, guess: BoardPose) -> bool:
        """Whether lines bear out the rough fit of a guess, or the cells of either are nearly clear."""
        evidence, rough = self._fitted(guess)
        return (
            evidence.confidence > PROMISING
            or self._at_once(guess).clear > HOPEFUL
            or opinion_at(self._rough_picture, rough.pose, USUAL_THICKNESS, self._kind).clear > HOPEFUL
        )

    def _is_worth_fitting(self, guess: BoardPose, ways: Iterable[BoardPose]) -> bool:
        """Whether lines bear out the rough fit of a guess, or its cells are about as clear as those of all ``ways``."""
        if self._fitted(guess)[0].confidence > PROMISING:
            return True
        clear = {way: self._at_once(way).clear for way in ways}
        return clear[guess] >= max(clear.values()) - LESS_CLEAR

    def _at_once(self, guess: BoardPose) -> Opinion:
        """What the cells of a guess say on the usual plane, asked once."""
        if guess not in self._said:
            self._said[guess] = opinion_at(self._bgr, guess, USUAL_THICKNESS, self._kind)
        return self._said[guess]

    def _opinion(self, pose: BoardPose) -> Opinion:
        return opinion(self._bgr, pose, self._kind)

    def _shown(self, guess: BoardPose, fitted: tuple[Evidence, Fit] | None) -> list[Shown]:
        """What speaks for a fit, if there is one near the guess, and for the guess itself: lines that are hardly seen,
        as those of a full board, may lead elsewhere."""
        score = examine(self._bgr, Fit.of(guess, self._kind), fine_scale(guess)).score
        begun = Shown(guess, score, self._opinion(guess), fitted=False)
        if fitted is None:
            return [begun]
        final = fitted[1].pose
        if fitted[0].score < score - ASTRAY:
            halfway = (guess.corners_px + final.corners_px) / 2
            final = pose_from_corners(halfway, guess.grid, guess.size_px, k1=final.k1, stretch=final.stretch)
        return [Shown(final, fitted[0].score, self._opinion(final), fitted=True), begun]

    def by_edges(self, ways: list[BoardPose]) -> list[BoardPose]:
        """Ways round of a place, the one that fits the lattice better first."""
        return sorted(ways, key=lambda pose: -self._edges(pose))

    def _edges(self, pose: BoardPose) -> float:
        """How much edge stands on the lattice, of the board or of the tops, whichever shows more."""
        small, near = fitted(self._lab, pose, SCALE_PX)  # once for both planes
        return max(lattice_edges(small, near, height) for height in (0.0, USUAL_THICKNESS))

    @cached_property
    def _lab(self) -> Picture:
        return np.asarray(cv2.cvtColor(self._bgr, cv2.COLOR_BGR2LAB), dtype=np.uint8)

    def plausible(self, pose: BoardPose) -> float:
        """What lines and cells say of a pose, less how unusual its lens is."""
        return Shown.of(self._bgr, pose, self._kind).plausible

    def close_to(self, guess: BoardPose) -> BoardPose | None:
        """The fit of a guess to faint lines beside it, if a second guess that begins there stays, and what lies on its
        cells, or that nothing does, is plain."""
        near = self._fitted_near(guess)
        if near is None or near[0].score < FAINT or self._moved(near[1].pose) > CLOSE:
            return None
        pose = near[1].pose
        said = self._opinion(pose)
        shown = said.clear > CLEAR_THERE and is_ours(Size(self._bgr, pose, said, self._kind))
        return replace(pose, confidence=LEAST_CONFIDENCE) if shown else None

    def _moved(self, pose: BoardPose) -> float:
        """How far a second guess that begins at a pose is from it, in cells; infinitely where it is of no board."""
        seen = align(self._bgr, pose.corners_px, pose.grid)
        if seen.spread > MOST_SPREAD:
            return np.inf
        return apart(pose_of(seen, pose.grid, pose.size_px, stretch=pose.stretch), pose)

    def sure_of(self, poses: Iterable[BoardPose]) -> Iterator[BoardPose]:
        """Those poses that are sure once they are fitted, and no mere card."""
        for pose in poses:
            evidence, fit = self._fitted(pose)
            if evidence.confidence > PROMISING:
                evidence, final = self._finished(fit)
                sure = replace(final.pose, confidence=evidence.confidence)
                is_board = is_sure(self._bgr, sure, self._kind) and is_large(sure)
                if is_board and not Phases.of(self._bgr, sure).tell_another:
                    yield sure

    def _fitted_near(self, guess: BoardPose) -> tuple[Evidence, Fit] | None:
        """The better fine fit that begins at the rough one of a guess, if there is one."""
        return self._near(guess, self._fitted(guess)[1])

    def _near(self, guess: BoardPose, rough: Fit) -> tuple[Evidence, Fit] | None:
        """The better fine fit of a guess that is of the same place, if there is one; a hand may lie on a corner."""
        close = sides_apart(rough.pose, rescaled(guess, rough.pose.size_px)) <= 2 * BORNE_OUT
        found = [self._finished(rough)] if close else []
        if not any(one[0].confidence > SURE and apart(one[1].pose, guess) < BORNE_OUT for one in found):
            found.append(self._narrowly(guess))
        found.sort(key=lambda one: -one[0].score)
        return next((one for one in found if self._is_of(one, guess)), None)

    def _is_of(self, found: tuple[Evidence, Fit], guess: BoardPose) -> bool:
        """Whether a fit is of the same place as a guess, but for one corner where lines and cells say so."""
        evidence, pose = found[0], found[1].pose
        if apart(pose, guess) < BORNE_OUT:
            return True
        if evidence.score < LEAST_LINED or sides_apart(pose, guess) > BORNE_OUT:
            return False
        said = self._opinion(pose)
        return said.confirms or (said.is_clear and evidence.score > 0)

    def _narrowly(self, guess: BoardPose) -> tuple[Evidence, Fit]:
        """The fit to lines just beside those of the guess: those farther away may be of a cloth."""
        scale = fine_scale(guess)
        fit = refine(self._bgr, Fit.of(guess, self._kind), scale, SEARCH[2:])
        return examine(self._bgr, fit, scale), fit

    def _fitted(self, pose: BoardPose) -> tuple[Evidence, Fit]:
        """The rough fit of this pose, or of one tried before that lies in the same place with pixels of the kind."""
        fit = Fit.of(rescaled(pose, size_of(self._rough_picture)), self._kind)
        for tried in self._rough:
            alike = tried[1].pose.is_square is pose.is_square
            if alike and apart(fit.pose, tried[1].pose) <= SAME_CELLS:
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
        self._rough.sort(key=lambda tried: by_lens(tried[1].pose) - tried[0].score)
        finished = [self._finished(fit) for fit in _distinct([fit for _, fit in self._rough])[:FINISHED]]
        finished.sort(key=lambda tried: -tried[0].score)
        # The grid on a card beside the board is a grid as well: of several that are sure, the largest comes first.
        finished.sort(key=lambda tried: -_share(tried[1].pose) if tried[0].confidence > SURE else 0.0)
        return [replace(fit.pose, confidence=evidence.confidence) for evidence, fit in finished]


def by_lens(pose: BoardPose) -> float:
    """What speaks against a pose because its pixels are not square, in the score of lines."""
    return 0.0 if pose.is_square else CELLS_COUNT * LENS_COUNTS * STRETCH_ODDS


def is_sure(bgr: Picture, pose: BoardPose, kind: Kind) -> bool:
    """Whether the lines prove a board. Those of a quilt do so just about, but its cells show nothing that is clear; and
    those of a larger board go on."""
    if pose.confidence <= SURE:
        return False
    if pose.confidence > VERY_SURE:
        return not goes_on(Lattice.of(bgr, pose, 0.0, fine_scale(pose)))
    said = opinion(bgr, pose, kind)
    return said.clear > PLAIN and is_printed_so(bgr, pose, said.bare, fine_scale(pose))


def is_ours(size: Size) -> bool:
    """Whether a board is no other one: the lines are its own, unless its cells tell its size plainly, for in part lines
    may not be seen; and no other size fits it."""
    return shows_itself(size) and not size.is_another


def shows_itself(size: Size) -> bool:
    """Whether the lines are those of a board lying so, or its cells tell its size plainly."""
    return size.is_so_by_itself or _shows_its_print(size.bgr, size.pose, size.said, size.kind) or size.is_plain


def _shows_its_print(bgr: Picture, pose: BoardPose, said: Opinion, kind: Kind) -> bool:
    """Whether the lines on bare cells are those of a board lying so, and end with it."""
    scale = fine_scale(pose)
    sides = examine(bgr, Fit.of(pose, kind), scale).sides
    ends = all(side.open_beyond < MOST_BEYOND for side in sides if side.visible)
    return ends and is_printed_so(bgr, pose, said.bare, scale)


def is_this_way_round(bgr: Picture, pose: BoardPose, said: Opinion, kind: Kind) -> bool:
    """Whether its cells, or else its lines, tell that a board does not lie a quarter turn round in the same place."""
    turned = pose.quarter_turned()
    return pose.confidence > LEAST_CONFIDENCE or said.clear > opinion(bgr, turned, kind).clear + OTHERWISE


def _distinct(fits: list[Fit]) -> list[Fit]:
    kept: list[Fit] = []
    for fit in fits:
        if all(apart(fit.pose, other.pose) > SAME_CELLS for other in kept):
            kept.append(fit)
    return kept


def apart(pose: BoardPose, other: BoardPose) -> float:
    """Largest distance between corners, in cells, half turns of the board not counted."""
    return float(_distances(pose, other)[-1])


def sides_apart(pose: BoardPose, other: BoardPose) -> float:
    """The same but for one corner, which something may hide: a side that lies elsewhere has two."""
    return float(_distances(pose, other)[-2])


def _distances(pose: BoardPose, other: BoardPose) -> Points:
    """Distances between corners in cells, the smallest first, half turns of the board not counted."""
    either_way = (pose.corners_px, np.roll(pose.corners_px, 2, axis=0))
    away = [np.abs(corners - other.corners_px).max(axis=1) / other.cell_px for corners in either_way]
    return np.sort(min(away, key=np.max))


def is_large(pose: BoardPose) -> bool:
    """Whether it takes so much of the picture that it is no mere card."""
    return _share(pose) > LARGE


def _share(pose: BoardPose) -> float:
    """The part of the picture that the grid takes."""
    width, height = pose.size_px
    return pose.cell_px**2 * len(pose.grid) / (width * height)
