"""Which equipment is in use: the packaged piece set of a game, or the user's own in its place."""

from pathlib import Path

from referee.games import GAMES
from referee.piece import PieceSet, PieceSetError, packaged_piece_set, parse_piece_set
from vision.names import mistakable
from web.games import FOLLOWED
from web.settings import config_folder


def own_piece_set_path(game: str) -> Path:
    """Where a user's own piece set of a game would lie."""
    return config_folder() / "pieces" / f"{game}.json"


def piece_set_for(game: str) -> PieceSet:
    """The piece set of a game: the user's own file where there is one, otherwise the packaged one.

    Raises:
        PieceSetError: the game is unknown, or the user's file is not usable; the message names it.
    """
    if game not in GAMES:
        raise PieceSetError(f"unknown game {game!r}; known are {', '.join(GAMES)}")
    own = own_piece_set_path(game)
    return _own_piece_set(own, game) if own.exists() else packaged_piece_set(game)


def seen_piece_set_for(game: str) -> PieceSet:
    """The piece set of a game that is to be followed through a camera.

    Raises:
        PieceSetError: as above, or the game cannot be followed yet.
    """
    return _one_of(FOLLOWED, game, "followed through a camera")


def read_piece_set_for(game: str) -> PieceSet:
    """The piece set of a game that is to be read from photos.

    Raises:
        PieceSetError: as above, or the game cannot be read yet.
    """
    return _one_of(FOLLOWED, game, "read from a photo")


def _one_of(able: tuple[str, ...], game: str, wanted: str) -> PieceSet:
    piece_set = piece_set_for(game)
    if game not in able:
        raise PieceSetError(f"{game} cannot be {wanted} yet; choose one of {', '.join(able)}")
    return piece_set


def _own_piece_set(path: Path, game: str) -> PieceSet:
    try:
        piece_set = parse_piece_set(path.read_text(encoding="utf-8-sig"))
        _check(piece_set, game)
    except (OSError, UnicodeError, PieceSetError) as error:
        raise PieceSetError(f"{path}: {error}; correct the file, or delete it to use the packaged one") from error
    return piece_set


def _check(piece_set: PieceSet, game: str) -> None:
    """What a game needs is asked here, so that nobody who uses the set must ask again."""
    if piece_set.game != game:
        raise PieceSetError(f"the piece set is of the game {piece_set.game!r}, but {game!r} was expected")
    GAMES[game].check_equipment(piece_set)
    if ids := mistakable(piece_set):
        raise PieceSetError(
            f"the piece {ids[0]!r} needs another id: none may begin with the word blue, yellow, red, green, leather or "
            "unknown, for that is how the eyes name the pieces of Blokus, leather patches and shapes of no set"
        )
