"""How the rules of Blokus help to read a look: by what would be allowed, and by whose turn it is."""

from collections.abc import Collection

from referee.match import Match
from vision.sighting import Sighting
from web.companion.blokus.colours import by_colour, of_colour_due
from web.companion.blokus.odds import by_rules
from web.companion.memory import Memory
from web.companion.reading import Reading
from web.companion.trouble import Trouble


def _weighed(match: Match, sighting: Sighting, troubles: Collection[Trouble], memory: Memory) -> Sighting:
    return by_colour(match, by_rules(match, sighting, troubles), troubles, memory)


BLOKUS = Reading(weighed=_weighed, due_instead=of_colour_due)
