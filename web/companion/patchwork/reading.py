"""How the rules of Patchwork help to read a look: by the circle, and by what leather can have been earned."""

from referee.match import Match
from vision.sighting import Sighting
from web.companion.custom import Before
from web.companion.event import Asked
from web.companion.infer import Difference
from web.companion.memory import Memory
from web.companion.patchwork.circle import by_circle
from web.companion.patchwork.overdue import waiting_for_leather
from web.companion.patchwork.unearned import without_unearned
from web.companion.reading import Reading, Waiting


class PatchworkReading(Reading):
    """Looks at Patchwork."""

    def named(self, match: Match, sighting: Sighting, before: Before, memory: Memory) -> Sighting:
        return by_circle(match, without_unearned(match, sighting, before), before, memory)

    def waiting(self, match: Match, now: Difference, before: Before) -> Waiting | None:
        cells = waiting_for_leather(match, now, before)
        return Waiting(cells, Asked.LEATHER, "it is not seen where the leather patch lies") if cells else None
