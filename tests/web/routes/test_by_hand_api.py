"""Games by hand: set up and played over the same addresses that the page uses."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.move import Move
from referee.record import format_entry, parse_header
from tests import oracles
from tests.web.shelf import shelf_client
from web.record.store import BY_HAND, Store

Answer = tuple[int, dict[str, Any]]


def post(client: FlaskClient, path: str, **body: Any) -> Answer:
    answer = client.post(f"/api/by-hand{path}", json=body)
    return answer.status_code, dict(answer.json or {})


def begin(client: FlaskClient, game: str, *players: str, **choices: Any) -> int:
    status, told = post(client, "", game=game, players=players, choices=choices)
    assert status == 201, told
    return int(told["id"])


def play(client: FlaskClient, match: int, **move: Any) -> Answer:
    return post(client, f"/{match}/moves", move=move)


def facts(move: Move) -> dict[str, Any]:
    """A move as the page sends it: who moves is not said."""
    return {
        "move": move.kind,
        **{part: value for part, value in asdict(move).items() if part not in ("player",) and value},
    }


def test_blokus_is_played_by_hand_to_the_scores_of_the_oracle(client: FlaskClient) -> None:
    game = oracles.games("blokus")["blokus-d01"]
    match = begin(client, "blokus", "Ann", "Bob", "Cleo", "Dan", first_corner="fixed")
    for move in oracles.moves(game):
        status, told = play(client, match, **facts(move))
        assert status == 200, told
    scene = told["scene"]
    assert scene["phase"] == "over"
    assert [seat["score"] for seat in scene["seats"]] == game["final"]["scores"]
    assert scene["headline"].endswith(" wins")


@pytest.mark.parametrize("tie", ["on_top", "first"])
def test_patchwork_is_played_by_hand_to_the_winner_of_either_tie_rule(client: FlaskClient, tie: str) -> None:
    for game in oracles.games("patchwork").values():
        players = oracles.patchwork_players(game)
        match = begin(client, "patchwork", *players, tie=tie, circle=game["ring"])
        for move in oracles.moves(game):
            status, told = play(client, match, **facts(move))
            assert status == 200, told
        winner = game["final"]["winner_rule_sheet" if tie == "on_top" else "winner_publisher_rule"]
        assert [seat["name"] for seat in told["scene"]["seats"] if seat["winner"]] == [oracles.SEATS[winner]]


@pytest.mark.parametrize("name", ["polyssimo-d01", "polyssimo-d05"])
def test_polyssimo_is_drafted_and_played_by_hand_to_its_winner(client: FlaskClient, name: str) -> None:
    game = oracles.games()[name]
    match = begin(client, "polyssimo", *oracles.SEATS[: game["players"]])
    for move in oracles.moves(game):
        status, told = play(client, match, **facts(move))
        assert status == 200, told
    winner = oracles.SEATS[game["final"]["winner"]]
    assert [seat["name"] for seat in told["scene"]["seats"] if seat["winner"]] == [winner]


def test_the_puzzle_is_solved_by_following_the_hints(client: FlaskClient) -> None:
    match = begin(client, "polyssimo-puzzle", "Ann", card=30)
    told: dict[str, Any] = {}
    for _ in range(10):
        hint = client.get(f"/api/by-hand/{match}/advice?reveal").json or {}
        status, told = play(client, match, move="place", piece=hint["piece"], cells=hint["cells"])
        assert status == 200, told
    assert told["scene"]["headline"] == "Solved!"


def test_a_puzzle_that_cannot_be_finished_is_said_to_be_so_and_put_right(client: FlaskClient) -> None:
    match = begin(client, "polyssimo-puzzle", "Ann", card=21)
    assert "in 1 way." in (client.get(f"/api/by-hand/{match}/advice").json or {})["words"]
    status, _ = play(client, match, move="place", piece="O4", cells=[[0, 0], [0, 1], [1, 0], [1, 1]])
    assert status == 200
    assert "cannot be finished" in (client.get(f"/api/by-hand/{match}/advice").json or {})["words"]
    hint = client.get(f"/api/by-hand/{match}/advice?reveal").json or {}
    assert (hint["piece"], hint["remove"]) == ("O4", True)
    assert play(client, match, move="remove", piece="O4")[0] == 200
    assert "in 1 way." in (client.get(f"/api/by-hand/{match}/advice").json or {})["words"]


def test_an_illegal_move_is_refused_with_its_squares_and_is_not_written_down(client: FlaskClient, store: Store) -> None:
    match = begin(client, "blokus", "Ann", "Bob")
    status, told = play(client, match, move="place", piece="2", cells=[[5, 5], [5, 6]])
    assert status == 409
    assert told["error"].startswith("Placing the I2 there is not allowed: the first piece of a colour covers a square")
    assert told["cells"] == [[5, 5], [5, 6]]
    assert len(store.lines(match)) == 1


def test_a_refusal_calls_patches_by_the_letters_that_stand_on_them(client: FlaskClient) -> None:
    game = oracles.games("patchwork")["patchwork-d01"]
    match = begin(client, "patchwork", *oracles.patchwork_players(game), circle=game["ring"])
    status, told = play(client, match, move="buy", piece="p23", cells=[[0, 0], [0, 1], [0, 2], [0, 3], [1, 0]])
    assert status == 409
    assert told["error"] == "Buying patch W is not allowed: patch W costs 10 buttons and Ann has 5."


def test_where_a_piece_fits_is_where_it_may_be_placed(client: FlaskClient) -> None:
    match = begin(client, "blokus", "Ann", "Bob", first_corner="fixed")
    corners = client.get(f"/api/by-hand/{match}/places?piece=2").json
    assert corners == [[[0, 0], [0, 1]], [[0, 0], [1, 0]]]
    fitting = (client.get(f"/api/by-hand/{match}").json or {})["fitting"]
    assert fitting["2"] == 2
    assert "X" not in fitting


def test_leather_may_be_sewn_on_any_empty_square(client: FlaskClient) -> None:
    game = oracles.games("patchwork")["patchwork-d01"]
    match = begin(client, "patchwork", *oracles.patchwork_players(game), circle=game["ring"])
    for move in oracles.moves(game):
        if move.kind == "leather":
            break
        _, told = play(client, match, **facts(move))
    assert told["scene"]["time"]["leather_owed"] == 1
    assert told["scene"]["headline"].endswith("sews on a leather patch")
    places = client.get(f"/api/by-hand/{match}/places").json or []
    mover = next(seat for seat in told["scene"]["seats"] if seat["turn"])
    assert len(places) == mover["facts"]["empty"]
    assert play(client, match, move="advance")[0] == 409


@pytest.mark.parametrize(
    ("players", "board", "expected"),
    [
        (("A", "B", "C", "D"), None, {"A": ["blue"], "B": ["yellow"], "C": ["red"], "D": ["green"]}),
        (("A", "B", "C"), None, {"A": ["blue"], "B": ["yellow"], "C": ["red"]}),
        (("A", "B"), None, {"A": ["blue", "red"], "B": ["yellow", "green"]}),
        (("A", "B"), "duo", {"A": ["purple"], "B": ["orange"]}),
    ],
)
def test_the_colours_of_blokus_go_round_the_table(
    client: FlaskClient, store: Store, players: tuple[str, ...], board: str | None, expected: dict[str, list[str]]
) -> None:
    match = begin(client, "blokus", *players, **({"board": board} if board else {}))
    header = parse_header(store.lines(match)[0])
    assert {player: list(colours) for player, colours in (header.colours or {}).items()} == expected
    assert header.options.get("shared") == ("green" if len(players) == 3 else None)


def test_what_is_written_down_can_be_judged_again(client: FlaskClient, store: Store) -> None:
    match = begin(client, "blokus", "Ann", "Bob", "Cleo", first_corner="fixed")
    for move in oracles.moves(oracles.games("blokus")["blokus-d02"])[:8]:
        status, told = play(client, match, move="place", piece=move.piece, cells=move.cells)  # type: ignore[union-attr]
        assert status == 200, told
    lines = store.lines(match)
    assert '"player": "Bob"' in lines[8], "the shared colour is played in turn"
    assert '"colour": "green"' in lines[8]
    steps = (client.get(f"/api/matches/{match}").json or {})["steps"]
    assert all(step["legal"] for step in steps)


def test_a_handicap_binds_whoever_has_it(client: FlaskClient) -> None:
    match = begin(client, "polyssimo", "Ann", "Bob", min_hexominoes={"Ann": 12})
    status, told = play(client, match, move="draft", piece="F")
    assert status == 409
    assert "at least 12 hexominoes" in told["error"]
    assert play(client, match, move="draft", piece="F06")[0] == 200


def test_taking_back_goes_to_the_beginning_and_no_further(client: FlaskClient) -> None:
    match = begin(client, "polyssimo", "Ann", "Bob", hands="open")
    play(client, match, move="place", piece="I", cells=[[0, col] for col in range(5)])
    status, told = post(client, f"/{match}/undo")
    assert (status, told["scene"]["boards"][0]["lying"]) == (200, [])
    assert post(client, f"/{match}/undo")[0] == 409


def test_of_two_that_move_at_once_one_is_told_to_look_again(client: FlaskClient, store: Store) -> None:
    match = begin(client, "polyssimo", "Ann", "Bob")
    assert post(client, f"/{match}/moves", move={"move": "draft", "piece": "F"}, length=1)[0] == 200
    status, told = post(client, f"/{match}/moves", move={"move": "draft", "piece": "I"}, length=1)
    assert (status, told["error"]) == (409, "The match has gone on meanwhile. Look again.")
    assert len(store.lines(match)) == 2


def test_a_match_goes_on_after_the_program_was_ended(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        match = begin(shelf_client(store), "polyssimo", "Ann", "Bob")
        play(shelf_client(store), match, move="draft", piece="F")
    with Store(tmp_path) as store:
        client = shelf_client(store)
        assert "Polyssimo Challenge: Ann and Bob" in client.get("/by-hand").text
        status, told = play(client, match, move="draft", piece="I")
        assert (status, told["said"]) == (200, "Bob takes the I.")


def test_a_match_of_the_table_can_only_be_looked_at(client: FlaskClient, store: Store) -> None:
    match = store.begin('{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"]}', "0")
    status, told = play(client, match, move="draft", piece="F")
    assert (status, len(store.lines(match))) == (409, 1)
    assert "not begun by hand" in told["error"]
    assert client.get(f"/by-hand/{match}", headers={"Accept": "text/html"}).status_code == 409


def test_any_match_can_be_played_on_from_any_line(client: FlaskClient, store: Store) -> None:
    lines = oracles.record(oracles.games("blokus")["blokus-d01"])
    lines[3:3] = ['{"move": "undo"}', lines[2]]
    seen = store.add(tuple(lines), "0")
    answer = client.post(f"/api/matches/{seen}/branch", json={"at": 6})
    assert answer.status_code == 201
    branched = (answer.json or {})["id"]
    assert store.lines(branched) == (lines[0], lines[1], lines[2], lines[5], lines[6])
    assert len(store.lines(seen)) == len(lines)
    facts_of_next = {"move": "place", "piece": "L4", "cells": [[1, 5], [1, 6], [1, 7], [2, 7]]}
    assert play(client, branched, **facts_of_next)[0] == 200
    assert client.post(f"/api/matches/{seen}/branch", json={"at": 999}).status_code == 409
    assert client.post(f"/api/matches/{seen}/branch", json={}).status_code == 400


def test_only_news_are_sent_to_who_knows_the_rest(client: FlaskClient) -> None:
    match = begin(client, "polyssimo", "Ann", "Bob")
    assert client.get(f"/api/by-hand/{match}?since=1").json == {"length": 1}
    play(client, match, move="draft", piece="F")
    assert (client.get(f"/api/by-hand/{match}?since=1").json or {})["said"] == "Ann takes the F."


def test_matches_by_hand_are_no_matches_of_the_camera(client: FlaskClient, store: Store) -> None:
    match = begin(client, "polyssimo", "Ann", "Bob")
    stored = store.stored(match)
    assert stored is not None
    assert stored.source == BY_HAND
    assert store.latest() is None


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"game": "chess", "players": ["Ann"]}, "game is one of"),
        ({"game": [], "players": ["Ann"]}, "game is one of"),
        ({"game": "blokus", "players": []}, "Everybody needs a name"),
        ({"game": "blokus", "players": ["Ann", "Ann"]}, "stands there twice"),
        ({"game": "blokus", "players": ["Ann"]}, "Blokus is for 2 to 4 players"),
        ({"game": "blokus", "players": list("ABC"), "choices": {"board": "duo"}}, "Blokus Duo is for 2 players"),
        ({"game": "patchwork", "players": list("ABC")}, "is for 2 players, not for 3"),
        ({"game": "patchwork", "players": list("AB"), "choices": {"circle": []}}, "To go: 33"),
        ({"game": "patchwork", "players": list("AB"), "choices": {"circle": ["p01"]}}, "To go: 32"),
        ({"game": "patchwork", "players": list("AB"), "choices": {"circle": ["p01"] * 33}}, "every patch once"),
        ({"game": "patchwork", "players": list("AB"), "choices": {"circle": 7}}, "expected a list"),
        ({"game": "patchwork", "players": list("AB"), "choices": {"tie": "coin"}}, "tie is one of"),
        ({"game": "polyssimo", "players": list("AB"), "choices": {"hands": "stolen"}}, "hands is one of"),
        ({"game": "polyssimo", "players": list("AB"), "choices": {"seed": []}}, "seed is a whole number"),
        ({"game": "polyssimo", "players": list("AB"), "choices": {"min_hexominoes": {"A": "x"}}}, ""),
        ({"game": "polyssimo", "players": list("AB"), "choices": {"min_hexominoes": 3}}, ""),
        ({"game": "polyssimo-puzzle", "players": ["Ann"], "choices": {"card": 99}}, "no card 99"),
        ({"game": "polyssimo-puzzle", "players": ["Ann"], "choices": []}, "choices is an object"),
        ([], "JSON object"),
        ({"game": "blokus", "players": ["Ann", "B\ud800b"]}, "holds what is no text"),
        ({"game": "blokus", "players": ["Ann", "B" * 25]}, "a name of 1 to 24 letters"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused_in_words(
    client: FlaskClient, store: Store, body: Any, complaint: str
) -> None:
    answer = client.post("/api/by-hand", json=body)
    assert answer.status_code == 400
    assert complaint.casefold() in (answer.json or {})["error"].casefold()
    assert store.ids() == ()


@pytest.mark.parametrize("move", [{}, {"move": "jump"}, {"move": "undo"}, {"move": "place", "piece": "F"}, 7])
def test_what_is_no_move_is_refused_in_words(client: FlaskClient, move: Any) -> None:
    match = begin(client, "polyssimo", "Ann", "Bob", hands="open")
    status, told = post(client, f"/{match}/moves", move=move)
    assert status == 400
    assert told["error"].endswith(".")


@pytest.mark.parametrize("game", ["polyssimo", "blokus", "patchwork", "polyssimo-puzzle"])
def test_every_game_has_its_page(client: FlaskClient, game: str) -> None:
    match = begin(client, game, *(("Ann", "Bob") if game != "polyssimo-puzzle" else ("Ann",)))
    assert client.get(f"/by-hand?game={game}").status_code == 200
    assert f'data-match="{match}"' in client.get(f"/by-hand/{match}").text


def test_a_record_is_written_as_records_are(client: FlaskClient, store: Store) -> None:
    game = oracles.games()["polyssimo-d01"]
    match = begin(client, "polyssimo", "Ann", "Bob")
    moves = oracles.moves(game)[:30]
    for move in moves:
        play(client, match, **facts(move))
    assert store.lines(match)[1:] == tuple(map(format_entry, moves))
