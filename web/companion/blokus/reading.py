"""How the rules of Blokus help to read a look: by what would be allowed, and by whose turn it is."""

from collections.abc import Collection

from referee.match import Match
from vision.sighting import SeenPiece, Sighting
from web.companion.blokus.colours import by_colour, of_colour_due
from web.companion.blokus.odds import by_rules
from web.companion.memory import Memory
from web.companion.reading import Reading
from web.companion.trouble import Trouble


class BlokusReading(Reading):
    """Looks at Blokus."""

    def weighed(self, match: Match, sighting: Sighting, troubles: Collection[Trouble], memory: Memory) -> Sighting:
        return by_colour(match, by_rules(match, sighting, troubles), troubles, memory)

    def due_instead(self, match: Match, piece: SeenPiece, troubles: Collection[Trouble]) -> SeenPiece | None:
        return of_colour_due(match, piece, troubles)
