"""A glance at the plane of the tops: all that is seen there, and what may be said of it if nothing lies wrongly."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from referee.grid import Cell
from vision.cells.bareness import with_bareness
from vision.cells.gloss import with_gloss
from vision.cells.ground import with_ground
from vision.cells.hidden import half_hidden, hidden_cells, shares_seen, unseen
from vision.cells.leather import told_by_likeness, with_leather
from vision.cells.lookalike import with_lookalikes
from vision.cells.observe import observe, shifts
from vision.cells.palette import with_palette
from vision.cells.reading import Reading
from vision.cells.seam import with_seams
from vision.cells.sides import past_sides
from vision.cells.thickness import FEWEST_PIECES, USUAL_SPREAD
from vision.frame import Picture
from vision.kind import USUAL_THICKNESS
from vision.pieces.assemble import Explained, explain, narrowed, unrivalled
from vision.pieces.before import Before
from vision.pieces.catalogue import Catalogue
from vision.pieces.claims import Claims, claims
from vision.pieces.scores import Scores, scores
from vision.pose import BoardPose
from vision.sighting import Problem

NO_PIECE, PLAINLY = -1.0, 2.0
"""A colour unlike that of the board is not enough for a patch, for it may be that of a finger: with less evidence
(log-odds) from the networks than the first, and from its relief and by its likeness to other leather than the second, a
cell is doubtful at most."""
TROUBLE = -3.0
"""Evidence (log-odds) of trouble from which on a second look is taken one level up."""
LIKELY = 0.0
"""The same from which on it is likelier than not."""
PLANES = (USUAL_THICKNESS, USUAL_THICKNESS + USUAL_SPREAD, USUAL_THICKNESS - USUAL_SPREAD)
"""Tried where what lies there is not clear on the plane that was measured, if few pieces do or much is uncertain."""


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
        return self.is_doubtful(before) or float(self.seen.troubled.max()) > TROUBLE

    def is_doubtful(self, before: Before) -> bool:
        """Whether something may be read in several ways, or is not seen though it is known to lie there."""
        return bool(self.said.uncertain) or not self.said.claimed.issuperset(before.lying)

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
        seen = self.lying(height, twice=twice)
        kind = self.catalogue.kind
        hidden = hidden_cells(seen, kind)
        # Where it is known what lies there, so are its sides; and a piece on that would seem to hide more than it does.
        has_sides = kind.thickness is None and not self.before.lying
        whole = past_sides(seen, shifts(self.pose, height)) if has_sides else seen
        past = self.past(hidden, whole)
        reading = with_lookalikes(past, kind.by_relief)
        reading = with_bareness(reading, reading.occupied - past.occupied)
        if kind.glossy:
            reading = with_gloss(reading, kind.by_relief)
        if kind.alike:
            reading = with_palette(reading, self.before.colours(self.catalogue))
        if kind.plain:
            looked = with_ground(reading)
            sewn = with_leather(looked, self.before.colours(self.catalogue))
            told = np.maximum(reading.occupied - past.occupied, told_by_likeness(looked, sewn))
            reading = with_seams(sewn).doubted_where((past.occupied < NO_PIECE) & (told < PLAINLY))
        evidence = self.evidence(reading, height)
        explained = narrowed(explain(evidence, self.catalogue), evidence, self.catalogue)
        doubted = self.catalogue.meeting(unseen(hidden, kind))
        partly = unrivalled(explained, evidence, self.catalogue, doubted) if hidden else ()
        said = claims(explained, reading, self.catalogue, hidden, partly, self.before)
        return Glance(seen, hidden, reading, explained, said, twice)

    def is_unclear(self, glance: Glance) -> bool:
        """Whether a glance leaves something doubtful, or what is known to lie there looks troubled, or is not seen, or
        what looks so is likelier than not where nothing is claimed: nearly all that lies on others does one of these.
        What has come and looks troubled may only be lit from the side."""
        seen = glance.seen
        known = {cell for number in self.before.lying for cell in self.catalogue.cells_of(number)}
        claimed = {cell for piece in glance.said.pieces for cell in piece.cells}
        troubled = seen.troubled_cells(TROUBLE) & known or seen.troubled_cells(LIKELY) - claimed
        return glance.is_doubtful(self.before) or bool(troubled)

    def evidence(self, seen: Reading, height: float) -> Scores:
        """What speaks for each placement, with what is known from before."""
        return self.before.lower(scores(seen, self.catalogue), self.catalogue, height)

    def past(self, hidden: Collection[Cell], reading: Reading) -> Reading:
        """The same reading with what is hidden counting as far as it is seen."""
        kind = self.catalogue.kind
        return reading.weakened(shares_seen(reading, hidden, kind), half_hidden(reading, hidden, kind))

    def lying(self, height: float, *, twice: bool) -> Reading:
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


@dataclass(frozen=True, slots=True)
class Told:
    """What may be told of a board: what is ``said`` to lie there properly, the ``problems`` that other pieces make, and
    the cells on which others yet may lie wrongly."""

    said: Claims
    problems: tuple[Problem, ...] = ()
    doubtful: frozenset[Cell] = frozenset()
