"""Pictures handed over one by one: the newest is looked at, a single photo again and again."""

import threading
import time
from collections import deque
from collections.abc import Iterator

import numpy as np
import pytest

from vision.errors import SourceError
from vision.frame import Frame, Picture
from vision.pictures import posted
from vision.pictures.posted import Posted, PostedSource


def grey(value: int) -> Picture:
    return np.full((4, 6, 3), value, np.uint8)


def opened(slot: Posted) -> Iterator[Frame]:
    return iter(PostedSource(slot, "nothing comes", timeout_s=0.01))


def test_without_pictures_it_does_not_open() -> None:
    with pytest.raises(SourceError, match="nothing comes"):
        PostedSource(Posted("phone"), "nothing comes", timeout_s=0.01)


def test_the_newest_picture_is_looked_at_and_the_others_counted() -> None:
    slot = Posted("phone")
    slot.put(grey(1))
    frames = opened(slot)
    assert next(frames).bgr[0, 0, 0] == 1
    for value in (2, 3, 4):
        slot.put(grey(value))
    frame = next(frames)
    assert (frame.bgr[0, 0, 0], frame.index) == (4, 4)
    assert frame.t_s >= 0


def test_a_film_that_stops_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posted, "PATIENCE_S", 0.05)
    slot = Posted("phone")
    slot.put(grey(1))
    frames = opened(slot)
    next(frames)
    with pytest.raises(SourceError, match="nothing comes"):
        next(frames)
    assert not slot.is_on


def test_a_single_photo_is_looked_at_again_and_again_until_the_next_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posted, "REPEAT_S", 0.01)
    slot = Posted("phone")
    slot.put(grey(1), alone=True)
    frames = opened(slot)
    assert [next(frames).bgr[0, 0, 0] for _ in range(3)] == [1, 1, 1]
    slot.put(grey(2), alone=True)
    frame = next(frames)
    assert (frame.bgr[0, 0, 0], frame.index) == (2, 4)
    assert slot.is_on


def test_it_opens_again_as_soon_as_pictures_come() -> None:
    now = [0.0]
    slot = Posted("phone", lambda: now[0])
    slot.put(grey(1))
    now[0] = 60.0
    assert not slot.is_on
    with pytest.raises(SourceError):
        opened(slot)
    slot.put(grey(2))
    assert next(opened(slot)).bgr[0, 0, 0] == 2


@pytest.mark.parametrize("alone", [True, False])
def test_whoever_waits_is_let_go_at_the_end(alone: bool) -> None:
    slot = Posted("phone")
    slot.put(grey(1), alone=alone)
    frames = opened(slot)
    next(frames)
    threading.Timer(0.05, slot.end).start()
    began_s = time.monotonic()
    with pytest.raises(SourceError):
        deque(frames, maxlen=0)
    assert time.monotonic() - began_s < 2
