"""Who plays, as the command line names them."""

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header, RecordError
from web.errors import InputError
from web.games import presented
from web.games.agreed import agreed
from web.games.presentation import Choices


def names_in(players: str) -> tuple[str, ...]:
    """The names in ``Ann,Bob``."""
    return tuple(name.strip() for name in players.split(","))


def header_of(piece_set: PieceSet, players: str | None, circle: str | None = None) -> Header:
    """A match of a game in which nothing is shared out, by these people or those who usually play.

    Raises:
        InputError: they cannot play it; the message says why.
    """
    names = names_in(players) if players else presented(piece_set.game).usual
    choices = {"circle": [patch.strip() for patch in circle.split(",")]} if circle else {}
    try:
        header = agreed(piece_set.game, names, choices, piece_set)
        Match.start(header, piece_set)
    except RecordError as error:
        option = "--players" if _is_playable(piece_set, choices) else "--circle"
        raise InputError(f"{option}: {str(error).removeprefix('header: ')}") from None
    return header


def _is_playable(piece_set: PieceSet, choices: Choices) -> bool:
    """Whether those who usually play could play by these choices."""
    try:
        Match.start(agreed(piece_set.game, presented(piece_set.game).usual, choices, piece_set), piece_set)
    except RecordError:
        return False
    return True
