"""Short films of the other games before the real eyes: each piece is seen, and placed by whoever's turn it is."""

from itertools import islice

import pytest

from referee.match import Match
from referee.piece import packaged_piece_set
from vision.live.watch import Watcher
from web.camera.simulated import film
from web.companion.companion import Companion
from web.games.demo import script


@pytest.mark.parametrize(
    ("game", "seed", "players", "frames", "least"),
    [("blokus", 2, ("Ann", "Bob"), 9, 3), ("polyssimo-puzzle", 1, ("Ann",), 11, 1)],
)
def test_the_first_pieces_of_a_film_are_placed_one_by_one(
    game: str, seed: int, players: tuple[str, ...], frames: int, least: int
) -> None:
    pieces = packaged_piece_set(game)
    whole = script(seed, pieces, players)
    companion, eyes = Companion(Match.start(whole.header, pieces), lambda line: None), Watcher(pieces)
    events = []
    for frame in islice(film(whole, 0, seed, pieces, 0.0), frames):
        events += companion.see(eyes.look(frame, companion.known()))
    told = [event.as_json() for event in events]
    assert [event["event"] for event in told] == ["board"] + ["placed"] * (len(told) - 1)
    placed = [(event["piece"], event.get("colour", ""), event["legal"]) for event in told[1:]]
    moves = whole.moves[whole.given :]
    assert placed == [(move.piece, move.colour, True) for move in moves[: len(placed)]]
    assert len(placed) >= least
