"""The header of a match by hand, from what people chose on the page. Which choices fit together the game says."""

from referee.piece import PieceSet
from referee.record import Header, HeaderError, RecordError
from referee.said import Said
from web.games import GAMES, deal, presented
from web.games.presentation import Choices

BEFORE_A_CAMERA = frozenset[str]().union(*(game.options for game in GAMES.values()))
"""What may be chosen of a match that is followed through a camera, besides hands and seed."""


def agreed(game: str, players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    """What is played, by whom and how.

    ``choices``, all of them optional: ``hands`` and ``min_hexominoes`` in Polyssimo Challenge; ``board`` and
    ``first_corner`` in Blokus; ``tie`` and ``circle`` in Patchwork; ``card`` in the puzzle; ``seed`` repeats a deal.

    Raises:
        RecordError: there is no such game, or a choice or a number of players that does not fit it.
    """
    seed = choices.get("seed")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise HeaderError(Said("seed is a whole number"))
    return presented(game).header(players, choices, piece_set)


def wished(
    piece_set: PieceSet, players: tuple[str, ...] | None, hands: str, seed: int | None, rules: Choices
) -> Header:
    """The header of a match before a camera, of players who may not have been named yet.

    Raises:
        RecordError: they have not, or as above.
    """
    if not players:
        raise RecordError(Said("a match needs its players' names"))
    if presented(piece_set.game).shared_out:
        return deal.header(piece_set, players, hands, seed, rules)
    return agreed(piece_set.game, players, {**rules, "seed": seed}, piece_set)
