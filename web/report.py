"""What was seen in one photo, as the JSON object of ``polyref read`` and as text for people."""

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from referee.grid import Cell
from referee.piece import PieceSet
from vision.sighting import SeenPiece, Sighting
from web.event import alternative_json, listed, problem_json

Json = dict[str, Any]
EMPTY, UNCERTAIN = ".", "?"


def report(image: str, piece_set: PieceSet, sighting: Sighting) -> Json:
    """The object of the design for one photo. Without a board nothing is claimed and there is no drawing."""
    board, claimed = sighting.board, {piece.piece for piece in sighting.pieces}
    letters = letters_of(piece_set)
    shown = sorted(claimed, key=list(piece_set.by_id).index)
    return {
        "image": image,
        "game": piece_set.game,
        "board": {
            "found": board.found,
            "corners": listed(board.corners_xy),
            "rows": board.grid.rows,
            "cols": board.grid.cols,
            "confidence": round(board.confidence, 4),
        },
        "pieces": [_claim(piece) for piece in sighting.pieces],
        "cells": drawing(piece_set, sighting) if board.found else [],
        "legend": {letters[piece]: piece for piece in shown},
        "problems": [problem_json(problem) for problem in sighting.problems],
        "alternatives": [alternative_json(alternative) for alternative in sighting.alternatives],
        "loose": [{"id": loose.piece, "center": list(loose.center_xy)} for loose in sighting.loose],
        "occluded": sighting.occluded,
        "unplaced": [piece for piece in piece_set.by_id if piece not in claimed],
    }


def letters_of(piece_set: PieceSet) -> dict[str, str]:
    """A character for each piece: its own letter where its id is one, otherwise a, b, c ... in order of the set."""
    small = iter(ascii_lowercase)
    return {piece: piece if len(piece) == 1 else next(small) for piece in piece_set.by_id}


def drawing(piece_set: PieceSet, sighting: Sighting) -> list[str]:
    """The grid, a character a cell. A piece with a problem is left out: the lower one is shown."""
    letters = letters_of(piece_set)
    shown: dict[Cell, str] = dict.fromkeys(sighting.uncertain | sighting.hidden, UNCERTAIN)
    shown |= {cell: letters[piece.piece] for piece in sighting.pieces for cell in piece.cells}
    grid = sighting.board.grid
    return ["".join(shown.get((row, col), EMPTY) for col in range(grid.cols)) for row in range(grid.rows)]


def in_words(facts: Mapping[str, Any]) -> str:
    """The same for people: the drawing, then a sentence for each thing that needs one."""
    if not facts["board"]["found"]:
        return f"{facts['image']}: no board of {facts['game']} is to be seen."
    lines = [f"{facts['image']}: {_counted(len(facts['pieces']), 'piece')} on the board"]
    lines += [f"  {' '.join(row)}" for row in facts["cells"]]
    named = [f"{letter} = {piece}" for letter, piece in facts["legend"].items() if letter != piece]
    lines += [f"  {', '.join(named)}"] if named else []
    lines += [f"  Problem: {_problem(problem)}." for problem in facts["problems"]]
    if facts["alternatives"]:
        lines.append(f"  Not sure: the squares marked ? can be read in {len(facts['alternatives'])} ways.")
    if facts["occluded"]:
        lines.append("  Something hides part of the board.")
    return "\n".join(lines + _standing(facts))


def _claim(piece: SeenPiece) -> Json:
    return {"id": piece.piece, "cells": listed(piece.cells), "confidence": round(piece.confidence, 4)}


def _problem(problem: Mapping[str, Any]) -> str:
    piece = problem["piece"] or "something"
    match problem["kind"]:
        case "overlap":
            return f"{piece} lies on {' and '.join(problem['on']) or 'another piece'}"
        case "overhang":
            return f"{piece} lies partly off the board"
        case "misaligned":
            return f"{piece} does not lie on the squares"
    return f"{piece} lies there that is no known piece"


def _standing(facts: Mapping[str, Any]) -> list[str]:
    if "scores" not in facts:
        return []
    if facts["scores"] is None:
        return [f"  {ASKS[what]}" for what in facts["asks"]]
    left = ", ".join(f"{player} {squares}" for player, squares in facts["scores"].items())
    return [f"  Squares left: {left}. {' and '.join(facts['winners'])} wins."]


ASKS = {
    "board": "No result yet: the board must be seen whole and without doubt.",
    "last": "No result yet: it is a tie; say with --last which of those tied placed a piece last.",
}
"""What one photo may leave open, as sentences."""


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
