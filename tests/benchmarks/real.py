"""Real photographs with labels in ``manifest.json``, made by other people: pieces by colour and cells.

Labels leave out what is no piece: ``substitute_cells`` (paper in place of a lost piece) and ``drawn_cells`` (hints that
a program drew). Claims that touch those are not looked at, nor are pieces there missed.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.grid import Cell, GridSize
from referee.piece import PieceSet
from tests.benchmarks.truth import PhotoTruth, TruePiece, labellings
from vision.kind import COLOURS, KINDS
from vision.sighting import Sighting

MANIFEST = "manifest.json"
LETTERS = {colour[0].upper(): colour for colour in COLOURS}


def real_photos(folder: Path, piece_set: PieceSet) -> Iterator[tuple[Path, PhotoTruth]]:
    """The labelled photographs of a game in a folder with a manifest, with what is true of them."""
    facts = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    for image in facts["images"]:
        for label in image["labels"] if image["game"] == piece_set.game else ():
            if "pieces" in label:
                yield folder / image["file"], _truth(Path(image["file"]).stem, label, piece_set)


def left_out(truth: PhotoTruth, sighting: Sighting) -> Sighting:
    """The sighting without what touches cells that the labels leave out, numbered as it was seen."""
    turned = [labelled for labelled in labellings(truth) if _fits(labelled, sighting)] or [truth]
    hidden = turned[0].hidden
    pieces = tuple(piece for piece in sighting.pieces if not hidden & set(piece.cells))
    return replace(sighting, pieces=pieces, uncertain=sighting.uncertain - hidden)


def _fits(truth: PhotoTruth, sighting: Sighting) -> bool:
    """Whether the first corner of the truth is the nearest to the first one seen."""
    if not sighting.board.found:
        return False
    (x, y), *_ = sighting.board.corners_xy
    away = [(x - a) ** 2 + (y - b) ** 2 for a, b in truth.corners_xy]
    return away.index(min(away)) == 0


def _truth(name: str, label: dict[str, Any], piece_set: PieceSet) -> PhotoTruth:
    return PhotoTruth(
        name=name,
        grid=GridSize(label["rows"], label["cols"]),
        corners_xy=tuple((float(x), float(y)) for x, y in label["corners"]),
        pieces=tuple(_piece(piece, piece_set) for piece in label["pieces"]),
        hidden=_cells(label, "substitute_cells") | _cells(label, "drawn_cells"),
        conditions={"photo": name},
    )


def _piece(facts: dict[str, Any], piece_set: PieceSet) -> TruePiece:
    cells = frozenset((row, col) for row, col in facts["cells"])
    shape = piece_set.by_shape[piece_set.canonical(tuple(sorted(cells)))]
    is_painted = KINDS[piece_set.game].alike  # elsewhere labels have colours that no game names
    return TruePiece(f"{LETTERS[facts['colour']]} {shape.id}" if is_painted else shape.id, cells)


def _cells(label: dict[str, Any], key: str) -> frozenset[Cell]:
    return frozenset((row, col) for row, col in label.get(key, ()))
