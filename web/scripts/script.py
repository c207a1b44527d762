"""A game of the demo, as it will be played before the simulated camera."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.move import Place
from referee.record import Header
from vision.errors import SourceError

T = TypeVar("T")
Slip = tuple[int, Place]
"""Before which place it is made, and what is laid then."""


@dataclass(frozen=True, slots=True)
class Script:
    """A game as it will be played. Before its place number ``slip_at``, that piece is first laid on ``slip``, in a
    ``situation`` as the simulated table knows them. The first ``given`` lie there from the start, and up to the place
    number ``swift`` no hands are shown. ``advances`` say of Patchwork how often somebody has moved on before each
    place, and at the end."""

    header: Header
    moves: tuple[Place, ...]
    slip_at: int
    slip: Place
    situation: str = "overlap"
    swift: int = 0
    given: int = 0
    advances: tuple[int, ...] = ()


def one_of(slips: Sequence[T], dice: random.Random) -> T:
    """One of the slips that can be made in a game, or of their places.

    Raises:
        SourceError: there are none, as with a piece set of one's own of very few pieces or squares.
    """
    if not slips:
        raise SourceError("the demo cannot be played with so few pieces or squares; correct your own piece set")
    return slips[dice.randrange(len(slips))]
