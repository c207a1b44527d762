"""What must be asked because no look can tell it."""

from dataclasses import dataclass

from referee.grid import Cell
from referee.match import Match
from vision.sighting import Alternative
from web.companion.custom import Before
from web.companion.event import Asked, Unsure
from web.companion.infer import Difference, same
from web.companion.memory import Memory
from web.companion.naming import due_in, is_due
from web.companion.patience import held_up_by_light, must_wait
from web.companion.readings import reading_of
from web.companion.trouble import Trouble

Troubles = tuple[Trouble, ...]

HELD_UP_S = 2.0
"""For so long nothing must have been known of some squares before it is asked about them though there is nothing to
choose from: mostly a choice, or the answer, comes by itself."""


@dataclass(frozen=True, slots=True)
class Question:
    """What there is to ask of some cells: which of the ``alternatives`` it is, if there are any."""

    cells: frozenset[Cell]
    alternatives: tuple[Alternative, ...]
    reason: str
    asked: Asked = Asked.WHAT

    def recolours(self, asked: Unsure) -> bool:
        """Whether it was ``asked`` of what colour a piece is, and one that was offered is not any more: another one is
        due by now."""
        offered = [piece for way in asked.alternatives for piece in way.pieces]
        of_one = len(offered) == len(asked.alternatives) > 1 and len({piece.cells for piece in offered}) == 1
        names = {piece.piece for way in self.alternatives for piece in way.pieces}
        return of_one and not names.issuperset(piece.piece for piece in offered)


def question(
    match: Match, now: Difference, earlier: Difference | None, troubles: Troubles, memory: Memory, before: Before
) -> Question | None:
    """What there is to ask by this look and an ``earlier`` one: where the leather patch lies, what cannot be told where
    there is something to choose from, or what lies on squares for the sake of which something new cannot be judged."""
    alternatives = now.sighting.alternatives
    half_seen = any(is_due(match, piece) for one in alternatives for piece in one.pieces)
    waiting = reading_of(match).waiting(match, now, before)
    if waiting and not half_seen:
        if not now.sighting.hidden.isdisjoint(due_in(match)):
            return None
        return Question(waiting.cells, (), waiting.reason, waiting.asked)
    cells = now.undecided.intersection(cell for one in alternatives for piece in one.pieces for cell in piece.cells)
    if cells and len(alternatives) > 1:
        return Question(cells, alternatives, f"{len(cells)} squares can be read in {len(alternatives)} ways")
    unclear = cells or _holding_up(match, now, earlier, troubles, memory)
    if not unclear:
        return None
    if unclear.isdisjoint(now.undecided):
        return Question(unclear, (), f"light leaves nothing to be seen of {len(unclear)} squares", Asked.GLARE)
    return Question(unclear, alternatives if cells else (), f"it is not sure what lies on {len(unclear)} squares")


def _holding_up(
    match: Match, now: Difference, earlier: Difference | None, troubles: Troubles, memory: Memory
) -> frozenset[Cell]:
    """The cells of which nothing has been known, or seen, for long, while something new lies there in two looks running
    which for their sake is neither right nor wrong."""
    if earlier is None or memory.doubted or must_wait(match, troubles, memory, now):
        return frozenset()
    told = {name for one in troubles for name in (one.piece, *(piece.piece for piece in one.pieces))}
    new = (piece for piece in now.new if piece.piece not in told)
    if not any(same(piece, one) for piece in new for one in earlier.new):
        return frozenset()
    unknown = frozenset(cell for cell in now.undecided if memory.has_been_unclear(cell, HELD_UP_S))
    in_glare = held_up_by_light(match, troubles, now)
    unseen = [cell for cell in in_glare if memory.has_been_unclear(cell, HELD_UP_S)]
    return unknown or (in_glare if 2 * len(unseen) > len(in_glare) else frozenset())
