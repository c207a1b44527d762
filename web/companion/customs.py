"""The customs of the games, listed by hand. A game that is not listed has the usual one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.match import Match
from web.companion.blokus.custom import BlokusCustom
from web.companion.custom import Custom
from web.companion.patchwork.custom import PatchworkCustom


class _PuzzleCustom(Custom[Any]):
    comes_and_goes = True


CUSTOMS: Mapping[str, Custom[Any]] = MappingProxyType(
    {"polyssimo-puzzle": _PuzzleCustom(), "blokus": BlokusCustom(), "patchwork": PatchworkCustom()}
)
USUAL: Custom[Any] = Custom()


def custom_of(match: Match) -> Custom[Any]:
    """What is customary in the game of a match."""
    return CUSTOMS.get(match.header.game, USUAL)
