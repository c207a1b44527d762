"""The end of a game in words, as ``polyref watch`` says it at a terminal."""

from dataclasses import replace

import pytest

from referee.match import Match
from referee.move import Place
from referee.piece import packaged_piece_set
from referee.record import Header
from web.commands.sentence import sentence
from web.companion.event import Over
from web.games import GAMES
from web.games.demo import script, usual_players


def finished(game: str) -> Match:
    """The game that the demo plays."""
    pieces = packaged_piece_set(game)
    whole = script(0, pieces, usual_players(game))
    match = Match.start(whole.header, pieces)
    for move in whole.moves:
        _, match = match.play(move)
    return match


def told_of(match: Match) -> str:
    return sentence(Over(frame=9, t_s=12.0, outcome=match.outcome), match)


@pytest.mark.parametrize(
    ("game", "said"), [("polyssimo", "Left in hand: "), ("blokus", " points"), ("polyssimo-puzzle", "Solved. All ")]
)
def test_the_end_is_told_as_the_game_counts(game: str, said: str) -> None:
    match = finished(game)
    told = told_of(match)
    assert told.startswith("    12.0 s  The game is over. ")
    assert said in told
    for player, score in match.outcome.scores if game != "polyssimo-puzzle" else ():
        assert f"{player} {score} " in told


def test_points_are_not_told_as_squares_where_the_fewest_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.games.GAMES", {"blokus": replace(GAMES["blokus"], fewest_win=True)})
    told = told_of(finished("blokus"))
    assert "points" in told
    assert "squares left" not in told


def test_nobody_is_said_to_have_won_for_sure_where_it_is_not_known_who_held_what() -> None:
    pieces = packaged_piece_set("polyssimo")
    match = Match.start(Header("polyssimo", ("Ann", "Bob"), rules={"open_hands": True}), pieces)
    while match.position.to_move is not None:
        player = match.position.to_move
        placed = match.game.legal_placements(match.position, player)[-1]
        _, match = match.play(Place(player, placed.piece, placed.cells))
    last = match.position.lying[-1].player
    told = told_of(match)
    assert f"With open hands {last} wins. " in told
    assert f"{last} placed last. If each of you held pieces of your own, whoever has the fewest squares left" in told
    assert "Left in hand" not in told
