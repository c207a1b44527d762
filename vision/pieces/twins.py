"""Names for pieces that look alike: no picture can tell them apart, so each gets one of the names there are."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from vision.sighting import SeenPiece


def told_apart(
    pieces: Iterable[SeenPiece], twins: Mapping[str, tuple[str, ...]], lying: Collection[SeenPiece] = ()
) -> tuple[list[SeenPiece], list[SeenPiece]]:
    """The pieces with a name each, and those for which there was none left.

    Args:
        pieces: as they were seen, those that look alike under one name.
        twins: all names of those that look alike, by that name.
        lying: what is known to lie there already, by the names that were given before.
    """
    known = {(piece.cells, piece.piece) for piece in lying}
    free = {name: list(names) for name, names in twins.items()}
    named, unnamed = list[SeenPiece](), list[SeenPiece]()
    for piece in sorted(pieces, key=lambda one: not any(cells == one.cells for cells, _ in known)):
        names = free.get(piece.piece)
        if names is None:
            named.append(piece)
        elif names:
            before = [name for name in names if (piece.cells, name) in known]
            name = (before or names)[0]
            names.remove(name)
            named.append(replace(piece, piece=name))
        else:
            unnamed.append(piece)
    return named, unnamed
