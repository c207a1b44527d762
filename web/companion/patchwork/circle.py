"""Patches that look alike, in Patchwork: which of them was bought the circle says, for only those in reach can be."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from referee.games.patchwork import PatchworkPosition
from referee.grid import Cell
from referee.match import Match
from referee.move import Buy, Place
from referee.polyomino import Cells
from vision.kind import LEATHER
from vision.names import id_of
from vision.sighting import Alternative, Problem, SeenPiece, Sighting
from web.companion.custom import Before
from web.companion.infer import may_lie
from web.companion.memory import Memory
from web.companion.patchwork.hindsight import OFTEN, times_moved_on
from web.companion.patchwork.sewing import laid_out, looks_alike, position_of, sewn_on, twins_of

ODD = 0.05
"""How often what comes is not a patch that may be sewn on now: nothing, or what breaks a rule; and so again for each
further patch at once, and for leather that nobody can have earned, not even by moving on where nobody says so: there is
no taking it by mistake."""
LATE = 0.5
"""How probable leather is that is seen for sure on a square of which nothing was made before something else came."""
SURE = 0.9
"""So probable an explanation must be, by what was seen and by that, to be taken without a question."""
LEAST_SEEN = 0.05
"""What the eyes hold for less likely is not taken for the rules' sake."""


def by_circle(match: Match, sighting: Sighting, before: Before, memory: Memory) -> Sighting:
    """The sighting with each new patch that looks like another called as the circle says: only those in reach can have
    been bought. Where that leaves several they are left to be asked about. If the patch that was sewn on last is gone,
    one that looks like it is the same, put elsewhere. Of what is in doubt that is taken which comes by the rules, if
    nearly nothing else does. Leather that nobody is known to have earned is in doubt where the eyes made nothing of it
    before something else came.

    Args:
        match: as far as it is known.
        sighting: what is seen.
        before: how the match stands when a patch is sewn on.
        memory: what has been seen where it lies, for what was entered by hand cannot go unseen; and what was in doubt
            already when something else came.
    """
    position = position_of(match)
    twins, lying = twins_of(match.piece_set), laid_out(position)
    moved = _taken_off(match, sighting, memory.witnessed)
    sighting = sighting if position.leather_owed else _doubted(sighting, memory.passed_over, lying)
    sighting = replace(sighting, problems=tuple(_called(one, position, moved) for one in sighting.problems))
    there = {place.cells: place.piece for place in lying}
    pieces, asked = _called_by_reach(sighting.pieces, there, position.reach, twins, moved)
    if moved and all(one.piece != moved for one in pieces):
        sighting = replace(sighting, alternatives=tuple(_of_moved(one, moved, twins) for one in sighting.alternatives))
    choices = tuple(Alternative((piece,), 1 / len(asked)) for piece in asked)
    come = tuple(piece for piece in pieces if tuple(sorted(piece.cells)) not in there)
    sighting = replace(sighting, alternatives=tuple(_as_lying(one, there) for one in sighting.alternatives))
    found = None if asked else _bought(match, come, sighting.alternatives, before, memory.passed_over)
    if found is not None:
        doubted = {cell for one in sighting.alternatives for piece in one.pieces for cell in piece.cells}
        return replace(sighting, pieces=(*pieces, *found), alternatives=(), uncertain=sighting.uncertain - doubted)
    return replace(
        sighting,
        pieces=tuple(pieces),
        alternatives=choices + sighting.alternatives,
        uncertain=sighting.uncertain.union(*(piece.cells for piece in asked)),
    )


def _called_by_reach(
    seen: Iterable[SeenPiece],
    there: Mapping[Cells, str],
    reach: Collection[str],
    twins: Mapping[str, tuple[str, ...]],
    moved: str | None,
) -> tuple[list[SeenPiece], list[SeenPiece]]:
    """Patches called as what lies ``there`` already, or as the one that was taken off (``moved``), or else as the one
    in reach that looks so; and one for each name that remains where several in reach do."""
    taken = set(there.values())
    pieces, asked = list[SeenPiece](), list[SeenPiece]()
    for piece in seen:
        known, alike = there.get(tuple(sorted(piece.cells))), twins.get(piece.piece, ())
        free = [name for name in alike if name not in taken]
        near = [name for name in free if name in reach]
        if known in alike:
            pieces.append(replace(piece, piece=known or ""))
        elif moved in alike and all(one.piece != moved for one in pieces):
            pieces.append(replace(piece, piece=moved or ""))
        elif not free or (piece.piece in taken and all(one.piece != piece.piece for one in pieces)):
            pieces.append(piece)
        elif len(near) > 1:
            asked += [replace(piece, piece=name) for name in near]
        else:
            pieces.append(replace(piece, piece=(near or free)[0]))
            taken.add(pieces[-1].piece)
    return pieces, asked


def _doubted(sighting: Sighting, passed_over: frozenset[Cell], lying: Collection[Place]) -> Sighting:
    """The sighting where it is asked whether new leather lies on squares that were passed over."""
    there = {place.cells for place in lying}
    late = [
        piece
        for piece in sighting.pieces
        if id_of(piece.piece) == LEATHER and piece.cells not in there and passed_over.issuperset(piece.cells)
    ]
    if not late:
        return sighting
    either = sighting.alternatives or (Alternative(tuple(late), LATE), Alternative((), 1 - LATE))
    return replace(
        sighting,
        pieces=tuple(piece for piece in sighting.pieces if piece not in late),
        uncertain=sighting.uncertain.union(*(piece.cells for piece in late)),
        alternatives=either,
    )


def _taken_off(match: Match, sighting: Sighting, witnessed: Collection[str]) -> str | None:
    """The patch that was sewn on last, if it looks like another, has been seen there and surely lies there no more."""
    if not match.moves or not isinstance(match.moves[-1], Buy):
        return None
    last = laid_out(position_of(match))[-1]
    alike = looks_alike(match.piece_set, last.piece)
    if len(alike) < 2 or last.piece not in witnessed or may_lie(last, sighting):
        return None
    above = [piece for piece in sighting.pieces if not set(piece.cells).isdisjoint(last.cells)]
    stays = any(piece.piece not in alike or set(piece.cells) == set(last.cells) for piece in above)
    return None if stays else last.piece


def _of_moved(one: Alternative, moved: str, twins: Mapping[str, tuple[str, ...]]) -> Alternative:
    """What may lie there, where that which looks like a patch that was moved is that one."""
    alike = [moved in twins.get(piece.piece, ()) for piece in one.pieces]
    if sum(alike) != 1:
        return one
    told = zip(one.pieces, alike, strict=True)
    return replace(one, pieces=tuple(replace(piece, piece=moved) if same else piece for piece, same in told))


def _as_lying(one: Alternative, there: Mapping[Cells, str]) -> Alternative:
    """What may lie there, with what is known to lie just there called as it is known: which of two that look alike it
    is the eyes cannot tell."""
    pieces = (replace(piece, piece=there.get(tuple(sorted(piece.cells)), piece.piece)) for piece in one.pieces)
    return replace(one, pieces=tuple(pieces))


def _called(problem: Problem, position: PatchworkPosition, moved: str | None) -> Problem:
    """A patch that lies wrongly and looks like another is the one that was taken off, or that lay just there; else the
    one in reach, or the only one that nobody has bought."""
    alike = looks_alike(position.piece_set, problem.piece or "")
    if len(alike) < 2:
        return problem
    at = {place.piece for place in laid_out(position) if not set(place.cells).isdisjoint(problem.cells)}
    bought = {place.piece for place in position.lying}
    free = [name for name in alike if name not in bought]
    near = [name for name in free if name in position.reach]
    slipped = [name for name in alike if name in at and name not in problem.on]
    could = [moved] if moved in alike else slipped or near or free
    return replace(problem, piece=could[0]) if len(could) == 1 else problem


def _bought(
    match: Match,
    come: tuple[SeenPiece, ...],
    alternatives: Collection[Alternative],
    before: Before,
    passed_over: frozenset[Cell],
) -> tuple[SeenPiece, ...] | None:
    """Which explanation is right of what lies there besides the patches that surely have ``come``, where several are
    left: mostly only one patch comes, and one that may be bought. But that a square which was in doubt already when
    something else came is leather is no likelier by now, though that may be earned since."""
    there = {place.cells for place in laid_out(position_of(match))}
    weights: dict[tuple[SeenPiece, ...], float] = {}
    believed: list[tuple[SeenPiece, ...]] = []
    leather = [piece for one in alternatives for piece in one.pieces if id_of(piece.piece) == LEATHER]
    is_old = any(passed_over.issuperset(piece.cells) for piece in leather)
    for alternative in alternatives:
        besides = tuple(piece for piece in alternative.pieces if tuple(sorted(piece.cells)) not in there)
        new = (*come, *besides)
        moved_on = _moved_on_before(match, new, before) if new else None
        legal = moved_on is not None
        odds = ODD ** (max(1, len(new)) - 1) * (_odd(match, new) if moved_on is None else _likely(moved_on))
        odds = 1.0 if is_old and not new else odds
        weights[alternative.pieces] = alternative.confidence * odds
        if alternative.confidence >= LEAST_SEEN and (not besides or (legal and len(besides) == 1)):
            believed.append(alternative.pieces)
    likeliest = max(believed, key=lambda new: weights[new], default=None)
    certain = likeliest is not None and weights[likeliest] >= SURE * sum(weights.values())
    return likeliest if certain else None


def _odd(match: Match, new: tuple[SeenPiece, ...]) -> float:
    """How often comes what may not be sewn on."""
    earned = position_of(match).leather_owed
    return ODD if sum(id_of(piece.piece) == LEATHER for piece in new) <= earned else ODD**2


def _likely(moved_on: int) -> float:
    """How often it comes to what people must have moved on for so often running, unseen."""
    return 1.0 if moved_on < OFTEN else ODD


def _moved_on_before(match: Match, new: tuple[SeenPiece, ...], before: Before) -> int | None:
    """How often people must have moved on unseen so that patches may be sewn on one after the other, in this order or
    the other way round; None where they may not."""
    courses = filter(None, (sewn_on(match, order, before) for order in (new, new[::-1])))
    times = (times_moved_on(after) - times_moved_on(match) for after in courses)
    return min(times, default=None)
