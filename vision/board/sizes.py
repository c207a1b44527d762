"""Whether a board is of the size that it is taken for: another one of the same make has the same cells and pieces.

Where the grid of ours is laid over a board with a row more or less, it is stretched to fit the outline or reaches over
the rim. Mostly it is told by where in its cells that is seen (``phases``). Where much is hidden it is not; but the grid
of the right size, moved onto the board in the same way (``align``) or fitted to its lines from there, makes far clearer
what each cell shows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from referee.grid import GridSize
from vision.board.align import align, pose_of
from vision.board.fine import fine_scale, fitted_finely
from vision.board.opinion import LEAST_CLEAR, MOST_CLEAR, Opinion, opinion_at
from vision.board.phases import Phases
from vision.board.refine import Fit
from vision.board.verify import examine
from vision.frame import Picture, size_of
from vision.kind import USUAL_THICKNESS, Kind
from vision.pose import BoardPose

ELSEWHERE = 0.7
"""A board of which ``align`` would move a side so far, in cells, is one of another size."""
MOST_SPREAD = 0.2
"""A guess is of no board of ours where its parts disagree by more than this, in cells."""
HARDLY_UNCLEAR = 0.05
"""What lacks so little of being as clear as can be (log-odds, in the mean of the cells) needs no other size."""
CLEARER, NEARLY = 0.75, 2.0
"""The right size lacks less than the first part of what a wrong one lacks. Moved, but not fitted, of 17 simulated
boards of other sizes that were taken for ours eleven are told by that; of 30 of ours no other size lacked less than 1.8
times as much. Where one with a row or column more or less lacks less than the second part, it may be both."""
INNER, UNCLEAR = 0.5, 0.15
"""The same for one around which pieces lie, if ours lacks more than the second: it has lines where ours has none, for
within ours one is as clear as ours. Of 56 boards of ours with a hand none that lacked so much had one within it that
lacked less; one that was taken the wrong way round had one that lacked .1 to .4 times as much."""
PLAINLY, PLAINLY_ELSE = 0.1, 0.4
"""Where ours lacks no more than the first, and any with a row or column more or less at least the second, its cells
tell its size by themselves. On 42 simulated boards of seven other sizes ours lacked so little in eight places, and in
each of them another size lacked nothing (.00)."""
BY_FAR = 0.35
"""Where every other size lacks so much more, the cells are by far the clearest. Of 11 boards of ours, small or in a
deep shadow, other sizes lacked .4 more and over. At 82 of 85 places on boards of other sizes another one lacked less,
or .12 more at most; at two below a hand it was .5 and .6, at one .9, and there cells were hardly clearer than a quarter
turn round."""
HARDLY_LESS, THIS_WAY = 0.15, 0.5
"""And where ours lacks less than the first, and the second less than a quarter turn round, nothing need be fitted to
its lines. At three places on boards of other sizes which only their lines told ours lacked .23 to .53."""
FEWER_LINES = 2.0
"""The lines of another size, fitted, may not score less by more. Of a board of ours with a hand over it another one
lacks .7 times as much, but scores less by five."""
AS_CLEAR, MORE_LINES = 0.15, 1.0
"""One that lacks hardly more is the right size if its lines, fitted, score so much more than ours. Of seven boards of
other sizes that were taken for ours five are told by that: their own lines scored 1.5 to 5.6 more, and their cells
lacked .1 more at most. Of 14 of ours with which another size did as well its lines scored .4 to 8 less, but for one
whose cells it left far less clear: where pieces lie beyond ours, and none beyond the other, anything more will do."""
More = tuple[int, int]
"""So many rows and columns more."""
ONE: tuple[More, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
BOTH: tuple[More, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def ends_there(bgr: Picture, pose: BoardPose) -> bool:
    """Whether the board ends about where the pose says, as ``align`` sees it."""
    seen = align(bgr, pose.corners_px, pose.grid)
    moved = np.sort(np.abs(seen.corners_px - pose.corners_px).max(axis=1)) / pose.cell_px
    return bool(seen.spread > MOST_SPREAD or moved[-2] < ELSEWHERE)  # one corner may be hidden


@dataclass(frozen=True, eq=False)
class Size:
    """The size of a board of some kind that seems to lie somewhere, of which this is ``said``; boards with one row or
    column more or less in its place are looked at once."""

    bgr: Picture
    pose: BoardPose
    said: Opinion
    kind: Kind

    @cached_property
    def is_surely_ours(self) -> bool:
        """Whether where in its cells each place of the grid is seen tells for sure that no other size fits."""
        return self._phases.tell_ours

    @property
    def is_so_by_itself(self) -> bool:
        """Whether that is so plain that no line need be seen: each cell clearly shows something, or nothing, and the
        board ends with them."""
        return self._phases.prove_ours and self.said.clear > LEAST_CLEAR and self.said.ends

    @cached_property
    def is_plain(self) -> bool:
        """Whether the cells tell by themselves that no other size fits."""
        if not self.said.confirms or self._lacks > PLAINLY:
            return False
        lacking = [_lacking(other) for _, other in self._by_one]
        least = len(lacking) == len(ONE) and min(lacking) >= PLAINLY_ELSE
        return least and ends_there(self.bgr, self.pose)

    @property
    def is_another(self) -> bool:
        """Whether phases tell that another size fits, or where they do not tell, cells and lines do."""
        if self._phases.tell_another:
            return True
        return not self.is_surely_ours and self._is_plainly_another

    @property
    def _is_plainly_another(self) -> bool:
        """Whether another size fits what is seen far better: its cells are far clearer, or as clear and its lines
        plainer by far."""
        lacks = self._lacks
        if (lacks < HARDLY_UNCLEAR and not self.said.is_used) or self.is_plain:
            return False
        ending = [said for _, said in self._by_one if said.ends]
        if lacks < HARDLY_UNCLEAR:
            as_clear = [other for other, said in self._by_one if said.ends and _is_as_clear(said, lacks)]
            return any(_is_plainer(each, self.said) for each in self._fitted(as_clear))
        if any(_is_clearer(one, lacks) for one in ending):
            return True
        if lacks < HARDLY_LESS and self._is_clearer_than_turned and self.is_by_far_clearest:
            return False  # it takes long to fit others to their lines
        if self._is_fitted([other for other, _ in self._by_one]):
            return True
        nearly = any(_lacking(one) < NEARLY * lacks for one in ending)
        both = (said for _, said in self._others(BOTH))
        clearer = nearly and any(one.ends and _is_clearer(one, lacks) for one in both)
        return clearer or self._is_another_turned

    @property
    def is_by_far_clearest(self) -> bool:
        """Whether the cells are far clearer than those of any board with a row or column more or less, or both; each of
        the former must be tried."""
        least = self._lacks + BY_FAR
        every = chain(self._by_one, self._others(BOTH))
        return len(self._by_one) == len(ONE) and all(_lacking(other) >= least for _, other in every)

    @property
    def _is_clearer_than_turned(self) -> bool:
        """Whether the cells are far clearer than those of this board a quarter turn round."""
        turned = opinion_at(self.bgr, self.pose.quarter_turned(), USUAL_THICKNESS, self.kind)
        return _lacking(turned) >= self._lacks + THIS_WAY

    @property
    def _is_another_turned(self) -> bool:
        """Whether another size fits better a quarter turn round: of that the grid may differ by two rows or columns."""
        nearly = list[BoardPose]()
        for other, said in self._others(_turned(self.pose.grid)):
            if said.ends and _is_clearer(said, self._lacks):
                return True
            if said.ends and _lacking(said) < NEARLY * self._lacks:
                nearly.append(other)
        return self._is_fitted(nearly)

    @cached_property
    def _phases(self) -> Phases:
        return Phases.of(self.bgr, self.pose)

    @cached_property
    def _lacks(self) -> float:
        return _lacking(self.said)

    @cached_property
    def _by_one(self) -> list[tuple[BoardPose, Opinion]]:
        return list(self._others(ONE))

    def _others(self, more: Iterable[More]) -> Iterator[tuple[BoardPose, Opinion]]:
        """Boards with so many rows and columns more that lie where this one seems to, and what is said of them."""
        for other in _of_other_sizes(self.bgr, self.pose, more):
            yield other, opinion_at(self.bgr, other, USUAL_THICKNESS, self.kind)

    def _is_fitted(self, others: Iterable[BoardPose]) -> bool:
        """Whether one of some others fits far better, once it is fitted to its lines."""
        fitted = self._fitted(others)
        return any(_is_plainer(each, self.said) or _is_clearer(each[1], self._lacks) for each in fitted)

    def _fitted(self, others: Iterable[BoardPose]) -> Iterator[tuple[float, Opinion]]:
        """Of some other boards, once fitted to their lines, if those score hardly less than those of this one, as it is
        or fitted, and they end there: how much more they score, and what is said of the cells."""
        for other in others:
            lines, fit = fitted_finely(self.bgr, Fit.of(other, self.kind))
            # It takes long to fit this one, and most others score less than its lines do as it is.
            if lines.score < self._score - FEWER_LINES or lines.score < self._fitted_score - FEWER_LINES:
                continue
            said = opinion_at(self.bgr, fit.pose, USUAL_THICKNESS, self.kind)
            if said.ends:
                yield lines.score - max(self._score, self._fitted_score), said

    @cached_property
    def _score(self) -> float:
        """What the lines score as it is."""
        return examine(self.bgr, Fit.of(self.pose, self.kind), fine_scale(self.pose)).score

    @cached_property
    def _fitted_score(self) -> float:
        """What they score once it is fitted to them."""
        return fitted_finely(self.bgr, Fit.of(self.pose, self.kind))[0].score


def _turned(grid: GridSize) -> tuple[More, ...]:
    """How a grid with a row or column more or less, or both, differs from this one if it lies a quarter turn round,
    where it differs by more than that."""
    longer = grid.cols - grid.rows
    every = [(longer + rows, cols - longer) for rows, cols in (*ONE, *BOTH)]
    return tuple((rows, cols) for rows, cols in every if max(abs(rows), abs(cols)) > 1)


def _is_plainer(fitted: tuple[float, Opinion], said: Opinion) -> bool:
    """Whether the cells of another board are about as clear as those of one of which this is ``said``, and its lines
    score far more; or more at all, if pieces lie beyond that one, and none beyond the other."""
    more, other = fitted
    least = MORE_LINES if said.alone else 0.0
    return more > least and other.alone and _is_as_clear(other, _lacking(said))


def _is_as_clear(other: Opinion, lacks: float) -> bool:
    """Whether the cells of another board are hardly less clear than those of one that lacks so much of being so."""
    return _lacking(other) < lacks + AS_CLEAR


def _is_clearer(other: Opinion, lacks: float) -> bool:
    """Whether the cells of another board are far clearer than those of one that lacks so much of being as clear as can
    be."""
    if other.alone:
        return _lacking(other) < CLEARER * lacks
    return lacks > UNCLEAR and _lacking(other) < INNER * lacks


def _lacking(said: Opinion) -> float:
    """How little a board of which this is said lacks of being as clear as can be."""
    return MOST_CLEAR - said.clear


def _of_other_sizes(bgr: Picture, pose: BoardPose, more: Iterable[More]) -> Iterator[BoardPose]:
    """Boards with so many rows and columns more that lie where this one seems to."""
    for rows, cols in more:
        grid = GridSize(pose.grid.rows + rows, pose.grid.cols + cols)
        seen = align(bgr, pose.corners_px, grid, most_spread=MOST_SPREAD)
        if seen.spread <= MOST_SPREAD:
            yield pose_of(seen, grid, size_of(bgr), stretch=pose.stretch)
