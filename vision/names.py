"""What the eyes call the pieces of each game: by their ids, and where each is there in every colour by that as well."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from referee.piece import Piece, PieceSet
from vision.kind import COLOURS, KINDS, LEATHER, PATTERNED, PLAIN, STRIPED_KIND, Kind

STRANGER = "unknown"
"""The name of all pieces whose shape is not in the set, where such are read."""


@lru_cache(maxsize=8)
def seen_set(piece_set: PieceSet) -> PieceSet:
    """The pieces as the eyes tell them apart: those of Blokus once a colour, as ``blue F``, and those of Patchwork with
    the leather patches, as ``leather 1``. A set that is named so already stays as it is."""
    kind = KINDS[piece_set.game]
    if mistakable(piece_set):
        return piece_set
    if kind.alike:
        return replace(piece_set, pieces=tuple(_painted(piece_set, kind.paints)))
    if LEATHER in kind.paints:
        return replace(piece_set, pieces=(*piece_set.pieces, *_leather(piece_set)))
    return piece_set


def _painted(piece_set: PieceSet, colours: Iterable[str]) -> list[Piece]:
    return [
        replace(piece, id=named(piece.id, colour), printed=((colour, 1),))
        for colour in colours
        for piece in piece_set.pieces
    ]


def _leather(piece_set: PieceSet) -> list[Piece]:
    count = len(piece_set.extras["time_board"]["leather"])
    return [Piece(f"{LEATHER} {n}", LEATHER, LEATHER, ((0, 0),), ((LEATHER, n),)) for n in range(1, count + 1)]


def named(piece: str, colour: str) -> str:
    """What the eyes call a piece of the set, of that colour if it has one."""
    return f"{colour} {piece}" if colour else piece


def piece_of(name: str) -> str:
    """The piece of the set that the eyes call so. In a set of one's own its id may have several words."""
    return name.partition(" ")[2] if colour_of(name) else name


def id_of(name: str) -> str:
    """The same, but just ``leather`` for each of the leather patches."""
    return LEATHER if name.partition(" ")[0] == LEATHER else piece_of(name)


def colour_of(piece: str) -> str | None:
    """The colour in the name of a piece of Blokus, None where there is none."""
    colour = piece.partition(" ")[0]
    return colour if colour in COLOURS else None


def initial(colour: str) -> str:
    """The letter that stands on pieces of a colour, so that nobody needs to tell colours apart."""
    return colour[:1].upper()


def paint_of(piece: Piece, kind: Kind) -> int:
    """The number of a piece's paint among those that the networks of its kind tell apart."""
    if kind.paints:
        bears = colour_of(piece.id) or piece.kind
        return kind.paints.index(bears) if bears in kind.paints else 0
    return PATTERNED if piece.kind == STRIPED_KIND else PLAIN


def mistakable(piece_set: PieceSet) -> list[str]:
    """The ids of a set that would be taken for names of pieces in a colour, of leather, or of a stranger."""
    return [piece.id for piece in piece_set.pieces if piece.id.partition(" ")[0] in {*COLOURS, LEATHER, STRANGER}]
