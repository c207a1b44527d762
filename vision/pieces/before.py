"""What is known from before in a live game: what lies there, what comes next by the rules, and where nothing has
changed since it was seen for sure.

Pieces never move, and a piece that has come can only lie where the picture has changed. Mostly it is one whose turn it
is.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from vision.cells.observe import shifts
from vision.cells.reading import RING
from vision.look import Known
from vision.motion.settle import BLOCK_PX, MARGIN, RASTER_SCALE, Blocks, SmallPicture, changed, changed_pixels
from vision.pieces.catalogue import Catalogue
from vision.pieces.scores import Scores, Weights
from vision.pose import BoardPose

KNOWN = 10.0
"""Evidence (log-odds) for a piece lying where the match knows it: pieces never move, but may be taken back."""
IN_TURN = 3.0
"""Evidence (log-odds) for one of the pieces that come next by the rules rather than another. No more: between two that
look the same it is not enough by itself (``claims.SURE``), for people do place out of turn."""
UNCHANGED = 2.0
"""Evidence (log-odds) against a new piece, for each of its cells that looks as it did before: its paint may be like
what lies below it."""
PARTS = (0.3, 0.5, 0.7)
"""Where a cell is looked at, across and down."""


@dataclass(frozen=True, eq=False)
class Change:
    """What has changed since all that lay there was seen, in a small picture, and ``now``, when the board lies as
    ``pose`` says and pieces lean about as they did then."""

    before: SmallPicture
    now: SmallPicture
    pose: BoardPose

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of the small picture that have changed."""
        return changed(self.before, self.now)

    def outline(self, height: float, scale_px: int, beyond: int) -> Blocks:
        """Which pixels of the grid, and so many cells beyond it, have changed, ``scale_px`` a cell, if seen on a plane
        so high (in cells): height x width."""
        x0, x_a_col, y0, y_a_row = shifts(self.pose, height)
        sides = (self.pose.grid.cols + 2 * beyond, self.pose.grid.rows + 2 * beyond)
        x, y = np.meshgrid(*((np.arange(side * scale_px) + 0.5) / scale_px - beyond for side in sides))
        there = [(at + MARGIN) * RASTER_SCALE - 0.5 for at in (x + x0 + x_a_col * x, y + y0 + y_a_row * y)]
        right, down = (np.asarray(at, np.float32) for at in there)
        return np.asarray(cv2.remap(self._pixels.astype(np.float32), right, down, cv2.INTER_LINEAR) > 0.5)

    @cached_property
    def _pixels(self) -> Blocks:
        """The single pixels of the small picture that have."""
        return changed_pixels(self.before, self.now)

    def unchanged(self, height: float) -> npt.NDArray[np.bool_]:
        """Which cells of the grid and its ring look as before, if something as high as this (in cells) lay there."""
        x0, x_a_col, y0, y_a_row = shifts(self.pose, height)
        cols, rows = (np.arange(-RING, side + RING) for side in (self.pose.grid.cols, self.pose.grid.rows))
        per_cell = RASTER_SCALE // BLOCK_PX
        found = np.ones((len(rows), len(cols)), bool)
        for down in PARTS:
            for right in PARTS:
                y, x = rows + down, cols + right
                block_y = np.floor((y + y0 + y_a_row * y + MARGIN) * per_cell).astype(int)
                block_x = np.floor((x + x0 + x_a_col * x + MARGIN) * per_cell).astype(int)
                tall, wide = self.blocks.shape
                found &= ~self.blocks[np.ix_(block_y.clip(0, tall - 1), block_x.clip(0, wide - 1))]
        return found


@dataclass(frozen=True, eq=False)
class Given:
    """What a reading may go by: in a live game, what is ``known`` to lie there and may come, what has changed since
    that was seen for sure, and the ``height`` of the pieces in cells if it has been found before. ``careful``: to be
    looked at more slowly and steadily; ``at_a_glance``: not to be asked what may lie wrongly."""

    known: Known | None = None
    change: Change | None = None
    height: float | None = None
    careful: bool = False
    at_a_glance: bool = False


NOTHING_GIVEN = Given()


@dataclass(frozen=True, eq=False)
class Before:
    """``lying`` are the placement numbers of what lies there; ``change`` is None where nothing can be compared.
    ``to_come`` tells of each placement whether its piece comes next by the rules, if those tell."""

    lying: tuple[int, ...] = ()
    change: Change | None = None
    to_come: npt.NDArray[np.bool_] | None = None

    @staticmethod
    def of(known: Known | None, change: Change | None, catalogue: Catalogue) -> "Before":
        """What the match knows, in placement numbers."""
        numbers = [catalogue.find(piece.piece, piece.cells) for piece in known.lying] if known else []
        lying = tuple(number for number in numbers if number is not None)
        to_come = known.to_come if known and known.weighed else ()
        return Before(lying, change, _of_pieces(to_come, catalogue) if to_come else None)

    def colours(self, catalogue: Catalogue) -> dict[Cell, int]:
        """The number of the paint on every cell where something lies."""
        return {cell: int(catalogue.paint[number]) for number in self.lying for cell in catalogue.cells_of(number)}

    def lower(self, found: Scores, catalogue: Catalogue, height: float) -> Scores:
        """The evidence for pieces lying on the board, their tops so high, with what is known from before."""
        gain = found.gain - self._doubt(catalogue, height)
        numbers = list(self.lying)
        gain[numbers] = found.gain[numbers] + KNOWN
        return replace(found, gain=gain)

    def upper(self, found: Scores, catalogue: Catalogue, height: float) -> Scores:
        """The evidence for pieces lying on others, if the tops of those are so high, with what is known from before."""
        return replace(found, gain=found.gain - self._doubt(catalogue, 2 * height))

    def favour(self, number: int) -> float:
        """What whose turn it is says (log-odds) for a new piece against one of another colour."""
        if self.to_come is None or number in self.lying:
            return 0.0
        return IN_TURN if self.to_come[number] else -IN_TURN

    def _doubt(self, catalogue: Catalogue, height: float) -> Weights:
        doubt = np.zeros(len(catalogue.piece))
        if self.to_come is not None:
            doubt += IN_TURN * ~self.to_come
        if self.change is not None:
            unchanged = np.append(self.change.unchanged(height).ravel(), False)
            doubt += UNCHANGED * unchanged[catalogue.cells].sum(axis=1)
        return doubt


def _of_pieces(names: Iterable[str], catalogue: Catalogue) -> npt.NDArray[np.bool_]:
    """Of which placements the piece has one of the names."""
    wanted = {catalogue.stand_in(name) for name in names}
    return np.array([name in wanted for name in catalogue.names])[catalogue.piece]


NOTHING = Before()
"""Nothing is known, as of a single photo."""
