"""The end of a game in words, as ``polyref watch`` says it at a terminal."""

import pytest

from referee.piece import packaged_piece_set
from referee.verdict import Outcome
from web.event import Over
from web.sentence import sentence


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
