"""The whole way of a picture, a single photo or one of a live game of which more is known, to what lies there."""

from dataclasses import replace

from referee.piece import PieceSet
from vision.board.boards import find_board
from vision.board.pair import find_boards
from vision.cells.thickness import FEWEST_PIECES, thickness
from vision.faults.thick import told_of_thick
from vision.faults.thin import told_of_thin
from vision.frame import Picture, size_of
from vision.kind import KINDS, USUAL_THICKNESS
from vision.pieces.before import NOTHING_GIVEN, Before, Given
from vision.pieces.catalogue import Catalogue, catalogue
from vision.pieces.claims import Claims
from vision.pieces.glance import Glance, PosedBoard, Told
from vision.pieces.twins import told_apart
from vision.pose import BoardPose, called
from vision.rectify import fitted
from vision.sighting import SeenBoard, Sighting

UNTOLD = 1.0
"""A cell with more evidence (log-odds) for what lies askew, or on others, is doubtful if nothing is told of it. Of 372
simulated and rendered pictures in which all lay properly none had more than 0.2 where nothing was claimed; of 51 in
which something did not three had 2.6 to 8.2 in careful looks."""
MOST_UNCERTAIN = 12
"""If more cells are uncertain than two pieces have, the plane may be a wrong one."""


def read_photo(bgr: Picture, piece_set: PieceSet) -> Sighting:
    """What lies on the board in this picture; ``board.found`` is false where there is none of ours."""
    pose = find_board(bgr, piece_set)
    if pose is None:
        return Sighting(SeenBoard(False, (), piece_set.grid, 0.0))
    return _upright(read_board(bgr, pose, piece_set, Given(careful=True)), pose)


def read_boards(bgr: Picture, piece_set: PieceSet) -> list[Sighting]:
    """What lies on the board in this picture, or on several from left to right where a game has several; empty where
    there is none of ours."""
    if KINDS[piece_set.game].boards > 1:
        found = find_boards(bgr, piece_set)
        return [_upright(read_board(bgr, pose, piece_set, Given(careful=True)), pose) for pose in found]
    sighting = read_photo(bgr, piece_set)
    return [sighting] if sighting.board.found else []


def _upright(seen: Sighting, pose: BoardPose) -> Sighting:
    """The same, labelled from the corner that is seen farthest to the top left, as people who look at the photo read
    it. How a board is labelled does not change what is seen on it."""
    first = [float(way.corners_px[0].sum()) for way in pose.labellings]
    number = first.index(min(first))
    if number == 0:
        return seen
    return seen.relabelled(pose.labellings[number].seen_board(), lambda cell: called(cell, pose.grid, number))


def read_board(bgr: Picture, pose: BoardPose, piece_set: PieceSet, given: Given = NOTHING_GIVEN) -> Sighting:
    """What lies on a board whose pose is known.

    Args:
        bgr: the picture (rows x columns x 3, BGR).
        pose: of the board in a picture of that size; cells are told as it labels them.
        piece_set: of a game that ``vision.kind`` knows.
        given: what is known besides the picture.

    Raises:
        ValueError: if the pose is of a picture of another size.
    """
    if pose.size_px != size_of(bgr):
        raise ValueError(f"the pose is of a picture of {pose.size_px} pixels, this one has {size_of(bgr)}")
    every = catalogue(piece_set)
    kind, before = every.kind, Before.of(given.known, given.change, every)
    board = PosedBoard(*fitted(bgr, pose, kind.networks.scale), every, before)  # a large picture is shrunk once
    known = given.height if kind.thickness is None else kind.thickness
    measured = thickness(board.bgr, board.pose) if known is None else known
    glance = board.glance(USUAL_THICKNESS if measured is None else measured, twice=given.careful)
    unclear = len(glance.said.uncertain - glance.hidden) > MOST_UNCERTAIN
    if measured != known and (unclear or len(glance.said.pieces) < FEWEST_PIECES):
        glance = board.on_its_plane(glance, twice=given.careful)
        measured = glance.seen.height
    if given.at_a_glance:
        told = Told(glance.said)
    elif kind.thick and not given.careful and board.is_unclear(glance):  # before it is asked what lies wrongly there
        return read_board(bgr, pose, piece_set, replace(given, careful=True))
    else:
        told = told_of_thick(board, glance, (bgr, pose)) if kind.thick else told_of_thin(board, glance)
    if every.twins:
        told = replace(told, said=_named(told.said, every, given))
    return replace(_sighting(pose.seen_board(), told, glance), thickness=measured)


def _named(said: Claims, every: Catalogue, given: Given) -> Claims:
    """The same with a name for each of the pieces that look alike."""
    named, unnamed = told_apart(said.pieces, every.twins, given.known.lying if given.known else ())
    doubtful = {cell for piece in unnamed for cell in piece.cells}
    return replace(said, pieces=tuple(named), uncertain=said.uncertain | doubtful)


def _sighting(board: SeenBoard, told: Told, glance: Glance) -> Sighting:
    trouble = {problem.cells for problem in told.problems}  # of twins, names may differ
    pieces = tuple(piece for piece in told.said.pieces if piece.cells not in trouble)
    doubtful = told.said.uncertain.union(told.doubtful, glance.seen.troubled_cells(UNTOLD), *trouble)
    certain = glance.hidden.union(*(piece.cells for piece in pieces))
    uncertain = frozenset(cell for cell in doubtful - certain if cell in board.grid)
    paints = tuple((piece.piece, glance.seen.paint_of(piece.cells)) for piece in pieces)
    asked = told.said.alternatives
    return Sighting(board, pieces, told.problems, asked, (), uncertain, glance.hidden, paints, careful=glance.twice)
