"""Films of a simulated table, drawn beforehand and kept as JPEG, to be played as fast as a camera gives pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2

from vision.simulated import Film
from vision.simulated.shooting import Shot

VARIANTS = 3
"""Pictures drawn of a quiet table, each with noise of its own; they are shown in turn."""
QUALITY = 90


@dataclass(frozen=True, slots=True)
class Part:
    """What is shown for a while: pictures as JPEG, shown in turn ``count`` times in all. ``placed`` is the piece that
    has just been let go of, in the last part with its hand."""

    pictures: tuple[bytes, ...]
    count: int
    placed: str = ""


def parts_of(film: Film, hand: int, still: int) -> Iterator[Part]:
    """The shots of a film, each drawn and kept: one with a hand stands for so many pictures, and all quiet ones after
    a move together for so many."""
    for number, shot in enumerate(film.shots):
        if shot.state == "hand":
            last = film.shots[number + 1].state == "settled"
            placed = shot.lying[-1].piece if last and shot.lying else ""
            yield Part((_jpeg(film, shot, number),), hand, placed)
        elif shot.event or number == 0:
            yield Part(tuple(_jpeg(film, shot, 1000 * one + number) for one in range(VARIANTS)), still)


def _jpeg(film: Film, shot: Shot, noise: int) -> bytes:
    return cv2.imencode(".jpg", film.drawn(shot, noise), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
