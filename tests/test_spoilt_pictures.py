"""A recorded game whose pictures go bad in the middle, watched by the real pipeline: nothing is ever read into them."""

import copy
import copyreg
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np
import pytest

from referee.match import Match
from referee.piece import packaged_piece_set
from referee.record import Header
from vision.frame import Frame, Picture
from vision.live.watch import Look, View, Watcher
from web.companion.companion import Companion
from web.companion.event import Event

FILM = Path(__file__).parent / "data" / "film"
PIECES = packaged_piece_set("polyssimo")
EVERY_S = 0.35
SPOILT_AT, AGAIN_AT = 16, 20
"""Two pieces lie when the pictures go bad; the third has been placed in the last pictures of the film."""

AROUND = 61
"""Pixels by which the noise that is kept is larger than a picture."""

Spoil = Callable[[Picture, int], Picture]


def pictures() -> list[Picture]:
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted((FILM / "frames").glob("*.jpg"))]


@dataclass
class Evening:
    """A watcher and a companion, and the time."""

    watcher: Watcher
    companion: Companion
    frames: int = 0

    def see(self, shown: Sequence[Picture]) -> tuple[list[Look], list[Event]]:
        looks, events = [], []
        for bgr in shown:
            self.frames += 1
            frame = Frame(np.ascontiguousarray(bgr), self.frames, self.frames * EVERY_S)
            looks.append(self.watcher.look(frame, self.companion.known()))
            events += self.companion.see(looks[-1])
        return looks, events

    @property
    def lying(self) -> list[tuple[str, frozenset[tuple[int, int]]]]:
        return [(place.piece, frozenset(place.cells)) for place in self.companion.match.position.lying]


@pytest.fixture(scope="module")
def film() -> list[Picture]:
    return pictures()


@pytest.fixture(scope="module")
def begun(film: list[Picture]) -> Evening:
    """The game up to where the pictures go bad."""
    hands = {name: tuple(hand) for name, hand in json.loads((FILM / "hands.json").read_text(encoding="utf-8")).items()}
    match = Match.start(Header("polyssimo", ("Ann", "Bob"), hands, PIECES.digest), PIECES)
    evening = Evening(Watcher(PIECES), Companion(match, keep=lambda _: None))
    evening.see(film[:SPOILT_AT])
    assert [piece for piece, _ in evening.lying] == ["P", "C06"]
    return evening


@pytest.fixture
def evening(begun: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A copy of that game, for it is the same to every test; only the set of pieces is shared, which never changes."""
    monkeypatch.setitem(copyreg.dispatch_table, MappingProxyType, lambda proxy: (MappingProxyType, (dict(proxy),)))
    return copy.deepcopy(begun, {id(PIECES): PIECES})


def noisy(levels: np.ndarray, seed: int = 0, deviation: float = 2.0) -> Picture:
    height, width = levels.shape[:2]
    down, right = seed * 7 % AROUND, seed * 31 % AROUND
    noise = _much_noise(height, width)[down : down + height, right : right + width]
    return np.clip(levels + noise * deviation, 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _much_noise(height: int, width: int) -> np.ndarray:
    """Noise for many pictures, of which each has another part: to draw it anew takes as long as to look at one."""
    return np.random.default_rng(0).standard_normal((height + AROUND, width + AROUND, 3), np.float32)


def kinds(events: Sequence[Event]) -> set[str]:
    return {event.as_json()["event"] for event in events}


# --- F5: the camera gives pictures in which nothing can be seen


def black(bgr: Picture, number: int) -> Picture:
    return noisy(bgr * 0.03, number)


def burnt(bgr: Picture, number: int) -> Picture:
    return noisy(bgr * 6.0 + 130, number)


def blurred(bgr: Picture, number: int) -> Picture:
    return noisy(cv2.GaussianBlur(bgr, (0, 0), 14), number)


def covered(bgr: Picture, number: int) -> Picture:
    """A finger on the lens: dim and red, without a form."""
    across, down = np.linspace(0, 1, bgr.shape[1]), np.linspace(0, 1, bgr.shape[0])
    glow = (40 + 30 * np.outer(down, across))[..., None] * np.array((0.3, 0.4, 1.4))
    return noisy(glow, number)


def clothed(bgr: Picture, number: int) -> Picture:
    """A cloth over half of the board."""
    half = noisy(bgr, number)
    half[:, :700] = noisy(np.full((bgr.shape[0], 700, 3), (60, 70, 140)), number, 4)
    return half


def handed(bgr: Picture, number: int) -> Picture:
    """A hand that rests in the middle of the board."""
    shown = noisy(bgr, number)
    cv2.line(shown, (1279, 719), (700, 360), (120, 150, 200), 120)
    cv2.circle(shown, (690, 355), 80, (125, 155, 205), -1)
    return shown


def banded(bgr: Picture, number: int) -> Picture:
    """Dark bands that wander, as a lamp on alternating current makes them."""
    rows = np.arange(bgr.shape[0])
    return noisy(bgr * (0.75 + 0.25 * np.sin(rows / 90 + 1.9 * number))[:, None, None], number)


@pytest.mark.fault("F5")
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (black, "too dark"),
        (burnt, "burnt out"),
        (blurred, "blurred"),
        (covered, "blurred"),  # a finger near the lens is a picture without an edge
        (clothed, "hidden"),
        (handed, "hides part"),
        (banded, ""),
    ],
)
def test_where_nothing_can_be_seen_it_is_said_and_nothing_happens(
    evening: Evening, film: list[Picture], spoil: Spoil, said: str
) -> None:
    lying = evening.lying
    looks, events = evening.see([spoil(film[SPOILT_AT - 1], number) for number in range(8)])
    assert (events, evening.lying) == ([], lying)
    assert looks[-1].view is not View.SETTLED
    assert said in looks[-1].reason
    _, events = evening.see([noisy(film[AGAIN_AT], number) for number in range(4)])
    assert kinds(events) <= {"placed", "board"}
    assert evening.lying[:2] == lying
    assert [piece for piece, _ in evening.lying[2:]] == ["U"]


@pytest.mark.fault("F5")
def test_a_lamp_that_flickers_places_nothing(evening: Evening, film: list[Picture]) -> None:
    lying = evening.lying
    lamp = [noisy(film[SPOILT_AT - 1] * (0.6 if number % 2 else 1.25), number) for number in range(10)]
    _, events = evening.see(lamp)
    assert (events, evening.lying) == ([], lying)


# --- F6: camera or board are bumped


def warped(
    bgr: Picture, number: int, shift: tuple[float, float] = (0, 0), turn: float = 0, scale: float = 1
) -> Picture:
    height, width = bgr.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale)
    matrix[:, 2] += shift
    return noisy(cv2.warpAffine(bgr, matrix, (width, height), borderMode=cv2.BORDER_REFLECT_101), number)


def tilted(bgr: Picture, number: int) -> Picture:
    height, width = bgr.shape[:2]
    before = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    after = before + np.array([[40, 20], [-30, 0], [10, -35], [0, 15]], np.float32)
    seen = cv2.warpPerspective(bgr, cv2.getPerspectiveTransform(before, after), (width, height))
    return noisy(seen, number)


@pytest.mark.fault("F6")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda bgr, number: warped(bgr, number, (16, -9)),  # half a cell
        lambda bgr, number: warped(bgr, number, (-32, 19.5)),  # a whole cell along a side
        lambda bgr, number: warped(bgr, number, (150, -60)),
        lambda bgr, number: warped(bgr, number, turn=20),
        tilted,
    ],
    ids=["half a cell", "a cell", "far", "turned", "tilted"],
)
def test_after_a_bump_the_board_is_found_again_and_the_pieces_stay_what_they_were(
    evening: Evening, film: list[Picture], spoil: Spoil
) -> None:
    lying = evening.lying
    looks, events = evening.see([spoil(film[SPOILT_AT - 1], number) for number in range(7)])
    assert looks[-1].view is View.SETTLED
    assert (kinds(events), evening.lying) == ({"camera_moved", "board"}, lying)
    _, events = evening.see([spoil(film[at], at) for at in (17, 18, AGAIN_AT, AGAIN_AT, AGAIN_AT)])
    assert kinds(events) == {"placed"}
    assert evening.lying[:2] == lying
    assert [piece for piece, _ in evening.lying[2:]] == ["U"]


@pytest.mark.fault("F6", "F7")
def test_where_all_pieces_seem_to_lie_elsewhere_it_is_said_and_none_is_taken_back(
    evening: Evening, film: list[Picture]
) -> None:
    """Somebody has switched on that the camera shows a mirror's image."""
    lying = evening.lying
    _, events = evening.see([noisy(film[SPOILT_AT - 1][:, ::-1], number) for number in range(8)])
    assert kinds(events) == {"camera_moved", "board", "problem"}
    assert {event.as_json()["kind"] for event in events if event.as_json()["event"] == "problem"} == {"moved"}
    assert evening.lying == lying
    _, events = evening.see([noisy(film[SPOILT_AT - 1], number) for number in range(8)])
    assert kinds(events) == {"camera_moved", "board", "cleared"}
    assert evening.lying == lying


# --- F7: the pictures change their size or orientation


@pytest.mark.fault("F7")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda bgr, number: noisy(cv2.resize(bgr, (640, 360), interpolation=cv2.INTER_AREA), number),
        lambda bgr, number: noisy(np.rot90(bgr), number),
        lambda bgr, number: noisy(np.rot90(bgr, 2), number),
    ],
    ids=["smaller", "on its left", "upside down"],
)
def test_pictures_of_another_size_or_orientation_show_the_same_pieces(
    evening: Evening, film: list[Picture], spoil: Spoil
) -> None:
    lying = evening.lying
    looks, events = evening.see([spoil(film[SPOILT_AT - 1], number) for number in range(6)])
    assert looks[-1].view is View.SETTLED
    assert (kinds(events), evening.lying) == ({"camera_moved", "board"}, lying)
    _, events = evening.see([spoil(film[AGAIN_AT], number) for number in range(4)])
    assert kinds(events) == {"placed"}
    assert evening.lying[:2] == lying
