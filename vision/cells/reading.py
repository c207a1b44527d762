"""What each cell and each border between cells shows, as evidence: log-odds, not yet pieces.

Arrays cover the grid and a ring of cells around it (``RING``), because pieces may hang over the edge:
shape (rows + 2 * RING, cols + 2 * RING), and entry [0, 0] is the cell (-RING, -RING).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from vision.cells.relief import Relief
from vision.cells.symmetry import SIDES

RING = 2
"""Cells read around the grid on every side: so far pieces may hang over the edge."""

HARDLY = 1.0
"""Evidence (log-odds) that is hardly any."""

Evidence = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Reading:
    """Evidence of one rectified picture, natural logarithms of odds.

    ``occupied`` that a piece's top fills the cell; ``joined_right`` and ``joined_down`` that the cell and its
    neighbour to the right or below belong to the same piece (if both are occupied); ``hidden`` that something
    which is no piece hides the cell; ``troubled`` that a piece lies askew, off the cells, or on another there.
    ``paints`` (paints x rows x cols) that the top has each of the paints that the game's network tells apart.
    ``paint_lab`` is the mean colour of the cell's top (CIE L*a*b*, of which white is the board, or lighter), ``height``
    the plane of the tops in cells. ``tints`` (rows x cols x 3) and ``patterns`` (rows x cols x places) are what the
    tops show, as ``vision.cells.tint`` and ``vision.cells.pattern`` have it; ``full`` is the evidence that a cell is
    filled by the tint it has on both planes, which does not count in ``occupied`` yet. ``grains`` (rows x cols) are how
    much the colour changes within each top, as ``vision.cells.grain`` has it, and ``lines`` (2 x rows x cols) how light
    the lines between the tops are, as ``vision.cells.seam`` has it; ``sides`` (4 x rows x cols) are the parts (0 to 1)
    of cells that show the sides of their neighbours, as ``vision.cells.sides`` has it, and ``relief`` what they show
    whatever the light. All seven are None where nothing is known.
    """

    grid: GridSize
    occupied: Evidence
    joined_right: Evidence
    joined_down: Evidence
    hidden: Evidence
    troubled: Evidence
    paints: Evidence
    paint_lab: Evidence
    height: float
    tints: Evidence | None = None
    patterns: Evidence | None = None
    full: Evidence | None = None
    grains: Evidence | None = None
    lines: Evidence | None = None
    relief: Relief | None = None
    sides: Evidence | None = None

    def __post_init__(self) -> None:
        expected = (self.grid.rows + 2 * RING, self.grid.cols + 2 * RING)
        for name in ("occupied", "joined_right", "joined_down", "hidden", "troubled"):
            if getattr(self, name).shape != expected:
                raise ValueError(f"{name} needs the shape {expected}, got {getattr(self, name).shape}")

    def at(self, evidence: npt.NDArray[np.generic], cell: Cell) -> float:
        """The evidence of a cell of the grid or its ring."""
        return float(evidence[cell[0] + RING, cell[1] + RING])

    def joined(self, cell: Cell, beside: Cell) -> float:
        """The evidence that two neighbouring cells belong to one piece."""
        first, second = sorted((cell, beside))
        return self.at(self.joined_right if first[0] == second[0] else self.joined_down, first)

    def side_in(self, cell: Cell, beside: Cell) -> float:
        """The part (0 to 1) of a cell that shows the side of a neighbour."""
        if self.sides is None:
            return 0.0
        return self.at(self.sides[SIDES.index((beside[0] - cell[0], beside[1] - cell[1]))], cell)

    def trouble_of(self, cells: Collection[Cell]) -> float:
        """Mean evidence that what fills some cells lies askew or on another piece."""
        return float(np.mean([self.at(self.troubled, cell) for cell in cells]))

    def troubled_cells(self, least: float) -> frozenset[Cell]:
        """The cells of the grid or its ring with more evidence of trouble than this."""
        return frozenset((int(row) - RING, int(col) - RING) for row, col in np.argwhere(self.troubled > least))

    def paint_lead(self, cells: Collection[Cell], paint: int) -> float:
        """By how much one of the paints leads before all others, in the mean of some cells."""
        every = np.mean([self.paints[:, row + RING, col + RING] for row, col in cells], axis=0)
        return float(every[paint] - np.delete(every, paint).max())

    def paint_of(self, cells: Collection[Cell]) -> tuple[float, float, float]:
        """Mean colour of the tops of some cells, CIE L*a*b*."""
        light, a, b = np.mean([self.paint_lab[row + RING, col + RING] for row, col in cells], axis=0)
        return round(float(light), 1), round(float(a), 1), round(float(b), 1)

    def untroubled(self, cells: Collection[Cell]) -> "Reading":
        """The same reading where some cells are known to be of a piece that lies properly."""
        troubled = self.troubled.copy()
        for row, col in cells:
            troubled[row + RING, col + RING] = -abs(troubled[row + RING, col + RING])
        return replace(self, troubled=troubled)

    def filled_by_tint(self) -> "Reading":
        """The same reading of what is known to be our board, whose own print bears no such tints: they count now."""
        return self if self.full is None else replace(self, occupied=self.occupied + self.full, full=None)

    def doubted_where(self, doubtful: npt.NDArray[np.bool_]) -> "Reading":
        """The same reading where some cells (a mask of all of them) are hardly likelier filled than not, if at all."""
        return replace(self, occupied=np.where(doubtful, np.minimum(self.occupied, HARDLY), self.occupied))

    def without(self, cells: Collection[Cell]) -> "Reading":
        """The same reading in which what fills some cells is not known, nor their borders; trouble and what is hidden
        stay as they are seen."""
        return self.weakened(dict.fromkeys(cells, 0.0))

    def weakened(self, shares: Mapping[Cell, float], bordered: Collection[Cell] = ()) -> "Reading":
        """The same reading where of the evidence for some cells and their borders only these shares count; what their
        tops show is not known then. Of the borders of those that are ``bordered`` all counts nevertheless."""
        kept = np.ones((self.grid.rows + 2 * RING + 1, self.grid.cols + 2 * RING + 1), np.float32)
        for (row, col), share in shares.items():
            kept[row + RING, col + RING] = share
        here = kept[:-1, :-1].copy()
        for row, col in bordered:
            kept[row + RING, col + RING] = 1
        around = kept[:-1, :-1]
        whole = (here == 1)[..., None]
        return replace(
            self,
            occupied=self.occupied * here,
            paints=self.paints * here,
            tints=None if self.tints is None else self.tints * whole,
            patterns=None if self.patterns is None else self.patterns * whole,
            joined_right=self.joined_right * np.minimum(around, kept[:-1, 1:]),
            joined_down=self.joined_down * np.minimum(around, kept[1:, :-1]),
        )
