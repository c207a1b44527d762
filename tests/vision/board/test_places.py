"""Which game's board lies there."""

import numpy as np
import pytest

from vision.board import places
from vision.board.places import GAMES, place_near
from vision.frame import Picture

BARE: Picture = np.full((200, 200, 3), 200, np.uint8)
CORNERS = np.array([(40.0, 40.0), (160.0, 40.0), (160.0, 160.0), (40.0, 160.0)])


@pytest.mark.parametrize("names", [(*GAMES, "golomb"), GAMES[:-1]])
def test_a_list_of_games_that_the_network_was_not_trained_with_is_refused(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    monkeypatch.setattr(places, "GAMES", names)
    monkeypatch.setattr(places, "MOST_SPREAD", np.inf)
    with pytest.raises(ValueError, match=f"names {len(names)}: train it anew"):
        place_near(BARE, CORNERS)
