"""The games that are refereed, listed by hand.

The next game: put its equipment into ``referee/data/NAME.json``; write ``referee/games/NAME.py`` with a frozen
position of its own and a class that answers the questions of ``referee.game.Game``, made of the checks of
``referee.rules`` and ``referee.agreement`` and of what only this game has; name it below. A kind of move that no game
has yet goes into ``referee.move``, a new rule code gets its sentence in ``referee.verdict``. The suite in
``tests/referee/test_conformance.py`` then holds for it; what page and eyes need besides is named by
``tests/web/test_next_game.py``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.game import Game
from referee.games.blokus import Blokus
from referee.games.patchwork import Patchwork
from referee.games.polyssimo import Polyssimo
from referee.games.polyssimo_puzzle import PolyssimoPuzzle

GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {
        "polyssimo": Polyssimo(),
        "polyssimo-puzzle": PolyssimoPuzzle(),
        "blokus": Blokus(),
        "patchwork": Patchwork(),
    }
)
