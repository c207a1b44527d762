"""The customs of the games, listed by hand. A game that is not listed has the usual one."""

from collections.abc import Mapping
from types import MappingProxyType

from referee.match import Match
from web.companion.blokus.custom import BLOKUS
from web.companion.custom import Custom
from web.companion.patchwork.custom import PATCHWORK

USUAL = Custom()
CUSTOMS: Mapping[str, Custom] = MappingProxyType(
    {"polyssimo-puzzle": Custom(comes_and_goes=True), "blokus": BLOKUS, "patchwork": PATCHWORK}
)


def custom_of(match: Match) -> Custom:
    """What is customary in the game of a match."""
    return CUSTOMS.get(match.header.game, USUAL)
