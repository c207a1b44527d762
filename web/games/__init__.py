"""The games as people meet them on the page and in the terminal, listed by hand.

The next game: write ``web/games/NAME.py`` with what only this game says and does, as a ``Presentation``, and name it
below. What it cannot say itself is named by ``tests/web/test_next_game.py``.

Listed are ``polyssimo``, ``polyssimo_puzzle``, ``blokus`` and ``patchwork``; each is a ``presentation``. Games have an
``equipment`` and some of them ``colours``; a match is ``agreed`` upon and begun by a ``deal``, and has a ``result``; a
``demo`` is one that plays itself.
"""

from collections.abc import Mapping
from types import MappingProxyType

from referee.piece import PieceSet
from referee.record import Header, HeaderError
from referee.said import Said
from web.games.blokus import BLOKUS
from web.games.patchwork import PATCHWORK
from web.games.polyssimo import POLYSSIMO
from web.games.polyssimo_puzzle import PUZZLE
from web.games.presentation import Choices, Presentation

GAMES: Mapping[str, Presentation] = MappingProxyType(
    {"polyssimo": POLYSSIMO, "polyssimo-puzzle": PUZZLE, "blokus": BLOKUS, "patchwork": PATCHWORK}
)
TITLES: Mapping[str, str] = MappingProxyType({name: game.title for name, game in GAMES.items()})
"""The names of the games as they stand on their boxes."""
FOLLOWED = tuple(name for name, game in GAMES.items() if game.script)
"""The games that can be followed through a camera, and read from a photo."""


def presented(game: str) -> Presentation:
    """How a game is met; one that is refereed, but not listed here yet, goes by its bare name."""
    return GAMES.get(game) or Presentation(title=game, rules=(), seating=Said("Player"), header=_not_yet)


def _not_yet(_players: tuple[str, ...], _choices: Choices, piece_set: PieceSet) -> Header:
    raise HeaderError(f"{piece_set.game} cannot be begun on the page yet; choose one of {', '.join(GAMES)}")
