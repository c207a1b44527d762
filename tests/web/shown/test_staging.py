"""What is on the scene of a match, whatever game it is."""

import json

import pytest

from referee.match import Match
from referee.move import Buy, Leather
from referee.piece import packaged_piece_set
from tests import oracles
from web.companion.companion import State
from web.games import GAMES
from web.games.agreed import agreed
from web.games.colours import PAINTS
from web.hall.by_hand import advice
from web.hall.sitting import RefusalError
from web.record.library import Library, Step
from web.record.store import Store
from web.shown.listing import listed
from web.shown.match import match_shown
from web.shown.retelling import told
from web.shown.staging import scene_of

CORNERS = [(0, 0), (0, 19), (19, 0), (19, 19)]


def begun(game: str, **choices: str | int) -> Match:
    piece_set = packaged_piece_set(game)
    return Match.start(agreed(game, GAMES[game].usual, choices, piece_set), piece_set)


def starts(match: Match) -> list[tuple[int, int, str]]:
    (board,) = scene_of(match).boards
    return list(board.starts)


def with_first(match: Match) -> Match:
    """The match once the single square of blue lies in the corner."""
    move = next(move for move in match.game.legal_moves(match.position) if move.cells == ((0, 0),))  # type: ignore[attr-defined]
    return match.play(move)[1]


def test_where_colours_may_begin_is_marked_until_they_have() -> None:
    match = begun("blokus")
    assert starts(match) == [(row, col, "") for row, col in CORNERS]
    assert starts(with_first(match)) == [(row, col, "") for row, col in CORNERS[1:]]


def test_where_each_colour_has_a_corner_that_is_marked_in_its_paint() -> None:
    match = begun("blokus", first_corner="fixed")
    assert starts(match)[0] == (0, 0, PAINTS["blue"])
    left = starts(with_first(match))
    assert [(row, col) for row, col, _ in left] == CORNERS[1:]
    assert {paint for *_, paint in left} == {PAINTS[colour] for colour in ("yellow", "red", "green")}


@pytest.mark.parametrize("game", ["polyssimo", "polyssimo-puzzle", "patchwork"])
def test_in_other_games_one_may_begin_anywhere(game: str) -> None:
    assert [board.starts for board in scene_of(begun(game, seed=1)).boards] == [()] * (1 + (game == "patchwork"))


def test_what_the_card_of_a_puzzle_gives_is_fixed_and_what_comes_is_not() -> None:
    match = begun("polyssimo-puzzle", card=21)
    (board,) = scene_of(match).boards
    assert board.lying
    assert all(piece.fixed for piece in board.lying)
    _, after = match.play(match.game.legal_moves(match.position)[0])
    (board,) = scene_of(after).boards
    assert [piece.fixed for piece in board.lying] == [True] * (len(board.lying) - 1) + [False]


def test_of_who_sews_it_is_told_how_they_stand_and_what_fits() -> None:
    match = begun("patchwork", seed=1)
    scene = scene_of(match)
    assert [board.owner for board in scene.boards] == ["Ann", "Bob"]
    assert [dict(seat.facts) for seat in scene.seats] == [
        {"time": 0, "buttons": 5, "income": 0, "empty": 81, "bonus": 0}
    ] * 2
    shown = match_shown(1, 1, State(match), "")
    assert [player.facts for player in shown.players] == [seat.facts for seat in scene.seats]
    assert set(shown.fitting) >= set(scene.time.circle[:3] if scene.time else ())
    others = [match_shown(1, 1, State(begun(game, seed=1)), "") for game in GAMES if game != "patchwork"]
    assert [one.fitting for one in others] == [{}] * 3


def test_every_move_of_patchwork_is_retold_and_that_somebody_has_filled_a_square() -> None:
    after = oracles.match_before("patchwork-d05", len(oracles.games("patchwork")["patchwork-d05"]["turns"]))
    filled = []
    while (before := after.before) is not None:
        move = after.moves[-1]
        sentence = told(Step(move, after), before)
        kind = {Buy: "buys patch", Leather: "sews on a leather patch"}.get(type(move), "moves on")
        assert f"{move.player} {kind}" in sentence
        filled += [move.player] * ("has filled a square of 7 by 7: 7 points." in sentence)
        after = before
    assert filled == ["Ann"]


def test_that_a_piece_of_the_puzzle_is_taken_away_is_retold() -> None:
    match = begun("polyssimo-puzzle", card=21)
    _, placed = match.play(match.game.legal_moves(match.position)[0])
    removal = placed.game.legal_moves(placed.position)[-1]
    _, after = placed.play(removal)
    assert told(Step(removal, after), placed) == f"Ann takes {told_name(placed)} away."


def told_name(match: Match) -> str:
    piece = match.piece_set.by_id[match.moves[-1].piece]  # type: ignore[union-attr]
    return str(GAMES["polyssimo-puzzle"].called(piece))


@pytest.mark.parametrize("game", [game for game in GAMES if not GAMES[game].puzzle])
def test_only_a_puzzle_has_solutions(game: str) -> None:
    with pytest.raises(RefusalError, match="Only the puzzle has solutions"):
        advice(begun(game, seed=1), reveal=True)


def test_with_open_hands_nobody_is_credited_with_what_all_may_place() -> None:
    seats = [scene_of(begun("polyssimo", hands=hands, seed=1)).seats for hands in ("open", "random")]
    counted = [[seat.counted for seat in both] for both in seats]
    assert counted == [["", ""], ["65 squares left", "67 squares left"]]


def test_where_colours_play_for_themselves_they_are_called_as_colours_are() -> None:
    piece_set = packaged_piece_set("blokus")
    match = Match.start(agreed("blokus", ("blue", "yellow", "red", "green"), {}, piece_set), piece_set)
    seats = scene_of(match).seats
    assert [(seat.name, seat.called) for seat in seats][:2] == [("blue", "Blue"), ("yellow", "Yellow")]
    step = Step(None, match)
    assert told(step, None) == "Blue, Yellow, Red and Green begin a match of Blokus."


def test_with_open_hands_the_list_tells_who_has_won_and_no_squares(store: Store) -> None:
    game = oracles.games("polyssimo")["polyssimo-d01"]
    header, *lines = oracles.record(game)
    lines = [line for line in lines if '"draft"' not in line]
    known = {**json.loads(header), "open_hands": True}
    known.pop("hands", None)
    library = Library(store, packaged_piece_set)
    library.take_in("\n".join([json.dumps(known), *lines]))
    (card,) = library.cards()
    assert card.outcome is not None
    (row,) = listed([card])
    assert "(" not in row.result


@pytest.mark.parametrize(
    ("game", "choices", "hint"),
    [
        ("polyssimo", {"hands": "random"}, "Place any piece on free squares of the board."),
        ("polyssimo", {"hands": "draft"}, "Tap the piece that is taken."),
        ("polyssimo-puzzle", {}, "Place any piece on free squares of the board."),
        ("blokus", {}, "The first piece of each colour covers a corner square of the board."),
    ],
)
def test_what_is_to_be_done_first_is_said_as_it_is_in_the_game(game: str, choices: dict[str, str], hint: str) -> None:
    assert match_shown(1, 1, State(begun(game, **choices)), "").hint == hint
