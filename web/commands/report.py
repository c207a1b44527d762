"""What was seen in one photo, as the JSON object of ``polyref read`` and as text for people."""

from collections.abc import Mapping, Sequence
from string import ascii_letters, digits
from typing import Any

from referee.grid import Cell
from referee.piece import PieceSet
from vision.kind import KINDS
from vision.names import STRANGER, colour_of, id_of, initial, seen_set
from vision.sighting import Alternative, SeenPiece, Sighting
from web.companion.event import listed, problem_json
from web.games import presented
from web.telling.words import listing

Json = dict[str, Any]
EMPTY, UNCERTAIN, STRANGE = ".", "?", "#"


def report(image: str, piece_set: PieceSet, sighting: Sighting, boards: Sequence[Sighting] = ()) -> Json:
    """The object of the design for one photo. Without a board nothing is claimed and there is no drawing.

    ``boards`` are all boards in the photo, where it may show several: ``sighting`` is the first of them.
    """
    claimed = {piece.piece for seen in (sighting, *boards) for piece in seen.pieces}
    letters, every = letters_of(piece_set), seen_set(piece_set).by_id
    shown = sorted((piece for piece in claimed if colour_of(piece) is None), key=[*every, STRANGER].index)
    several = {"boards": [_on_board(piece_set, seen) for seen in boards]} if boards else {}
    return {
        "image": image,
        "game": piece_set.game,
        **_on_board(piece_set, sighting),
        "legend": {letters[piece]: id_of(piece) for piece in shown},
        "problems": [problem_json(problem) for problem in sighting.problems],
        "alternatives": [_alternative(alternative) for alternative in sighting.alternatives],
        "loose": [{"id": loose.piece, "center": list(loose.center_xy)} for loose in sighting.loose],
        "occluded": sighting.occluded,
        "unplaced": [piece for piece in every if piece not in claimed],
        **several,
    }


def _on_board(piece_set: PieceSet, sighting: Sighting) -> Json:
    board = sighting.board
    return {
        "board": {
            "found": board.found,
            "corners": listed(board.corners_xy),
            "rows": board.grid.rows,
            "cols": board.grid.cols,
            "confidence": round(board.confidence, 4),
        },
        "pieces": [_claim(piece) for piece in sighting.pieces],
        "cells": drawing(piece_set, sighting) if board.found else [],
    }


def letters_of(piece_set: PieceSet) -> dict[str, str]:
    """A character for each piece as the eyes name it: that of its colour; its own letter where its id is one; otherwise
    a, b, c ... in order of the set."""
    pieces = seen_set(piece_set).by_id
    small = iter([letter for letter in ascii_letters + digits if letter not in pieces])
    letters = {STRANGER: STRANGE} if KINDS[piece_set.game].odds.strange else {}
    for piece in pieces:
        colour = colour_of(piece)
        letters[piece] = initial(colour) if colour else piece if len(piece) == 1 else next(small, STRANGE)
    return letters


def drawing(piece_set: PieceSet, sighting: Sighting) -> list[str]:
    """The grid, a character a cell. A piece with a problem is left out: the lower one is shown."""
    letters = letters_of(piece_set)
    shown: dict[Cell, str] = dict.fromkeys(sighting.uncertain | sighting.hidden, UNCERTAIN)
    shown |= {cell: letters[piece.piece] for piece in sighting.pieces for cell in piece.cells}
    grid = sighting.board.grid
    return ["".join(shown.get((row, col), EMPTY) for col in range(grid.cols)) for row in range(grid.rows)]


def not_found(facts: Mapping[str, Any], why: str) -> str:
    """The same for people where there is no board in a photo, and ``why`` that is."""
    return f"{facts['image']}: no board of {facts['game']} is to be seen ({why})."


def in_words(facts: Mapping[str, Any], beside: Sequence[Sighting] = ()) -> str:
    """The same for people: the drawing, then a sentence for each thing that needs one; ``beside`` are the boards to the
    right of the first, of whose problems the object of the design has none."""
    boards = facts.get("boards", [facts])
    pieces = sum(len(board["pieces"]) for board in boards)
    where = "the board" if len(boards) == 1 else f"{len(boards)} boards"
    lines = [f"{facts['image']}: {_counted(pieces, 'piece')} on {where}"]
    lines += ["   ".join(rows) for rows in zip(*(_drawn(board) for board in boards), strict=True)]
    named = [f"{letter} = {piece}" for letter, piece in facts["legend"].items() if letter != piece]
    lines += [f"  {', '.join(named)}"] if named else []
    lines += [f"  Problem: {_problem(problem)}." for problem in facts["problems"]]
    on_the_right = [problem_json(problem) for seen in beside for problem in seen.problems]
    lines += [f"  Problem on the right: {_problem(problem)}." for problem in on_the_right]
    if facts["alternatives"]:
        lines.append(f"  Not sure: the squares marked ? can be read in {_counted(len(facts['alternatives']), 'way')}.")
    elif not facts["occluded"] and any(UNCERTAIN in row for board in boards for row in board["cells"]):
        lines.append("  Not sure: what lies on the squares marked ? cannot be told.")
    if facts["occluded"]:
        lines.append("  Something hides part of the board.")
    return "\n".join(lines + _standing(facts))


def _drawn(board: Mapping[str, Any]) -> list[str]:
    return [f"  {' '.join(row)}" for row in board["cells"]]


def _claim(piece: SeenPiece) -> Json:
    return {**_name(piece), "cells": listed(piece.cells), "confidence": round(piece.confidence, 4)}


def _alternative(alternative: Alternative) -> Json:
    pieces = [{**_name(piece), "cells": listed(piece.cells)} for piece in alternative.pieces]
    return {"pieces": pieces, "confidence": round(alternative.confidence, 4)}


def _name(piece: SeenPiece) -> Json:
    colour = colour_of(piece.piece)
    return {"id": id_of(piece.piece), **({"colour": colour} if colour else {})}


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
    scores = ", ".join(f"{player} {points}" for player, points in facts["scores"].items())
    what = presented(facts["game"]).counts.capitalize()
    winners = facts["winners"]
    wins = f"{listing(winners)} {'wins' if len(winners) == 1 else 'win'}"
    return [f"  {what}: {scores}. If the game ends so, {wins}."]


ASKS = {
    "board": "No result yet: the board, in Patchwork both quilts, must be seen whole and without doubt.",
    "last": "No result yet: it is a tie; say with --last who of those tied placed a piece (Patchwork: arrived) last.",
    "monomino-last": "No result yet: a colour has placed all; say with --monomino-last whose single square came last.",
    "bonus": "No result yet: --bonus must name who had a full 7 x 7 square first, and the photo must show it.",
}
"""What one photo may leave open, as sentences."""


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
