"""A quilt of Patchwork: what is covered, what is empty and what can still be sewn on."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from referee.grid import Cell
from referee.placements import Placement, Placements
from referee.polyomino import Cells


@dataclass(frozen=True, slots=True)
class Quilt:
    """Its covered cells as a mask, and the placements ``free`` on it, as ``every`` numbers them."""

    every: Placements = field(repr=False, compare=False)
    free: int = field(repr=False)
    covered: int = 0

    @property
    def taken(self) -> frozenset[Cell]:
        """The cells that are covered."""
        return frozenset(self.every.grid.cells(self.covered))

    @property
    def empty(self) -> int:
        """How many cells are not covered."""
        return len(self.every.grid) - self.covered.bit_count()

    def sewn(self, cells: Cells) -> "Quilt":
        """The quilt with further cells covered."""
        covered = self.covered | self.every.grid.mask(cells)
        return replace(self, covered=covered, free=self.free & ~self.every.hit_by(cells))

    def places(self, patches: Iterable[str]) -> tuple[Placement, ...]:
        """Where patches can be sewn on."""
        return self.every.listed(self._places(patches))

    def count_places(self, patches: Iterable[str]) -> int:
        """In how many places they can."""
        return self._places(patches).bit_count()

    def has_full_square(self, side: int) -> bool:
        """Whether a square of so many rows and columns is covered."""
        grid = self.every.grid
        corners = [(row, col) for row in range(grid.rows - side + 1) for col in range(grid.cols - side + 1)]
        first = grid.mask((row, col) for row in range(side) for col in range(side))
        return any(not (first << grid.index(corner)) & ~self.covered for corner in corners)

    def _places(self, patches: Iterable[str]) -> int:
        return self.free & self.every.of_hand(frozenset(patches))


def empty_quilt(every: Placements) -> Quilt:
    """A quilt on which anything can be sewn."""
    return Quilt(every, free=(1 << len(every.all)) - 1)
