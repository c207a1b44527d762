"""How the squares of a board looked before, and what has become of them since.

Colours are compared whatever the light: that has changed as over most of the board, where what lies there has stayed.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from referee.polyomino import Cells
from vision.live.light import Light
from vision.live.squares import BOARD, TOPS, Colours

UNCHANGED = 6.0
"""Mean difference (CIE Lab) of its parts up to which a cell looks as before, at least."""
USUAL = 3.0
"""So many times as far apart as most cells it may be to have surely not changed at all, and as far as most are in every
picture it must be to have changed."""
AS_NOISY = 1.5
"""So many times as far apart as most cells are in every picture a cell may be to look as before, if this is more: a
camera may show other blotches of colour in each."""
CHANGED = 14.0
"""The same for each of its parts from which on something lies there."""
CHANGED_TOP = 10.0
"""The same for the middle one of the parts of a top: nothing of its own height casts a shadow on it, nor hides it."""
OUTSTANDING = 2.0
"""What comes to lie may look much like the bare board, more so in a dim light: so many times more than any other square
each part of those that it covers has changed ..."""
LEAST_CHANGED = 2.5
"""... and at least by so much."""
STIRRED, LEAST_STIRRED = 4.0, 1.5
"""So many times as far apart as most squares, and by so much, those of a piece are in the mean that has come, however
much a lamp washes out what it looks like: of two pieces of Blokus that were taken for bare board 4.6 to 9 times."""
BURNT, MOSTLY_BURNT = 98.2, 0.5
"""What is lighter (CIE L*) is burnt out, as ``BURNT_LEVEL`` is; and a square of which this share of the parts is."""

Distances = npt.NDArray[np.float32]
Covering = Mapping[Cell, Set[Cell]]
"""What lies on each cell that is covered, by all the cells of the piece."""


@dataclass(frozen=True, slots=True)
class Differences:
    """What has become of the squares of a board since they were last seen for sure: ``changed`` ones look wholly
    otherwise, ``same`` ones as before, of which ``still`` ones have not changed at all, and ``bared`` ones as they did
    when nothing lay on them. Of the others it cannot be told. Of ``lit`` ones only the light has changed."""

    changed: Set[Cell]
    same: Set[Cell]
    bared: Set[Cell]
    still: Set[Cell] = frozenset()
    lit: Set[Cell] = frozenset()


@dataclass(frozen=True, eq=False)
class Now:
    """How the squares look now, ``around`` the grid as well, in which ``light``, how far each that is remembered is
    ``apart`` from what it was, and which may look otherwise for what stands ``before`` them. ``earlier``: how far those
    on which the same lay already are from what they were before they last changed. ``dazzled`` are those of which light
    leaves nothing to be seen, though it did when they were remembered. In the stillest picture so far most squares were
    ``noise`` from what they had been."""

    around: Mapping[Cell, Colours]
    light: Light
    apart: Mapping[Cell, Distances]
    before: Set[Cell] = frozenset()
    earlier: Mapping[Cell, Distances] = field(default_factory=dict)
    dazzled: Set[Cell] = frozenset()
    noise: float = 0.0

    @cached_property
    def usual(self) -> float:
        """How far most squares are from what they were."""
        return float(np.median([parts.mean() for parts in self.apart.values()])) if self.apart else 0.0

    def least(self, cell: Cell) -> float:
        """How far a square is from what it was, at last or earlier."""
        return min(float(each[cell].mean()) for each in (self.apart, self.earlier) if cell in each)


class Past:
    """What is remembered of the squares of one board: as they were last seen for sure, and when nothing lay on them;
    beyond its edges as they were when all on it was clear; and those that ``came`` to be covered almost unseen. Of what
    lies there as it was ``earlier`` too, before it last changed: something may have lain over its edge, and be gone.
    Those that were ``burnt`` out when they were last seen."""

    def __init__(self) -> None:
        self.empty: frozenset[Cell] = frozenset()
        self._before: dict[Cell, Colours] = {}
        self._earlier: dict[Cell, Colours] = {}
        self._lay: dict[Cell, Set[Cell] | None] = {}
        self._bare: dict[Cell, Colours] = {}
        self._beyond: dict[Cell, Colours] = {}
        self._came: dict[Cell, Colours] = {}
        self._burnt: frozenset[Cell] = frozenset()
        self._noise: float | None = None

    def __bool__(self) -> bool:
        return bool(self._before)

    def compared(self, around: Mapping[Cell, Colours], lying: Covering, before: Set[Cell] = frozenset()) -> Now:
        """How it looks now. Where something is known to lie its top is looked at; ``before`` some something stands."""
        light = self._light(around)
        planes = {cell: TOPS if cell in lying else BOARD for cell in self._before}
        apart = {cell: parts[planes[cell]] for cell, parts in light.apart(self._before, around).items()}
        same = {cell for cell in self._earlier.keys() & lying.keys() if self._lay.get(cell) == lying[cell]}
        before_that = light.apart({cell: self._earlier[cell] for cell in same}, around)
        earlier = {cell: parts[TOPS] for cell, parts in before_that.items()}
        dazzled = {cell for cell, plane in planes.items() if is_burnt(around[cell][plane])} - self._burnt
        now = Now(around, light, apart, before, earlier, dazzled)
        if apart:
            self._noise = now.usual if self._noise is None else min(self._noise, now.usual)
        return replace(now, noise=self._noise or 0.0)

    def _light(self, around: Mapping[Cell, Colours]) -> Light:
        """The light that falls on the board."""
        if not self._before:
            return Light.of()
        both = (np.stack([every[cell][BOARD] for cell in self._before]) for every in (self._before, around))
        before, now = (dict(zip(self._before, colours.mean(axis=(1, 2)), strict=True)) for colours in both)
        return Light.between(before, now)

    def differences(self, now: Now) -> Differences:
        """What has become of the squares of the grid. That one which could be seen before is burnt out tells nothing:
        whatever is on it looks so."""
        covered = self._bare.keys() - self.empty
        white = {
            cell for cell in covered if is_burnt(now.around[cell][BOARD]) and not is_burnt(self._bare[cell][BOARD])
        }
        bared = now.light.apart({cell: self._bare[cell] for cell in covered - white}, now.around)
        mean = {cell: float(parts.mean()) for cell, parts in now.apart.items() if cell not in now.dazzled}
        alike = max(UNCHANGED, AS_NOISY * now.noise)
        most = min(alike, max(LEAST_CHANGED, USUAL * now.usual))
        return Differences(
            frozenset(cell for cell in now.apart if self._has_changed(cell, now)),
            frozenset(cell for cell, apart in mean.items() if apart < alike),
            frozenset(cell for cell, parts in bared.items() if parts[BOARD].mean() < alike),
            frozenset(cell for cell, apart in mean.items() if apart < most),
        )

    def is_stirred(self, cells: Cells, now: Now) -> bool:
        """Whether bare squares have surely changed all together, be it little."""
        if not self.empty.issuperset(cells):
            return False
        apart = float(np.mean([now.apart[cell].mean() for cell in cells]))
        return apart > max(LEAST_STIRRED, STIRRED * now.usual)

    def unchanged_beyond(self, now: Now) -> set[Cell]:
        """The squares beyond the edges that look as they did when all on the board was clear."""
        both = self._beyond.keys() & now.around.keys()
        apart = now.light.apart({cell: self._beyond[cell] for cell in both}, now.around)
        return {cell for cell, parts in apart.items() if parts[BOARD].mean() < UNCHANGED}

    def outstanding(self, now: Now, most: int) -> Iterator[frozenset[Cell]]:
        """Bare squares that have changed while nothing else on the board has, ``most`` of them at most; where more or
        less of them can be meant, the more first."""
        mean = {cell: now.least(cell) for cell in now.apart}
        order = sorted(now.apart.keys() & self.empty, key=lambda cell: -float(now.apart[cell].min()))
        for count in range(min(most, len(order) - 1), 0, -1):
            come = frozenset(order[:count])
            others = max(mean[cell] for cell in mean.keys() - come)
            if now.apart[order[count - 1]].min() > max(LEAST_CHANGED, OUTSTANDING * others):
                yield come

    def is_still(self, cell: Cell, now: Now) -> bool:
        """Whether a square looks more as it did when it was last covered than as it did when it was bare."""
        covered = self._came if cell in self.empty else self._before
        if cell not in covered or cell not in self._bare:
            return False
        memories = covered[cell], self._bare[cell]
        since, bare = (now.light.apart({cell: memory}, now.around)[cell][BOARD].mean() for memory in memories)
        return bool(since < bare)

    def note(self, come: Set[Cell], now: Now) -> None:
        """Something seems to have come to lie on these squares."""
        self._came |= {cell: now.around[cell] for cell in come}

    def remember(self, now: Now, sure: Set[Cell], covered: Covering) -> None:
        """These squares are seen for sure; on some of the board something lies. What is remembered of all others is
        carried into the light of now, if enough of the board is as it was to tell that light."""
        memories = (self._before, self._earlier, self._bare, self._beyond, self._came)
        for memory in memories if now.usual < LEAST_CHANGED else ():
            memory.update(now.light.falling_on(memory))
        still = {cell for cell in sure & covered.keys() if self._lay.get(cell) == covered[cell]}
        self._earlier |= {cell: self._before[cell] for cell in still if self._has_changed(cell, now)}
        self._earlier = {cell: colours for cell, colours in self._earlier.items() if cell not in sure - still}
        self._lay |= {cell: covered.get(cell) for cell in sure}
        self._before |= {cell: now.around[cell] for cell in sure}
        self.empty = self.empty.union(sure) - covered.keys()
        self._bare |= {cell: now.around[cell] for cell in sure & self.empty}
        burnt = {cell for cell in sure if is_burnt(now.around[cell][TOPS if cell in covered else BOARD])}
        self._burnt = (self._burnt - sure) | burnt

    def forget(self, cells: Set[Cell]) -> None:
        """What is remembered of these squares tells nothing any more."""
        for memory in (self._before, self._earlier, self._bare, self._came):
            for cell in cells & memory.keys():
                del memory[cell]
        self.empty -= cells

    def remember_beyond(self, now: Now, grid: GridSize) -> None:
        """All on the board is clear, so that nothing hangs over its edges that is not known."""
        self._beyond = {cell: colours for cell, colours in now.around.items() if cell not in grid}

    def _has_changed(self, cell: Cell, now: Now) -> bool:
        """Of two prints a part may look alike by chance; of bare board only what casts a shadow there does. What has
        come to stand before a square shows on a part of what lies there, and may hide bare board: that tells nothing.
        What looks as it did earlier has not changed: what lay over its edge is gone. Nor has what differs by no more
        than the noise of the camera.
        """
        is_before, noise = cell in now.before, USUAL * now.noise
        if cell in self.empty:
            return not is_before and bool(now.apart[cell].min() > max(CHANGED, noise))
        memories = (each[cell] for each in (now.apart, now.earlier) if cell in each)
        least = max(CHANGED_TOP, noise)
        return all((parts.min() if is_before else np.median(parts)) > least for parts in memories)


def is_burnt(parts: Colours) -> bool:
    """Whether light leaves nothing to be seen of a square on one plane, in its parts or pixels (rows x columns x 3, or
    CIE L* alone)."""
    return bool((parts[..., 0] > BURNT).mean() >= MOSTLY_BURNT)
