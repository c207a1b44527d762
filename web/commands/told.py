"""What people tell on the command line besides a photo: checked, with the cure where it is wrong."""

from collections.abc import Mapping

from vision.kind import COLOURS
from web.errors import InputError
from web.games.result import Told

MEANT_FOR = {"--monomino-last": "blokus", "--buttons": "patchwork", "--bonus": "patchwork"}
"""The options that only one game knows."""


def check_meant(game: str | None, given: Mapping[str, str | None]) -> None:
    """Options that are given must be of the game that is on the table, where that is known.

    Raises:
        InputError: one of them is of another.
    """
    for option, words in given.items():
        if game and words is not None and MEANT_FOR[option] != game:
            raise InputError(f"{option} is for {MEANT_FOR[option]} and tells nothing of {game}; leave it out")


def single_last(words: str | None) -> frozenset[str] | None:
    """The colours in ``blue,red``; none of them for ``none``; None where nothing was said.

    Raises:
        InputError: one of them is no colour.
    """
    if words is None:
        return None
    colours = [word.strip() for word in words.split(",")] if words != "none" else []
    for colour in colours:
        if colour not in COLOURS:
            raise InputError(f"--monomino-last names {colour!r}; colours are {', '.join(COLOURS)}, or say none")
    return frozenset(colours)


def buttons_of(words: str | None) -> dict[str, int]:
    """The players and their buttons in ``Ann=12,Bob=5``, in that order.

    Raises:
        InputError: it is not written so, or does not name two players.
    """
    if words is None:
        return {}
    found: dict[str, int] = {}
    for part in words.split(","):
        name, sign, number = part.partition("=")
        if not sign or not name.strip() or not number.strip().isdecimal():
            raise InputError(f"--buttons {words!r} is not written as Ann=12,Bob=5")
        found[name.strip()] = int(number)
    if len(found) != 2:
        raise InputError(f"--buttons {words!r} must name two players, as Ann=12,Bob=5")
    return found


def check_told(told: Told) -> None:
    """Names must be those of players.

    Raises:
        InputError: they are not, or nothing says who plays.
    """
    players = told.hands or told.buttons
    for option, name in (("--last", told.last), ("--bonus", told.bonus)):
        if name is None:
            continue
        if not players:
            raise InputError(
                f"{option} needs players: give the hands too, with --hands FILE, or --buttons Ann=12,Bob=5"
            )
        if name not in players:
            raise InputError(f"{option} names {name!r}, who does not play; players are {', '.join(players)}")
