"""What was seen on two quilts, told as on one wide board: each patch is there once."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.piece import PieceSet
from vision.look import Known
from vision.names import STRANGER
from vision.pieces.catalogue import catalogue
from vision.pieces.wide import on_quilt, quilt_of
from vision.sighting import Problem, SeenPiece, Sighting


def together(sightings: Sequence[Sighting], known: Known, piece_set: PieceSet) -> Sighting:
    """What was seen on the quilts, from left to right, as on one wide board.

    A patch that lies as the match has it is called as there; of those that look alike another has a name that is
    free. What no name is left for is not told, nor are shapes that no patch has.
    """
    names = _Names(known, piece_set)
    for here in (True, False):
        for quilt, seen in enumerate(sightings):
            for piece in seen.pieces:
                names.give(piece, quilt, only_known=here)
    parts = tuple(names.named(seen, quilt) for quilt, seen in enumerate(sightings))
    asking = next((quilt for quilt, seen in enumerate(sightings) if seen.alternatives), 0)
    return Sighting(
        parts[0].board,
        tuple(_wide(piece, quilt) for quilt, seen in enumerate(parts) for piece in seen.pieces),
        tuple(_wide(names.in_trouble(one, quilt), quilt) for quilt, seen in enumerate(parts) for one in seen.problems),
        tuple(
            replace(one, pieces=tuple(_wide(piece, asking) for piece in names.in_doubt(one.pieces, asking)))
            for one in sightings[asking].alternatives
        ),
        (),
        frozenset(cell for quilt, seen in enumerate(parts) for cell in on_quilt(tuple(seen.uncertain), quilt)),
        frozenset(cell for quilt, seen in enumerate(parts) for cell in on_quilt(tuple(seen.hidden), quilt)),
        tuple(pair for seen in parts for pair in seen.paints_lab),
        parts=parts,
        burnt=frozenset(cell for quilt, seen in enumerate(parts) for cell in on_quilt(tuple(seen.burnt), quilt)),
        careful=all(seen.careful or seen.hidden for seen in sightings),
    )


def named_apart(sightings: Sequence[Sighting], piece_set: PieceSet) -> list[Sighting]:
    """What was seen on the quilts of one photo, each by itself, with every patch called by a name of its own: what lies
    on one is not called so on the other. Shapes that are not in the set stay nameless."""
    names = _Names(Known(), piece_set)
    for quilt, seen in enumerate(sightings):
        for piece in seen.pieces:
            names.give(piece, quilt, only_known=False)
    return [_with_strangers(names.named(seen, quilt), seen) for quilt, seen in enumerate(sightings)]


def _with_strangers(named: Sighting, seen: Sighting) -> Sighting:
    strangers = tuple(piece for piece in seen.pieces if piece.piece == STRANGER)
    theirs = {cell for piece in strangers for cell in piece.cells}
    return replace(named, pieces=named.pieces + strangers, uncertain=named.uncertain - theirs)


class _Names:
    """Gives each patch that was seen a name of its own."""

    def __init__(self, known: Known, piece_set: PieceSet) -> None:
        self._twins = {twin: same for same in catalogue(piece_set).twins.values() for twin in same}
        self._lying = {(self._alike(one.piece), frozenset(one.cells)): one.piece for one in known.lying}
        self._given: dict[tuple[int, SeenPiece], str] = {}

    def give(self, piece: SeenPiece, quilt: int, *, only_known: bool) -> None:
        """Names a piece; ``only_known`` if it lies where the match has it."""
        key = (quilt, piece)
        if key in self._given or piece.piece == STRANGER:
            return
        name = self._known(piece, quilt) if only_known else self._free(piece.piece)
        if name is not None:
            self._given[key] = name

    def named(self, seen: Sighting, quilt: int) -> Sighting:
        """What was seen on a quilt, by the names that were given."""
        given = {piece: self._given[quilt, piece] for piece in seen.pieces if (quilt, piece) in self._given}
        nameless = frozenset(cell for piece in seen.pieces if piece not in given for cell in piece.cells)
        paints = {piece.piece: name for piece, name in given.items()}
        return replace(
            seen,
            pieces=tuple(replace(piece, piece=name) for piece, name in given.items()),
            uncertain=seen.uncertain | nameless,
            paints_lab=tuple((paints[name], lab) for name, lab in seen.paints_lab if name in paints),
        )

    def in_doubt(self, pieces: Iterable[SeenPiece], quilt: int) -> list[SeenPiece]:
        """Pieces that may lie there together: as the match has them, else each by a name that is free."""
        found: list[SeenPiece] = []
        for piece in pieces:
            name = self._known(piece, quilt) or self._free(piece.piece, {one.piece for one in found})
            found.append(replace(piece, piece=name or piece.piece))
        return found

    def in_trouble(self, problem: Problem, quilt: int) -> Problem:
        """Without the name of a patch that lies on another quilt."""
        lying = {name: quilt_of(tuple(cells)) for (_, cells), name in self._lying.items()}
        elsewhere = problem.piece is not None and lying.get(problem.piece, quilt) != quilt
        return replace(problem, kind="unknown", piece=None) if elsewhere else problem

    def _known(self, piece: SeenPiece, quilt: int) -> str | None:
        return self._lying.get((self._alike(piece.piece), frozenset(on_quilt(piece.cells, quilt))))

    def _free(self, name: str, besides: Collection[str] = ()) -> str | None:
        taken, lying = {*self._given.values(), *besides}, set(self._lying.values())
        free = [one for one in self._alike(name) if one not in taken]
        return min(free, key=lambda one: one in lying, default=None)

    def _alike(self, name: str) -> tuple[str, ...]:
        return self._twins.get(name, (name,))


T = TypeVar("T", SeenPiece, Problem)


def _wide(one: T, quilt: int) -> T:
    return replace(one, cells=on_quilt(one.cells, quilt))
