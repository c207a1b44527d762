"""Ground truth of a rendered photograph: what lies where, and under which conditions the picture was taken."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from referee.grid import Cell, GridSize
from referee.piece import PieceSet
from referee.polyomino import canonical
from vision.sighting import Corners

Facts = Mapping[str, Any]
Names = Mapping[str, str]

ANY_PATCH = "patch"
NO_NAMES: Names = MappingProxyType({})

COVERED_SHARE = 0.25
"""A misaligned piece is said to cover a cell of which it hides at least this share."""
BARELY_COVERED = (0.2, 0.3)
"""Cells of which a share between these is hidden may be named or not: what lies properly lies a twentieth of a cell off
as well, so that nobody can tell on which side of a quarter they are."""

THICKNESS = {0.0: "below 0.7 cells", 0.7: "0.7 to 0.85 cells", 0.85: "0.85 cells or more"}
TILT_DEG = {0: "0-15 deg", 15: "15-30 deg", 30: "30-50 deg"}
PIECES = {0: "empty", 1: "1-6 pieces", 7: "7-16 pieces", 17: "17 or more pieces"}


@dataclass(frozen=True, slots=True)
class TruePiece:
    """A piece on the board. ``kind`` is ``none`` where it lies properly, otherwise the physical problem;
    ``cells`` may then lie outside the grid. ``on`` is the piece below an overlapping one. A misaligned piece covers the
    cells that are ``either`` by about as much as makes them count."""

    piece: str
    cells: frozenset[Cell]
    kind: str = "none"
    on: str | None = None
    either: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class PhotoTruth:
    """Everything true of one picture. ``corners_xy`` in pixels, in board order; ``hidden`` cells lie under a hand."""

    name: str
    grid: GridSize
    corners_xy: Corners
    pieces: tuple[TruePiece, ...]
    hidden: frozenset[Cell]
    conditions: Mapping[str, str]

    @property
    def lying(self) -> tuple[TruePiece, ...]:
        return tuple(piece for piece in self.pieces if piece.kind == "none")

    @property
    def troubled(self) -> tuple[TruePiece, ...]:
        return tuple(piece for piece in self.pieces if piece.kind != "none")

    @property
    def excused(self) -> tuple[TruePiece, ...]:
        """Pieces that may be missing: touched by a hand's cover, or under an overlapping piece."""
        above = [piece for piece in self.troubled if piece.kind == "overlap"]
        return tuple(
            piece
            for piece in self.pieces
            if piece.cells & self.hidden
            or (piece.kind == "none" and any(piece.cells & over.cells or piece.piece == over.on for over in above))
        )


def quarter_turned(truth: PhotoTruth) -> PhotoTruth:
    """The same picture with the labels of the cells turned: what was the last column is now the first row."""
    last_col = truth.grid.cols - 1

    def turn(cells: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset((last_col - col, row) for row, col in cells)

    return replace(
        truth,
        grid=GridSize(truth.grid.cols, truth.grid.rows),
        corners_xy=truth.corners_xy[1:] + truth.corners_xy[:1],
        pieces=tuple(replace(piece, cells=turn(piece.cells), either=turn(piece.either)) for piece in truth.pieces),
        hidden=turn(truth.hidden),
    )


def labellings(truth: PhotoTruth) -> tuple[PhotoTruth, ...]:
    """All ways to number the cells of this board that are equally right, the one of the file first."""
    turned = [truth]
    for _ in range(3):
        turned.append(quarter_turned(turned[-1]))
    return tuple(labelled for labelled in turned if labelled.grid == truth.grid)


def names_by_shape(pictures: Iterable[Facts], piece_set: PieceSet) -> dict[str, str]:
    """What the piece set calls the shape that each label of the truth stands for.

    A piece's shape is its identity. Labels of pictures may differ from the piece set: in the pictures that come with
    Polyref, ``F16`` and ``U06`` stand for each other. Of two such labels it is enough that one is seen.
    """
    names: dict[str, str] = {}
    if piece_set.game == "patchwork":  # which patch of a shape it is cannot be seen, and pictures name shapes freely
        return {piece["id"]: ANY_PATCH for facts in pictures for piece in facts["pieces"]}
    for facts in pictures:
        for piece in facts["pieces"]:
            shape = canonical((row, col) for row, col in piece["cells"]) if piece["cells"] else ()
            if shape in piece_set.by_shape:
                names[piece["id"]] = piece_set.by_shape[shape].id
    return {name: label for label, name in names.items()} | names


def parse_truth(facts: Facts, name: str, names: Names = NO_NAMES) -> PhotoTruth:
    """Reads the facts of one picture, or of one frame of a recorded game, with other names for some labels."""
    return PhotoTruth(
        name=name,
        grid=GridSize(facts["rows"], facts["cols"]),
        corners_xy=tuple((float(x), float(y)) for x, y in facts["corners"]),
        pieces=tuple(_parse_piece(piece, names) for piece in facts["pieces"]),
        hidden=frozenset((row, col) for row, col in facts["hand_covers_cells"]),
        conditions=_conditions(facts) if "scene" in facts else {},
    )


def read_facts(photo: Path) -> Facts:
    """The facts of ``NAME.jpg``, from the ``NAME.json`` beside it."""
    facts: Facts = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    return facts


def _parse_piece(facts: Facts, names: Names) -> TruePiece:
    label, below = facts["id"], facts.get("lies_on")
    name = " ".join(filter(None, (facts.get("colour"), names.get(label, label))))
    if facts["situation"] == "misaligned":
        covered = {(row, col): share for row, col, share in facts["covered_cells"]}
        cells = frozenset(cell for cell, share in covered.items() if share >= COVERED_SHARE)
        least, most = BARELY_COVERED
        return TruePiece(name, cells, "misaligned", either=frozenset(c for c, s in covered.items() if least < s < most))
    return TruePiece(name, frozenset((r, c) for r, c in facts["cells"]), facts["situation"], names.get(below, below))


def _conditions(facts: Facts) -> dict[str, str]:
    scene = facts["scene"]
    return {
        "tilt": _band(scene["camera"]["tilt_deg"], TILT_DEG),
        "light": scene["light"],
        "table": scene["table"],
        "thickness": _band(scene.get("piece_height_cells", 0.0), THICKNESS),
        "how full": _band(len(facts["pieces"]), PIECES),
        "resolution": f"{facts['width']} x {facts['height']}",
        "special": "hand" if facts["hand"] else facts["illegal"],
        **({"one colour": _beside_its_like(facts["pieces"])} if facts.get("game") == "blokus" else {}),
    }


def _beside_its_like(pieces: Iterable[Facts]) -> str:
    """Whether pieces of one colour lie side by side, which the rules forbid: then no colour tells where one ends."""
    owner = {(row, col): piece for piece in pieces for row, col in piece["cells"] or ()}
    for (row, col), piece in owner.items():
        for beside in (owner.get((row, col + 1)), owner.get((row + 1, col))):
            if beside and beside is not piece and beside["colour"] == piece["colour"]:
                return "side by side"
    return "apart, as the rules have it"


def _band(value: float, bands: Mapping[float, str]) -> str:
    """The label of the last band that begins at or below ``value``."""
    return [label for low, label in bands.items() if value >= low][-1]
