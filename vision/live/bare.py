"""What is seen, held against how the squares of the board looked before.

Where one on which nothing lay still looks so, nothing has come to lie, and where one looks wholly otherwise something
has: on the board, or on what lay there (``atop``). Where all beyond an edge looks so, nothing hangs over it.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from referee.grid import Cell, GridSize
from referee.piece import PieceSet
from referee.polyomino import Cells, is_connected
from vision.frame import Frame, Picture, size_of
from vision.kind import KINDS, LEATHER, USUAL_THICKNESS
from vision.live.atop import around, laid_atop, places
from vision.live.bearings import SLIGHTLY
from vision.live.glare import Glare, Sides, told_by_sides
from vision.live.judgement import placed
from vision.live.past import Covering, Differences, Now, Past, is_burnt
from vision.live.slid import Slid, reached, slid, told_of_slid
from vision.live.squares import TOPS, Plane, crossed, plane_at, squares
from vision.live.strange import Strange, Tiles, not_grown, tiles_of
from vision.live.texture import Texture
from vision.live.watch import Watcher
from vision.look import Known, Look
from vision.names import STRANGER, id_of, seen_set
from vision.pieces.catalogue import catalogue
from vision.pose import BoardPose, mean_cell_px, pose_in
from vision.sighting import Alternative, SeenBoard, SeenPiece, Sighting

LIKELY = 0.2
"""The only explanation that is left must have had this probability before."""
MOSTLY = 0.7
"""A piece has come only if less than this share of its cells look as when they were empty."""
LIKELIER = 0.5
"""So probable a piece must be, by all alternatives together, to be asked about though its squares look nearly as when
they were empty."""
THINNER, THICKER = 0.5, 1.5
"""So much thinner and thicker than usual pieces may be: not of every make are they measured."""
BLUR_PX = 2.0
"""So far what is of another colour shows beside it in the picture of a camera."""
KNOCKED = 3.0
"""A board that is found anew within so many cells is the same for a lamp, and looks much as it did."""
COME = 0.9
"""How probable it is that what has come unseen is the piece which has the shape of the cells that have changed."""


class Reminded:
    """Eyes for one board that hold what they see against what it looked like when it was empty."""

    def __init__(self, watcher: Watcher, piece_set: PieceSet) -> None:
        self._watcher, self._bare = watcher, Bare(piece_set)
        self._heeded: tuple[Sighting | None, Known, Sighting | None] = None, Known(), None

    @property
    def pose(self) -> BoardPose | None:
        """Where the board lies; None until it has been found."""
        return self._watcher.pose

    def show_board(self, pose: BoardPose) -> None:
        """Somebody has shown where the board lies."""
        self._watcher.show_board(pose)

    def likeness(self, bgr: Picture, pose: BoardPose) -> float:
        """How much (0 to 1) of the board would look as it did if it lay so, whichever corner is its first."""
        return self._watcher.likeness(bgr, pose)

    def look(self, frame: Frame, known: Known) -> Look:
        """What this frame shows, given what the match knows."""
        look = self._watcher.look(frame, known)
        seen, before, heeded = self._heeded
        if look.sighting is not seen or known != before or look.board_found:  # else nothing has happened since
            heeded = self._bare.heeded(look, frame.bgr, known).sighting
            self._heeded = look.sighting, known, heeded
        return replace(look, sighting=heeded)


@dataclass(frozen=True, eq=False)
class Held:
    """A look held against the past: the squares as they are ``now``, the ``ground`` and its ``tiles``, what was
    ``found`` to have become of the squares, those on which something has ``come`` unseen, and what has slid ``aside``.

    Something is known to be ``lying`` on some squares, and to stand ``before`` others. Those that are ``surely_bare``
    look as they did when they were; those that are ``still`` have not changed at all, as far as nothing was
    ``overlooked`` there. Of ``white`` ones light leaves nothing but what is seen of ``sides``."""

    now: Now
    ground: Plane
    tiles: Tiles
    found: Differences
    come: frozenset[Cell]
    aside: Slid
    lying: frozenset[Cell]
    before: frozenset[Cell]
    surely_bare: Set[Cell]
    still: Set[Cell]
    overlooked: frozenset[Cell]
    white: frozenset[Cell]
    sides: Sides


class Bare:
    """Remembers how the cells of one board looked, with what lies there now and bare, and holds new looks against
    that."""

    def __init__(self, piece_set: PieceSet) -> None:
        self._piece_set = piece_set
        self._past, self._strange, self._texture, self._glare = Past(), Strange(), Texture(), Glare()
        self._board: SeenBoard | None = None
        self._unseen: frozenset[Cell] = frozenset()
        """Bare squares before which something has come to stand, since they were last seen as they were."""
        self._unproved: frozenset[Cell] = frozenset()
        """Squares that have changed, or were seen for the first time, and were bare at a quick look only."""

    def heeded(self, look: Look, bgr: Picture, known: Known) -> Look:
        """The look without pieces, and doubts, on squares that look as they did when they were empty, and with doubts
        on squares that do not although nothing was seen to lie there."""
        if look.board_found and not _lies_as(self._board, look.board, SLIGHTLY):
            self._past, self._strange, self._texture = Past(), Strange(), Texture()
            self._unseen = self._unproved = frozenset()
            self._glare = self._glare if _lies_as(self._board, look.board, KNOCKED) else Glare()
        if look.sighting is None or look.board is None:
            return look
        self._board = look.board
        held = self._held_against_past(look.sighting, look.board, bgr, known)
        sighting, dropped = self._told(look.sighting, held, known)
        self._remember(sighting, held, known, dropped)
        return replace(look, sighting=sighting)

    def _held_against_past(self, sighting: Sighting, board: SeenBoard, bgr: Picture, known: Known) -> Held:
        """How the squares look now, and what has become of them."""
        past, on_cells = self._past, _covering(piece.cells for piece in known.lying)
        lying = frozenset(on_cells)
        thickness = sighting.thickness or USUAL_THICKNESS
        before = _before(board, sighting, size_of(bgr), lying, thickness) | (self._unseen - lying)
        ground = plane_at(bgr, board)
        now = past.compared(squares(bgr, board, thickness, ground), on_cells, before)
        found, come = self._differences(now, ground, sighting, known), self._come(now, ground, known.due)
        aside = self._slid(frozenset(found.changed - sighting.hidden), ground, known)
        # What is known by now, and seen, has come since these squares were seen for sure: nothing lies on it for that.
        come_since = past.empty & _in_place(sighting, known)
        found = replace(found, changed=found.changed - reached(aside) - come_since)
        # Where what could be seen is so no more, and all looks as it did when it was bare, nothing lies unseen.
        gone = found.bared & found.changed
        white = frozenset(cell for cell in board.grid if cell not in gone and is_burnt(now.around[cell][TOPS]))
        sides = self._glare.sides(white, ground, pose_in(board, size_of(bgr)), thickness)
        # What a careful look sees is not held against what a quick one may have overlooked.
        overlooked = come | (self._unproved if sighting.careful else frozenset())
        return Held(
            now,
            ground,
            tiles_of(ground, board.grid),
            found,
            frozenset(come),
            aside,
            lying,
            before,
            surely_bare=found.same & past.empty,
            still=found.still - overlooked,
            overlooked=frozenset(overlooked),
            white=white,
            sides=sides,
        )

    def _told(self, sighting: Sighting, held: Held, known: Known) -> tuple[Sighting, frozenset[Cell]]:
        """The sighting as far as the past bears it out, and the squares on which something seemed to lie that is told
        to lie there no more.

        First what cannot have come is left out, then what was not noticed is doubted, and last what slid or lies on
        others is told: each step goes by what those before have left.
        """
        past, found, empty = self._past, held.found, self._past.empty
        changed = (found.changed & empty) | held.come
        unfilled = partial(self._strange.unfilled, tiles=held.tiles, light=held.now.light, bare=held.surely_bare)
        sighting = sighting if past else _begun(sighting, known)
        sighting = _not_beyond(sighting, past.unchanged_beyond(held.now))
        sighting = _undisturbed(sighting, held.still & (empty | held.lying), known)
        sighting = not_grown(sighting, found.still, known, unfilled)
        same = held.surely_bare - held.overlooked - self._stirred(sighting, held.now)
        sighting = _emptied(self._kept(sighting, held.now, known), same, held.still & empty, known)

        sighting = self._noticed(_filled(sighting, changed), changed)
        sighting = told_by_sides(sighting, held.sides, held.white, known, catalogue(self._piece_set))
        sighting = self._strange.told(sighting, held.lying, unfilled)

        sighting = laid_atop(sighting, known, held.now, found, self._piece_set)
        claimed, sighting = _covered(sighting), told_of_slid(sighting, held.aside)
        burnt = held.white | (sighting.burnt - held.found.bared)
        return replace(sighting, burnt=burnt), claimed - _covered(sighting)

    def _remember(self, sighting: Sighting, held: Held, known: Known, dropped: frozenset[Cell]) -> None:
        """How the squares look that are seen for sure, and which of them are bare; not those of what was ``dropped``,
        for though nothing is told to lie there they are not bare."""
        past, found, now, grid = self._past, held.found, held.now, sighting.board.grid
        self._unseen = (held.before & past.empty) - found.same - _covered(sighting)
        sure = self._sure(sighting, known, found, grid) - self._unseen - dropped
        bare = frozenset(sure - _covered(sighting))
        self._unproved = self._unproved - bare if sighting.careful else self._unproved | (bare - found.still)
        self._texture.remember(sure, held.ground)
        self._glare.remember(bare, _covered(sighting), held.ground, held.sides)
        past.remember(now, sure, _covering(_lying(sighting)))
        past.note(held.come, now)
        self._strange.forget(reached(held.aside))
        self._strange.remember(bare, held.tiles, now, careful=sighting.careful)
        if found.lit or not now.light.is_alike:
            self._forget((sighting.uncertain & past.empty).difference(*map(_cells, sighting.alternatives)))
        if not sighting.alternatives and not sighting.problems:
            past.remember_beyond(now, grid)

    def _forget(self, doubtful: Set[Cell]) -> None:
        """Where the light has changed here and not there, bare squares in doubt with nothing to choose from are seen by
        themselves from now on: what they looked like was in another light."""
        self._past.forget(doubtful)
        self._strange.forget(doubtful)
        self._texture.forget(doubtful)

    def _differences(self, now: Now, ground: Plane, sighting: Sighting, known: Known) -> Differences:
        """What has become of the squares. Where the pattern of all that have changed in one place has lasted, or they
        have changed as what is beside them has, only the light has: along the edge of a shadow, or where a lamp is
        mirrored. And so it may have on single squares. Where a new piece is seen something has come, unless it is
        leather, for which a dark square may be taken."""
        found, grid = self._past.differences(now), sighting.board.grid
        lying = {piece.cells for piece in known.lying}
        new = (piece for piece in sighting.pieces if piece.cells not in lying and id_of(piece.piece) != LEATHER)
        come = {cell for piece in new for cell in piece.cells}
        changed, left = places(found.changed, grid), found.changed - come
        lasting = [place for place in changed if self._texture.lasts_on(place, ground)]
        either = places(left, grid) + places(left & self._past.empty, grid)
        going_on = frozenset[Cell]().union(*(one for one in either if self._texture.goes_on(one, ground, come)))
        lit = going_on.union(*lasting)
        single = [place for place in changed if len(place) == 1] if lit else []
        return Differences(
            frozenset(found.changed - lit).difference(*single),
            found.same | going_on,
            found.bared,
            found.still | going_on,
            lit,
        )

    def _slid(self, changed: frozenset[Cell], ground: Plane, known: Known) -> Slid:
        """What has slid a little, if pieces are told by their prints; of one colour another looks the same aside."""
        return {} if KINDS[self._piece_set.game].alike else slid(known, changed, self._texture, ground)

    def _come(self, now: Now, ground: Plane, due: Set[Cell]) -> Set[Cell]:
        """The bare squares, if any, that alone have changed, not by light, and have the shape of a piece. Of a single
        one that is believed only where it is due, and nothing has come to stand before it. While another light falls
        here than there, what changes most may be anything."""
        if not now.light.is_alike:
            return frozenset()
        shapes = _of_shape(self._piece_set)
        for come in self._past.outstanding(now, max(map(len, shapes))):
            if (len(come) > 1 or come <= due - now.before) and self._piece_set.canonical(tuple(come)) in shapes:
                is_lit = self._texture.lasts_on(come, ground) or self._texture.goes_on(come, ground)
                return frozenset() if is_lit else come
        return frozenset()

    def _stirred(self, sighting: Sighting, now: Now) -> set[Cell]:
        """The squares of pieces that are likelier there than not and have surely changed: doubts about those do not end
        because they have not changed much."""
        come = (piece for piece in _likelier(sighting) if self._past.is_stirred(piece.cells, now))
        return {cell for piece in come for cell in piece.cells}

    def _kept(self, sighting: Sighting, now: Now, known: Known) -> Sighting:
        """The sighting with pieces known to lie there that were not seen, where all looks more as it did with them than
        as it did when it was bare."""
        told = _covered(sighting) | sighting.hidden
        kept = tuple(
            piece
            for piece in known.lying
            if told.isdisjoint(piece.cells) and all(self._past.is_still(cell, now) for cell in piece.cells)
        )
        if not kept:
            return sighting
        uncertain = sighting.uncertain.difference(cell for piece in kept for cell in piece.cells)
        left = tuple(one for one in sighting.alternatives if placed(kept) <= placed(one.pieces)) if uncertain else ()
        return replace(sighting, pieces=sighting.pieces + kept, uncertain=uncertain, alternatives=left)

    def _noticed(self, sighting: Sighting, changed: Set[Cell]) -> Sighting:
        """The sighting with doubts where what has come is not explained: it may be the piece of that shape. What lies
        wrongly may reach farther than it is told to."""
        grid, wrong = sighting.board.grid, {cell for problem in sighting.problems for cell in problem.cells}
        unexplained = places(changed - _covered(sighting) - sighting.hidden, grid)
        come = tuple(sorted(cell for place in unexplained if not place <= around(wrong, grid) for cell in place))
        if not come or any(_cells(one).issuperset(come) for one in sighting.alternatives):
            return sighting
        names = _of_shape(self._piece_set).get(self._piece_set.canonical(come), ()) if is_connected(come) else ()
        asked = sighting.alternatives
        if len(names) == 1:
            piece = SeenPiece(names[0], come, COME)
            asked = Alternative((piece,), COME), Alternative((), round(1 - COME, 3))
        return replace(sighting, uncertain=sighting.uncertain.union(come), alternatives=asked)

    def _sure(self, sighting: Sighting, known: Known, found: Differences, grid: GridSize) -> Set[Cell]:
        """The squares that are seen for sure: neither those around what lies wrongly, which may reach farther, nor what
        has changed where pieces lie while something has come that is not seen just there, for it may lie on them, nor
        where something is due, which may come unseen."""
        wrong = {cell for problem in sighting.problems for cell in problem.cells}
        doubtful = wrong | around(wrong, grid)
        below = {name for problem in sighting.problems for name in problem.on}
        doubtful |= {cell for piece in known.lying if piece.piece in below for cell in piece.cells}
        if come := {piece.cells for piece in sighting.pieces} - {piece.cells for piece in known.lying}:
            lying = {cell for piece in known.lying for cell in piece.cells}
            doubtful |= (lying & found.changed).difference(*come)
        doubtful |= (known.due & self._past.empty) - _covered(sighting)
        return set(grid) - sighting.uncertain - sighting.hidden - doubtful


def _lies_as(before: SeenBoard | None, now: SeenBoard | None, cells: float) -> bool:
    """Whether a board that was found anew lies within so many cells of where it lay when something was seen on it last:
    the camera has been knocked, or the light has changed."""
    if before is None or now is None or not (before.found and now.found):
        return False
    first, second = np.array(before.corners_xy), np.array(now.corners_xy)
    return bool(np.linalg.norm(second - first, axis=1).max() < cells * mean_cell_px(second, now.grid))


def _before(
    board: SeenBoard, sighting: Sighting, size_px: tuple[int, int], lying: Set[Cell], thickness: float
) -> frozenset[Cell]:
    """The squares that may look otherwise for what has come to stand before them: bare ones, and what lies beside it,
    for how high that is, is not known to a hair."""
    come = {cell for piece in sighting.pieces for cell in piece.cells} - lying
    thinner, thicker = (THINNER - 1) * thickness, (THICKER - 1) * thickness
    bare = crossed(board, size_px, come, 0.0, THICKER * thickness) - lying
    tops = crossed(board, size_px, come, thinner, thicker, BLUR_PX) & lying
    return (bare | tops) - come


@lru_cache(maxsize=4)
def _of_shape(piece_set: PieceSet) -> dict[Cells, list[str]]:
    """The pieces of each shape that do not look alike."""
    found: dict[Cells, list[str]] = {}
    for name in catalogue(piece_set).names:
        if name != STRANGER:
            found.setdefault(piece_set.canonical(seen_set(piece_set).by_id[name].cells), []).append(name)
    return found


def _in_place(sighting: Sighting, known: Known) -> frozenset[Cell]:
    """Cells of what is seen just where it is known to lie."""
    there = placed(sighting.pieces) & placed(known.lying)
    return frozenset(cell for _, cells in there for cell in cells)


def _covered(sighting: Sighting) -> frozenset[Cell]:
    """Cells on which something was seen to lie."""
    return frozenset(cell for cells in _lying(sighting) for cell in cells)


def _lying(sighting: Sighting) -> list[Cells]:
    """The cells of all that was seen to lie there."""
    return [piece.cells for piece in sighting.pieces] + [problem.cells for problem in sighting.problems]


def _covering(lying: Iterable[Cells]) -> Covering:
    """What lies on each cell."""
    return {cell: frozenset(cells) for cells in lying for cell in cells}


def _cells(alternative: Alternative) -> frozenset[Cell]:
    return frozenset(cell for piece in alternative.pieces for cell in piece.cells)


def _begun(sighting: Sighting, known: Known) -> Sighting:
    """The first sighting of a board without doubts where nothing lies as far as anybody knows, nor was seen for sure: a
    match begins with a bare board. But where something lies in whatever way it is read, only what it is is doubtful."""
    ways = [_cells(one) for one in sighting.alternatives]
    if known.lying or sighting.pieces or sighting.problems or (ways and frozenset.intersection(*ways)):
        return sighting
    return replace(sighting, uncertain=frozenset(), alternatives=())


def _undisturbed(sighting: Sighting, same: Set[Cell], known: Known) -> Sighting:
    """The sighting without new pieces and problems where all looks as before: nothing has come there."""
    lying = {piece.cells for piece in known.lying}
    pieces = tuple(one for one in sighting.pieces if one.cells in lying or not same >= set(one.cells))
    problems = tuple(one for one in sighting.problems if not same >= set(one.cells))
    return replace(sighting, pieces=pieces, problems=problems)


def _likelier(sighting: Sighting) -> list[SeenPiece]:
    """Pieces in doubt that are likelier there than not."""
    total, shares = sum(one.confidence for one in sighting.alternatives), dict[SeenPiece, float]()
    for alternative in sighting.alternatives:
        for piece in alternative.pieces:
            shares[piece] = shares.get(piece, 0.0) + alternative.confidence
    return [piece for piece, share in shares.items() if share >= LIKELIER * total]


def _emptied(sighting: Sighting, same: Set[Cell], still: Set[Cell], known: Known) -> Sighting:
    """The sighting without new pieces that would be nothing but empty squares which have not changed at all, and
    without doubts where squares look as they did."""
    lying = {piece.cells for piece in known.lying}
    kept = tuple(one for one in sighting.pieces if one.cells in lying or not _is_mere(one, still))
    uncertain = sighting.uncertain - same
    left = [one for one in sighting.alternatives if not any(_is_mere(piece, same) for piece in one.pieces)]
    return replace(sighting, pieces=kept, uncertain=uncertain, alternatives=tuple(left) if uncertain else ())


def _not_beyond(sighting: Sighting, same: Set[Cell]) -> Sighting:
    """The sighting without explanations by which a piece hangs over an edge beyond which all looks as before."""
    left = tuple(one for one in sighting.alternatives if same.isdisjoint(_cells(one)))
    return replace(sighting, alternatives=left) if left else sighting


def _filled(sighting: Sighting, changed: Set[Cell]) -> Sighting:
    """The sighting without explanations by which squares that have changed are empty; where one is left, with that."""
    doubtful = sighting.uncertain & changed
    if not doubtful:
        return sighting
    left = [one for one in sighting.alternatives if doubtful <= _cells(one)]
    if len(left) != 1 or left[0].confidence < LIKELY:
        return replace(sighting, alternatives=tuple(left) or sighting.alternatives)
    new = tuple(piece for piece in left[0].pieces if not sighting.uncertain.isdisjoint(piece.cells))
    uncertain = sighting.uncertain - _cells(left[0])
    return replace(sighting, pieces=sighting.pieces + new, uncertain=uncertain, alternatives=())


def _is_mere(piece: SeenPiece, same: Set[Cell]) -> bool:
    """Whether a piece is nothing but empty squares."""
    return sum(cell in same for cell in piece.cells) >= MOSTLY * len(piece.cells)
