"""Two cameras side by side: one picture for people, and for the eyes that of each."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.two_cameras import PATCHES, before_two_cameras
from vision.abreast import Abreast, opened, words_of
from vision.errors import SourceError
from vision.frame import Frame, Picture
from vision.look import Known, View
from vision.pose import BoardPose, pose_from_corners
from vision.quilts import ONE_ONLY, QuiltsWatcher
from vision.source import Source
from vision.standstill import STILL_S, Standstill


class Film(Source):
    """Grey pictures of one size, as many as there are shades."""

    def __init__(self, *shades: int, size: tuple[int, int] = (6, 8), live: bool = False) -> None:
        self.shades, self.size, self.live, self.length = shades, size, live, len(shades)
        self.name, self.is_open = f"film of {len(shades)}", True

    def __iter__(self) -> Iterator[Frame]:
        for index, shade in enumerate(self.shades, 1):
            yield Frame(np.full((*self.size, 3), shade, np.uint8), index, index / 10)

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
        assert both.length == 2
    assert [frame.index for frame in frames] == [1, 2]
    assert [part.shape for part in frames[1].parts] == [(6, 8, 3), (4, 5, 3)]
    assert frames[1].bgr.shape == (6, 13, 3)
    assert frames[1].bgr[:, :8].max() == 20
    assert (frames[1].bgr[:4, 8:] == 120).all()
    assert not frames[1].bgr[4:, 8:].any()
    assert not left.is_open
    assert not right.is_open


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
    with pytest.raises(SourceError, match="only cameras, or only recordings"):
        Abreast([lambda: left, lambda: right])
    assert not right.is_open


def test_that_one_of_two_cameras_hangs_is_noticed() -> None:
    now_s = 0.0
    standstill = Standstill(clock=lambda: now_s)
    rng = np.random.default_rng(1)

    def frame(*, hanging: bool) -> Frame:
        parts = [rng.integers(0, 255, (32, 32, 3), np.uint8) for _ in range(2)]
        parts[1] = same if hanging else parts[1]
        return Frame(np.concatenate(parts, axis=1), 1, now_s, parts=tuple(parts))

    same = rng.integers(0, 255, (32, 32, 3), np.uint8)
    assert not standstill.hangs(frame(hanging=True))
    now_s = STILL_S + 0.1
    assert not standstill.hangs(frame(hanging=False))
    assert not standstill.hangs(frame(hanging=True))
    now_s += STILL_S + 0.1
    assert standstill.hangs(frame(hanging=True))


@pytest.fixture(scope="module")
def pictures() -> tuple[Picture, Picture]:
    return before_two_cameras()


def shown(parts: tuple[Picture, ...], t_s: float) -> Frame:
    return Frame(np.concatenate(parts, axis=1), 1 + round(10 * t_s), t_s, parts=parts)


def test_each_quilt_is_found_by_its_camera_and_told_where_people_see_it(pictures: tuple[Picture, Picture]) -> None:
    eyes = QuiltsWatcher(PATCHES)
    looks = [eyes.look(shown(pictures, 0.3 * number), Known()) for number in range(4)]
    left, right = looks[-1].boards
    assert max(x for x, _ in left.corners_xy) < pictures[0].shape[1]
    assert min(x for x, _ in right.corners_xy) > pictures[0].shape[1]
    assert looks[-1].view is View.SETTLED
    seen = looks[-1].sighting
    assert seen is not None
    assert [part.board for part in seen.parts] == [left, right]
    assert not seen.pieces


def test_corners_shown_in_the_joined_picture_are_those_of_a_camera_s_own(pictures: tuple[Picture, Picture]) -> None:
    first, second = QuiltsWatcher(PATCHES), QuiltsWatcher(PATCHES)
    right = first.look(shown(pictures, 0.0), Known()).boards[1]
    wide = pictures[0].shape[1] + pictures[1].shape[1]
    second.show_board(pose_from_corners(np.array(right.corners_xy), PATCHES.grid, (wide, pictures[0].shape[0])))
    again = second.look(shown(pictures, 0.0), Known()).boards[1]
    assert np.abs(np.array(again.corners_xy) - np.array(right.corners_xy)).max() < 3


def test_before_one_camera_a_single_quilt_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(bgr: Picture, _: object) -> list[BoardPose]:
        return [pose_from_corners(np.array([(9, 9), (99, 9), (99, 99), (9, 99)]), PATCHES.grid, bgr.shape[1::-1])]

    monkeypatch.setattr("vision.quilts.find_two", one)
    rng = np.random.default_rng(1)
    look = QuiltsWatcher(PATCHES).look(Frame(rng.integers(0, 255, (240, 320, 3), np.uint8), 1, 0.0), Known())
    assert (look.view, look.reason) == (View.NO_BOARD, ONE_ONLY)
