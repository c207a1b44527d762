"""Beginning a match: players and hands, as people on the page or on the command line wish them."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.piece import PieceSet
from referee.record import Header

HANDS = ("draft", "random", "open")
"""Drafted move by move; dealt at random; or not known, so that everybody may place any piece left."""

UNKNOWN_HANDS = (
    "Nobody has said who holds which pieces, so everybody may place any piece left, and what is left is not counted."
    " Say it with --hands FILE."
)


def header(
    piece_set: PieceSet,
    players: tuple[str, ...],
    hands: str | Mapping[str, tuple[str, ...]],
    seed: int | None = None,
    rules: Mapping[str, Any] = MappingProxyType({}),
) -> Header:
    """The header of a new match. ``hands`` is one of ``HANDS`` or says who holds what; ``seed`` repeats a random deal;
    ``rules`` are what else was agreed.

    Raises:
        RecordError: a name is unusable or stands there twice.
    """
    if not isinstance(hands, str):
        return Header(piece_set.game, players, hands, piece_set.digest, dict(rules))
    if hands == "open":
        return Header(piece_set.game, players, None, piece_set.digest, {**rules, "open_hands": True})
    dealt = dealt_hands(piece_set, players, random.Random(seed)) if hands == "random" else None
    return Header(piece_set.game, players, dealt, piece_set.digest, dict(rules))


def hands_are_open(header: Header) -> bool:
    """Whether everybody may place any piece left, because that was agreed or because nobody said who holds what."""
    return bool(header.rules.get("open_hands"))


def dealt_hands(piece_set: PieceSet, players: tuple[str, ...], dice: random.Random) -> dict[str, tuple[str, ...]]:
    """All pieces, shuffled and dealt out evenly, each hand in the order of the piece set."""
    order = [piece.id for piece in piece_set.pieces]
    shuffled = dice.sample(order, len(order))
    share = {player: set(shuffled[seat :: len(players)]) for seat, player in enumerate(players)}
    return {player: tuple(piece for piece in order if piece in hand) for player, hand in share.items()}
