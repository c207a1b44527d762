"""The hands file: who holds which pieces, ``{"Ann": ["F", ...], "Bob": [...]}``."""

import json
from pathlib import Path
from typing import Any

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header, RecordError
from web.errors import InputError

LARGEST_BYTES = 100_000


def read_hands(path: Path, piece_set: PieceSet) -> dict[str, tuple[str, ...]]:
    """The hands in a file, players in its order.

    Raises:
        InputError: the file is missing or no such object, or names a piece that is unknown or held twice.
    """
    hands = _parsed(path)
    try:
        Match.start(Header(piece_set.game, tuple(hands), hands), piece_set)
    except RecordError as error:
        raise InputError(f"{path}: {str(error).removeprefix('header: ')}") from None
    return hands


def _parsed(path: Path) -> dict[str, tuple[str, ...]]:
    wanted = 'a hands file looks like {"Ann": ["F", "I"], "Bob": ["L"]}'
    try:
        with path.open("rb") as file:
            facts: Any = json.loads(file.read(LARGEST_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        raise InputError(f"no such file: {path}; check the name of the hands file") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the hands file") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not JSON; {wanted}") from None
    if not isinstance(facts, dict) or not all(_is_hand(hand) for hand in facts.values()):
        raise InputError(f"{path} does not hold hands; {wanted}")
    return {player: tuple(hand) for player, hand in facts.items()}


def _is_hand(hand: object) -> bool:
    return isinstance(hand, list) and all(isinstance(piece, str) for piece in hand)
