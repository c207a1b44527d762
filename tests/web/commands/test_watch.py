"""``polyref watch``: a recording goes in, the events of the design come out; bad input is told in one line."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from referee.piece import PieceSet, packaged_piece_set
from referee.replay import replay
from tests.sightings import BOARD, HANDS, sighting
from vision.frame import Frame
from vision.look import Known, Look, View
from vision.pictures.picture import write_picture
from vision.pictures.source import open_source
from web.cli import main

GAME = (".", "V\nV\nVVV", "V\nV\nVVV\n.\nIIIII", "V\nV\nVVV\n.\nIIIII\n.\nWW\n.WW\n..W")


class Eyes:
    """Eyes that see the pictured boards, one a frame."""

    def __init__(self, piece_set: PieceSet, profile: object = None) -> None:
        self.piece_set = piece_set

    def look(self, frame: Frame, known: Known) -> Look:
        seen = sighting(GAME[frame.index - 1])
        return Look(frame.index, frame.t_s, View.SETTLED, BOARD, seen, board_found=frame.index == 1)


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("web.commands.watch.watcher_for", Eyes)
    monkeypatch.setenv("POLYREF_CONFIG", str(tmp_path / "config"))
    (tmp_path / "film").mkdir()
    _record(tmp_path / "film", (60, 80))
    return tmp_path / "film"


def _record(folder: Path, size: Sequence[int]) -> None:
    for number in range(len(GAME)):
        write_picture(folder / f"{number}.png", np.full((*size, 3), 40 * number, np.uint8))


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["watch", *map(str, words)])


def events(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def complaint(result: Result) -> str:
    """The one line on stderr of a run that ended with status 2."""
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith("polyref: ")
    return line


def test_a_recording_gives_an_event_a_line_with_frame_and_time(recording: Path) -> None:
    lines = events(run(recording, "--players", "Ann,Bob", "--json", "--fps", "2"))
    assert [(line["event"], line["frame"], line["t"]) for line in lines] == [
        ("board", 1, 0.0),
        ("placed", 2, 0.5),
        ("placed", 3, 1.0),
        ("placed", 4, 1.5),
    ]
    assert [line["player"] for line in lines[1:]] == ["Bob", "Ann", "Bob"]


def test_the_same_recording_gives_the_same_events(recording: Path) -> None:
    assert run(recording, "--json").stdout == run(recording, "--json").stdout


def test_with_hands_the_players_are_those_of_the_file_and_the_record_can_be_replayed(
    recording: Path, tmp_path: Path
) -> None:
    (tmp_path / "hands.json").write_text(json.dumps(HANDS))
    record = tmp_path / "game.jsonl"
    events(run(recording, "--hands", tmp_path / "hands.json", "--record", record, "--json"))
    lines = record.read_text().splitlines()
    assert json.loads(lines[0])["hands"] == {player: list(hand) for player, hand in HANDS.items()}
    judged = list(replay("game", lines, packaged_piece_set))
    assert [(line["player"], line["legal"]) for line in judged[:-1]] == [("Bob", True), ("Ann", True), ("Bob", True)]


def test_people_read_sentences(recording: Path) -> None:
    assert "Bob has placed the V" in run(recording).stdout


def test_a_record_of_another_match_is_left_alone(recording: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text("something else\n")
    assert "game.jsonl" in complaint(run(recording, "--record", record))
    assert record.read_text() == "something else\n"


def test_players_must_be_those_of_the_hands(recording: Path, tmp_path: Path) -> None:
    (tmp_path / "hands.json").write_text(json.dumps(HANDS))
    assert "give the same names" in complaint(run(recording, "--players", "Ann,Cy", "--hands", tmp_path / "hands.json"))


def test_a_circle_is_refused_where_there_is_none_and_blamed_where_it_is_wrong(recording: Path) -> None:
    for game in ("polyssimo", "blokus"):
        assert "--circle" in complaint(run(recording, "--game", game, "--circle", "p01"))
    assert "--circle: " in complaint(run(recording, "--game", "patchwork", "--circle", "p01"))
    circle = ",".join(piece.id for piece in packaged_piece_set("patchwork").pieces)
    words = ("--game", "patchwork", "--circle", circle, "--players", "Ann,Bob,Cy")
    assert "--players: " in complaint(run(recording, *words))


@pytest.mark.parametrize("players", ["Ann", "Ann,Ann", "Ann,", "A,B,C,D,E"])
def test_players_must_be_two_to_four_with_names_of_their_own(recording: Path, players: str) -> None:
    complaint(run(recording, "--players", players))


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("nowhere",), "no such file, folder or camera: nowhere"),
        (("97",), "camera 97 gives no picture"),
        ((".", "--game", "chess"), "unknown game 'chess'"),
        (("file:///etc/passwd",), "only http, https and rtsp"),
        (("http://127.0.0.1:9/nothing",), "nobody answers at 127.0.0.1, port 9"),
    ],
)
def test_what_cannot_be_watched_is_told_in_one_line(words: tuple[str, ...], what: str) -> None:
    assert what in complaint(run(*words))


def test_where_no_board_was_seen_people_are_told(tmp_path: Path) -> None:
    write_picture(tmp_path / "1.png", np.full((240, 320, 3), 128, np.uint8))
    result = run(tmp_path)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no board of polyssimo was seen" in result.stderr


def test_an_empty_folder_is_told_in_one_line(tmp_path: Path) -> None:
    assert "no pictures in the folder" in complaint(run(tmp_path))


def test_a_bad_picture_is_told_after_the_good_ones(recording: Path) -> None:
    (recording / "1.png").write_text("not a picture")
    result = run(recording, "--json")
    assert "1.png is not a picture" in complaint(result)
    assert [json.loads(line)["frame"] for line in result.stdout.splitlines()] == [1, 3]


def test_the_demo_can_be_watched_with_the_hands_that_it_deals(
    recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.camera.simulated.film", lambda *_: open_source(str(recording)))
    record = tmp_path / "demo.jsonl"
    assert events(run("demo", "--players", "Cy,Di", "--record", record, "--json"))[0]["event"] == "board"
    assert sorted(json.loads(record.read_text().splitlines()[0])["hands"]) == ["Cy", "Di"]
    assert "leave out --hands" in complaint(run("demo", "--hands", "hands.json"))


def test_a_profile_is_kept_and_refused_when_the_pictures_have_another_size(recording: Path) -> None:
    events(run(recording, "--profile", "desk", "--json"))
    events(run(recording, "--profile", "desk", "--json"))
    _record(recording, (48, 64))
    line = complaint(run(recording, "--profile", "desk", "--json"))
    assert "pictures of 80 x 60, but they are 64 x 48 now" in line
    assert "delete" in line
