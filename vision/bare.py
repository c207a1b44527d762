"""How the squares of a board looked before.

Where one on which nothing lay still looks so, nothing has come to lie, and where one looks wholly otherwise something
has: on the board, or on what lay there (``atop``). Where all beyond an edge looks so, nothing hangs over it.
"""

from collections.abc import Mapping, Set
from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from referee.grid import Cell
from referee.piece import PieceSet
from referee.polyomino import Cells, is_connected
from vision.atop import Differences, laid_atop
from vision.catalogue import catalogue
from vision.frame import Frame, Picture
from vision.judgement import placed
from vision.kind import STRANGER, USUAL_THICKNESS, seen_set
from vision.look import Known, Look
from vision.pose import BoardPose
from vision.sighting import Alternative, SeenPiece, Sighting
from vision.squares import BOARD, TOPS, Colours, squares
from vision.watch import Watcher

UNCHANGED = 6.0
"""Mean difference (CIE Lab) of its parts up to which a cell looks as before."""
CHANGED = 14.0
"""The same for each of its parts from which on something lies there."""
CHANGED_TOP = 10.0
"""The same for the middle one of the parts of a top: nothing of its own height casts a shadow on it, nor hides it."""
OUTSTANDING = 2.0
"""What comes to lie may look much like the bare board, more so in a dim light: so many times more than any other square
each part of those that it covers has changed ..."""
LEAST_CHANGED = 2.5
"""... and at least by so much."""
LIKELY = 0.2
"""The only explanation that is left must have had this probability before."""
MOSTLY = 0.7
"""A piece has come only if less than this share of its cells look as when they were empty."""
COME = 0.9
"""How probable it is that what has come unseen is the piece which has the shape of the cells that have changed."""

Distances = npt.NDArray[np.float32]


class Reminded:
    """Eyes for one board that hold what they see against what it looked like when it was empty."""

    def __init__(self, watcher: Watcher, piece_set: PieceSet) -> None:
        self._watcher, self._bare = watcher, Bare(piece_set)
        self._heeded: tuple[Sighting | None, Known, Sighting | None] = None, Known(), None

    def show_board(self, pose: BoardPose) -> None:
        """Somebody has shown where the board lies."""
        self._watcher.show_board(pose)

    def look(self, frame: Frame, known: Known) -> Look:
        """What this frame shows, given what the match knows."""
        look = self._watcher.look(frame, known)
        seen, before, heeded = self._heeded
        if look.sighting is not seen or known != before or look.board_found:  # else nothing has happened since
            heeded = self._bare.heeded(look, frame.bgr, known).sighting
            self._heeded = look.sighting, known, heeded
        return replace(look, sighting=heeded)


class Bare:
    """Remembers how the cells of one board looked, with what lies there now and bare, and holds new looks against
    that."""

    def __init__(self, piece_set: PieceSet) -> None:
        self._piece_set = piece_set
        self._before: dict[Cell, Colours] = {}
        self._bare: dict[Cell, Colours] = {}
        self._beyond: dict[Cell, Colours] = {}
        self._come: dict[Cell, Colours] = {}
        self._empty: frozenset[Cell] = frozenset()

    def heeded(self, look: Look, bgr: Picture, known: Known) -> Look:
        """The look without pieces, and doubts, on squares that look as they did when they were empty, and with doubts
        on squares that do not although nothing was seen to lie there."""
        if look.board_found:
            self._before.clear()
            self._bare.clear()
            self._come.clear()
            self._beyond.clear()
            self._empty = frozenset()
        if look.sighting is None or look.board is None:
            return look
        around = squares(bgr, look.board, look.sighting.thickness or USUAL_THICKNESS)
        now = {cell: colours for cell, colours in around.items() if cell in look.board.grid}
        light = _light(self._before, now)
        lying = {cell for piece in known.lying for cell in piece.cells}
        apart = self._apart(now, light, lying)
        found = self._differences(apart, now, light)
        come = self._outstanding(apart, known.due)
        self._come |= {cell: now[cell] for cell in come}
        same, changed = (found.same & self._empty) - come, (found.changed & self._empty) | come
        sighting = look.sighting if self._before else _begun(look.sighting, known)
        sighting = _not_beyond(sighting, self._unchanged_beyond(around, light))
        sighting = _undisturbed(sighting, same | (found.same & lying), known)
        sighting = _emptied(self._kept(sighting, now, light, known), same, known)
        sighting = self._noticed(_filled(sighting, changed), changed)
        sighting = laid_atop(sighting, known, found, self._piece_set)
        self._remember(now, sighting, known, found)
        if not sighting.alternatives and not sighting.problems:
            self._beyond = {cell: colours for cell, colours in around.items() if cell not in now}
        return replace(look, sighting=sighting)

    def _unchanged_beyond(self, around: Mapping[Cell, Colours], light: Colours) -> set[Cell]:
        """The squares beyond the edges that look as they did when all on the board was clear."""
        both = self._beyond.keys() & around.keys()
        return {cell for cell in both if _apart(self._beyond[cell], around[cell], light)[BOARD].mean() < UNCHANGED}

    def _apart(self, now: Mapping[Cell, Colours], light: Colours, lying: Set[Cell]) -> dict[Cell, Distances]:
        """How far each cell that is remembered is from what it was, whatever the light: that has changed as over most
        of the board, where what lies there has stayed. Where something is known to lie its top is looked at."""
        return {
            cell: _apart(before, now[cell], light)[TOPS if cell in lying else BOARD]
            for cell, before in self._before.items()
        }

    def _differences(self, apart: Mapping[Cell, Distances], now: Mapping[Cell, Colours], light: Colours) -> Differences:
        """What has become of the cells."""
        covered = self._bare.keys() - self._empty
        bared = {cell: _apart(self._bare[cell], now[cell], light)[BOARD] for cell in covered}
        return Differences(
            frozenset(cell for cell, parts in apart.items() if self._has_changed(cell, parts)),
            frozenset(cell for cell, parts in apart.items() if parts.mean() < UNCHANGED),
            frozenset(cell for cell, parts in bared.items() if parts.mean() < UNCHANGED),
        )

    def _has_changed(self, cell: Cell, parts: Distances) -> bool:
        """Of two prints a part may look alike by chance; of bare board only what casts a shadow there does."""
        return bool(parts.min() > CHANGED if cell in self._empty else np.median(parts) > CHANGED_TOP)

    def _outstanding(self, apart: Mapping[Cell, Distances], due: Set[Cell]) -> Set[Cell]:
        """The bare squares, if any, that have changed while nothing else on the board has, and have the shape of a
        piece. Of a single one that is believed only where it is due."""
        shapes = _of_shape(self._piece_set)
        most = {cell: float(parts.mean()) for cell, parts in apart.items()}
        order = sorted(apart.keys() & self._empty, key=lambda cell: -float(apart[cell].min()))
        for count in range(min(max(map(len, shapes)), len(order) - 1), 0, -1):
            come = frozenset(order[:count])
            others = max(most[cell] for cell in most.keys() - come)
            stands_out = apart[order[count - 1]].min() > max(LEAST_CHANGED, OUTSTANDING * others)
            if stands_out and (count > 1 or come <= due) and self._piece_set.canonical(tuple(come)) in shapes:
                return come
        return frozenset()

    def _kept(self, sighting: Sighting, now: Mapping[Cell, Colours], light: Colours, known: Known) -> Sighting:
        """The sighting with pieces known to lie there that were not seen, where all looks more as it did with them than
        as it did when it was bare."""
        told = _covered(sighting) | sighting.hidden
        kept = tuple(
            piece
            for piece in known.lying
            if told.isdisjoint(piece.cells) and all(self._is_still(cell, now[cell], light) for cell in piece.cells)
        )
        if not kept:
            return sighting
        uncertain = sighting.uncertain.difference(cell for piece in kept for cell in piece.cells)
        left = tuple(one for one in sighting.alternatives if placed(kept) <= placed(one.pieces)) if uncertain else ()
        return replace(sighting, pieces=sighting.pieces + kept, uncertain=uncertain, alternatives=left)

    def _is_still(self, cell: Cell, now: Colours, light: Colours) -> bool:
        """Whether a square looks more as it did when it was last covered than as it did when it was bare."""
        covered = self._come if cell in self._empty else self._before
        if cell not in covered or cell not in self._bare:
            return False
        since, bare = (_apart(memory[cell], now, light)[BOARD].mean() for memory in (covered, self._bare))
        return bool(since < bare)

    def _noticed(self, sighting: Sighting, changed: Set[Cell]) -> Sighting:
        """The sighting with doubts where what has come is not explained: it may be the piece of that shape."""
        come = tuple(sorted(changed - _covered(sighting) - sighting.hidden))
        if not come or any(_cells(one).issuperset(come) for one in sighting.alternatives):
            return sighting
        names = _of_shape(self._piece_set).get(self._piece_set.canonical(come), ()) if is_connected(come) else ()
        asked = sighting.alternatives
        if len(names) == 1:
            piece = SeenPiece(names[0], come, COME)
            asked = Alternative((piece,), COME), Alternative((), round(1 - COME, 3))
        return replace(sighting, uncertain=sighting.uncertain.union(come), alternatives=asked)

    def _remember(self, now: Mapping[Cell, Colours], sighting: Sighting, known: Known, found: Differences) -> None:
        """What is sure is remembered, but not what has changed where pieces lie while something has come: it may lie on
        them; nor where something is due, which may come unseen."""
        doubtful = {cell for problem in sighting.problems for cell in problem.cells}
        below = {name for problem in sighting.problems for name in problem.on}
        doubtful |= {cell for piece in known.lying if piece.piece in below for cell in piece.cells}
        if {piece.cells for piece in sighting.pieces} - {piece.cells for piece in known.lying}:
            doubtful |= {cell for piece in known.lying for cell in piece.cells} & found.changed
        doubtful |= (known.due & self._empty) - _covered(sighting)
        sure = now.keys() - sighting.uncertain - sighting.hidden - doubtful
        self._before.update((cell, now[cell]) for cell in sure)
        self._empty = self._empty.union(sure) - _covered(sighting)
        self._bare.update((cell, now[cell]) for cell in sure & self._empty)


def _light(before: Mapping[Cell, Colours], now: Mapping[Cell, Colours]) -> Colours:
    """By how much (CIE Lab) the light has changed on most cells."""
    shifts = [(now[cell] - colours)[BOARD].mean(axis=(0, 1)) for cell, colours in before.items()]
    return np.asarray(np.median(shifts, axis=0) if shifts else np.zeros(3), np.float32)


def _apart(before: Colours, now: Colours, light: Colours) -> Distances:
    """How far the parts of a cell are from what they were: planes x parts x parts."""
    return np.asarray(np.linalg.norm(now - before - light, axis=3), np.float32)


@lru_cache(maxsize=4)
def _of_shape(piece_set: PieceSet) -> dict[Cells, list[str]]:
    """The pieces of each shape that do not look alike."""
    found: dict[Cells, list[str]] = {}
    for name in catalogue(piece_set).names:
        if name != STRANGER:
            found.setdefault(piece_set.canonical(seen_set(piece_set).by_id[name].cells), []).append(name)
    return found


def _covered(sighting: Sighting) -> frozenset[Cell]:
    """Cells on which something was seen to lie."""
    lying = [piece.cells for piece in sighting.pieces] + [problem.cells for problem in sighting.problems]
    return frozenset(cell for cells in lying for cell in cells)


def _cells(alternative: Alternative) -> frozenset[Cell]:
    return frozenset(cell for piece in alternative.pieces for cell in piece.cells)


def _begun(sighting: Sighting, known: Known) -> Sighting:
    """The first sighting of a board without doubts where nothing lies as far as anybody knows, nor was seen for sure: a
    match begins with a bare board."""
    if known.lying or sighting.pieces or sighting.problems:
        return sighting
    return replace(sighting, uncertain=frozenset(), alternatives=())


def _undisturbed(sighting: Sighting, same: Set[Cell], known: Known) -> Sighting:
    """The sighting without new pieces and problems where all looks as before: nothing has come there."""
    lying = {piece.cells for piece in known.lying}
    pieces = tuple(one for one in sighting.pieces if one.cells in lying or not same >= set(one.cells))
    problems = tuple(one for one in sighting.problems if not same >= set(one.cells))
    return replace(sighting, pieces=pieces, problems=problems)


def _emptied(sighting: Sighting, same: Set[Cell], known: Known) -> Sighting:
    """The sighting without new pieces that would be nothing but empty squares, and without doubts there."""
    lying = {piece.cells for piece in known.lying}
    kept = tuple(one for one in sighting.pieces if one.cells in lying or not _is_mere(one, same))
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
