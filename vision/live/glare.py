"""What lies in the glare of a lamp, told by its sides.

Where a light burns out the board and the tops of what lies there alike, both are plain white. But a side that faces the
camera stands in another light, right on a line between squares: where something darker is seen on one that was white,
a piece ends there.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.grid import Cell, beside
from referee.polyomino import Cells
from vision.live.past import BURNT, is_burnt
from vision.live.squares import CELL_PX, INSET, Plane, mask_of, pixels_of
from vision.look import Known
from vision.names import STRANGER, colour_of
from vision.pieces.catalogue import Catalogue
from vision.pose import BoardPose
from vision.sighting import Alternative, SeenPiece, Sighting

LEAST_PX = 1.0
"""A side is seen if it takes so many pixels of the board (of ``CELL_PX`` a cell) or more."""
DARKER = 15.0
"""What is darker than white by so much (CIE L*) is no noise of a camera, nor of JPEG beside an edge; nor is it a line
of the board, which is fainter, where a light has moved on."""
BESIDE_PX = 3
"""So far on either side of a line a side is looked for."""
WHOLE, BROKEN = 0.7, 0.3
"""A side is seen along this share of its line; where it is along no more than the second share there is none."""
CLEAN = 0.9
"""So much of a strip about a line must have been white, or what is darker there may have been so before."""
FEWEST = 2
"""Of a single side nothing is told."""
TOLD = 0.9
"""How probable the only piece is that has all the sides which are seen."""
MOST_OFFERED = 6
"""Of more pieces than these nobody would choose."""

Step = tuple[int, int]
Side = tuple[Cell, Step]
"""A side of a square, by the way (down, right) that leads out of the square over it."""
Lightness = npt.NDArray[np.float32]
"""How light a plane is: rows x columns, CIE L*."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Those of squares in the glare that would face the camera: which are ``seen``, where there are ``none``, and of
    which that cannot be told, for they are ``faint``; and which there ``were`` since those squares were bare."""

    seen: frozenset[Side] = frozenset()
    none: frozenset[Side] = frozenset()
    faint: frozenset[Side] = frozenset()
    were: frozenset[Side] = frozenset()

    def open(self, lying: Set[Cell], told: Set[Cell]) -> tuple[set[Side], set[Side]]:
        """Those that are seen though nothing is known to lie there, and those of what is ``lying`` there that are not
        seen any more though nothing is known to lie before them; but what is ``told`` already is neither."""
        come = {side for side in self.seen if not _touches(side, lying | told)}
        gone = self.none & self.were
        return come, {side for side in gone if side[0] in lying and _beyond(side) not in lying | told}

    def show(self, cells: Cells) -> bool:
        """Whether some sides of a piece on these squares are seen."""
        return any(side[0] in cells for side in self.seen)

    def are_plain_of(self, cells: Set[Cell], lying: Set[Cell]) -> bool:
        """Whether of none that a piece on these squares has it cannot be told whether it is seen."""
        filled = lying | cells
        return not any(side[0] in cells and _beyond(side) not in filled for side in self.faint)

    def speak_for(self, cells: Iterable[Cell], lying: Set[Cell]) -> bool:
        """Whether on these squares, and on those beside them, all sides are seen as they would be if a piece lay there
        besides what is ``lying``, and no others. Before what ends there its top may be taken for one, and its shadow;
        and of what lies there already some may be lit."""
        inside = set(cells)
        filled, near = lying | inside, inside.union(*map(beside, inside))
        for side in self.seen | self.none:
            own, beyond = side[0], _beyond(side)
            if near.isdisjoint((own, beyond)) or (beyond in filled and own not in filled):
                continue
            is_end = own in filled and beyond not in filled
            if is_end != (side in self.seen) and not (own in lying and side not in self.were):
                return False
        return True


class Glare:
    """What one board looked like bare, where it was seen to be, and which sides of pieces were seen on it since."""

    def __init__(self) -> None:
        self._bare: Lightness | None = None
        self._known: frozenset[Cell] = frozenset()
        self._were: frozenset[Side] = frozenset()

    def remember(self, bare: Set[Cell], covered: Set[Cell], ground: Plane, sides: Sides) -> None:
        """Nothing lies on these squares, as they are seen on the ``ground`` of the board, and these ``sides`` are seen
        of what lies on others. Beside ``covered`` squares a side of those may be seen: there it is remembered how it
        looked before that, as long as there is glare."""
        ends = {cell for cell, _ in sides.seen}
        near = {cell for cell in bare if not covered.isdisjoint(beside(cell))}
        clear = bare - ends - {cell for cell in near if is_burnt(ground[pixels_of(cell)])}
        before = np.zeros(ground.shape[:2], np.float32) if self._bare is None else self._bare
        self._bare = np.where(mask_of(clear, ground.shape), ground[..., 0], before)
        self._known |= clear
        self._were = frozenset(side for side in self._were | sides.seen if side[0] not in bare)

    def sides(self, white: Set[Cell], ground: Plane, pose: BoardPose, thickness: float) -> Sides:
        """What is seen of sides of pieces so thick (in cells) on those squares, of some that are ``white`` now, which
        were so when they were bare."""
        bare, known = self._bare, white & self._known
        if bare is None or not known:  # as in nearly every picture
            return Sides(were=self._were)
        was_white = bare > BURNT
        darker = was_white & (ground[..., 0] < BURNT - DARKER)
        cells = [cell for cell in known if is_burnt(bare[..., None][pixels_of(cell)])]
        every = (side for cell in cells for side in _facing(cell, pose, thickness))
        facing = frozenset(side for side in every if _beyond(side) in pose.grid)
        shares = {side: _share(darker, side) for side in facing if _strip(was_white, side).mean() >= CLEAN}
        seen = frozenset(side for side, share in shares.items() if share >= WHOLE)
        none = frozenset(side for side, share in shares.items() if share <= BROKEN)
        return Sides(seen, none, facing - seen - none, self._were)


def told_by_sides(sighting: Sighting, sides: Sides, white: frozenset[Cell], known: Known, every: Catalogue) -> Sighting:
    """The sighting with what lies on squares that are ``white``: pieces that are known to lie there and whose sides are
    seen; and the only new one whose sides those may be which are seen besides, or a doubt. What hides a side that was
    seen tells of itself too."""
    claimed = {piece.piece for piece in sighting.pieces}
    lying = frozenset(cell for piece in known.lying for cell in piece.cells)
    free = white.difference(*(piece.cells for piece in sighting.pieces))
    for piece in known.lying:
        is_missed = piece.piece not in claimed and free.issuperset(piece.cells)
        sighting = _with(sighting, piece) if is_missed and sides.show(piece.cells) else sighting
    there = {piece.cells for piece in known.lying}
    new = [piece for piece in sighting.pieces if piece.cells not in there]
    plain = [piece.cells for piece in new if sides.speak_for(piece.cells, lying)]
    told = sighting.hidden.union(*plain, *(problem.cells for problem in sighting.problems))
    come, gone = sides.open(lying, told)
    ends = {cell for cell, _ in come} | {_beyond(side) for side in gone}
    if len(come) + len(gone) < FEWEST:
        return sighting
    found = list(_fitting(sides, ends, white - told - lying, new, known, every))
    if len(found) == 1 and sides.are_plain_of(set(found[0].cells), lying):
        return _with(sighting, found[0])
    return _doubted(sighting, ends, found)


def _fitting(
    sides: Sides, ends: Set[Cell], white: frozenset[Cell], new: list[SeenPiece], known: Known, every: Catalogue
) -> Iterator[SeenPiece]:
    """The pieces which may have come on ``white`` squares, and on those of what is taken for a ``new`` piece there, by
    the sides that are seen, and are not."""
    gone = every.used_up(piece.piece for piece in known.lying)
    elsewhere = {piece.piece: set(piece.cells) for piece in new}
    lying = {cell for piece in known.lying for cell in piece.cells}
    seen_so = [(set(piece.cells), colour_of(piece.piece)) for piece in new]
    for number in every.meeting(ends):
        name, cells = every.name_of(number), every.cells_of(number)
        own = [part for part, colour in seen_so if colour == colour_of(name) and _meet(part, cells)]
        is_left = name not in gone and name != STRANGER and elsewhere.get(name, set()) <= set(cells)
        if not is_left or not set(cells) <= white.union(*own):
            continue
        is_due = bool(own) or name in known.to_come or not known.to_come
        is_whole = all(part <= set(cells) for part in own)  # no two pieces of a colour share an edge
        if is_due and is_whole and sides.speak_for(cells, lying):
            yield SeenPiece(name, cells, TOLD)


def _doubted(sighting: Sighting, ends: Set[Cell], found: list[SeenPiece]) -> Sighting:
    """The sighting with doubts on the squares on which something ends, and on those of the pieces that were found by
    their sides, if they are few enough to choose from."""
    claimed = {cell for piece in sighting.pieces for cell in piece.cells}
    offered = found if len(found) <= MOST_OFFERED else []
    ways = tuple(Alternative((piece,), round(1 / len(offered), 3)) for piece in offered)
    doubtful = frozenset(ends).union(*(piece.cells for piece in offered)) - claimed
    return replace(sighting, uncertain=sighting.uncertain | doubtful, alternatives=sighting.alternatives or ways)


def _with(sighting: Sighting, piece: SeenPiece) -> Sighting:
    """The sighting with a piece for sure, in the place of what was taken for a part of it."""
    others = tuple(one for one in sighting.pieces if set(one.cells).isdisjoint(piece.cells))
    uncertain = sighting.uncertain.difference(piece.cells)
    left = tuple(one for one in sighting.alternatives if _agrees(one, piece)) if uncertain else ()
    return replace(sighting, pieces=(*others, piece), uncertain=uncertain, alternatives=left)


def _agrees(one: Alternative, piece: SeenPiece) -> bool:
    """Whether an explanation leaves the squares of a piece to that."""
    return all(other.cells == piece.cells or set(other.cells).isdisjoint(piece.cells) for other in one.pieces)


def _facing(cell: Cell, pose: BoardPose, thickness: float) -> Iterator[Side]:
    """Those sides of a piece so thick on a square which the camera would see: so far as they are wide on the board."""
    x, y, high = pose.camera_xyh
    (row, col), least = cell, LEAST_PX / CELL_PX * high / thickness
    for step, away in (((0, -1), col - x), ((0, 1), x - col - 1), ((-1, 0), row - y), ((1, 0), y - row - 1)):
        if away >= least:
            yield cell, step


def _share(darker: npt.NDArray[np.bool_], side: Side) -> float:
    """Along which share of its line a side is seen; not at its ends, where others may begin."""
    return float(_strip(darker, side).any(axis=0).mean())


def _strip(plane: npt.NDArray[np.bool_], side: Side) -> npt.NDArray[np.bool_]:
    """The pixels of a plane about the line of a side: across x along it."""
    cell, (down, right) = side
    rows, cols = pixels_of(cell)
    crossed, along = (rows, cols) if down else (cols, rows)
    line = crossed.start if down + right < 0 else crossed.stop
    across, between = slice(line - BESIDE_PX, line + BESIDE_PX), slice(along.start + INSET, along.stop - INSET)
    return plane[across, between] if down else plane[between, across].T


def _beyond(side: Side) -> Cell:
    """The square on the other side of a side."""
    (row, col), (down, right) = side
    return row + down, col + right


def _meet(part: Set[Cell], cells: Cells) -> bool:
    """Whether some squares are others, or share an edge with them."""
    return any(cell in part or not part.isdisjoint(beside(cell)) for cell in cells)


def _touches(side: Side, cells: Set[Cell]) -> bool:
    return side[0] in cells or _beyond(side) in cells
