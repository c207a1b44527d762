"""Training samples: pictures with known corners, seen larger or smaller, turned, tilted and in other light."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from tests.training.boards.samples import RIM
from tests.training.example import Example, on_table_of
from tests.training.light import Floats, in_other_light
from vision.board.corners import GREY, SIDE_PX, STRIDE_PX
from vision.board.places import VIEW
from vision.pose import Points

SHARES = {"polyssimo": 0.45, "blokus": 0.27, "patchwork": 0.28}
"""How often boards of a game are shown."""
ELSEWHERE = 0.35
"""Share of the boards that are put on another table."""
SMALLEST, LARGEST = 0.28, 0.97
"""Parts of the square that the board takes."""
CORNER_PART, CORNER_RANGE = 0.025, (0.8, 1.6)
"""How wide a corner is marked: as a part of the board's side, within these bounds, in places of the output."""


def sample(examples: Mapping[str, Sequence[Example]], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """One look at a picture: the network's input (3 x side x side), and what it should say (2 x side/4 x side/4)."""
    bgr, corners = _one_of(examples, rng)
    if rng.random() < ELSEWHERE:
        bgr, corners = on_table_of((bgr, corners), _one_of(examples, rng), VIEW, rng, RIM)
    warp, scale = _warp(bgr.shape[1::-1], corners, rng)
    if scale < 0.6:
        bgr = cv2.GaussianBlur(bgr, (0, 0), max(0.45 / max(scale, 0.1), 0.3))
    fill = tuple(int(value) for value in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (GREY,) * 3
    seen = cv2.warpPerspective(bgr, warp, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR, borderValue=fill)
    there = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), warp).reshape(-1, 2)
    return in_other_light(seen, rng).transpose(2, 0, 1), target(there)


def _one_of(examples: Mapping[str, Sequence[Example]], rng: np.random.Generator) -> Example:
    """A picture of one of the games there are, by their shares."""
    games = [game for game in SHARES if examples[game]]
    shares = np.array([SHARES[game] for game in games])
    of_game = examples[str(rng.choice(games, p=shares / shares.sum()))]
    return of_game[rng.integers(len(of_game))]


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
