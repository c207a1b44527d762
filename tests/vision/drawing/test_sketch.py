"""Plain drawings as PNG."""

import cv2
import numpy as np

from vision.drawing.sketch import Area, Sketch, Words, png

SQUARE = ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0))
HOLE = ((1.5, 1.5), (2.5, 1.5), (2.5, 2.5), (1.5, 2.5))


def picture(*marks: Area | Words) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(png(Sketch(4, 4, "", marks), 10), np.uint8), cv2.IMREAD_COLOR)


def test_a_picture_has_the_size_and_the_colours_that_were_asked_for() -> None:
    bgr = picture(Area((SQUARE,), "#ff8000"))
    assert bgr.shape == (40, 40, 3)
    assert bgr[20, 20].tolist() == [0, 128, 255]
    assert bgr[5, 5].tolist() == [255, 255, 255]
    assert bgr[10, 10].tolist() == [0, 128, 255], "it begins where it should"
    assert bgr[31, 31].tolist() == [255, 255, 255], "and ends there, but for a soft edge"


def test_a_loop_within_a_loop_is_a_hole() -> None:
    bgr = picture(Area((SQUARE, HOLE), "#000000"))
    assert bgr[12, 12].tolist() == [0, 0, 0]
    assert bgr[20, 20].tolist() == [255, 255, 255]


def test_words_stand_where_they_should() -> None:
    bgr = picture(Words("H", 2, 2, 2.0, "#000000", bold=True))
    rows, cols = np.nonzero(bgr[:, :, 0] < 128)
    assert abs(rows.mean() - 20) < 1.5
    assert abs(cols.mean() - 20) < 1.5
