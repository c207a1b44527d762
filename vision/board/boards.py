"""Which board is it, and where? One small network knows the boards of all games.

It looks straight down on a guess of the corners, as that of ``align`` does, but at the board as a whole, in fifteen by
fifteen parts, whatever the game. It was trained on the simulated table only (``tests.training.boards``). The board is
then fitted to its lines where they are to be seen, and the cells say which of the places is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from referee.grid import GridSize
from referee.piece import PieceSet
from vision.board.align import Alignment, align
from vision.board.corners import corners_in_parts, corners_seen
from vision.board.fine import fine_scale, fitted_finely
from vision.board.locate import locate, locate_faint
from vision.board.nudge import BESIDE, NEXT, STRETCHED, shifted, stretched
from vision.board.opinion import Opinion, opinion
from vision.board.printed import BareLines, bare_lines
from vision.board.refine import Fit, rescaled
from vision.board.trial import CELLS_COUNT
from vision.board.verify import Evidence, examine
from vision.frame import Picture, shrunk, size_of
from vision.kind import KINDS, Kind
from vision.pose import BoardPose, Points, mean_cell_px, pose_from_corners

VIEW = GridSize(15, 15)
"""How the network divides any board."""
NONE, POLYSSIMO_CHALLENGE = "none", "polyssimo"
GAMES = (POLYSSIMO_CHALLENGE, "blokus", "patchwork", NONE, "polyssimo-puzzle")
"""What a board may be, in the order of the network's outputs."""
FOUND_PX = 1600
"""Longer side of the picture in which a board is looked for."""
CERTAIN, SURE, LIKELY, FAIR, POSSIBLE = 0.999, 0.9, 0.8, 0.3, 0.1
"""A board that is of a game with more probability than the first needs less to bear it out; with more than the second
it ends the search; one with less than the third must be borne out by what lies on it, or by its lines if it has more
than the fourth: people say which game they play. With less than the last it is not looked for where nobody has said."""
MOST_SPREAD = 0.15
"""A board whose parts disagree by more than this, in parts of it, is none of ours."""
SAME_PLACE = 0.45
"""Boards whose corners are all nearer than this, in parts of the board, are the same."""
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
MOST_TRIED = 3
"""So many of the places that are likeliest as a whole are compared where the first is not good in all respects."""
MOST_FITTED = 2.0
"""A fit to the lines moves a board by so many cells at most: what is farther is another board."""


@dataclass(frozen=True, eq=False)
class SeenPlace:
    """A board somewhere: corners (4 x 2, clockwise as seen), how far its parts disagree (fifteenths of it), and the
    probability of each game, in the order of ``GAMES``."""

    corners_px: Points
    spread: float
    games: tuple[float, ...]

    def likelihood(self, game: str) -> float:
        return self.games[GAMES.index(game)]

    def is_at(self, other: "SeenPlace") -> bool:
        """Whether both are the same board."""
        part_px = mean_cell_px(self.corners_px, VIEW)
        return bool(np.abs(self.corners_px - other.corners_px).max() < SAME_PLACE * part_px)


def places_seen(bgr: Picture, *, thrice: bool = False) -> list[SeenPlace]:
    """The boards of any game that seem to be there, the one that is most certainly a board first.

    ``thrice``: guessed more carefully, as in ``corners``."""
    return _places(bgr, corners_seen(bgr, thrice=thrice))


def places_in_parts(bgr: Picture) -> list[SeenPlace]:
    """The same, guessed in parts of the picture."""
    return _places(bgr, corners_in_parts(bgr))


def _places(bgr: Picture, begun: list[Points]) -> list[SeenPlace]:
    found: list[SeenPlace] = []
    seen = [place_near(bgr, corners_px) for corners_px in begun]
    for one in sorted((place for place in seen if place is not None), key=lambda place: place.spread):
        if not any(one.is_at(other) for other in found):
            found.append(one)
    return sorted(found, key=lambda place: place.likelihood(NONE))


def place_near(bgr: Picture, corners_px: Points) -> SeenPlace | None:
    """The board to which a guess of its corners (4 x 2, clockwise as seen) leads; None where there is none."""
    one = align(bgr, corners_px, VIEW, "boards")
    return SeenPlace(one.corners_px, one.spread, games_of(one)) if one.spread <= MOST_SPREAD else None


def games_of(one: Alignment) -> tuple[float, ...]:
    """The probability of each game, in the order of ``GAMES``, for a board that the network ``boards`` has aligned."""
    odds = np.array(one.others[-len(GAMES) :])
    shares = np.exp(odds - odds.max())
    return tuple(float(share) for share in shares / shares.sum())


def which_game(bgr: Picture) -> str | None:
    """The game whose board is in the picture, None where that cannot be told for sure."""
    return _told(bgr)[0]


def likely_games(bgr: Picture) -> tuple[str, ...]:
    """The games whose board may be in the picture, the likeliest first; one alone where that can be told for sure.

    Polyssimo Challenge is always among them: full, its board may look like none as a whole."""
    game, places = _told(bgr)
    if game is not None:
        return (game,)
    likelihood = {one: max((place.likelihood(one) for place in places), default=0.0) for one in GAMES if one != NONE}
    likelihood[POLYSSIMO_CHALLENGE] = max(likelihood[POLYSSIMO_CHALLENGE], POSSIBLE)
    possible = [one for one in likelihood if likelihood[one] >= POSSIBLE]
    return tuple(sorted(possible, key=lambda one: -likelihood[one]))


def _told(bgr: Picture) -> tuple[str | None, list[SeenPlace]]:
    """The game that is told for sure, if any, and the places by which it was."""
    places: list[SeenPlace] = []
    for thrice in (False, True):
        places = places_seen(bgr, thrice=thrice)
        for place in places:
            game = GAMES[int(np.argmax(place.games))]
            if game != NONE and place.likelihood(game) > (LIKELY if thrice else SURE):
                return game, places
    return None, places


def find_board(bgr: Picture, piece_set: PieceSet, *, in_parts: bool = True) -> BoardPose | None:
    """The board of a game in the picture; None where it is not to be seen.

    ``in_parts``: one that is known as a whole may be small, and is at last looked for in parts of the picture too."""
    kind = KINDS[piece_set.game]
    if not kind.by_lines:
        return _known(bgr, piece_set, in_parts=in_parts)
    return locate(bgr, piece_set.grid, kind) or _faint(bgr, piece_set)


def _faint(bgr: Picture, piece_set: PieceSet) -> BoardPose | None:
    """A board that is known as a whole, and of which hardly a line is seen: burnt out, or too dark."""
    places = places_seen(bgr, thrice=True)
    if max((place.likelihood(piece_set.game) for place in places), default=0.0) < LIKELY:
        return None
    return locate_faint(bgr, piece_set.grid, KINDS[piece_set.game])


def _known(bgr: Picture, piece_set: PieceSet, *, in_parts: bool) -> BoardPose | None:
    small, seen, tried = shrunk(bgr, FOUND_PX), list[SeenPlace](), list[SeenPlace]()
    looks = (SURE, places_seen), (0.0, partial(places_seen, thrice=True)), (0.0, places_in_parts)
    for least, look in looks if in_parts else looks[:-1]:
        seen += look(small)  # what seems likely at first may seem less so in a careful look
        likely = _likeliest(seen, tried, piece_set.game, least)
        pose = _best_of(likely, small, piece_set)
        if pose is not None:
            return rescaled(pose, size_of(bgr))
        tried += likely
    return None


def _likeliest(places: list[SeenPlace], tried: list[SeenPlace], game: str, least: float) -> list[SeenPlace]:
    """The place that looks most like a board of this game as a whole, if it does with more than the ``least``
    probability, and others that may be one, each once. Those at which nothing was ``tried`` come first: each look sees
    the others anew, a little otherwise."""
    best = max((place.likelihood(game) for place in places), default=0.0)
    found: list[SeenPlace] = []
    for place in sorted(places, key=lambda one: (any(map(one.is_at, tried)), -one.likelihood(game))):
        likely = place.likelihood(game)
        if likely > least and (likely == best or likely > FAIR) and not any(map(place.is_at, found)):
            found.append(place)
    return found[:MOST_TRIED]


def _best_of(places: list[SeenPlace], bgr: Picture, piece_set: PieceSet) -> BoardPose | None:
    """The pose of the board in the first of some places of which all is good, or else in the best."""
    found: list[tuple[tuple[bool, float], BoardPose]] = []
    for place in places:
        best = _best(bgr, place, piece_set)
        pose = best.as_board(place.likelihood(piece_set.game))
        if pose is not None and best.is_good:
            return pose
        found += [((best.is_placed, best.worth), pose)] if pose is not None else []
    return max(found, key=lambda one: one[0])[1] if found else None


def settled(bgr: Picture, place: SeenPlace, piece_set: PieceSet) -> BoardPose | None:
    """A board that is seen somewhere in a picture (at most ``FOUND_PX`` long), fitted to its lines; None where neither
    lines nor cells bear out that it is one."""
    return _best(bgr, place, piece_set).as_board(place.likelihood(piece_set.game))


@dataclass(frozen=True, eq=False)
class _Try:
    """A pose, and what lines and cells say of it; how far a corner was ``moved`` from where the network sees it, and
    all of them together were ``shifted``, in cells; whether on the same lines it can lie ``nowhere_else``."""

    pose: BoardPose
    lines: Evidence
    printed: BareLines
    cells: Opinion
    moved: float
    shifted: float
    nowhere_else: bool = False

    @property
    def beyond(self) -> float:
        """Evidence that a piece lies beyond the edge."""
        return max(0.0, *self.cells.outside)

    @property
    def worth(self) -> float:
        return self.lines.score + CELLS_COUNT * self.cells.clear - self.beyond

    def as_board(self, likelihood: float) -> BoardPose | None:
        """The pose, if it is that of the board that it looks like as a whole with this probability."""
        if self.is_likely(likelihood):
            return replace(self.pose, confidence=max(likelihood, LEAST_CONFIDENCE))
        return replace(self.pose, confidence=LEAST_CONFIDENCE) if self.is_borne_out else None

    def is_likely(self, likelihood: float) -> bool:
        """Whether it is the board that it looks like as a whole, with this probability: lines and cells agree with
        that, and there are pieces on it or lines to be seen, for an empty grid may be any grid. Where all lines are
        seen, cells need not be clear; where all cells are, and it looks like nothing else, the lines may be faint."""
        least = FAIR if self.is_there or (self.is_good and self.printed.agree_both_ways) else LIKELY
        certain = likelihood > CERTAIN and self.moved < AGREED
        lined = self.lines.score > GOOD_LINES or self.printed.agree
        plainest = certain and self.cells.clear > PLAINEST and self.lines.score > POOR_LINES
        shows_something = self.cells.filled >= FEWEST_FILLED or lined or plainest
        well_placed = self.moved < AGREED or (self.cells.clear > PLAIN and self.lines.score > GOOD_LINES)
        within = self.beyond < (FAR_BEYOND if well_placed else BEYOND) or self.hangs_over
        ends = self.cells.ends or self.lines.score > SURE_LINES
        placed = self.agrees or (self.cells.clear > PLAIN and self.moved < 1)  # a cell farther the lines look alike
        placed = placed and (self.lines.score > POOR_LINES or self.cells.clear > CLEAR_WITHOUT)
        there = within and ends and placed
        clear = self.cells.clear > LEAST_CLEAR or (certain and self.is_all_lined)
        return likelihood > least and clear and shows_something and there

    @property
    def is_there(self) -> bool:
        """Whether its lines are to be seen where the network sees it."""
        return self.lines.score > GOOD_LINES and self.moved < AGREED

    @property
    def is_all_lined(self) -> bool:
        """Whether its lines are surely seen, and many of either direction."""
        return self.lines.score > SURE_LINES and self.printed.agree_both_ways

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
        plainest = self.cells.clear > PLAINEST and self.lines.score > POOR_LINES and self.moved < AGREED
        return plainest or (self.cells.clear > PLAIN and self.is_there)

    def is_better_than(self, plain: "_Try") -> bool:
        """Whether a fit is good, and nothing speaks for the place as it was seen instead."""
        on_lines = plain.printed.disagree or self.printed.stand_better_than(plain.printed)
        return self.is_good and (on_lines or not plain.is_clearer_than(self))

    def is_clearer_than(self, other: "_Try") -> bool:
        """Whether what lies on the cells says so: neither shows more beyond the edge by being more clear within."""
        return self.cells.clear - self.beyond > other.cells.clear - other.beyond + FINER


def _best(bgr: Picture, place: SeenPlace, piece_set: PieceSet) -> _Try:
    """What lines and cells make of the place that the network says: fitted from there, or as it is where the cells are
    clearer so and lines do not say otherwise; and if neither is good fitted from beside it."""
    kind = KINDS[piece_set.game]
    rough = pose_from_corners(place.corners_px, piece_set.grid, size_of(bgr))
    near = _fitted(bgr, rough, rough, kind)
    if near and near.is_good and near.cells.clear > PLAIN:
        return near
    plain = _tried(bgr, examine(bgr, Fit.of(rough, kind), fine_scale(rough)), rough, rough, kind)
    if near and near.is_better_than(plain):
        return near
    if plain.is_good and plain.cells.clear > PLAIN:
        return plain
    others: list[_Try] = []
    for start in _starts(rough, near or plain):
        far = _fitted(bgr, start, rough, kind)
        if far and far.is_better_than(plain):
            return far
        others += [far] if far else []
    if near and near.printed.agree and others:
        near = replace(near, nowhere_else=all(other.beyond > FAR_BEYOND for other in others))
    tries = [plain, *([near] if near else []), *others]
    return max(tries, key=lambda one: (one.is_good, one.is_placed, one.worth))


def _starts(rough: BoardPose, near: _Try) -> Iterator[BoardPose]:
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


def _fitted(bgr: Picture, start: BoardPose, rough: BoardPose, kind: Kind) -> _Try | None:
    """A fit from a start beside a place; None where it ends too far from it to be the same board."""
    lines, fit = fitted_finely(bgr, Fit.of(start, kind))
    tried = _tried(bgr, lines, fit.pose, rough, kind)
    return tried if tried.moved < MOST_FITTED else None


def _tried(bgr: Picture, lines: Evidence, pose: BoardPose, rough: BoardPose, kind: Kind) -> _Try:
    moves = (pose.corners_px - rough.corners_px) / rough.cell_px
    together = float(np.abs(moves.mean(axis=0)).max())
    cells = opinion(bgr, pose, kind)
    printed = bare_lines(bgr, pose, cells.bare, fine_scale(pose))
    return _Try(pose, lines, printed, cells, float(np.abs(moves).max()), together)
