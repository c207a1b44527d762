"""Thick pieces that lie wrongly: on others, one thickness higher, off the cells, on a lattice of their own, or over the
edge of the board."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from referee.grid import Cell
from vision.cells.observe import observe
from vision.faults.askew import Askew, askew_beside
from vision.faults.overlap import SURE_LEAD, Overlap, find_overlap, hidden_by
from vision.faults.steps import Around, around_in, likelier_higher, onto_others, steps_of, without
from vision.frame import Picture
from vision.pieces.assemble import Explained, explain, unrivalled
from vision.pieces.catalogue import Catalogue
from vision.pieces.claims import Claims, claims
from vision.pieces.glance import Glance, PosedBoard, Told
from vision.pose import BoardPose
from vision.sighting import Problem

QUICK, LOOKS = 1, 4
"""So often it is asked whether there are steps down from pieces that seem to lie flat, and from what may lie above."""
SUSPECT = 0.0
"""Evidence (log-odds) for that from which on a piece on others is looked for. Of 516 that lay flat in 40 simulated
pictures two had more, of 365 in 30 rendered photographs 13."""


def told_of_thick(board: PosedBoard, glance: Glance, full: tuple[Picture, BoardPose]) -> Told:
    """What may be said where pieces are thick, and what lies wrongly.

    Args:
        board: where all lies.
        glance: at the plane of the tops.
        full: the picture as large as it was taken, and the pose in it.
    """
    thick, every = ThickPieces(board, glance), board.catalogue
    overlap = thick.overlap() if thick.is_suspect() else None
    # Of one on bare board that lies askew it may seem that it floats.
    held = overlap is not None and overlap.is_held and overlap.is_told
    askew = None if held else askew_beside(*full, glance.seen, glance.said, every)
    if askew and askew.is_straight and overlap and overlap.is_told:
        askew = None  # it lies along the cells, and higher
    problems: tuple[Problem, ...] = ()
    doubtful: frozenset[Cell] = frozenset()
    if askew:
        said = thick.straight(askew) if askew.is_straight else thick.beside(askew)
        problems = () if askew.is_straight else (Problem("misaligned", askew.piece, askew.cells),)
    elif overlap:
        said, problems = thick.below(overlap), of_overlap(overlap, every)
        doubtful = doubtful.union(*(one.cells for one in overlap.possible))
    else:
        said = glance.said
    return Told(said, over_the_edge(said, every) + problems, doubtful)


def over_the_edge(said: Claims, every: Catalogue) -> tuple[Problem, ...]:
    """The pieces claimed that hang over the edge of the board."""
    over = [n for n in sorted(said.claimed) if every.overhangs[n]]
    return tuple(Problem("overhang", every.name_of(n), every.cells_of(n)) for n in over)


def of_overlap(overlap: Overlap, every: Catalogue) -> tuple[Problem, ...]:
    """What may be said of a piece that lies on others."""
    if overlap.is_told:
        on = tuple(every.name_of(n) for n in overlap.on)
        return (Problem("overlap", every.name_of(overlap.upper), overlap.cells, on),)
    if overlap.lead < SURE_LEAD:
        return ()
    # Something lies there, but which piece cannot be told, and perhaps not even on which.
    surely = set.intersection(*({every.name_of(n) for n in one.on} for one in overlap.possible))
    return (Problem("unknown", None, overlap.cells, tuple(sorted(surely))),) if surely else ()


@dataclass(frozen=True, eq=False)
class ThickPieces:
    """A board with thick pieces, and a glance at it."""

    board: PosedBoard
    glance: Glance

    def overlap(self) -> Overlap | None:
        """A piece that lies on others, if there is one."""
        board, glance, height = self.board, self.glance, self.glance.seen.height
        lower = glance.seen if glance.twice else board.lying(height, twice=True)
        upper = observe(board.bgr, board.pose, height, board.catalogue.kind, 1, twice=True)
        alone = glance.explained if glance.reading.sides is None else self._without_sides()
        lower, upper = lower.without(glance.hidden), upper.without(glance.hidden)
        around = self._around(LOOKS)
        higher = partial(self._higher, around)
        return find_overlap(lower, upper, board.pose, board.catalogue, alone, higher, board.before)

    def _around(self, looks: int) -> Around:
        board = self.board
        seen = steps_of(board.bgr, board.pose, self.glance.seen.height, board.catalogue.kind, looks)
        return around_in(without(onto_others(seen, self.glance.seen.occupied > 0), self.glance.hidden))

    def _higher(self, around: Around, number: int) -> float:
        """The evidence (log-odds) for a piece lying on others by the steps down from it; what hangs over the edge of
        the board is a step above that."""
        every = self.board.catalogue
        if every.overhangs[number]:
            return 0.0
        return likelier_higher(around, every.cells_of(number), (), every.kind.steps)

    def is_suspect(self) -> bool:
        """Whether something may lie on other pieces: something is unclear to a careful look (of 60 pieces on others 59
        left two squares in doubt or more, one a single one), or there are steps down from what has come. What looks
        troubled may only be lit from the side: a quick glance asks for steps of that alone."""
        glance = self.glance
        if glance.twice and self.board.is_unclear(glance):
            return True
        return (glance.twice or glance.is_suspect(self.board.before)) and self.is_raised()

    def is_raised(self) -> bool:
        """Whether a piece that is claimed to lie flat, and was not known to, may lie on others by the steps down from
        it."""
        new = self.glance.said.claimed.difference(self.board.before.lying)
        around = self._around(QUICK) if new else None
        return around is not None and any(self._higher(around, number) > SUSPECT for number in new)

    def _without_sides(self) -> Explained:
        """How all is explained as it is seen: behind the sides of a piece on others lies what that lies on."""
        seen = self.board.past(self.glance.hidden, self.glance.seen)
        return explain(self.board.evidence(seen, seen.height), self.board.catalogue)

    def straight(self, askew: Askew) -> Claims:
        """What may be said once a piece that looked troubled is known to lie on the cells."""
        glance = self.glance
        return claims(glance.explained, glance.reading.untroubled(askew.cells), self.board.catalogue, glance.hidden)

    def beside(self, askew: Askew) -> Claims:
        """What may be said of the pieces beside one that lies askew: none of them reaches under it, and none that was
        seen without knowing this is lost."""
        glance, every = self.glance, self.board.catalogue
        free = every.piece != every.names.index(askew.piece)
        free[every.meeting(askew.cells)] = False
        evidence = self.board.evidence(glance.reading, glance.seen.height)
        explained = explain(evidence, every, np.flatnonzero(free))
        said = claims(explained, glance.reading, every, glance.hidden.union(askew.cells))
        return said if len(said.pieces) >= len(glance.said.pieces) else glance.said

    def below(self, overlap: Overlap) -> Claims:
        """What may be said of the pieces that lie below others, and of those beside them: whichever lies on top."""
        said = self._below(overlap)
        for rival in overlap.rivals:
            said = said.agreed(self._below(rival))
        return said if overlap.lead >= SURE_LEAD else said.agreed(self.glance.said)

    def _below(self, overlap: Overlap) -> Claims:
        board, glance, every = self.board, self.glance, self.board.catalogue
        evidence = board.evidence(overlap.below, glance.seen.height)
        behind = every.meeting(glance.hidden)
        beside = overlap.explained.found[0].placements.difference(behind)  # all that may lie below has been weighed
        known = beside.union(unrivalled(overlap.explained, evidence, every, behind), board.before.lying)
        hidden = glance.hidden.union(hidden_by(overlap.cells, board.pose, glance.seen.height))
        return claims(overlap.explained, overlap.below, every, hidden, known)
