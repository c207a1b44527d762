"""The end of a game in words, as ``polyref watch`` says it at a terminal."""

from dataclasses import replace

import pytest

from referee.piece import packaged_piece_set
from referee.verdict import Outcome
from web.companion.event import Over
from web.games import GAMES
from web.telling.sentence import sentence


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("polyssimo", "Left in hand: "),
        ("blokus", "Bob 3"),
        ("polyssimo-puzzle", "Solved! All pieces lie on the board."),
    ],
)
def test_the_end_is_told_as_the_game_counts(game: str, said: str) -> None:
    outcome = Outcome(over=True, scores=(("Bob", 3), ("Ann", 0)), winners=("Ann",), decided_by="squares")
    told = sentence(Over(frame=9, t_s=12.0, outcome=outcome), packaged_piece_set(game))
    assert said in told
    assert ("Bob" in told) == (game != "polyssimo-puzzle")


def test_points_are_not_told_as_squares_where_the_fewest_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.games.GAMES", {"blokus": replace(GAMES["blokus"], fewest_win=True)})
    outcome = Outcome(over=True, scores=(("Ann", 0), ("Bob", 3)), winners=("Ann",), decided_by="points")
    told = sentence(Over(frame=9, t_s=12.0, outcome=outcome), packaged_piece_set("blokus"))
    assert told.endswith("The game is over. Ann wins. Ann 0, Bob 3.")
