"""The readings of the games, listed by hand. In a game that is not listed a look is taken as it is."""

from collections.abc import Mapping
from types import MappingProxyType

from referee.match import Match
from web.companion.blokus.reading import BLOKUS
from web.companion.patchwork.reading import PATCHWORK
from web.companion.reading import Reading

USUAL = Reading()
READINGS: Mapping[str, Reading] = MappingProxyType({"blokus": BLOKUS, "patchwork": PATCHWORK})


def reading_of(match: Match) -> Reading:
    """How the rules of the game of a match help to read a look."""
    return READINGS.get(match.header.game, USUAL)
