"""How the pieces on this table look: the paints that the camera has seen, as colours for the page."""

from calibration.colour import css
from referee.piece import PieceSet
from vision.sighting import Sighting

Lab = tuple[float, float, float]

MOST = 40
"""A paint is taken from so many looks at the piece; then it stays as it is."""


class Looks:
    """Gathers the paints of the pieces in one colour; of striped ones a mean colour says nothing."""

    def __init__(self, piece_set: PieceSet) -> None:
        self._plain = {piece.id for piece in piece_set.pieces if piece.kind != "hexomino"}
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

    def paints(self) -> dict[str, str]:
        """CSS colours of the pieces that have been seen."""
        return {piece: css(_median(seen)) for piece, seen in self._seen.items()}


def _median(seen: list[Lab]) -> Lab:
    middle = len(seen) // 2
    lightness, a, b = (sorted(values)[middle] for values in zip(*seen, strict=True))
    return lightness, a, b
