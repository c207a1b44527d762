"""Why no board was found in a picture that is clear enough, in words and with what to do about it."""

import numpy as np

from referee.said import Said
from vision.board.corners import corners_seen
from vision.board.places import place_near
from vision.frame import Picture
from vision.motion.clarity import is_unsharp

NOWHERE = Said("no board can be seen: turn the camera so that the whole grid is in the picture")
CUT_OFF = Said("the board is cut off: all four corners of its grid must be in the picture")
IN_THE_WAY = Said(
    "the board cannot be made out: show all of it, take hands and other things off it, or mark its corners"
)
UNSHARP = Said("the picture is not sharp enough to find a board: focus the camera, and show the whole grid")
ABSENT = (NOWHERE, CUT_OFF, IN_THE_WAY, UNSHARP)
"""All that ``absence`` says."""
EDGE_SHARE = 0.025
"""A corner nearer to the edge of the picture than this part of its shorter side lies on it, or beyond."""


def absence(bgr: Picture) -> str:
    """What keeps the board from being found: it is not there, cut off, out of focus, or something is in the way."""
    found = [corners_px for corners_px in corners_seen(bgr) if place_near(bgr, corners_px)]
    if any(_reaches_edge(corners_px, bgr) for corners_px in found):
        return CUT_OFF
    if found:
        return IN_THE_WAY
    return UNSHARP if is_unsharp(bgr) else NOWHERE


def _reaches_edge(corners_px: np.ndarray, bgr: Picture) -> bool:
    height, width = bgr.shape[:2]
    margin = EDGE_SHARE * min(height, width)
    inside = (corners_px >= margin) & (corners_px <= np.array([width, height]) - 1 - margin)
    return not bool(inside.all())
