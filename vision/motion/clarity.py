"""Whether a picture can show anything at all, or all that is on the board, and if not why, in words."""

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import Cell, GridSize
from referee.said import Said
from vision.frame import BURNT_LEVEL, Picture, shrunk

WIDTH_PX = 480
"""Pictures are judged at this width."""
DARK_LEVEL = 30
"""A picture whose brightest twentieth is darker than this is too dark."""
BURNT_SHARE = 0.6
"""A picture is burnt out if so many of its pixels are."""
GLARING_SHARE = 0.2
"""Of a board that is burnt out to so great a share somebody should know before pieces lie there. Where a white board is
at its lightest, pieces on it may still be plain to see."""
NOTHING_LEFT = 0.8
"""Of a cell of which so great a share is burnt out hardly anything is left to see."""
FLAT_CONTRAST = 12
"""A picture with less difference between light and dark shows nothing."""
LEAST_SHARPNESS, STEEPEST, AROUND_PX = 0.1, 0.02, 8
"""The steepest edges of a sharp picture, this part of its pixels, rise from one to the next by more than the first
share (in the median) of all the contrast within so many pixels of them: what is lighter elsewhere, as where a lamp is
mirrored in the table, says nothing of how steep they are. Of 392 pictures that people might take, rendered, simulated
and real ones, none has less than .129; of 192 of them blurred by 6 pixels of 640 nineteen in twenty have .1 at most."""

FAINTEST = 1.0
"""What rises by less than so many grey levels from one pixel to the next is no edge."""
FINE_PX, FURTHER, WIDEST = 1280, 1 / 320, 1 / 600
"""At this width at most it is told how wide edges are, by a blur of this part of it, and from this part of it on they
are too wide. They are in 25 of 27 photographs out of focus in which no board is found, and in 11 of 145 others without
one."""


def complaint(bgr: Picture) -> str:
    """Why this picture shows nothing, with what to do; empty if it is clear enough."""
    step = max(1, bgr.shape[1] // WIDTH_PX)
    small = bgr[::step, ::step]
    channels = cv2.split(small)  # numpy takes ten times as long to go through three at every pixel
    if np.quantile(np.maximum.reduce(channels), 0.95) < DARK_LEVEL:
        return Said("the picture is too dark: more light is needed, or something covers the lens")
    if (np.minimum.reduce(channels) >= BURNT_LEVEL).mean() > BURNT_SHARE:
        return Said("the picture is burnt out: there is too much light, or the exposure is too long")
    return _blur(bgr)


def is_unsharp(bgr: Picture) -> bool:
    """Whether even the steepest edges are so wide that the lines of a board may be lost, as where a camera is focused
    on something else: by how much less steep they become when the picture is blurred further (Zhuo and Sim, Defocus map
    estimation from a single image, Pattern Recognition 44, 2011)."""
    grey = cv2.cvtColor(shrunk(bgr, FINE_PX), cv2.COLOR_BGR2GRAY).astype(np.float32)
    further_px = FURTHER * grey.shape[1]
    slope = _slope(np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32))  # noise is no edge
    less = _slope(np.asarray(cv2.GaussianBlur(grey, (0, 0), np.hypot(1.0, further_px)), np.float32))
    steep = slope >= max(float(np.quantile(slope, 1 - STEEPEST)), FAINTEST)
    if not steep.any():
        return False
    ratio = np.maximum(slope[steep] / np.maximum(less[steep], np.float32(1e-6)), 1 + 1e-6)
    wide_px = np.sqrt(np.maximum(further_px**2 / (ratio**2 - 1) - 1, 0))
    return bool(np.median(wide_px) > WIDEST * grey.shape[1])


def glare(board: npt.NDArray[np.float32]) -> str:
    """What to do about a light that burns out much of the board (any shape x 3, BGR, of the board alone); empty if none
    does."""
    if _burnt(board).mean() < GLARING_SHARE:
        return ""
    return Said(
        "the light on part of the board is too strong: turn the lamp away or shade the board, "
        "or pieces there may not be told apart"
    )


def burnt_cells(board: npt.NDArray[np.float32], grid: GridSize) -> frozenset[Cell]:
    """The cells of a board (height x width x 3, BGR, of the board alone, whole pixels a cell) of which hardly anything
    is left where there is ``glare``; none where there is not."""
    burnt = _burnt(board)
    if burnt.mean() < GLARING_SHARE:
        return frozenset()
    shares = burnt.reshape(grid.rows, -1, grid.cols, board.shape[1] // grid.cols).mean(axis=(1, 3))
    return frozenset((int(row), int(col)) for row, col in np.argwhere(shares >= NOTHING_LEFT))


def _burnt(board: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Which pixels are burnt out."""
    return np.asarray(board.min(axis=-1) >= BURNT_LEVEL)


def _blur(bgr: Picture) -> str:
    height = max(1, round(bgr.shape[0] * WIDTH_PX / bgr.shape[1]))
    grey = cv2.cvtColor(cv2.resize(bgr, (WIDTH_PX, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    low, high = (float(level) for level in np.quantile(grey, (0.02, 0.98)))
    if high - low < FLAT_CONTRAST:
        return Said("the picture shows nothing: something covers the lens, or the camera looks elsewhere")
    smooth = np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0), np.float32)  # noise is no edge
    if _sharpness(smooth) < LEAST_SHARPNESS:
        return Said("the picture is blurred: the camera must be focused and still")
    return ""


def _sharpness(grey: npt.NDArray[np.float32]) -> float:
    """How steep the steepest edges are, as a share of the contrast around each (median)."""
    slope = _slope(grey)
    near = np.ones((2 * AROUND_PX + 1, 2 * AROUND_PX + 1), np.uint8)
    contrast = cv2.dilate(grey, near) - cv2.erode(grey, near)
    steep = slope >= np.quantile(slope, 1 - STEEPEST)
    return float(np.median(slope[steep] / np.maximum(contrast[steep], FLAT_CONTRAST)))  # less may be noise


def _slope(grey: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How much lighter or darker each pixel is than the next."""
    right, down = (cv2.Sobel(grey, cv2.CV_32F, *way, scale=0.125) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(right, down), np.float32)
