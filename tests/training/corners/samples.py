"""Training samples: pictures with known corners, seen larger or smaller, turned, tilted and in other light."""

import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import GREY, SIDE_PX, STRIDE_PX
from vision.frame import Picture
from vision.pose import Points

KEPT_PX = 480
"""Longer side of the pictures as they are kept."""
SMALLEST, LARGEST = 0.28, 0.97
"""Parts of the square that the board takes."""
CORNER_PART, CORNER_RANGE = 0.025, (0.8, 1.6)
"""How wide a corner is marked: as a part of the board's side, within these bounds, in places of the output."""

Floats = npt.NDArray[np.float32]
Example = tuple[Picture, Points]


def read_example(path: Path) -> Example:
    """A shrunk picture and the corners of the grid in it (4 x 2), from NAME.json beside NAME.jpg."""
    truth, bgr = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
    factor = KEPT_PX / max(bgr.shape[:2])
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return small, (np.array(truth["corners"]) + 0.5) * factor - 0.5


def look(example: Example, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """One look at a picture: the network's input (3 x side x side), and what it should say (2 x side/4 x side/4)."""
    bgr, corners = example
    warp, scale = _warp(bgr.shape[1::-1], corners, rng)
    if scale < 0.6:
        bgr = cv2.GaussianBlur(bgr, (0, 0), max(0.45 / max(scale, 0.1), 0.3))
    fill = tuple(int(value) for value in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (GREY,) * 3
    seen = cv2.warpPerspective(bgr, warp, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR, borderValue=fill)
    there = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), warp).reshape(-1, 2)
    return _in_other_light(seen, rng).transpose(2, 0, 1), target(there)


def target(corners: Points) -> Floats:
    """What should be said of corners given in pixels of the square: a hill on each, and the grid between them."""
    places = (corners + 0.5) / STRIDE_PX - 0.5
    side = np.sqrt(max(cv2.contourArea(places.astype(np.float32)), 1.0))
    width = np.clip(side * CORNER_PART, *CORNER_RANGE)
    down, right = np.mgrid[: SIDE_PX // STRIDE_PX, : SIDE_PX // STRIDE_PX].astype(np.float32)
    hills = [np.exp(-((right - x) ** 2 + (down - y) ** 2) / (2 * width**2)) for x, y in places]
    inside = np.zeros(down.shape, np.uint8)
    cv2.fillPoly(inside, [np.rint(places * 16).astype(np.int32)], 1, shift=4)
    return np.stack([np.max(hills, axis=0), inside]).astype(np.float32)


def _warp(size_px: tuple[int, int], corners: Points, rng: np.random.Generator) -> tuple[Points, float]:
    """A homography into the square that keeps the board in it, mostly, and the scale of it."""
    middle = np.array(size_px) / 2
    turn = _turn(rng)
    turned = (corners - middle) @ turn.T
    scale = SIDE_PX * np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))) / np.ptp(turned, axis=0).max()
    if rng.random() < 0.3:
        scale = SIDE_PX / max(size_px)
    low, high = (turned * scale).min(axis=0), (turned * scale).max(axis=0)
    edge = float(rng.choice((2, -6), p=(0.9, 0.1)))
    room = SIDE_PX - (high - low) - 2 * edge
    shift = -low + edge + rng.uniform(0, 1, 2) * room if (room > 0).all() else SIDE_PX / 2 - (low + high) / 2
    warp = np.eye(3)
    warp[:2, :2], warp[:2, 2] = turn * scale, shift - turn @ middle * scale
    if rng.random() < 0.5:
        tilt, center = np.eye(3), np.eye(3)
        tilt[2, :2], center[:2, 2] = rng.normal(0, 0.0004, 2), -SIDE_PX / 2
        warp = np.linalg.inv(center) @ tilt @ center @ warp
    return warp, float(scale)


def _turn(rng: np.random.Generator) -> Points:
    straight = rng.choice((0, 90, 180, 270), p=(0.7, 0.1, 0.1, 0.1)) + rng.normal(0, 6)
    angle = np.radians(rng.uniform(0, 360) if rng.random() < 0.35 else straight)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return turn @ np.diag((-1.0, 1.0)) if rng.random() < 0.5 else turn


def _in_other_light(bgr: Picture, rng: np.random.Generator) -> Floats:
    """Colours washed out, gain and gamma changed a channel, shadows, blur and noise; from -0.5 to 0.5."""
    seen = bgr.astype(np.float32) / 255
    grey = seen.mean(axis=2, keepdims=True)
    seen = grey + (seen - grey) * np.float32(rng.uniform(0.2, 1.4))
    gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.25)).astype(np.float32)
    seen = np.clip(seen, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.35))) * gain
    pivot = rng.uniform(0.2, 0.8)
    seen = pivot + (seen - pivot) * np.float32(rng.uniform(0.4, 1.3))
    if rng.random() < 0.4:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.3:
        shade = cv2.resize(
            rng.normal(0, 0.15, (3, 3)).astype(np.float32), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC
        )
        seen = seen + shade[..., None]
    seen = seen + rng.normal(0, rng.uniform(0, 0.06), seen.shape).astype(np.float32)
    return np.asarray(np.clip(1 - seen if rng.random() < 0.05 else seen, 0, 1) - 0.5, np.float32)
