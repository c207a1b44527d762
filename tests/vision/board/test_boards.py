"""The boards of all games: which one it is, where it lies, and what lies on it."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from tests.benchmarks.anywhere import film
from tests.benchmarks.scoring import score
from tests.benchmarks.truth import ANY_PATCH, names_by_shape, parse_truth
from vision.board import boards
from vision.board.boards import find_board, glimpse_board, likely_games, which_game
from vision.board.fine import fitted_finely
from vision.board.laid import settled
from vision.board.places import FAIR, LIKELY, SeenPlace
from vision.board.refine import Fit
from vision.board.verify import examine
from vision.frame import Picture
from vision.kind import KINDS
from vision.names import seen_set
from vision.pose import grid_corners, pose_from_corners
from vision.read import read_photo
from vision.sighting import Sighting
from vision.simulated.render import studio_of
from vision.simulated.still import picture
from vision.simulated.truth import corners
from web.camera.simulated import shots
from web.games.demo import script, usual_players

DATA = Path(__file__).parents[2] / "data"
PHOTOS = [*sorted((DATA / "blokus").glob("*.jpg")), *sorted((DATA / "patchwork").glob("*.jpg"))]
DOUBTFUL = DATA / "blokus" / "010.jpg"
"""It looks most like Blokus as a whole, but is not told for sure."""


def load(path: Path) -> Picture:
    bgr = cv2.imread(str(path))
    assert bgr is not None
    return np.asarray(bgr, np.uint8)


def read(path: Path, game: str) -> Sighting:
    return read_photo(load(path), packaged_piece_set(game))


@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_game_on_the_table_is_recognised_and_its_board_found(path: Path) -> None:
    assert likely_games(load(path))[0] == path.parent.name
    if path != DOUBTFUL:
        assert which_game(load(path)) == path.parent.name
    facts = json.loads(path.with_suffix(".json").read_text())
    piece_set = packaged_piece_set(path.parent.name)
    seen = score(parse_truth(facts, path.stem, names_by_shape([facts], piece_set)), read(path, path.parent.name))
    assert seen.corner_error_cells is not None
    assert seen.corner_error_cells < 0.3


def test_polyssimo_is_recognised() -> None:
    assert which_game(load(DATA / "photos" / "009_full.jpg")) == "polyssimo"


def test_polyssimo_is_looked_for_whatever_a_board_looks_like_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "places_seen", lambda *_, **__: [])
    full = load(DATA / "photos" / "009_full.jpg")
    assert which_game(full) is None
    assert likely_games(full) == ("polyssimo",)


def test_games_that_a_board_may_be_of_come_by_their_likelihood(monkeypatch: pytest.MonkeyPatch) -> None:
    def places(*games: float) -> list[SeenPlace]:
        return [SeenPlace(np.zeros((4, 2)), 0.1, games)]

    anything = np.full((480, 640, 3), 120, np.uint8)
    monkeypatch.setattr(boards, "places_seen", lambda *_, **__: places(0.0, 0.45, 0.15, 0.37, 0.03))
    assert likely_games(anything) == ("blokus", "patchwork", "polyssimo")
    monkeypatch.setattr(boards, "places_seen", lambda *_, **__: places(0.0, 0.95, 0.0, 0.05, 0.0))
    assert likely_games(anything) == ("blokus",)


@pytest.mark.parametrize(
    ("game", "photo"), [("polyssimo", "photos/014_few"), ("blokus", "blokus/006"), ("patchwork", "patchwork/005")]
)
def test_a_board_in_plain_sight_is_found_at_a_glance(game: str, photo: str) -> None:
    truth = json.loads((DATA / f"{photo}.json").read_text())
    pose = glimpse_board(load(DATA / f"{photo}.jpg"), packaged_piece_set(game))
    assert pose is not None
    middle = np.mean(truth["corners"], axis=0)
    assert np.linalg.norm(pose.corners_px.mean(axis=0) - middle) < 0.2 * pose.cell_px


def test_a_glance_is_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at the whole picture once, neither carefully nor in parts, nor for straight lines."""
    looks = list[bool]()

    def seen(_: Picture, *, thrice: bool = False) -> list[np.ndarray]:
        looks.append(thrice)
        return []

    monkeypatch.setattr("vision.board.locate.corners_seen", seen)
    monkeypatch.setattr("vision.board.locate.corners_in_parts", lambda _: pytest.fail("looked at in parts"))
    monkeypatch.setattr("vision.board.locate._searched", lambda *_: pytest.fail("lines looked for"))
    assert glimpse_board(load(DATA / "photos" / "014_few.jpg"), packaged_piece_set("polyssimo")) is None
    assert looks == [False]


def test_no_board_is_none() -> None:
    assert which_game(np.full((480, 640, 3), 120, np.uint8)) is None


@pytest.mark.parametrize("game", ["blokus", "patchwork"])
def test_a_board_of_polyssimo_is_not_taken_for_another(game: str) -> None:
    assert not read(DATA / "photos" / "009_full.jpg", game).board.found


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("overhang", 548003),
        ("overhang", 548006),
        ("empty", 552003),
        pytest.param("full", 8000019, id="that is small in its picture"),
        pytest.param(None, 920232, id="of which few lines are seen, but those plainly"),
        pytest.param(None, 7735096, id="that looks like none as a whole, but for its many lines"),
    ],
)
def test_a_board_however_it_looks_is_found_where_it_is(kind: str | None, seed: int) -> None:
    piece_set = packaged_piece_set("blokus")
    bgr, facts = picture(seed, seen_set(piece_set), kind=kind)
    pose = find_board(bgr, piece_set)
    assert pose is not None
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - facts["corners"]).max() for turn in range(4)]
    assert min(errors) < 0.3 * pose.cell_px


def test_a_board_is_not_taken_to_end_where_its_cells_show_that_it_goes_on() -> None:
    """Of this one lines and a first guess say so."""
    piece_set = packaged_piece_set("blokus")
    bgr, facts = picture(920152, seen_set(piece_set))
    pose = find_board(bgr, piece_set)
    assert pose is not None
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - facts["corners"]).max() for turn in range(4)]
    assert min(errors) < 0.5 * pose.cell_px


def test_a_bare_board_is_found_by_all_its_lines_though_it_is_not_known_as_a_whole() -> None:
    piece_set = packaged_piece_set("patchwork")
    bgr, facts = picture(7715068, seen_set(piece_set))
    assert which_game(bgr) != "patchwork"
    pose = find_board(bgr, piece_set)
    assert pose is not None
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - facts["corners"]).max() for turn in range(4)]
    assert min(errors) < 0.1 * pose.cell_px


BLOKUS = packaged_piece_set("blokus")


@pytest.mark.parametrize(("axis", "far", "cells"), [(0, 20, -0.7), (1, 0, 0.7)])
def test_where_many_lines_are_seen_the_board_lies_on_them_whatever_a_network_sees(
    axis: int, far: int, cells: float
) -> None:
    """Of this one the network saw a side .7 cells too far in once, and its cells are as clear there."""
    bgr, facts = load(DATA / "blokus" / "010.jpg"), json.loads((DATA / "blokus" / "010.json").read_text())
    there, seen = np.array(facts["corners"]), grid_corners(BLOKUS.grid)
    to_picture = cv2.getPerspectiveTransform(seen.astype(np.float32), there.astype(np.float32))
    seen[seen[:, axis] == far, axis] += cells
    seen_px = cv2.perspectiveTransform(seen.reshape(-1, 1, 2), to_picture).reshape(-1, 2)
    pose = settled(bgr, SeenPlace(seen_px, 0.05, (0, 1, 0, 0, 0)), BLOKUS)
    assert pose is not None
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - there).max() for turn in range(4)]
    assert min(errors) < 0.2 * pose.cell_px


@pytest.mark.parametrize("number", [1, 9])
def test_in_deep_shade_the_board_lies_where_its_lines_are(number: int) -> None:
    """A network sees it .6 cells off on this table when it is bare, and one corner a cell off with three pieces on it.
    Cells are clear there too, but its lines stand elsewhere."""
    played = shots(script(4, BLOKUS, usual_players("blokus")), 0, 4, BLOKUS)
    pose = find_board(played.drawn(played.shots[number - 1], number), BLOKUS)
    assert pose is not None
    there = corners(studio_of(played.scene, BLOKUS.grid).camera, BLOKUS.grid)
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - there).max() for turn in range(4)]
    assert min(errors) < 0.3 * pose.cell_px


def test_of_a_board_that_is_plainly_bare_and_looks_like_no_other_the_lines_may_be_faint() -> None:
    """Of this one 32 and 16 lines are seen, a little too few for either direction to tell."""
    frame, facts = next(iter(film(script(330, BLOKUS, usual_players("blokus")), 330, BLOKUS)))
    pose = find_board(frame.bgr, BLOKUS)
    assert pose is not None
    errors = [np.abs(np.roll(pose.corners_px, turn, axis=0) - facts["corners"]).max() for turn in range(4)]
    assert min(errors) < 0.3 * pose.cell_px


def test_lines_of_thin_pieces_are_looked_for_on_the_plane_of_their_own_tops() -> None:
    path = DATA / "patchwork" / "003.jpg"
    bgr, facts = load(path), json.loads(path.with_suffix(".json").read_text())
    pose = pose_from_corners(np.array(facts["corners"]), GridSize(9, 9), (facts["width"], facts["height"]))
    of_wood, of_card = Fit.of(pose, KINDS["polyssimo"]), Fit.of(pose, KINDS["patchwork"])
    assert examine(bgr, of_card, 28).lattice > examine(bgr, of_wood, 28).lattice + 0.1
    assert fitted_finely(bgr, of_card)[1].tops == pytest.approx(0.1, abs=0.05)


EMPTY = np.zeros((640, 640, 3), np.uint8)


def place(at: float, likelihood: float, quilt: float = 0.0) -> SeenPlace:
    """Something that looks like a board of Blokus, or a ``quilt``, so many pixels to the right and down."""
    square = np.array([(0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0)])
    return SeenPlace(square + at, 0.05, (0, likelihood, quilt, 0, 0))


class Judged:
    """What lines and cells would say of places, by how far to the right they are; remembers which were asked about."""

    def __init__(self, worth: dict[int, float], good: frozenset[int] = frozenset()) -> None:
        self.worth, self.good, self.tried = worth, good, list[int]()

    def __call__(self, bgr: Picture, place: SeenPlace, *_: object) -> SimpleNamespace:
        at = round(float(place.corners_px[0, 0]))
        self.tried.append(at)
        pose = pose_from_corners(place.corners_px, BLOKUS.grid, (640, 640)) if at in self.worth else None
        return SimpleNamespace(
            worth=self.worth.get(at, 0.0),
            is_good=at in self.good,
            is_placed=True,
            as_board=lambda likelihood: pose and replace(pose, confidence=likelihood),
        )


def test_of_two_places_that_look_like_a_board_the_one_that_is_borne_out_best_is_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.board.boards.places_seen", lambda bgr, **_: [place(10, 0.9999), place(90, 0.9998)])
    monkeypatch.setattr("vision.board.boards.best_laid", Judged({10: 6.0, 90: 10.0}))
    found = find_board(EMPTY, BLOKUS)
    assert found is not None
    assert found.confidence == 0.9998


@pytest.mark.parametrize("likelihood", [0.01, 0.15])
def test_what_looks_like_the_board_of_another_game_is_none_of_this_whatever_its_lines_say(
    likelihood: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.board.boards.places_seen", lambda bgr, **_: [place(10, likelihood, LIKELY + 0.01)])
    monkeypatch.setattr("vision.board.boards.best_laid", Judged({10: 6.0}, frozenset({10})))
    assert find_board(EMPTY, BLOKUS) is None


def test_the_likeliest_place_is_the_board_if_all_is_good_there_whatever_else_looks_like_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = Judged({10: 6.0, 90: 10.0}, frozenset({10}))
    monkeypatch.setattr("vision.board.boards.places_seen", lambda bgr, **_: [place(10, 0.9999), place(90, 0.9998)])
    monkeypatch.setattr("vision.board.boards.best_laid", judged)
    found = find_board(EMPTY, BLOKUS)
    assert found is not None
    assert (found.confidence, judged.tried) == (0.9999, [10])


def test_a_place_that_is_no_board_comes_last_when_the_next_look_sees_it_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would take the turn of one that is."""
    judged = Judged({200: 5.0})
    wrong = (0, 50, 100)
    careful = [*(place(at + 1, 0.99) for at in wrong), place(200, 0.6)]
    monkeypatch.setattr(
        "vision.board.boards.places_seen",
        lambda bgr, thrice=False: careful if thrice else [place(at, 0.98) for at in wrong],
    )
    monkeypatch.setattr("vision.board.boards.best_laid", judged)
    found = find_board(EMPTY, BLOKUS)
    assert found is not None
    assert judged.tried[:4] == [0, 50, 100, 200]
    assert found.corners_px[0, 0] == pytest.approx(200, abs=1)


def test_a_place_from_which_a_quick_look_leads_astray_is_tried_once_more_from_where_a_careful_one_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = Judged({11: 5.0})
    monkeypatch.setattr(
        "vision.board.boards.places_seen", lambda bgr, thrice=False: [place(11, 0.99) if thrice else place(0, 0.98)]
    )
    monkeypatch.setattr("vision.board.boards.best_laid", judged)
    assert find_board(EMPTY, BLOKUS) is not None
    assert judged.tried == [0, 11]


def test_a_board_that_seems_likelier_to_be_one_in_a_quick_look_than_in_a_careful_one_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick, careful = FAIR + 0.4, FAIR - 0.1
    judged = Judged({0: 5.0})
    monkeypatch.setattr(
        "vision.board.boards.places_seen", lambda bgr, thrice=False: [place(1, careful) if thrice else place(0, quick)]
    )
    monkeypatch.setattr("vision.board.boards.best_laid", judged)
    found = find_board(EMPTY, BLOKUS)
    assert found is not None
    assert found.confidence == quick
    assert judged.tried == [0]


@pytest.mark.parametrize("name", ["blokus/003", "blokus/006", "patchwork/003"])
def test_what_lies_on_the_board_is_read_exactly(name: str) -> None:
    path = DATA / f"{name}.jpg"
    facts, piece_set = json.loads(path.with_suffix(".json").read_text()), packaged_piece_set(path.parent.name)
    seen = read(path, path.parent.name)
    if piece_set.game == "patchwork":  # pictures name their shapes freely
        seen = replace(seen, pieces=tuple(replace(piece, piece=ANY_PATCH) for piece in seen.pieces))
    assert score(parse_truth(facts, path.stem, names_by_shape([facts], piece_set)), seen).exact


def test_the_board_of_the_puzzle_is_recognised() -> None:
    bgr, _ = picture(800300, packaged_piece_set("polyssimo-puzzle"))
    assert which_game(bgr) == "polyssimo-puzzle"
