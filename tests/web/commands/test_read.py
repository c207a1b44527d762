"""``polyref read``: the JSON of the design, drawings, results and bad input."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.sightings import PIECES, overlap, sighting
from vision.pictures.picture import read_picture, write_picture
from vision.sighting import Alternative, SeenBoard, SeenPiece, Sighting
from web.cli import main
from web.commands.report import in_words, letters_of, report

PICTURE = """
    V...aaaa
    V...a..a
    VVV....?
    ........
    IIIII..#
"""


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    write_picture(tmp_path / "a.png", np.full((60, 80, 3), 90, np.uint8))
    return tmp_path / "a.png"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Sighting]:
    """What the eyes see in every photo: the last of this list."""
    shown = [sighting("V\nV\nVVV\n.\nIIIII")]
    monkeypatch.setattr("web.commands.read.read_boards", lambda *_: [one for one in shown[-1:] if one.board.found])
    return shown


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["read", *map(str, words)])


def told(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    facts: dict[str, Any] = json.loads(result.stdout)
    return facts


def test_quilts_that_have_a_photo_each_are_counted_together(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def quilt(*cells: tuple[int, int]) -> list[Sighting]:
        corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
        return [Sighting(SeenBoard(True, corners, GridSize(9, 9), 1.0), (SeenPiece("p02", cells),))]

    photos = [quilt((0, 0), (0, 1), (1, 0)), quilt((4, 4), (4, 5), (5, 4))]
    shown = iter(photos + photos[:1] + photos)
    monkeypatch.setattr("web.commands.read.read_boards", lambda *_: next(shown))
    result = run(photo, photo, "--buttons", "Ann=12,Bob=5", "--json")
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert (first["scores"], first["asks"]) == (None, ["board"])
    assert second["scores"] == {"Ann": 12 - 2 * 78, "Bob": 5 - 2 * 78}
    assert [facts["pieces"][0]["id"] for facts in (first, second)] == ["p02", "p03"]  # each patch is there once
    alone = told(run(photo, "--buttons", "Ann=12,Bob=5", "--json"))
    assert (alone["scores"], alone["asks"]) == (None, ["board"])


def complaint(result: Result) -> str:
    """The one line on stderr of a run that ended with status 2."""
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith("polyref: ")
    return line


def test_the_report_has_the_keys_and_values_of_the_design() -> None:
    lies_on_v = overlap("W", ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4)), "V")
    choice = Alternative((SeenPiece("N", ((5, 5),)),), 0.4)
    facts = report("a.jpg", PIECES, sighting(PICTURE, (lies_on_v,), (choice,)))
    keys = "image game board pieces cells legend problems alternatives loose occluded unplaced"
    assert list(facts) == keys.split()
    assert facts["board"] == {
        "found": True,
        "corners": [[10.0, 10.0], [130.0, 10.0], [130.0, 120.0], [10.0, 120.0]],
        "rows": 11,
        "cols": 12,
        "confidence": 0.99,
    }
    assert facts["pieces"][0] == {"id": "V", "cells": [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]], "confidence": 0.98}
    assert facts["cells"][:6] == [
        "V...aaaa....",
        "V...a..a....",
        "VVV....?....",
        "............",
        "IIIII..?....",
        "............",
    ]
    assert facts["legend"] == {"I": "I", "V": "V", "a": "C06"}
    assert facts["problems"] == [
        {"kind": "overlap", "piece": "W", "cells": [[2, 2], [2, 3], [3, 3], [3, 4], [4, 4]], "on": ["V"]}
    ]
    assert facts["alternatives"] == [{"pieces": [{"id": "N", "cells": [[5, 5]]}], "confidence": 0.4}]
    assert facts["occluded"] is True
    assert len(facts["unplaced"]) == 21
    assert "W" in facts["unplaced"]


def test_pieces_of_an_own_set_with_names_of_several_words_are_reported_by_these() -> None:
    pieces = tuple(replace(piece, id=f"my {piece.id}") for piece in PIECES.pieces)
    seen = sighting("V\nV\nVVV")
    lying = tuple(replace(piece, piece=f"my {piece.piece}") for piece in seen.pieces)
    facts = report("a.jpg", replace(PIECES, pieces=pieces), replace(seen, pieces=lying))
    assert [piece["id"] for piece in facts["pieces"]] == ["my V"]
    assert list(facts["legend"].values()) == ["my V"]
    assert facts["unplaced"] == [piece.id for piece in pieces if piece.id != "my V"]


def test_no_two_pieces_of_an_own_set_have_the_same_letter() -> None:
    pieces = packaged_piece_set("polyssimo")
    first, *others = pieces.pieces
    own = replace(pieces, pieces=(replace(first, id="a"), *others))
    letters = letters_of(own)
    assert len(set(letters.values())) == len(letters)
    assert letters["a"] == "a"


def test_a_picture_without_our_board_is_no_error(photo: Path, seen: list[Sighting]) -> None:
    seen.append(Sighting(SeenBoard(False, (), PIECES.grid, 0.0)))
    facts = told(run(photo, "--json"))
    assert facts["board"]["found"] is False
    assert (facts["pieces"], facts["cells"], len(facts["unplaced"])) == ([], [], 24)
    assert "no board" in run(photo).stdout


def test_people_get_a_drawing_and_sentences() -> None:
    lies_on_v = overlap("W", ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4)), "V")
    text = in_words(report("a.jpg", PIECES, sighting(PICTURE, (lies_on_v,))))
    assert "V . . . a a a a" in text
    assert "a = C06" in text
    assert "Problem: W lies on V." in text


HANDS = {"Ann": ["I", "L"], "Bob": ["V", "W"]}


def hands_file(folder: Path, hands: object) -> Path:
    path = folder / "hands.json"
    path.write_text(hands if isinstance(hands, str) else json.dumps(hands), encoding="utf-8")
    return path


@pytest.mark.usefixtures("seen")
def test_the_result_counts_the_squares_left_in_the_hands(photo: Path, tmp_path: Path) -> None:
    facts = told(run(photo, "--json", "--hands", hands_file(tmp_path, {"Ann": ["I", "L", "C06"], "Bob": ["V", "W"]})))
    assert (facts["scores"], facts["winners"]) == ({"Ann": 11, "Bob": 5}, ["Bob"])
    assert list(facts)[-2:] == ["scores", "winners"]


@pytest.mark.usefixtures("seen")
def test_a_tie_asks_who_placed_last_and_goes_to_that_player(photo: Path, tmp_path: Path) -> None:
    hands = hands_file(tmp_path, HANDS)
    tied = told(run(photo, "--json", "--hands", hands))
    assert (tied["scores"], tied["asks"]) == (None, ["last"])
    decided = told(run(photo, "--json", "--hands", hands, "--last", "Ann"))
    assert (decided["scores"], decided["winners"]) == ({"Ann": 5, "Bob": 5}, ["Ann"])


@pytest.mark.parametrize(
    "doubtful",
    [
        sighting("V\nV\nVVV\n?"),
        sighting("V\nV\nVVV\n#"),
        sighting("V\nV\nVVV", (overlap("W", ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4)), "V"),)),
        Sighting(SeenBoard(False, (), PIECES.grid, 0.0)),
    ],
)
def test_no_result_is_claimed_from_a_board_that_is_not_wholly_sure(
    photo: Path, tmp_path: Path, seen: list[Sighting], doubtful: Sighting
) -> None:
    seen.append(doubtful)
    facts = told(run(photo, "--json", "--hands", hands_file(tmp_path, HANDS)))
    assert (facts["scores"], facts["asks"]) == (None, ["board"])


@pytest.mark.usefixtures("seen")
def test_an_overlay_is_a_picture_for_one_photo_and_a_folder_for_several(photo: Path, tmp_path: Path) -> None:
    assert run(photo, "--overlay", tmp_path / "out.png").exit_code == 0
    assert read_picture(tmp_path / "out.png").ndim == 3
    (tmp_path / "again").mkdir()
    other = tmp_path / "again" / "a.png"
    other.write_bytes(photo.read_bytes())
    assert run(photo, other, "--overlay", tmp_path / "drawn").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["a-2.png", "a.png"]


@pytest.mark.usefixtures("seen")
def test_no_drawing_takes_the_place_of_a_photo(photo: Path) -> None:
    before = photo.read_bytes()
    for words in ((photo, "--overlay", photo), (photo.parent, "--overlay", photo.parent)):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "--overlay" in result.stderr
        assert photo.read_bytes() == before


@pytest.mark.usefixtures("seen")
def test_a_folder_stands_for_its_pictures(photo: Path) -> None:
    photo.with_name("b.png").write_bytes(photo.read_bytes())
    lines = run(photo.parent, "--json").stdout.splitlines()
    assert [Path(json.loads(line)["image"]).name for line in lines] == ["a.png", "b.png"]


@pytest.mark.usefixtures("seen")
def test_the_good_photos_are_done_and_the_bad_ones_told(photo: Path, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("not a picture")
    (tmp_path / "empty").mkdir()
    result = run(tmp_path / "text.jpg", photo, tmp_path / "missing.jpg", tmp_path / "empty", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["image"] == str(photo)
    assert len(result.stderr.splitlines()) == 3
    for what in ("text.jpg is not a picture", "no such file", "no pictures in the folder"):
        assert what in result.stderr


@pytest.mark.usefixtures("seen")
@pytest.mark.parametrize(
    ("hands", "what"),
    [
        ('{"Ann": ["F"', "is not JSON"),
        ('["F"]', "does not hold hands"),
        ('{"Ann": "F"}', "does not hold hands"),
        ({"Ann": ["Q"], "Bob": []}, "unknown piece 'Q'"),
        ({"Ann": ["F"], "Bob": ["F"]}, "F"),
    ],
)
def test_a_bad_hands_file_is_named_with_what_is_wrong(photo: Path, tmp_path: Path, hands: object, what: str) -> None:
    line = complaint(run(photo, "--hands", hands_file(tmp_path, hands)))
    assert "hands.json" in line
    assert what in line


@pytest.mark.usefixtures("seen")
@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--game", "chess"), "unknown game 'chess'"),
        (("--game", "chess", "--buttons", "Ann=1,Bob=2"), "unknown game 'chess'"),
        (("--game", "blokus", "--bonus", "Ann"), "--bonus is for patchwork"),
        (("--hands", "nowhere.json"), "no such file: nowhere.json"),
        (("--last", "Ann"), "--hands FILE"),
        (("--monomino-last", "pink"), "colours are blue, yellow, red, green"),
        (
            ("--game", "polyssimo", "--buttons", "Ann=1,Bob=2"),
            "tells nothing of polyssimo; leave it out",
        ),
        (("--game", "patchwork", "--monomino-last", "none"), "--monomino-last is for blokus"),
        (("--buttons", "Ann=1,Bob=2", "--monomino-last", "red"), "--buttons is for patchwork"),
        (("--buttons", "Ann"), "is not written as Ann=12,Bob=5"),
        (("--buttons", "Ann=3"), "must name two players"),
        (("--overlay", "/proc/nowhere/out.png"), "/proc/nowhere/out.png"),
        (("--bogus",), "No such option"),
    ],
)
def test_bad_options_are_told_in_one_line(photo: Path, words: tuple[str, ...], what: str) -> None:
    assert what in complaint(run(photo, *words))


@pytest.mark.usefixtures("seen")
def test_last_must_be_one_of_the_players(photo: Path, tmp_path: Path) -> None:
    assert "--last names 'Cy'" in complaint(run(photo, "--hands", hands_file(tmp_path, HANDS), "--last", "Cy"))


def test_a_missing_opencv_is_told_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ImportError("libGL.so.1: cannot open shared object file")

    monkeypatch.setattr("web.cli.import_module", broken)
    assert "opencv-python-headless" in complaint(run("a.png"))


def test_control_c_ends_without_a_traceback(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(bgr: object, piece_set: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("web.commands.read.read_boards", interrupted)
    result = run(photo)
    assert (result.exit_code, result.output) == (130, "")
