"""How the pieces on this table look: the paints and the stripes that the camera has seen."""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.colour import css
from referee.piece import PieceSet
from referee.polyomino import Cells
from vision.kind import STRIPED_KIND
from vision.names import seen_set
from vision.sighting import Sighting

Lab = tuple[float, float, float]

DARKEST, LIGHTEST = 25.0, 86.0
"""Paints are drawn no darker or lighter than this (L*), so that they stand out from the board by day and by night."""
MOST = 40
"""A paint is taken from so many looks at the piece; then it stays as it is."""


@dataclass(frozen=True, slots=True)
class Top:
    """The pattern of a striped piece as a PNG of the box around its cells; ``number`` counts the pictures taken."""

    number: int
    cells: Cells
    png: bytes


class Looks:
    """Gathers the paints of the pieces in one colour, and pictures of the striped ones."""

    def __init__(self, piece_set: PieceSet) -> None:
        self._plain = {piece.id for piece in seen_set(piece_set).pieces if piece.kind != STRIPED_KIND}
        self.tops: dict[str, Top] = {}
        self._seen: dict[str, list[Lab]] = {}
        self._last: Sighting | None = None

    def see(self, sighting: Sighting | None) -> None:
        """Takes in what a settled look showed; the same one again tells nothing new."""
        if sighting is self._last:
            return
        self._last = sighting
        for piece, lab in sighting.paints_lab if sighting else ():
            if piece in self._plain and len(seen := self._seen.setdefault(piece, [])) < MOST:
                seen.append(lab)

    def untaken(self, sighting: Sighting | None) -> dict[str, Cells]:
        """The striped pieces that lie where no picture of them has been taken yet; none while anything is unclear."""
        if sighting is None or sighting.problems or sighting.hidden or sighting.uncertain:
            return {}
        striped = {piece.piece: piece.cells for piece in sighting.pieces if piece.piece not in self._plain}
        taken = {piece: top.cells for piece, top in self.tops.items()}
        return {piece: cells for piece, cells in striped.items() if taken.get(piece) != cells}

    def keep(self, taken: Mapping[str, tuple[Cells, bytes]]) -> None:
        """Keeps pictures of striped tops."""
        for piece, (cells, png) in taken.items():
            number = self.tops[piece].number + 1 if piece in self.tops else 1
            self.tops[piece] = Top(number, cells, png)

    def paints(self) -> dict[str, str]:
        """CSS colours of the pieces that have been seen."""
        return {piece: css(_median(seen)) for piece, seen in self._seen.items()}


def _median(seen: list[Lab]) -> Lab:
    middle = len(seen) // 2
    lightness, a, b = (sorted(values)[middle] for values in zip(*seen, strict=True))
    return min(max(lightness, DARKEST), LIGHTEST), a, b
