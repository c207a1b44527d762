"""How the rules of Patchwork help to read a look: by the circle, and by what leather can have been earned."""

from referee.match import Match
from vision.sighting import Sighting
from web.companion.custom import Before
from web.companion.memory import Memory
from web.companion.patchwork.circle import by_circle
from web.companion.patchwork.overdue import not_strange, waiting_for_leather
from web.companion.patchwork.unearned import without_unearned
from web.companion.reading import Reading


def _named(match: Match, sighting: Sighting, before: Before, memory: Memory) -> Sighting:
    sighting = not_strange(match, without_unearned(match, sighting, before))
    return by_circle(match, sighting, before, memory)


PATCHWORK = Reading(named=_named, waiting=waiting_for_leather)
