"""The whole way of a picture, a single photo or one of a live game of which more is known, to what lies there."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from referee.grid import Cell
from referee.piece import PieceSet
from vision.askew import Askew, find_askew
from vision.assemble import Explained, explain, scores, unrivalled
from vision.before import NOTHING_GIVEN, Before, Given
from vision.boards import find_board
from vision.catalogue import Catalogue, catalogue
from vision.claims import Claims, claims
from vision.frame import Picture, size_of
from vision.ground import with_ground
from vision.hidden import half_hidden, hidden_cells, shares_seen, unseen
from vision.kind import USUAL_THICKNESS
from vision.leather import with_leather
from vision.observe import observe, shifts
from vision.overlap import SURE_LEAD, Overlap, find_overlap, hidden_by
from vision.pair import find_boards
from vision.palette import with_palette
from vision.pose import BoardPose
from vision.reading import Reading
from vision.rectify import fitted
from vision.seam import with_seams
from vision.sides import past_sides
from vision.sighting import Problem, SeenBoard, Sighting
from vision.steps import Steps, steps_of, without
from vision.thickness import FEWEST_PIECES, USUAL_SPREAD, thickness
from vision.thin import Board
from vision.twins import told_apart

TROUBLE = -3.0
"""Evidence (log-odds) of trouble from which on a second look is taken one level up."""
FEWEST_TROUBLED = 3
"""A piece that lies askew troubles at least so many cells."""
PLANES = (USUAL_THICKNESS, USUAL_THICKNESS + USUAL_SPREAD, USUAL_THICKNESS - USUAL_SPREAD)
"""Tried where what lies there is not clear on the plane that was measured, if few pieces do or much is uncertain."""
MOST_UNCERTAIN = 12
"""If more cells are uncertain than two pieces have, the plane may be a wrong one."""
QUICK, CAREFUL = 1, 2
"""So often it is asked first whether a piece lies on others."""
WORTH_A_LOOK = -2.5
"""From this evidence (log-odds) on for that it is asked as often as the kind takes."""


def read_photo(bgr: Picture, piece_set: PieceSet) -> Sighting:
    """What lies on the board in this picture; ``board.found`` is false where there is none of ours."""
    pose = find_board(bgr, piece_set)
    if pose is None:
        return Sighting(SeenBoard(False, (), piece_set.grid, 0.0))
    return read_board(bgr, pose, piece_set, Given(careful=True))


def read_boards(bgr: Picture, piece_set: PieceSet) -> list[Sighting]:
    """What lies on each board of a picture that may show several, from left to right; empty where there is none."""
    return [read_board(bgr, pose, piece_set, Given(careful=True)) for pose in find_boards(bgr, piece_set)]


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
    fine, (bgr, fitted_pose) = (bgr, pose), fitted(bgr, pose, every.kind.scale)  # a large picture is shrunk once
    known = given.height if every.kind.thickness is None else every.kind.thickness
    height = thickness(bgr, fitted_pose) if known is None else known
    before = Before.of(given.known, given.change, every)
    board = PosedBoard(bgr, fitted_pose, every, before)
    glance = board.glance(USUAL_THICKNESS if height is None else height, twice=given.careful)
    unclear = len(glance.said.uncertain - glance.hidden) > MOST_UNCERTAIN
    if height != known and (unclear or len(glance.said.pieces) < FEWEST_PIECES):
        glance = board.on_its_plane(glance, twice=given.careful)
        height = glance.seen.height
    overlap = board.overlap(glance) if every.kind.stacks and glance.is_suspect(before) else None
    # Of one on bare board that lies askew it may seem that it floats.
    held = overlap is not None and bool(overlap.on) and overlap.is_told
    askew = None if held or not every.kind.stacks else _askew(*fine, glance.seen, glance.said, every)
    if askew and askew.is_straight and overlap and not overlap.on and overlap.is_told:
        askew = None  # it lies along the cells, and higher
    if askew:
        overlap = None
        said = board.straight(askew, glance) if askew.is_straight else board.beside(askew, glance)
        askew = None if askew.is_straight else askew
    else:
        said = board.below(overlap, glance) if overlap else glance.said
    if every.kind.nested:
        said, problems = board.thin(glance, twice=given.careful)
    else:
        problems = _problems(said, overlap, askew, every)
    if every.twins:
        said = _named(said, every, given)
    return replace(_sighting(pose.seen_board(), said, problems, overlap, glance.hidden, glance.seen), thickness=height)


def _named(said: Claims, every: Catalogue, given: Given) -> Claims:
    """The same with a name for each of the pieces that look alike."""
    named, unnamed = told_apart(said.pieces, every.twins, given.known.lying if given.known else ())
    doubtful = {cell for piece in unnamed for cell in piece.cells}
    return replace(said, pieces=tuple(named), uncertain=said.uncertain | doubtful)


@dataclass(frozen=True, eq=False)
class Glance:
    """One reading of the plane of the tops: all that is ``seen`` (``twice`` or not), the ``reading`` in which
    what is ``hidden`` counts as far as it is seen, what that is ``explained`` by and what may be ``said`` of it."""

    seen: Reading
    hidden: frozenset[Cell]
    reading: Reading
    explained: Explained
    said: Claims
    twice: bool

    def is_suspect(self, before: Before) -> bool:
        """Whether something may lie on other pieces."""
        troubled = float(self.seen.troubled.max()) > TROUBLE
        return bool(self.said.uncertain) or troubled or not self.said.claimed.issuperset(before.lying)

    def is_plainer_than(self, other: "Glance", before: Before) -> bool:
        """Whether nothing is doubtful here, as it is there, and no piece is lost by that; or else all fits better."""
        doubtful = self.is_suspect(before)
        if doubtful == other.is_suspect(before):
            return self.fits > other.fits
        if doubtful:
            return not other.is_plainer_than(self, before)
        return len(self.said.pieces) >= len(other.said.pieces) or self.fits > other.fits

    def clears_up(self, other: "Glance", before: Before) -> bool:
        """Whether nothing is doubtful here, and all fits better."""
        return not self.is_suspect(before) and self.fits > other.fits

    @property
    def fits(self) -> float:
        """How well (log-odds) all fits the plane: what the likeliest pieces explain, less the worst trouble."""
        return self.explained.found[0].score - float(self.seen.troubled.max())


@dataclass(frozen=True, eq=False)
class PosedBoard:
    """A board whose pose is known in a picture, to be looked at on the plane of the tops, wherever that is."""

    bgr: Picture
    pose: BoardPose
    catalogue: Catalogue
    before: Before

    def glance(self, height: float, *, twice: bool) -> Glance:
        """What lies there if the pieces are so thick; ``twice``: seen more steadily, as in ``observe``."""
        seen = self._lying(height, twice=twice)
        kind = self.catalogue.kind
        hidden = hidden_cells(seen, kind)
        # Where it is known what lies there, so are its sides; and a piece on that would seem to hide more than it does.
        has_sides = kind.thickness is None and not self.before.lying
        whole = past_sides(seen, shifts(self.pose, height)) if has_sides else seen
        reading = self._past(hidden, whole)
        if kind.alike:
            reading = with_palette(reading, self.before.colours(self.catalogue))
        if kind.plain:
            reading = with_seams(with_leather(with_ground(reading)))
        evidence = self.before.lower(scores(reading, self.catalogue), self.catalogue, height)
        explained = explain(evidence, self.catalogue)
        doubted = self.catalogue.meeting(unseen(hidden, kind))
        partly = unrivalled(explained, evidence, self.catalogue, doubted) if hidden else ()
        said = claims(explained, reading, self.catalogue, hidden, partly, self.before.lying)
        return Glance(seen, hidden, reading, explained, said, twice)

    def _past(self, hidden: Collection[Cell], reading: Reading) -> Reading:
        """The same reading with what is hidden counting as far as it is seen."""
        kind = self.catalogue.kind
        return reading.weakened(shares_seen(reading, hidden, kind), half_hidden(reading, hidden, kind))

    def _lying(self, height: float, *, twice: bool) -> Reading:
        """What is seen to lie on the board itself."""
        return observe(self.bgr, self.pose, height, self.catalogue.kind, twice=twice).filled_by_tint()

    def on_its_plane(self, glance: Glance, *, twice: bool) -> Glance:
        """The same, or a glance at another plane if it is plainer there: a wrong one may have been measured."""
        few = len(glance.said.pieces) < FEWEST_PIECES
        for height in PLANES:
            if not glance.hidden and not glance.is_suspect(self.before):
                break
            other = self.glance(height, twice=twice)
            plainer = other.is_plainer_than(glance, self.before) if few else other.clears_up(glance, self.before)
            glance = other if plainer else glance
        return glance

    def thin(self, glance: Glance, *, twice: bool) -> tuple[Claims, tuple[Problem, ...]]:
        """What may be said where pieces are thin, and what lies wrongly."""
        kind = self.catalogue.kind
        board = Board(glance.reading, glance.hidden, glance.explained, self.catalogue, self.before)
        faults = board.overhanging(glance.said)
        if kind.alike:
            faults += board.moved(glance.said, self.bgr, self.pose) if board.new(glance.said) else []
            faults += board.askew(glance.said, self.bgr, self.pose)
        elif twice:
            askew = _askew(self.bgr, self.pose, glance.seen, glance.said, self.catalogue)
            faults += board.off_the_cells(askew) if askew else []
        come = board.newcomer(glance.said, faults, quick=not twice)
        if come:
            others = [one for one in faults if come.name is None or set(one.cells).isdisjoint(come.cells)]
            return board.without([come, *others], glance.said)
        coverings = board.coverings(glance.said, self._steps(board, twice=twice), careful=twice)
        faults = board.atop(coverings) + faults  # of a piece the first counts
        said, problems = board.without(faults, glance.said) if faults else (glance.said, ())
        return board.unless(said, coverings), problems

    def _steps(self, board: Board, *, twice: bool) -> Steps | None:
        """The steps down from new pieces, if they can be told; asked more often if one may lie on others."""
        kind = self.catalogue.kind
        if kind.steps is None or not board.come:
            return None
        steps = self._seen_steps(board, CAREFUL if twice else QUICK)
        return steps if board.highest(steps) < WORTH_A_LOOK else self._seen_steps(board, kind.looks)

    def _seen_steps(self, board: Board, looks: int) -> Steps:
        seen = steps_of(self.bgr, self.pose, board.reading.height, self.catalogue.kind, looks)
        return without(seen, board.hidden)

    def straight(self, askew: Askew, glance: Glance) -> Claims:
        """What may be said once a piece that looked troubled is known to lie on the cells."""
        return claims(glance.explained, glance.reading.untroubled(askew.cells), self.catalogue, glance.hidden)

    def beside(self, askew: Askew, glance: Glance) -> Claims:
        """What may be said of the pieces beside one that lies askew: none of them reaches under it, and none that was
        seen without knowing this is lost."""
        free = self.catalogue.piece != self.catalogue.names.index(askew.piece)
        free[self.catalogue.meeting(askew.cells)] = False
        evidence = self.before.lower(scores(glance.reading, self.catalogue), self.catalogue, glance.seen.height)
        explained = explain(evidence, self.catalogue, np.flatnonzero(free))
        said = claims(explained, glance.reading, self.catalogue, glance.hidden.union(askew.cells))
        return said if len(said.pieces) >= len(glance.said.pieces) else glance.said

    def below(self, overlap: Overlap, glance: Glance) -> Claims:
        """What may be said of the pieces that lie below others, and of those beside them: whichever lies on top."""
        said = self._below(overlap, glance)
        for rival in overlap.rivals:
            said = said.agreed(self._below(rival, glance))
        return said if overlap.lead >= SURE_LEAD else said.agreed(glance.said)

    def _below(self, overlap: Overlap, glance: Glance) -> Claims:
        evidence = self.before.lower(scores(overlap.below, self.catalogue), self.catalogue, glance.seen.height)
        behind = self.catalogue.meeting(glance.hidden)
        beside = overlap.explained.found[0].placements.difference(behind)  # all that may lie below has been weighed
        known = beside.union(unrivalled(overlap.explained, evidence, self.catalogue, behind), self.before.lying)
        hidden = glance.hidden.union(hidden_by(overlap.cells, self.pose, glance.seen.height))
        return claims(overlap.explained, overlap.below, self.catalogue, hidden, known)

    def overlap(self, glance: Glance) -> Overlap | None:
        """A piece that lies on others, if there is one."""
        height, kind = glance.seen.height, self.catalogue.kind
        lower = glance.seen if glance.twice else self._lying(height, twice=True)
        upper = observe(self.bgr, self.pose, height, kind, 1, twice=True)
        alone = glance.explained if glance.reading.sides is None else self._without_sides(glance)
        lower, upper = lower.without(glance.hidden), upper.without(glance.hidden)
        return find_overlap(lower, upper, self.pose, self.catalogue, alone, self.before)

    def _without_sides(self, glance: Glance) -> Explained:
        """How all is explained as it is seen: behind the sides of a piece on others lies what that lies on."""
        seen = self._past(glance.hidden, glance.seen)
        evidence = self.before.lower(scores(seen, self.catalogue), self.catalogue, seen.height)
        return explain(evidence, self.catalogue)


def _askew(bgr: Picture, pose: BoardPose, seen: Reading, said: Claims, every: Catalogue) -> Askew | None:
    claimed = {cell for piece in said.pieces for cell in piece.cells}
    evidence = {cell: seen.at(seen.troubled, cell) for cell in seen.grid if cell not in claimed}
    troubled = {cell: trouble for cell, trouble in evidence.items() if trouble > 0}
    if len(troubled) < FEWEST_TROUBLED:
        return None
    return find_askew(bgr, pose, seen.height, troubled, every, {piece.piece: piece.cells for piece in said.pieces})


def _problems(said: Claims, overlap: Overlap | None, askew: Askew | None, every: Catalogue) -> tuple[Problem, ...]:
    over = [n for n in sorted(said.claimed) if every.overhangs[n]]
    problems = [Problem("overhang", every.name_of(n), every.cells_of(n)) for n in over]
    if overlap and overlap.is_told:
        on = tuple(every.name_of(n) for n in overlap.on)
        problems.append(Problem("overlap", every.name_of(overlap.upper), overlap.cells, on))
    elif overlap and overlap.lead >= SURE_LEAD:  # something lies there, but which piece cannot be told
        surely = set.intersection(*({every.name_of(n) for n in one.on} for one in overlap.possible))
        if surely:  # else not even on which
            problems.append(Problem("unknown", None, overlap.cells, tuple(sorted(surely))))
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
    trouble = {problem.cells for problem in problems}  # of twins, names may differ
    pieces = tuple(piece for piece in said.pieces if piece.cells not in trouble)
    uncertain = set(said.uncertain).union(*(one.cells for one in overlap.possible) if overlap else ())
    uncertain = {cell for cell in uncertain if cell in board.grid}
    for problem in problems:
        uncertain |= {cell for cell in problem.cells if cell in board.grid}
    paints = tuple((piece.piece, seen.paint_of(piece.cells)) for piece in pieces)
    uncertain -= {cell for piece in pieces for cell in piece.cells} | hidden
    return Sighting(board, pieces, problems, said.alternatives, (), frozenset(uncertain), hidden, paints)
