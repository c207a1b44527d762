"""What has changed on the board: what the match knows to lie there against what was seen. Pure comparison."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.grid import Cell
from referee.match import Match
from referee.move import Place
from vision.sighting import Problem, SeenPiece, Sighting
from web.companion.custom import Before
from web.companion.customs import custom_of
from web.companion.naming import move_of, name_of, owner, place_of

NOT_YOUR_TURN = "not_your_turn"
STRANGE = "unknown"
"""Kind of the problem that something is told as no piece."""
Arrival = Callable[[SeenPiece], float]
"""The number of the look in which a piece came to the board, half a look earlier if it lay wrongly at first."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One sighting against the placements of the match. What cannot be told appears nowhere.

    ``new`` are pieces surely seen that the match does not know to lie; ``in_place`` those that lie as the match has
    them; ``away`` placements whose piece surely lies there no more, ``elsewhere`` where such pieces are seen instead;
    ``undecided`` the cells of which nothing is known, leaving out those hidden and those under a problem.
    """

    sighting: Sighting
    new: tuple[SeenPiece, ...]
    in_place: frozenset[str]
    away: tuple[Place, ...]
    elsewhere: tuple[SeenPiece, ...]
    undecided: frozenset[Cell]

    @property
    def vague(self) -> frozenset[Cell]:
        """Cells that are uncertain or hidden."""
        return self.sighting.uncertain | self.sighting.hidden

    @property
    def occupied(self) -> frozenset[Cell]:
        """Cells on which something new lies, or may lie."""
        claimed = frozenset(cell for piece in self.new for cell in piece.cells)
        return claimed | _covered(self.sighting.problems) | self.undecided

    @property
    def strange(self) -> frozenset[Cell]:
        """Cells of what is told as no piece, and may be one."""
        return _covered(problem for problem in self.sighting.problems if problem.kind == STRANGE)

    def seen(self, piece: str | None) -> SeenPiece | None:
        """Where a piece surely lies."""
        return next((seen for seen in self.sighting.pieces if seen.piece == piece), None)


def compare(lying: Iterable[Place], sighting: Sighting) -> Difference:
    """How the board differs from what the match knows to lie on it."""
    seen = {piece.piece: piece for piece in sighting.pieces}
    known = {name_of(place): place for place in lying}
    in_place = {piece for piece, place in known.items() if piece in seen and same(seen[piece], place)}
    away = tuple(
        place
        for piece, place in known.items()
        if piece not in in_place and (piece in seen or not may_lie(place, sighting))
    )
    gone = {name_of(place) for place in away}
    explained = {cell for piece, place in known.items() if piece not in gone for cell in place.cells}
    return Difference(
        sighting=sighting,
        new=tuple(piece for piece in sighting.pieces if piece.piece not in known),
        in_place=frozenset(in_place),
        away=away,
        elsewhere=tuple(seen[piece] for piece in sorted(gone & seen.keys())),
        undecided=sighting.uncertain - sighting.hidden - explained - _covered(sighting.problems),
    )


def steadily_away(now: Difference, before: Difference | None) -> tuple[Place, ...]:
    """The placements whose piece is away in two looks running: one look is not enough to believe that."""
    return tuple(place for place in now.away if before is not None and place in before.away)


def misread(place: Place, now: Difference, before: Difference | None, undisturbed: bool) -> SeenPiece | None:
    """The piece that was taken for this placement by mistake, if two looks running agree on it.

    A piece whose place is taken by another for the better half was misread. Where nobody has touched the board
    since, whatever is seen instead was misread too.
    """
    if before is None or place not in before.away or place not in now.away:
        return None
    claims = [claim for claim in (*now.new, *now.elsewhere) if _claimed(claim, before)]
    near = [claim for claim in claims if 2 * len(set(claim.cells) & set(place.cells)) > len(place.cells)]
    suspects = [claim for claim in near if claim.piece != name_of(place)]
    if undisturbed:
        suspects = near or [claim for claim in claims if claim.piece == name_of(place)] or claims
    return suspects[0] if len(suspects) == 1 else None


def placement(match: Match, piece: SeenPiece) -> Place:
    """The move that a new piece on the board stands for: of the player who holds it, else of whose turn it is."""
    position = match.position
    last = position.lying[-1].player if position.lying else position.players[-1]
    return place_of(owner(match, piece) or position.to_move or last, piece.piece, piece.cells)


def is_legal(match: Match, place: Place) -> bool:
    """Whether the move that a placement stands for is allowed now."""
    return match.game.judge(match.position, move_of(match, place)).legal


def is_out_of_turn(match: Match, place: Place) -> bool:
    """Whether the move that a placement stands for is somebody's whose turn it is not."""
    return NOT_YOUR_TURN in broken(match, place)


def broken(match: Match, place: Place) -> frozenset[str]:
    """The codes of the rules that the move which a placement stands for would break now."""
    verdict = match.game.judge(match.position, move_of(match, place))
    return frozenset(violation.code for violation in verdict.violations)


def earliest(new: tuple[SeenPiece, ...], arrival: Arrival) -> tuple[SeenPiece, ...]:
    """Those of the new pieces that came to the board first."""
    first = min(arrival(piece) for piece in new)
    return tuple(piece for piece in new if arrival(piece) == first)


def next_in_turn(match: Match, together: tuple[SeenPiece, ...], before: Before) -> SeenPiece | None:
    """Which of the pieces that came together was placed first: the only one, or the only one that its holder may
    place now. Where all of them can have been placed in turn, which of a player's own came first changes nothing; nor
    does it where all others are blocked. None where it cannot be told and matters."""
    if len(together) == 1:
        return together[0]
    firsts = custom_of(match).first_of(match, together, before)
    if firsts:
        return next(iter(firsts)) if len(firsts) == 1 else None
    allowed = [piece for piece in together if _held_and_legal(match, piece)]
    if len(allowed) == 1 or (len(allowed) > 1 and _all_in_turn(match, together)):
        return allowed[0]
    alone = len(match.position.blocked) == len(match.position.hands) - 1
    return allowed[0] if allowed and alone and len(allowed) == len(together) else None


def _all_in_turn(match: Match, together: tuple[SeenPiece, ...]) -> bool:
    """Whether all of these pieces can have been placed one after the other, as when the camera saw none of it."""
    left = list(together)
    while left:
        piece = next((each for each in left if _held_and_legal(match, each)), None)
        if piece is None:
            return False
        left.remove(piece)
        _, match = match.play(move_of(match, placement(match, piece)))
    return True


def same(seen: SeenPiece, place: Place | SeenPiece) -> bool:
    """Whether both mean the same piece on the same cells."""
    name = name_of(place) if isinstance(place, Place) else place.piece
    return seen.piece == name and set(seen.cells) == set(place.cells)


def _held_and_legal(match: Match, piece: SeenPiece) -> bool:
    return owner(match, piece) is not None and is_legal(match, placement(match, piece))


def may_lie(place: Place, sighting: Sighting) -> bool:
    """Whether a piece that is not claimed may lie there all the same: unsure, hidden, in a problem, or burnt out."""
    unclear = sighting.uncertain | sighting.hidden | _covered(sighting.problems)
    troubled = {name for problem in sighting.problems for name in (problem.piece, *problem.on)}
    is_unseen = sighting.unseen.issuperset(place.cells)
    return name_of(place) in troubled or is_unseen or not unclear.isdisjoint(place.cells)


def _covered(problems: Iterable[Problem]) -> frozenset[Cell]:
    return frozenset(cell for problem in problems for cell in problem.cells)


def _claimed(claim: SeenPiece, difference: Difference) -> bool:
    seen = difference.seen(claim.piece)
    return seen is not None and same(seen, claim)
