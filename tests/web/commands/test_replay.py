"""``polyref replay`` as people and programs call it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee.match import Match
from referee.move import Place
from referee.piece import packaged_piece_set
from referee.record import Header, format_entry, format_header
from tests import oracles
from web.commands.replay import replay
from web.games.equipment import piece_set_for

HANDS = '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"], "hands": {"Ann": ["I"], "Bob": ["X"]}}'
PLACE_X = '{"player": "Bob", "move": "place", "piece": "X", "cells": [[0,1],[1,0],[1,1],[1,2],[2,1]]}'
OVERLAP = '{"player": "Ann", "move": "place", "piece": "I", "cells": [[1,0],[1,1],[1,2],[1,3],[1,4]]}'


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty config folder, so that nobody's own piece set is in the way."""
    monkeypatch.setenv("POLYREF_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def record(folder: Path, name: str, *lines: str) -> str:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(replay, arguments)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_played_game_is_replayed_to_its_known_winner(tmp_path: Path) -> None:
    games = oracles.games()
    names = {record(tmp_path, f"{name}.jsonl", *oracles.record(game)): game for name, game in games.items()}
    result = run(*names, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    ends = {line["record"]: line for line in objects(result) if "over" in line}
    assert list(ends) == list(names)
    for name, game in names.items():
        assert list(ends[name]["scores"].values()) == game["final"]["remaining_squares"]
        assert ends[name]["winners"] == [oracles.SEATS[game["final"]["winner"]]]


@pytest.mark.parametrize("of", ["blokus", "patchwork"])
def test_every_played_game_of_the_others_is_replayed_to_its_known_scores(tmp_path: Path, of: str) -> None:
    games = oracles.games(of)
    names = {record(tmp_path, f"{name}.jsonl", *oracles.record(game)): game for name, game in games.items()}
    result = run(*names, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    ends = {line["record"]: line for line in objects(result) if "over" in line}
    seats = oracles.COLOURS if of == "blokus" else oracles.SEATS[:2]
    for name, game in names.items():
        assert [ends[name]["scores"][seat] for seat in seats] == game["final"]["scores"]


def test_people_read_the_turns_of_patchwork(tmp_path: Path) -> None:
    path = record(tmp_path, "a.jsonl", *oracles.record(oracles.games("patchwork")["patchwork-d06"]))
    lines = run(path).stdout.splitlines()
    assert lines[1:4] == ["      1  Ann buys p26", "      2  Bob buys p31", "      3  Ann advances"]
    assert "     15  Bob sews on a leather patch" in lines
    assert lines[-1] == "  over; points: Ann 6, Bob 6; Bob wins, with equal points, by who came to the last space when"
    assert "is blocked" not in "".join(lines)


def test_people_read_the_colours_of_blokus(tmp_path: Path) -> None:
    header = '{"polyref": 1, "game": "blokus", "players": {"Ann": ["blue", "red"], "Bob": ["yellow", "green"]}}'
    place = '{"player": "Ann", "move": "place", "colour": "blue", "piece": "1", "cells": [[0, 0]]}'
    path = record(tmp_path, "a.jsonl", header, place)
    assert run(path).stdout.splitlines()[1:] == [
        "      1  Ann places blue 1",
        "  not over; points: Ann -177, Bob -178",
    ]
    line = objects(run(path, "--json", "--legal-counts"))[0]
    assert (line["colour"], list(line["legal_placements"])) == ("blue", ["blue", "yellow", "red", "green"])


def test_the_puzzle_says_whether_it_is_solved(tmp_path: Path) -> None:
    header = '{"polyref": 1, "game": "polyssimo-puzzle", "players": ["Ann"], "card": 21}'
    place = '{"player": "Ann", "move": "place", "piece": "O4", "cells": [[0, 3], [0, 4], [1, 3], [1, 4]]}'
    path = record(tmp_path, "a.jsonl", header, place, '{"player": "Ann", "move": "remove", "piece": "O4"}')
    assert objects(run(path, "--json"))[-1] == {
        **{"record": path, "over": False, "scores": {"Ann": 35}, "winners": [], "decided_by": None, "solved": False}
    }
    assert run(path).stdout.splitlines()[1:] == [
        "      1  Ann places O4",
        "      2  Ann takes O4 away",
        "  not over; squares left: Ann 35",
    ]


def test_counts_are_given_only_where_asked_for(tmp_path: Path) -> None:
    path = record(tmp_path, "a.jsonl", HANDS, PLACE_X)
    assert "legal_placements" not in objects(run(path, "--json"))[0]
    assert objects(run(path, "--json", "--legal-counts"))[0]["legal_placements"] == {"Ann": 172, "Bob": 90}


def test_people_read_the_moves_the_broken_rules_who_is_blocked_and_the_result(tmp_path: Path) -> None:
    path = record(tmp_path, "a.jsonl", HANDS, PLACE_X, OVERLAP)
    assert run(path).stdout.splitlines() == [
        path,
        "      1  Bob places X",
        "         Bob is blocked",
        "      2  Ann places I",
        "         ILLEGAL: I covers squares that are already taken: (1,0) (1,1) (1,2)",
        "  not over; squares left: Ann 5, Bob 0",
    ]


def test_people_read_who_wins_and_why(tmp_path: Path) -> None:
    path = record(tmp_path, "a.jsonl", *oracles.record(oracles.games()["polyssimo-d16"]))
    assert run(path).stdout.splitlines()[-1] == (
        "  over; squares left: Ann 0, Bob 0; Ann wins, tied for the fewest squares left, but the last of them to place"
    )


def test_of_several_records_the_good_ones_are_done_and_the_bad_ones_told(tmp_path: Path) -> None:
    good = record(tmp_path, "good.jsonl", HANDS, PLACE_X)
    chess = record(tmp_path, "chess.jsonl", '{"polyref": 1, "game": "chess", "players": ["Ann", "Bob"]}')
    cut = record(tmp_path, "cut.jsonl", HANDS, PLACE_X, OVERLAP[:40])
    missing = str(tmp_path / "missing.jsonl")
    result = run(missing, chess, str(tmp_path), cut, good, "--json")
    assert result.exit_code == 2
    assert [line["record"] for line in objects(result)] == [cut, cut, good, good]
    said = result.stderr.splitlines()
    assert [line.split(" ", 1)[0] for line in said] == ["polyref:"] * 4
    assert [path in line for path, line in zip((missing, chess, str(tmp_path), cut), said, strict=True)] == [True] * 4


def test_a_file_may_hold_several_records_of_which_the_good_ones_are_done(tmp_path: Path) -> None:
    broken = HANDS.replace("Ann", "")
    path = record(tmp_path, "all.jsonl", HANDS, PLACE_X, "", broken, PLACE_X, HANDS, PLACE_X, OVERLAP[:40])
    result = run(path, "--json")
    assert result.exit_code == 2
    assert [("over" in line, line["record"]) for line in objects(result)] == [(False, path), (True, path)] * 2
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == [f"{path}, line {n}" for n in (4, 8)]
    plain = run(record(tmp_path, "two.jsonl", HANDS, PLACE_X, HANDS, PLACE_X))
    assert (plain.exit_code, plain.stdout.count("Bob places X")) == (0, 2)


def test_with_open_hands_what_is_left_decides_nothing(tmp_path: Path) -> None:
    pieces = packaged_piece_set("polyssimo")
    header = Header("polyssimo", ("Ann", "Bob"), rules={"open_hands": True})
    match = Match.start(header, pieces)
    while match.position.to_move is not None:
        player = match.position.to_move
        placed = match.game.legal_placements(match.position, player)[-1]
        _, match = match.play(Place(player, placed.piece, placed.cells))
    lines = [format_header(header), *map(format_entry, match.moves)]
    last = run(record(tmp_path, "open.jsonl", *lines)).stdout.splitlines()[-1]
    assert last == f"  over; with open hands {match.moves[-1].player} wins, the last to place"


@pytest.mark.parametrize(
    "octets", [b"", b"\xff\xd8\xff\xe0\x00\x10JFIF", b"\x00" * 99, b'{"polyref": 1, "game": "\xff"}']
)
def test_a_file_that_is_no_record_is_told_in_one_line(tmp_path: Path, octets: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(octets)
    result = run(str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert str(path) in result.stderr


def test_a_file_far_too_large_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.commands.replay.MAX_RECORD_BYTES", 50)
    result = run(record(tmp_path, "a.jsonl", HANDS))
    assert result.exit_code == 2
    assert "too large" in result.stderr


def test_a_name_in_any_script_comes_out_as_it_went_in(tmp_path: Path) -> None:
    path = record(tmp_path, "a.jsonl", HANDS.replace("Ann", "Zoë").replace("Bob", "Боб"), PLACE_X.replace("Bob", "Боб"))
    assert objects(run(path, "--json"))[0]["player"] == "Боб"
    assert "Боб places X" in run(path).stdout


def own_set(config: Path, text: str) -> Path:
    path = config / "pieces" / "polyssimo.json"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_user_s_own_piece_set_replaces_the_packaged_one(config: Path, tmp_path: Path) -> None:
    own_set(
        config,
        '{"game": "polyssimo", "board": {"rows": 4, "cols": 6}, "pieces": ['
        '{"id": "I", "kind": "pentomino", "cells": [[0,0],[0,1],[0,2],[0,3],[0,4]]},'
        '{"id": "X", "kind": "pentomino", "cells": [[0,1],[1,0],[1,1],[1,2],[2,1]]}]}',
    )
    assert piece_set_for("polyssimo").digest != packaged_piece_set("polyssimo").digest
    path = record(tmp_path, "a.jsonl", HANDS, PLACE_X)
    assert objects(run(path, "--json", "--legal-counts"))[0]["legal_placements"] == {"Ann": 8, "Bob": 8}


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"game": "blokus", "board": {"rows": 4, "cols": 6}, "pieces": '
        '[{"id": "I", "kind": "tromino", "cells": [[0,0],[0,1],[0,2]]}]}',
    ],
)
def test_a_bad_piece_set_of_the_user_is_named(config: Path, tmp_path: Path, text: str) -> None:
    path = own_set(config, text)
    result = run(record(tmp_path, "a.jsonl", HANDS))
    assert result.exit_code == 2
    assert str(path) in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_record_of_another_piece_set_is_refused_with_the_cure(tmp_path: Path) -> None:
    result = run(record(tmp_path, "a.jsonl", HANDS[:-1] + ', "pieces": "0123456789abcdef"}'))
    assert result.exit_code == 2
    assert "0123456789abcdef" in result.stderr
    assert 'take "pieces" out of the header' in result.stderr
