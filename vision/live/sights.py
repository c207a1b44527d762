"""What a board has looked like as it lay settled: by its printed border most of all it is told whether it lies there.

Two lights are remembered, for the shadow of somebody who leans over comes and goes.
"""

import numpy as np

from referee.grid import GridSize
from vision.motion.settle import BORDER, Blocks, SmallPicture, alike, around, changed

BORDER_SHARE = 0.6
"""Share of the board's printed border that must look as before where the board lies in place."""
SIDE_SEEN = 0.9
"""If so great a share of each side of the border looks as before, nothing hides the board."""


class Sights:
    """The small pictures of a board on which it lay settled last, and in another light before that."""

    def __init__(self, grid: GridSize) -> None:
        self._settled: SmallPicture | None = None
        self._is_free = False  # surely: an arm that rests is no other light
        self._otherwise: SmallPicture | None = None
        self._board, self._border = around(grid, BORDER), around(grid, BORDER, 0.0)
        self._sides = _sides_of(self._border)

    def __bool__(self) -> bool:
        return self._settled is not None

    def remember(self, small: SmallPicture, *, free: bool) -> None:
        """The board lies settled in this picture, and ``free``, or seems to after it was waited for."""
        before = self._settled if self._is_free else None
        if before is not None and _share(alike(before, small), self._border) < SIDE_SEEN:
            self._otherwise = before
        self._settled, self._is_free = small, free

    def most_like(self, small: SmallPicture) -> SmallPicture | None:
        """The one whose border looks more as it does now."""
        return max(self._all, key=lambda one: _share(alike(one, small), self._border), default=None)

    def change(self, small: SmallPicture) -> Blocks | None:
        """Which blocks have changed since the board lay settled; None if it has not yet."""
        settled = self.most_like(small)
        return None if settled is None else changed(settled, small)

    def border_share(self, small: SmallPicture) -> float:
        """The share of the border that looks as it did."""
        return self._most(small, self._border)

    def board_share(self, small: SmallPicture) -> float:
        """The same of the whole board with its border."""
        return self._most(small, self._board)

    def side_shares(self, settled: SmallPicture, small: SmallPicture) -> list[float]:
        """The share of each side of the border that looks as it did in one of them."""
        same = alike(settled, small)
        return [_share(same, side) for side in self._sides]

    def likeness(self, small: SmallPicture, seen: SmallPicture | None) -> float:
        """The share of the board, or of its border if that is less, that looks as it did when it was ``seen``, or as it
        lay settled: where it was seen last a moving picture may have led a cell aside."""
        likeness = 0.0
        for one in ([seen] if seen else []) + self._all:
            same = alike(one, small)
            likeness = max(likeness, min(_share(same, self._board), _share(same, self._border)))
            if likeness >= SIDE_SEEN:
                break
        return likeness

    def _most(self, small: SmallPicture, zone: Blocks) -> float:
        return max((_share(alike(one, small), zone) for one in self._all), default=0.0)

    @property
    def _all(self) -> list[SmallPicture]:
        return [one for one in (self._settled, self._otherwise) if one is not None]


def _sides_of(border: Blocks) -> list[Blocks]:
    """The four sides of the border."""
    down, right = (np.linspace(-1, 1, size) for size in border.shape)
    steep = np.abs(down)[:, None] > np.abs(right)[None, :]
    first, second = steep & (down < 0)[:, None], steep & (down >= 0)[:, None]
    third, fourth = ~steep & (right < 0)[None, :], ~steep & (right >= 0)[None, :]
    return [border & side for side in (first, second, third, fourth)]


def _share(blocks: Blocks, zone: Blocks) -> float:
    return float(blocks[zone].mean())
