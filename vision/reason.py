"""Why no board was found, in words for people."""

import cv2
import numpy as np

from vision.frame import Picture

SMALL_PX = 480
"""Longer side of the picture that is judged."""
DARK_LEVEL = 50
"""Where even the lightest twentieth of a picture is darker (0 to 255), it is too dark."""
BURNT_LEVEL, BURNT_SHARE = 250, 0.4
"""A picture with so large a share of pixels as light as this in every channel is burnt out."""
FLAT_SPREAD = 6
"""A picture whose grey levels spread less than this shows nothing at all."""
SHARP_SLOPE = 0.075
"""In a sharp picture the steepest hundredth of the pixels differ from their neighbours by this part of the contrast."""


def why_not(bgr: Picture) -> str:
    """What is most likely wrong with a picture in which no board was found."""
    factor = SMALL_PX / max(bgr.shape[:2])
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    low, high = np.percentile(gray, (5, 95))
    if high < DARK_LEVEL:
        return "it is too dark to see the board: more light, or a longer exposure"
    if (small.min(axis=2) >= BURNT_LEVEL).mean() > BURNT_SHARE:
        return "the picture is burnt out: less light, or a shorter exposure"
    if high - low < FLAT_SPREAD:
        return "the picture shows nothing: is the lens covered?"
    if _slope(gray) / (high - low) < SHARP_SLOPE:
        return "the picture is blurred: hold the camera still, or let it focus"
    return "nothing here looks like the board: the whole of it must be in the picture, with its border"


def _slope(gray: Picture | np.ndarray) -> float:
    """How much the steepest hundredth of the pixels differ from a neighbour."""
    across, down = np.abs(np.diff(gray, axis=1))[1:], np.abs(np.diff(gray, axis=0))[:, 1:]
    return float(np.percentile(np.maximum(across, down), 99))
