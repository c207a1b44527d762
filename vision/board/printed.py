"""Whether the lines printed on the bare cells are those of a pose: on boards of other sizes they are not.

Pieces of ours on a board of the same make but another size lie on its cells as they do on our own. Where the grid of a
pose reaches over its rim, no line crosses the outermost cells on which nothing lies, though lines are seen everywhere
else; where it ends before the board does, its lines go on; and where it was stretched to fit the outline, many lines
stand between its own.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from vision.board.lattice import Lattice
from vision.frame import Picture
from vision.pose import BoardPose

ON_LINE, SEARCH = 0.06, 0.45
"""A peak is on a line if it is so near to it, and is looked for so far beside it, in cells."""
MOST_BESIDE = 0.12
"""All lines together may be seen so far beside the grid, in cells: where cells are small it is fitted no better."""
BY_CHANCE = 0.12
"""Share of places without a line that show one."""
USUAL, USUAL_SEEN = 0.6, 5.0
"""Share of the lines on a board that are seen, before any is counted, and how many that is worth."""
MOST_SEEN = 0.85
"""No more are relied on: what lies beside a row may shade it."""
LEAST_LINED = -6.0
"""Log-odds for lines in the outermost row or column from which on the grid does not end before it."""
CLEAR, LEAST_ON_LINE = 1.0, ((30, 0.5), (20, 0.35))
"""Weight of peaks that are lines and no grain; of at least so many of one direction, so great a share stands on the
grid. Of few, many may be of what lies there: of a board of ours with 32 it was .63, for shadows have edges too. Boards
of other sizes of which more stand there are left to ``vision.board.sizes``."""

GOES_ON, ENDS = 0.7, 0.4
"""A board goes on beyond a side where more than the first share of the lines do, and beyond all others less than the
second. Beyond the sides of 220 of ours .6 did at most, and beyond those of 215 less than .4; of 12 x 12 squares all did
where one row was too few."""
MANY, MOSTLY = 50, 0.5
"""So many lines of one direction that are seen clearly between bare cells must stand on the grid, in this share. Of
fits to rendered and simulated boards of Blokus those that were right had .63 and more, but for two boards, one of them
washed out; on quilts lines are seldom so clear."""
BETTER = 0.2
"""So much greater is the share on the grid of a fit that is the better one for that."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """Of the rows or columns of cells: how many lines cross each between ``bare`` cells, and how many are ``seen``.
    ``clear`` are all lines seen clearly there, and ``on_line`` those of them that stand on the grid."""

    bare: npt.NDArray[np.int_]
    seen: npt.NDArray[np.int_]
    clear: int
    on_line: int

    @property
    def is_off_grid(self) -> bool:
        """Whether so few of the lines stand on the grid that it cannot be theirs."""
        return any(self.clear >= fewest and self.on_line < least * self.clear for fewest, least in LEAST_ON_LINE)


def is_printed_so(bgr: Picture, pose: BoardPose, bare: Collection[Cell], scale: int) -> bool:
    """Whether the lines seen on bare cells stand on the grid, cross its outermost rows and columns as they do the
    others, and do not go on beyond; true where too few can be seen to tell.

    Args:
        bgr: the picture.
        pose: of the board.
        bare: cells on which nothing lies, and which nothing hides.
        scale: pixels a cell at which lines are looked for.
    """
    board = Lattice.of(bgr, pose, 0.0, scale)
    axes = _both_ways(board, bare)
    if any(each.is_off_grid for each in axes) or goes_on(board):
        return False
    seen = USUAL * USUAL_SEEN + sum(int(each.seen[1:-1].sum()) for each in axes)
    share = min(seen / (USUAL_SEEN + sum(int(each.bare[1:-1].sum()) for each in axes)), MOST_SEEN)
    return all(_lined(each, end, share) > LEAST_LINED for each in axes for end in (0, -1))


@dataclass(frozen=True, slots=True)
class BareLines:
    """How many lines are seen ``clear`` between bare cells, and how many of them stand ``on_grid``: of the rows, and of
    the columns."""

    clear: tuple[int, int]
    on_grid: tuple[int, int]

    @property
    def agree(self) -> bool:
        """Whether many are seen, and stand on the grid."""
        return max(self.clear) >= MANY and not self.disagree

    @property
    def agree_both_ways(self) -> bool:
        """Whether many of either direction are seen, and stand on the grid."""
        return min(self.clear) >= MANY and not self.disagree

    @property
    def disagree(self) -> bool:
        """Whether many of one direction are seen that stand elsewhere."""
        return self.share < MOSTLY

    @property
    def share(self) -> float:
        """The share of the lines that stands on the grid, of the direction of which less do; of one of which not many
        are seen, all may."""
        ways = zip(self.clear, self.on_grid, strict=True)
        return min((on_grid / clear for clear, on_grid in ways if clear >= MANY), default=1.0)

    def stand_better_than(self, other: "BareLines") -> bool:
        """Whether many lines are seen and stand on this grid, and far fewer of those on the other stand on that."""
        return self.agree and self.share - other.share > BETTER


def bare_lines(bgr: Picture, pose: BoardPose, bare: Collection[Cell], scale: int) -> BareLines:
    """What is seen between bare cells of a board of any size; arguments as for ``is_printed_so``."""
    one, other = _both_ways(Lattice.of(bgr, pose, 0.0, scale), bare)
    return BareLines((one.clear, other.clear), (one.on_line, other.on_line))


def goes_on(board: Lattice) -> bool:
    """Whether the lines of a board (its own plane) go on beyond one side as they do beyond no other: nothing crosses a
    rim as lines do, unless it is printed so on several sides."""
    second, most = np.sort(np.concatenate([_crossed(board, axis) for axis in (0, 1)]))[-2:]
    return bool(most > GOES_ON and second < ENDS)


def _crossed(board: Lattice, axis: int) -> npt.NDArray[np.float64]:
    """The share of the lines of an axis that go on in the strips of rim before and after its bands."""
    count = board.lines(axis) - 1
    peaks = board.peaks(axis, np.arange(1, count + 1), SEARCH, of=board.rim(axis))
    within = board.peaks(axis, np.arange(1, count + 1), SEARCH)
    beside = _beside((within.place - within.line - 1)[within.weight > CLEAR])
    on_line = np.abs(peaks.place - peaks.line - 1 - beside) < ON_LINE
    return np.asarray(np.bincount(peaks.band[on_line], minlength=2) / count)


def _both_ways(board: Lattice, bare: Collection[Cell]) -> list[_Lines]:
    """The lines between bare cells of the rows and of the columns."""
    empty = np.zeros((board.grid.rows, board.grid.cols), bool)
    for cell in bare:
        empty[cell] = True
    return [_lines(board, axis, empty if axis == 0 else empty.T) for axis in (0, 1)]


def _lines(board: Lattice, axis: int, empty: npt.NDArray[np.bool_]) -> _Lines:
    between = empty[:, :-1] & empty[:, 1:]
    peaks = board.peaks(axis, np.arange(1, board.lines(axis)), SEARCH)
    here = between[peaks.band, peaks.line]
    off, clear = peaks.place - peaks.line - 1, here & (peaks.weight > CLEAR)
    on_line = here & (np.abs(off - _beside(off[clear])) < ON_LINE)
    seen = np.bincount(peaks.band[on_line], minlength=len(empty))
    return _Lines(between.sum(axis=1), seen, int(clear.sum()), int((clear & on_line).sum()))


def _beside(off: npt.NDArray[np.float64]) -> float:
    """How far all lines are seen beside the grid, by those of some peaks that are not far off (all in cells)."""
    near = off[np.abs(off) < MOST_BESIDE]
    return float(np.median(near)) if len(near) else 0.0


def _lined(lines: _Lines, end: int, share: float) -> float:
    """Log-odds for lines in the first or last row, if so great a share of them is seen elsewhere."""
    bare, seen = int(lines.bare[end]), int(lines.seen[end])
    return float(seen * np.log(share / BY_CHANCE) + (bare - seen) * np.log((1 - share) / (1 - BY_CHANCE)))
