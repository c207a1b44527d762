"""Where boards seem to lie, and of which game: one small network knows the boards of all games.

It looks straight down on a guess of the corners, as that of ``align`` does, but at the board as a whole, in fifteen by
fifteen parts, whatever the game. It was trained on the simulated table only (``tests.training.boards``).
"""

from dataclasses import dataclass

import numpy as np

from referee.grid import GridSize
from vision.board.align import Alignment, align
from vision.board.corners import corners_in_parts, corners_seen
from vision.frame import Picture
from vision.pose import Points, mean_cell_px

VIEW = GridSize(15, 15)
"""How the network divides any board."""
NONE, POLYSSIMO_CHALLENGE = "none", "polyssimo"
GAMES = (POLYSSIMO_CHALLENGE, "blokus", "patchwork", NONE, "polyssimo-puzzle")
"""What a board may be, in the order of the last outputs of the network ``boards``, which has to be trained with as many
(``tests.training.boards``)."""
BEFORE_GAMES = 2
"""What else the network says, before that: whether rows and columns are exchanged, and where the grid is seen."""
CERTAIN, SURE, LIKELY, FAIR, POSSIBLE = 0.999, 0.9, 0.8, 0.3, 0.1
"""A bare board that is of a game with more probability than the first may have faint lines; with more than the second
it ends the search; one with less than the third must be borne out by what lies on it, or by its lines if it has more
than the fourth: people say which game they play. With less than the last it is not looked for where nobody has said."""
MOST_SPREAD = 0.15
"""A board whose parts disagree by more than this, in parts of it, is none of ours."""
SAME_PLACE = 0.45
"""Boards whose corners are all nearer than this, in parts of the board, are the same."""


@dataclass(frozen=True, eq=False)
class SeenPlace:
    """A board somewhere: corners (4 x 2, clockwise as seen), how far its parts disagree (fifteenths of it), and the
    probability of each game, in the order of ``GAMES``."""

    corners_px: Points
    spread: float
    games: tuple[float, ...]

    def likelihood(self, game: str) -> float:
        return self.games[GAMES.index(game)]

    def is_of_another(self, game: str) -> bool:
        """Whether it is likely to be the board of another game. Of 830 boards of Blokus and Patchwork (rendered, made
        anew from those, and simulated) the likeliest other game had a probability of .06 at most."""
        others = set(GAMES) - {game, NONE}
        return any(self.likelihood(other) > LIKELY for other in others)

    def is_at(self, other: "SeenPlace") -> bool:
        """Whether both are the same board."""
        part_px = mean_cell_px(self.corners_px, VIEW)
        return bool(np.abs(self.corners_px - other.corners_px).max() < SAME_PLACE * part_px)


def places_seen(bgr: Picture, *, thrice: bool = False) -> list[SeenPlace]:
    """The boards of any game that seem to be there, the one that is most certainly a board first.

    ``thrice``: guessed more carefully, as in ``corners``."""
    return _places(bgr, corners_seen(bgr, thrice=thrice))


def places_in_parts(bgr: Picture) -> list[SeenPlace]:
    """The same, guessed in parts of the picture."""
    return _places(bgr, corners_in_parts(bgr))


def _places(bgr: Picture, begun: list[Points]) -> list[SeenPlace]:
    found: list[SeenPlace] = []
    seen = [place_near(bgr, corners_px) for corners_px in begun]
    for one in sorted((place for place in seen if place is not None), key=lambda place: place.spread):
        if not any(one.is_at(other) for other in found):
            found.append(one)
    return sorted(found, key=lambda place: place.likelihood(NONE))


def place_near(bgr: Picture, corners_px: Points) -> SeenPlace | None:
    """The board to which a guess of its corners (4 x 2, clockwise as seen) leads; None where there is none."""
    one = align(bgr, corners_px, VIEW, "boards", most_spread=MOST_SPREAD)
    return SeenPlace(one.corners_px, one.spread, games_of(one)) if one.spread <= MOST_SPREAD else None


def games_of(one: Alignment) -> tuple[float, ...]:
    """The probability of each game, in the order of ``GAMES``, for a board that the network ``boards`` has aligned.

    Raises:
        ValueError: the network was trained with more games, or fewer.
    """
    odds = np.array(one.others[BEFORE_GAMES:])
    if len(odds) != len(GAMES):
        raise ValueError(
            f"the network 'boards' tells {len(odds)} kinds of boards apart, and GAMES names {len(GAMES)}: train it anew"
        )
    shares = np.exp(odds - odds.max())
    return tuple(float(share) for share in shares / shares.sum())
