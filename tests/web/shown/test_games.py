"""What the page shows of Blokus and of the puzzle while they are followed through a camera."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.polyssimo_puzzle import PuzzlePosition
from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet, packaged_piece_set
from vision.look import Look, View
from vision.sighting import Problem, SeenBoard, SeenPiece, Sighting
from web.companion.companion import State
from web.companion.event import Asked, Unsure
from web.companion.naming import place_of
from web.companion.trouble import ILLEGAL, Trouble
from web.games import GAMES
from web.games.agreed import agreed, wished
from web.games.demo import script
from web.hall.sitting import Sitting
from web.record.store import Store
from web.shown.aloud import aloud
from web.shown.equipment import game_shown, pieces_shown
from web.shown.match import match_shown
from web.shown.phone_said import said
from web.shown.prospects import prospects_shown
from web.shown.snapshot import CameraShown, MatchShown, Snapshot

BLOKUS, PUZZLE = packaged_piece_set("blokus"), packaged_piece_set("polyssimo-puzzle")
PAINTS = {"blue F": "#123456"}


def match(piece_set: PieceSet, *players: str) -> Match:
    return Match.start(agreed(piece_set.game, players, {}, piece_set), piece_set)


def played_to_the_end() -> Match:
    """The game of Blokus that the demo plays."""
    whole = script(0, BLOKUS)
    played = Match.start(whole.header, BLOKUS)
    for move in whole.moves:
        _, played = played.play(move)
    return played


def shown(played: Match, *troubles: Trouble, dead_end: bool = False) -> MatchShown:
    return match_shown(1, 1, State(played, troubles=troubles, dead_end=dead_end), "")


def test_two_people_hold_two_colours_each() -> None:
    page = shown(match(BLOKUS, "Ann", "Bob"))
    ann, bob = page.players
    assert [(one.name, one.turn, one.blocked) for one in ann.colours] == [("blue", True, False), ("red", False, False)]
    assert len(bob.hand) == 42
    assert (page.headline, page.colour, page.shared) == ("Ann plays blue", "blue", None)
    assert ann.counted == "-178 points"


def test_three_people_see_the_colour_that_they_share() -> None:
    page = shown(match(BLOKUS, "Ann", "Bob", "Cy"))
    assert page.shared is not None
    assert (page.shared.name, len(page.shared.hand), page.shared.counted) == ("green", 21, "")


def test_a_piece_that_lies_is_shown_by_its_colour_and_has_left_the_hand() -> None:
    _, played = match(BLOKUS, "Ann", "Bob").play(place_of("Ann", "blue 1", ((0, 0),)))
    page = shown(played)
    assert [(one.piece, one.player) for one in page.lying] == [("blue 1", "Ann")]
    assert page.players[0].used == ("blue 1",)
    assert "blue 1" not in page.players[0].hand


def test_pieces_of_blokus_have_the_colours_of_the_box_whatever_the_light_makes_of_them() -> None:
    pieces = pieces_shown(BLOKUS, PAINTS, {})
    assert len(pieces) == 84
    assert (pieces["blue F"].label, pieces["blue F"].colour, pieces["blue F"].paint) == ("B", "blue", "#2f62b5")


def test_what_fits_is_told_for_every_colour() -> None:
    fits = prospects_shown(match(BLOKUS, "Ann", "Bob", "Cy"))["fits"]
    assert list(fits) == ["Ann", "Bob", "Cy", "green"]
    assert fits["Ann"]["blue 1"]["count"] == 4


def test_the_end_of_blokus_names_winner_and_points() -> None:
    page = shown(played_to_the_end())
    assert page.outcome is not None
    assert page.outcome.headline == f"{' and '.join(page.outcome.winners)} wins"
    assert "points" in page.outcome.sentence


def test_points_are_not_told_as_squares_left_where_the_fewest_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.games.GAMES", {"blokus": replace(GAMES["blokus"], fewest_win=True)})
    page = shown(played_to_the_end())
    assert page.outcome is not None
    assert "points" in page.outcome.sentence
    assert "Left in hand" not in page.outcome.sentence


def test_it_is_said_aloud_which_colour_plays_and_what_is_wrong() -> None:
    played = match(BLOKUS, "Ann", "Bob")
    verdict, _ = played.play(Place("Ann", "I5", ((19, 5), (19, 6), (19, 7), (19, 8), (19, 9)), "red"))
    trouble = Trouble(Problem(ILLEGAL, "red I5", ((19, 5),)), verdict)
    heard = aloud(shown(played, trouble), pieces_shown(BLOKUS, {}, {}))
    assert heard.turn == "Ann plays blue"
    assert heard.alarms == ("That is not allowed: it is blue's turn.",)


def test_the_puzzle_says_how_much_is_to_go_and_that_it_is_a_dead_end() -> None:
    page = shown(match(PUZZLE, "Ann"), dead_end=True)
    assert page.headline == "11 pieces to go"
    assert page.dead_end == "It cannot be finished any more. Take a piece away."
    heard = aloud(page, pieces_shown(PUZZLE, {}, {}))
    assert (heard.turn, heard.alarms) == ("", (page.dead_end,))


def test_the_phone_says_too_that_the_puzzle_cannot_be_finished() -> None:
    page = shown(match(PUZZLE, "Ann"), dead_end=True)
    told = said(Snapshot(1, game_shown(PUZZLE), pieces_shown(PUZZLE, {}, {}), CameraShown(), match=page))
    assert (told["alarm"], told["tone"]) == (page.dead_end, "unsure")


def test_that_it_cannot_be_finished_stands_there_while_it_lasts_and_is_not_said_besides(tmp_path: Path) -> None:
    whole = script(1, PUZZLE, ("Ann",))
    pieces = [SeenPiece(move.piece, move.cells) for move in (*whole.moves[: whole.slip_at], whole.slip)]
    board = SeenBoard(True, ((0.0, 0.0), (70.0, 0.0), (70.0, 70.0), (0.0, 70.0)), PUZZLE.grid, 1.0)
    with Store(tmp_path) as store:
        sitting = Sitting(PUZZLE, store, "demo", lambda *_: whole.header)
        sitting.begin(whole.header)
        for count in range(whole.given, len(pieces) + 1):
            look = Look(count, count / 3, View.SETTLED, board, Sighting(board, tuple(pieces[:count])))
            sitting.see(look)
        page = sitting.shown()
    assert page is not None
    assert page.dead_end
    assert page.said.endswith("That is legal.")


def test_a_card_can_be_chosen_and_is_offered_again() -> None:
    header = wished(PUZZLE, ("Ann",), "draft", None, {"card": 21})
    played = Match.start(header, PUZZLE)
    assert isinstance(played.position, PuzzlePosition)
    assert played.position.given == 3
    assert shown(played).rules == {"card": 21}
    assert (game_shown(PUZZLE).cards, game_shown(PUZZLE).seats, game_shown(PUZZLE).two_sided) == ((21, 30), 1, False)


@pytest.mark.parametrize(("asked", "words"), [(Asked.WHAT, "marked squares"), (Asked.GLARE, "Shade the board")])
def test_what_is_asked_is_told_with_what_to_do(asked: Asked, words: str) -> None:
    unsure = Unsure(frame=1, t_s=0.0, reason="", alternatives=(), cells=frozenset({(0, 1), (0, 0)}), asked=asked)
    question = match_shown(1, 1, State(match(BLOKUS, "Ann", "Bob"), unsure=unsure), "").question
    assert question is not None
    assert words in question.reason
    assert question.cells == ((0, 0), (0, 1))
