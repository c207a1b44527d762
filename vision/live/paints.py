"""The paints of the pieces that lie there: what is seen in the place of one that is gone, in its paint, is that piece.

A piece that somebody has pushed by half a cell may fill about the cells that another one would fill. But nobody takes a
piece off the board and lays another one of the same paint in its place.
"""

from dataclasses import replace

from calibration.palette import VERY_CLOSE, Lab, difference
from referee.piece import PieceSet
from vision.kind import KINDS, STRIPED_KIND
from vision.live.judgement import placed
from vision.look import Known
from vision.sighting import Problem, SeenPiece, Sighting

MOSTLY = 0.5
"""A piece is in the place of another if it lies on more than this share of its cells."""


class Paints:
    """Remembers how the pieces in one colour look, where each has a colour of its own."""

    def __init__(self, piece_set: PieceSet) -> None:
        plain = piece_set.pieces if KINDS[piece_set.game].uniform else ()
        self._plain = frozenset(piece.id for piece in plain if piece.kind != STRIPED_KIND)
        self._seen: dict[str, Lab] = {}

    def note(self, sighting: Sighting, known: Known) -> None:
        """Takes in the paints of the pieces that are seen where they are known to lie."""
        there = {piece for piece, _ in placed(sighting.pieces) & placed(known.lying)}
        self._seen |= {piece: lab for piece, lab in sighting.paints_lab if piece in there & self._plain}

    def owned(self, sighting: Sighting, known: Known) -> Sighting:
        """The sighting with pieces told as misaligned that seemed to be others, in their place and in their paint."""
        told = {piece.piece for piece in sighting.pieces} | {problem.piece for problem in sighting.problems}
        gone = [piece for piece in known.lying if piece.piece not in told and piece.piece in self._seen]
        lying, looks = {piece.piece for piece in known.lying}, dict(sighting.paints_lab)
        for new in [piece for piece in sighting.pieces if piece.piece not in lying and piece.piece in self._plain]:
            lab = looks.get(new.piece)
            own = next((piece for piece in gone if lab and self._is_of(new, lab, piece)), None)
            if own is not None:
                sighting = _pushed(sighting, own.piece, new)
        return sighting

    def _is_of(self, new: SeenPiece, lab: Lab, gone: SeenPiece) -> bool:
        shared = set(new.cells) & set(gone.cells)
        return len(shared) > MOSTLY * len(gone.cells) and difference(lab, self._seen[gone.piece]) < VERY_CLOSE


def _pushed(sighting: Sighting, piece: str, seen: SeenPiece) -> Sighting:
    """The sighting with this piece askew where another was seen."""
    return replace(
        sighting,
        pieces=tuple(one for one in sighting.pieces if one != seen),
        problems=(*sighting.problems, Problem("misaligned", piece, seen.cells)),
        uncertain=sighting.uncertain.union(seen.cells),
        paints_lab=tuple(pair for pair in sighting.paints_lab if pair[0] != seen.piece),
    )
