"""Thin pieces that lie wrongly look much as if they lay properly: over the edge of the board, on others, off the cells.

What lies beside such a piece may go on below it, and is only claimed where it could be nothing else.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from referee.grid import Cell
from referee.polyomino import Cells
from vision.cells.hidden import unseen
from vision.cells.observe import shifts
from vision.cells.reading import Reading
from vision.faults.askew import Askew, askew_beside, covered
from vision.faults.newcomer import find_newcomer
from vision.faults.offset import Offsets, offsets
from vision.faults.remnant import NO_COVERINGS, SEEN_HIGHER, Coverings, find_coverings
from vision.faults.silhouette import find_silhouettes
from vision.faults.steps import Around, around_in, likelier_higher, steps_of, without
from vision.frame import Picture
from vision.names import STRANGER
from vision.pieces.assemble import Explained, explain, unrivalled
from vision.pieces.before import Before
from vision.pieces.catalogue import Catalogue
from vision.pieces.claims import Claims, claims
from vision.pieces.glance import Glance, PosedBoard, Told
from vision.pieces.scores import scores
from vision.pose import BoardPose
from vision.sighting import Problem

OFF, SPREADS = 0.25, 6.0
"""A piece lies askew from so many cells on, and so many standard deviations."""
HIGHER, ACROSS = (0.7, 1.6), 0.08
"""A piece on others is seen off its cells by about as much, by these factors, as that makes it, and hardly (in cells)
to the side."""
HIGHER_SPREADS, SURELY_HIGHER = 3.5, 0.16
"""By so many standard deviations it may lie on others; by so many cells it does. Of 4,238 flat pieces in simulated and
rendered pictures three were asked about, and none was said to."""
TROUBLED = 0.0
"""Evidence (log-odds) for trouble on a cell of a piece from which on it is not said to lie properly. Of 4,576 that did,
in simulated and rendered pictures, none had more than -2."""
COVERED = 0.2
"""An askew piece covers a cell from this share of its square on: a quarter, for ends of colours are seen too near."""
QUICK, CAREFUL = 1, 2
"""So often it is asked first whether a piece lies on others."""
WORTH_A_LOOK = -2.5
"""From this evidence (log-odds) on for that it is asked as often as the kind takes."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A piece (the number of its placement, or of any where it lies on no cells) that does not lie properly, the cells
    it covers, and what that is called where it is sure."""

    number: int
    cells: Cells
    name: str | None


def told_of_thin(posed: PosedBoard, glance: Glance) -> Told:
    """What may be said where pieces are thin, and what lies wrongly."""
    kind = posed.catalogue.kind
    thin = ThinPieces(glance.reading, glance.hidden, glance.explained, posed.catalogue, posed.before)
    faults = thin.overhanging(glance.said)
    if kind.alike:
        faults += thin.moved(glance.said, posed.bgr, posed.pose) if thin.new(glance.said) else []
        faults += thin.askew(glance.said, posed.bgr, posed.pose)
    elif glance.twice:
        askew = askew_beside(posed.bgr, posed.pose, glance.seen, glance.said, posed.catalogue)
        faults += thin.off_the_cells(askew) if askew else []
    come = thin.newcomer(glance.said, faults, quick=not glance.twice)
    if come:
        others = [one for one in faults if come.name is None or set(one.cells).isdisjoint(come.cells)]
        return Told(*thin.without([come, *others], glance.said))
    coverings = thin.coverings(glance.said, _seen_around(posed, thin, twice=glance.twice), careful=glance.twice)
    faults = thin.atop(coverings) + faults  # of a piece the first counts
    said, problems = thin.without(faults, glance.said) if faults else (glance.said, ())
    return Told(thin.unless(said, coverings), problems)


def _seen_around(posed: PosedBoard, thin: "ThinPieces", *, twice: bool) -> Around | None:
    """The steps down from new pieces, if there are any; asked more often if one may lie on others."""
    kind = posed.catalogue.kind
    if not thin.come:
        return None
    around = _around(posed, thin, CAREFUL if twice else QUICK)
    return around if thin.highest(around) < WORTH_A_LOOK else _around(posed, thin, kind.networks.looks)


def _around(posed: PosedBoard, thin: "ThinPieces", looks: int) -> Around:
    seen = steps_of(posed.bgr, posed.pose, thin.reading.height, posed.catalogue.kind, looks)
    return around_in(without(seen, thin.hidden))


@dataclass(frozen=True, eq=False)
class ThinPieces:
    """All that was seen of a board with thin pieces, as ``reading`` with nothing known of ``hidden`` cells but of some
    of their borders, and how that is ``explained``."""

    reading: Reading
    hidden: frozenset[Cell]
    explained: Explained
    catalogue: Catalogue
    before: Before

    def overhanging(self, said: Claims) -> list[Fault]:
        over = [n for n in sorted(said.claimed) if self.catalogue.overhangs[n]]
        return [Fault(n, self.catalogue.cells_of(n), "overhang") for n in over]

    def moved(self, said: Claims, bgr: Picture, pose: BoardPose) -> list[Fault]:
        """Those of the new pieces that lie on others or off the cells, by where their colours end: what lies higher is
        seen away from the camera's foot."""
        height, pieces = self.reading.height, {n: self.catalogue.cells_of(n) for n in said.claimed}
        off, spread = offsets(bgr, pose, height, pieces)
        least = max(OFF, SPREADS * spread)
        found = []
        for number in self.new(said):
            cells, higher = pieces[number], _as_higher(pieces[number], pose, height)
            along = _along(off[number], higher)
            if along > HIGHER_SPREADS * spread and self.may_lie_on_others(number):
                found.append(Fault(number, cells, "overlap" if along > SURELY_HIGHER else None))
            elif np.abs(off[number]).max() >= least:
                found.append(_moved(number, cells, off[number], higher))
        return found

    def askew(self, said: Claims, bgr: Picture, pose: BoardPose) -> list[Fault]:
        """Pieces that lie askew beside all those that lie properly, by their silhouettes."""
        every, troubled = self.catalogue, {self.catalogue.name_of(number): number for number in self._troubled(said)}
        lying = {every.name_of(number): every.cells_of(number) for number in said.claimed.difference(troubled.values())}
        found = find_silhouettes(bgr, pose, self.reading, lying, self.hidden, every)
        any_of = {name: self._any_of(name) for name in found} | troubled
        askew = [Fault(any_of[name], cells, "misaligned") for name, cells in found.items()]
        return askew + [Fault(n, every.cells_of(n), None) for name, n in troubled.items() if name not in found]

    def off_the_cells(self, askew: Askew) -> list[Fault]:
        """A piece that has been read on a lattice of its own, unless it lies on the cells after all."""
        return [] if askew.is_straight else [Fault(self._any_of(askew.piece), askew.cells, "misaligned")]

    def newcomer(self, said: Claims, faults: Collection[Fault], *, quick: bool) -> Fault | None:
        """What has come in a live game and lies wrongly, by all that has changed. Of pieces of one colour it is better
        told by their ends whether one lies on the cells."""
        flat = set(self.new(said)).difference(fault.number for fault in faults)
        told = bool(flat) or any(fault.name for fault in faults)
        if self.before.change is None or (told and self.catalogue.kind.alike):
            return None
        claimed = {cell for number in flat for cell in self.catalogue.cells_of(number)}
        come = find_newcomer(self.before.change, self.reading, self.before.lying, claimed, self.catalogue, quick=quick)
        return Fault(self._any_of(come.piece), come.cells, come.kind if come.is_told else None) if come else None

    def _any_of(self, name: str) -> int:
        """Any placement of a piece."""
        return int(np.argmax(self.catalogue.piece == self.catalogue.names.index(name)))

    def _troubled(self, said: Claims) -> list[int]:
        """Those of the new pieces on whose own cells something is seen to lie that fits none."""
        cells = {number: self.catalogue.cells_of(number) for number in self.new(said)}
        trouble = {n: [self.reading.at(self.reading.troubled, cell) for cell in cells[n]] for n in cells}
        return [number for number, evidence in trouble.items() if max(evidence) > TROUBLED]

    @cached_property
    def _best(self) -> list[Cells]:
        """The cells of every piece of the best explanation."""
        return [self.catalogue.cells_of(number) for number in self.explained.found[0].placements]

    @property
    def come(self) -> list[int]:
        """What was not known before of the best explanation, be it claimed or not."""
        return sorted(self.explained.found[0].placements.difference(self.before.lying))

    def highest(self, around: Around) -> float:
        """The most evidence (log-odds) for any new piece lying on others by the steps down from it."""
        return max((self.higher(number, around) for number in self.come), default=-np.inf)

    def higher(self, number: int, around: Around) -> float:
        """That for one. What hangs over the edge is a step above that, and of shapes that are not in the set it is
        never said that they lie on others."""
        every = self.catalogue
        never = every.overhangs[number] or every.name_of(number) == STRANGER or not self.may_lie_on_others(number)
        if never:
            return -np.inf
        cells = every.cells_of(number)
        others = [other for other in self._best if set(cells).isdisjoint(other)]
        return likelier_higher(around, cells, others, every.kind.steps)

    def coverings(self, said: Claims, around: Around | None, *, careful: bool) -> Coverings:
        """What may lie on others by the steps down from it, and, in a careful look, by what it leaves of them where
        something is not understood."""
        unclear: Collection[Cell] = said.uncertain if careful else ()
        if not unclear and (around is None or self.highest(around) < SEEN_HIGHER):
            return NO_COVERINGS

        def higher(number: int) -> float:
            return -np.inf if around is None else self.higher(number, around)

        return find_coverings(self.reading, self.explained, unclear, self.before, self.catalogue, higher)

    def atop(self, coverings: Coverings) -> list[Fault]:
        """The piece that lies on others for sure, if any."""
        return [Fault(upper, self.catalogue.cells_of(upper), "overlap") for upper in coverings.sure()]

    def unless(self, said: Claims, coverings: Coverings) -> Claims:
        """The same without what is not sure if another piece may lie on others."""
        return said.without(coverings.doubted(said.claimed), self.catalogue)

    def may_lie_on_others(self, number: int) -> bool:
        """Whether a piece meets what lay there before, or something that did not is to be seen beside it. On bare board
        it lies on nothing, however high it looks: how thick the pieces are is not measured."""
        cells = set(self.catalogue.cells_of(number))
        before = {cell for lying in self.before.lying for cell in self.catalogue.cells_of(lying)}
        near = {there for cell in cells for there in self.catalogue.grid.edge_neighbours(cell)} - cells
        seen = (self.reading.at(self.reading.occupied, cell) for cell in near - before)
        return not cells.isdisjoint(before) or any(evidence >= 0 for evidence in seen)

    def new(self, said: Claims) -> list[int]:
        """The pieces that were not known before."""
        return sorted(said.claimed.difference(self.before.lying))

    def without(self, faults: Collection[Fault], flat: Claims) -> tuple[Claims, tuple[Problem, ...]]:
        """What may be said of all other pieces, and of these; ``flat`` is what was said before they were known."""
        faults = {fault.number: fault for fault in reversed(list(faults))}.values()  # the first of each piece
        cells = {cell for fault in faults for cell in fault.cells}
        lies_flush = self.catalogue.kind.alike  # an askew patch of cardboard may lie partly on others
        above = {cell for fault in faults if fault.name != "misaligned" or not lies_flush for cell in fault.cells}
        askew = cells - above  # nothing lies below, nor where it would meet such a piece
        hidden, below = self.hidden | above, self.reading.without(cells)
        free = ~np.isin(self.catalogue.piece, self._used_up(faults))
        free[self.catalogue.meeting(askew)] = False
        free[list(self.before.lying)] = True
        evidence = self.before.lower(scores(below, self.catalogue), self.catalogue, below.height)
        explained = explain(evidence, self.catalogue, np.flatnonzero(free))
        doubted = self.catalogue.meeting(unseen(hidden, self.catalogue.kind))
        known = unrivalled(explained, evidence, self.catalogue, doubted).union(self.before.lying)
        said = claims(explained, below, self.catalogue, hidden, known, self.before)
        if askew:
            said = self._not_instead(said, flat.claimed.difference(fault.number for fault in faults))
        said = replace(said, uncertain=said.uncertain.union(cell for cell in cells if cell in self.catalogue.grid))
        return said, tuple(self._problem(fault, explained) for fault in faults if fault.name)

    def _not_instead(self, said: Claims, flat: Collection[int]) -> Claims:
        """The same without pieces that are claimed where others, which lay flat before, have been lost: a part of one
        may look like a whole one. Those cells are uncertain."""
        lost = {cell for number in set(flat) - said.claimed for cell in self.catalogue.cells_of(number)}
        instead = {
            number for number in said.claimed.difference(flat) if lost.intersection(self.catalogue.cells_of(number))
        }
        said = said.without(instead, self.catalogue)
        return replace(said, uncertain=said.uncertain.union(cell for cell in lost if cell in self.catalogue.grid))

    def _used_up(self, faults: Collection[Fault]) -> list[int]:
        """The names of these pieces, of which there is only one."""
        names = {int(self.catalogue.piece[fault.number]) for fault in faults}
        single = self.catalogue.single
        return [name for name in names if single[name]]

    def _problem(self, fault: Fault, below: Explained) -> Problem:
        piece = self.catalogue.name_of(fault.number)
        if piece == STRANGER or fault.name is None:
            return Problem("unknown", None, fault.cells)
        if fault.name != "overlap":
            return Problem(fault.name, piece, fault.cells)
        meeting = below.found[0].placements.intersection(self.catalogue.meeting(fault.cells).tolist())
        on = tuple(name for n in sorted(meeting) if (name := self.catalogue.name_of(n)) != STRANGER)
        return Problem(fault.name, piece, fault.cells, on)


def _as_higher(cells: Cells, pose: BoardPose, height: float) -> Offsets:
    """How far (x, y) off its cells a piece seems to lie if it lies on others."""
    x0, x_a_col, y0, y_a_row = shifts(pose, height, 1)
    row, col = np.mean(cells, axis=0) + 0.5
    return np.array([x0 + x_a_col * col, y0 + y_a_row * row])


def _along(off: Offsets, higher: Offsets) -> float:
    """How far off its cells a piece seems to lie if that is the way, and about as far, as one on others would; nought
    otherwise."""
    far = float(np.linalg.norm(higher))
    if not far:  # the camera is right above it
        return 0.0
    along = float(off @ higher) / far
    across = float(np.linalg.norm(off - higher * along / far))
    return along if HIGHER[0] * far < along < HIGHER[1] * far and across < ACROSS else 0.0


def _moved(number: int, cells: Cells, off: Offsets, higher: Offsets) -> Fault:
    """What lies so far off the cells: an askew piece, or one that may lie on others."""
    if float(np.linalg.norm(off - higher)) < 0.5 * float(np.linalg.norm(off)):
        return Fault(number, cells, None)
    return Fault(number, _covered(cells, *off), "misaligned")


def _covered(cells: Cells, right: float, down: float) -> Cells:
    """The cells of which a piece covers a good part that lies so far off its own."""
    shares = covered(cells, np.zeros(2), 0.0, (right, down))
    return tuple(sorted(cell for cell, share in shares.items() if share >= COVERED))
