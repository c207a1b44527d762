"""How the board of a game is found, and found again near where it was, by whoever watches it live."""

from dataclasses import replace
from functools import partial

import numpy as np

from referee.piece import PieceSet
from vision.board.align import align
from vision.board.boards import find_board, glimpse_board
from vision.board.fine import fine_scale, fitted_finely
from vision.board.locate import relocate
from vision.board.opinion import opinion
from vision.board.places import GAMES, LIKELY, MOST_SPREAD, VIEW, games_of
from vision.board.printed import bare_lines
from vision.board.refine import Fit
from vision.frame import Picture, size_of
from vision.kind import KINDS, Kind
from vision.live.bearings import Find, Refind
from vision.pose import BoardPose, pose_from_corners

NEAR = 0.7
"""A fit to the lines moves a board that is followed by so many cells at most: what is farther is another line."""


def ways_to_find(piece_set: PieceSet) -> tuple[Find, Find, Refind]:
    """What looks for the board of a game anywhere, thoroughly and at a glance, and what looks for it near a pose."""
    kind = KINDS[piece_set.game]

    anywhere, glimpse = partial(find_board, piece_set=piece_set), partial(glimpse_board, piece_set=piece_set)
    near = partial(relocate, kind=kind) if kind.by_lines else partial(find_near, game=piece_set.game, kind=kind)
    return anywhere, glimpse, near


def find_near(bgr: Picture, pose: BoardPose, game: str, kind: Kind) -> BoardPose | None:
    """The board of a game near where it was, labelled as it was; None where it is not there any more."""
    found = align(bgr, pose.corners_px, VIEW, "boards")
    if found.spread > MOST_SPREAD:  # infinite where it was led to where no board can be
        return None
    likelihood = games_of(found)[GAMES.index(game)]
    if likelihood < LIKELY:
        return None
    size_px = size_of(bgr)
    rough = pose_from_corners(found.corners_px, pose.grid, size_px, lens=pose.lens, stretch=pose.stretch)
    fine = fitted_finely(bgr, Fit.of(rough, kind))[1].pose
    said, roughly = opinion(bgr, fine, kind), opinion(bgr, rough, kind)
    if np.abs(fine.corners_px - rough.corners_px).max() > NEAR * rough.cell_px:
        finer = said.ends_rather_than(roughly)
    else:
        finer = bare_lines(bgr, fine, said.bare, fine_scale(fine)).agree or said.clear >= roughly.clear
    return replace(fine if finer else rough, confidence=likelihood)
