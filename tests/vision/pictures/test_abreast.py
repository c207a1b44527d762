"""Two cameras side by side: one picture for people, and for the eyes that of each."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.two_cameras import abreast
from vision.errors import SourceError
from vision.frame import Frame
from vision.pictures.abreast import Abreast, opened, words_of
from vision.pictures.source import Source
from vision.pictures.standstill import STILL_S, Standstill

UNREADABLE = 0
"""A picture of this shade is left out, as one that cannot be read."""


class Film(Source):
    """Grey pictures of one size, as many as there are shades."""

    def __init__(self, *shades: int, size: tuple[int, int] = (6, 8), live: bool = False, fps: float = 10.0) -> None:
        self.fps = fps
        self.shades, self.size, self.live, self.length = shades, size, live, len(shades)
        self.name, self.is_open = f"film of {len(shades)}", True

    def __iter__(self) -> Iterator[Frame]:
        for index, shade in enumerate(self.shades, 1):
            if shade != UNREADABLE:
                yield Frame(np.full((*self.size, 3), shade, np.uint8), index, index / self.fps)

    def close(self) -> None:
        self.is_open = False


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("0", ("0",)),
        ("0 + phone", ("0", "phone")),
        ("http://a/x + rtsp://b", ("http://a/x", "rtsp://b")),
        ("a+b.mp4", ("a+b.mp4",)),
        ("0 + ", ("0", "")),
    ],
)
def test_a_source_names_one_or_several_from_left_to_right(source: str, words: tuple[str, ...]) -> None:
    assert words_of(source) == words


def test_a_file_may_be_called_as_if_it_were_two(tmp_path: Path) -> None:
    film = tmp_path / "Ann + Bob.mp4"
    film.touch()
    assert words_of(str(film)) == (str(film),)


def test_pictures_of_one_number_stand_side_by_side_until_the_shorter_recording_ends() -> None:
    left, right = Film(10, 20, 30), Film(110, 120, size=(4, 5))
    with opened([lambda: left, lambda: right]) as both:
        frames = list(both)
        assert both.length == 3  # at most: how long a recording is in time is not known beforehand
    assert [frame.index for frame in frames] == [1, 2]
    assert [part.bgr.shape for part in frames[1].parts] == [(6, 8, 3), (4, 5, 3)]
    assert frames[1].bgr.shape == (6, 13, 3)
    assert frames[1].bgr[:, :8].max() == 20
    assert (frames[1].bgr[:4, 8:] == 120).all()
    assert not frames[1].bgr[4:, 8:].any()
    assert not left.is_open
    assert not right.is_open


@pytest.mark.parametrize(
    ("left", "right", "pairs"),
    [
        (Film(1, UNREADABLE, 3, 4), Film(11, 12, 13, 14), [(1, 11), (3, 13), (4, 14)]),
        (Film(1, 2, 3, 4), Film(11, UNREADABLE, 13, 14), [(1, 11), (2, 11), (3, 13), (4, 14)]),
        (Film(*range(1, 7), fps=20.0), Film(11, 12, 13), [(1, 11), (2, 11), (3, 11), (4, 12), (5, 12), (6, 13)]),
    ],
)
def test_recordings_are_followed_in_the_same_time(left: Film, right: Film, pairs: list[tuple[int, int]]) -> None:
    with opened([lambda: left, lambda: right]) as both:
        assert [tuple(int(part.bgr[0, 0, 0]) for part in frame.parts) for frame in both] == pairs


def test_a_phone_is_waited_for_before_its_neighbour_is_opened() -> None:
    order: list[str] = []

    def opener(name: str) -> Callable[[], Source]:
        return lambda: (order.append(name), Film(1))[1]

    with opened([opener("camera"), opener("phone")], first=1) as both:
        assert (order, both.length) == (["phone", "camera"], 1)


def test_one_source_is_opened_as_it_is() -> None:
    film = Film(1)
    assert opened([lambda: film]) is film


def test_where_the_second_does_not_open_the_first_is_closed() -> None:
    left = Film(10)

    def missing() -> Source:
        raise SourceError("no such camera")

    with pytest.raises(SourceError, match="no such camera"):
        Abreast([lambda: left, missing])
    assert not left.is_open


def test_a_camera_does_not_go_with_a_recording() -> None:
    left, right = Film(10), Film(20, live=True)
    with pytest.raises(SourceError, match="a camera and a recording cannot"):
        Abreast([lambda: left, lambda: right])
    assert not right.is_open


def test_that_one_of_two_cameras_hangs_is_noticed() -> None:
    now_s = 0.0
    standstill = Standstill(clock=lambda: now_s)
    rng = np.random.default_rng(1)

    def frame(*, hanging: bool) -> Frame:
        left, right = (rng.integers(0, 255, (32, 32, 3), np.uint8) for _ in range(2))
        return abreast(left, same if hanging else right, now_s)

    same = rng.integers(0, 255, (32, 32, 3), np.uint8)
    assert not standstill.hangs(frame(hanging=True))
    now_s = STILL_S + 0.1
    assert not standstill.hangs(frame(hanging=False))
    assert not standstill.hangs(frame(hanging=True))
    now_s += STILL_S + 0.1
    assert standstill.hangs(frame(hanging=True))


def test_a_single_photo_beside_a_camera_does_not_hang() -> None:
    now_s = 0.0
    standstill = Standstill(clock=lambda: now_s)
    rng = np.random.default_rng(1)
    photo = rng.integers(0, 255, (32, 32, 3), np.uint8)
    for now_s in (0.0, STILL_S + 0.1):
        frame = abreast(rng.integers(0, 255, (32, 32, 3), np.uint8), photo, now_s, alone=True)
        assert not frame.alone
        assert not standstill.hangs(frame)
