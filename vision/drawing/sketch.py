"""Plain drawings, made of areas and words: as PNG here, as SVG by whoever writes text.

Lengths are in units, y down; how many pixels a unit has is said when the picture is made. Colours are ``#rrggbb``.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.frame import Picture

Loop = tuple[tuple[float, float], ...]
"""A closed line of corners (x, y)."""

OVERSAMPLING = 2
SHIFT = 6
"""Bits of a pixel's fraction that OpenCV draws with."""


@dataclass(frozen=True, slots=True)
class Area:
    """Loops filled, by the even-odd rule, and edged. An empty colour leaves out either."""

    loops: tuple[Loop, ...]
    fill: str = ""
    edge: str = ""
    edge_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text. ``x`` is its middle or, with ``left``, its left end; ``y`` the middle of its height."""

    text: str
    x: float
    y: float
    size: float
    colour: str
    left: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Sketch:
    """A drawing of so many units, and what it shows in words."""

    width: float
    height: float
    title: str
    marks: tuple[Area | Words, ...]


def png(sketch: Sketch, unit_px: int) -> bytes:
    """The drawing as a PNG file."""
    scale = unit_px * OVERSAMPLING
    bgr = np.full((round(sketch.height * scale), round(sketch.width * scale), 3), 255, np.uint8)
    for mark in sketch.marks:
        if isinstance(mark, Area):
            _draw_area(bgr, mark, scale)
        else:
            _draw_words(bgr, mark, scale)
    size = (round(sketch.width * unit_px), round(sketch.height * unit_px))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".png", small)[1].tobytes())


def _draw_area(bgr: Picture, area: Area, scale: int) -> None:
    # A whole number is the middle of a pixel for OpenCV, the left edge of one for us.
    loops = [np.rint((np.array(loop) * scale - 0.5) * (1 << SHIFT)).astype(np.int32) for loop in area.loops]
    if area.fill and loops:
        cv2.fillPoly(bgr, loops, _bgr(area.fill), cv2.LINE_AA, SHIFT)
    if area.edge and loops:
        cv2.polylines(bgr, loops, True, _bgr(area.edge), max(1, round(area.edge_width * scale)), cv2.LINE_AA, SHIFT)


def _draw_words(bgr: Picture, words: Words, scale: int) -> None:
    font = cv2.FONT_HERSHEY_DUPLEX if words.bold else cv2.FONT_HERSHEY_SIMPLEX
    height_px = words.size * scale * 0.72
    size, thick = height_px / _capital_px(font), max(1, round(height_px * (0.14 if words.bold else 0.09)))
    (width, _), _ = cv2.getTextSize(words.text, font, size, thick)
    left = words.x * scale - (0 if words.left else width / 2)
    cv2.putText(
        bgr,
        words.text,
        (round(left), round(words.y * scale + height_px / 2)),
        font,
        size,
        _bgr(words.colour),
        thick,
        cv2.LINE_AA,
    )


@lru_cache(maxsize=4)
def _capital_px(font: int) -> int:
    """Height of a capital letter at size 1."""
    return int(cv2.getTextSize("H", font, 1.0, 1)[0][1])


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)
