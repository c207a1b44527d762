"""From explanations to claims: which pieces are sure, which cells are not, and what they might be."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from referee.grid import Cell, beside
from vision.cells.hidden import unseen
from vision.cells.pattern import is_of_another
from vision.cells.reading import Reading
from vision.cells.tint import are_of_one_paint
from vision.kind import PATTERNED, PLAIN
from vision.pieces.assemble import Explained, items_of, weighed
from vision.pieces.before import NOTHING, Before
from vision.pieces.catalogue import Catalogue
from vision.pieces.packing import Packing
from vision.sighting import Alternative, SeenPiece

SURE = 0.97
"""A piece is claimed from this probability on; what is less is asked."""
LENIENCE = 5.0
"""Log-odds of trouble that are forgiven where everything else speaks for a piece."""
JOINED = 1.5
"""So much more is forgiven a cell that looks empty: its borders say that it belongs to the piece."""
OF_ONE_PAINT = 3.0
"""And so much more, if the cell tints the light as the others do."""
PALE = 5.5
"""So much a piece's colour must lead before all others (log-odds in the mean of its cells), less ``LENIENCE``."""
SHOWN = 0.02
"""Alternatives less probable than this are not offered."""
MOST_WAYS = 4
"""Of no more ways to read all of the board one can choose at a glance."""
FILLED = 1.0
"""A cell that no piece explains is uncertain from this evidence (log-odds) on."""
FEW = 3
"""No more pairs of pieces of one colour side by side than this are slips: what explains them in spite of the rules is
as sure as anything. In 208 simulated pictures all 19 such pairs were right."""
PARTED = 6.0
"""Where there are more, nobody has heeded the rules and shapes tell little: from this mean evidence (log-odds) for the
border between two on they are told apart."""
TORN = 10.0
"""Evidence (log-odds) that two cells belong to one piece, from which on they are not claimed for two."""
SIDE_PART, PLAINLY = 0.4, 6.0
"""A piece does not go on into a cell of which so great a part shows its side, unless that is filled with more evidence
(log-odds, lessened for the side) than the second."""

Ways = list[tuple[frozenset[int], float]]
"""Placements that may lie there together, with how probable that is."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What may be said of one reading. ``claimed`` are placement numbers."""

    pieces: tuple[SeenPiece, ...]
    uncertain: frozenset[Cell]
    alternatives: tuple[Alternative, ...]
    claimed: frozenset[int]

    def agreed(self, other: "Claims") -> "Claims":
        """What both say; cells of which either says something else are uncertain, and nothing is offered for them."""
        places = {(piece.piece, piece.cells) for piece in other.pieces}
        pieces = tuple(piece for piece in self.pieces if (piece.piece, piece.cells) in places)
        told = {cell for piece in pieces for cell in piece.cells}
        unclear = {cell for piece in (*self.pieces, *other.pieces) for cell in piece.cells} - told
        uncertain = (self.uncertain | other.uncertain | unclear) - told
        claimed = self.claimed & other.claimed
        offered = self.alternatives if claimed == self.claimed else ()  # they were made beside all that was claimed
        return replace(self, pieces=pieces, uncertain=frozenset(uncertain), alternatives=offered, claimed=claimed)

    def without(self, doubted: Collection[int], catalogue: Catalogue) -> "Claims":
        """The same without some placements that may be something else; their cells are uncertain."""
        dropped = {(catalogue.name_of(number), catalogue.cells_of(number)) for number in doubted}
        cells = {cell for _, cells in dropped for cell in cells if cell in catalogue.grid}
        return replace(
            self,
            pieces=tuple(piece for piece in self.pieces if (piece.piece, piece.cells) not in dropped),
            claimed=self.claimed.difference(doubted),
            uncertain=self.uncertain | cells,
        )


def claims(
    explained: Explained,
    reading: Reading,
    catalogue: Catalogue,
    hidden: Collection[Cell] = frozenset(),
    known: Collection[int] = (),
    before: Before = NOTHING,
) -> Claims:
    """Weighs the explanations against one another.

    A placement's probability is the share of the explanations that hold it, each weighed by its evidence. One that
    would reach into ``hidden`` cells, or may go on below them unseen, is never claimed, unless it is ``known`` to lie
    there. What lay there ``before`` is told apart from what lies beside it: had it been taken away, that would be
    plain.
    """
    probability = explained.probabilities()
    trusted = {n: p * _floor(n, reading, catalogue, before) for n, p in probability.items() if p >= SURE}
    likely = {n for n, p in trusted.items() if p >= SURE}
    doubted = unseen(hidden, catalogue.kind)
    seen = {n for n in likely if n in known or doubted.isdisjoint(catalogue.cells_of(n))}
    whole = frozenset(seen - explained.contested)
    sure = whole - _torn(whole, reading, catalogue, hidden)
    if catalogue.kind.alike:
        sure -= _kin(seen.difference(before.lying), reading, catalogue)
    doubtful = [n for n in probability if n not in sure and probability[n] >= SHOWN]
    told = {cell for number in sure for cell in catalogue.cells_of(number)}
    unclear = {cell for number in doubtful for cell in catalogue.cells_of(number)}
    unclear |= {cell for cell in catalogue.grid if reading.at(reading.occupied, cell) > FILLED}
    return Claims(
        tuple(_seen(n, trusted[n], catalogue) for n in sorted(sure)),
        frozenset(cell for cell in unclear - told if cell in catalogue.grid),
        _alternatives(explained, sure, catalogue),
        sure,
    )


def _torn(claimed: Collection[int], reading: Reading, catalogue: Catalogue, hidden: Collection[Cell]) -> frozenset[int]:
    """Those that seem to go on into a cell which is filled and belongs to none: they may be other pieces in truth.

    What lies beside hidden cells is left out: the rest of a piece that none explains may be hidden. So is a cell that
    does not bear the pattern of the piece, such as a bare one in a deep shadow, and one that shows its side and is not
    plainly filled.
    """
    owner = {cell: number for number in claimed for cell in catalogue.cells_of(number)}
    filled = {cell for cell in reading.grid if reading.at(reading.occupied, cell) > FILLED} - owner.keys() - set(hidden)
    loose = filled - _reaching(filled, hidden)
    return frozenset(
        owner[there]
        for here in loose
        for there in beside(here)
        if there in owner
        and reading.joined(here, there) > TORN
        and not _is_unlike(here, owner[there], reading, catalogue)
        and not _may_be_side(here, catalogue.cells_of(owner[there]), reading)
    )


def _may_be_side(cell: Cell, of: Collection[Cell], reading: Reading) -> bool:
    """Whether what fills a cell may be the side of a piece on these cells."""
    shown = max(reading.side_in(cell, near) for near in beside(cell) if near in of)
    return shown >= SIDE_PART and reading.at(reading.occupied, cell) < PLAINLY


def _is_unlike(cell: Cell, number: int, reading: Reading, catalogue: Catalogue) -> bool:
    """Whether a cell bears another pattern than all those of a piece do."""
    if catalogue.paint[number] != PATTERNED or reading.patterns is None:
        return False
    return is_of_another(reading.patterns, catalogue.cells[number], catalogue.number_of(cell))


def _kin(likely: Collection[int], reading: Reading, catalogue: Catalogue) -> frozenset[int]:
    """Those beside another of their colour, which the rules forbid, where many do so and no border is to be seen
    between them: the cells of both may as well be divided in another way, whether the other is claimed or left open."""
    owner = {cell: number for number in likely for cell in catalogue.cells_of(number)}
    pairs = {
        (min(one, other), max(one, other))
        for here, one in owner.items()
        for other in (owner[there] for there in beside(here) if there in owner)
        if other != one and catalogue.paint[one] == catalogue.paint[other]
    }
    if len(pairs) <= FEW:
        return frozenset()
    unparted = (pair for pair in pairs if _parted(pair[0], pair[1], reading, catalogue) < PARTED)
    return frozenset(number for pair in unparted for number in pair)


def _parted(one: int, other: int, reading: Reading, catalogue: Catalogue) -> float:
    """Evidence (mean log-odds) that the border between two pieces is one."""
    there = set(catalogue.cells_of(other))
    borders = [(here, cell) for here in catalogue.cells_of(one) for cell in beside(here) if cell in there]
    return -float(np.mean([reading.joined(*border) for border in borders]))


def _reaching(cells: Collection[Cell], hidden: Collection[Cell]) -> set[Cell]:
    """Those of the cells that are connected with hidden ones."""
    reached: set[Cell] = set()
    edge = {cell for cell in cells if any(near in hidden for near in beside(cell))}
    while edge:
        reached |= edge
        edge = {near for cell in edge for near in beside(cell) if near in cells} - reached
    return reached


def _floor(number: int, reading: Reading, catalogue: Catalogue, before: Before) -> float:
    """How far a piece can be trusted at most: not where a cell of it rather looks empty, it seems to lie askew, it
    might as well be of another colour, or a patch rather looks like two."""
    cells = catalogue.cells_of(number)
    weakest = min(reading.at(reading.occupied, cell) for cell in cells)
    is_plain = catalogue.paint[number] == PLAIN
    if is_plain and reading.tints is not None and are_of_one_paint(reading.tints, catalogue.cells[number]):
        weakest += OF_ONE_PAINT
    calm = -reading.trouble_of(cells)
    one = _oneness(number, reading, catalogue, before)
    return float(1 / (1 + np.exp(-LENIENCE - min(weakest + JOINED, calm, one))))


def _oneness(number: int, reading: Reading, catalogue: Catalogue, before: Before) -> float:
    """Evidence (log-odds) that it is one piece, for what tells that in a game: the colour that all of it bears, or the
    border within it that looks most like one between two."""
    cells = catalogue.cells_of(number)
    if catalogue.kind.alike:
        return reading.paint_lead(cells, int(catalogue.paint[number])) + before.favour(number) - PALE
    if not catalogue.kind.crowded:
        return np.inf
    inner = (reading.joined(here, there) for here in cells for there in beside(here) if here < there and there in cells)
    return min(inner, default=np.inf)


def _seen(number: int, probability: float, catalogue: Catalogue) -> SeenPiece:
    return SeenPiece(catalogue.name_of(number), catalogue.cells_of(number), round(min(probability, 0.999), 3))


def _alternatives(explained: Explained, sure: frozenset[int], catalogue: Catalogue) -> tuple[Alternative, ...]:
    """What is not sure may be, most probable first: all over the board or, where that would be too many to choose from,
    in the first place that leaves something open."""
    shares = explained.shares()
    ways = _ways([each.placements - sure for each in explained.found], shares)
    if not 0 < len(ways) <= MOST_WAYS:
        places = [place for place in _places_in_doubt(explained, sure, catalogue) if place]
        ways = min(places, key=lambda place: _first_cell(place, catalogue), default=ways)
    return tuple(
        Alternative(tuple(_seen(n, share, catalogue) for n in sorted(rest)), round(share, 3)) for rest, share in ways
    )


def _places_in_doubt(explained: Explained, sure: frozenset[int], catalogue: Catalogue) -> Iterator[Ways]:
    """How each place can be read by itself whose possible pieces compete with none of another place."""
    for part in explained.parts:
        shares = weighed(part, explained.trust)
        possible = {n for rest, _ in _ways([each.placements - sure for each in part], shares) for n in rest}
        numbers = np.array(sorted(possible), np.intp)
        rivals = Packing(np.zeros(len(numbers)), items_of(catalogue)[numbers], catalogue.item_count)
        for columns in rivals.apart() if len(numbers) else ():
            yield _ways([each.placements.intersection(numbers[columns].tolist()) for each in part], shares)


def _ways(rests: Iterable[frozenset[int]], shares: Iterable[float]) -> Ways:
    """How probable each of some sets of placements is, given the share of every time that it comes; nothing if there
    is nothing to choose."""
    totals: dict[frozenset[int], float] = {}
    for rest, share in zip(rests, shares, strict=True):
        totals[rest] = totals.get(rest, 0.0) + float(share)
    ranked = sorted((item for item in totals.items() if item[1] >= SHOWN), key=lambda item: -item[1])
    return [] if [rest for rest, _ in ranked] == [frozenset()] else ranked


def _first_cell(ways: Ways, catalogue: Catalogue) -> Cell:
    """Whatever changes elsewhere, places keep their order."""
    return min(cell for rest, _ in ways for number in rest for cell in catalogue.cells_of(number))
