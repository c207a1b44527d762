"""One photo, nothing known: the whole way of a picture."""

import cv2
import numpy as np

from referee.grid import Cell
from referee.piece import PieceSet
from vision.askew import Askew, find_askew
from vision.assemble import explain, scores
from vision.before import Before, Change
from vision.catalogue import Catalogue, catalogue
from vision.claims import Claims, claims
from vision.frame import Picture
from vision.locate import locate
from vision.look import Known
from vision.observe import observe
from vision.overlap import Overlap, find_overlap
from vision.pose import BoardPose
from vision.reading import Reading
from vision.sighting import Problem, SeenBoard, Sighting
from vision.thickness import thickness

FEWEST_HIDDEN = 2
"""A single cell marked as hidden is no hand."""
TROUBLE = -1.0
"""Evidence (log-odds) of trouble from which on a second look is taken one level up."""
FEWEST_TROUBLED = 3
"""A piece that lies askew troubles at least so many cells."""
SURE_LEAD = 3.0
"""Log-odds by which an overlap must lead to be named; below it, its cells are uncertain."""


def read_photo(bgr: Picture, piece_set: PieceSet) -> Sighting:
    """What lies on the board in this picture; ``board.found`` is false where there is none of ours."""
    pose = locate(bgr, piece_set.grid)
    if pose is None:
        return Sighting(SeenBoard(False, (), piece_set.grid, 0.0))
    return read_board(bgr, pose, piece_set)


def read_board(
    bgr: Picture,
    pose: BoardPose,
    piece_set: PieceSet,
    known: Known | None = None,
    change: Change | None = None,
    height: float | None = None,
) -> Sighting:
    """What lies on a board whose pose is known.

    Args:
        bgr: the picture.
        pose: where the board lies in it.
        piece_set: the pieces there are.
        known: in a live game, what lies there already and what may come.
        change: what has changed since that was seen for sure.
        height: thickness of the pieces in cells; found from the picture where it is not given.
    """
    if height is None:
        height = thickness(np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB), np.uint8), pose)
    every = catalogue(piece_set)
    seen = observe(bgr, pose, height)
    hidden = hidden_cells(seen)
    reading = seen.without(hidden)
    before = Before.of(known, change, every)
    evidence = before.lower(scores(reading, every), every, height)
    explained = explain(evidence, every)
    said = claims(explained, reading, every, hidden)
    overlap = None
    if said.uncertain or float(seen.troubled.max()) > TROUBLE or not said.claimed.issuperset(before.lying):
        upper = observe(bgr, pose, height, level=1).without(hidden)
        overlap = find_overlap(reading, upper, pose, every, explained, before)
    if overlap:
        said = claims(overlap.explained, overlap.below, every, hidden)
    board = pose.seen_board()
    askew = None if overlap else _askew(bgr, pose, seen, said, every)
    return _sighting(board, said, _problems(said, overlap, askew, every), overlap, hidden, seen)


def _askew(bgr: Picture, pose: BoardPose, seen: Reading, said: Claims, every: Catalogue) -> Askew | None:
    claimed = {cell for piece in said.pieces for cell in piece.cells}
    troubled = {cell for cell in seen.grid if seen.at(seen.troubled, cell) > 0} - claimed
    if len(troubled) < FEWEST_TROUBLED:
        return None
    return find_askew(bgr, pose, seen.height, troubled, every, [piece.piece for piece in said.pieces])


def hidden_cells(reading: Reading) -> frozenset[Cell]:
    """Cells of the grid that something hides which is no piece."""
    cells = frozenset(cell for cell in reading.grid if reading.at(reading.hidden, cell) > 0)
    return cells if len(cells) >= FEWEST_HIDDEN else frozenset()


def _problems(said: Claims, overlap: Overlap | None, askew: Askew | None, every: Catalogue) -> tuple[Problem, ...]:
    over = [n for n in sorted(said.claimed) if every.overhangs[n]]
    problems = [Problem("overhang", every.name_of(n), every.cells_of(n)) for n in over]
    if overlap and overlap.lead >= SURE_LEAD:
        on = tuple(every.name_of(n) for n in overlap.on)
        if overlap.margin >= SURE_LEAD:
            problems.append(Problem("overlap", every.name_of(overlap.upper), overlap.cells, on))
        else:  # something lies there, but which piece it is cannot be told
            problems.append(Problem("unknown", None, overlap.cells, on))
    if askew:
        problems.append(Problem("misaligned", askew.piece, askew.cells))
    return tuple(problems)


def _sighting(
    board: SeenBoard,
    said: Claims,
    problems: tuple[Problem, ...],
    overlap: Overlap | None,
    hidden: frozenset[Cell],
    seen: Reading,
) -> Sighting:
    trouble = {(problem.piece, problem.cells) for problem in problems}
    pieces = tuple(piece for piece in said.pieces if (piece.piece, piece.cells) not in trouble)
    uncertain = set(said.uncertain).union(overlap.cells if overlap else ())
    uncertain = {cell for cell in uncertain if cell in board.grid}
    for problem in problems:
        uncertain |= {cell for cell in problem.cells if cell in board.grid}
    paints = tuple((piece.piece, seen.paint_of(piece.cells)) for piece in pieces)
    uncertain -= {cell for piece in pieces for cell in piece.cells} | hidden
    return Sighting(board, pieces, problems, said.alternatives, (), frozenset(uncertain), hidden, paints)
