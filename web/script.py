"""A game of the demo, as it will be played before the simulated camera."""

from dataclasses import dataclass

from referee.move import Place
from referee.record import Header


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
